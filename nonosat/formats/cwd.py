"""cwd: the format that QNonograms and Copris use, strictly positional.

::

    H        height
    W        width
    2 1      H rows; a blank line is an empty line

    1        W columns, behind one blank line

Blank lines are data, so the text is cut by position, never at "the first blank line".
Sources: pbnsolve, and the reader of Copris. Files of a CSPLib test set lack the blank line between.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Line, Record, declared_size, make_puzzle, number
from nonosat.formats.clue_lines import BLANKS, read_clues, write_clue
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    lines = record.lines()
    if not any(line.text.strip() for line in lines):
        record.fail("the file is empty", record.line)
    height = number(lines[0].text.strip(), record, record.line, "height")
    if len(lines) < 2:
        record.fail("the second line must be the width", record.line)
    width = number(lines[1].text.strip(), record, record.line + 1, "width")
    declared_size(height, width, record, record.line)
    rows = lines[2 : 2 + height]
    if len(rows) < height:
        record.fail(f"{len(rows)} row clues where {height} are due", lines[-1].number)
    cols = _columns(lines, height, width, record)
    row_clues, col_clues = (read_clues(lines, record, BLANKS) for lines in (rows, cols))
    return [Sheet(make_puzzle(record, row_clues, col_clues))]


def _columns(lines: list[Line], height: int, width: int, record: Record) -> list[Line]:
    """Pick the column lines, with or without the blank line before them."""
    start = 2 + height
    separated = start < len(lines) and not lines[start].text.strip()
    cols = lines[start + separated :]
    surplus = [line for line in cols[width:] if line.text.strip()]
    if start < len(lines) and not separated and (surplus or len(cols) < width):
        record.fail(
            f"{lines[start].text.strip()[:20]!r} stands where a blank line "
            f"must part the {height} rows from the {width} columns",
            lines[start].number,
        )
    if surplus:
        found = width + len(surplus)
        record.fail(f"{found} column clues where {width} are due", surplus[0].number)
    if separated and len(cols) == width - 1:
        # Editors trim the blank line that stands for an empty last column.
        cols.append(Line("", lines[-1].number))
    if len(cols) < width:
        record.fail(f"{len(cols)} column clues where {width} are due", lines[-1].number)
    return cols[:width]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is blank, since Copris takes 0 for a block."""
    puzzle = sheets[0].puzzle
    lines = [str(puzzle.height), str(puzzle.width)]
    lines += [write_clue(clue, empty="") for clue in puzzle.rows]
    lines += ["", *(write_clue(clue, empty="") for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


CWD = Format(Holds.CLUES | Holds.OBLONG, read, write)
