"""The style of a book, and the sizes that its pages share."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from nonosat.draw.books.words import WORDS, check_words
from nonosat.draw.flow import Room
from nonosat.draw.paper import MARGIN, MILLIMETER, page_size
from nonosat.errors import UsageError, check_kind, check_number, named_path

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
NARROWEST = 100.0
"""Millimeters of the shorter side of a page."""
FULL = (595.0, 680.0)
"""Points: on pages that are narrower, or have a lower room, the cover and the rules are smaller."""


@dataclass(frozen=True, slots=True)
class BookStyle:
    """The style of a book of puzzles.

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
    picture: str | os.PathLike[str] = ""
    """A picture file for the cover; "" means a puzzle that is half solved."""
    contents: bool = False
    """Add a list of the puzzles with their pages."""
    page: str = "A4"
    """A name such as A5 or Letter, or a size such as 6x9in."""
    gutter: float = 0.0
    """Millimeters of more margin at the spine: left on odd pages, right on even ones."""
    gray: bool = False
    """Print inks as shades of gray, with their letters."""
    shuffled: bool = False
    """Mix the solutions, so that the next solution is not beside the one that is looked up."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Fixed words in another language: see `nonosat.draw.books.words`."""

    def __post_init__(self) -> None:
        for name in ("title", "author", "page"):
            check_kind(getattr(self, name), name, str)
        named_path(self.picture)
        check_kind(self.words, "words", Mapping)
        for name, allowed in (("order", ORDERS), ("titles", TITLES), ("cover", COVERS)):
            value = getattr(self, name)
            if value not in allowed:
                raise UsageError(f"unknown {name} {value!r}; there are: {', '.join(allowed)}")
        if self.per_page is not None and self.per_page not in PER_PAGE:
            known = ", ".join(map(str, PER_PAGE))
            raise UsageError(f"puzzles per page must be one of {known}, got {self.per_page!r}")

        width, height = (side / MILLIMETER for side in page_size(self.page))
        if round(min(width, height), 3) < NARROWEST:
            raise UsageError(
                f"a page of a book must be at least {NARROWEST:g} mm wide and high, got {self.page}"
            )
        check_number(self.gutter, "gutter", round(min(width, height) / 4))
        check_words(self.words)

    def say(self, key: str, **fields: object) -> str:
        """Return fixed words, filled in."""
        return (self.words.get(key) or WORDS[key]).format(**fields)

    def size(self, turned: bool = False) -> tuple[float, float]:
        """Width and height of a page in points."""
        width, height = page_size(self.page)
        return (height, width) if turned else (width, height)

    @property
    def scale(self) -> float:
        """The size of the cover and of the rules, at most 1."""
        return min(1.0, self.size()[0] / FULL[0], room_of(self).height / FULL[1])


DEFAULT = BookStyle()


def room_of(style: BookStyle, turned: bool = False, below: float = 0.0) -> Room:
    """Return the part of an odd page that is printed on, without what is `below` its top.

    On a turned page the spine is at the top.
    """
    width, height = style.size(turned)
    spine = style.gutter * MILLIMETER
    left, top = MARGIN + spine * (not turned), MARGIN + spine * turned
    return Room(left, top + below, width - MARGIN, height - MARGIN - FOOTER)


def size_words(width: int, height: int) -> str:
    r"""Return the size of a puzzle as it is printed.

    >>> size_words(30, 20)
    '30 \xd7 20'
    """
    return f"{width} \N{MULTIPLICATION SIGN} {height}"
