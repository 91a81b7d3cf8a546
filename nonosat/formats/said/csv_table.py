"""csv: tables as text, with commas, semicolons or tabs between the cells; see `table`.

Cells copied from a spreadsheet or from a table on a page have tabs between them. Text in quotation
marks may hold anything. The writer uses commas, with the clues in the margins and the first goal
between them.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nonosat.errors import TooLarge
from nonosat.formats.base import Doubt, Format, Holds, Record, one_line
from nonosat.formats.said.harmless import names_side, says_way
from nonosat.formats.said.table import MISSING, Cell, sheet_of_table, table_of_sheet
from nonosat.model import MAX_SIDE, Sheet

_BARS = str.maketrans("\u2502\u2503\u2500\u2501\u253c\u251c\u2524", "||--+++")
MAX_WIDTH = 2 * MAX_SIDE
MAX_CELLS = 4_000_000
"""Maximum cells of a table, including those missing from short rows."""
DELIMITERS = "\t;,"
"""Delimiters in the order of the search; a sign used inside of clues does not count."""


def read(record: Record) -> list[Sheet]:
    text = record.text
    delimiter = next((sign for sign in DELIMITERS if sign in text), ",")
    rows: list[list[str]] = []
    lines: Iterable[str] = io.StringIO(text)  # with their ends: a cell may have several
    if bars := _barred(text):
        delimiter, lines = "|", bars
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            rows.append([cell.strip() for cell in row])
            if len(row) > MAX_WIDTH or len(rows) > MAX_WIDTH:
                record.fail(f"a table of more than {MAX_WIDTH} rows or columns", 0, TooLarge)
    except csv.Error as err:
        record.fail(f"this is not a table: {err}", record.line + len(rows))
    while rows and not rows[-1]:
        rows.pop()
    start = next((at for at, row in enumerate(rows) if row), 0)
    gap = next((at for at, row in enumerate(rows) if not row and at > start), 0)
    above = rows[start:gap] if gap < start + 3 else []
    if not all(len(row) == 1 and not Cell(row[0]).is_clue for row in above):
        above = []
    title = above[0][0] if above else ""  # as webpbn exports it, with a line of copyright
    start += len(above) + bool(above)
    rows = rows[start:]
    width = max(map(len, rows), default=0)
    if width * len(rows) > MAX_CELLS:
        record.fail(f"a table of more than {MAX_CELLS} cells", 0, TooLarge)
    known: dict[str, Cell] = {}
    table = [
        [known.setdefault(text, Cell(text)) for text in row] + [MISSING] * (width - len(row))
        for row in rows
    ]
    sheet = sheet_of_table(record.at(record.line + start), table)
    if any(says_way(row[0]) or names_side(row[0]) for row in above):
        sheet = replace(sheet, guesses=(*sheet.guesses, Doubt(f"{title[:30]!r} above the table")))
    return [replace(sheet, title=one_line(title))]


def _barred(text: str) -> list[str]:
    """The lines of a table with bars around its cells, or between them; rules become blank lines."""
    lines = [line.strip() for line in text.translate(_BARS).split("\n")]
    cells = [line for line in lines if line.strip("+-=| :") and line]
    inner = [line[1:-1] if line[0] == line[-1] == "|" else line for line in cells]
    if not cells or len({line.count("|") for line in inner}) != 1:
        return []
    if "|" not in inner[0]:
        if inner == cells:
            return []
        inner = ["|".join(line) for line in inner]  # a frame around a picture
    return inner


def write(sheets: Sequence[Sheet]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table_of_sheet(sheets[0]))
    return text.getvalue()


CSV = Format(Holds.CLUES | Holds.COLORS | Holds.GOAL | Holds.OBLONG | Holds.BLOTS, read, write)
