"""Hides as many numbers of a puzzle as possible, so that it keeps its one solution.

Hidden numbers allow more pictures, never fewer. So a number that cannot be hidden now cannot be hidden
later either, and after one pass over all numbers no other number can be hidden. Another order may hide more.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonosat.errors import FINISHED, LimitReached, Stop, check_kind, check_whole
from nonosat.limits import NO_LIMITS, AnyLimits
from nonosat.model import Block, Clue, Puzzle, Sheet, puzzle_of
from nonosat.solving.api import check
from nonosat.solving.result import Ended, Verdict
from nonosat.solving.search import BaseSearch
from nonosat.words import plural

PATIENCE = 10.0
"""Seconds for the proof that some numbers can be hidden, at the most."""
SHARE = 0.1
"""The share of the time that is left which it may take."""
Place = tuple[int, int]
"""A line by its number (rows, then columns), and the number of a block in its clue."""


@dataclass(frozen=True, slots=True, repr=False)
class Blotted(Ended):
    """A puzzle some of whose numbers are hidden, and what is proved about it."""

    puzzle: Puzzle
    """With its numbers hidden. If the verdict is UNIQUE, it has one solution, as before."""
    verdict: Verdict
    """That of the puzzle as it was. Only if it is UNIQUE, numbers are hidden."""
    numbers: int
    """The numbers of its clues, hidden ones included."""
    hidden: int
    """The hidden numbers, with those that were hidden before."""
    enough: bool = False
    """As many were hidden as were asked for."""
    unsettled: int = 0
    """The numbers that stay because the time did not suffice to decide if they can be hidden."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why the search ended."""

    def __str__(self) -> str:
        """Say what was hidden, and what is proved about it."""
        numbers = plural(self.numbers, "number")
        if self.verdict is not Verdict.UNIQUE:
            why = f" ({self.error})" if self.error else ""
            return f"nothing hidden: {self.verdict.words}{why}"
        found = f"{self.hidden} of {numbers} hidden, one solution kept (proved)"
        if self.enough:
            return f"{found}, {self.seconds:.3f} s"
        if self.maximal:
            rest = "any further one would give a second solution (proved)"
        elif self.error:
            rest = f"not every number was tried: {self.error}"
        else:
            rest = f"{plural(self.unsettled, 'further one')} could not be settled in time, and stay"
        return f"{found}; {rest}, {self.seconds:.3f} s"

    @property
    def maximal(self) -> bool:
        """Proved: each number that is left, if hidden, would give a second solution."""
        return (
            self.verdict is Verdict.UNIQUE
            and self.stop == FINISHED
            and not (self.unsettled or self.enough)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; the clues are those with hidden numbers."""
        palette = self.puzzle.palette
        return self._facts(
            *("verdict", "numbers", "hidden", "maximal", "unsettled", "seconds"),
            height=self.puzzle.height,
            width=self.puzzle.width,
            rows=[clue.to_json(palette) for clue in self.puzzle.rows],
            columns=[clue.to_json(palette) for clue in self.puzzle.cols],
        )


class BlotSearch(BaseSearch[Blotted]):
    """A search for numbers to hide under way; see `blot`."""

    def __init__(
        self,
        puzzle: Puzzle | Sheet,
        *,
        at_most: int | None = None,
        seed: int = 0,
        limits: AnyLimits = NO_LIMITS,
    ) -> None:
        super().__init__(limits)
        self._puzzle = puzzle_of(puzzle)
        check_kind(seed, "seed", int)
        if at_most is not None:
            check_whole(at_most, "at_most")
        self._wanted = math.inf if at_most is None else self._hidden() + at_most
        self._seed = seed
        self._verdict = Verdict.UNKNOWN
        self._unsettled = 0
        self._others: list[tuple[Clue, ...]] = []
        """The clues of pictures that would be a second solution."""

    def _work(self) -> None:
        self._trace.stage = "looking for two solutions"
        result = check(self._puzzle, limits=self._deadline.left())
        self._verdict = result.verdict
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        if result.verdict is not Verdict.UNIQUE:
            return
        todo = [
            (line, at)
            for line, clue in enumerate(self._puzzle.clues)
            for at, block in enumerate(clue)
            if block.length is not None
        ]
        random.Random(self._seed).shuffle(todo)
        at, size = 0, 1
        while (
            at < len(todo) and self._hidden() < self._wanted
        ):  # several at once, as long as that goes well
            self._trace.stage = f"{at} of {len(todo)} numbers tried, {self._hidden()} hidden"
            group = todo[at : at + int(min(size, self._wanted - self._hidden()))]
            trial = hide(self._puzzle, group)
            verdict = self._check(trial)
            if verdict is Verdict.UNIQUE:
                self._puzzle = trial
            elif len(group) > 1:
                size = len(group) // 2
                continue
            else:
                self._unsettled += verdict is Verdict.UNKNOWN
            at += len(group)
            size = 2 * size if verdict is Verdict.UNIQUE else 1

    def _check(self, trial: Puzzle) -> Verdict:
        """Check if a puzzle with more numbers hidden still has one solution."""
        if any(all(map(Clue.covers, trial.clues, other)) for other in self._others):
            return Verdict.MULTIPLE
        patience = min(PATIENCE, max(SHARE * self._deadline.remaining(), SHARE))
        result = check(trial, limits=self._deadline.part(patience).left())
        if result.verdict is Verdict.UNKNOWN:
            self._deadline.check()
        # The one solution has these clues, too. The other pictures rule out later numbers.
        self._others += [
            grid.clues()
            for grid in result.solutions
            if not all(map(Clue.covers, self._puzzle.clues, grid.clues()))
        ]
        return result.verdict

    def _hidden(self) -> int:
        return sum(block.length is None for clue in self._puzzle.clues for block in clue)

    def result(self) -> Blotted:
        """Return the puzzle with the numbers hidden so far."""
        return Blotted(
            puzzle=self._puzzle,
            verdict=self._verdict,
            numbers=sum(map(len, self._puzzle.clues)),
            hidden=self._hidden(),
            enough=self._hidden() >= self._wanted,
            unsettled=self._unsettled,
            seconds=self._seconds,
            stop=self._stop,
        )


def hide(puzzle: Puzzle, places: Sequence[Place]) -> Puzzle:
    """Return the puzzle with some of its numbers hidden.

    >>> hide(Puzzle.of([[2, 1]], [1, 1, 0, 1]), [(0, 1)]).rows
    ((Block(length=2, color=1), Block(length=None, color=1)),)
    """
    clues = [list(clue) for clue in puzzle.clues]
    for line, at in places:
        clues[line][at] = Block(None, clues[line][at].color)
    rows, cols = clues[: puzzle.height], clues[puzzle.height :]
    return replace(puzzle, rows=tuple(map(Clue, rows)), cols=tuple(map(Clue, cols)))


def blot(
    puzzle: Puzzle | Sheet,
    *,
    at_most: int | None = None,
    seed: int = 0,
    limits: AnyLimits = NO_LIMITS,
) -> Blotted:
    """Hide as many numbers of a puzzle as possible, so that it keeps its one solution.

    Numbers are tried in a random order, and each one that can be hidden is hidden. In the end no other
    number can be hidden, but another seed may hide more. Each step is proved by `check`.

    >>> blotted = blot(Puzzle.of([3, 1], [2, 1, 1]))
    >>> blotted.hidden, blotted.numbers, blotted.maximal
    (2, 5, True)

    Args:
        at_most: how many more numbers to hide at most; None means all that can be hidden.

    Raises:
        UsageError: no puzzle, or at_most < 1.
    """
    return BlotSearch(puzzle, at_most=at_most, seed=seed, limits=limits).run()
