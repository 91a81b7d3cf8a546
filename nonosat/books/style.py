"""How a book looks, and the sizes that its pages share."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.errors import UsageError, check_kind
from nonosat.render.flow import Room
from nonosat.render.paper import MARGIN, PAGES

ORDERS = ("difficulty", "given")
TITLES = ("solutions", "puzzles", "none")
COVERS = ("page", "head", "none")
PER_PAGE = (1, 2, 4, 6)

GRAY = "#606060"
HEADING, TEXT = 20.0, 12.0
"""Heights of fonts in points: of headings, and of what is read."""
RULE = 1.55 * HEADING
"""From the top of a heading to the text below it: between them is a line."""
HEAD = 4.2 * HEADING
"""The most that a title takes at the top of the first page."""
FOOTER = 16.0
"""The height of the page number with the room above it."""


@dataclass(frozen=True, slots=True)
class BookStyle:
    """How a book of puzzles looks.

    >>> BookStyle(title="For the train", per_page=4, gray=True).page
    'A4'

    Raises:
        UsageError: a value that is not allowed.
    """

    title: str = "Nonograms"
    author: str = ""
    """Of the book, printed below its title."""
    order: str = "difficulty"
    """``difficulty``: by stars, then by size; or ``given``."""
    titles: str = "solutions"
    """Where titles are printed: ``solutions``; ``puzzles``, which means with both; or ``none``."""
    cover: str = "page"
    """``page``: a page of its own; ``head``: at the top of the first page; or ``none``."""
    rules: bool = True
    """Add a page on how to solve."""
    per_page: int | None = None
    """The most puzzles on a page: 1, 2, 4 or 6; None means as many as their sizes allow."""
    page: str = "A4"
    """A name of `PAGES`."""
    gray: bool = False
    """Print inks as shades of gray, with their letters."""
    shuffled: bool = False
    """Mix the solutions, so that the next solution is not beside the one that is looked up."""

    def __post_init__(self) -> None:
        check_kind(self.title, "title", str)
        check_kind(self.author, "author", str)
        for name, allowed in (
            ("order", ORDERS), ("titles", TITLES), ("cover", COVERS), ("page", tuple(PAGES)),
        ):  # fmt: skip
            value = getattr(self, name)
            if value not in allowed:
                raise UsageError(f"unknown {name} {value!r}; there are: {', '.join(allowed)}")
        if self.per_page is not None and self.per_page not in PER_PAGE:
            known = ", ".join(map(str, PER_PAGE))
            raise UsageError(f"puzzles per page must be one of {known}, got {self.per_page!r}")

    def size(self, turned: bool) -> tuple[float, float]:
        """Width and height of a page in points."""
        width, height = PAGES[self.page]
        return (height, width) if turned else (width, height)

    def room(self, turned: bool, below: float = 0.0) -> Room:
        """Return the part of a page that is printed on, without what is `below` its top."""
        width, height = self.size(turned)
        return Room(MARGIN, MARGIN + below, width - MARGIN, height - MARGIN - FOOTER)


DEFAULT = BookStyle()


def size_words(width: int, height: int) -> str:
    r"""Return the size of a puzzle as it is printed.

    >>> size_words(30, 20)
    '30 \xd7 20'
    """
    return f"{width} \N{MULTIPLICATION SIGN} {height}"
