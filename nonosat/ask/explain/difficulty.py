"""The difficulty of a puzzle for people: a simulated person solves it, and the effort is added up.

The person works in rounds. In each round they look over all open lines, and every line that gives
something is worked on, by the simplest rule that gives something there. When no line gives
anything they try single cells, then trials inside trials, and in the end they guess. All lines of
a round start from the same board, so turning or mirroring a puzzle changes nothing.

benchmarks/RATING.md explains the model and its numbers.
"""

import enum
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.chains import Trial
from nonosat.ask.explain.rules import ALL_PLACEMENTS, ALL_RELATED, RULES, Sets
from nonosat.errors import FINISHED, Stop, check_kind
from nonosat.kernel import Board, several
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AnyKnown, Grid, Puzzle, Sheet, puzzle_of
from nonosat.solving.api import Search
from nonosat.solving.result import Ended, Result, Verdict
from nonosat.solving.search import BaseSearch
from nonosat.words import plural


class RatingKind(enum.Enum):
    """The hardest means that a puzzle needs, easiest first."""

    LINES = "lines"
    """Single lines decide every cell."""
    TRIAL = "trial"
    """Somewhere a color of a cell must be tried until a line has no placement."""
    DEEP_TRIAL = "deep trial"
    """Somewhere such trials must be made inside another trial."""
    GUESSING = "guessing"
    """Somewhere even these do not help."""


SHORTEST = 2
"""The fewest rounds until a contradiction: the lines of the cell change two others, and those clash."""
LONGEST = 5
"""The most rounds for which a trial is followed; a later contradiction counts as one more."""
FOLLOWED = 40
"""Failing trials that are compared, to find the one that is easiest to follow."""
THRESHOLDS = (3.5, 4.4, 5.25, 10.0)
"""A score of at least each of these has one more star."""


HIDDEN = "some numbers are hidden"
"""Why such a puzzle has no rating."""


