"""Puts boxes on pages like the words of a text: line by line, and page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar


class Sized(Protocol):
    """A box: its width and height in points."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


class Room(NamedTuple):
    """The part of a page that boxes may take, in points; y points down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Width in points."""
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


B = TypeVar("B", bound=Sized)


class Put(NamedTuple, Generic[B]):
    """A box and its upper left corner on a page."""

    box: B
    x: float
    y: float


def flow(
    boxes: Iterable[B], room: Room, gap: float, most: int | None = None
) -> Iterator[list[Put[B]]]:
    """Break boxes into lines and pages, in order.

    Args:
        room: of every page. A box that is larger gets a line, or a page, of its own.
        gap: between boxes.
        most: boxes on a page; None means as many as fit.
    """
    page: list[Put[B]] = []
    x = y = tall = 0.0
    for box in boxes:
        if len(page) == most:
            yield page
            page = []
        if not page:
            x, y, tall = room.left, room.top, 0.0
        elif x + box.width > room.right + 0.01:
            x, y, tall = room.left, y + tall + gap, 0.0
        if y + box.height > room.bottom + 0.01:
            if page:
                yield page
            page = []
            x, y, tall = room.left, room.top, 0.0
        page.append(Put(box, x, y))
        x += box.width + gap
        tall = max(tall, box.height)
    if page:
        yield page
