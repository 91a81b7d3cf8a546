"""Why a cell has its color: a chain of few lines that ends with it.

The best reason is one rule on its row or column. Otherwise another color is tried, and a short chain
of lines leads to a contradiction. A chain from the given cells is often too long to follow. Then it
begins later: a solver takes one line at a time, and the chain begins at its earliest board that is
a handful of lines away from the color.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from nonosat.ask.effort import EFFORT, Effort
from nonosat.ask.explain.board import LineBoard
from nonosat.ask.explain.chains import Chains, Move, Refutation, looked_at, steps_of
from nonosat.ask.explain.events import Step
from nonosat.ask.explain.steps import cell_word, known_of_steps, reason, to_dict
from nonosat.errors import LimitReached, UsageError, memory_is_a_limit
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import (
    AnyKnown,
    Cell,
    Domains,
    Grid,
    Line,
    Puzzle,
    Sheet,
    cell_name,
    cell_of,
    puzzle_of,
)
from nonosat.model.forms import Sentence
from nonosat.solving.api import check
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Verdict
from nonosat.words import chars_of, known_of, plural


@dataclass(frozen=True, slots=True, repr=False)
class Why(Sentence):
    """The reason for the color of a cell."""

    puzzle: Puzzle
    cell: Cell
    kind: str
    """``given``; ``reason``: `steps` show it; ``search``: it has this color in every solution, which
    only a search has shown; ``varies``: solutions differ in it; ``none``: there is no solution."""
    color: int | None
    """The color; None if it varies or there is no solution."""
    start: Domains
    """The board before the first step. All that it knows follows from the clues and what is given."""
    earlier: int
    """The number of lines to look at until `start` is known; 0 if `start` is what is given."""
    steps: tuple[Step, ...] = ()
    """The steps from `start` to the color of the cell. A color that is tried is a `Guessed`."""
    lines: tuple[Line, ...] = ()
    """The different lines that the steps look at."""
    pictures: tuple[Grid, ...] = ()
    """Two solutions that differ in the cell, if the kind is ``varies``; otherwise empty."""

    def __str__(self) -> str:
        """Return the color of the cell and the reason, one step per line."""
        where = cell_name(self.cell)
        if self.color is None:
            varies = f"{where} is not the same in all solutions"
            return varies if self.kind == "varies" else "no solution, so no cell has a reason"
        color = f"{where} is {cell_word(self.puzzle, self.color)}"
        if self.kind == "given":
            return f"{color}: it is given"
        if self.kind == "search":
            return f"{color} in every solution: a search has proved it"
        lines = [f"{color}. It takes {plural(len(self.lines), 'line')}:"]
        lines += [f"{'  ' * step.depth}{reason(step, self.puzzle)}" for step in self.steps]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: cells and lines from 0; ``start`` as rows of characters."""
        palette, chars = self.puzzle.palette, chars_of(self.puzzle.palette)
        return {
            "cell": list(self.cell),
            "kind": self.kind,
            "color": None if self.color is None else chars[self.color],
            "lines": [line.to_json() for line in self.lines],
            "earlier": self.earlier,
            "start": ["".join(chars[color] for color in row) for row in known_of(self.start)],
            "steps": [
                to_dict(step, self.puzzle) | {"text": reason(step, self.puzzle)}
                for step in self.steps
            ],
            "pictures": [grid.drawn(palette.chars) for grid in self.pictures],
        }


def why(
    puzzle: Puzzle | Sheet,
    cell: Cell,
    *,
    known: AnyKnown | None = None,
    limits: AnyLimits = NO_LIMITS,
) -> Why:
    """Find a short reason for the color of a cell, given as ``(row, column)`` from 0.

    >>> why(Puzzle.of([[2], [1]], [[2], [1]]), (0, 1)).lines
    (Line(axis='row', index=0),)

    Raises:
        UsageError: the cell is not in the puzzle, the puzzle is too large, or `known` is of another
            size.
        LimitReached: the deadline passed before the color was settled.
    """
    puzzle, cell = puzzle_of(puzzle), cell_of(cell)
    known = known_of_steps(puzzle, known)
    if not (0 <= cell[0] < puzzle.height and 0 <= cell[1] < puzzle.width):
        raise UsageError(
            f"there is no {cell_name(cell)}: the puzzle is {puzzle.width}x{puzzle.height}"
        )
    with memory_is_a_limit():
        return WhySearch(puzzle, cell, known=known, limits=limits).run()


