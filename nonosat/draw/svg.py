"""Draws puzzles and pictures as SVG, for files, printed pages and reports.

It returns text, opens no files and needs only the standard library. A drawing has clues above and on
the left, and cells with a thick line every five. All lengths follow from the side of a cell. A `DrawingLayout`
has the place of each cell. A picture is a `Grid`, `Domains`, or rows of colors, where OPEN is a
cell that is not known.

Drawings consist of rectangles, straight paths, circles and texts, with attributes instead of style
sheets: every program that reads SVG draws these in the same way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from nonosat.draw.elements import (
    FONT,
    PAPER,
    Label,
    decimal,
    document,
    moved,
    rect,
    stroke,
    text_element,
    text_width,
)
from nonosat.draw.legend import ink_legend
from nonosat.draw.terminal import Cells, nothing_known
from nonosat.model import OPEN, Block, Cell, Domains, Grid, Palette, Puzzle, Sheet
from nonosat.model.colors import readable_on
from nonosat.words import known_of

DrawnCells = Grid | Domains | Cells
"""The picture in a drawing; OPEN in the rows of `Cells` is a cell that is not known."""

EMPHASIS = "#e8590c"
"""The frame of marked cells: an orange that is easy to see on black and on white."""
_DOT = "#8a8a8a"
_THIN, _THICK, _FAINT = "#8a8a8a", "#000000", "#d4d4d4"
_TEXT = 0.72
"""Height of the font of clues, in cells."""
_DIGIT = 0.6
"""Width of a digit in heights of the font: at least what the usual fonts have."""
_GAP, _LINE = 0.26, 0.8
"""In cells: the gap between two numbers of a row clue, and the height of one in a column clue."""
_EMPTY = (Block(0, 0),)  # an empty line has the number 0, in no color
_EDGE = 0.12
"""Margin around the drawing in cells, so that its outermost line is not cut."""


class DrawingLayout(NamedTuple):
    """The places of things in a drawing, in the units of `cell`; y points down."""

    cell: float
    """The side of a cell."""
    left: float
    """x of the first column's left edge: the room of the row clues."""
    top: float
    """y of the first row's upper edge: the room of the column clues."""
    width: float
    """Width of the whole drawing, in the unit of `cell`."""
    height: float

    def x(self, col: int) -> float:
        """Return the left edge of a column."""
        return self.left + col * self.cell

    def y(self, row: int) -> float:
        """Return the upper edge of a row."""
        return self.top + row * self.cell

    @property
    def text(self) -> float:
        """The height of the font of clues of one or two digits; longer ones are smaller."""
        return _TEXT * self.cell


def layout(
    puzzle: Puzzle, *, cell: float = 24, clues: bool = True, letters: bool = False
) -> DrawingLayout:
    """Measure the drawing of a puzzle whose cells are `cell` wide and high.

    >>> layout(Puzzle.of([[2], [1]], [[2], [1]]), cell=10, clues=False)
    DrawingLayout(cell=10, left=1.2, top=1.2, width=22.4, height=22.4)
    """
    letters |= puzzle.palette.look_alikes is not None
    left = top = _EDGE
    if clues:
        words = (
            [_words(puzzle, block, letters) for block in clue or _EMPTY] for clue in puzzle.rows
        )
        left += max(sum(map(_word_width, numbers)) for numbers in words) + _GAP
        top += max(len(clue) or 1 for clue in puzzle.cols) * _LINE + _GAP / 2
    width, height = left + puzzle.width + _EDGE, top + puzzle.height + _EDGE
    return DrawingLayout(cell, *(round(length * cell, 3) for length in (left, top, width, height)))


