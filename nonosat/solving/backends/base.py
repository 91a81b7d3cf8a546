"""The protocol of a backend, and the propagation that most of them begin with."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol

from nonosat.kernel import Board, several
from nonosat.limits import Deadline
from nonosat.model import Clue, Clues, Domains, Grid, Puzzle
from nonosat.solving.backends.tuning import TUNING, Tuning
from nonosat.solving.search import Trace


class Backend(Protocol):
    """A solving method. It never prints, never checks its own answers, and is stateless.

    It may have an attribute `takes`, a set of ``"colors"`` and ``"unknown lengths"``: what it can take
    beside plain black puzzles. Without it, it takes all puzzles.
    """

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """Yield each solution within `known` once, in any order.

        `known` already includes the given cells of the puzzle.

        Returning proves that there are no more solutions. Closing the generator frees its engines
        and child processes.

        Raises:
            LimitReached: the search reached the deadline or a bound of the backend.
        """
        ...


def new_board(
    puzzle: Clues,
    known: Domains | None,
    deadline: Deadline,
    tick: Callable[[], None] | None = None,
) -> Board:
    """The kernel's board of a puzzle with its given cells and `known`.

    Its work stops at the deadline, or when `tick` raises.
    """
    deadline.check()
    start = puzzle.within(known)
    return Board(
        puzzle.rows,
        puzzle.cols,
        len(puzzle.palette.colors),
        start.rows if start else None,
        tick=tick or deadline.check,
    )


def propagate(board: Board, trace: Trace) -> bool:
    """Run line logic to its fixpoint, and note whether it suffices; False on contradiction."""
    trace.proved = board.rows
    with trace.counting("line logic", lambda: board.counters):
        possible = board.propagate()
    trace.line_solvable = not possible or board.cells() is not None
    if trace.line_solvable:
        trace.left, trace.difficulty = 0, "line"
    else:
        trace.left = count_open(board)
    return possible


def count_open(board: Board) -> int:
    """The number of cells with several colors left."""
    return sum(several(row).bit_count() for row in board.rows())


def open_board(
    puzzle: Clues,
    known: Domains | None,
    deadline: Deadline,
    trace: Trace,
    tick: Callable[[], None] | None = None,
) -> Generator[Grid, None, Board | None]:
    """Apply line logic first, as most backends do. Use it with ``yield from``.

    Yields:
        The picture, if line logic decides every cell.

    Returns:
        The board if some cells are open; None after the last solution.
    """
    board = new_board(puzzle, known, deadline, tick)
    if not propagate(board, trace):
        return None
    if (cells := board.cells()) is None:
        return board
    yield Grid(board.height, board.width, cells)
    return None


def open_cells(
    puzzle: Puzzle, known: Domains | None, deadline: Deadline, trace: Trace, plain: bool
) -> Generator[Grid, None, Domains | None]:
    """Return what a model begins with, as `open_board` does; check that an engine is allowed.

    Args:
        plain: leave line logic out, and return what is known.
    """
    if not plain:
        board = yield from open_board(puzzle, known, deadline, trace)
        if board is None:
            return None
        known = Domains(puzzle.width, board.rows())
    deadline.check()
    deadline.check_engine()
    return known or puzzle.unknown()


def search(board: Board, trace: Trace) -> Generator[Grid]:
    """Yield every solution of a propagated board by the kernel's own search; note its work."""
    with trace.counting("searching", lambda: board.counters):
        while (cells := board.next_solution()) is not None:
            yield Grid(board.height, board.width, cells)


def is_guessable(board: Board, tuning: Tuning = TUNING) -> bool:
    """Belief propagation finds room for this board."""
    return board.height * board.width * board.colors <= tuning.most_weights


def is_large(board: Board, tuning: Tuning) -> bool:
    """Where a sample of probes, or a short guess, does not settle the board, more of them would not, either."""
    return board.height + board.width >= tuning.sampled_lines


def guess(
    board: Board, rounds: int, number: int, tuning: Tuning = TUNING, *, late: bool, ramp: int = 0
) -> tuple[Grid, list[list[int]]]:
    """A picture of a guessable board by belief propagation; lines may be wrong.

    A short try often succeeds. Where it cannot, one that takes longer may: each of four tries is
    twice as long as the one before.

    Args:
        rounds: before reinforcement, at the most.
        number: of the try, from 1; each has a noise of its own.
        ramp: see `Board.hints`; 0 means one by the size and the number.
        late: see `Board.hints`. On large random boards far fewer lines are wrong, on some others more.

    Returns:
        The picture, and the medians of `Board.hints`.
    """
    shortest = min(tuning.ramp * (board.height + board.width), tuning.most_ramp)
    ramp = ramp or shortest * 2 ** ((number - 1) % 4)
    cells, medians = board.hints(rounds, ramp, number, late)
    return Grid(board.height, board.width, cells), medians


def count_wrong(picture: Grid, clues: Sequence[Clue]) -> int:
    """The number of lines of a picture without their clue; `clues` of rows, then columns."""
    return sum(not clue.covers(found) for found, clue in zip(picture.clues(), clues, strict=True))
