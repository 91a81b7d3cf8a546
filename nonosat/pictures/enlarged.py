"""Finds how many cells a picture had before a program enlarged it, smoothly or not.

Enlarging bends the brightness once for each cell, at even distances: at its edges, or where it is smooth
at the middles. Of the numbers of cells that go with these bends the least is taken that passes two
tests: most cells are nearly black or white, and, enlarged once more, they give the picture. Photos pass
the second too, if they are blurred.
"""

from __future__ import annotations

from array import array
from cmath import exp, pi
from typing import TYPE_CHECKING

from nonosat.model.looks import FEWEST_CELLS

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SIDE, MAX_CELLS = 3000, 256
"""Pixels a side of a picture that is looked at, since photos have more; the most cells a side that are sought."""
SIDE = 3
"""Pixels a side of a cell; in smaller ones edges and middles are the same."""
NEARLY = 0.7
"""Share of the best fit that others need: the least number fits as well as its multiples."""
OFF = 0.06
"""The most that a picture may differ from its cells enlarged, as a share of the difference between neighboring
cells; drawings that were enlarged smoothly had up to .05."""


def cells_before(image: Image) -> Image | None:
    """Return a Pillow image with one pixel for each cell of a drawing that was enlarged, else None."""
    gray = image.convert("L")
    width, height = gray.size
    if max(width, height) > MAX_SIDE or min(width, height) < SIDE * FEWEST_CELLS:
        return None
    across, down = _fits(_bends(gray, across=True)), _fits(_bends(gray, across=False))
    both = {
        (high, wide): fit + across[wide]
        for high, fit in down.items()
        for wide in [round(high * width / height)]
        if wide in across and abs(wide * height - high * width) <= 0.02 * high * width
    }
    least = NEARLY * max(both.values(), default=0.0)
    sizes = (size for size in sorted(both) if both[size] >= least > 0)
    size = next((size for size in sizes if _gives(gray, *size)), None)
    return size and _middles(image, *size)


def _bends(gray: Image, across: bool) -> array[float]:
    """Return for each column, or row, but the outer ones how much the brightness bends there."""
    from PIL import Image as Pillow
    from PIL import ImageChops, ImageFilter

    kernel = [0, 0, 0, -1, 2, -1, 0, 0, 0] if across else [0, -1, 0, 0, 2, 0, 0, -1, 0]
    ways = [[sign * weight for weight in kernel] for sign in (1, -1)]  # each is cut off at 0
    up, down = (gray.filter(ImageFilter.Kernel((3, 3), way, 1)) for way in ways)
    bent = ImageChops.add(up, down).crop((1, 1, gray.width - 1, gray.height - 1)).convert("F")
    size = (bent.width, 1) if across else (1, bent.height)
    return array("f", bent.resize(size, Pillow.Resampling.BOX).tobytes())


def _fits(bends: array[float]) -> dict[int, float]:
    """Return numbers of cells, and how well waves of that number go with the bends, 0 to 1."""
    length, total, fits = len(bends) + 2, sum(bends) or 1.0, {}
    for cells in range(FEWEST_CELLS, min(MAX_CELLS, length // SIDE) + 1):
        turn = exp(2j * pi * cells / length)
        at, wave = 1 + 0j, 0j
        for bend in bends:
            wave += bend * at
            at *= turn
        fits[cells] = abs(wave) / total
    return fits


def _gives(gray: Image, height: int, width: int) -> bool:
    """Return True if a grid of cells is a drawing, and enlarged gives the picture."""
    from PIL import Image as Pillow
    from PIL import ImageChops, ImageStat

    def differ(other: Image) -> float:
        return ImageStat.Stat(ImageChops.difference(gray, other)).mean[0]

    middles = _middles(gray, height, width)
    levels = middles.tobytes()
    dark, light = min(levels), max(levels)
    if 2 * sum(6 * min(at - dark, light - at) > light - dark for at in levels) > len(levels):
        return False
    right = ImageChops.offset(gray, round(gray.width / width), 0)
    below = ImageChops.offset(gray, 0, round(gray.height / height))
    most, ways = OFF * (differ(right) + differ(below)), Pillow.Resampling
    smooth = (ways.NEAREST, ways.BILINEAR, ways.BICUBIC, ways.LANCZOS)
    return any(differ(middles.resize(gray.size, way)) <= most for way in smooth)


def _middles(image: Image, height: int, width: int) -> Image:
    """Return the mean of the middle of each cell: a third of its side."""
    from PIL import Image as Pillow

    thirds = image.resize((3 * width, 3 * height), Pillow.Resampling.BOX)
    return thirds.resize((width, height), Pillow.Resampling.NEAREST)
