"""freenono: the pictures of FreeNono, any number of puzzles in XML; clues are derived::

    <FreeNono><Nonograms><Nonogram name="A" width="3" height="1"><line> x x _ </line></Nonogram>...

They are only read. Source: FreeNono's reader and writer.
"""

from collections.abc import Sequence

from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.named.xml_elements import Element, elements
from nonosat.model import Grid, Sheet

_CELLS = str.maketrans("xX_", "\1\1\0")
_NOTES = ("desc", "difficulty", "level", "duration")


def read(record: Record) -> list[Sheet]:
    sheets: list[Sheet] = []
    rows: list[Element] = []
    for element in elements(record):
        if element.path[-1] == "line":
            rows.append(element)
        elif element.path[-1] == "nonogram":
            record.check_count(sheets, element.line)
            sheets.append(_sheet(record, element, rows))
            rows = []
    if not sheets:
        record.fail("there is no puzzle in this file")
    return sheets


def _sheet(record: Record, element: Element, rows: Sequence[Element]) -> Sheet:
    width, height = (
        record.number(element.attributes.get(name, ""), element.line, name)
        for name in ("width", "height")
    )
    record.check_packed_size(height, width, element.line)
    if len(rows) != height:
        record.fail(f"{len(rows)} rows, expected {height}", element.line)
    cells = ""
    for row in rows:
        text = "".join(row.text.split())
        if len(text) != width or text.strip("xX_"):
            record.fail(f"a row is {width} cells: x for filled, _ for blank", row.line)
        cells += text.translate(_CELLS)
    grid = Grid(height, width, cells.encode())
    notes = [(name, element.said(name)) for name in _NOTES if element.said(name)]
    return record.at(element.line).picture(
        grid, title=element.said("name"), author=element.said("author"), notes=tuple(notes)
    )


FREENONO = Format(
    Holds.GOAL | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE | Holds.AUTHOR, read, None
)
