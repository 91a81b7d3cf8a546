"""What a backend is, and the propagation that most of them begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from typing import Protocol

from nonosat.kernel import Board
from nonosat.model import Clue, Domains, Grid, Puzzle, clue_of
from nonosat.result import Deadline, Trace


class Backend(Protocol):
    """One way of solving. It never prints, never judges itself, keeps no state between calls."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """Yield each solution that lies in `known`, once each, in any order.

        Returning is a proof that there are no more solutions. Closing the generator frees
        whatever it holds: engines, child processes.

        Raises:
            LimitReached: the deadline, or a bound of the backend, was met first.
        """
        ...


def new_board(
    puzzle: Puzzle,
    known: Domains | None,
    deadline: Deadline,
    tick: Callable[[], None] | None = None,
) -> Board:
    """The kernel's board of a puzzle; its work stops at the deadline, or when `tick` raises."""
    deadline.check()
    return Board(
        puzzle.rows,
        puzzle.cols,
        len(puzzle.palette.colors),
        known.rows if known else None,
        tick=tick or deadline.check,
    )


def propagate(board: Board, trace: Trace) -> bool:
    """Run line logic to its fixpoint, and note whether it suffices; False on contradiction."""
    possible = board.propagate()
    trace.count("lines", board.counters["lines"])
    trace.line_solvable = not possible or board.cells() is not None
    if trace.line_solvable:
        trace.difficulty = "line"
    return possible


def finished(board: Board) -> Grid | None:
    """The picture, once every cell is decided."""
    cells = board.cells()
    return None if cells is None else Grid(board.height, board.width, cells)


def search(board: Board, trace: Trace) -> Generator[Grid]:
    """Yield every solution of a propagated board by the kernel's own search; note its work."""
    before = Counter(board.counters)
    try:
        while (cells := board.next_solution()) is not None:
            yield Grid(board.height, board.width, cells)
        if not (trace.line_solvable or board.depth):
            trace.difficulty = "probing"
    finally:
        trace.counters.update(Counter(board.counters) - before)
        if board.depth:
            trace.difficulty = f"guessing {board.depth}"


GUESS_ROUNDS = 300
"""Rounds of belief propagation until opinions stand still, at the most."""
RAMPS = (100, 200, 400, 800, 1600)
"""Rounds with reinforcement: the more, the fewer lines are wrong in the end."""


def guesses(board: Board) -> Generator[tuple[Grid, list[list[int]]]]:
    """Pictures by belief propagation, each made with more patience: a few lines may be wrong.

    Yields:
        The picture, and the medians of `Board.hints`.
    """
    for ramp in RAMPS:
        cells, medians = board.hints(GUESS_ROUNDS, ramp)
        yield Grid(board.height, board.width, cells), medians


def wrong_lines(guess: Grid, clues: Sequence[Clue]) -> tuple[list[int], list[int]]:
    """The rows and the columns whose clue a guess does not satisfy; `clues` of rows, then columns."""
    rows, cols = clues[: guess.height], clues[guess.height :]
    return (
        [r for r, clue in enumerate(rows) if clue_of(guess.row(r)) != clue],
        [c for c, clue in enumerate(cols) if clue_of(guess.column(c)) != clue],
    )
