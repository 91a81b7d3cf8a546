"""penpa: links of penpa-edit to a drawn nonogram, one per line. They are read only.

Such a link is a drawing: a board with margins, numbers in its cells, and colored surfaces. The part
after ``p=`` is lines of text, deflated and in base64: sizes, widths of the margins, a mode, the
drawing, and what a solver has added. Cells are counted row by row over a board with two more cells
on each side. A picture shaded by a solver counts if it fits the clues. Nothing is ever fetched.
Source: penpa-edit.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from nonosat.errors import TooLarge, Unsupported
from nonosat.formats.base import Holds, Record, stream_format
from nonosat.formats.said.table import Cell, sheet_of_drawing
from nonosat.model import Sheet

MAX_INFLATED = 8_000_000
"""Bytes of text in a link."""
MAX_CELLS = 250_000
_AROUND = 2
"""Cells on each side of a board that are not part of it."""
_DATA = re.compile(r"[?#&]p=([A-Za-z0-9+/=_% -]+)")
_SHORT = {"zN": '"number"', "zS": '"surface"', "zO": "null", "zZ": "z"}
"""Meaning of the pairs of characters that count; all others are names of things that do not."""
_PAIR = re.compile("z[0-9A-GL-UWYZ_]")


def _read_one(record: Record) -> Sheet:
    lines = _text(record).split("\n")
    header = lines[0].split(",")
    if header[0] != "square" or len(header) < 3 or len(lines) < 4:
        what = f"a drawing of penpa-edit on a board of the kind {header[0][:20]!r}"
        record.fail(f"{what}, not of squares", kind=Unsupported)
    width, height = (record.number(text, what="size") for text in header[1:3])
    record.check_size(height, width)
    if height * width > MAX_CELLS:
        record.fail(f"a drawing of more than {MAX_CELLS} cells", kind=TooLarge)
    spaces = _json(record, lines[1])
    if not isinstance(spaces, list) or not all(isinstance(n, int) and n >= 0 for n in spaces):
        record.fail("the margins of the drawing are not numbers")
    top, bottom, left, right = (*spaces, 0, 0, 0, 0)[:4]
    if top + bottom >= height or left + right >= width:
        record.fail("the drawing has nothing but margins")
    drawn = _json(record, lines[3])
    solved = _json(record, lines[4]) if len(lines) > 4 and lines[4].strip() else {}
    numbers = {}
    for place, value in _places(drawn, "number", width).items():
        text = value[0] if isinstance(value, list) and value else ""
        if isinstance(text, str | int) and (shown := str(text).strip()):
            numbers[place] = shown
    margins = (top, left) if top and left else None
    if margins:
        shaded = {place for part in (drawn, solved) for place in _places(part, "surface", width)}
        numbers |= {(r, c): "#" for r, c in shaded if r >= top and c >= left}
    table = [
        [Cell(numbers.get((r, c), "")) for c in range(width - right)]
        for r in range(height - bottom)
    ]
    title = next((unquote(t[7:]) for t in header if t.startswith("Title: ")), "").strip()
    return replace(sheet_of_drawing(record, table, margins), title=title)


def _places(drawn: object, kind: str, width: int) -> Mapping[tuple[int, int], object]:
    """Row and column -> the things of one kind on cells. Higher numbers are edges and corners."""
    things = drawn.get(kind) if isinstance(drawn, dict) else None
    found = {}
    for key, value in things.items() if isinstance(things, dict) else ():
        if key.isascii() and key.isdigit() and len(key) < 9:
            row, column = divmod(int(key), width + 2 * _AROUND)
            found[row - _AROUND, column - _AROUND] = value
    return found


def _text(record: Record) -> str:
    """Inflate the text in a link, without ever producing more than the maximum."""
    match = _DATA.search(record.text)
    if match is None:
        record.fail("no link of penpa-edit: it has no p=")
    data = unquote(match[1]).replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), validate=True)
        plain = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, MAX_INFLATED + 1)
    except (binascii.Error, ValueError, zlib.error):
        record.fail("the data of the link are damaged or cut off")
    if len(plain) > MAX_INFLATED:
        record.fail(f"the link unpacks to more than {MAX_INFLATED} bytes", kind=TooLarge)
    return plain.decode("utf-8", "replace")


def _json(record: Record, text: str) -> Any:
    full = _PAIR.sub(lambda found: _SHORT.get(found[0], '"other"'), text)
    try:
        return json.loads(full)
    except (ValueError, RecursionError):
        record.fail("a part of the drawing is not JSON")


PENPA = stream_format(Holds.CLUES | Holds.GOAL | Holds.OBLONG | Holds.TITLE, _read_one)
