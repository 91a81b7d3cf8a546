"""Reads known cells from a text grid or a puzzle file with given cells.

A puzzle file has its own palette, perhaps in another order. So inks are matched by letter and color,
not by number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_

from nonosat.errors import ParseError, UsageError
from nonosat.files.raw import read_bytes
from nonosat.files.read import all_sheets, stream_bytes
from nonosat.formats.base import Record
from nonosat.formats.detect.bytes_to_text import decode
from nonosat.formats.entry import DRAWN_MARK
from nonosat.formats.picture.drawn import read_games
from nonosat.model import Domains, Palette, Puzzle, cell_name
from nonosat.model.css_colors import color_char

CROSSES = "Xx-"
"""Characters of a cell that is known to be blank, where others are ``#``."""


def marks_in(path: str | os.PathLike[str], puzzle: Puzzle) -> Domains | None:
    """Read the marks of a player in a grid of text; None if it is not a grid of the puzzle's size.

    Without ``?`` a point or a blank is an open cell, else one that is known to be blank. Without ``#``
    an X is ink.
    """
    data, source = read_bytes(path)
    rows = decode(data, source).rstrip().split("\n")
    if all(len(row) >= 2 * puzzle.width - 1 and not row[1::2].strip() for row in rows):
        rows = [row[::2] for row in rows]  # with a blank between all cells
    rows = [row.rstrip().ljust(puzzle.width) for row in rows]
    rows += [" " * puzzle.width] * (puzzle.height - len(rows))
    if len(rows) != puzzle.height or {*map(len, rows)} != {puzzle.width}:
        return None
    has_ink = any("#" in row for row in rows)
    index = {char: 1 if has_ink or char == "-" else 2 for char in CROSSES} | _symbols(puzzle)
    is_open = any("?" in row for row in rows)
    index |= {char: 1 if is_open else index["?"] for char in ". "}
    if any(char not in index for row in rows for char in row):
        return None
    cells = (index[char] for row in rows for char in row)
    return Domains.of_cells(puzzle.height, puzzle.width, len(puzzle.palette.colors), cells)


def _symbols(puzzle: Puzzle) -> dict[str, int]:
    """Return the colors that each character of a grid leaves to its cell, as bits."""
    colors = puzzle.palette.colors
    index = {color.char: 1 << number for number, color in enumerate(colors)}
    if puzzle.palette.is_black_and_white:  # its ink may be called by a letter, and is shown as #
        initial = colors[1].name[:1]
        named = (initial.lower(), initial.upper()) if initial.isalpha() else ()
        index |= dict.fromkeys(filter(None, ("#", color_char(colors[1].rgb), *named)), 2)
    return index | {"?": (1 << len(colors)) - 1}


def known_cells(path: str | os.PathLike[str], puzzle: Puzzle) -> Domains:
    """Read the known cells of `puzzle`; in a text grid ``?`` is unknown."""
    data, source = read_bytes(path)
    colors, index = puzzle.palette.colors, _symbols(puzzle)
    game = DRAWN_MARK.encode() in data  # a picture that nonosat drew
    text = enumerate(() if game else decode(data, source).split("\n"), 1)
    lines = [(at, line.rstrip()) for at, line in text if line.strip()]
    if not lines and not game:
        raise UsageError(f"{source}: the file is empty")
    wrong = next(((at, char) for at, row in lines for char in row if char not in index), None)
    if wrong is None and not game:
        widths = {len(row): at for at, row in lines}
        if set(widths) != {puzzle.width} or len(lines) != puzzle.height:
            odd = next((at for width, at in widths.items() if width != puzzle.width), 0)
            where = f"{source}:{odd}" if odd else source
            raise _misfit(where, "/".join(map(str, sorted(widths))), len(lines), puzzle)
        cells = (index[char] for _, row in lines for char in row)
        return Domains.of_cells(puzzle.height, puzzle.width, len(colors), cells)
    crossed = wrong is not None and wrong[1] in CROSSES and any("#" in row for _, row in lines)
    if crossed and (marks := marks_in(path, puzzle)) is not None:
        return marks
    try:
        sheets = (
            read_games(Record(data, source)) if game else all_sheets(stream_bytes(data, source))
        )
    except ParseError:
        sheets = []
    given = [(sheet.shown, sheet.puzzle.palette) for sheet in sheets if sheet.shown]
    if sheets and not given and not _is_grid_of(puzzle, [row for _, row in lines]):
        raise UsageError(f"{source}: this puzzle file has no given cells")
    if len(given) > 1:
        raise UsageError(f"{source}: {len(given)} puzzles have given cells, expected one")
    if not given:
        if wrong is None:
            raise UsageError(f"{source}: this drawing has no known cells")
        raise UsageError(
            f"{source}:{wrong[0]}: {wrong[1]!r} is not a cell; expected {' '.join(index)}, "
            "or a puzzle file with given cells"
        )
    givens, palette = given[0]
    if (givens.height, givens.width) != (puzzle.height, puzzle.width):
        raise _misfit(source, givens.width, givens.height, puzzle)
    try:
        return in_palette(givens, palette, puzzle.palette)
    except UsageError as err:
        raise UsageError(f"{source}: {err}") from err


def _misfit(where: str, width: int | str, height: int, puzzle: Puzzle) -> UsageError:
    return UsageError(
        f"{where}: the known cells are {width}x{height}, "
        f"the puzzle is {puzzle.width}x{puzzle.height}"
    )


def _is_grid_of(puzzle: Puzzle, rows: Sequence[str]) -> bool:
    """Return True if rows of text have the puzzle's size, give or take one.

    Then they are a grid, even if they can be read as a picture with ink at the mistake.
    """
    off = [len(rows) - puzzle.height, *(len(row) - puzzle.width for row in rows)]
    return max(map(abs, off)) < 2


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
