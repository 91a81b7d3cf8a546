"""A picture with its clues as text: plain characters, or styled segments for a terminal.

Three layouts on a terminal: *large* draws a cell two characters wide; *small* draws two rows of
cells in one line of half blocks; *bare* does so without the clues. `styled` takes the first that
fits, or scales the last of them down.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from nonosat.model import OPEN, UNSETTLED, Block, Cell, Clue, Clues, Grid
from nonosat.model.colors import mix, readable_on
from nonosat.words import chars_of

Cells = Sequence[Sequence[int]]
"""Rows of colors, OPEN or UNSETTLED."""
Marked = Collection[Cell]
"""Cells to point out; they keep their color."""


LOOKED_AT = "#ffe066"
"""The paper of a clue that a step is about."""


class Segment(NamedTuple):
    """A part of a line: text, its color and that of the paper behind it, as ``#rrggbb``."""

    text: str
    ink: str = ""
    paper: str = ""
    dim: bool = False


class Lit(NamedTuple):
    """The lines whose clues are lit."""

    rows: Collection[int] = ()
    cols: Collection[int] = ()


NONE_LIT = Lit()


def with_open(picture: Grid, cells: Iterable[Cell]) -> list[list[int]]:
    """Return the cells of a picture, with these OPEN."""
    shown = [list(row) for row in picture]
    for row, col in cells:
        shown[row][col] = OPEN
    return shown


def nothing_known(puzzle: Clues) -> list[list[int]]:
    """Every cell OPEN."""
    return [[OPEN] * puzzle.width for _ in range(puzzle.height)]


def plain_lines(puzzle: Clues, cells: Cells, lit: Lit = NONE_LIT, marked: Marked = ()) -> list[str]:
    """Return the picture in ``.``, ``#`` or the inks' characters, ``?`` for open cells, with its clues.

    Cells that are not settled are ``!``. Marked cells have a ``*`` before them, lit rows a ``>`` before
    them, and lit columns a ``v`` above them.

    >>> from nonosat.model import Grid, Puzzle
    >>> puzzle = Puzzle.of([[2], [1]], [[2], [1]])
    >>> print("\\n".join(plain_lines(puzzle, [*Grid(2, 2, bytes([1, 1, 1, 0]))])))
       2 1
     2 # #
     1 # .
    """
    # Text, since segments would take ten times as long.
    heads = [clue.text(puzzle.palette).split(" ") for clue in puzzle.cols]
    left = max(len(clue.text(puzzle.palette)) for clue in puzzle.rows) + 1
    above, pitch = max(map(len, heads)), max(len(word) for head in heads for word in head) + 1
    levels = [
        [h[-level] if level <= len(h) else "" for h in heads] for level in range(above, 0, -1)
    ]
    if lit.cols:
        levels.insert(0, ["v" if col in lit.cols else "" for col in range(puzzle.width)])
    lines = [" " * left + "".join([word.rjust(pitch) for word in level]) for level in levels]
    chars = chars_of(puzzle.palette)
    squares = {cell: char.rjust(pitch) for cell, char in chars.items()}
    marked_rows = {row for row, _ in marked}
    for row, clue in enumerate(puzzle.rows):
        shown = [*map(squares.__getitem__, cells[row])]
        if row in marked_rows:
            for col in range(puzzle.width):
                if (row, col) in marked:
                    shown[col] = ("*" + chars[cells[row][col]]).rjust(pitch)
        words = " >"[row in lit.rows] + clue.text(puzzle.palette)
        lines.append(words.rjust(left) + "".join(shown))
    return [line.rstrip() for line in lines]


