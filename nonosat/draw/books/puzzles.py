"""The pages with the puzzles: one, two, four or six on each."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonosat.draw.books.page_builder import PROSE, PageBuilder, in_print_colors, stars_width
from nonosat.draw.books.style import (
    GRAY,
    LEAST_TEXT,
    MILLIMETER,
    PER_PAGE,
    Room,
    Style,
    room_of,
    size_words,
)
from nonosat.draw.elements import cut, text_width
from nonosat.draw.legend import Legend, ink_legend
from nonosat.draw.svg import DrawingLayout, body, layout
from nonosat.model import Cell, Grid, Palette, Puzzle, Sheet

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
    """A puzzle to be printed, with its number, from 1."""

    number: int
    sheet: Sheet
    stars: int | None = None
    solution: Grid | None = None
    """None if it is not printed."""
    credit: str = ""
    """Printed with the solution."""
    name: str = ""
    """Printed in place of the number."""
    facts: str = ""
    """Printed in place of size and colors."""
    marks: tuple[Cell, ...] = ()
    """Cells of the solution to put a frame around."""


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
    style: Style

    @property
    def above(self) -> float:
        """The height of the lines above the drawing."""
        return 1.35 * _NUMBER + (1.4 * _TITLE if self.title else 0)

    def legend(self, width: float) -> Legend:
        if not self.style.legend or self.puzzle.palette.is_black_and_white:
            return Legend(0, 0)
        letters, background = self.style.lettered, self.style.background
        colors = self.puzzle.palette.colors
        palette = Palette(tuple(one._replace(name=self.style.ink(one.name)) for one in colors))
        return ink_legend(palette, _INKS, width, letters=letters, background=background)

    def fit(self, room: Room) -> float:
        """Return the side of a cell that fits, at most the one that is wanted."""
        most = MOST if self.style.cell is None else self.style.cell * MILLIMETER
        return min(most, self.largest(room))

    def largest(self, room: Room) -> float:
        """Return the side of the largest cell that fits."""
        below = self.legend(room.width).height
        height = room.height - self.above - (below and below + _INKS)
        return min(room.width / self.unit.width, height / self.unit.height)

    def draw(self, leaf: PageBuilder, room: Room, cell: float) -> None:
        """Put it on a page: at the top of the room, in the middle between its sides."""
        wide = self.unit.width * cell
        name = cut(self.name, self.size, 0.7 * room.width)
        after = PROSE * text_width(name, self.size) + 8
        left_of_facts = after + (stars_width(_STAR) + 8 if self.stars else 0)
        first_line = left_of_facts + 8 + text_width(self.facts, _FACTS)
        broad = min(room.width, max(wide, first_line))
        x, y = room.left + (room.width - broad) / 2, room.top
        legend = self.legend(room.width)
        if self.style.center:
            below = legend.height and legend.height + _INKS
            y += (room.height - self.above - self.unit.height * cell - below) / 2
        leaf.write(x, y + 0.85 * _NUMBER, name, self.size, bold=True)
        if self.stars:
            leaf.stars(x + after, y + 0.85 * _NUMBER - 0.92 * _STAR, _STAR, self.stars)
        facts = cut(self.facts, _FACTS, broad - left_of_facts)
        leaf.write(x + broad, y + 0.85 * _NUMBER, facts, _FACTS, fill=GRAY, anchor="end")
        if self.title:
            title = cut(self.title, _TITLE, room.right - x)
            leaf.write(x, y + 1.35 * _NUMBER + 0.8 * _TITLE, title, _TITLE)
        y += self.above
        if self.style.center:
            x = room.left + (room.width - wide) / 2
        givens, letters = self.puzzle.givens, self.style.lettered
        background = self.style.background
        inside = body(self.puzzle, givens, cell=cell, letters=letters, background=background)
        leaf.draw(x, y, inside)
        if legend.height:
            y += self.unit.height * cell + _INKS
            leaf.draw(x, y, legend.shapes, legend.labels)


def _plate(item: Numbered, style: Style) -> _Plate:
    puzzle = in_print_colors(item.sheet.puzzle, style)
    facts = item.facts or size_words(puzzle.width, puzzle.height)
    if not (item.facts or puzzle.palette.is_black_and_white):
        facts += ", " + style.say("colors", count=len(puzzle.palette.inks))
    title = item.sheet.title if style.titles == "puzzles" else ""
    unit = layout(puzzle, cell=1, letters=style.lettered)
    name = item.name or style.say("puzzle", number=item.number)
    return _Plate(
        name,
        _NUMBER if name.isdigit() else 0.75 * _NUMBER,
        puzzle,
        title,
        facts,
        item.stars,
        unit,
        style,
    )


def largest_cell(item: Numbered, style: Style, below: float = 0.0) -> float:
    """Return the side of the largest cell for a puzzle that is alone on a page, in millimeters."""
    plate = _plate(item, style)
    largest = max(plate.largest(room_of(style, turned, below)) for turned in (False, True))
    return largest / MILLIMETER


def why_too_small(item: Numbered, style: Style, below: float = 0.0) -> str:
    """Say why a puzzle cannot be printed; "" if it can.

    Args:
        below: points at the top of a page that may be taken.
    """
    largest = largest_cell(item, style, below)
    if style.cell is not None and style.cell > largest:
        return (
            f"its cells of {style.cell:g} mm are too large for {style.page}: at most "
            f"{math.floor(largest * 100) / 100:g} mm"
        )
    side = min(largest * MILLIMETER, MOST if style.cell is None else style.cell * MILLIMETER)
    text = layout(item.sheet.puzzle, cell=side, letters=style.lettered).text
    if text >= LEAST_TEXT:
        return ""
    return (
        f"its clues of {text:.1f} points would be too small to read on {style.page}: at least "
        f"{LEAST_TEXT:g} points are needed"
    )


def puzzle_pages(
    puzzles: Sequence[Numbered], style: Style, below: float = 0.0
) -> list[tuple[PageBuilder, Sequence[Numbered]]]:
    """Put puzzles on pages, in order; return each page with its puzzles.

    The cells of puzzles of one size are equally large, on all pages.

    Args:
        below: points at the top of the first page that are taken.
    """
    leaves, drawn = [], list[tuple[_Plate, PageBuilder, Room, float]]()
    at = 0
    for plates, slots in _grouped([_plate(item, style) for item in puzzles], style, below):
        cells = [plate.fit(slot) for plate, slot in zip(plates, slots, strict=True)]
        leaf = PageBuilder(style)
        if len(plates) == 1 and cells[0] < _at_ease(style):
            wide = room_of(style, True, 0.0 if at else below)
            least = TURNED if style.cell is None else 1.0
            if (cell := plates[0].fit(wide)) > least * cells[0]:
                leaf, slots, cells = PageBuilder(style, True), [wide], [cell]
        even = max(UNEVEN * min(cells), AT_EASE)
        for plate, cell, slot in zip(plates, cells, slots, strict=True):
            drawn.append((plate, leaf, slot, min(cell, even)))
        leaves.append((leaf, puzzles[at : at + len(plates)]))
        at += len(plates)
    smallest = dict[tuple[int, int], float]()
    for plate, _, _, cell in drawn:
        size = (plate.puzzle.height, plate.puzzle.width)
        smallest[size] = min(cell, smallest.get(size, cell))
    for plate, leaf, slot, _ in drawn:
        plate.draw(leaf, slot, smallest[plate.puzzle.height, plate.puzzle.width])
    return leaves


def _grouped(
    plates: Sequence[_Plate], style: Style, below: float
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


def _at_ease(style: Style) -> float:
    return AT_EASE if style.cell is None else style.cell * MILLIMETER


def _most(plate: _Plate, room: Room, style: Style) -> int:
    """Return the most puzzles that may share the page of this one."""
    least = _at_ease(style) if style.per_page is None or style.cell else SHARED
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
