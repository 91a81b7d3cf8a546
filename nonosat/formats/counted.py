"""counted: height and width, then the rows and the columns, each led by the number of its blocks.

::

    4 5
    2 2 1    two blocks: 2 1
    0        an empty line

The text data of PyCSP3's nonogram model. (Its own parser mistakes puzzles that are not square.)
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Line, Record, declared_size, number
from nonosat.formats.clue_lines import BLANKS, read_header, sheet_of_parts, write_clue
from nonosat.model import Clue, Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; blank lines mean nothing, since an empty clue is 0."""
    height, width, header, body = read_header(record.lines(), record, "height", "width")
    declared_size(height, width, record, header.number)
    lines = [_blocks(record, line) for line in body if line.text.strip()]
    if len(lines) != height + width:
        what = f"{len(lines)} clues where {height + width} are due: {height} rows, {width} columns"
        record.fail(what, header.number)
    return [sheet_of_parts(record, lines[:height], lines[height:], BLANKS)]


def _blocks(record: Record, line: Line) -> Line:
    count, *blocks = line.text.split()
    if number(count, record, line.number, "number of blocks") != len(blocks):
        record.fail(f"{len(blocks)} blocks where {count} are due", line.number)
    if "0" in blocks:
        record.fail("a block has no length of 0: an empty line has 0 blocks", line.number)
    return Line(" ".join(blocks) or "0", line.number)


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle."""
    puzzle = sheets[0].puzzle
    clues = (*puzzle.rows, *puzzle.cols)
    return "\n".join([f"{puzzle.height} {puzzle.width}", *map(_counted, clues)]) + "\n"


def _counted(clue: Clue) -> str:
    return f"{len(clue)} {write_clue(clue, empty='')}".strip()


COUNTED = Format(Holds.CLUES | Holds.OBLONG, read, write)
