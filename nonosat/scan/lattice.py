"""Finds the lattice of a printed puzzle: the crossings of its lines, numbered by row and column.

Only the slopes of brightness and color count, so light on dark, colored and filled cells make no
difference. Long upright and level edges are kept, and where both meet there is a crossing. Each crossing is
joined to those that lie one usual step away, more or less, so a page may be tilted or curled. Many
lengths, thresholds and steps are tried; of the lattices that overlap, the largest and densest counts.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage, sparse, spatial
from scipy.sparse import csgraph

from nonosat.errors import Unsupported
from nonosat.pictures.pixels import Box

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""

FOUND_AT = 1700
"""Pixels of the longer side where lines are looked for."""
MOST_LARGER = 3.0
"""Small pictures are enlarged this much at most."""
LENGTHS = (9, 17, 29, 51)
"""Pixels of the shortest line kept; the strokes of digits are shorter than the right one."""
TEXTURE = 10.0
"""Levels a pixel: where half of all slopes are steeper, there is no paper."""
MOST_CROSSINGS = 14_000
"""With more, it is a texture."""
LEAST = 4
"""Lines each way that a lattice has at least."""
MOST_LATTICES = 4
"""A page may hold other puzzles, a table or a logo, too."""
_SAME = 0.5
"""Lattices that share more of the area that they cover are the same."""
_SMOOTH = 0.9
_NEAR = 0.2
"""Of a step: a crossing is off by less from where the one before it lets expect it."""


class NoPuzzle(Unsupported):
    """There is no printed puzzle in this picture, or none that can be read."""

    def __init__(self, what: str, source: str = "the picture", line: int = 0) -> None:
        super().__init__(what, source, line)


@dataclass(frozen=True)
class Lattice:
    """Numbered crossings."""

    at: NDArray[np.int_]
    """Row and column of each crossing found, from 0."""
    points: Floats
    """Its x and y in pixels of the picture."""
    pitch: float
    """Pixels from one crossing to the next."""

    @cached_property
    def seen(self) -> Mask:
        """By row and column: whether the crossing was found."""
        seen = np.zeros(self.at.max(0) + 1, bool)
        seen[*self.at.T] = True
        return seen

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of cells between the lines."""
        return self.seen.shape[0] - 1, self.seen.shape[1] - 1

    @property
    def worth(self) -> float:
        """The number of its crossings; it counts less where many are missing."""
        return len(self.at) * math.sqrt(self.seen.mean())

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Its left, upper, right and lower edge in pixels of the picture."""
        (left, top), (right, bottom) = self.points.min(0).tolist(), self.points.max(0).tolist()
        return int(left), int(top), int(right) + 1, int(bottom) + 1


def shared(one: Box, other: Box) -> float:
    """Return the part of the area covered by two boxes that both cover."""
    left, top = map(max, one[:2], other[:2])
    right, bottom = map(min, one[2:], other[2:])
    both = max(0, right - left) * max(0, bottom - top)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return both / (sum(areas) - both)


def find_lattices(pixels: Pixels) -> list[Lattice]:
    """Find the largest lattices of crossing lines, the largest first."""
    height, width = pixels.shape[:2]
    scale = min(MOST_LARGER, FOUND_AT / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    way = Image.Resampling.BICUBIC if scale > 1 else Image.Resampling.BOX
    across, down = slopes(np.asarray(Image.fromarray(pixels).resize(size, way)))
    usual = float(np.median(np.maximum(across, down)[::3, ::3]))
    if usual > TEXTURE:
        return []
    threshold = min(14.0, max(2.2, 3.2 * usual))
    found: list[Lattice] = []
    for least, length in product(dict.fromkeys([threshold, max(2.2, 0.45 * threshold)]), LENGTHS):
        points = crossings(across, down, length, least)
        if 9 <= len(points) <= MOST_CROSSINGS:
            found += _lattices(points, max(6, 0.75 * length))
    # Of nearly equal ones the first counts: it has the highest threshold.
    found.sort(key=lambda lattice: -round(50 * math.log(lattice.worth)))
    kept: list[Lattice] = []
    for each in found:
        lattice = _dense(Lattice(each.at, each.points / np.float32(scale), each.pitch / scale))
        if lattice and all(shared(lattice.box, other.box) < _SAME for other in kept):
            kept.append(lattice)
        if len(kept) == MOST_LATTICES:
            break
    return kept


def slopes(pixels: Pixels) -> tuple[Floats, Floats]:
    """Return the steepest slope of any channel in levels per pixel: across, and down."""
    across, down = (
        most_of_channels(
            ndimage.gaussian_filter(pixels, (_SMOOTH, _SMOOTH, 0), order, np.float32, truncate=3)
        )
        for order in ((0, 1, 0), (1, 0, 0))
    )
    return across, down


def most_of_channels(levels: NDArray[Any]) -> Floats:
    """Return for each pixel the channel that is farthest from 0, without its sign."""
    red, green, blue = np.moveaxis(np.abs(levels), 2, 0)  # much faster than max(2)
    return np.asarray(np.maximum(np.maximum(red, green), blue), np.float32)


def crossings(across: Floats, down: Floats, length: int, least: float) -> Floats:
    """Return x and y of the places where long upright and level edges meet."""
    met = _lines(across, down, length, least) & _lines(down.T, across.T, length, least).T
    labels, count = ndimage.label(met, np.ones((3, 3)))
    if not 0 < count <= 4 * MOST_CROSSINGS:
        return np.zeros((0, 2), np.float32)
    ys, xs = np.nonzero(met)
    which = labels[ys, xs]
    sizes = np.bincount(which)
    middle = [np.bincount(which, weights=axis)[1:] / sizes[1:] for axis in (xs, ys)]
    most = 1.3 * length + 4
    fits = [
        max(side.stop - side.start for side in box) < most for box in ndimage.find_objects(labels)
    ]
    return np.asarray(np.stack(middle, 1)[np.array(fits)], np.float32)


def _lines(slope: Floats, other: Floats, length: int, least: float) -> Mask:
    """Return where long upright edges are, and a little beyond their ends."""
    edges = ((slope > least) & (slope > 1.15 * other)).view(np.uint8)
    long = ndimage.grey_opening(ndimage.maximum_filter(edges, (1, 3)), (length, 1))
    lines = ndimage.maximum_filter(long, (int(0.8 * length) | 1, 1))
    return np.asarray(
        ndimage.grey_closing(lines, (1, max(3, length // 3) | 1)) > 0
    )  # two edges: one line


def _lattices(points: Floats, shortest: float) -> Iterator[Lattice]:
    """Yield a lattice of these crossings for each two usual steps that may be the sides of a cell."""
    tree = spatial.cKDTree(points)
    for right, below in product(_steps(points, 0, shortest), _steps(points, 1, shortest)):
        pitches = np.hypot(*right), np.hypot(*below)
        if not 0.6 < pitches[0] / pitches[1] < 1.67:
            continue
        for chosen, at in _numbered(points, tree, right, below):
            for _ in range(3):
                if len(at) < 9 or min(np.ptp(at, 0)) < 2:
                    break
                chosen, at = _grown(points, tree, chosen, at, _NEAR * min(pitches))
            else:
                yield Lattice(at, points[chosen], math.sqrt(pitches[0] * pitches[1]))


def _steps(points: Floats, axis: int, shortest: float) -> list[Floats]:
    """Return the usual steps (x, y) to the next crossing along an axis, at angles up to 22 degrees."""
    some = np.random.default_rng(0).permutation(points)[:400]
    offsets = points - some[:, None]
    ahead, aside = offsets[..., axis], np.abs(offsets[..., 1 - axis])
    fits = (ahead > shortest) & (aside < 0.4 * ahead)
    nearest = np.where(fits, ahead**2 + 4 * aside**2, np.inf).argmin(1)
    steps = offsets[np.arange(len(some)), nearest][fits.any(1)]
    sizes = np.round(np.log(np.hypot(*steps.T)) / 0.08).astype(int)
    counts = np.bincount(sizes)
    usual = [
        steps[np.abs(sizes - size) <= 1]
        for size in counts.argsort()[::-1][:3]
        if counts[size] >= max(3, 0.08 * len(steps))
    ]
    return [np.median(alike, 0) for alike in usual]


def _numbered(
    points: Floats, tree: spatial.cKDTree, right: Floats, below: Floats
) -> Iterator[tuple[NDArray[np.int_], NDArray[np.int_]]]:
    """Yield which crossings hang together by these steps, and their rows and columns; the most first."""
    count = len(points)
    pairs = []
    for step in (right, below, 2 * right, 2 * below):  # one missing crossing is allowed
        near = _NEAR * min(np.hypot(*right), np.hypot(*below))
        ahead = tree.query(points + step, distance_upper_bound=near)[1]
        back = np.append(tree.query(points - step, distance_upper_bound=near)[1], -1)
        mutual = np.flatnonzero(back[ahead] == np.arange(count))
        pairs.append(np.stack([mutual, ahead[mutual]]))
    one, other = np.concatenate(pairs, 1)
    graph = sparse.coo_array((np.ones(len(one)), (one, other)), (count, count)).tocsr()
    parts = csgraph.connected_components(graph, directed=False)[1]
    sizes = np.bincount(parts)
    for part in np.argsort(-sizes)[:MOST_LATTICES]:
        if sizes[part] < 9:
            return
        start = int((parts == part).argmax())
        order, before = csgraph.breadth_first_order(graph, start, directed=False)
        ahead = points - points[np.maximum(before, 0)]
        at = np.round(np.linalg.solve(np.stack([below, right], 1), ahead.T)).T.astype(int)
        at[start] = 0
        for point in order[1:]:
            at[point] += at[before[point]]
        # Two may claim one place: the first has it.
        found, first = np.unique(at[order], axis=0, return_index=True)
        yield order[first], found - found.min(0)


def _grown(
    points: Floats,
    tree: spatial.cKDTree,
    chosen: NDArray[np.int_],
    at: NDArray[np.int_],
    near: float,
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return the crossings near where a smooth page has those of a lattice, and of two lines more each way."""
    fitted = np.linalg.lstsq(_powers(at), points[chosen], rcond=None)[0]
    height, width = at.max(0) + 1
    places = np.moveaxis(np.mgrid[-2 : height + 2, -2 : width + 2], 0, -1).reshape(-1, 2)
    away, which = tree.query(_powers(places) @ fitted, distance_upper_bound=near)
    hit = np.isfinite(away)
    found = places[hit]
    return which[hit], found - found.min(0, initial=len(places))


def _powers(at: NDArray[np.int_]) -> Floats:
    row, col = (at - 10).T / np.float32(10)
    return np.stack([row**0, row, col, row * row, row * col, col * col], 1)


def _dense(lattice: Lattice) -> Lattice | None:
    """Cut outer lines with few crossings, which buttons and text have by chance; None if too few are left.

    Boxes of clues above and at the left are stairs, so there fewer crossings suffice.
    """
    box = [0, 0, *lattice.seen.shape]
    while min(box[2] - box[0], box[3] - box[1]) >= LEAST:
        part = lattice.seen[box[0] : box[2], box[1] : box[3]]
        usual = float(np.median(np.concatenate([part.mean(0), part.mean(1)]))) or 1.0
        first, last = (part[0], part[:, 0]), (part[-1], part[:, -1])
        worth = [line.mean() / 0.42 for line in first]
        worth += [line.mean() / (0.78 * usual) for line in last]
        worst = int(np.argmin(worth))
        if worth[worst] >= 1:
            kept = ((lattice.at >= box[:2]) & (lattice.at < box[2:])).all(1)
            return Lattice(lattice.at[kept] - box[:2], lattice.points[kept], lattice.pitch)
        box[worst] += 1 if worst < 2 else -1
    return None
