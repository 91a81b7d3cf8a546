"""A search that people can follow: one small step at a time, the simplest there is.

Each step takes the simplest rule that decides a cell in any line. After the rules come whole lines
(what all placements agree on). Then come trials: a color of one cell that leaves some line without a
placement, the shortest chain first. Guesses come last. This search is slow, and made to be read; it
asks the kernel only which trials fail.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import log1p
from typing import NamedTuple

from nonosat.backends.base import new_board
from nonosat.errors import memory_is_a_limit
from nonosat.explain.chains import Lines, Reasoner, contradicted, looked_at
from nonosat.explain.events import (
    CellColors,
    Contradicted,
    Deduced,
    Guessed,
    LineId,
    Refuted,
    Rule,
    Solved,
    Step,
    TakenBack,
)
from nonosat.explain.rules import ALL_PLACEMENTS
from nonosat.kernel import narrow, ones, several
from nonosat.model import Domains, Grid, Puzzle
from nonosat.render.terminal import Cell
from nonosat.result import Deadline

TRIALS = 20
"""At most so many failing trials are compared for the shortest chain."""
PURSUIT = 4
"""Each is followed for at most so many times the lines of the shortest chain so far."""
SHORTEST = 4
"""No chain is shorter: the two lines of the cell change two others, and these clash where they cross."""

Trial = tuple[Cell, int]
"""A color tried on a cell."""


def stepwise(
    puzzle: Puzzle,
    known: Domains | None,
    deadline: Deadline,
    rules: tuple[Rule, ...] = (),
) -> Generator[Step]:
    """Yield each step of a search for all solutions; `Solved` tells each once.

    The end of the stream is a proof that there are no more. A step of depth 0 is certain until the
    first solution: it follows from the clues and `known` alone.

    Args:
        rules: the rules to use, simplest first.

    Raises:
        LimitReached: the deadline passed.
    """
    with memory_is_a_limit():
        yield from _Search(puzzle, known, deadline, rules).run()


class _Finding(NamedTuple):
    """What a rule says about a line."""

    decides: int
    """How many cells it decides."""
    rule: str
    sets: list[int]


class _Search:
    def __init__(
        self,
        puzzle: Puzzle,
        known: Domains | None,
        deadline: Deadline,
        rules: tuple[Rule, ...],
    ) -> None:
        self.puzzle, self.deadline, self.rules = puzzle, deadline, rules
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette.colors)
        self.clues = puzzle.clues
        self.reasoner = Reasoner(puzzle, deadline)
        self.lines = self.reasoner.board(known)
        self.depth = 0
        self.exact: list[list[int]] = []
        self._forget()

    def _forget(self) -> None:
        """Drop all findings, since the board is another one now."""
        self.stale = set(range(len(self.lines)))
        self.found: list[list[_Finding]] = [[] for _ in self.lines]
        self.exact = [line[:] for line in self.lines]
        self.failing: list[Trial] = []

    def run(self) -> Iterator[Step]:
        """Deduce and try; guess if that finds nothing; take back what was wrong."""
        stack: list[tuple[Lines, Cell, int, int]] = []
        solutions = 0
        while True:
            outcome = yield from self._settle()
            if isinstance(outcome, tuple):
                cell, color = outcome
                stack.append(([line[:] for line in self.lines], cell, color, solutions))
                self.depth += 1
                others = [c for c in self.reasoner.options(self.lines, cell) if c != color]
                yield Guessed(self.depth, *self._exclude(cell, others), cell, color)
                continue
            yield outcome
            solutions += isinstance(outcome, Solved)
            if not stack:
                return
            self.lines, cell, color, before = stack.pop()
            self.depth -= 1
            self._forget()
            taken = self._exclude(cell, [color])
            yield TakenBack(self.depth, *taken, cell, color, solutions == before)

    def _settle(self) -> Generator[Step, None, Trial | Contradicted | Solved]:
        """Take the steps that need no guess; returns what to guess, or how the board ended."""
        while True:
            bad = self._refresh()
            if bad is not None:
                return Contradicted(self.depth, self.reasoner.name(bad))
            if self._complete():
                return Solved(self.depth, self._grid())
            line = self._easiest()
            if line is not None:
                finding = self.found[line][-1]
                changes = self._narrow(line, finding.sets)
                yield Deduced(self.depth, *changes, self.reasoner.name(line), finding.rule)
                continue
            # A trial that failed before still fails: the board has only lost colors since.
            self.failing = [
                trial
                for trial in self.failing
                if trial[1] in self.reasoner.options(self.lines, trial[0])
            ]
            if not self.failing:
                guess = self._try_all()
                if guess is not None:
                    return guess
            cell, color, chain = self._shortest_trial()
            yield Refuted(self.depth, *self._exclude(cell, [color]), cell, color, chain)

    # Lines

    def _refresh(self) -> int | None:
        """Solve every changed line exactly; returns a line without a placement, or None."""
        for line in sorted(self.stale):
            self.deadline.check()
            exact = narrow(self.reasoner.blocks[line], self.lines[line], self.reasoner.length(line))
            if exact is None:
                return line
            self.exact[line] = exact
            self.found[line] = []
        self.stale.clear()
        return None

    def _easiest(self) -> int | None:
        """The line with the simplest rule that decides a cell, and of those the most cells.

        Its last finding is the one to use. If no rule decides a cell, takes one that excludes a color.
        """
        open_lines = [i for i, exact in enumerate(self.exact) if exact != self.lines[i]]
        for rank in range(len(self.rules) + 1):
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
        """The same for rules that only exclude colors: no line has one that decides a cell."""
        for rank in range(len(self.rules) + 1):
            for line in open_lines:
                if self.found[line][rank].sets != self.lines[line]:
                    del self.found[line][rank + 1 :]
                    return line
        return None

    def _apply(self, line: int, rank: int) -> _Finding:
        """What the rule of this rank says about a line. The last rank is the exact solver."""
        self.deadline.check()
        now = self.lines[line]
        if rank == len(self.rules):
            name, sets = ALL_PLACEMENTS, self.exact[line]
        else:
            name, _, rule = self.rules[rank]
            sets = rule(self.clues[line], tuple(now), self.reasoner.length(line))
        decides = (several(now) & ~several(sets)).bit_count() if sets != now else 0
        return _Finding(decides, name, sets)

    # Trials

    def _try_all(self) -> Trial | None:
        """Try each color of each open cell with full propagation, by the kernel.

        Fills `failing`. If none fails, returns what to guess: the cell whose trials decide the most
        (the score of Wu et al., see the kernel), and of its colors the one that decides the most. A
        wrong guess shows sooner if fewer cells are left open.
        """
        rows = tuple(tuple(line) for line in self.lines[: self.height])
        freedom = _freedom(rows)
        best: tuple[float, Trial] | None = None
        for cell in self.reasoner.open_cells(self.lines):
            gains = {}
            for color in self.reasoner.options(self.lines, cell):
                trial = self._with(rows, cell, color)
                board = new_board(self.puzzle, Domains(self.width, trial), self.deadline)
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

    def _shortest_trial(self) -> tuple[Cell, int, tuple[LineId, ...]]:
        """The failing trial that is easiest to follow."""
        best: tuple[Cell, int, tuple[LineId, ...]] | None = None
        for cell, color in self.failing[:TRIALS]:
            chain = self._chain(cell, color, PURSUIT * len(best[2]) if best else None)
            if chain is not None and (best is None or len(chain) < len(best[2])):
                best = cell, color, chain
                if len(chain) <= SHORTEST:
                    break
        assert best is not None
        self.failing.remove(best[:2])
        return best

    def _chain(self, cell: Cell, color: int, most: int | None) -> tuple[LineId, ...] | None:
        """The lines that lead from a trial to the line without a placement, breadth first.

        None: that takes more than `most` lines.
        """
        lines = self.lines[:]
        self.reasoner.keep(lines, cell, [color])
        moves = self.reasoner.first_chain(lines, self.reasoner.of_cell(cell), contradicted, 0, most)
        return None if moves is None else tuple(map(self.reasoner.name, looked_at(moves)))

    # The board

    def _narrow(self, line: int, sets: list[int]) -> tuple[CellColors, CellColors]:
        """Keep only `sets` of a line; returns the cells decided and the colors excluded."""
        before = self.lines[line]
        decided, excluded = [], []
        still_open = several(sets)
        is_row = line < self.height
        index = line if is_row else line - self.height
        gone = 0
        for old, new in zip(before, sets, strict=True):
            gone |= old & ~new
        for at in ones(gone):
            cell = (index, at) if is_row else (at, index)
            crossing = self.height + at if is_row else at
            for color, (old, new) in enumerate(zip(before, sets, strict=True)):
                if (old & ~new) >> at & 1:
                    self.lines[crossing][color] &= ~(1 << index)
                    if still_open >> at & 1:
                        excluded.append((*cell, color))
                elif new >> at & 1 and not still_open >> at & 1:
                    decided.append((*cell, color))
            self.stale.add(crossing)
        self.lines[line] = sets[:]
        self.stale.add(line)
        return tuple(decided), tuple(excluded)

    def _exclude(self, cell: Cell, colors: list[int]) -> tuple[CellColors, CellColors]:
        row, col = cell
        bit = 1 << col
        sets = [
            bits & ~bit if color in colors else bits for color, bits in enumerate(self.lines[row])
        ]
        return self._narrow(row, sets)

    def _with(
        self, rows: tuple[tuple[int, ...], ...], cell: Cell, color: int
    ) -> tuple[tuple[int, ...], ...]:
        row, col = cell
        line = tuple(
            bits if other == color else bits & ~(1 << col) for other, bits in enumerate(rows[row])
        )
        return (*rows[:row], line, *rows[row + 1 :])

    def _complete(self) -> bool:
        return not any(several(line) for line in self.lines[: self.height])

    def _grid(self) -> Grid:
        rows = tuple(tuple(line) for line in self.lines[: self.height])
        grid = Domains(self.width, rows).grid()
        assert grid is not None, "every line has a placement"
        return grid


def _freedom(rows: tuple[tuple[int, ...], ...]) -> int:
    """How many (cell, color) pairs are still possible."""
    return sum(bits.bit_count() for row in rows for bits in row)
