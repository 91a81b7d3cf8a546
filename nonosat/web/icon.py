"""The icons of the page as an app: the fox of our own puzzles."""

from __future__ import annotations

import io
import json

from nonosat.draw.svg import thumbnail
from nonosat.errors import MissingExtra
from nonosat.formats.base import Record
from nonosat.formats.json.formats import JSON
from nonosat.model import Grid
from nonosat.solving.api import solve
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
    assert icon.palette is not None
    files = {"icon.svg": thumbnail(icon.palette, icon, cell=1).encode()}
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
