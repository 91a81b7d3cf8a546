"""Why a cell is what it is: the fewest lines that say so.

One rule on its row or column, where that is enough. Else the cell is supposed to be something else,
and a short chain of lines leads to a contradiction. A chain from what is given is often too long to
follow; then it begins later, at the earliest board of a solver that takes one line at a time from
which a handful of lines suffices.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nonosat.api import check
from nonosat.backends.base import new_board
from nonosat.errors import LimitReached, UsageError, memory_is_a_limit
from nonosat.explain.chains import Lines, Move, Reasoner, Refutation, looked_at
from nonosat.explain.events import Step
from nonosat.explain.steps import check_size, reason, to_dict
from nonosat.model import Cell, Domains, Grid, Line, Puzzle, cell_name
from nonosat.render.terminal import chars_of, known_of
from nonosat.result import NO_LIMITS, Deadline, Limits, Verdict

HANDFUL = 4
"""Lines that a person can keep in mind."""
PATIENCE = 0.15
"""Seconds for finding a reason of a handful of lines once there is a longer one."""
PURSUIT = 60
"""A chain from one board is given up after so many lines."""
NESTED = 1.0
"""Seconds for trials inside the supposition, for a cell that no shorter chain decides."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for the color of a cell."""

    puzzle: Puzzle
    cell: Cell
    kind: str
    """``given``; ``reason``: `steps` show it; ``search``: it has this color in every solution, which
    only a search has shown; ``varies``: solutions differ in it; ``none``: there is no solution."""
    color: int | None
    """None where it varies, or where there is no solution."""
    start: Domains
    """The board before the first step. All that it knows follows from the clues and what is given."""
    earlier: int
    """The lines that have to be looked at to know all of `start`; 0: it is what is given."""
    steps: tuple[Step, ...] = ()
    """From `start` on; they end with the color of the cell. What is supposed is a `Guessed`."""
    lines: tuple[Line, ...] = ()
    """The different lines that the steps look at."""
    pictures: tuple[Grid, ...] = ()
    """Where it varies: two solutions that differ in it."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: cells from 0, ``lines`` from 1; ``start`` as rows of characters."""
        palette, chars = self.puzzle.palette, chars_of(self.puzzle.palette)
        return {
            "cell": list(self.cell),
            "kind": self.kind,
            "color": None if self.color is None else chars[self.color],
            "lines": [[line.axis, line.index + 1] for line in self.lines],
            "earlier": self.earlier,
            "start": ["".join(chars[color] for color in row) for row in known_of(self.start)],
            "steps": [
                to_dict(step, self.puzzle) | {"text": reason(step, self.puzzle)}
                for step in self.steps
            ],
            "pictures": [palette.grid_lines(grid) for grid in self.pictures],
        }


def why(
    puzzle: Puzzle, cell: Cell, *, known: Domains | None = None, limits: Limits = NO_LIMITS
) -> Why:
    """Find a short reason for the color of a cell, given as ``(row, column)`` from 0.

    >>> why(Puzzle.of([[2], [1]], [[2], [1]]), (0, 1)).lines
    (Line(axis='row', index=0),)

    Raises:
        UsageError: the cell is not in the puzzle, the puzzle is too large, or `known` is of another
            size.
        LimitReached: the deadline passed before the color was settled.
    """
    check_size(puzzle, known)
    if not (0 <= cell[0] < puzzle.height and 0 <= cell[1] < puzzle.width):
        raise UsageError(
            f"there is no {cell_name(cell)}: the puzzle is {puzzle.width}x{puzzle.height}"
        )
    with memory_is_a_limit():
        return _Search(puzzle, cell, known, limits).run()


