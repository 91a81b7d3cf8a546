"""freenono: the pictures of FreeNono; clues are derived.

``.nonogram`` is XML, any number of puzzles::

    <FreeNono><Nonograms><Nonogram name="A" width="3" height="1"><line> x x _ </line></Nonogram>...

The older ``.nono`` is text, one puzzle after the other: a line with the name, a line ``3,1`` (width,
height), and rows, where x is filled and a blank is not. Source: FreeNono's readers and writer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import TooLarge
from nonosat.formats.base import Format, Holds, Record, one_line
from nonosat.formats.named.xml_elements import Element, elements
from nonosat.model import Grid, Sheet

_SIZE = re.compile(r"[ \t]*([0-9]{1,6})[ \t]*,[ \t]*([0-9]{1,6})[ \t]*\Z")
_CELLS = str.maketrans("xX_ ", "\1\1\0\0")
MAX_TRIMMED = 25_000_000
"""Blanks at the ends of rows that the text may leave out, in all pictures together."""
_NOTES = ("desc", "difficulty", "level", "duration")


def read(record: Record) -> list[Sheet]:
    """Read every puzzle of either kind of file."""
    found = _xml if record.text.lstrip().startswith("<") else _text
    sheets: list[Sheet] = []
    for sheet in found(record):
        record.check_count(sheets, 0)
        sheets.append(sheet)
    if not sheets:
        record.fail("there is no puzzle in this file")
    return sheets


def _xml(record: Record) -> Iterator[Sheet]:
    rows: list[Element] = []
    for element in elements(record):
        if element.path[0] != "freenono":
            record.fail(f"the XML holds <{element.path[0][:20]}>, not <FreeNono>", element.line)
        if element.path[-1] == "line":
            rows.append(element)
        elif element.path[-1] == "nonogram":
            yield _sheet(record, element, rows)
            rows = []


def _sheet(record: Record, element: Element, rows: Sequence[Element]) -> Sheet:
    width, height = (
        record.number(element.attributes.get(name, ""), element.line, name)
        for name in ("width", "height")
    )
    lines = [("".join(row.text.split()), row.line) for row in rows]
    grid = _grid(record, lines, height, width, element.line)
    notes = [(name, element.said(name)) for name in _NOTES if element.said(name)]
    return record.at(element.line).picture(
        grid, title=element.said("name"), author=element.said("author"), notes=tuple(notes)
    )


def _grid(
    record: Record, lines: Sequence[tuple[str, int]], height: int, width: int, at: int
) -> Grid:
    """A picture of rows of x and _ (or blanks), each with its line."""
    record.check_packed_size(height, width, at)
    if len(lines) != height:
        record.fail(f"{len(lines)} rows, expected {height}", at)
    cells = bytearray()
    for text, line in lines:
        if len(text) != width:
            record.fail(f"this row has {len(text)} cells, expected {width}", line)
        if odd := text.strip("xX_ "):
            record.fail(f"{odd[0]!r} is not a cell: x is filled, _ is not", line)
        cells += text.translate(_CELLS).encode()
    return Grid(height, width, bytes(cells))


def _text(record: Record) -> Iterator[Sheet]:
    lines = record.lines()
    at = trimmed = 0
    while at < len(lines):
        name = lines[at]
        if not name.text.strip():
            at += 1
            continue
        size = _SIZE.match(lines[at + 1].text) if at + 1 < len(lines) else None
        if size is None:
            record.fail("a puzzle begins with its name and a line WIDTH,HEIGHT", name.number)
        width, height = int(size[1]), int(size[2])
        record.check_packed_size(height, width, name.number + 1)
        rows = lines[at + 2 : at + 2 + height]
        trimmed += height * width - sum(len(row.text) for row in rows)
        if trimmed > MAX_TRIMMED:
            what = f"the rows of all puzzles leave out more than {MAX_TRIMMED} blanks"
            record.fail(what, name.number, TooLarge)
        # Editors trim blanks, which are cells.
        texts = [(row.text.rstrip(" ").ljust(width), row.number) for row in rows]
        grid = _grid(record, texts, height, width, name.number + 1)
        yield record.at(name.number).picture(grid, title=name.text.strip())
        at += 2 + height


def write(sheets: Sequence[Sheet]) -> str:
    from xml.sax.saxutils import escape, quoteattr  # it loads urllib and ssl

    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<FreeNono><Nonograms>"]
    for sheet in sheets:
        said = {"name": sheet.title, "author": sheet.author}
        named = "".join(
            f" {key}={quoteattr(one_line(value))}" for key, value in said.items() if value
        )
        goal = sheet.goals[0]
        lines.append(f'<Nonogram{named} width="{goal.width}" height="{goal.height}">')
        lines += [f"<line> {escape(' '.join(row))} </line>" for row in goal.drawn(["_", "x"])]
        lines.append("</Nonogram>")
    return "\n".join([*lines, "</Nonograms></FreeNono>"]) + "\n"


FREENONO = Format(
    Holds.GOAL | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE | Holds.AUTHOR, read, write
)
