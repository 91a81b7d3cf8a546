"""A search that people can follow: one small step at a time, the simplest there is.

Each step takes the simplest rule that decides a cell in any line. After the rules come whole lines
(what all placements agree on). Then come trials: a color of one cell that leaves some line without a
placement, the shortest chain first. Guesses come last. This search is slow, and made to be read. It
asks the kernel only which trials fail.
"""

import itertools
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from math import log1p
from typing import NamedTuple

from nonosat.ask.effort import EFFORT
from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.chains import Chains, Trial, looked_at
from nonosat.ask.explain.events import (
    CellColors,
    Contradicted,
    Deduced,
    Guessed,
    Refuted,
    Solved,
    Step,
    TakenBack,
)
from nonosat.ask.explain.rules import ALL_PLACEMENTS, RULES, Sets
from nonosat.errors import memory_is_a_limit
from nonosat.kernel import several
from nonosat.limits import Deadline
from nonosat.model import Cell, Domains, Line, Puzzle

SHORTEST = 4
"""No chain is shorter: the two lines of the cell change two others, and these clash where they cross."""


def stepwise(puzzle: Puzzle, known: Domains | None, deadline: Deadline) -> Generator[Step]:
    """Yield each step of a search for all solutions, with a `Solved` for each solution.

    The end of the stream proves that there are no more. A step of depth 0 is certain until the
    first solution: it follows from the clues and `known` alone.
    """
    with memory_is_a_limit():
        yield from _Search(puzzle, known, deadline).run()


class _Finding(NamedTuple):
    """The outcome of a rule for a line."""

    decides: int
    """The number of cells it decides."""
    rule: str
    sets: Sets


