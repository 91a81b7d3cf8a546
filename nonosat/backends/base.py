"""What a backend is, and the propagation that most of them begin with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import count
from typing import Protocol

from nonosat.kernel import Board, several
from nonosat.model import Clue, Clues, Domains, Grid, Puzzle, clue_of
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
    puzzle: Clues,
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


def own_board(board: Board, clues: Sequence[Clue], tick: Callable[[], None]) -> Board:
    """A board that knows what another does: each is for one thread at a time.

    Args:
        clues: of all rows, then of all columns.
    """
    rows, cols = clues[: board.height], clues[board.height :]
    return Board(rows, cols, board.colors, board.rows(), tick=tick)


def propagate(board: Board, trace: Trace) -> bool:
    """Run line logic to its fixpoint, and note whether it suffices; False on contradiction."""
    with trace.counting("line logic", lambda: board.counters):
        possible = board.propagate()
    trace.line_solvable = not possible or board.cells() is not None
    if possible:
        rows = () if trace.line_solvable else board.rows()
        trace.open_cells = sum(several(colors).bit_count() for colors in rows)
    if trace.line_solvable:
        trace.difficulty = "line"
    return possible


def open_board(
    puzzle: Puzzle,
    known: Domains | None,
    deadline: Deadline,
    trace: Trace,
    tick: Callable[[], None] | None = None,
) -> Generator[Grid, None, Board | None]:
    """What most backends begin with: line logic. Use it with ``yield from``.

    Yields:
        The picture, if line logic decides every cell.

    Returns:
        The board, if cells are left open; None: there are no more solutions.
    """
    board = new_board(puzzle, known, deadline, tick)
    if not propagate(board, trace):
        return None
    if (cells := board.cells()) is None:
        return board
    yield Grid(board.height, board.width, cells)
    return None


def search(board: Board, trace: Trace) -> Generator[Grid]:
    """Yield every solution of a propagated board by the kernel's own search; note its work."""
    try:
        with trace.counting("searching", lambda: board.counters):
            while (cells := board.next_solution()) is not None:
                yield Grid(board.height, board.width, cells)
        if not (trace.line_solvable or board.depth):
            trace.difficulty = "probing"
    finally:
        if board.depth:
            trace.difficulty = f"guessing {board.depth}"


MAX_WEIGHTS = 8_000_000
"""Colors of all cells together up to which pictures are guessed: 24 bytes each."""
GUESS_ROUNDS = 300
"""Rounds of belief propagation until opinions stand still, at the most."""
RAMP = 100
"""Rounds with reinforcement of the shortest guess."""


def is_guessable(board: Board) -> bool:
    """Whether belief propagation finds room for this board."""
    return board.height * board.width * board.colors <= MAX_WEIGHTS


def guesses(board: Board) -> Generator[tuple[Grid, list[list[int]]]]:
    """Pictures of a guessable board by belief propagation, again and again; lines may be wrong.

    Most tries are short, some longer: a short one often succeeds, and where it cannot, a long one
    may. Their lengths are the sequence of Luby, Sinclair and Zuckerman, "Optimal speedup of Las
    Vegas algorithms", Information Processing Letters 47, 1993.

    Yields:
        The picture, and the medians of `Board.hints`, without end.
    """
    for seed in count():
        cells, medians = board.hints(GUESS_ROUNDS, RAMP * luby(seed + 1), seed)
        yield Grid(board.height, board.width, cells), medians


def luby(i: int) -> int:
    """The i-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 ..., from 1.

    >>> [luby(i) for i in range(1, 9)]
    [1, 1, 2, 1, 1, 2, 4, 1]
    """
    while i & (i + 1):
        i -= (1 << (i.bit_length() - 1)) - 1
    return (i + 1) // 2


def wrong_lines(guess: Grid, clues: Sequence[Clue]) -> tuple[list[int], list[int]]:
    """The rows and the columns whose clue a guess does not satisfy; `clues` of rows, then columns."""
    rows, cols = clues[: guess.height], clues[guess.height :]
    return (
        [r for r, clue in enumerate(rows) if clue_of(guess.row(r)) != clue],
        [c for c, clue in enumerate(cols) if clue_of(guess.column(c)) != clue],
    )
