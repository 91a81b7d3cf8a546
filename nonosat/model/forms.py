"""The texts and drawings of values, which higher floors make when they are asked for.

The model draws nothing. The table names what does, and it is loaded with the first call.
"""

from collections.abc import Callable
from typing import Any, Protocol, cast

from nonosat.registry import Entry, Registry

MAX_DRAWN_CELLS = 40_000
"""`str` of a larger puzzle is one line, and a notebook does not draw it."""

HIGHER = Registry[Callable[..., Any], Entry](
    "form",
    Entry("text", "nonosat.draw.files:show", "the drawing in characters"),
    Entry("drawing", "nonosat.draw.files:drawn_bytes", "the drawing as SVG or PNG"),
    Entry("short", "nonosat.formats.named.link:text_of", "a puzzle in one short text"),
    Entry("long", "nonosat.formats.named.link:puzzle_of_text", "the puzzle of a short text"),
)
"""Form -> what makes it of a value."""


class Array(Protocol):
    """An array, such as one of numpy's."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def tolist(self) -> Any: ...


class Drawn:
    """A value with a drawing, as text, as a picture, and in notebooks."""

    __slots__ = ()

    @property
    def _drawn_cells(self) -> int:
        """The number of cells of the drawing."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Return the drawing in characters; one line if it has more than 40,000 cells."""
        if self._drawn_cells > MAX_DRAWN_CELLS:
            return repr(self)
        return cast("str", HIGHER.get("text")(self))

    def svg(self, *, cell: float | None = None, solution: bool = False) -> str:
        """Return the drawing as the text of an SVG file; see `nonosat.show`."""
        drawn = HIGHER.get("drawing")(self, "svg", cell=cell, solution=solution)
        return cast("bytes", drawn).decode()

    def png(self, *, cell: float | None = None, solution: bool = False) -> bytes:
        """Return the drawing as the bytes of a PNG file; see `nonosat.show`.

        Raises:
            MissingExtra: the packages of the extra ``image`` are not installed.
        """
        drawn = HIGHER.get("drawing")(self, "png", cell=cell, solution=solution)
        return cast("bytes", drawn)

    def _repr_svg_(self) -> str | None:
        """Return what a notebook such as Jupyter draws."""
        return None if self._drawn_cells > MAX_DRAWN_CELLS else self.svg()


class Sentence:
    """A value that `str` puts into words. Subclasses write `__str__`."""

    __slots__ = ()

    def __repr__(self) -> str:
        words = str(self).partition("\n")[0]
        return f"<{type(self).__name__}: {words if len(words) <= 70 else words[:67] + '...'}>"
