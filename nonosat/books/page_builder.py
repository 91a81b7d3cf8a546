"""A page of a book while it is composed: shapes, lines of text, and its number."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from nonosat.books.style import GRAY, HEADING, RULE, BookStyle
from nonosat.model import Puzzle
from nonosat.render.elements import PAPER, Label, broken, cut, decimal, moved, rect, stroke
from nonosat.render.gray import gray
from nonosat.render.paper import MARGIN, Page
from nonosat.render.svg import DrawingLayout, Picture, body, layout

PROSE = 0.88
"""The usual width of English prose, as a share of the safe width of `text_width`."""


@dataclass
class PageBuilder:
    """A page while it is drawn; lengths are in points, and y grows downwards."""

    style: BookStyle
    turned: bool
    shapes: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def write(self, x: float, y: float, words: str, size: float, **look: str | bool) -> None:
        """Write a line of text with its baseline at y; `look` holds fields of `Label`."""
        self.labels.append(Label(x, y, words, size, **look))  # type: ignore[arg-type]

    def paragraph(self, x: float, y: float, words: str, size: float, width: float) -> float:
        """Write lines of text below y; return the y below them."""
        for line in broken(words, PROSE * size, width):
            y += 1.4 * size
            self.write(x, y - 0.35 * size, line, size)
        return y

    def draw(
        self, x: float, y: float, shapes: str, labels: list[Label] | tuple[Label, ...] = ()
    ) -> None:
        """Put a drawing with its upper left corner at (x, y)."""
        self.shapes.append(moved(x, y, shapes))
        self.labels += [label.moved(x, y) for label in labels]

    def picture(
        self, x: float, y: float, puzzle: Puzzle, picture: Picture | None, cell: float
    ) -> DrawingLayout:
        """Draw a puzzle with its clues, as an example."""
        letters = self.style.gray
        self.draw(x, y, body(puzzle, picture, cell=cell, letters=letters))
        return layout(puzzle, cell=cell, letters=letters)

    def heading(self, words: str, y: float | None = None) -> float:
        """Write a heading with a line under it, at the top of the page or below y; return the y below."""
        room = self.style.room(self.turned)
        y = room.top if y is None else y
        self.write(
            room.left, y + 0.8 * HEADING, cut(words, HEADING, room.width), HEADING, bold=True
        )
        self.rule(y + 1.15 * HEADING)
        return y + RULE

    def rule(self, y: float) -> None:
        """Draw a line across the page."""
        room = self.style.room(self.turned)
        path = f"M{decimal(room.left)} {decimal(y)}H{decimal(room.right)}"
        self.shapes.append(stroke([path], "#000000", 0.8))

    def page(self, at: int) -> Page:
        """Return the finished page, with the number `at` at its foot; 0 means no number."""
        width, height = self.style.size(self.turned)
        labels = list(self.labels)
        if at:
            labels.append(Label(width / 2, height - MARGIN, str(at), 9, GRAY, "middle"))
        ground = rect(0, 0, width, height, PAPER)
        return Page(width, height, "\n".join([ground, *self.shapes]), tuple(labels))


def in_book_colors(puzzle: Puzzle, style: BookStyle) -> Puzzle:
    """Return the puzzle in the colors in which the book prints it."""
    return replace(puzzle, palette=gray(puzzle.palette)) if style.gray else puzzle
