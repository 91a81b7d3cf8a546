"""Turns the glyphs of a line into the clues it may say, the likeliest first.

Each glyph is a digit by some probability, two that touch, or no number at all, and each gap parts two
numbers or not. A beam keeps the likeliest clues. "11" and "1 1" may look the same: both are kept, and
the totals decide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nonosat.scan.clues import Printed, PrintedLine
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import Glyph

MOST_READINGS = 40
"""Of one line."""
_BEAM = 160
_LEAST = 0.0015
"""Digits of a smaller probability are not tried."""
_NOTHING = math.log(0.05)
"""The worth of a line that says nothing though others have a 0."""
_JUMP = 0.12
"""The gaps of a picture fall into two kinds if the largest jump between them is more, in digits' heights."""


class ClueReading(NamedTuple):
    """A clue that a line may have."""

    worth: float
    """The logarithm of its probability, up to a constant of the line."""
    clue: tuple[int, ...]


def readings_of(printed: Printed) -> tuple[list[list[ClueReading]], list[list[ClueReading]]]:
    """Return the readings of each row and of each column; none where nothing fits into the line."""
    height, width = len(printed.rows), len(printed.cols)
    is_one = _Gaps(printed)
    rows = [_beam(line, is_one.joined(line), width) for line in printed.rows]
    cols = []
    for line in printed.cols:
        joined = [one for text in line.texts for one in [0.0, *[1.0] * (len(text) - 1)]]
        cols.append(_beam(line, joined[1:], height))
    return rows, cols


class _Gaps:
    """Finds the gaps of rows that lie inside numbers."""

    def __init__(self, printed: Printed) -> None:
        self._boxed, (self._digit, col_digit) = printed.boxed, printed.digits
        inside = [
            gap / col_digit for line in printed.cols for text in line.texts for gap in _gaps(text)
        ]
        gaps = sorted(
            gap / self._digit for line in printed.rows for text in line.texts for gap in _gaps(text)
        )
        self._middle, self._slope = 0.45, 0.06
        least = min(max([*inside, 0.12]), 0.35)
        jumps = [
            (after - before, (after + before) / 2)
            for before, after in pairwise([least, *[gap for gap in gaps if gap > least]])
            if (after + before) / 2 < 0.95
        ]
        jump, middle = max(jumps, default=(0.0, 0.0))
        if jump > _JUMP:
            self._middle, self._slope = middle, max(0.025, jump / 8)

    def joined(self, line: PrintedLine) -> list[float]:
        """Return for each gap of a row the probability that it lies inside a number."""
        found = []
        for text in line.texts:
            for (before, after), gap in zip(pairwise(text), _gaps(text), strict=True):
                if self._boxed:
                    apart = after.blob.middle[0] - before.blob.middle[0] > 0.8 * CELL
                    chance = 0.0 if apart else _logistic((0.38 - gap / self._digit) / 0.04)
                else:
                    chance = _logistic((self._middle - gap / self._digit) / self._slope)
                found.append(min(0.995, max(0.002, chance)))
        return found


def _gaps(text: Sequence[Glyph]) -> list[int]:
    return [after.blob.x - before.blob.right for before, after in pairwise(text)]


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(max(-30.0, min(30.0, -value))))


def _beam(line: PrintedLine, joined: Sequence[float], room: int) -> list[ClueReading]:
    """Return the likeliest clues of a line with this room; see `_Gaps.joined`."""
    glyphs = [glyph for text in line.texts for glyph in text]
    states: dict[tuple[int, ...], float] = {(): 0.0}
    for glyph, gap in zip(glyphs, [0.0, *joined], strict=False):
        after: dict[tuple[int, ...], float] = {}
        for way in glyph.ways:
            now = {numbers: worth + way.worth for numbers, worth in states.items()}
            for at, digits in enumerate(way.digits):
                now = _extended(now, digits, 1.0 if at else gap, room)
            for numbers, worth in now.items():
                after[numbers] = max(worth, after.get(numbers, -math.inf))
        states = dict(sorted(after.items(), key=lambda item: -item[1])[:_BEAM])
    found: dict[tuple[int, ...], float] = {}
    for numbers, worth in states.items():
        if 0 in numbers and len(numbers) > 1:
            continue
        clue = () if numbers == (0,) else numbers
        if sum(clue) + len(clue) - 1 <= room:
            worth += _NOTHING if not numbers else 0.0
            found[clue] = max(worth, found.get(clue, -math.inf))
    best = sorted(found.items(), key=lambda item: -item[1])[:MOST_READINGS]
    return [ClueReading(worth, clue) for clue, worth in best]


def _extended(
    states: dict[tuple[int, ...], float], digits: np.ndarray, joined: float, room: int
) -> dict[tuple[int, ...], float]:
    """Return the clues with one digit more: it continues the last number, or begins another."""
    out: dict[tuple[int, ...], float] = {}
    for digit in np.flatnonzero(digits >= _LEAST).tolist():
        worth = math.log(digits[digit])
        for numbers, so_far in states.items():
            if joined > 1e-5 and numbers and numbers[-1] and 10 * numbers[-1] + digit <= room:
                longer = (*numbers[:-1], 10 * numbers[-1] + digit)
                value = so_far + worth + math.log(joined)
                out[longer] = max(value, out.get(longer, -math.inf))
            if joined < 1 - 1e-5:
                value = so_far + worth + math.log(1 - joined)
                out[*numbers, digit] = max(value, out.get((*numbers, digit), -math.inf))
    return out
