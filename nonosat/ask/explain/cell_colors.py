"""The looks of cells while a puzzle is being solved: open, certain, resting on a guess, or new."""

from __future__ import annotations

from nonosat.model import OPEN, Palette
from nonosat.model.colors import mix

UNKNOWN = "#d9d9d9"
GUESS = "#1c7ed6"
"""Mixed into colors that rest on a guess."""
NEW = "#d6249f"
"""Mixed into colors that a step has just found."""


def cell_rgb(palette: Palette, color: int, depth: int, fresh: bool = False) -> str:
    """Return the ``#rrggbb`` of a cell."""
    if color == OPEN:
        return UNKNOWN
    rgb = palette.colors[color].rgb
    if depth:
        rgb = mix(rgb, GUESS, 0.55)
    return mix(rgb, NEW, 0.55) if fresh else rgb