def drawing(
    puzzle: Puzzle | Sheet,
    picture: DrawnCells | None = None,
    *,
    cell: float = 24,
    marks: Iterable[Cell] = (),
    letters: bool = False,
    legend: bool = False,
    note: str = "",
) -> str:
    """Draw a puzzle, alone or with a picture in it, as a complete SVG document.

    Args:
        puzzle: of a sheet the title names the drawing, for screen readers and as a tooltip.
        picture: the picture in the cells; None leaves them empty, for solving on paper.
        cell: the side of a cell in pixels.
        marks: cells to put a frame around, such as those where two solutions differ.
        letters: write the letters of the inks into cells and behind clues of a colored puzzle, for
            gray printing. They are always written if two inks look the same.
        legend: name the inks of a colored puzzle below.
        note: a line of text below.

    Returns:
        The text of an SVG file. Its size is that of `layout` with the same `cell` and `letters`; a
        legend and a note make it larger.

    Raises:
        ValueError: the picture's size is not the puzzle's.
    """
    title = puzzle.title if isinstance(puzzle, Sheet) else ""
    puzzle = Sheet.of(puzzle).puzzle
    place = layout(puzzle, cell=cell, letters=letters)
    inside = body(puzzle, picture, cell=cell, marks=marks, letters=letters)
    width, height = place.width, place.height
    if legend:
        size, edge = place.text, _EDGE * cell
        most = max(width - 2 * edge, 8 * size)
        below = ink_legend(puzzle.palette, size, most, letters=letters, background=True)
        if below.height:
            words = "\n".join(label.svg() for label in below.labels)
            inside += "\n" + moved(edge, height + size / 2, f"{below.shapes}\n{words}")
            width = max(width, below.width + 2 * edge)
            height += size / 2 + below.height
            inside = f"{rect(0, 0, width, height, PAPER)}\n{inside}"
    if note:
        edge, size, bottom = _EDGE * cell, place.text, height
        height += 2 * size
        width = max(width, text_width(note, size) + 2 * edge)
        label = Label(edge, bottom + 1.3 * size, note, size).svg()
        inside = f"{rect(0, 0, width, height, PAPER)}\n{inside}\n{label}"
    return document(width, height, inside, title)


def body(
    puzzle: Puzzle,
    picture: DrawnCells | None = None,
    *,
    cell: float = 24,
    clues: bool = True,
    marks: Iterable[Cell] = (),
    letters: bool = False,
    background: bool = True,
) -> str:
    """Return the SVG elements of `drawing`, to be put into a larger document.

    They fill the rectangle from (0, 0) to the width and height of `layout`. Wrap them in
    ``<g transform="translate(x y)">`` to move them.

    Args:
        background: paint blank cells in their color; else they are white.
    """
    palette = puzzle.palette
    letters |= palette.look_alikes is not None
    place = layout(puzzle, cell=cell, clues=clues, letters=letters)
    if not background:
        palette = Palette((palette.colors[0]._replace(rgb=PAPER), *palette.colors[1:]))
    rows = _rows(puzzle, picture)
    parts = [rect(0, 0, place.width, place.height, PAPER)]
    if clues:
        parts += _guides(puzzle, place)
        parts += _clues(puzzle, place, letters)
    parts += _cell_fills(palette, rows, place)
    open_cells = any(color == OPEN for row in rows for color in row)
    if open_cells or any(_looks_like(ink.rgb, palette.colors[0].rgb) for ink in palette.colors[1:]):
        parts += _dots(rows, place)
    if letters and not palette.is_black_and_white:
        parts += _letters(palette, rows, place)
    parts += _lines(puzzle, place)
    parts.append(_frames(marks, place))
    return "\n".join(filter(None, parts))


def thumbnail(palette: Palette, grid: Grid, *, cell: float = 4, marks: Iterable[Cell] = ()) -> str:
    """Only the cells of a picture, without clues and lines, as a complete SVG document.

    Args:
        cell: the side of a cell in pixels.
        marks: cells to put a frame around.
    """
    place = _bare(grid, cell)
    parts = [*_cell_fills(palette, [*grid], place), _frames(marks, place)]
    return document(place.width, place.height, "\n".join(filter(None, parts)))


def framed(palette: Palette, grid: Grid, cell: float, line: float) -> str:
    """Return the SVG elements of a picture in a frame, without clues and lines, for cells too small for these.

    Args:
        cell: the side of a cell.
        line: the width of the frame; half of it lies outside the cells.
    """
    place = _bare(grid, cell)
    look = f'stroke="{_THICK}" stroke-width="{decimal(line)}"'
    frame = rect(0, 0, place.width, place.height, "none", look)
    return "\n".join([*_cell_fills(palette, [*grid], place), frame])


def _bare(grid: Grid, cell: float) -> DrawingLayout:
    return DrawingLayout(cell, 0, 0, grid.width * cell, grid.height * cell)


