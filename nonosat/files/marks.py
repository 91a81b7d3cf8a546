"""Reads the marks that a player has made in a puzzle: a text, a picture, or a saved game.

In a text the letters of the puzzle's inks come first. Then ``#``, ``1`` and black squares are filled, and a
cross is blank. An X is a cross beside ink, else ink itself; ``?`` and a blank do not mark a cell. The puzzle decides what ``.``,
``_``, ``0``, a white square and a lone ``-`` mean: such cells are blank if the whole
is then a solution, or beside ``?`` if no solution contradicts them; else they do not mark it.

A puzzle file has its own palette, perhaps in another order. So inks are matched by letter and color,
not by number.
"""

import os
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from nonosat.errors import ParseError, UsageError
from nonosat.files.raw import read_bytes
from nonosat.files.read import all_sheets, loads, stream_bytes
from nonosat.formats.base import Record
from nonosat.formats.detect.bytes_to_text import decode
from nonosat.formats.entry import DRAWN_MARK
from nonosat.formats.picture.drawn import read_games
from nonosat.formats.said.grid import SEPARATORS
from nonosat.limits import Limits
from nonosat.model import Domains, Palette, Puzzle, Sheet, cell_name
from nonosat.model.css_colors import color_char
from nonosat.solving.api import solve
from nonosat.solving.result import Verdict
from nonosat.words import plural

FILLED = "#\N{BLACK SQUARE}\N{FULL BLOCK}1"
CROSSES = "Xx"
"""Blank beside ink, else ink."""
EITHER = "._\N{WHITE SQUARE}0-"
"""Blank cells, or cells without a mark."""
SECONDS = 2.0
"""Seconds of a search for a solution with certain cells blank."""


class Marks(NamedTuple):
    """The marks of a player in a puzzle."""

    known: Domains
    """The colors that are left to each cell."""
    marked: Domains
    """The same, but of cells with a sign of `EITHER` nothing is known."""
    remark: str
    """A sentence on how such signs were read; "" if there are none."""


class MisfitMarks(UsageError):
    """Only one side of the marks is as long as that of the puzzle."""


def read_marks(path: str | os.PathLike[str], puzzle: Puzzle) -> Marks:
    """Read the marks of `puzzle` in a file.

    Raises:
        InputError: the file cannot be opened.
        UsageError: it holds no marks of this puzzle.
    """
    return marks_of(*read_bytes(path), puzzle)


def marks_of(data: bytes, source: str, puzzle: Puzzle) -> Marks:
    """Read the marks of `puzzle` in the bytes of a file, as `read_marks` does."""
    if DRAWN_MARK.encode() in data:  # a picture that nonosat drew
        return _saved(read_games(Record(data, source)), source, puzzle)
    try:
        rows = _rows(decode(data, source), puzzle)
    except ParseError:  # not a text
        return _drawn(data, source, puzzle)
    if not rows:
        raise UsageError(f"{source}: the file is empty")
    seen = {char for _, row in rows for char in row}
    signs = _signs(puzzle, seen, source)
    strange = next(((at, char) for at, row in rows for char in row if char not in signs), None)
    if strange is None:
        _check_size(source, len(rows), {len(row): at for at, row in rows[::-1]}, puzzle)
        cells = [signs[char] for _, row in rows for char in row]
        either = " and ".join(repr(char) for char in EITHER if char in seen and not signs[char])
        return _settled(puzzle, cells, either, "?" in seen)
    off = [len(rows) - puzzle.height, *(len(row) - puzzle.width for _, row in rows)]
    try:
        sheets = all_sheets(stream_bytes(data, source))
    except ParseError:
        sheets = []
    if not any(sheet.shown for sheet in sheets) and (not sheets or max(map(abs, off)) < 2):
        letters = " ".join([*puzzle.palette.chars, "?"])
        raise UsageError(
            f"{source}:{strange[0]}: {strange[1]!r} is not a cell; expected {letters}, "
            "or a puzzle file with given cells"
        )
    return _saved(sheets, source, puzzle)


