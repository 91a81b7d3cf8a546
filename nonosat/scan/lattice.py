"""Finds the lattice of a printed puzzle: the crossings of its lines, numbered by row and column.

Only the slopes of brightness and color count, so light on dark, colored and filled cells make no
difference. Long upright and level edges are kept, and where both meet there is a crossing. A lattice grows
from a crossing to those that lie one step further, each predicted from the steps around it, so a page
may be tilted or curled. Of all lengths and thresholds tried, the largest and densest lattice counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage, spatial

from nonosat.errors import Unsupported

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
MOST_CROSSINGS = 14_000
"""With more, it is a texture."""
REACH = 150
"""Steps that a lattice grows in each direction at most."""
SEEDS = 12
"""Crossings that a lattice is grown from, at most."""
LEAST = 4
"""Lines each way that a lattice has at least."""
_SMOOTH = 0.9


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
    seen: Mask
    """By row and column: whether the crossing was found."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of cells between the lines."""
        return self.seen.shape[0] - 1, self.seen.shape[1] - 1


def find_lattice(pixels: Pixels) -> Lattice:
    """Find the largest lattice of crossing lines.

    Raises:
        NoPuzzle: there is none.
    """
    height, width = pixels.shape[:2]
    scale = min(MOST_LARGER, FOUND_AT / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    way = Image.Resampling.BICUBIC if scale > 1 else Image.Resampling.BOX
    across, down = slopes(np.asarray(Image.fromarray(pixels).resize(size, way)))
    usual = float(np.median(np.maximum(across, down)[::3, ::3]))
    threshold = min(14.0, max(2.2, 3.2 * usual))
    best: tuple[float, NDArray[np.int_], Floats, float] | None = None
    tried = {threshold: None, max(2.2, 0.45 * threshold): None}
    for least, length in product(tried, LENGTHS):
        points = crossings(across, down, length, least)
        if not 9 <= len(points) <= MOST_CROSSINGS:
            continue
        shortest = max(6, 0.75 * length)
        steps = [_steps(points, axis, shortest)[:2] for axis in (0, 1)]
        tree = spatial.cKDTree(points)
        for right, below in product(*steps):
            if not 0.6 < np.hypot(*right) / np.hypot(*below) < 1.67:
                continue
            grown = _grown(points, tree, right, below)
            if grown and (best is None or grown[0] > 1.02 * best[0]):
                best = *grown, math.sqrt(float(np.hypot(*right) * np.hypot(*below)))
    if best is None:
        raise NoPuzzle("there is no grid of lines in this picture")
    _, at, points, pitch = best
    return _dense(at, points / scale, pitch / scale)


def slopes(pixels: Pixels) -> tuple[Floats, Floats]:
    """Return the steepest slope of any channel in levels per pixel: across, and down."""
    gray = (pixels == pixels[..., :1]).all()
    across = np.zeros(pixels.shape[:2], np.float32)
    down = across.copy()
    for channel in range(1 if gray else 3):
        plane = pixels[..., channel].astype(np.float32)
        soft = np.pad(ndimage.gaussian_filter(plane, _SMOOTH, truncate=3), 1, "edge")
        for slope, rows in ((across, soft), (down, soft.T)):
            step = (rows[:, 2:] - rows[:, :-2]) / 2  # smoothed along the edge, as Scharr does
            step = np.abs(0.1875 * (step[2:] + step[:-2]) + 0.625 * step[1:-1])
            np.maximum(slope, step if rows is soft else step.T, out=slope)
    return across, down


def widened(mask: Mask, length: int, axis: int) -> Mask:
    """Return the mask widened along an axis: each point becomes a segment of an odd length."""
    out = np.moveaxis(mask, axis, 0)
    count = len(out)
    wide = np.zeros((count + length - 1, out.shape[1]), bool)
    wide[:count] = out
    done = 1
    while done < length:
        step = min(done, length - done)
        wide[step:] |= wide[:-step].copy()
        done += step
    start = (length - 1) // 2
    return np.moveaxis(wide[start : start + count], 0, axis)


def narrowed(mask: Mask, length: int, axis: int) -> Mask:
    """Return the middles of the segments of that length that the mask has."""
    return ~widened(~mask, length, axis)


def runs(mask: Mask, length: int, axis: int) -> Mask:
    """Return the parts of the mask that are straight runs of at least that length along the axis."""
    return widened(narrowed(mask, length, axis), length, axis)


def crossings(across: Floats, down: Floats, length: int, least: float) -> Floats:
    """Return x and y of the places where long upright and level edges meet."""
    far, near = int(0.8 * length) | 1, max(3, length // 3) | 1
    met = np.ones(across.shape, bool)
    for slope, other, along in ((across, down, 0), (down, across, 1)):
        edges = (slope > least) & (slope > 1.15 * other)
        lines = widened(runs(widened(edges, 3, 1 - along), length, along), far, along)
        met &= narrowed(widened(lines, near, 1 - along), near, 1 - along)  # two edges: one line
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


def _steps(points: Floats, axis: int, shortest: float) -> list[Floats]:
    """Return the usual steps (x, y) to the next crossing along an axis, at angles up to 22 degrees."""
    by = np.random.default_rng(0)
    some = by.permutation(len(points))[:400]
    ahead = points[None, :, axis] - points[some, None, axis]
    aside = points[None, :, 1 - axis] - points[some, None, 1 - axis]
    cost = np.where(
        (ahead > shortest) & (np.abs(aside) < 0.4 * ahead), ahead**2 + 4 * aside**2, np.inf
    )
    nearest = cost.argmin(1)
    rows = np.arange(len(some))
    has = np.isfinite(cost[rows, nearest])
    ahead, aside = ahead[rows, nearest][has], aside[rows, nearest][has]
    if len(ahead) < 6:
        return []
    far = np.hypot(ahead, aside)
    counts = np.bincount(far.astype(int))
    sums = np.concatenate([[0], counts.cumsum()])
    at = np.arange(len(counts))
    around = (
        sums[np.minimum(len(counts), (1.05 * at + 2).astype(int))]
        - sums[np.maximum(0, (0.95 * at - 1).astype(int))]
    )
    found = []
    for _ in range(3):
        usual = int(around.argmax())
        if around[usual] < max(4, 0.12 * len(far)):
            break
        alike = np.abs(far - usual) < 0.08 * usual + 1.5
        slope = float(np.median(aside[alike] / ahead[alike]))
        step = np.array([1, slope] if axis == 0 else [slope, 1], np.float32)
        found.append(step * np.float32(np.median(far[alike]) / np.hypot(*step)))
        around[int(0.85 * usual) : int(1.15 * usual) + 2] = 0
    return found


def _grown(
    points: Floats, tree: spatial.cKDTree, right: Floats, below: Floats
) -> tuple[float, NDArray[np.int_], Floats] | None:
    """Grow lattices from some crossings; return the worth, the numbers and the points of the best."""
    used = np.zeros(len(points), bool)
    best: tuple[float, NDArray[np.int_], Floats] | None = None
    tries = 0
    for start in np.random.default_rng(1).permutation(len(points)):
        if used[start]:
            continue
        tries += 1
        if tries > SEEDS or used.mean() > 0.6:
            break
        taken = _grow(points, tree, int(start), right, below)
        at = np.argwhere(taken >= 0)
        mine = taken[at[:, 0], at[:, 1]]
        used[mine] = True
        span = np.ptp(at, 0) + 1
        worth = len(at) * math.sqrt(len(at) / float(span[0] * span[1]))
        if min(span) >= 3 and len(at) >= 9 and (best is None or worth > best[0]):
            best = worth, at, points[mine]
    return best


def _grow(
    points: Floats, tree: spatial.cKDTree, start: int, right: Floats, below: Floats
) -> NDArray[np.int_]:
    """Grow one lattice breadth-first; return the point at each row and column, or -1."""
    side = 2 * REACH + 1
    taken = np.full((side, side), -1)
    steps = np.zeros(
        (side, side, 2, 2), np.float32
    )  # at each crossing: the step right, the one down
    steps[REACH, REACH] = right, below
    taken[REACH, REACH] = start
    free = np.ones(len(points), bool)
    free[start] = False
    pitch = np.hypot(steps[REACH, REACH, :, 0], steps[REACH, REACH, :, 1])
    near = 0.2 * float(pitch.min())
    front = np.array([[REACH, REACH]])
    while len(front):
        added = []
        for axis, sign, far in product((0, 1), (1, -1), (1, 2)):  # one missing crossing is allowed
            move = np.array([0, sign] if axis == 0 else [sign, 0])
            to = front + far * move
            ok = ((to >= 0) & (to < side)).all(1)
            ok[ok] = taken[to[ok, 0], to[ok, 1]] < 0
            if far == 2:
                between = front + move
                ok[ok] &= taken[between[ok, 0], between[ok, 1]] < 0
            if not ok.any():
                continue
            came, to = front[ok], to[ok]
            here = points[taken[came[:, 0], came[:, 1]]]
            known = steps[came[:, 0], came[:, 1]]
            guess = here + known[:, axis] * (sign * far)
            away, which = tree.query(guess, distance_upper_bound=near * (1 if far == 1 else 1.2))
            hit = np.flatnonzero(np.isfinite(away))
            hit = hit[free[which[hit]]]
            seen = (points[which[hit]] - here[hit]) * (sign / far)
            kept = known[hit].copy()
            kept[:, axis] = 0.75 * kept[:, axis] + 0.25 * seen
            ratio = np.hypot(kept[:, axis, 0], kept[:, axis, 1]) / pitch[axis]
            fits = (
                (ratio > 0.5) & (ratio < 2)
                if len(points) - free.sum() >= 30
                else (ratio > 0.8) & (ratio < 1.25)
            )
            hit, kept = hit[fits], kept[fits]
            # Two may claim one place or one point: the first has it.
            first = np.unique(to[hit, 0] * side + to[hit, 1], return_index=True)[1]
            first = first[np.unique(which[hit][first], return_index=True)[1]]
            hit, kept = hit[first], kept[first]
            taken[to[hit, 0], to[hit, 1]] = which[hit]
            steps[to[hit, 0], to[hit, 1]] = kept
            free[which[hit]] = False
            added.append(to[hit])
        front = np.concatenate(added) if added else front[:0]
    return taken


def _dense(at: NDArray[np.int_], points: Floats, pitch: float) -> Lattice:
    """Cut outer lines with few crossings, which buttons and text have by chance.

    Boxes of clues above and at the left are stairs, so there fewer crossings suffice.
    """
    at = at - at.min(0)
    seen = np.zeros(at.max(0) + 1, bool)
    seen[at[:, 0], at[:, 1]] = True
    top, left = 0, 0
    bottom, right = seen.shape
    while min(bottom - top, right - left) >= LEAST:
        part = seen[top:bottom, left:right]
        usual = float(np.median(np.concatenate([part.mean(0), part.mean(1)])))
        worth = (
            part[0].mean() / 0.42, part[-1].mean() / (0.78 * usual),
            part[:, 0].mean() / 0.42, part[:, -1].mean() / (0.78 * usual),
        )  # fmt: skip
        worst = int(np.argmin(worth))
        if worth[worst] >= 1:
            break
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    if min(bottom - top, right - left) < LEAST:
        raise NoPuzzle("there is no grid of lines in this picture")
    corner, end = np.array([top, left]), np.array([bottom, right])
    kept = ((at >= corner) & (at < end)).all(1)
    return Lattice(at[kept] - corner, points[kept], pitch, seen[top:bottom, left:right])
