"""The legend of a colored puzzle: per ink a swatch, its letter if letters are printed, and its name."""

from typing import NamedTuple

from nonosat.draw.elements import PAPER, Label, cut, decimal, rect, text_width
from nonosat.model import Palette
from nonosat.model.colors import readable_on

_LINE, _GAP, _SWATCH = 1.5, 1.0, 1.1
"""Height of a line, gap between entries, and side of a swatch, in heights of the font."""
_EDGE = "#8a8a8a"


class Legend(NamedTuple):
    """A legend at (0, 0), for the caller to move."""

    width: float
    height: float
    """0 if the legend is empty."""
    shapes: str = ""
    labels: tuple[Label, ...] = ()


def ink_legend(
    palette: Palette, size: float, most: float, *, letters: bool = False, background: bool = False
) -> Legend:
    """List the colors of a puzzle; nothing if it is black and white.

    Args:
        size: the height of the font.
        most: start a new line beyond this width.
        letters: write the letters of the inks into the swatches.
        background: include the color of blank cells, unless it is that of the paper.
    """
    if palette.is_black_and_white:
        return Legend(0, 0)
    letters |= palette.look_alikes is not None
    shapes, labels = [], []
    side, x, y, width = _SWATCH * size, 0.0, 0.0, 0.0
    for index, color in enumerate(palette.colors):
        if index == 0 and (not background or color.rgb == PAPER):
            continue
        name = cut(color.name, size, most - 1.4 * side)
        long = 1.4 * side + text_width(name, size)
        if x and x + long > most:
            x, y = 0.0, y + _LINE * size
        shapes.append(
            rect(
                x, y, side, side, color.rgb, f'stroke="{_EDGE}" stroke-width="{decimal(side / 20)}"'
            )
        )
        baseline = y + side / 2 + 0.36 * size
        if letters and index:
            ink = readable_on(color.rgb)
            labels.append(Label(x + side / 2, baseline, color.char, 0.9 * size, ink, "middle"))
        labels.append(Label(x + 1.4 * side, baseline, name, size))
        width = max(width, x + long)
        x += long + _GAP * size
    return Legend(width, y + _LINE * size, "\n".join(shapes), tuple(labels))
