"""Maps rows and columns of a lattice to the picture, and flattens the picture by it.

A camera sees a flat page through a homography. The bend of a curled page is smoothed.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.interpolate import RBFInterpolator

from nonosat.scan.lattice import Lattice, Mask, Pixels

CELL = 44
"""Pixels a side of a cell in the flattened picture; digits have about 20."""
_FINE = 1.4
"""A picture with more pixels a cell, by this factor, is made smaller first."""
MOST_POINTS = 1000
"""Crossings that say how a page is bent."""
_SMOOTHING = 3.0

Points = NDArray[np.float64]


def flattened(pixels: Pixels, lattice: Lattice, room: int, cell: int) -> tuple[Pixels, Mask]:
    """Return the lattice flat, and which pixels are outside of the picture.

    Args:
        room: cells more above and at the left; below and at the right there are four more.
        cell: pixels a side of each cell; a multiple of `CELL`.
    """
    shrink = max(1, round(lattice.pitch / cell / _FINE))
    small = np.asarray(Image.fromarray(pixels).reduce(shrink))
    height, width = lattice.size
    places = np.moveaxis(np.mgrid[-room : height + 5, -room : width + 5], 0, -1).astype(float)
    at = _places(lattice, places) / shrink
    size = np.array(small.shape[1::-1])
    beyond = np.asarray(((at < 0) | (at > size)).any(-1))
    outside = beyond[:-1, :-1] & beyond[1:, :-1] & beyond[:-1, 1:] & beyond[1:, 1:]
    # Cells that reach over the edge see its pixels again.
    edge = int(lattice.pitch / shrink) + 4
    image = Image.fromarray(np.pad(small, [(edge, edge), (edge, edge), (0, 0)], "edge"))
    at = np.clip(at + edge, 1, size + 2 * edge - 1)
    corners = np.concatenate([at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]], -1)
    mesh = [
        ((cell * x, cell * y, cell * x + cell, cell * y + cell), tuple(corner.tolist()))
        for y, row in enumerate(corners)
        for x, corner in enumerate(row)
    ]
    whole = (cell * len(corners[0]), cell * len(corners))
    flat = image.transform(whole, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)
    return np.asarray(flat), np.repeat(np.repeat(outside, cell, 0), cell, 1)


def _places(lattice: Lattice, at: Points) -> Points:
    """Return x and y in the picture for rows and columns, also between lines and beyond all."""
    height, width = lattice.size
    some = np.random.default_rng(0).permutation(len(lattice.at))[:MOST_POINTS]
    known, points = lattice.at[some].astype(float), lattice.points[some].astype(float)
    plane = _homography(known, points)
    flat = at.reshape(-1, 2)
    rest = RBFInterpolator(known, points - _seen(plane, known), smoothing=_SMOOTHING)
    bent = rest(np.clip(flat, 0, [height, width]))
    return np.asarray((_seen(plane, flat) + bent).reshape(at.shape))


def _homography(at: Points, points: Points) -> Points:
    """Return how a camera sees a flat page with these crossings."""
    row, col = at.T
    one, zero = np.ones_like(row), np.zeros_like(row)
    terms = np.concatenate([
        np.stack([col, row, one, zero, zero, zero, -col * points[:, 0], -row * points[:, 0]], 1),
        np.stack([zero, zero, zero, col, row, one, -col * points[:, 1], -row * points[:, 1]], 1),
    ])  # fmt: skip
    found = np.linalg.lstsq(terms, points.T.ravel(), rcond=None)[0]
    return np.append(found, 1).reshape(3, 3)


def _seen(plane: Points, at: Points) -> Points:
    seen = np.column_stack([at[:, ::-1], np.ones(len(at))]) @ plane.T
    return np.asarray(seen[:, :2] / seen[:, 2:])