def _rows(text: str, puzzle: Puzzle) -> list[tuple[int, str]]:
    """Return the rows of a grid with the numbers of their lines.

    Editors cut blanks off: where a blank is a cell, rows are filled up.
    """
    width = puzzle.width
    rows = text.rstrip().split("\n")
    if all(len(row) >= 2 * width - 1 and not row[1::2].strip(SEPARATORS) for row in rows):
        rows = [row[::2] for row in rows]
    rows = [row.rstrip() for row in rows]
    seen = {*"".join(rows)}
    if seen and "?" not in seen and (" " in seen or "" in rows):
        rows = [row.ljust(width) for row in rows] + [" " * width] * (puzzle.height - len(rows))
    return [(at, row) for at, row in enumerate(rows, 1) if row]


def _signs(puzzle: Puzzle, seen: AbstractSet[str], source: str) -> dict[str, int]:
    """Return the sets of colors that the characters of a grid leave to its cells; 0 for `EITHER`."""
    colors = puzzle.palette.colors
    signs = {"\N{MULTIPLICATION SIGN}": 1, "?": (1 << len(colors)) - 1, " ": (1 << len(colors)) - 1}
    signs |= dict.fromkeys(EITHER, 0) | ({"-": 1} if seen & {*" ?", *EITHER[:-1]} else {})
    inks = {color.char: 1 << number for number, color in enumerate(colors) if number}
    if len(colors) == 2:  # its ink may be called by a letter
        letters = {color_char(colors[1].rgb) or "", colors[1].name[:1]}
        inks |= dict.fromkeys(
            [*FILLED, *filter(str.isalpha, {*letters, *map(str.swapcase, letters)})], 2
        )
    is_cross = len(colors) > 2 or bool(seen & inks.keys())
    if not is_cross and seen >= {*CROSSES}:
        raise UsageError(f"{source}: it has both X and x; write # for a filled cell")
    return signs | dict.fromkeys(CROSSES, 1 if is_cross else 2) | inks


def _settled(puzzle: Puzzle, cells: Sequence[int], either: str, is_open: bool) -> Marks:
    """Return marks whose zeros are cells that are blank, or have no mark.

    Args:
        either: the names of such signs, for the remark.
        is_open: whether there is another sign for cells without a mark.
    """
    colors = len(puzzle.palette.colors)
    full = (1 << colors) - 1
    marked, blank, alone = (
        Domains.of_cells(puzzle.height, puzzle.width, colors, masks)
        for masks in (
            [mask or full for mask in cells],
            [mask or 1 for mask in cells],
            [full if mask else 1 for mask in cells],
        )
    )
    if all(cells):
        return Marks(marked, marked, "")
    whole = blank.grid()
    is_blank = whole is not None and puzzle.accepts(whole)
    if is_open and not is_blank:
        found = solve(puzzle, known=alone, limits=Limits(SECONDS))
        is_blank = found.verdict is not Verdict.NONE
    return Marks(
        blank if is_blank else marked,
        marked,
        f"{either} read as {'blank' if is_blank else 'no mark'}",
    )


def _drawn(data: bytes, source: str, puzzle: Puzzle) -> Marks:
    """Return the marks of a picture, whose ink is filled; it may be a puzzle file with a saved game."""
    sheets = all_sheets(stream_bytes(data, source))
    if any(sheet.shown for sheet in sheets):
        return _saved(sheets, source, puzzle)
    for format in ("png", "pixels"):  # an even picture may look enlarged
        (sheet,) = loads(data, format, source)
        (grid,) = sheet.goals
        if (grid.height, grid.width) == (puzzle.height, puzzle.width):
            break
    _check_size(source, grid.height, {grid.width: 0}, puzzle)
    full = (1 << len(puzzle.palette.colors)) - 1
    theirs = len(sheet.puzzle.palette.colors)
    ink = [1 << color if color else (1 << theirs) - 1 for color in grid.cells]
    drawn = Domains.of_cells(grid.height, grid.width, theirs, ink)
    known = _translated(drawn, sheet, source, puzzle).cells()
    return _settled(
        puzzle, [mask if mask != full else 0 for mask in known], "the background", False
    )


