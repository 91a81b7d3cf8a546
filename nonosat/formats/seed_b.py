"""seed-b: ``#HORIZONTALES``, a line for each row, ``#VERTICALES``, a line for each column.

An empty line is the empty clue, so blank lines are never decoration, not even at the end: a last
empty column needs its own empty line. Source: one of the texts nonosat grew from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import Format, Holds, Line, Record, declared_size, make_puzzle
from nonosat.formats.clue_lines import read_clues, write_clue
from nonosat.model import Sheet

_HEADING = re.compile(r"#[ \t]*(HORIZONTALES|VERTICALES)[ \t]*\Z", re.IGNORECASE | re.ASCII)


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; the lines between the headings are the rows, all behind the columns."""
    lines = record.lines()
    start, middle = _headings(lines, record)
    row_lines, col_lines = lines[start + 1 : middle], lines[middle + 1 :]
    for what, at, found in (("row", start, row_lines), ("column", middle, col_lines)):
        if not found:
            record.fail(f"no {what} clues behind the heading", lines[at].number)
    declared_size(len(row_lines), len(col_lines), record, lines[start].number)
    rows, cols = (read_clues(part, record) for part in (row_lines, col_lines))
    try:
        return [Sheet(make_puzzle(record, rows, cols))]
    except ParseError as err:
        cause = err.__cause__
        if not isinstance(cause, PuzzleError) or cause.axis != "row":
            raise
        # Editors trim empty lines at the end, and so the last columns.
        hint = "each empty column needs an empty line, at the end of the file too"
        raise type(err)(f"{err.what} ({hint})", err.source, err.line) from err


def _headings(lines: list[Line], record: Record) -> tuple[int, int]:
    """The positions of both headings, which must be there once and in order."""
    found: dict[str, int] = {}
    for index, line in enumerate(lines):
        match = _HEADING.match(line.text)
        if match is None:
            if not found and line.text.strip():
                record.fail("#HORIZONTALES must stand before the first clue", line.number)
            continue
        name = match[1].upper()
        if name in found:
            record.fail(f"a second heading #{name}", line.number)
        if name == "VERTICALES" and not found:
            record.fail("#VERTICALES must stand behind #HORIZONTALES", line.number)
        found[name] = index
    if not found:
        record.fail("the file is empty", record.line)
    if len(found) < 2:
        record.fail("no heading #VERTICALES behind the rows", lines[-1].number)
    return found["HORIZONTALES"], found["VERTICALES"]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle; an empty line is blank."""
    puzzle = sheets[0].puzzle
    lines = ["#HORIZONTALES", *(write_clue(clue, ", ", "") for clue in puzzle.rows)]
    lines += ["#VERTICALES", *(write_clue(clue, ", ", "") for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


SEED_B = Format(Holds.CLUES | Holds.OBLONG, read, write)
