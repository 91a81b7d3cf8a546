"""Takes apart what is printed beside a play area: which ink belongs to the clue of each line."""

import math
from collections.abc import Sequence
from colorsys import rgb_to_hsv
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nonosat.scan.area import Area
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import JUNK
from nonosat.scan.ink import FAINT, MARGIN, Blob, FlatPage
from nonosat.scan.lattice import NoPuzzle

_NEAR = 2.2
"""Cells from the play area to its nearest number, at most."""
_PALE = 0.18
"""Of the contrast of the numbers next to the play area: less is the edge of a gray box."""
_SIDES = "at the left of", "above"
_HEIGHTS = 0.68, 1.42
"""The height of digits, in usual ones."""
_BESIDE = 0.12
"""Of a cell: ink nearer to the edge of its line belongs to a ruled line."""
_THIN = 0.1
"""The width of the thinnest 1, in usual heights; lines that are cut off are thinner."""
_RULE = 0.25
"""The same: a narrower mark may be the rest of a line."""

_COLORED = 70
"""Levels between the channels of a color that is not gray."""
Texts = list[list[Blob]]
"""The clue of a line: ink from left to right, in rows of text from top to bottom."""


class ClueSide(NamedTuple):
    """The clues left of a play area, or above it."""

    lines: list[Texts]
    left_out: list[bool]
    """For each line, whether a digit may be missing: one was left out, or the last is not at its place."""
    digit: float
    """Pixels of the usual height of digits."""
    reach: float
    """Cells from the play area to the end of the farthest number."""

    @property
    def has_number(self) -> list[bool]:
        """For each line, whether something looks like a digit."""
        return [any(blob.digit > 0.5 for text in line for blob in text) for line in self.lines]

    @property
    def empty(self) -> tuple[int, int]:
        """Lines at the beginning and at the end without any mark that may be a digit."""
        marked = [
            any(blob.chances[JUNK] < 0.9 for text in line for blob in text) for line in self.lines
        ]
        return marked.index(True), marked[::-1].index(True)


def side_of(page: FlatPage, area: Area, axis: int) -> ClueSide:
    """Return the clues left of a play area (axis 0), or above it (axis 1).

    Raises:
        NoPuzzle: there are no numbers.
    """
    seen = page.seen if axis == 0 else page.seen.T
    before, first, count = area.left, area.top, area.height
    if axis == 1:
        before, first, count = area.top, area.left, area.width
    across = seen[first : first + count + 1, : before + 1].mean(0)
    boxed = bool(across[max(0, before - 1)] > 0.5)
    # A line along the outer side of all boxes ends the clues, if there are none beyond it.
    beyond = page.steep(1 - axis, MARGIN - 1, first, first + count)
    is_end = boxed and across[MARGIN] > 0.9 and beyond.max() < 2 * FAINT
    begin = MARGIN if is_end else -page.room
    cell = page.cell
    end = (before + page.room) * cell
    places = range((first + page.room) * cell, (first + page.room + count) * cell, cell)
    lines, left_out, digit = _digits(page, axis, (begin + page.room) * cell, end, places)
    if axis == 0:
        written = [[[b] for b in sorted(line, key=lambda b: -b.start[0])] for line in lines]
    else:
        written = [
            _rows_of_text(line, digit, at + cell / 2)
            for at, line in zip(places, lines, strict=True)
        ]
    far = max((1.45 if boxed or axis == 1 else 0.9) * cell, 2.4 * digit)
    texts = [_near(line, axis, end, far, _NEAR * cell) for line in written]
    if axis == 1:
        # A caption is farther away than the numbers are from each other.
        gaps = [
            min(blob.start[1] for blob in below) - max(blob.end[1] for blob in above)
            for line in texts
            for above, below in pairwise(line)
        ]
        far = min(far, float(np.percentile(gaps, 35)) + 0.5 * digit) if gaps else far
        texts = [_near(line, axis, end, far, _NEAR * cell) for line in written]
    starts = [min((b.start[axis] for t in line for b in t), default=end) for line in texts]
    gaps = [end - max((b.end[axis] for t in line for b in t), default=end) for line in texts]
    # All lines have their last number at the same place, or one is missing there.
    late = float(np.median(gaps)) + (0.4 if boxed and axis == 0 else 0.7) * digit
    aligned = float(np.mean([gap > late for gap in gaps])) < 0.3
    doubtful = [
        (aligned and gap > late) or any(start - blob.end[axis] < far for blob in others)
        for start, gap, others in zip(starts, gaps, left_out, strict=True)
    ]
    side = ClueSide(texts, doubtful, digit, (end - min(starts)) / cell)
    if not any(side.has_number):
        raise NoPuzzle(f"there are no numbers {_SIDES[axis]} the grid of lines")
    return side


