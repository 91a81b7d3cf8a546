"""Maps rows and columns of a lattice to the picture, and flattens the picture by it.

A picture of a screen, or a scan, has straight axes: a line for each is all. A photograph has a
homography, and what a curled page leaves of it: a polynomial, and the mean of the nearest crossings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from nonosat.scan.lattice import Lattice, Mask, NoPuzzle, Pixels

CELL = 44
"""Pixels a side of a cell in the flattened picture."""
_FINE = 1.4
"""A picture with more pixels a cell, by this factor, is made smaller first."""
_POOR = 0.3
"""Where crossings are off by more of a cell on average, digits would be cut."""

_POWERS = [(i, j) for i in range(4) for j in range(4 - i)]
"""Of rows and columns in the terms of the polynomial."""

Points = NDArray[np.float64]


class Flattened:
    """A picture, and where the lattice lies in it."""

    def __init__(self, pixels: Pixels, lattice: Lattice) -> None:
        self.lattice = lattice
        self._map = _Map(lattice)
        image = Image.fromarray(pixels)
        self._scale = 1 / max(1, round(lattice.pitch / CELL / _FINE))
        if self._scale < 1:
            image = image.reduce(round(1 / self._scale))
        # Cells that reach over the edge see its pixels again.
        self._edge = int(lattice.pitch * self._scale) + 4
        padded = np.pad(np.asarray(image), [(self._edge,) * 2, (self._edge,) * 2, (0, 0)], "edge")
        self._image = Image.fromarray(padded)
        self._size = image.size

    def part(self, top: int, left: int, bottom: int, right: int) -> tuple[Pixels, Mask]:
        """Return cells of the lattice, flat, `CELL` pixels a side; and which pixels are outside.

        Rows and columns may reach beyond the lattice, also below 0.
        """
        height, width = bottom - top, right - left
        rows, cols = np.mgrid[top : bottom + 1, left : right + 1]
        at = self._map(np.stack([rows, cols], -1).astype(float)) * self._scale
        size = np.array(self._size)
        beyond = np.asarray(((at < 0) | (at > size)).any(-1))
        outside = np.asarray(beyond[:-1, :-1] & beyond[1:, :-1] & beyond[:-1, 1:] & beyond[1:, 1:])
        at = np.clip(at + self._edge, 1, size + 2 * self._edge - 1)
        corners = np.concatenate([at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]], -1)
        mesh = [
            ((CELL * x, CELL * y, CELL * x + CELL, CELL * y + CELL), tuple(corners[y, x].tolist()))
            for y in range(height)
            for x in range(width)
        ]
        flat = self._image.transform(
            (CELL * width, CELL * height), Image.Transform.MESH, mesh, Image.Resampling.BICUBIC
        )
        return np.asarray(flat), np.repeat(np.repeat(outside, CELL, 0), CELL, 1)


class _Map:
    """Rows and columns, also between two and beyond all, to x and y in the picture."""

    def __init__(self, lattice: Lattice) -> None:
        at, points, pitch = lattice.at.astype(float), lattice.points.astype(float), lattice.pitch
        self._axes = _axes(at, points, pitch)
        if self._axes is not None:
            return
        self._middle, self._span = at.mean(0), float(max(lattice.size))
        self._curl: Points = np.zeros((len(_POWERS), 2))
        self._rest: Points = np.zeros((1, 1, 2))
        good = np.ones(len(at), bool)
        for _ in range(6):
            self._plane = _homography(at[good], points[good])
            off = np.hypot(*(points - self(at)).T)
            good = off < max(0.15 * pitch, 2.5 * float(np.median(off)))
        error, _ = _error(off, good, pitch)
        good = np.ones(len(at), bool)
        terms, left = self._terms(at), points - self(at)
        for _ in range(5 if len(at) > 6 * len(_POWERS) else 0):
            self._curl = np.asarray(np.linalg.lstsq(terms[good], left[good], rcond=None)[0])
            off = np.hypot(*(left - terms @ self._curl).T)
            good = off < max(0.06 * pitch, 2.5 * float(np.median(off)))
        self._rest = self._local(lattice, points - self(at))
        if not error < _POOR:
            raise NoPuzzle("the lines of the grid are too crooked")

    def __call__(self, at: Points) -> Points:
        if self._axes is not None:
            across, down = self._axes
            return np.stack([np.polyval(across, at[..., 1]), np.polyval(down, at[..., 0])], -1)
        flat = at.reshape(-1, 2)
        ones = np.column_stack([flat[:, ::-1], np.ones(len(flat))]) @ self._plane.T
        out = ones[:, :2] / ones[:, 2:] + self._terms(flat) @ self._curl
        for axis in (0, 1):
            rest = self._rest[..., axis]
            out[:, axis] += ndimage.map_coordinates(rest, flat.T, order=1, mode="nearest")
        return np.asarray(out.reshape(at.shape))

    def _terms(self, at: Points) -> Points:
        """Return the terms of a polynomial; far beyond the lattice they stay as they are near it."""
        near = np.clip((at - self._middle) / self._span, -0.58, 0.58)
        return np.stack([near[:, 0] ** i * near[:, 1] ** j for i, j in _POWERS], -1)

    @staticmethod
    def _local(lattice: Lattice, left: Points) -> Points:
        """Return for each crossing what is left there and at those near it, without outliers."""
        off = np.full((*lattice.seen.shape, 2), np.nan)
        off[lattice.at[:, 0], lattice.at[:, 1]] = left
        around = np.pad(off, [(1, 1), (1, 1), (0, 0)], constant_values=np.nan)
        views = np.lib.stride_tricks.sliding_window_view(around, (3, 3), (0, 1)).reshape(
            *off.shape, 9
        )
        enough = np.isfinite(views[..., 0, :]).sum(-1) > 3
        usual = np.nanmedian(np.where(enough[..., None, None], views, 0), -1)
        fits = enough & (np.hypot(*np.moveaxis(off - usual, -1, 0)) < 0.1 * lattice.pitch)
        fits &= np.hypot(*np.moveaxis(off, -1, 0)) < 0.2 * lattice.pitch
        weight, value = fits.astype(float), np.where(fits[..., None], off, 0)
        total, out = np.full(weight.shape, 1e-6), np.zeros_like(value)
        for reach, share in ((0.8, 1), (2.5, 0.05), (6, 0.002)):
            total += share * ndimage.gaussian_filter(weight, reach, mode="constant")
            out += share * ndimage.gaussian_filter(value, (reach, reach, 0), mode="constant")
        return np.asarray(out / total[..., None])


def _axes(at: Points, points: Points, pitch: float) -> tuple[Points, Points] | None:
    """Return a line for each axis, if nearly all crossings lie on them."""
    good = np.ones(len(at), bool)
    for _ in range(6):
        if good.sum() < 6:
            return None
        across = np.polyfit(at[good, 1], points[good, 0], 1)
        down = np.polyfit(at[good, 0], points[good, 1], 1)
        off = np.hypot(
            np.polyval(across, at[:, 1]) - points[:, 0], np.polyval(down, at[:, 0]) - points[:, 1]
        )
        good = off < max(0.08 * pitch, 2 * float(np.median(off)))
    straight = good.mean() > 0.85 and _error(off, good, pitch)[0] < 0.05
    return (across, down) if straight else None


def _error(off: Any, good: Any, pitch: float) -> tuple[float, float]:
    """Return how far good crossings are off, in cells, and the part that is good."""
    return float(np.sqrt((off[good] ** 2).mean())) / pitch, float(good.mean())


def _homography(at: Points, points: Points) -> Points:
    """Return the plane through crossings, by the direct linear transform."""
    scale = np.abs(points).max()
    x, y, u, v = at[:, 1], at[:, 0], points[:, 0] / scale, points[:, 1] / scale
    zero, one = np.zeros_like(x), np.ones_like(x)
    rows = np.concatenate([
        np.stack([x, y, one, zero, zero, zero, -u * x, -u * y, -u], 1),
        np.stack([zero, zero, zero, x, y, one, -v * x, -v * y, -v], 1),
    ])  # fmt: skip
    plane = np.linalg.svd(rows.T @ rows)[2][-1].reshape(3, 3)
    return np.asarray(np.diag([scale, scale, 1]) @ plane)
