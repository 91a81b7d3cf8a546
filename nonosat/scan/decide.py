"""Chooses among the readings of all lines, and says whether the choice is sure.

A picture is read *surely* only if the likeliest reading of each line is kept, the totals of rows
and columns agree, no other choice with equal totals is within 20:1, and each line has a printed number.
Nothing is ever repaired in silence: a puzzle that has several solutions would be repaired to another one
that has one.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.model import AXES, Puzzle
from nonosat.scan.readings import ClueReading
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict

ODDS = math.log(20)
"""A rival that is less likely by more does not count."""
NONE_ODDS = math.log(1000)
"""The same where the likeliest reading has no solution: then it is a misreading more often."""
MOST_COST = 30.0
MOST_CHOICES = 120
"""Choices that are checked to find one with a solution."""
MOST_OPEN = 300_000
"""Partial choices kept at once."""
REPAIR_SECONDS = 8.0
_EACH_SECONDS = 1.0
"""For the check of one choice."""


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
Choice = tuple[int, ...]
"""For each row, then each column, the number of its reading."""


def decide(
    rows: Readings,
    cols: Readings,
    unprinted: Sequence[bool],
    doubts: Sequence[str] = (),
    limits: Limits = NO_LIMITS,
) -> Decision:
    """Choose a reading of all lines, and check the puzzle if it is sure.

    Args:
        unprinted: for each row, then each column, whether nothing is printed there.
        doubts: why the reading is not sure in any case.
        limits: of the verdict.
    """
    lines = [*rows, *cols]
    deadline = Deadline.of(Limits(REPAIR_SECONDS))
    choices = agreeing(rows, cols, deadline)
    found = list(islice(choices, 1))
    if not found:
        why = "some line cannot be read" if not all(lines) else "no likely reading has equal totals"
        return _decision(rows, cols, None, unprinted, (*doubts, why))
    cost, likeliest = found[0]
    stands = cost < 1e-6 and not any(unprinted) and not doubts
    if stands:
        found += islice(choices, 1)
        rival = found[1][0] if len(found) > 1 else math.inf
        if rival > ODDS:
            result = check(_puzzle(rows, cols, likeliest), limits=limits)
            if result.verdict is not Verdict.NONE or rival > NONE_ODDS:
                return _decision(rows, cols, likeliest, unprinted, (), result)
    found += islice(choices, MOST_CHOICES)
    chosen = _repaired(rows, cols, found, deadline)
    if cost >= 1e-6:
        doubts = [*doubts, "the likeliest readings of all lines have different totals"]
    return _decision(rows, cols, chosen, unprinted, tuple(doubts))


def _repaired(
    rows: Readings, cols: Readings, found: Sequence[tuple[float, Choice]], deadline: Deadline
) -> Choice:
    """Return the likeliest choice with one solution; one with several wins if it is far likelier."""
    several: tuple[float, Choice] | None = None
    for cost, choice in found:
        left = deadline.remaining()
        if left <= 0 or (several is not None and cost - several[0] > ODDS):
            break
        limits = Limits(min(_EACH_SECONDS, left))
        verdict = check(_puzzle(rows, cols, choice), limits=limits).verdict
        if verdict is Verdict.UNIQUE:
            return choice
        if verdict is Verdict.MULTIPLE and several is None:
            several = cost, choice
    return several[1] if several else found[0][1]


def _puzzle(rows: Readings, cols: Readings, choice: Choice) -> Puzzle:
    clues = [line[at].clue for line, at in zip([*rows, *cols], choice, strict=True)]
    return Puzzle.of_lengths(clues[: len(rows)], clues[len(rows) :])


def agreeing(rows: Readings, cols: Readings, deadline: Deadline) -> Iterator[tuple[float, Choice]]:
    """Yield choices whose rows and columns have equal totals, in order of what they cost.

    The cost is the logarithm of how much likelier the likeliest readings are. A* finds them: the least
    cost of the lines that are left is known exactly, for each difference of the totals.
    """
    lines = [(1, line) for line in rows] + [(-1, line) for line in cols]
    options = [
        [(line[0].worth - worth, sign * sum(clue), at) for at, (worth, clue) in enumerate(line)]
        for sign, line in lines
    ]
    least: list[dict[int, float]] = [{0: 0.0}]  # from the last line to the first
    for choices in reversed(options):
        cheapest: dict[int, float] = {}
        for cost, cells, _ in choices:
            cheapest[cells] = min(cost, cheapest.get(cells, math.inf))
        table: dict[int, float] = {}
        for total, cost in cheapest.items():
            for rest, after in least[-1].items():
                if cost + after < min(MOST_COST, table.get(total + rest, math.inf)):
                    table[total + rest] = cost + after
        least.append(table)
    least.reverse()
    if 0 not in least[0]:
        return
    order = count()
    heap: list[tuple[float, int, int, float, Choice]] = [(least[0][0], next(order), 0, 0.0, ())]
    while heap and len(heap) < MOST_OPEN and deadline.remaining() > 0:
        cost_of, _, cells, spent, choice = heapq.heappop(heap)
        if len(choice) == len(options):
            yield cost_of, choice
            continue
        ends = least[len(choice) + 1]
        for cost, more, at in options[len(choice)]:
            least_after = ends.get(-(cells + more))
            if least_after is not None and spent + cost + least_after < MOST_COST:
                step = (*choice, at)
                heapq.heappush(
                    heap,
                    (spent + cost + least_after, next(order), cells + more, spent + cost, step),
                )


def _decision(
    rows: Readings,
    cols: Readings,
    choice: Choice | None,
    unprinted: Sequence[bool],
    doubts: tuple[str, ...],
    result: Result | None = None,
) -> Decision:
    choice = choice or (0,) * (len(rows) + len(cols))
    read = [
        [
            _read_line(axis, index, line, choice[start + index], unprinted[start + index], result)
            for index, line in enumerate(lines)
        ]
        for axis, start, lines in ((AXES[0], 0, rows), (AXES[1], len(rows), cols))
    ]
    return Decision(tuple(read[0]), tuple(read[1]), doubts, result)


def _read_line(
    axis: str,
    index: int,
    line: Sequence[ClueReading],
    chosen: int,
    bare: bool,
    result: Result | None,
) -> ReadLine:
    if not line:
        return ReadLine(axis, index, (), (), "cannot be read")
    clue = line[chosen].clue
    others = tuple(reading.clue for at, reading in enumerate(line) if at != chosen)
    if bare:
        return ReadLine(axis, index, clue, others[:2], "nothing is printed here")
    if result is not None:
        return ReadLine(axis, index, clue, others[:2])
    close = [
        reading.clue
        for reading in line
        if reading.clue != clue and reading.worth > line[0].worth - ODDS
    ]
    doubtful = tuple(
        at
        for at, number in enumerate(clue)
        if any(len(other) != len(clue) or other[at] != number for other in close)
    )
    doubt = ""
    if chosen:
        doubt = "the likeliest reading was changed"
    elif close:
        doubt = "others are nearly as likely"
    return ReadLine(axis, index, clue, others[:2], doubt, doubtful)
