"""nin: the format of Jakub Wilk's nonogram(1).

::

    W H      width, then height
    2 1      H rows; 0 is an empty line
    1        W columns

Many hobby programs write the height first; such a file is refused with a message that says so.
Sources: nonogram(1), its source and manual page; pbnsolve; picross-solver (``#`` comments).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle
from nonosat.formats.clue_lines import BLANKS, pick_clues, read_header, write_clue
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    lines = [line for line in record.lines() if not line.text.startswith("#")]
    width, height, header, body = read_header(lines, record, "width", "height")
    declared_size(height, width, record, header.number)
    clues = pick_clues(body, width + height, record, "row and column", header, BLANKS)
    try:
        return [Sheet(make_puzzle(record, clues[:height], clues[height:]))]
    except ParseError:
        if _fits(clues[:width], clues[width:], record):
            record.fail(
                "the first line must be width, then height: "
                f"this puzzle fits with {height} {width}, not with {width} {height}",
                header.number,
            )
        raise


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is 0, since nonogram(1) skips blank lines."""
    puzzle = sheets[0].puzzle
    lines = [f"{puzzle.width} {puzzle.height}", *map(write_clue, puzzle.rows)]
    return "\n".join([*lines, *map(write_clue, puzzle.cols)]) + "\n"


def _fits(rows: list[ClueLine], cols: list[ClueLine], record: Record) -> bool:
    """True if clues make a consistent puzzle."""
    try:
        make_puzzle(record, rows, cols)
    except ParseError:
        return False
    return True


NIN = Format(Holds.CLUES | Holds.OBLONG, read, write)
