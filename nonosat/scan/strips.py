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


def strips_of(scan: Scan) -> bytes:
    """Return a PNG file: a strip and a reading for each row, then for each column."""
    decision = scan.decision
    font = ImageFont.load_default(CELL // 2)
    reach = [picture.shape[1 - axis] for axis, picture in enumerate(scan.printed.pictures)]
    step = CELL + _GAP
    longest = max((len(line.clue) for line in decision.rows), default=1) + 2
    deepest = max((len(line.clue) for line in decision.cols), default=1) + 1
    width = max(reach[0] + longest * CELL, len(decision.cols) * step) + 2 * _GAP
    half = len(decision.rows) * step + 3 * _GAP
    sheet = Image.new("RGB", (width, half + reach[1] + deepest * CELL), "white")
    pen = ImageDraw.Draw(sheet)
    for at, line in enumerate(decision.rows):
        y = _GAP + at * step
        sheet.paste(Image.fromarray(scan.strip("row", at)), (_GAP, y))
        _mark(pen, line, (reach[0] + 2 * _GAP, y, width - _GAP, y + CELL))
        text = " ".join(map(str, line.clue)) or "0"
        pen.text((reach[0] + 4 * _GAP, y + CELL / 2), text, "black", font, "lm")
    for at, line in enumerate(decision.cols):
        x = _GAP + at * step
        sheet.paste(Image.fromarray(scan.strip("column", at)), (x, half))
        _mark(pen, line, (x, half + reach[1] + _GAP, x + CELL, sheet.height - _GAP))
        for row, number in enumerate(line.clue or (0,)):
            place = (x + CELL / 2, half + reach[1] + _GAP + (row + 0.5) * 0.8 * CELL)
            pen.text(place, str(number), "black", font, "mm")
    file = io.BytesIO()
    sheet.save(file, "PNG")
    return file.getvalue()


def _mark(pen: ImageDraw.ImageDraw, line: ReadLine, box: tuple[int, int, int, int]) -> None:
    if line.doubt:
        pen.rectangle(box, _DOUBTED)
