"""The style of printed pages and of books, and the sizes that pages share; lengths are in points (1/72 inch)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from nonosat.draw.books.words import WORDS, check_words
from nonosat.errors import UsageError, check_kind, check_number, check_whole

MILLIMETER = 72 / 25.4
PAGES = {
    name: (width * MILLIMETER, height * MILLIMETER)
    for name, width, height in (
        ("A5", 148, 210), ("A4", 210, 297), ("A3", 297, 420), ("A2", 420, 594), ("A1", 594, 841),
        ("A0", 841, 1189),
    )
} | {"Letter": (612.0, 792.0)}  # fmt: skip
"""Name -> width and height, upright."""
POSTERS = ("A4", "A3", "A2", "A1", "A0")
LARGEST = 2000 * MILLIMETER
"""The longest side of a page."""
MARGIN = 10 * MILLIMETER
LEAST_TEXT = 3.0
"""Digits 0.75 mm high, about the smallest that people can read."""
_UNITS = {"mm": MILLIMETER, "cm": 10 * MILLIMETER, "in": 72.0}
ORDERS = ("difficulty", "given")
TITLES = ("solutions", "puzzles", "none")
COVERS = ("page", "head", "none")
PER_PAGE = (1, 2, 4, 6)

GRAY = "#606060"
HEADING, TEXT = 20.0, 12.0
"""Heights of fonts: of headings, and of what is read."""
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


class Room(NamedTuple):
    """A part of a page; y points down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def page_size(name: str) -> tuple[float, float]:
    """Return width and height of a page: a name of `PAGES`, or a size.

    >>> page_size("6 x 9 in"), page_size("8.5x11")
    ((432.0, 648.0), (612.0, 792.0))

    Without a unit, small numbers are inches, and others millimeters.

    Raises:
        UsageError: it is neither.
    """
    named = {known.casefold(): size for known, size in PAGES.items()}
    side = r"([0-9]{1,4}(?:\.[0-9]{1,3})?)"
    match = re.fullmatch(f"{side} ?x ?{side} ?(mm|cm|in)?", str(name).casefold())
    if match:
        width, height = float(match[1]), float(match[2])
        unit = _UNITS[match[3] or ("in" if max(width, height) < 40 else "mm")]
        width, height = width * unit, height * unit
        if min(width, height) >= 3 * MARGIN and max(width, height) <= LARGEST:
            return width, height
    if str(name).casefold() not in named:
        raise UsageError(
            f"unknown page {name!r}; there are: {', '.join(PAGES)}, and sizes such as 6x9in or 200x200mm"
        )
    return named[str(name).casefold()]


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of puzzles on pages."""

    page: str = ""
    """A name such as A5 or Letter, or a size such as 6x9in; "" means A4, or the first of `POSTERS` that has
    room for cells of the size `cell`."""
    per_page: int | None = None
    """The most puzzles on a page, not counting solutions; None means as many as their sizes allow."""
    cell: float | None = None
    """The side of a cell in millimeters; None means as large as is pleasant."""
    center: bool = False
    """Put puzzles in the middle of the page."""
    legend: bool = False
    """Name the inks below each colored puzzle."""
    letters: bool = False
    """Write the letters of the inks into cells and behind clues."""
    background: bool = False
    """Print the color of blank cells if it is not white."""
    titles: str = "solutions"
    """Where titles are printed: ``solutions``; ``puzzles``, which means with both; or ``none``."""
    gutter: float = 0.0
    """Millimeters of more margin at the spine: left on odd pages, right on even ones."""
    gray: bool = False
    """Print inks as shades of gray, with their letters."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Fixed words in another language: see `nonosat.draw.books.words`."""

    def __post_init__(self) -> None:
        if self.page:
            page_size(self.page)
        if self.per_page is not None:
            check_whole(self.per_page, "per_page")
        if self.cell is not None:
            check_number(self.cell, "cell", 1000)

    @property
    def lettered(self) -> bool:
        """True if the letters of the inks are written."""
        return self.letters or self.gray

    def say(self, key: str, **fields: object) -> str:
        """Return a translated phrase with its placeholders filled in."""
        return (self.words.get(key) or WORDS[key]).format(**fields)

    def ink(self, name: str) -> str:
        """Return the name of a color in the language of the words; a number behind it stays."""
        stem = name.rstrip(" 0123456789")
        return self.words.get(stem, stem) + name.removeprefix(stem)

    def size(self, turned: bool = False) -> tuple[float, float]:
        """Width and height of a page."""
        width, height = page_size(self.page)
        return (height, width) if turned else (width, height)


@dataclass(frozen=True, slots=True)
class BookStyle(Style):
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
    cover: str = "page"
    """``page``: a page of its own; ``head``: at the top of the first page; or ``none``."""
    rules: bool = True
    """Add a page on how to solve."""
    page: str = "A4"
    legend: bool = True

    def __post_init__(self) -> None:
        for name in ("title", "author", "page"):
            check_kind(getattr(self, name), name, str)
        check_kind(self.words, "words", Mapping)
        for name, allowed in (("order", ORDERS), ("titles", TITLES), ("cover", COVERS)):
            value = getattr(self, name)
            if value not in allowed:
                raise UsageError(f"unknown {name} {value!r}; there are: {', '.join(allowed)}")
        width, height = (side / MILLIMETER for side in page_size(self.page))
        if round(min(width, height), 3) < NARROWEST:
            raise UsageError(
                f"a page of a book must be at least {NARROWEST:g} mm wide and high, got {self.page}"
            )
        check_number(self.gutter, "gutter", round(min(width, height) / 4))
        check_words(self.words)
        Style.__post_init__(self)

    @property
    def scale(self) -> float:
        """The size of the cover and of the rules, at most 1."""
        return min(1.0, self.size()[0] / FULL[0], room_of(self).height / FULL[1])


DEFAULT = BookStyle()


def room_of(style: Style, turned: bool = False, below: float = 0.0) -> Room:
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
