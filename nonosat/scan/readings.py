"""Turns the glyphs of a line into the clues it may say, the likeliest first.

Each glyph is a digit by some probability, or no number at all, and each gap parts two numbers or not. A
beam keeps the likeliest clues. "11" and "1 1" may look the same: both are kept, and the totals decide.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from nonosat.scan.clues import ClueSide
from nonosat.scan.glyphs import JUNK
from nonosat.scan.ink import Blob

MOST_READINGS = 40
"""Of one line."""
_BEAM = 160
_LEAST = 0.0015
"""Digits of a smaller probability are not tried."""
_NOTHING = math.log(0.05)
"""The worth of a line that says nothing though others have a 0."""
_GAP = 0.45
"""Between two numbers as often as inside of one, in digits' heights."""


class ClueReading(NamedTuple):
    """A clue that a line may have."""

    worth: float
    """The logarithm of its probability, up to a constant of the line."""
    clue: tuple[int, ...]


def readings_of(rows: ClueSide, cols: ClueSide) -> list[list[ClueReading]]:
    """Return the readings of each row, then of each column; none where nothing fits into the line."""
    height, width = len(rows.lines), len(cols.lines)
    found = []
    for line in rows.lines:
        text = [blob for [blob] in line]
        joined = [0.0] if text else []
        for before, after in pairwise(text):
            gap = (after.start[0] - before.end[0]) / rows.digit
            joined.append(min(0.995, max(0.002, float(expit((_GAP - gap) / 0.06)))))
        found.append(_beam(text, joined, width))
    for line in cols.lines:
        blobs = [blob for text in line for blob in text]
        joined = [float(at > 0) for text in line for at in range(len(text))]
        found.append(_beam(blobs, joined, height))
    return found


def _beam(blobs: list[Blob], joined: list[float], room: int) -> list[ClueReading]:
    """Return the likeliest clues of a line with this room.

    Args:
        joined: for each blob the probability that it belongs to the number before it.
    """
    states: dict[tuple[int, ...], float] = {(): 0.0}
    for blob, together in zip(blobs, joined, strict=True):
        after = {numbers: worth + math.log(blob.chances[JUNK]) for numbers, worth in states.items()}
        for digit in np.flatnonzero(blob.chances[:JUNK] >= _LEAST).tolist():
            for numbers, worth in states.items():
                so_far = worth + math.log(blob.chances[digit])
                if together > 1e-5 and numbers and numbers[-1] and 10 * numbers[-1] + digit <= room:
                    longer = (*numbers[:-1], 10 * numbers[-1] + digit)
                    after[longer] = max(so_far + math.log(together), after.get(longer, -math.inf))
                if together < 1 - 1e-5:
                    longer = (*numbers, digit)
                    after[longer] = max(
                        so_far + math.log(1 - together), after.get(longer, -math.inf)
                    )
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