@dataclass(frozen=True, slots=True, repr=False)
class Rating(Ended):
    """The difficulty of a puzzle.

    A puzzle has a rating if it is proved to have one solution, and all its numbers are known.
    """

    verdict: Verdict
    """The proof about its solutions. Without a rating, the fields from `kind` to `score` are None."""
    kind: RatingKind | None = None
    rounds: int | None = None
    """The number of times that the person looks over the lines or the cells."""
    hardest: str | None = None
    """The hardest rule used, as `steps` calls it, or the kind where lines do not suffice."""
    bottleneck: int | None = None
    """The tightest round is the one with the most open lines per productive line. This is its number
    of productive lines; 0 if some round had none."""
    score: float | None = None
    """Each point doubles the effort for a line of the puzzle. Size is not in it: a large puzzle is
    long, not hard."""
    decided: int | None = None
    """See `Ended.decided`."""
    stop: Stop = FINISHED
    """Why the rating ended early, if it did."""

    def __str__(self) -> str:
        """Return the stars, the score and the hardest rule, or why there is no rating."""
        if self.stars is None or self.kind is None:
            return f"no rating: {self.why_not}"
        hardest = "" if self.hardest == self.kind.value else f", hardest rule: {self.hardest}"
        return f"{plural(self.stars, 'star')}, score {self.score:.2f}, {self.kind.value}{hardest}"

    @property
    def stars(self) -> int | None:
        """One to five, by `THRESHOLDS`."""
        return None if self.score is None else 1 + sum(self.score >= t for t in THRESHOLDS)

    @property
    def why_not(self) -> str:
        """Why there is no rating, in words; "" when there is one."""
        if self.score is not None:
            return ""
        if self.error or self.verdict is Verdict.UNIQUE:
            return self.error or HIDDEN
        return self.verdict.words

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; facts that are absent are null."""
        names = ("verdict", "rounds", "hardest", "bottleneck", "score", "stars", "decided")
        facts = self._facts(*names) | {"class": self.kind and self.kind.value}
        if self.verdict is Verdict.UNIQUE and self.score is None:
            facts["error"] = self.why_not
        return facts


def rate(
    puzzle: Puzzle | Sheet,
    *,
    known: AnyKnown | None = None,
    limits: AnyLimits = NO_LIMITS,
    checked: Result | None = None,
) -> Rating:
    """Rate how hard a puzzle is for people.

    A limit does not raise. It leaves the puzzle without a rating, and `stop` says why. A puzzle with
    blocks of unknown length has no rating, since the rules of the model cannot use them.

    >>> rating = rate(Puzzle.of([2, 1], [2, 1]))
    >>> rating.stars, rating.kind.value, rating.hardest
    (1, 'lines', 'simple boxes')

    Args:
        known: more given cells.
        checked: the result of a check, if there is one; it saves another check.

    Raises:
        UsageError: `puzzle` is not a puzzle, or `known` is of another size.
        PuzzleError: `known` contradicts the given cells.

    Cost: milliseconds where lines suffice; the more trials inside trials are needed, the longer.
    """
    return RatingSearch(puzzle, known=known, limits=limits, checked=checked).run()


class RatingSearch(BaseSearch[Rating]):
    """A rating under way; see `rate`, and `Search` for `goals`."""

    def __init__(
        self,
        puzzle: Puzzle | Sheet,
        *,
        known: AnyKnown | None = None,
        limits: AnyLimits = NO_LIMITS,
        checked: Result | None = None,
        goals: Sequence[Grid] = (),
    ) -> None:
        super().__init__(limits)
        self._puzzle = puzzle_of(puzzle)
        self._goals = puzzle.goals if isinstance(puzzle, Sheet) else goals
        if known is not None:
            self._puzzle = self._puzzle.given(known)
        self._rating: Rating | None = None
        check_kind(checked, "checked", Result, type(None))
        if checked is not None and checked.verdict is Verdict.UNKNOWN and checked.stop == FINISHED:
            checked = None  # that check did not look for a second solution
        self._checked = checked

    def _work(self) -> None:
        if self._checked is not None and self._checked.verdict is not Verdict.UNIQUE:
            return
        self._trace.stage = "reading lines"
        if not self._puzzle.is_complete:
            self._trace.stage = "looking for two solutions"
            if self._checked is None:
                self._checked = self._check()
            return
        person = _HumanModel(self._puzzle, self._deadline)
        if not person.read_lines():
            self._rating = Rating(Verdict.NONE)
            return
        if person.open:
            if self._checked is None:
                # Trials take long, and are wasted if there are several solutions.
                self._trace.stage = "looking for two solutions"
                self._checked = self._check()
                if self._checked.verdict is not Verdict.UNIQUE:
                    return
            self._trace.stage = "trying single cells"
            person.go_on()
        self._rating = person.rating()

    def _check(self) -> Result:
        limits = self._deadline.left()
        return self._run_part(Search(self._puzzle, at_most=2, limits=limits, goals=self._goals))

    def result(self) -> Rating:
        """Return the rating, or why there is none."""
        checked, stop = self._checked, self._stop
        if self._rating is not None:
            rating = self._rating
        elif checked is None:
            rating = Rating(Verdict.UNKNOWN, stop=stop)
        else:
            rating = Rating(checked.verdict, stop=checked.stop if stop == FINISHED else stop)
        if rating.verdict is Verdict.UNIQUE:
            return replace(rating, decided=self._puzzle.height * self._puzzle.width)
        return replace(rating, decided=checked.decided if checked is not None else None)


class _HumanModel:
    """Solves a puzzle as a person does, and adds up what that costs.

    Attributes:
        open: the lines with open cells.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        self.deadline, self._puzzle = deadline, puzzle
        self.board = LineBoard(puzzle, None, deadline)
        self.open = set(range(len(self.board.sets)))
        self.dirty = set(self.open)
        self.kind = RatingKind.LINES
        self.rank = self.rounds = 0
        self.line_cost = self.trial_cost = 0.0
        self.tightest: tuple[float, int] | None = None

    def rating(self) -> Rating:
        """Return the rating, when the puzzle is solved."""
        lines = self.kind is RatingKind.LINES
        hardest = [*(rule.name for rule in RULES), ALL_PLACEMENTS][self.rank]
        effort = self.line_cost / self._looks(range(len(self.board.sets))) + self.trial_cost
        return Rating(
            verdict=Verdict.UNIQUE,
            kind=self.kind,
            rounds=self.rounds,
            hardest=hardest if lines else self.kind.value,
            bottleneck=-self.tightest[1] if lines and self.tightest else 0,
            score=round(log2(1 + effort), 2),
        )

    # Lines

    def read_lines(self) -> bool:
        """Look over the lines until none gives anything; return False if one has no placement."""
        while self.dirty:
            found = self._look(self.board, self.dirty)
            if found is None:
                return False
            if found:
                self._charge(found)
            self.dirty = self._learn(self.board, found)
            self.open -= {line for line in self.open if not several(self.board.sets[line])}
        return True

    def _charge(self, found: Collection[int]) -> None:
        """Count a round that gave something: all open lines are looked at, some are worked on."""
        self.rounds += 1
        self.line_cost += self._looks(self.open)
        tightness = len(self.open) / len(found), -len(found)
        self.tightest = max(self.tightest or tightness, tightness)
        for line in found:
            rank = self._rank(line)
            self.rank = max(self.rank, rank)
            weight = RULES[rank].related if rank < len(RULES) else ALL_RELATED
            self.line_cost += weight * self._looks([line])

    def _looks(self, lines: Iterable[int]) -> float:
        """Return the cost of looking at each of these lines once: a longer one takes longer."""
        return sum(log2(1 + len(self.board.lines[line].cells)) for line in lines)

    def _rank(self, line: int) -> int:
        """Return the place of the simplest rule that gives something in a line."""
        for rank, rule in enumerate(RULES):
            if self.board.by_rule(line, rule) != self.board.sets[line]:
                return rank
        return len(RULES)

    def _look(self, board: LineBoard, which: set[int]) -> dict[int, Sets] | None:
        """Return the lines that give something, with the colors they leave.

        Returns None if a line has no placement."""
        found = {}
        for line in which:
            self.deadline.check()
            exact = board.says(line)
            if exact is None:
                return None
            if exact != board.sets[line]:
                found[line] = exact
        return found

    def _learn(self, board: LineBoard, found: Mapping[int, Sets]) -> set[int]:
        """Enter the findings of lines, all at once; return the lines that others have changed."""
        crossed: set[int] = set()
        for line, sets in found.items():
            # Others have changed it since it was looked at.
            left = [new & now for new, now in zip(sets, board.sets[line], strict=True)]
            crossed.update(board.put(line, tuple(left)))
        return crossed

    # Trials

    def go_on(self) -> None:
        """Solve the rest by trials, or see that it takes guesses."""
        while self.open:
            board = self.board
            trials = [(cell, color) for cell in board.open_cells() for color in board.options(cell)]
            failing = self._failing(trials, Board.propagate)
            if failing:
                rounds = self._fewest_rounds(failing)
                self._count_trials(RatingKind.TRIAL, len(trials), len(failing), rounds)
            else:
                failing = self._failing(trials, Board.probe)
                # In each trial all the trials inside it have to be made.
                inside = SHORTEST * len(trials)
                kind = RatingKind.DEEP_TRIAL if failing else RatingKind.GUESSING
                self._count_trials(kind, len(trials), len(failing), inside)
            if not failing:
                return
            for cell, color in failing:
                self.board.keep(cell, self.board.others(cell, color))
                self.dirty.update(self.board.through(cell))
            if not self.read_lines():
                raise AssertionError("a unique puzzle has no solution")

    def _failing(self, trials: list[Trial], look_on: Callable[[Board], bool]) -> list[Trial]:
        """Return the trials that lead to a contradiction; the person uses them all, as all lines of a round."""
        return [trial for trial in trials if not look_on(self.board.trial(*trial, self.deadline))]

    def _count_trials(self, kind: RatingKind, trials: int, failing: int, rounds: int) -> None:
        """Charge one success: trials are made in any order until one fails."""
        self.kind = max(self.kind, kind, key=list(RatingKind).index)
        self.rounds += 1
        tries = (trials + 1) / (failing + 1)
        self.trial_cost += tries * rounds * ALL_RELATED

    def _fewest_rounds(self, failing: list[Trial]) -> int:
        """Fewest rounds to a contradiction among the trials with the fewest undecided cells."""
        openness: dict[int, list[Trial]] = {}
        count = [several(line).bit_count() for line in self.board.sets]
        for trial in failing:
            here = self.board.through(trial[0])
            openness.setdefault(sum(count[line] for line in here), []).append(trial)
        fewest, looked = LONGEST + 1, 0
        for _, trials in sorted(openness.items()):
            for trial in trials:
                fewest = self._clashes(trial, fewest - 1) or fewest
                if fewest <= SHORTEST:
                    return fewest
            looked += len(trials)
            if looked >= FOLLOWED:
                break
        return fewest

    def _clashes(self, trial: Trial, most: int) -> int | None:
        """Return the rounds until a trial leads to a contradiction; None if more than `most`."""
        board = self.board.supposing(*trial)
        dirty = {*board.through(trial[0])}
        rounds = 0
        while dirty and rounds != most:
            rounds += 1
            found = self._look(board, dirty)
            if found is None:
                return rounds
            dirty = self._learn(board, found)
        return None
