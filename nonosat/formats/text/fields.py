"""fields: a puzzle a line, its facts between semicolons, as nonograms-archive has them.

::

    id; author's id; title; author; width; height; colors; their looks; the columns; their inks; the rows; their inks

Each column and row is a field of its own, its lengths between commas. A line with # is a comment. Only
puzzles of one color are read, since no file with several is known.
"""

from __future__ import annotations

from nonosat.formats.base import Format, Holds, Record, TextLine
from nonosat.formats.text.clue_lines import read_clues
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    lines = (line for line in record.lines() if line.text.strip())
    sheets = [_sheet(record, line) for line in lines if not line.text.startswith("#")]
    if not sheets:
        record.fail("there is no puzzle in this file")
    return sheets


def _sheet(record: Record, line: TextLine) -> Sheet:
    fields = [field.strip() for field in line.text.split(";")]
    if len(fields) < 9:
        record.fail(
            f"expected at least 9 fields between semicolons, got {len(fields)}", line.number
        )
    width, height = (record.number(text, line.number, "size") for text in fields[4:6])
    record.check_size(height, width, line.number)
    if fields[6] not in ("", "1"):
        record.fail(
            f"nonosat reads puzzles of one color here, this has {fields[6][:20]}", line.number
        )
    due = 8 + width + 1 + height
    if len(fields) < due:
        record.fail(f"expected {due} fields, got {len(fields)}", line.number)
    rows, cols = (
        read_clues([TextLine(text, line.number) for text in side], record)
        for side in (fields[9 + width : due], fields[8 : 8 + width])
    )
    puzzle = record.at(line.number).puzzle(rows, cols)
    return Sheet(puzzle, id=fields[0], title=fields[2], author=fields[3])


FIELDS = Format(
    Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.ID | Holds.TITLE | Holds.AUTHOR, read, None
)
