"""Takes apart what is printed beside a play area: which ink belongs to the clue of each line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.scan.area import Area
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import JUNK
from nonosat.scan.ink import Blob, FlatPage
from nonosat.scan.lattice import NoPuzzle

_NEAR = 2.2 * CELL
"""Pixels from the play area to its nearest number, at most."""
_PALE = 0.3
"""Of the contrast of the numbers next to the play area: less is the edge of a gray box."""
_HEIGHTS = 0.68, 1.42
"""The height of digits, in usual ones."""
_BESIDE = 0.12
"""Of a cell: ink nearer to the edge of its line belongs to a ruled line."""
_THIN = 0.1
"""The width of the thinnest 1, in usual heights; lines that are cut off are thinner."""

Texts = list[list[Blob]]
"""The clue of a line: ink from left to right, in rows of text from top to bottom."""


class ClueSide(NamedTuple):
    """The clues left of a play area, or above it."""

    lines: list[Texts]
    digit: float
    """Pixels of the usual height of digits."""
    boxed: bool
    """True if each number has a box of its own."""

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
    seen = page.lattice.seen
    if axis == 0:
        before, first, count = area.left, area.top, area.height
        beside = seen[area.top : area.bottom + 1, area.left - 1]
    else:
        before, first, count = area.top, area.left, area.width
        beside = seen[area.top - 1, area.left : area.right + 1]
    boxed = before > 0 and float(beside.mean()) > 0.5
    end = (before + page.room) * CELL
    places = range((first + page.room) * CELL, (first + page.room + count) * CELL, CELL)
    lines, digit = _digits(page, axis, end, places)
    far = max(1.45 * CELL if boxed or axis == 1 else 0, 2.4 * digit)
    texts = []
    for line in lines:
        if axis == 0:
            near = _near([[blob] for blob in sorted(line, key=lambda b: -b.start[0])], 0, end, far)
            texts.append([[blob for [blob] in near]])
        else:
            texts.append(_near(_rows_of_text(line, digit), 1, end, far))
    side = ClueSide(texts, digit, boxed)
    if not any(side.has_number):
        raise NoPuzzle("there are no numbers beside the grid of lines")
    return side


def _digits(
    page: FlatPage, axis: int, end: int, places: Sequence[int]
) -> tuple[list[list[Blob]], float]:
    """Return the blobs of each line that may be digits, and the usual height of a digit.

    Args:
        end: where the play area begins.
        places: where each line begins.
    """
    blobs = [blob for blob in page.blobs if blob.middle[axis] < end - _BESIDE * CELL]
    blobs = [blob for blob in blobs if places[0] <= blob.middle[1 - axis] < places[-1] + CELL]
    near = [b for b in blobs if b.start[axis] > end - _NEAR and b.height > 0.25 * CELL]
    if not near:
        raise NoPuzzle("there are no numbers beside the grid of lines")
    pale = _PALE * float(np.median([blob.contrast for blob in near]))
    digit = float(np.median([blob.height for blob in near if blob.contrast > pale]))
    lines: list[list[Blob]] = [[] for _ in places]
    for blob in blobs:
        line, off = divmod(blob.middle[1 - axis] - places[0], CELL)
        fits = _HEIGHTS[0] * digit < blob.height < _HEIGHTS[1] * digit
        fits &= _BESIDE * CELL < off < (1 - _BESIDE) * CELL
        if fits and blob.width > _THIN * digit and blob.contrast > pale:
            lines[int(line)].append(blob)
    return lines, digit


def _rows_of_text(line: list[Blob], digit: float) -> list[list[Blob]]:
    """Return the blobs of a column by rows of text, from the bottom."""
    texts: list[list[Blob]] = []
    for blob in sorted(line, key=lambda blob: -blob.middle[1]):
        high = float(np.mean([other.middle[1] for other in texts[-1]])) if texts else -math.inf
        if abs(high - blob.middle[1]) < 0.45 * digit:
            texts[-1].append(blob)
        else:
            texts.append([blob])
    return [sorted(text, key=lambda blob: blob.start[0]) for text in texts]


def _near(texts: list[list[Blob]], axis: int, end: int, far: float) -> list[list[Blob]]:
    """Return the texts from the first on, without those beyond a gap that is too wide."""
    kept: list[list[Blob]] = []
    for text in texts:
        if end - max(blob.end[axis] for blob in text) > (far if kept else max(far, _NEAR)):
            break
        kept.append(text)
        end = min(blob.start[axis] for blob in text)
    return kept[::-1]
