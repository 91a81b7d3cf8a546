"""Draws what each line was read from, with what was read beside it."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from nonosat.scan.decide import ReadLine
from nonosat.scan.flatten import CELL
from nonosat.scan.picture import Scan

_GAP = 6
_DOUBTED = (255, 236, 140)
"""Behind readings that are in doubt."""


def strip_of(scan: Scan, line: ReadLine) -> bytes:
    """Return a PNG file of what one line was read from."""
    return _png(Image.fromarray(scan.strip(line)))


def strips_of(scan: Scan) -> bytes:
    """Return a PNG file: a strip and a reading for each row, then for each column."""
    rows, cols = scan.decision.rows, scan.decision.cols
    font = ImageFont.load_default(CELL // 2)
    wide = scan.strip(rows[0]).shape[1]
    high = scan.strip(cols[0]).shape[0]
    step = CELL + _GAP
    longest = max(len(line.clue) for line in rows) + 2
    deepest = max(len(line.clue) for line in cols) + 1
    width = max(wide + longest * CELL, len(cols) * step) + 2 * _GAP
    half = len(rows) * step + 3 * _GAP
    sheet = Image.new("RGB", (width, half + high + deepest * CELL), "white")
    pen = ImageDraw.Draw(sheet)
    for line in rows:
        y = _GAP + line.index * step
        sheet.paste(Image.fromarray(scan.strip(line)), (_GAP, y))
        if line.doubt:
            pen.rectangle((wide + 2 * _GAP, y, width - _GAP, y + CELL), _DOUBTED)
        text = " ".join(map(str, line.clue)) or "0"
        pen.text((wide + 4 * _GAP, y + CELL / 2), text, "black", font, "lm")
    for line in cols:
        x = _GAP + line.index * step
        sheet.paste(Image.fromarray(scan.strip(line)), (x, half))
        if line.doubt:
            pen.rectangle((x, half + high + _GAP, x + CELL, sheet.height - _GAP), _DOUBTED)
        for row, number in enumerate(line.clue or (0,)):
            place = (x + CELL / 2, half + high + _GAP + (row + 0.5) * 0.8 * CELL)
            pen.text(place, str(number), "black", font, "mm")
    return _png(sheet)


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
