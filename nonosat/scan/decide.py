"""Takes the likeliest reading of each line, and says whether they are sure.

A picture is read *surely* only if the totals of rows and columns agree, no other choice with equal totals is
within 20:1, and the digits printed beside each line are those of its clue. Nothing is repaired: a puzzle that
has several solutions would become another one that has one.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nonosat.limits import NO_LIMITS, Limits
from nonosat.model import AXES, Puzzle
from nonosat.scan.readings import ClueReading
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict

ODDS = math.log(20)
"""A rival that is less likely by more does not count."""
NONE_ODDS = math.log(1000)
"""The same where the likeliest reading has no solution: then it is a misreading more often."""
MOST_COST = 12.0


@dataclass(frozen=True)
class ReadLine:
    """A line as read."""

    axis: str
    """``row`` or ``column``."""
    index: int
    """From 0."""
    clue: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    """The next readings, the likeliest first."""
    doubt: str = ""
    """Why the reading is not sure, in words; "" if it is."""
    doubtful: tuple[int, ...] = ()
    """The numbers of the clue, from 0, that the doubt is about; none of them: the line as a whole."""


@dataclass(frozen=True)
class Decision:
    """A picture as read."""

    rows: tuple[ReadLine, ...]
    cols: tuple[ReadLine, ...]
    doubts: tuple[str, ...] = ()
    """Why it is not sure, in words, besides the doubts of lines."""
    result: Result | None = field(default=None, repr=False)
    """The verdict; None if the reading is not sure."""

    @property
    def totals(self) -> tuple[int, int]:
        """Cells to fill by the clues of the rows, and of the columns."""
        rows, cols = (sum(sum(line.clue) for line in lines) for lines in (self.rows, self.cols))
        return rows, cols

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle; None while its totals differ."""
        clues = [line.clue for line in self.rows], [line.clue for line in self.cols]
        return Puzzle.of_lengths(*clues) if self.totals[0] == self.totals[1] else None


Readings = Sequence[Sequence[ClueReading]]


def decide(
    lines: Readings,
    height: int,
    whys: Sequence[str],
    doubts: Sequence[str] = (),
    limits: Limits = NO_LIMITS,
) -> Decision:
    """Take the likeliest reading of all lines, and check the puzzle if it is sure.

    Args:
        lines: the readings of the rows, then those of the columns.
        height: how many rows there are.
        whys: for each line, why it is in doubt in any case, or "".
        doubts: why the reading is not sure in any case.
        limits: of the verdict.
    """
    least, rival = costs_of_equal_totals(lines, height)
    result = None
    if not all(lines):
        doubts = [*doubts, "some line cannot be read"]
    elif least > 0:
        doubts = [*doubts, "the totals differ"]
    elif not doubts and not any(whys) and rival > ODDS:
        clues = [line[0].clue for line in lines]
        result = check(Puzzle.of_lengths(clues[:height], clues[height:]), limits=limits)
        if result.verdict is Verdict.NONE and rival <= NONE_ODDS:
            result = None
    read = tuple(
        _read_line(at, height, line, why, result is not None)
        for at, (line, why) in enumerate(zip(lines, whys, strict=True))
    )
    why = ""
    if math.isinf(least):
        why = "no likely reading has equal totals, so any line may be wrong"
    elif sum(bool(line.doubt) for line in read) > len(read) / 2:
        why = "most other lines are in doubt"
    read = tuple(replace(line, doubt=line.doubt or why) for line in read)
    return Decision(read[:height], read[height:], tuple(doubts), result)


def _read_line(at: int, height: int, line: Sequence[ClueReading], why: str, sure: bool) -> ReadLine:
    axis, index = (AXES[0], at) if at < height else (AXES[1], at - height)
    if not line:
        return ReadLine(axis, index, (), (), "cannot be read")
    clue, others = line[0].clue, line[1:]
    close = [other.clue for other in others if not sure and other.worth > line[0].worth - ODDS]
    doubtful = tuple(
        place
        for place, number in enumerate(clue)
        if any(len(other) != len(clue) or other[place] != number for other in close)
    )
    if not why and close:
        why = "others are nearly as likely"
    return ReadLine(axis, index, clue, tuple(other.clue for other in others[:2]), why, doubtful)


def costs_of_equal_totals(lines: Readings, height: int) -> list[float]:
    """Return what the two likeliest choices cost whose rows and columns have equal totals; inf without one.

    The cost is the logarithm of how much likelier the likeliest readings are. Line by line, the two least are
    kept for each difference of the totals.
    """
    kept: dict[int, list[float]] = {0: [0.0]}
    for at, line in enumerate(lines):
        found: dict[int, list[float]] = defaultdict(list)
        for worth, clue in line:
            more = sum(clue) if at < height else -sum(clue)
            loss = line[0].worth - worth
            for cells, costs in kept.items():
                found[cells + more] += [cost + loss for cost in costs if cost + loss < MOST_COST]
        kept = {cells: sorted(costs)[:2] for cells, costs in found.items()}
    return [*kept.get(0, []), math.inf, math.inf][:2]
