"""Chooses among the readings of all lines, and says whether the choice is sure.

A picture is read *surely* only if the likeliest reading of each line is kept, the totals of rows
and columns agree, no other choice with equal totals is within 20:1, and each line has a printed number.
Nothing is ever repaired in silence: a puzzle that has several solutions would be repaired to another one
that has one.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice

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
    lines: Readings,
    height: int,
    unprinted: Sequence[bool],
    doubts: Sequence[str] = (),
    limits: Limits = NO_LIMITS,
) -> Decision:
    """Choose a reading of all lines, and check the puzzle if it is sure.

    Args:
        lines: the readings of the rows, then those of the columns.
        height: how many rows there are.
        unprinted: for each line, whether nothing is printed there.
        doubts: why the reading is not sure in any case.
        limits: of the verdict.
    """
    deadline = Deadline.of(Limits(REPAIR_SECONDS))
    choices = agreeing(lines, height, deadline)
    chosen: Choice = (0,) * len(lines)
    result = None
    first = next(choices, None)
    if first is None:
        why = "no likely reading has equal totals" if all(lines) else "some line cannot be read"
        doubts = [*doubts, why]
    elif any(first[1]):
        doubts = [*doubts, "the likeliest readings of all lines have different totals"]
    elif not doubts and not any(unprinted):
        second = next(choices, None)
        rival = second[0] if second else math.inf
        if rival > ODDS:
            result = check(_puzzle(lines, height, chosen), limits=limits)
            if result.verdict is Verdict.NONE and rival <= NONE_ODDS:
                result = None
        choices = chain([second] if second else [], choices)
    if first is not None and result is None:
        tried = chain([first], islice(choices, MOST_CHOICES))
        chosen = _repaired(lines, height, tried, deadline)
    read = tuple(
        _read_line(at, height, line, chosen[at], bare, result is not None)
        for at, (line, bare) in enumerate(zip(lines, unprinted, strict=True))
    )
    return Decision(read[:height], read[height:], tuple(doubts), result)


def _read_line(
    at: int, height: int, line: Sequence[ClueReading], chosen: int, bare: bool, sure: bool
) -> ReadLine:
    axis, index = (AXES[0], at) if at < height else (AXES[1], at - height)
    if not line:
        return ReadLine(axis, index, (), (), "cannot be read")
    clue = line[chosen].clue
    others = [reading for reading in line if reading.clue != clue]
    close = [other.clue for other in others if not sure and other.worth > line[0].worth - ODDS]
    doubtful = tuple(
        place
        for place, number in enumerate(clue)
        if any(len(other) != len(clue) or other[place] != number for other in close)
    )
    doubt = ""
    if bare:
        doubt = "nothing is printed here"
    elif chosen:
        doubt = "the likeliest reading was changed"
    elif close:
        doubt = "others are nearly as likely"
    return ReadLine(axis, index, clue, tuple(other.clue for other in others[:2]), doubt, doubtful)


def _puzzle(lines: Readings, height: int, choice: Choice) -> Puzzle:
    clues = [line[at].clue for line, at in zip(lines, choice, strict=True)]
    return Puzzle.of_lengths(clues[:height], clues[height:])


def _repaired(
    lines: Readings, height: int, tried: Iterable[tuple[float, Choice]], deadline: Deadline
) -> Choice:
    """Return the likeliest choice with one solution; one with several wins if it is far likelier.

    If there is neither, the first is returned.
    """
    first: Choice | None = None
    several: tuple[float, Choice] | None = None
    for cost, choice in tried:
        first = first or choice
        left = deadline.remaining()
        if left <= 0 or (several is not None and cost - several[0] > ODDS):
            break
        limits = Limits(min(_EACH_SECONDS, left))
        verdict = check(_puzzle(lines, height, choice), limits=limits).verdict
        if verdict is Verdict.UNIQUE:
            return choice
        if verdict is Verdict.MULTIPLE and several is None:
            several = cost, choice
    assert first is not None
    return several[1] if several else first


def agreeing(lines: Readings, height: int, deadline: Deadline) -> Iterator[tuple[float, Choice]]:
    """Yield choices whose rows and columns have equal totals, in order of what they cost.

    The cost is the logarithm of how much likelier the likeliest readings are. A* finds them: the least
    cost of the lines that are left is known exactly, for each difference of the totals.
    """
    options = [
        [(line[0].worth - worth, sum(clue) if at < height else -sum(clue)) for worth, clue in line]
        for at, line in enumerate(lines)
    ]
    least: list[dict[int, float]] = [{0: 0.0}]  # of the last lines, then of more
    for choices in reversed(options):
        table: dict[int, float] = {}
        for cells, cost in {cells: cost for cost, cells in reversed(choices)}.items():
            for rest, after in least[-1].items():
                if cost + after < min(MOST_COST, table.get(cells + rest, math.inf)):
                    table[cells + rest] = cost + after
        least.append(table)
    order = count()
    heap: list[tuple[float, int, int, float, Choice]] = []
    if 0 in least[-1]:
        heap.append((least[-1][0], next(order), 0, 0.0, ()))
    while heap and len(heap) < MOST_OPEN and deadline.remaining() > 0:
        cost_of, _, cells, spent, choice = heapq.heappop(heap)
        if len(choice) == len(options):
            yield cost_of, choice
            continue
        ends = least[len(options) - len(choice) - 1]
        for at, (cost, more) in enumerate(options[len(choice)]):
            now = spent + cost
            bound = now + ends.get(-cells - more, math.inf)
            if bound < MOST_COST:
                heapq.heappush(heap, (bound, next(order), cells + more, now, (*choice, at)))
