"""seed-a: two lines, rows and then columns: ``2,1;3;0;2``.

``;`` separates lines and ``,`` blocks; blanks around either mean nothing. An empty field and a
lone 0 are the empty line. Source: one of the texts nonosat grew from.

What is copied from two rows of a table has tabs instead of ``;``: then blocks may have blanks between
them, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import ClueLine, Format, Holds, Line, Record, declared_size, make_puzzle
from nonosat.formats.clue_lines import parse_clue, split_clue, write_clue
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    lines = [line for line in record.lines() if line.text.strip()]
    if not lines:
        record.fail("the file is empty", record.line)
    if len(lines) != 2:
        what = f"{len(lines)} lines where 2 are due: the rows, then the columns"
        record.fail(what, lines[min(2, len(lines) - 1)].number)
    try:
        return [_sheet(lines[0], lines[1], record)]
    except ParseError as err:
        if not all(line.text.rstrip().endswith(";") for line in lines):
            raise
        what = f"{err.what} (both lines end with ;, which makes a last, empty line)"
        raise type(err)(what, err.source, err.line) from err


def _sheet(rows: Line, cols: Line, record: Record) -> Sheet:
    text = rows.text + cols.text
    tabs = "\t" in text and ";" not in text
    sign = "\t" if tabs else ";"
    height, width = rows.text.count(sign) + 1, cols.text.count(sign) + 1
    declared_size(height, width, record, rows.number)
    row_clues, col_clues = (
        [
            ClueLine(
                parse_clue(field, record, line.number)
                if tabs
                else split_clue(field, record, line.number, ","),
                line.number,
            )
            for field in line.text.split(sign)
        ]
        for line in (rows, cols)
    )
    return Sheet(make_puzzle(record, row_clues, col_clues))


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is 0."""
    puzzle = sheets[0].puzzle
    return "".join(
        ";".join(write_clue(clue, ",") for clue in clues) + "\n"
        for clues in (puzzle.rows, puzzle.cols)
    )


SEED_A = Format(Holds.CLUES | Holds.OBLONG, read, write)
