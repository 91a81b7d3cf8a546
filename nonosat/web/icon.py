"""The icons of the page as an app: the fox of our own puzzles."""

from __future__ import annotations

import io
import json
from itertools import groupby

from nonosat.api import solve
from nonosat.errors import MissingExtra
from nonosat.formats.base import Record
from nonosat.formats.json.formats import JSON
from nonosat.model import Grid
from nonosat.web.pages import static_folder

TITLE = "Fox"
"""The puzzle of ``static/samples.json`` that the icons show."""
CELLS = 36
"""Cells on each side of an icon. The picture is smaller, so that round icons do not cut it."""
TIMES = (5, 14)
"""Side of a cell in the images, in pixels: systems use icons of about 192 and 512 pixels."""


def icon_files() -> dict[str, bytes]:
    """Name -> content: a drawing, and images where Pillow is installed."""
    samples = json.loads((static_folder() / "samples.json").read_text(encoding="utf-8"))
    (fields,) = (one["sheet"] for one in samples if one["sheet"]["title"] == TITLE)
    (sheet,) = JSON.read(Record(json.dumps(fields), "samples.json"))
    icon = _framed(solve(sheet.puzzle).solutions[0])
    files = {"icon.svg": _drawing(icon).encode()}
    for times in TIMES:
        try:
            image = icon.to_image(times)
        except MissingExtra:
            break
        file = io.BytesIO()
        image.save(file, "PNG", optimize=True)
        files[f"icon-{CELLS * times}.png"] = file.getvalue()
    return files


def _framed(picture: Grid) -> Grid:
    """Center the picture in a square of background."""
    left, top = (CELLS - picture.width) // 2, (CELLS - picture.height) // 2
    rows = [bytes(left) + row + bytes(CELLS - left - picture.width) for row in picture]
    below = CELLS - top - picture.height
    cells = bytes(CELLS * top) + b"".join(rows) + bytes(CELLS * below)
    return Grid(CELLS, CELLS, cells, picture.palette)


def _drawing(icon: Grid) -> str:
    """Draw an SVG with a box for each run of cells."""
    assert icon.palette is not None
    boxes = []
    for y, row in enumerate(icon):
        x = 0
        for color, run in groupby(row):
            width = len(list(run))
            rgb = icon.palette.colors[color].rgb
            # A little higher than a cell, so that no gaps show between rows.
            boxes.append(f'<path fill="{rgb}" d="M{x} {y}h{width}v1.02h-{width}z"/>')
            x += width
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CELLS} {CELLS}">'
    return f"{head}{''.join(boxes)}</svg>\n"
