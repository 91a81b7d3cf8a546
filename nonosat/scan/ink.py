"""Parts print from its ground in a flattened picture of any colors, and takes it apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image
from scipy import ndimage

from nonosat.scan.flatten import CELL
from nonosat.scan.lattice import Floats, Mask, Pixels, runs, widened

FAINT = 16.0
"""Levels of the faintest ink; noise counts five times."""
INK, HAIR = 0.42, 0.22
"""Of the contrast around: more is ink, and more may be a hairline of a digit."""
MOST_BLOBS = 20_000
_COARSE = 4
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)
_ONE_SIDED = 0.85
"""If this share of all ink is darker than its ground, or lighter, all is taken to be."""


@dataclass(frozen=True)
class Blob:
    """Ink that hangs together."""

    x: int
    y: int
    ink: Floats
    """The ink in its box, 0 to 1, without that of other blobs."""
    body: Mask
    """The pixels of the box that are ink."""
    contrast: float
    """Levels between it and its ground."""

    @property
    def height(self) -> int:
        """In pixels."""
        return len(self.ink)

    @property
    def width(self) -> int:
        """In pixels."""
        return len(self.ink[0])

    @property
    def right(self) -> int:
        """The first pixel behind it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first pixel below it."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its x and y."""
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, other: Blob) -> bool:
        """Return True if the middle of another blob is in its box."""
        x, y = other.middle
        return self.x <= x <= self.right and self.y <= y <= self.bottom


def ink_of(
    pixels: Pixels, outside: Mask, cut: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> tuple[Floats, Floats]:
    """Return how much each pixel is ink: of the contrast around it, 0 to 1; and in levels.

    Straight lines are left out, since digits may be much paler.

    Args:
        outside: pixels that are not in the picture.
        cut: pixels at the top, bottom, left and right that are lines. They are left out, and what is
            inside is mirrored there, so that digits which touch the edge keep their ground.
    """
    top, bottom, left, right = cut
    height, width = pixels.shape[:2]
    inside = pixels[top : height - bottom, left : width - right]
    framed = np.pad(inside, [(CELL, CELL), (CELL, CELL), (0, 0)], "symmetric")
    inner = np.s_[CELL:-CELL, CELL:-CELL]
    ink, levels = (np.pad(part[inner], [(top, bottom), (left, right)]) for part in _ink(framed))
    return np.where(outside, np.float32(0), ink), levels


def _ink(pixels: Pixels) -> tuple[Floats, Floats]:
    """See `ink_of`. The ground is the median of a window as large as a cell."""
    small = np.asarray(Image.fromarray(pixels).reduce(_COARSE))
    window = int(0.95 * CELL / _COARSE) | 1
    ground = _enlarged(
        ndimage.median_filter(ndimage.median_filter(small, (1, window, 1)), (window, 1, 1)),
        pixels.shape,
    )
    levels = np.abs(pixels.astype(np.int16) - ground).max(2).astype(np.float32)
    noise = max(FAINT, 5 * float(np.median(levels)))
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
    mask = _share(levels, levels, noise) > 0.3
    lines = np.zeros(mask.shape, bool)
    for axis in (0, 1):
        lines |= runs(widened(mask, 3, 1 - axis), int(1.25 * CELL) | 1, axis)
    edges = widened(widened(lines, 5, 0), 5, 1)
    return np.where(lines, 0, _share(levels, np.where(edges, 0, levels), noise)), levels


def _share(levels: Floats, others: Floats, noise: float) -> Floats:
    """Return the contrast of pixels, of the greatest of the others around."""
    height, width = levels.shape
    framed = np.pad(others, [(0, -height % _COARSE), (0, -width % _COARSE)])
    most = framed.reshape(len(framed) // _COARSE, _COARSE, -1, _COARSE).max((1, 3))
    most = ndimage.maximum_filter(most, int(0.9 * CELL / _COARSE) | 1)
    most = ndimage.gaussian_filter(most, 0.2 * CELL / _COARSE)
    share = levels / np.maximum(_enlarged(most, levels.shape), noise)
    return np.asarray(np.clip(share, 0, 1), np.float32)


def _enlarged(small: Any, shape: tuple[int, ...]) -> Any:
    return np.repeat(np.repeat(small, _COARSE, 0), _COARSE, 1)[: shape[0], : shape[1]]


def blobs_of(ink: Floats, levels: Floats, least: float = INK) -> list[Blob]:
    """Return all ink of the size of digits."""
    labels, count = ndimage.label(ink > least, np.ones((3, 3)))
    if count > MOST_BLOBS:
        return []
    found = []
    for label, box in enumerate(ndimage.find_objects(labels), 1):
        ys, xs = box
        height, width = ys.stop - ys.start, xs.stop - xs.start
        if not 0.2 * CELL <= height <= 0.98 * CELL or width > min(1.7 * CELL, 2.4 * height):
            continue
        here = labels[box]
        body = here == label
        if body.sum() < 12:
            continue
        own = np.where(body | (here == 0), ink[box], np.float32(0))
        contrast = float(np.percentile(levels[box][body], 80))
        found.append(Blob(xs.start, ys.start, own, body, contrast))
    return found
