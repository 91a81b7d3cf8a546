"""The pages with the solutions: small pictures with numbers and titles."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonosat.draw.books.page_builder import PageBuilder, in_print_colors
from nonosat.draw.books.puzzles import Numbered
from nonosat.draw.books.style import GRAY, MILLIMETER, RULE, Room, Style, room_of
from nonosat.draw.elements import broken, cut, text_width
from nonosat.draw.svg import DrawingLayout, body, framed, layout
from nonosat.model import Cell, Grid, Puzzle

SIDE = 40 * MILLIMETER
"""About the longer side of a picture: four fill the width of A4, three that of A5."""
LEAST, MOST = 1.0 * MILLIMETER, 3.5 * MILLIMETER
"""The side of a cell."""
LINED = 1.7 * MILLIMETER
"""The least side of a cell for lines between cells: they would darken a smaller picture."""
LETTERED = 5.0
"""The least side of a cell in points for a letter that can be read in it."""
SHADES = 5
"""The most shades of gray that people can distinguish without letters."""

_GAP, _ABOVE = 8 * MILLIMETER, 3.0
_NUMBER, _TITLE, _CREDIT = 11.0, 9.0, 6.5
_TITLE_LINES, _CREDIT_LINES = 3, 2


class _Card(NamedTuple):
    """A solution as it is printed."""

    name: str
    """Its number, or another name."""
    puzzle: Puzzle
    solution: Grid
    place: DrawingLayout
    title: list[str]
    credit: list[str]
    letters: bool
    background: bool
    marks: tuple[Cell, ...]
    width: float

    @property
    def above(self) -> float:
        """The height of the lines above the picture."""
        lines = max(0, len(self.title) - 1)
        return 1.2 * _NUMBER + 1.2 * (lines * _TITLE + len(self.credit) * _CREDIT) + _ABOVE

    @property
    def height(self) -> float:
        return self.above + self.place.height

    def draw(self, leaf: PageBuilder, x: float, y: float) -> None:
        baseline = y + 0.85 * _NUMBER
        leaf.write(x, baseline, self.name, _NUMBER, bold=True)
        for at, line in enumerate(self.title):
            indent = 0.0 if at else _indent(self.name)
            leaf.write(x + indent, baseline + at * 1.2 * _TITLE, line, _TITLE)
        baseline += max(0, len(self.title) - 1) * 1.2 * _TITLE
        for at, line in enumerate(self.credit, 1):
            leaf.write(x, baseline + at * 1.2 * _CREDIT, line, _CREDIT, fill=GRAY)
        puzzle, cell = self.puzzle, self.place.cell
        if cell < LINED and not self.marks:
            inside = framed(puzzle.palette, self.solution, cell, 0.6)
        else:
            inside = body(
                puzzle,
                self.solution,
                cell=cell,
                clues=False,
                marks=self.marks,
                letters=self.letters,
                background=self.background,
            )
        leaf.draw(x, y + self.above, inside)


def answer_pages(puzzles: Iterable[Numbered], style: Style) -> list[PageBuilder]:
    """Put the solutions that are printed on pages of their own, in this order."""
    room = room_of(style, below=RULE)
    leaves = []
    cards = [_card(item, item.solution, style, room) for item in puzzles if item.solution]
    for card, x, y in _placed(cards, room):
        if (x, y) == (room.left, room.top):
            leaves.append(PageBuilder(style))
            leaves[-1].heading(style.say("solutions"))
        card.draw(leaves[-1], x, y)
    return leaves


def _placed(cards: Iterable[_Card], room: Room) -> Iterator[tuple[_Card, float, float]]:
    """Yield cards with their places, line by line like the words of a text; a page begins at the top left."""
    x, y, tall = room.left, room.top, 0.0
    for card in cards:
        if x > room.left and x + card.width > room.right + 0.01:
            x, y, tall = room.left, y + tall + _GAP, 0.0
        if y > room.top and y + card.height > room.bottom + 0.01:
            x, y, tall = room.left, room.top, 0.0
        yield card, x, y
        x += card.width + _GAP
        tall = max(tall, card.height)


def _card(item: Numbered, solution: Grid, style: Style, room: Room) -> _Card:
    puzzle = in_print_colors(item.sheet.puzzle, style)
    unit = layout(puzzle, cell=1, clues=False)
    lettered = style.lettered and not puzzle.palette.is_black_and_white
    least = LETTERED if lettered and len(puzzle.palette.inks) > SHADES else LEAST
    beside = max(1, round((room.width + _GAP) / (SIDE + _GAP)))
    side = (room.width + _GAP) / beside - _GAP
    cell = min(MOST, max(least, side / max(unit.width, unit.height)))
    # A title in three lines, its credit, and the picture must fit the page.
    lines = 1.2 * (_NUMBER + _TITLE_LINES * _TITLE + _CREDIT_LINES * _CREDIT) + _ABOVE
    cell = min(cell, room.width / unit.width, (room.height - lines) / unit.height)
    place = layout(puzzle, cell=cell, clues=False)
    width = max(side, place.width)
    name = cut(item.name, _NUMBER, width) or str(item.number)
    title = item.sheet.title if style.titles != "none" else ""
    return _Card(
        name,
        puzzle,
        solution,
        place,
        broken(title, _TITLE, width, _TITLE_LINES, first=width - _indent(name)),
        broken(item.credit, _CREDIT, width, _CREDIT_LINES),
        lettered and cell >= LETTERED,
        style.background,
        item.marks,
        width,
    )


def _indent(name: str) -> float:
    return text_width(name, _NUMBER) + 5
