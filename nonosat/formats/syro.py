"""syro: the format of JSolver by Syromolotov.

::

    2 1 0    one row per line, ended by 0; an empty one is just 0
    #
    1 0      one column per line
    #        what follows is ignored

Source: JSolver's reader.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Line, Record
from nonosat.formats.clue_lines import BLANKS, sheet_of_parts, split_at, write_clue
from nonosat.model import Clue, Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    parts, _ = split_at(
        record.lines(), lambda text: text.startswith("#"), 2, record, "line with #", tail=True
    )
    rows, cols = (
        [_without_end(record, line) for line in part if line.text.strip()] for part in parts[:2]
    )
    return [sheet_of_parts(record, rows, cols, BLANKS)]


def _without_end(record: Record, line: Line) -> Line:
    """The line without the 0 that ends its clue; an empty clue stays 0."""
    *blocks, end = line.text.split()
    if end != "0":
        record.fail(f"a clue ends with 0, not with {end[:20]!r}", line.number)
    return Line(" ".join(blocks) or "0", line.number)


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle."""
    puzzle = sheets[0].puzzle
    lines = [*map(_ended, puzzle.rows), "#", *map(_ended, puzzle.cols), "#"]
    return "\n".join(lines) + "\n"


def _ended(clue: Clue) -> str:
    return f"{write_clue(clue, empty='')} 0".strip()


SYRO = Format(Holds.CLUES | Holds.OBLONG, read, write)