def styled(
    puzzle: Clues, cells: Cells, width: int, marked: Marked = (), lit: Lit = NONE_LIT
) -> list[list[Segment]]:
    """Return the first of the layouts large, small and bare whose lines have at most `width` characters.

    If none has, the picture is scaled down.
    """
    for layout in (large, small) if puzzle.width <= width else ():
        lines = layout(puzzle, cells, marked, lit)
        if max(_width(line) for line in lines) <= width:
            return lines
    step = -(-puzzle.width // max(1, width))
    if step <= 1:
        return bare(puzzle, cells, marked)
    scaled = half_blocks(_scaled(_looks(puzzle, cells, marked), step))
    return [*scaled, [Segment(f"scaled to fit: a square is {step}x{step} cells")]]


def _square(puzzle: Clues, cell: int, marked: bool) -> Segment:
    if cell == OPEN:
        return Segment("[]" if marked else "??", "#d00000", "#ffe0a0")
    if cell == UNSETTLED:
        return Segment("!!", "#606060", "#d0d0d0")
    rgb = puzzle.palette.colors[cell].rgb
    return Segment("[]", "#ff8c00", rgb) if marked else Segment("  ", "", rgb)


def small(
    puzzle: Clues, cells: Cells, marked: Marked = (), lit: Lit = NONE_LIT
) -> list[list[Segment]]:
    """Draw the picture in half blocks, two rows per line.

    The clue of the upper row is on the left, the clue of the lower row on the right. The digits of a
    column's number are below each other; neighboring numbers differ in brightness.
    """
    sides = [_clue_segments(puzzle, c, r in lit.rows) for r, c in enumerate(puzzle.rows)]
    lefts, rights = sides[::2], [*sides[1::2], []]
    margin = max(_width(left) for left in lefts)
    lines = [[Segment(" " * (margin + 1)), *line] for line in _stacked_digits(puzzle, lit.cols)]
    for left, right, halves in zip(lefts, rights, bare(puzzle, cells, marked), strict=False):
        pad = Segment(" " * (margin - _width(left)))
        lines.append([pad, *left, Segment(" "), *halves, Segment(" "), *right])
    return lines


def bare(puzzle: Clues, cells: Cells, marked: Marked = ()) -> list[list[Segment]]:
    """Draw the picture alone in half blocks, two rows per line; marked cells lean towards orange."""
    return half_blocks(_looks(puzzle, cells, marked))


def _looks(puzzle: Clues, cells: Cells, marked: Marked) -> list[list[str]]:
    """Return the colors of cells as ``#rrggbb``."""
    look = {OPEN: "#ffb000", UNSETTLED: "#a0a0a0"}
    look |= {i: color.rgb for i, color in enumerate(puzzle.palette.colors)}
    tinted = {cell: mix(rgb, "#ff8c00", 0.5) for cell, rgb in look.items()}
    return [
        [(tinted if (r, c) in marked else look)[cell] for c, cell in enumerate(row)]
        for r, row in enumerate(cells)
    ]


def _scaled(looks: Sequence[Sequence[str]], step: int) -> list[list[str]]:
    """Return for each square of `step` cells the color that most of them have."""
    across = range(0, len(looks[0]), step)
    bands = (looks[top : top + step] for top in range(0, len(looks), step))
    return [
        [
            Counter(chain(*(row[at : at + step] for row in band))).most_common(1)[0][0]
            for at in across
        ]
        for band in bands
    ]


def half_blocks(looks: Sequence[Sequence[str]]) -> list[list[Segment]]:
    """Draw rows of ``#rrggbb`` in half blocks, two rows per line."""
    below = [*looks[1::2], [""] * len(looks[0])]
    return [
        [Segment("▀", top, bottom) for top, bottom in zip(*rows, strict=True)]
        for rows in zip(looks[::2], below, strict=False)
    ]


def _width(segments: Sequence[Segment]) -> int:
    return sum(len(segment.text) for segment in segments)


def _clue_segments(puzzle: Clues, clue: Clue, lit: bool = False) -> list[Segment]:
    """Return the numbers of a row clue, each in its ink."""
    gap = Segment(" ", paper=LOOKED_AT if lit else "")
    if puzzle.palette.is_black_and_white or not clue:
        return [_lit(gap._replace(text=" " + clue.text(puzzle.palette)), lit)]
    parts = []
    for block in clue:
        parts += [gap, _number(puzzle, block)]
    return parts


def _number(puzzle: Clues, block: Block) -> Segment:
    """Return a number; with several inks in its ink, on black or white, so that it is easy to read."""
    if puzzle.palette.is_black_and_white:
        return Segment(block.number)
    rgb = puzzle.palette.colors[block.color].rgb
    return Segment(block.number, rgb, readable_on(rgb))


def _lit(segment: Segment, lit: bool) -> Segment:
    """Return a segment of a clue that a step is about; numbers in an ink keep their paper."""
    if not lit or segment.ink:
        return segment
    return segment._replace(ink="#000000", paper=LOOKED_AT, dim=False)


def large(
    puzzle: Clues, cells: Cells, marked: Marked = (), lit: Lit = NONE_LIT
) -> list[list[Segment]]:
    """Draw the picture in squares of color, with its clues above and on the left.

    Squares are at least two characters wide, and as wide as the widest number needs.
    """
    left = max(_width(_clue_segments(puzzle, clue)) for clue in puzzle.rows) + 1
    heads = [[_number(puzzle, block) for block in clue] or [Segment("0")] for clue in puzzle.cols]
    pitch = max(len(segment.text) for head in heads for segment in head) + 1
    pitch = max(2, pitch - (pitch == 3))  # squares are two wide; two digits fit them exactly
    lines = []
    for level in range(max(map(len, heads)), 0, -1):
        line = [Segment(" " * left)]
        for col, head in enumerate(heads):
            segment = head[-level] if level <= len(head) else Segment("")
            # Numbers of two digits touch their neighbors in a square two wide: brightness differs.
            segment = segment._replace(dim=col % 2 == 1)
            pad = Segment(" " * (pitch - len(segment.text)))
            line += [_lit(part, col in lit.cols) for part in (pad, segment)]
        lines.append(line)
    for row, clue in enumerate(puzzle.rows):
        numbers = _clue_segments(puzzle, clue, row in lit.rows)
        line = [Segment(" " * (left - 1 - _width(numbers))), *numbers, Segment(" ")]
        for col, cell in enumerate(cells[row]):
            square = _square(puzzle, cell, (row, col) in marked)
            line.append(square._replace(text=square.text.ljust(pitch)))
        lines.append(line)
    return lines


def _stacked_digits(puzzle: Clues, lit: Collection[int]) -> list[list[Segment]]:
    """Column clues one character wide."""
    columns: list[list[Segment]] = []
    for at, clue in enumerate(puzzle.cols):
        column: list[Segment] = []
        for number, block in enumerate(clue):
            segment = _number(puzzle, block)._replace(dim=number % 2 == 1)
            column += [segment._replace(text=digit) for digit in block.number]
        columns.append([_lit(digit, at in lit) for digit in column or [Segment("0")]])
    depth = max(len(column) for column in columns)
    return [
        [column[-level] if level <= len(column) else Segment(" ") for column in columns]
        for level in range(depth, 0, -1)
    ]
