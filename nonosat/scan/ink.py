"""Parts print from its ground in a flattened picture of any colors, and takes it apart."""

from typing import Any, NamedTuple

import numpy as np
from PIL import Image
from scipy import ndimage

from nonosat.scan.flatten import CELL, flattened
from nonosat.scan.glyphs import JUNK, chances_of, features
from nonosat.scan.lattice import Floats, Lattice, Mask, NoPuzzle, Pixels, most_of_channels

FAINT = 16.0
"""Levels of the faintest ink; noise counts five times."""
INK = 0.36
"""Of the contrast around: more is ink."""
_HAIR = 5
"""Pixels of a gap in a digit, at most, and one more."""
MOST_CELLS = 14_000
"""Cells of the largest lattice that is read, with the room beside it."""
MOST_ROOM = 18
"""Cells beside the lattice that may hold clues, at most."""
MARGIN = 3
"""Lines beyond those that were found, which black cells may hide."""
MOST_BLOBS = 20_000
"""Of the size of digits."""
MOST_SPECKS = 400_000
WEAK = 0.6
"""The part of an outer line of the play area that must be seen."""
_COARSE = 4
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)
_ONE_SIDED = 0.85
"""If this share of all ink is darker than its ground, or lighter, all is taken to be."""


class Blob(NamedTuple):
    """Ink that hangs together."""

    start: tuple[int, int]
    """The x and y of its first pixels."""
    ink: Floats
    """The ink in its box, 0 to 1, without that of other blobs."""
    contrast: float
    """Levels between it and its ground."""
    chances: Floats
    """For each digit, then for `JUNK`, the probability that it is one."""

    @property
    def digit(self) -> float:
        """The probability of the likeliest digit."""
        return float(self.chances[:JUNK].max())

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.ink)

    @property
    def width(self) -> int:
        """In pixels."""
        return len(self.ink[0])

    @property
    def end(self) -> tuple[int, int]:
        """The x and y of the first pixels behind it."""
        return self.start[0] + self.width, self.start[1] + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its x and y."""
        return self.start[0] + self.width / 2, self.start[1] + self.height / 2


class FlatPage(NamedTuple):
    """A flattened picture, and where there is ink."""

    lattice: Lattice
    seen: Mask
    """By row and column: whether a crossing was found; with `MARGIN` lines more on each side."""
    room: int
    """Cells more above and at the left of those lines."""
    cell: int
    """Pixels a side of a cell."""
    pixels: Pixels
    blobs: list[Blob]

    def part_seen(self, axis: int, line: int, inner: int, first: int, last: int) -> float:
        """Return which part of an outer line of a grid is seen: of its crossings, or of the line itself.

        Black cells hide crossings. The line is level if the axis is 0, and goes from the line `first` to
        the line `last` across it; `inner` is the next one inside of the grid.
        """
        here, blank, beside = (
            self.steep(axis, at, first, last) for at in (line, (line + inner) / 2, inner)
        )
        is_line = (here > 0.5 * np.median(beside)) & (here > 2 * blank + FAINT)
        seen = self.seen if axis == 0 else self.seen.T
        return float(max(seen[line, first : last + 1].mean(), is_line.mean()))

    def steep(self, axis: int, at: float, first: int, last: int) -> Floats:
        """Return by cells along a line how steep the edge is that is nearest to it."""
        pixels = self.pixels if axis == 1 else self.pixels.swapaxes(0, 1)
        begin, end, middle = (int((line + self.room) * self.cell) for line in (first, last, at))
        near = self.cell // 7
        strip = pixels[begin:end, middle - near : middle + near + 1].astype(np.int16)
        slope = np.abs(strip[:, 2:] - strip[:, :-2]).max((1, 2))
        return np.asarray(np.median(slope.reshape(-1, self.cell), 1))


def page_of(pixels: Pixels, lattice: Lattice, cell: int = CELL) -> FlatPage:
    """Flatten a picture with room for clues, and find its ink.

    Raises:
        NoPuzzle: it is too large.
    """
    height, width = lattice.size
    room = min(int(0.55 * max(height, width)) + 3, MOST_ROOM)
    # Enlarged cells are for few: the cube keeps the memory below that of the largest grids.
    if (height + room) * (width + room) * (cell // CELL) ** 3 > MOST_CELLS:
        raise NoPuzzle(f"a grid of {width}x{height} cells is too large to be read")
    flat, outside = flattened(pixels, lattice, room, cell)
    seen = np.pad(lattice.seen, MARGIN)
    return FlatPage(lattice, seen, room - MARGIN, cell, flat, blobs_of(*ink_of(flat, outside)))


def ink_of(pixels: Pixels, outside: Mask) -> tuple[Floats, Floats]:
    """Return how much each pixel is ink: of the contrast around it, 0 to 1; and in levels.

    Straight lines are left out, since digits may be much paler. The ground is the median of a window as
    large as a cell.

    Args:
        pixels: a flattened picture; its sides are multiples of `CELL`.
        outside: pixels that are not in the picture.
    """
    small = np.asarray(Image.fromarray(pixels).reduce(_COARSE))
    window = int(0.95 * CELL / _COARSE) | 1
    ground = _enlarged(
        ndimage.median_filter(ndimage.median_filter(small, (1, window, 1)), (window, 1, 1))
    )
    levels = most_of_channels(pixels.astype(np.int16) - ground)
    noise = max(FAINT, 5 * float(np.median(levels[~outside])))
    # Where "28" fills a cell, the median is ink. If all print is darker (or lighter) than its ground,
    # closing (or opening) finds the ground between dense strokes.
    gray = pixels.astype(np.float32) @ _LUMA
    printed = (_share(levels, levels, noise) > 0.5) & (levels > noise)
    darker = (ground.astype(np.float32) @ _LUMA)[printed] > gray[printed]
    if len(darker) > 50 and not 1 - _ONE_SIDED <= darker.mean() <= _ONE_SIDED:
        sign = 1 if darker.mean() > 0.5 else -1
        side = int(0.42 * CELL) | 1
        close = ndimage.grey_closing if sign > 0 else ndimage.grey_opening
        paper = close(gray.astype(np.uint8), (side, side)).astype(np.float32)
        levels = np.maximum((ndimage.gaussian_filter(paper, 0.12 * CELL) - gray) * sign, 0)
    mask = (_share(levels, levels, noise) > 0.3).view(np.uint8)
    long = int(1.25 * CELL) | 1
    lines = ndimage.grey_opening(ndimage.maximum_filter(mask, (1, 3)), (long, 1)) > 0
    lines |= ndimage.grey_opening(ndimage.maximum_filter(mask, (3, 1)), (1, long)) > 0
    # Their blurred edges would look like a 1, and join digits to them.
    lines = ndimage.maximum_filter(lines, 5)
    ink = _share(levels, np.where(lines, 0, levels), noise)
    return np.where(lines | outside, np.float32(0), ink), levels


def _share(levels: Floats, others: Floats, noise: float) -> Floats:
    """Return the contrast of pixels, of the greatest of the others around."""
    height, width = (side // _COARSE for side in levels.shape)
    most = others.reshape(height, _COARSE, width, _COARSE).max((1, 3))
    most = ndimage.maximum_filter(most, int(0.9 * CELL / _COARSE) | 1)
    most = ndimage.gaussian_filter(most, 0.2 * CELL / _COARSE)
    return np.asarray(np.minimum(levels / _enlarged(np.maximum(most, noise)), 1), np.float32)


def _enlarged(small: Any) -> Any:
    return np.repeat(np.repeat(small, _COARSE, 0), _COARSE, 1)


def blobs_of(ink: Floats, levels: Floats) -> list[Blob]:
    """Return all ink of the size of digits."""
    # The hairlines of a digit may be too pale: what is nearly one below the other belongs together.
    marks = ndimage.grey_closing((ink > INK).view(np.uint8), (_HAIR, 1))
    labels, count = ndimage.label(marks, np.ones((3, 3)))
    if count > MOST_SPECKS:
        return []
    found = []
    for label, box in enumerate(ndimage.find_objects(labels), 1):
        ys, xs = box
        height, width = ys.stop - ys.start, xs.stop - xs.start
        if not 0.2 * CELL <= height <= 0.98 * CELL or width > min(1.7 * CELL, 2.4 * height):
            continue
        here = labels[box]
        body = here == label
        if body.sum() >= 12:
            own = np.where(body | (here == 0), ink[box], np.float32(0))
            contrast = float(np.percentile(levels[box][body], 80))
            found.append(((xs.start, ys.start), own, contrast))
    if not 0 < len(found) <= MOST_BLOBS:
        return []
    chances = chances_of(np.array([features(own) for _, own, _ in found]))
    return [Blob(*parts, each) for parts, each in zip(found, chances, strict=True)]