def are_colored(page: FlatPage, sides: Sequence[ClueSide]) -> bool:
    """Return True if the digits, or the grounds that they are on, have several colors."""
    blobs = [blob for side in sides for line in side.lines for text in line for blob in text]
    least = max(3, 0.08 * len(blobs))
    for is_ink in (True, False):
        hues = []
        for blob in blobs:
            (x, y), (right, below) = blob.start, blob.end
            shades = page.pixels[y:below, x:right][blob.ink > 0.7 if is_ink else blob.ink < 0.1]
            color = np.median(shades, 0) if len(shades) else np.zeros(3)
            if np.ptp(color) > _COLORED:
                hues.append(rgb_to_hsv(*color)[0])
        apart = np.abs((np.subtract.outer(hues, hues) + 0.5) % 1 - 0.5) > 1 / 6
        if ((apart.sum(0) >= least) & ((~apart).sum(0) >= least)).any():
            return True
    return False


def _digits(
    page: FlatPage, axis: int, begin: int, end: int, places: Sequence[int]
) -> tuple[list[list[Blob]], list[list[Blob]], float]:
    """Return the blobs of each line that may be digits, others that look like digits, and the usual height.

    Args:
        begin, end: where clues may begin, and where the play area does.
        places: where each line begins.
    """
    blobs = [b for b in page.blobs if places[0] <= b.middle[1 - axis] < places[-1] + page.cell]
    blobs = [b for b in blobs if begin < b.middle[axis] < end]
    near = [b for b in blobs if end - _NEAR * page.cell < b.start[axis]]
    near = [b for b in near if b.height > 0.25 * CELL]
    near = [b for b in near if _is_sure(b) and b.contrast > FAINT] or near
    if not near:
        raise NoPuzzle(f"there are no numbers {_SIDES[axis]} the grid of lines")
    usual = float(np.median([blob.contrast for blob in near]))
    digit = float(np.median([blob.height for blob in near if blob.contrast > _PALE * usual]))
    of_line: list[list[Blob]] = [[] for _ in places]
    for blob in blobs:
        if blob.contrast > max(_PALE * usual, FAINT / 2) and blob.height > 0.25 * digit:
            of_line[int((blob.middle[1 - axis] - places[0]) // page.cell)].append(blob)
    kept: list[list[Blob]] = []
    left_out: list[list[Blob]] = []
    for start, line in zip(places, of_line, strict=True):
        sized = [b for b in line if _HEIGHTS[0] < b.height / digit < _HEIGHTS[1]]
        # A clue that is done may be gray as a whole.
        marks = [b for b in sized if b.digit > 0.5 and not _is_rule(b, digit, 0, page.cell)]
        nearest = max(marks, key=lambda b: b.end[axis], default=None)
        level = min(nearest.contrast, usual) if nearest else usual
        fits, others = [], []
        for blob in sized:
            off = (blob.middle[1 - axis] - start) / page.cell
            inside = _BESIDE < off < 1 - _BESIDE and blob.middle[axis] < end - _BESIDE * page.cell
            alike = blob.contrast > 0.5 * level and not _is_rule(blob, digit, level, page.cell)
            if _is_sure(blob) or (inside and alike and blob.width > _THIN * digit):
                fits.append(blob)
            elif alike and blob.digit > 0.5 and blob.width > _RULE * digit:
                others.append(blob)
        # Rests of a digit that hangs together with a ruled line.
        last = max((b.end[axis] for b in fits), default=0)
        others += [
            b
            for b in line
            if b.start[axis] > last
            and b.width > 0.2 * digit
            and b.height < _HEIGHTS[1] * digit
            and b.contrast > 0.5 * usual
        ]
        kept.append(fits)
        left_out.append(others)
    return kept, left_out, digit


def _is_sure(blob: Blob) -> bool:
    return blob.digit > 0.9 and blob.width > _RULE * blob.height


def _is_rule(blob: Blob, digit: float, level: float, cell: int) -> bool:
    """Return True if it is a rest of a ruled line: paler than digits in its line, or of another shape."""
    off = blob.middle[0] % cell / cell
    thin, high = blob.width <= _RULE * digit, blob.height > 1.15 * digit
    beside = blob.width > 0.9 * cell or not _BESIDE < off < 1 - _BESIDE
    return (thin and high) or (blob.contrast < 0.7 * level and (thin or high or beside))


def _rows_of_text(line: list[Blob], digit: float, middle: float) -> list[list[Blob]]:
    """Return the blobs of a column by rows of text, from the bottom, as long as they are one below the other."""
    texts: list[list[Blob]] = []
    for blob in sorted(line, key=lambda blob: -blob.middle[1]):
        high = float(np.mean([other.middle[1] for other in texts[-1]])) if texts else -math.inf
        if abs(high - blob.middle[1]) < 0.45 * digit:
            texts[-1].append(blob)
        else:
            texts.append([blob])
    for at, text in enumerate(texts):
        text.sort(key=lambda blob: blob.start[0])
        before, middle = middle, (text[0].start[0] + text[-1].end[0]) / 2
        if abs(middle - before) > 0.6 * digit:
            return texts[:at]
    return texts


def _near(
    texts: list[list[Blob]], axis: int, end: int, far: float, first: float
) -> list[list[Blob]]:
    """Return the texts from the first on, without those beyond a gap that is too wide."""
    kept: list[list[Blob]] = []
    for text in texts:
        if end - max(blob.end[axis] for blob in text) > (far if kept else max(far, first)):
            break
        kept.append(text)
        end = min(blob.start[axis] for blob in text)
    return kept[::-1]
