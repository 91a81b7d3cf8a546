"""The pages of a book with the puzzles: one, two, four or six on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonosat.draw.books.page_builder import PROSE, PageBuilder, in_book_colors, stars_width
from nonosat.draw.books.style import GRAY, HEAD, PER_PAGE, BookStyle, room_of, size_words
from nonosat.draw.elements import cut, text_width
from nonosat.draw.flow import Room
from nonosat.draw.legend import Legend, ink_legend
from nonosat.draw.paper import LEAST_TEXT, MILLIMETER
from nonosat.draw.svg import DrawingLayout, body, layout
from nonosat.model import Grid, Puzzle, Sheet

AT_EASE = 4.4 * MILLIMETER
"""A cell that is pleasant to fill. Puzzles share a page as long as their cells have this size."""
SHARED = 3 * MILLIMETER
"""The smallest cell on a page for which the number of puzzles is given."""
TURNED = 1.1
"""A page with one large puzzle is turned if its cells grow by this factor."""
MOST = 7 * MILLIMETER
"""The largest cell, however much room there is."""
UNEVEN = 1.25
"""Cells on one page differ by this factor at most, where that leaves them pleasant to fill."""

_ACROSS, _DOWN = 9 * MILLIMETER, 8 * MILLIMETER
_NUMBER, _TITLE, _FACTS, _STAR, _INKS = 16.0, 11.0, 8.5, 9.0, 8.5
_COLUMNS = {1: 1, 2: 1, 4: 2, 6: 2}


class Numbered(NamedTuple):
    """A puzzle with its number in the book, from 1."""

    number: int
    sheet: Sheet
    stars: int | None
    solution: Grid | None = None


class _Plate(NamedTuple):
    """A puzzle as it is printed, with its number, title and facts."""

    name: str
    """Its number as it is printed."""
    size: float
    """Points of the font of that: words are smaller than a number."""
    puzzle: Puzzle
    title: str
    """Printed above it; "" if it is not."""
    facts: str
    stars: int | None
    unit: DrawingLayout
    """Its drawing with cells of one point."""
    letters: bool

    @property
    def above(self) -> float:
        """The height of the lines above the drawing."""
        return 1.35 * _NUMBER + (1.4 * _TITLE if self.title else 0)

    def legend(self, width: float) -> Legend:
        return ink_legend(self.puzzle.palette, _INKS, width, letters=self.letters)

    def fit(self, room: Room) -> float:
        """Return the side of a cell that fits, in points."""
        below = self.legend(room.width).height
        height = room.height - self.above - (below and below + _INKS)
        return min(MOST, room.width / self.unit.width, height / self.unit.height)

    def _left_of_facts(self) -> float:
        star = stars_width(_STAR) + 8 if self.stars else 0
        return PROSE * text_width(self.name, self.size) + 8 + star

    def draw(self, leaf: PageBuilder, room: Room, cell: float) -> None:
        """Put it on a page: at the top of the room, in the middle between its sides."""
        wide = self.unit.width * cell
        first_line = self._left_of_facts() + 8 + text_width(self.facts, _FACTS)
        broad = min(room.width, max(wide, first_line))
        x, y = room.left + (room.width - broad) / 2, room.top
        leaf.write(x, y + 0.85 * _NUMBER, self.name, self.size, bold=True)
        after = PROSE * text_width(self.name, self.size) + 8
        if self.stars:
            leaf.stars(x + after, y + 0.85 * _NUMBER - 0.92 * _STAR, _STAR, self.stars)
        facts = cut(self.facts, _FACTS, broad - self._left_of_facts())
        leaf.write(x + broad, y + 0.85 * _NUMBER, facts, _FACTS, fill=GRAY, anchor="end")
        if self.title:
            title = cut(self.title, _TITLE, room.right - x)
            leaf.write(x, y + 1.35 * _NUMBER + 0.8 * _TITLE, title, _TITLE)
        y += self.above
        givens, letters = self.puzzle.givens, self.letters
        leaf.draw(x, y, body(self.puzzle, givens, cell=cell, letters=letters, background=False))
        legend = self.legend(room.width)
        if legend.height:
            y += self.unit.height * cell + _INKS
            leaf.draw(x, y, legend.shapes, legend.labels)


def _plate(item: Numbered, style: BookStyle) -> _Plate:
    puzzle = in_book_colors(item.sheet.puzzle, style)
    facts = size_words(puzzle.width, puzzle.height)
    if not puzzle.palette.is_black_and_white:
        facts += ", " + style.say("colors", count=len(puzzle.palette.inks))
    title = item.sheet.title if style.titles == "puzzles" else ""
    unit = layout(puzzle, cell=1, letters=style.gray)
    name = style.say("puzzle", number=item.number)
    return _Plate(
        name,
        _NUMBER if name.isdigit() else 0.75 * _NUMBER,
        puzzle,
        title,
        facts,
        item.stars,
        unit,
        style.gray,
    )


def why_too_small(sheet: Sheet, style: BookStyle) -> str:
    """Say why a puzzle cannot be printed in this book; "" if it can."""
    below = HEAD if style.cover == "head" else 0.0
    plate = _plate(Numbered(1, sheet, 1), style)
    fit = max(plate.fit(room_of(style, turned, below)) for turned in (False, True))
    text = layout(sheet.puzzle, cell=fit, letters=style.gray).text
    if text >= LEAST_TEXT:
        return ""
    return (
        f"its clues of {text:.1f} points would be too small to read on {style.page}: at least "
        f"{LEAST_TEXT:g} points are needed"
    )


def puzzle_pages(
    puzzles: Sequence[Numbered], style: BookStyle, below: float = 0.0
) -> list[tuple[PageBuilder, Sequence[Numbered]]]:
    """Put puzzles on pages, in order; return each page with its puzzles.

    Args:
        below: points at the top of the first page that are taken.
    """
    leaves = []
    at = 0
    for plates, slots in _grouped([_plate(item, style) for item in puzzles], style, below):
        cells = [plate.fit(slot) for plate, slot in zip(plates, slots, strict=True)]
        leaf = PageBuilder(style)
        if len(plates) == 1 and cells[0] < AT_EASE:
            wide = room_of(style, True, 0.0 if at else below)
            if (cell := plates[0].fit(wide)) > TURNED * cells[0]:
                leaf, slots, cells = PageBuilder(style, True), [wide], [cell]
        even = max(UNEVEN * min(cells), AT_EASE)
        for plate, cell, slot in zip(plates, cells, slots, strict=True):
            plate.draw(leaf, slot, min(cell, even))
        leaves.append((leaf, puzzles[at : at + len(plates)]))
        at += len(plates)
    return leaves


def _grouped(
    plates: Sequence[_Plate], style: BookStyle, below: float
) -> Iterator[tuple[Sequence[_Plate], list[Room]]]:
    """Yield the plates of each page, and the room of each."""
    at = 0
    while at < len(plates):
        room = room_of(style, below=0.0 if at else below)
        number, most = 0, max(PER_PAGE)
        for plate in plates[at:]:
            most = min(most, _most(plate, room, style))
            if number >= most:
                break
            number += 1
        page = plates[at : at + number]
        yield page, _slots(room, number)
        at += number


def _most(plate: _Plate, room: Room, style: BookStyle) -> int:
    """Return the most puzzles that may share the page of this one."""
    least = AT_EASE if style.per_page is None else SHARED
    for most in reversed(PER_PAGE):
        if style.per_page is None or most <= style.per_page:
            slot, *_ = _slots(room, most)
            if plate.fit(slot) >= least:
                return most
    return 1


def _slots(room: Room, number: int) -> list[Room]:
    """Return the parts of a page for this many puzzles; a row that is not full is centered."""
    places = next(most for most in PER_PAGE if most >= number)
    columns = _COLUMNS[places]
    lines = places // columns
    width = (room.width - (columns - 1) * _ACROSS) / columns
    height = (room.height - (lines - 1) * _DOWN) / lines
    slots = []
    for at in range(number):
        line, column = divmod(at, columns)
        missing = max(0, (line + 1) * columns - number)
        x = room.left + (column + missing / 2) * (width + _ACROSS)
        y = room.top + line * (height + _DOWN)
        slots.append(Room(x, y, x + width, y + height))
    return slots
