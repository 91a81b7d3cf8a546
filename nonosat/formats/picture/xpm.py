"""xpm: pictures in the words of a C program, as KDE's Picmi keeps its puzzles; clues are derived.

The first text of the array has width, height, number of colors and characters per cell; then come the
colors, and the rows. ``None`` is blank; without it, white is, or else the first color. Larger cells are found as in a PNG.
"""

from __future__ import annotations

import re

from nonosat.formats.base import Format, Holds, Record
from nonosat.model import Grid, Sheet
from nonosat.model.css_colors import parse_color
from nonosat.model.looks import inks_of_looks
from nonosat.pictures.cells import one_pixel_per_cell

_TEXT = re.compile(r'"([^"\n]*)"')
_LOOK = re.compile(r"(?:\A|[ \t])c[ \t]+(\S+)")


def read(record: Record) -> list[Sheet]:
    texts = [
        (found[1], line.number) for line in record.lines() for found in _TEXT.finditer(line.text)
    ]
    numbers = texts[0][0].split() if texts else []
    if len(numbers) < 4 or not all(re.fullmatch("[0-9]{1,6}", word) for word in numbers[:4]):
        record.fail("expected width, height, colors and characters per cell")
    width, height, count, size = map(int, numbers[:4])
    record.check_size(height, width, texts[0][1])
    if not 0 < size < 9 or len(texts) < 1 + count + height:
        record.fail(f"expected {count} colors and {height} rows", texts[-1][1])
    looks: dict[str, bytes] = {}
    for text, line in texts[1 : 1 + count]:
        found = _LOOK.search(text[size:])
        name = found[1] if found else ""
        look = "#ffffff" if name.casefold() == "none" else parse_color(name)
        if not look:
            record.fail(f"{name[:20]!r} is not a color", line)
        looks[text[:size]] = bytes.fromhex(look[1:])
    rows = []
    for text, line in texts[1 + count : 1 + count + height]:
        keys = [text[at : at + size] for at in range(0, len(text), size)]
        if len(keys) != width or not looks.keys() >= {*keys}:
            record.fail(f"expected a row of {width} cells in the colors of this file", line)
        rows.append(b"".join(looks[key] for key in keys))
    rows, side = one_pixel_per_cell(rows, width, record.source)
    pixels = b"".join(rows)
    with record.errors_at():
        cells = (pixels[at : at + 3] for at in range(0, len(pixels), 3))
        inks, palette = inks_of_looks(cells, "", "make its background white or None")
    grid = Grid(len(rows), len(inks) // len(rows), inks, palette)
    return [record.picture(grid, palette, side=side)]


XPM = Format(Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG, read, None)