class _Search:
    def __init__(self, puzzle: Puzzle, cell: Cell, known: Domains | None, limits: Limits) -> None:
        self.puzzle, self.cell = puzzle, cell
        self.known = puzzle.start(known)
        self.deadline = Deadline.of(limits)
        self.reasoner = Reasoner(puzzle, self.deadline)
        self.boards: list[tuple[Lines, int]] = []
        """Ever more is known; with the number of lines that were looked at until then."""

    def run(self) -> Why:
        options = self.reasoner.options(self.reasoner.board(self.known), self.cell)
        if len(options) == 1:
            return Why(self.puzzle, self.cell, "given", options[0], self.known, 0)
        everything = set(range(len(self.reasoner.clues)))
        board = self._sweep(self.reasoner.board(self.known), 0, everything)
        if board is None:
            return self._no_color("none")
        options = self.reasoner.options(board, self.cell)
        if len(options) > 1:
            settled = self._color()
            if isinstance(settled, Why):
                return settled
            options = [settled]
        color = options[0]
        best: Why | None = None
        with contextlib.suppress(LimitReached):
            for found in self._reasons(color):
                if found is None or (best and len(found.lines) >= len(best.lines)):
                    continue
                if best is None:
                    patience = self.deadline.part(PATIENCE)
                    self.deadline = self.reasoner.deadline = patience
                best = found
                if len(best.lines) <= HANDFUL:
                    break
        if best is not None:
            return best
        lines, looked = self.boards[-1]
        return Why(self.puzzle, self.cell, "search", color, self.reasoner.domains(lines), looked)

    def _no_color(self, kind: str, pictures: tuple[Grid, ...] = ()) -> Why:
        return Why(self.puzzle, self.cell, kind, None, self.known, 0, pictures=pictures)

    def _sweep(self, lines: Lines, looked: int, stale: set[int]) -> Lines | None:
        """Look at stale rows and columns in turn; returns the board that decides the cell, or at
        which line logic ends; None: there is no solution. Adds to `boards` those before.
        """
        reasoner = self.reasoner
        rows = range(self.puzzle.height)
        columns = range(self.puzzle.height, len(reasoner.clues))
        self.boards.append((lines, looked))
        while stale:
            for axis in (rows, columns):
                before, lines = lines, lines[:]
                for line in axis:
                    if line not in stale:
                        continue
                    stale.discard(line)
                    looked += 1
                    sets = reasoner.sets(before, line)
                    if sets is None:
                        return None
                    stale.update(reasoner.put(lines, line, sets))
                if len(reasoner.options(lines, self.cell)) == 1:
                    return lines
                if lines != before:
                    self.boards.append((lines, looked))
        return lines

    def _color(self) -> int | Why:
        """The color that the cell has in every solution, where line logic does not tell."""
        row, col = self.cell
        board = new_board(self.puzzle, self.known, self.deadline)
        if not board.probe():
            return self._no_color("none")
        options = [c for c, bits in enumerate(board.rows()[row]) if bits >> col & 1]
        pictures: list[Grid] = []
        while options:
            lines = self.reasoner.board(Domains(self.puzzle.width, board.rows()))
            self.reasoner.keep(lines, self.cell, options)
            left = self.deadline.left()
            result = check(self.puzzle, known=self.reasoner.domains(lines), limits=left)
            if not result.solutions:
                if result.verdict is not Verdict.NONE:
                    raise LimitReached(result.stop)
                break
            pictures += result.solutions
            other = next(
                (p for p in pictures if p.row(row)[col] != pictures[0].row(row)[col]), None
            )
            if other is not None:
                return self._no_color("varies", (pictures[0], other))
            if result.exhausted:
                break
            options.remove(pictures[0].row(row)[col])
        return pictures[0].row(row)[col] if pictures else self._no_color("none")

    # Chains

    def _reasons(self, color: int) -> Iterator[Why | None]:
        """Reasons, or None where one was sought in vain; mostly the easiest to follow first."""
        yield self._shortest(color)
        yield from self._after_trials(color)

    def _shortest(self, color: int) -> Why | None:
        """The reason from the earliest board from which a handful of lines is enough."""
        low, high = 0, len(self.boards)
        best = None
        at = 0  # what is given is tried first
        while low < high:
            found = self._from(at, color, PURSUIT)
            if found is not None and len(found.lines) <= HANDFUL:
                best, high = found, at
            else:
                low = at + 1
            at = (low + high) // 2
            if best is None and high == len(self.boards):
                at = max(at, min(high - 1, low))
        return best

    def _from(self, at: int, color: int, most: int | None, depth: int = 0) -> Why | None:
        """The reason from one board: straight, or by supposing all else; with fewer lines."""
        reasoner, cell = self.reasoner, self.cell
        board, looked = self.boards[at]

        def decided(lines: Lines) -> bool:
            return reasoner.options(lines, cell) == [color]

        here = reasoner.of_cell(cell)
        straight = reasoner.chain(board, here, decided, most=2)
        ways = [] if straight is None else [straight]
        if not ways:
            refuted = self._supposed(board, color, most, depth)
            ways += [refuted] if refuted else []
            everything = range(len(reasoner.clues))
            straight = None if depth else reasoner.chain(board, everything, decided, most=most)
            ways += [straight] if straight else []
        if not ways:
            return None
        moves = min(ways, key=lambda moves: len(set(looked_at(moves))))
        return Why(
            self.puzzle,
            cell,
            "reason",
            color,
            reasoner.domains(board),
            looked,
            tuple(reasoner.steps(board, moves)),
            tuple(map(reasoner.name, dict.fromkeys(looked_at(moves)))),
        )

    def _supposed(
        self, board: Lines, color: int, most: int | None, depth: int
    ) -> tuple[Move, ...] | None:
        """A trial for each color that the cell does not have; None: one of them does not fail."""
        reasoner = self.reasoner
        trials = []
        for other in reasoner.others(board, self.cell, color):
            trial = reasoner.supposing(board, self.cell, other)
            here = reasoner.of_cell(self.cell)
            moves = reasoner.chain(trial, here, depth=depth, most=most)
            if moves is None:
                return None
            trials.append(Refutation(self.cell, other, moves))
        return tuple(trials)

    def _after_trials(self, color: int) -> Iterator[Why | None]:
        """Reasons for a cell that line logic and a supposition do not decide: first what trials of
        other cells tell, those nearby first; then trials inside the supposition.
        """
        reasoner = self.reasoner
        yield self._from(len(self.boards) - 1, color, None)
        excluded, shown = 0, 1
        again = True
        while again:
            again = False
            for cell in self._nearby():
                lines, looked = self.boards[-1]
                for other in reasoner.options(lines, cell):
                    board = reasoner.trial(lines, cell, other)
                    if board.propagate():
                        continue
                    again = True
                    rest = reasoner.others(lines, cell, other)
                    lines = lines[:]
                    reasoner.keep(lines, cell, rest)
                    looked += board.counters["lines"]
                    settled = self._sweep(lines, looked, set(reasoner.of_cell(cell)))
                    excluded += 1
                    if settled is not None and reasoner.options(settled, self.cell) == [color]:
                        yield self._from(len(self.boards) - 1, color, PURSUIT)
                        return
                    if excluded == shown:  # not after each: that takes longer than the trials
                        shown *= 2
                        yield self._from(len(self.boards) - 1, color, PURSUIT)
                    break
        yield self._from(len(self.boards) - 1, color, None)
        self.reasoner.deadline = self.deadline.part(NESTED)
        yield self._from(len(self.boards) - 1, color, None, depth=1)

    def _nearby(self) -> list[Cell]:
        """The other open cells, nearest first."""
        row, col = self.cell
        cells = self.reasoner.open_cells(self.boards[-1][0])
        return sorted(cells, key=lambda cell: (abs(cell[0] - row) + abs(cell[1] - col), cell))[1:]
