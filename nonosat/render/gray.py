"""Palettes for gray printing."""

from __future__ import annotations

from nonosat.model import Palette
from nonosat.model.colors import luma
from nonosat.render.elements import PAPER

LIGHTEST = 205
"""The lightest ink on white paper."""


def gray(palette: Palette) -> Palette:
    """The same colors as shades of gray, as far apart as they can be, from dark to light.

    >>> gray(Palette.of([("white", "#ffffff", None), ("red", "#d00000", None)])).colors[1].rgb
    '#000000'

    White paper stays white. Any other background is a shade among the inks.
    """
    white = palette.colors[0].rgb == PAPER
    inks = range(1 if white else 0, len(palette.colors))
    ranked = sorted(inks, key=lambda color: luma(palette.colors[color].rgb))
    shades = {
        color: round(rank * (LIGHTEST if white else 255) / max(1, len(ranked) - 1))
        for rank, color in enumerate(ranked)
    }
    looks = {color: f"#{shade:02x}{shade:02x}{shade:02x}" for color, shade in shades.items()}
    return Palette(
        tuple(
            color._replace(rgb=looks.get(index, PAPER))
            for index, color in enumerate(palette.colors)
        )
    )
