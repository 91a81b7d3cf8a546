"""pbnsol: the text format of Andrew Makhorin's solver; webpbn exports it as "makhorin".

::

    * a comment
    2 1      one row per line; 0 is an empty one
    &        alone between rows and columns
    1        one column per line

There are no sizes: the number of lines is the size. Blank lines mean nothing. Sources: nonogrid and
two other readers; the program itself was not found.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.clue_lines import BLANKS, sheet_of_parts, split_at, write_clue
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    lines = [line for line in record.lines() if not line.text.startswith("*")]
    parts, _ = split_at(lines, lambda text: text.strip() == "&", 1, record, "line with & alone")
    filled = [[line for line in part if line.text.strip()] for part in parts]
    return [sheet_of_parts(record, filled[0], filled[1], BLANKS)]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is 0."""
    puzzle = sheets[0].puzzle
    return "\n".join([*map(write_clue, puzzle.rows), "&", *map(write_clue, puzzle.cols)]) + "\n"


PBNSOL = Format(Holds.CLUES | Holds.OBLONG, read, write)