class WhySearch:
    """A search for the reason of a cell that lies in the puzzle; see `why`."""

    def __init__(
        self,
        puzzle: Puzzle,
        cell: Cell,
        *,
        known: Domains | None = None,
        limits: AnyLimits = NO_LIMITS,
        effort: Effort = EFFORT,
    ) -> None:
        self.puzzle: Puzzle = puzzle
        self.cell: Cell = cell
        self.effort: Effort = effort
        self.known: Domains = puzzle.start(known)
        self.deadline: Deadline = Deadline.of(limits)
        self.boards: list[tuple[LineBoard, int]] = []
        """Boards in the order of the deduction, each with the lines looked at so far."""

    def run(self) -> Why:
        """Find the reason."""
        begin = LineBoard(self.puzzle, self.known, self.deadline)
        options = begin.options(self.cell)
        if len(options) == 1:
            return Why(self.puzzle, self.cell, "given", options[0], self.known, 0)
        board = self._sweep(begin, 0, set(range(len(begin.lines))))
        if board is None:
            return self._no_color("none")
        options = board.options(self.cell)
        if len(options) > 1:
            settled = self._color()
            if isinstance(settled, Why):
                return settled
            options = [settled]
        color = options[0]
        best: Why | None = None
        with contextlib.suppress(LimitReached):
            for found in chain([self._shortest(color)], self._after_trials(color)):
                if found is None or (best and len(found.lines) >= len(best.lines)):
                    continue
                if best is None:
                    self.deadline = self.deadline.part(self.effort.shorter_reason)
                best = found
                if len(best.lines) <= self.effort.handful:
                    break
        if best is not None:
            return best
        board, looked = self.boards[-1]
        return Why(self.puzzle, self.cell, "search", color, board.domains(), looked)

    def _no_color(self, kind: str, pictures: tuple[Grid, ...] = ()) -> Why:
        return Why(self.puzzle, self.cell, kind, None, self.known, 0, pictures=pictures)

    def _sweep(self, board: LineBoard, looked: int, stale: set[int]) -> LineBoard | None:
        """Look at stale rows and columns in turn, and add each board on the way to `boards`.

        Returns:
            The board that decides the cell, or the last board of line logic; None if there is no
            solution.
        """
        rows = range(board.height)
        columns = range(board.height, len(board.lines))
        self.boards.append((board, looked))
        while stale:
            for axis in (rows, columns):
                before, board = board, board.copy()
                for line in axis:
                    if line not in stale:
                        continue
                    stale.discard(line)
                    looked += 1
                    self.deadline.check()
                    sets = before.says(line)
                    if sets is None:
                        return None
                    stale.update(board.put(line, sets))
                if len(board.options(self.cell)) == 1:
                    return board
                if board.sets != before.sets:
                    self.boards.append((board, looked))
        return board

    def _color(self) -> int | Why:
        """Return the color of the cell in every solution, or a `Why` that says that there is none.

        Line logic alone has not decided the cell."""
        row, col = self.cell
        board = new_board(self.puzzle, self.known, self.deadline)
        if not board.probe():
            return self._no_color("none")
        options = [c for c, bits in enumerate(board.rows()[row]) if bits >> col & 1]
        pictures: list[Grid] = []
        while options:
            left = Domains(self.puzzle.width, board.rows())
            lines = LineBoard(self.puzzle, left, self.deadline)
            lines.keep(self.cell, options)
            result = check(self.puzzle, known=lines.domains(), limits=self.deadline.left())
            if not result.solutions:
                if result.verdict is not Verdict.NONE:
                    raise LimitReached(result.stop)
                break
            pictures += result.solutions
            color = pictures[0][self.cell]
            other = next((p for p in pictures if p[self.cell] != color), None)
            if other is not None:
                return self._no_color("varies", (pictures[0], other))
            if result.exhausted:
                break
            options.remove(color)
        return pictures[0][self.cell] if pictures else self._no_color("none")

    # Chains

    def _shortest(self, color: int) -> Why | None:
        """Return the reason from the earliest board for which a handful of lines is enough."""
        low, high = 0, len(self.boards)
        best = None
        at = 0  # the given cells alone come first
        while low < high:
            found = self._from(at, color, self.effort.reason_lines)
            if found is not None and len(found.lines) <= self.effort.handful:
                best, high = found, at
            else:
                low = at + 1
            at = (low + high) // 2
        return best

    def _from(self, at: int, color: int, most: int | None = None, depth: int = 0) -> Why | None:
        """Find the reason from board `at`: by lines alone, or by refuting all other colors.

        Args:
            most: give up after this many lines; None means no limit.
            depth: the most trials inside each other.
        """
        cell, chains = self.cell, Chains(self.deadline)
        board, looked = self.boards[at]

        def decided(board: LineBoard) -> bool:
            return board.options(cell) == [color]

        straight = chains.find(board, board.through(cell), decided, most=2)
        ways = [] if straight is None else [straight]
        if not ways:
            refuted = self._supposed(board, color, most, depth)
            ways += [refuted] if refuted else []
            everything = range(len(board.lines))
            straight = None if depth else chains.find(board, everything, decided, most=most)
            ways += [straight] if straight else []
        if not ways:
            return None
        moves = min(ways, key=lambda moves: len(set(looked_at(moves))))
        return Why(
            self.puzzle,
            cell,
            "reason",
            color,
            board.domains(),
            looked,
            tuple(steps_of(board, moves)),
            tuple(map(board.lines.__getitem__, dict.fromkeys(looked_at(moves)))),
        )

    def _supposed(
        self, board: LineBoard, color: int, most: int | None, depth: int
    ) -> tuple[Move, ...] | None:
        """Refute each other color of the cell by a trial; return None if one of them does not fail."""
        chains = Chains(self.deadline.part(self.effort.nested) if depth else self.deadline)
        trials = []
        for other in board.others(self.cell, color):
            trial = board.supposing(self.cell, other)
            moves = chains.find(trial, board.through(self.cell), depth=depth, most=most)
            if moves is None:
                return None
            trials.append(Refutation(self.cell, other, moves))
        return tuple(trials)

    def _after_trials(self, color: int) -> Iterator[Why | None]:
        """Yield reasons for a cell that line logic and a trial of the cell do not decide.

        First come trials of other cells, nearest first; then trials inside the trial of the cell.
        """
        yield self._from(-1, color)
        excluded, shown = 0, 1
        again = True
        while again:
            again = False
            row, col = self.cell
            cells = self.boards[-1][0].open_cells()
            for cell in sorted(cells, key=lambda at: (abs(at[0] - row) + abs(at[1] - col), at))[1:]:
                board, looked = self.boards[-1]
                for other in board.options(cell):
                    trial = board.trial(cell, other, self.deadline)
                    if trial.propagate():
                        continue
                    again = True
                    rest = board.others(cell, other)
                    board = board.copy()
                    board.keep(cell, rest)
                    looked += trial.counters["lines"]
                    settled = self._sweep(board, looked, set(board.through(cell)))
                    excluded += 1
                    if settled is not None and settled.options(self.cell) == [color]:
                        yield self._from(-1, color, self.effort.reason_lines)
                        return
                    if excluded == shown:  # not after each one: that takes longer than the trials
                        shown *= 2
                        yield self._from(-1, color, self.effort.reason_lines)
                    break
        yield self._from(-1, color)
        yield self._from(-1, color, depth=1)
