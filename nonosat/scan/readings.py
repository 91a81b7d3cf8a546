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

from nonosat.scan.clues import ClueSide
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import Glyph, logistic

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


def readings_of(rows: ClueSide, cols: ClueSide) -> list[list[ClueReading]]:
    """Return the readings of each row, then of each column; none where nothing fits into the line."""
    height, width = len(rows.lines), len(cols.lines)
    inside = [gap / cols.digit for line in cols.lines for text in line for gap in _gaps(text)]
    middle, slope = _middle_gap(
        sorted(gap / rows.digit for [text] in rows.lines for gap in _gaps(text)), inside
    )
    found = []
    for [text] in rows.lines:
        joined = [0.0] if text else []
        for (before, after), gap in zip(pairwise(text), _gaps(text), strict=True):
            chance = logistic((middle - gap / rows.digit) / slope)
            if rows.boxed:
                apart = after.blob.middle[0] - before.blob.middle[0] > 0.8 * CELL
                chance = 0 if apart else logistic((0.38 - gap / rows.digit) / 0.04)
            joined.append(min(0.995, max(0.002, chance)))
        found.append(_beam(text, joined, width))
    for line in cols.lines:
        glyphs = [glyph for text in line for glyph in text]
        found.append(
            _beam(glyphs, [float(at > 0) for text in line for at in range(len(text))], height)
        )
    return found


def _middle_gap(gaps: list[float], inside: list[float]) -> tuple[float, float]:
    """Return what gap is as often inside a number as between two, and how sharp that is.

    Args:
        gaps: of all rows, in digits' heights, from the smallest.
        inside: of columns, where they are inside of numbers.
    """
    least = min(max([*inside, 0.12]), 0.35)
    jumps = [
        (after - before, (after + before) / 2)
        for before, after in pairwise([least, *[gap for gap in gaps if gap > least]])
        if (after + before) / 2 < 0.95
    ]
    jump, middle = max(jumps, default=(0.0, 0.0))
    return (middle, max(0.025, jump / 8)) if jump > _JUMP else (0.45, 0.06)


def _gaps(text: Sequence[Glyph]) -> list[int]:
    return [after.blob.start[0] - before.blob.end[0] for before, after in pairwise(text)]


def _beam(glyphs: list[Glyph], joined: list[float], room: int) -> list[ClueReading]:
    """Return the likeliest clues of a line with this room.

    Args:
        joined: for each glyph the probability that it belongs to the number before it.
    """
    states: dict[tuple[int, ...], float] = {(): 0.0}
    for glyph, gap in zip(glyphs, joined, strict=True):
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