def _cell_fills(palette: Palette, rows: Cells, place: DrawingLayout) -> list[str]:
    """Draw the colors of cells, one path per color. Open cells look like blank ones."""
    paper = palette.colors[0].rgb
    looks = {OPEN: paper, **{index: color.rgb for index, color in enumerate(palette.colors)}}
    width, height = len(rows[0]), len(rows)
    boxes: defaultdict[str, list[str]] = defaultdict(list)
    for row, cells in enumerate(rows):
        for rgb, run in groupby(range(width), key=lambda col: looks[cells[col]]):
            if rgb != paper:
                cols = list(run)
                box = place.x(cols[0]), place.y(row), len(cols) * place.cell, place.cell
                boxes[rgb].append(_box(*box))
    ground = rect(place.left, place.top, width * place.cell, height * place.cell, paper)
    return [
        ground,
        *(
            f'<path fill="{rgb}" shape-rendering="crispEdges" d="{"".join(path)}"/>'
            for rgb, path in boxes.items()
        ),
    ]


def _box(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle as a part of a path."""
    long = decimal(width)
    return f"M{decimal(x)} {decimal(y)}h{long}v{decimal(height)}h-{long}z"


def _frames(cells: Iterable[Cell], place: DrawingLayout) -> str:
    """Draw a frame inside each of some cells; "" without any."""
    inset = 0.1 * place.cell
    side = place.cell - 2 * inset
    path = [_box(place.x(col) + inset, place.y(row) + inset, side, side) for row, col in cells]
    return stroke(path, EMPHASIS, 0.2 * place.cell)


def _looks_like(one: str, other: str) -> bool:
    """Return True if people cannot distinguish two colors on paper."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return all(abs(a - b) < 24 for a, b in pairs)


def _rows(puzzle: Puzzle, picture: DrawnCells | None) -> Cells:
    rows: Cells
    if picture is None:
        rows = nothing_known(puzzle)
    elif isinstance(picture, Grid):
        rows = [*picture]
    elif isinstance(picture, Domains):
        rows = known_of(picture)
    else:
        rows = picture
    if len(rows) != puzzle.height or {len(row) for row in rows} != {puzzle.width}:
        raise ValueError(
            f"the picture must be as large as the puzzle: {puzzle.width}x{puzzle.height}"
        )
    return rows


def _words(puzzle: Puzzle, block: Block, letters: bool) -> str:
    """Return a number of a clue, with the letter of its ink if `letters`."""
    if letters and block.color and not puzzle.palette.is_black_and_white:
        return f"{block.number}{puzzle.palette.colors[block.color].char}"
    return block.number


def _word_width(words: str) -> float:
    """Return the width of a number of a row clue with the gap behind it, in cells."""
    return len(words) * _DIGIT * _font(words) + _GAP


def _font(words: str) -> float:
    """Return the height of a number's font in cells, so that the number fits into a column."""
    return min(_TEXT, 0.92 / (_DIGIT * len(words)))


class _Number(NamedTuple):
    """A number of a clue: its block's color (0 for an empty clue), and its box."""

    words: str
    color: int
    x: float
    y: float
    width: float
    height: float


def _numbers(puzzle: Puzzle, place: DrawingLayout, letters: bool) -> Iterator[_Number]:
    cell = place.cell
    for row, clue in enumerate(puzzle.rows):
        right = place.left - _GAP / 2 * cell
        for block in reversed(clue or _EMPTY):
            words = _words(puzzle, block, letters)
            width = _word_width(words) * cell
            right -= width
            yield _Number(words, block.color, right, place.y(row), width, cell)
    for col, clue in enumerate(puzzle.cols):
        bottom = place.top - _GAP / 4 * cell
        for block in reversed(clue or _EMPTY):
            bottom -= _LINE * cell
            words = _words(puzzle, block, letters)
            yield _Number(words, block.color, place.x(col), bottom, cell, _LINE * cell)


def _clues(puzzle: Puzzle, place: DrawingLayout, letters: bool) -> list[str]:
    """Draw the numbers. In colored puzzles each number is black or white on its color."""
    cell = place.cell
    boxes: defaultdict[str, list[str]] = defaultdict(list)
    texts: defaultdict[tuple[str, float], list[str]] = defaultdict(list)
    for item in _numbers(puzzle, place, letters):
        ink = "#000000" if item.color else _DOT
        if item.color and not puzzle.palette.is_black_and_white:
            rgb = puzzle.palette.colors[item.color].rgb
            ink = readable_on(rgb)
            inset = 0.04 * cell
            wide, high = item.width - 2 * inset, item.height - 2 * inset
            boxes[rgb].append(_box(item.x + inset, item.y + inset, wide, high))
        size = _font(item.words) * cell
        # The middle of a digit is 0.36 of the font's height above its baseline.
        x, y = item.x + item.width / 2, item.y + item.height / 2 + 0.36 * size
        texts[ink, size].append(
            f'<text x="{decimal(x)}" y="{decimal(y)}">{text_element(item.words)}</text>'
        )
    outline = f'stroke="{_THIN}" stroke-width="{decimal(0.03 * cell)}"'
    return [
        *(f'<path fill="{rgb}" {outline} d="{"".join(path)}"/>' for rgb, path in boxes.items()),
        *(
            f'<g font-family="{FONT}" font-size="{decimal(size)}" text-anchor="middle" '
            f'fill="{ink}">\n{"".join(lines)}\n</g>'
            for (ink, size), lines in texts.items()
        ),
    ]


def _guides(puzzle: Puzzle, place: DrawingLayout) -> list[str]:
    """Faint lines from the cells through the clues to guide the eye, stronger every five."""
    edge = _EDGE * place.cell
    return [
        _ruled(puzzle, place, every_five, (edge, place.top), (edge, place.left), look, width)
        for every_five, look, width in ((False, _FAINT, 0.03), (True, _THIN, 0.05))
    ]


def _lines(puzzle: Puzzle, place: DrawingLayout) -> list[str]:
    """Draw the lines between cells, and the thick ones: every five, and around all."""
    parts = []
    for every_five, look, width in ((False, _THIN, 0.04), (True, _THICK, 0.1)):
        over = width * place.cell / 2 if every_five else 0  # for corners without notches
        down = (place.top - over, place.y(puzzle.height) + over)
        across = (place.left - over, place.x(puzzle.width) + over)
        parts.append(_ruled(puzzle, place, every_five, down, across, look, width))
    return parts


def _ruled(
    puzzle: Puzzle, place: DrawingLayout, every_five: bool,
    down: tuple[float, float], across: tuple[float, float], look: str, width: float,
) -> str:  # fmt: skip
    """Draw the thick lines or the others: before columns from y to y, before rows from x to x.

    Every fifth line is thick, and so are the outermost.
    """

    def places(count: int) -> list[int]:
        return [at for at in range(count + 1) if (at % 5 == 0 or at == count) == every_five]

    path = [
        f"M{decimal(place.x(col))} {decimal(down[0])}V{decimal(down[1])}"
        for col in places(puzzle.width)
    ] + [
        f"M{decimal(across[0])} {decimal(place.y(row))}H{decimal(across[1])}"
        for row in places(puzzle.height)
    ]
    return stroke(path, look, width * place.cell)


def _dots(rows: Cells, place: DrawingLayout) -> list[str]:
    half, radius = place.cell / 2, decimal(0.11 * place.cell)
    circles = [
        f'<circle cx="{decimal(place.x(col) + half)}" cy="{decimal(place.y(row) + half)}" '
        f'r="{radius}"/>'
        for row, cells in enumerate(rows)
        for col, color in enumerate(cells)
        if color == 0
    ]
    return [f'<g fill="{_DOT}">\n{"".join(circles)}\n</g>'] if circles else []


def _letters(palette: Palette, rows: Cells, place: DrawingLayout) -> list[str]:
    half, size = place.cell / 2, 0.6 * place.cell
    looks = {index: (ink.char, readable_on(ink.rgb)) for index, ink in enumerate(palette.colors)}
    return [
        Label(
            place.x(col) + half, place.y(row) + half + 0.36 * size, char, size, fill, "middle"
        ).svg()
        for row, cells in enumerate(rows)
        for col, color in enumerate(cells)
        if color > 0
        for char, fill in [looks[color]]
    ]
