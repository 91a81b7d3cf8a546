"""mk: the format of a Slovak program of that name. Olšák's grid and pbnsolve read it too.

::

    H W      height, then width
    2 1      H rows; 0 is an empty line
    #        alone between rows and columns
    1        W columns

Sources: grid.c 1.2 (its mk mode), pbnsolve, and files found; the program mk itself is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import (
    Format,
    Holds,
    Record,
    declared_size,
    is_slip,
    make_puzzle,
    refuse_count,
)
from nonosat.formats.clue_lines import pick_clues, read_clues, read_header, write_clue
from nonosat.model import BLACK_AND_WHITE, Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; commas between blocks are taken too, as pbnsolve does."""
    height, width, header, body = read_header(record.lines(), record, "height", "width")
    declared_size(height, width, record, header.number)
    marks = [i for i, line in enumerate(body) if line.text.startswith("#")]
    if len(marks) != 1:
        at = body[marks[1]] if marks else (body or [header])[-1]
        what = "a second line with #" if marks else "no line with # behind the rows"
        record.fail(what, at.number)
    parts = body[: marks[0]], body[marks[0] + 1 :]
    filled = [[line for line in part if line.text.strip()] for part in parts]
    found = len(filled[0]), len(filled[1])
    try:
        if height != width and found == (width, height):
            record.fail(
                f"{width} rows and {height} columns follow; "
                f"the first line must be height, then width: {width} {height}",
                header.number,
            )
        rows = pick_clues(parts[0], height, record, "row", header)
        cols = pick_clues(parts[1], width, record, "column", body[marks[0]])
    except ParseError as err:
        if not is_slip(found, (height, width)):
            raise
        rows, cols = (read_clues(lines, record) for lines in filled)
        refuse_count(err, rows, cols, BLACK_AND_WHITE, (height, width))
    return [Sheet(make_puzzle(record, rows, cols))]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is 0, since grid takes a blank line for the end."""
    puzzle = sheets[0].puzzle
    lines = [f"{puzzle.height} {puzzle.width}", *map(write_clue, puzzle.rows)]
    lines += ["#", *map(write_clue, puzzle.cols)]
    return "\n".join(lines) + "\n"


MK = Format(Holds.CLUES | Holds.OBLONG, read, write)
