"""Stars as shapes, since not every font has them: filled ones, and empty ones up to five."""

from __future__ import annotations

from math import cos, pi, sin

from nonosat.render.elements import decimal

MOST = 5
STEP = 1.15
"""From one star to the next, in widths of a star."""


def width(size: float) -> float:
    """The width of all five stars of a size."""
    return size * (1 + (MOST - 1) * STEP)


def draw_stars(x: float, y: float, size: float, count: int) -> str:
    """`count` filled stars and the rest empty, `size` wide each, from (x, y) to the right and down."""
    made = [_star(x + size * (0.5 + at * STEP), y + size / 2, size / 2) for at in range(MOST)]
    look = f'stroke="#000000" stroke-width="{decimal(size / 14)}" stroke-linejoin="round"'
    parts = ((made[:count], "#000000"), (made[count:], "none"))
    return "\n".join(f'<path fill="{fill}" {look} d="{"".join(of)}"/>' for of, fill in parts if of)


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for corner in range(10):
        long = radius * (0.42 if corner % 2 else 1.0)
        angle = corner * pi / 5
        points.append(f"{decimal(x + long * sin(angle))} {decimal(y - long * cos(angle))}")
    return "M" + "L".join(points) + "z"