class _Search:
    def __init__(self, puzzle: Puzzle, known: Domains | None, deadline: Deadline) -> None:
        self.puzzle, self.deadline = puzzle, deadline
        self.chains = Chains(deadline)
        self.board = LineBoard(puzzle, known, deadline)
        self.depth = 0
        self._forget()

    def _forget(self) -> None:
        """Drop all findings, since the board has changed."""
        self.stale = set(range(len(self.board.sets)))
        self.found: list[list[_Finding]] = [[] for _ in self.board.sets]
        self.exact = self.board.sets[:]
        self.failing: list[Trial] = []

    def run(self) -> Iterator[Step]:
        """Deduce and try colors; guess if that finds nothing; take back wrong guesses."""
        stack: list[tuple[LineBoard, Cell, int, int]] = []
        solutions = 0
        while True:
            outcome = yield from self._settle()
            if isinstance(outcome, tuple):
                cell, color = outcome
                stack.append((self.board.copy(), cell, color, solutions))
                self.depth += 1
                changes = self._keep(cell, [color])
                yield Guessed(self.depth, *changes, cell, color, puzzle=self.puzzle)
                continue
            yield outcome
            solutions += isinstance(outcome, Solved)
            if not stack:
                return
            self.board, cell, color, before = stack.pop()
            self.depth -= 1
            self._forget()
            taken = self._exclude(cell, color)
            refuted = solutions == before
            yield TakenBack(self.depth, *taken, cell, color, refuted, puzzle=self.puzzle)

    def _settle(self) -> Generator[Step, None, Trial | Contradicted | Solved]:
        """Take all steps that need no guess; return what to guess, or how the board ended."""
        while True:
            bad = self._refresh()
            if bad is not None:
                return Contradicted(self.depth, self.board.lines[bad], puzzle=self.puzzle)
            if not any(map(several, self.board.sets[: self.board.height])):
                grid = self.board.domains().grid()
                assert grid is not None, "every line has a placement"
                return Solved(self.depth, grid, puzzle=self.puzzle)
            line = self._easiest()
            if line is not None:
                finding = self.found[line][-1]
                before = self.board.copy()
                self.stale.update([line, *self.board.put(line, finding.sets)])
                changes = self.board.changes(before)
                at, rule = self.board.lines[line], finding.rule
                yield Deduced(self.depth, *changes, at, rule, puzzle=self.puzzle)
                continue
            # A trial that failed before still fails: the board has only lost colors since.
            self.failing = [
                trial for trial in self.failing if trial[1] in self.board.options(trial[0])
            ]
            if not self.failing:
                guess = self._try_all()
                if guess is not None:
                    return guess
            cell, color, chain = self._shortest_trial()
            changes = self._exclude(cell, color)
            yield Refuted(self.depth, *changes, cell, color, chain, puzzle=self.puzzle)

    # Lines

    def _refresh(self) -> int | None:
        """Solve every changed line exactly; return a line without a placement, or None."""
        for line in sorted(self.stale):
            self.deadline.check()
            exact = self.board.says(line)
            if exact is None:
                return line
            self.exact[line] = exact
            self.found[line] = []
        self.stale.clear()
        return None

    def _easiest(self) -> int | None:
        """Return the line with the simplest rule that decides a cell; among these, the most cells.

        Its last finding is the one to use. If no rule decides a cell, return a line whose rule
        excludes a color.
        """
        open_lines = [i for i, exact in enumerate(self.exact) if exact != self.board.sets[i]]
        for rank in range(len(RULES) + 1):
            best = None
            for line in open_lines:
                findings = self.found[line]
                if len(findings) <= rank and not (findings and findings[-1].decides):
                    findings.append(self._apply(line, rank))
                last = findings[-1]
                if len(findings) != rank + 1 or not last.decides:
                    continue
                if best is None or last.decides > self.found[best][-1].decides:
                    best = line
            if best is not None:
                return best
        return self._excluding(open_lines)

    def _excluding(self, open_lines: list[int]) -> int | None:
        """Do the same for rules that only exclude colors, as no rule decides a cell."""
        for rank in range(len(RULES) + 1):
            for line in open_lines:
                if self.found[line][rank].sets != self.board.sets[line]:
                    del self.found[line][rank + 1 :]
                    return line
        return None

    def _apply(self, line: int, rank: int) -> _Finding:
        """Return the outcome of the rule of this rank for a line. The last rank is the exact solver."""
        self.deadline.check()
        now = self.board.sets[line]
        if rank == len(RULES):
            name, sets = ALL_PLACEMENTS, self.exact[line]
        else:
            name, sets = RULES[rank].name, self.board.by_rule(line, RULES[rank])
        decides = (several(now) & ~several(sets)).bit_count() if sets != now else 0
        return _Finding(decides, name, sets)

    # Trials

    def _try_all(self) -> Trial | None:
        """Try each color of each open cell with full propagation, by the kernel.

        Fills `failing`. If none fails, returns what to guess: the cell whose trials decide the most
        (the score of Wu et al., see the kernel), and of its colors the one that decides the most. A
        wrong guess shows sooner if fewer cells are left open.
        """
        freedom = _freedom(self.board.sets[: self.board.height])
        best: tuple[float, Trial] | None = None
        for cell in self.board.open_cells():
            gains = {}
            for color in self.board.options(cell):
                board = self.board.trial(cell, color, self.deadline)
                if board.propagate():
                    gains[color] = freedom - _freedom(board.rows())
                else:
                    self.failing.append((cell, color))
            if self.failing:
                continue
            low, high = min(gains.values()), max(gains.values())
            score = low + 1.85 * log1p(high - low)
            if best is None or score > best[0]:
                best = score, (cell, max(gains, key=lambda color: gains[color]))
        return None if self.failing or best is None else best[1]

    def _shortest_trial(self) -> tuple[Cell, int, tuple[Line, ...]]:
        """Return the failing trial that is easiest to follow."""
        best: tuple[Cell, int, tuple[Line, ...]] | None = None
        for cell, color in self.failing[: EFFORT.trials]:
            chain = self._chain(cell, color, EFFORT.pursuit * len(best[2]) if best else None)
            if chain is not None and (best is None or len(chain) < len(best[2])):
                best = cell, color, chain
                if len(chain) <= SHORTEST:
                    break
        assert best is not None
        self.failing.remove(best[:2])
        return best

    def _chain(self, cell: Cell, color: int, most: int | None) -> tuple[Line, ...] | None:
        """Return the lines that lead from a trial to a line without a placement.

        Returns None if that takes more than `most` lines.
        """
        trial = self.board.supposing(cell, color)
        moves = self.chains.first(trial, trial.through(cell), most=most)
        return None if moves is None else tuple(map(trial.lines.__getitem__, looked_at(moves)))

    # The board

    def _keep(self, cell: Cell, colors: Collection[int]) -> tuple[CellColors, CellColors]:
        """Leave only these colors to a cell; return the cells decided and the colors excluded."""
        before = self.board.copy()
        self.board.keep(cell, colors)
        self.stale.update(self.board.through(cell))
        return self.board.changes(before)

    def _exclude(self, cell: Cell, color: int) -> tuple[CellColors, CellColors]:
        return self._keep(cell, self.board.others(cell, color))


def _freedom(rows: Iterable[Sequence[int]]) -> int:
    return sum(map(int.bit_count, itertools.chain.from_iterable(rows)))