def _saved(sheets: Sequence[Sheet], source: str, puzzle: Puzzle) -> Marks:
    """Return the cells that are given or saved in a puzzle file."""
    given = [(sheet, sheet.shown) for sheet in sheets if sheet.shown]
    if len(given) != 1:
        number = f"{len(given)} puzzles have" if given else "this puzzle file has no"
        what = f"{number} given cells" + (", expected one" if given else "")
        raise UsageError(f"{source}: {what}")
    ((sheet, shown),) = given
    _check_size(source, shown.height, {shown.width: 0}, puzzle)
    known = _translated(shown, sheet, source, puzzle)
    return Marks(known, known, "")


def _translated(known: Domains, sheet: Sheet, source: str, puzzle: Puzzle) -> Domains:
    try:
        return in_palette(known, sheet.puzzle.palette, puzzle.palette)
    except UsageError as err:
        raise UsageError(f"{source}: {err}") from err


def _check_size(source: str, height: int, widths: Mapping[int, int], puzzle: Puzzle) -> None:
    """Refuse marks whose sides are not as long as those of the puzzle.

    Args:
        widths: each width of a row -> its line, or 0.
    """
    is_near = height == puzzle.height or puzzle.width in widths
    kind = MisfitMarks if is_near else UsageError
    if height != puzzle.height:
        what = f"{plural(height, 'row')} of marks, the puzzle has {puzzle.height}"
        raise kind(f"{source}: {what}")
    for width, at in widths.items():
        if width != puzzle.width:
            what = f"{plural(width, 'column')} of marks, the puzzle has {puzzle.width}"
            raise kind(f"{source}:{at}: {what}" if at else f"{source}: {what}")


def in_palette(known: Domains, theirs: Palette, ours: Palette) -> Domains:
    """Translate known cells from one palette to another."""
    if theirs.colors == ours.colors:
        return known
    table = _matched(theirs, ours)
    rows = []
    for number, row in enumerate(known.rows):
        anything = reduce(and_, row)
        open_to = [anything] * len(ours.colors)
        for color, cells in enumerate(row):
            if (match := table[color]) is not None:
                open_to[match] |= cells
        lost = ((1 << known.width) - 1) & ~reduce(or_, open_to)
        if lost:
            place = cell_name((number, (lost & -lost).bit_length() - 1))
            raise UsageError(f"the known cell in {place} has an ink that the puzzle does not have")
        rows.append(tuple(open_to))
    return Domains(known.width, tuple(rows))


def _matched(theirs: Palette, ours: Palette) -> list[int | None]:
    """Return our color for each of theirs, by letter and color; None without a match."""
    if theirs.is_black_and_white and ours.is_black_and_white:
        return [0, 1]
    table: list[int | None] = [0]
    for ink in theirs.colors[1:]:
        alike = [i for i in ours.inks if ours.colors[i].rgb == ink.rgb]
        lettered = [i for i in ours.inks if ours.colors[i].char == ink.char]
        both = [i for i in lettered if i in alike]
        match = both or alike or lettered
        if (alike and lettered and not both) or len(match) > 1:
            raise UsageError(
                f"the ink {ink.char!r} of the known cells is {ink.rgb}, and the puzzle has that "
                "letter and that color for different inks"
            )
        table.append(match[0] if match else None)
    found = [color for color in table if color is not None]
    if len(set(found)) < len(found):
        raise UsageError("two inks of the known cells fit one ink of the puzzle")
    return table
