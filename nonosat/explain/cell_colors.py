"""The looks of cells while a puzzle is being solved: open, certain, resting on a guess, or new."""

from __future__ import annotations

from nonosat.model import OPEN, Palette

UNKNOWN = "#d9d9d9"
GUESS = "#1c7ed6"
"""Mixed into colors that rest on a guess."""
NEW = "#d6249f"
"""Mixed into colors that a step has just found."""


def cell_rgb(palette: Palette, color: int, depth: int, fresh: bool = False) -> str:
    """Return the ``#rrggbb`` of a cell.

    Args:
        color: of the palette, or OPEN.
        depth: the number of guesses that the color rests on.
        fresh: it has just been found.
    """
    if color == OPEN:
        return UNKNOWN
    rgb = palette.colors[color].rgb
    if depth:
        rgb = _mix(rgb, GUESS, 0.55)
    return _mix(rgb, NEW, 0.55) if fresh else rgb


def _mix(rgb: str, other: str, share: float) -> str:
    pairs = zip(bytes.fromhex(rgb[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()
