"""The default: line logic, the kernel's own search, then a race of clause learners.

Line logic settles most puzzles, a short search with probing most of the others. Belief propagation
then often finds a picture of those with many solutions. What is left goes to clause learners on the
order encoding: one as it is, two with phase hints from belief propagation, and one that repairs what
was guessed. The hints let a learner solve some puzzles at once that it would never finish otherwise.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import cache, partial

from nonosat.backends.base import guesses, is_guessable, open_board, search, wrong_lines
from nonosat.kernel import Board
from nonosat.model import Clue, Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace

SEARCH_SECONDS = 0.03
"""What the kernel's own search may take before clause learning begins."""
HINT_ROUNDS = 30
GUESS_SECONDS = 0.1
"""What guessing may take before clauses are made, with one processor."""
GUESSED = "belief propagation"
"""The name of the engine when belief propagation found the picture."""


class _Enough(Exception):
    """The search has had its time."""


class _Patience:
    """The tick of a board: keeps the deadline, and ends a search that takes too long."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._until = float("inf")

    def allow(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def __call__(self) -> None:
        self._deadline.check()
        if time.monotonic() > self._until:
            raise _Enough


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not Linux
        return os.cpu_count() or 1


class Auto:
    """Takes the way that suits the puzzle; loads a SAT engine only for a puzzle that needs one."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        yield from _solutions([], puzzle, known, deadline, trace)


def others(
    found: Sequence[Grid],
    puzzle: Puzzle,
    *,
    known: Domains | None,
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """Yield each solution that is not in `found`; else see `Backend.solutions`."""
    with closing(_solutions(list(found), puzzle, known, deadline, trace)) as grids:
        yield from (grid for grid in grids if grid not in found)


def _solutions(
    found: list[Grid], puzzle: Puzzle, known: Domains | None, deadline: Deadline, trace: Trace
) -> Generator[Grid]:
    """Yield every solution, those in `found` once more or not."""
    patience = _Patience(deadline)
    board = yield from open_board(puzzle, known, deadline, trace, patience)
    if board is None:
        return
    patience.allow(SEARCH_SECONDS)
    try:
        for grid in search(board, trace):
            found.append(grid)
            yield grid
            patience.allow(SEARCH_SECONDS)
    except _Enough:
        patience.allow(float("inf"))
    else:
        return
    trace.difficulty = ""
    if not board.propagate():  # what the search has proved at its root holds
        return

    deadline.check_engine()
    alone = (deadline.processors or _processors()) < 2
    clues = puzzle.clues
    if not found and is_guessable(board):
        # With several processors guessing goes on beside the learners.
        patience.allow(GUESS_SECONDS if alone else GUESS_SECONDS / 2)
        guess = _guess(board, clues)
        patience.allow(float("inf"))
        if guess is not None:
            trace.engine = GUESSED
            found.append(guess)
            yield guess
    yield from _learn(board, clues, found, alone, deadline, trace)


def _guess(board: Board, clues: Sequence[Clue]) -> Grid | None:
    """A picture found by belief propagation alone, unless the board's patience ends first."""
    try:
        return next(grid for grid, _ in guesses(board) if not any(wrong_lines(grid, clues)))
    except _Enough:
        return None


def _learn(
    board: Board,
    clues: Sequence[Clue],
    found: list[Grid],
    alone: bool,
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """All solutions but those found already, by clause learning."""
    # These load pysat.
    from nonosat.backends.encoding import Encoding
    from nonosat.backends.engines import start_engine
    from nonosat.backends.guesser import Guesser
    from nonosat.backends.race import Entrant, race

    encoding = Encoding(board, clues, deadline)

    @cache
    def hints() -> list[int]:
        if found:  # another solution is usually near
            return encoding.picture_literals(found[-1])
        if is_guessable(board):
            return encoding.hint_literals(*board.hints(HINT_ROUNDS))
        return []

    glucose, minisat, cadical = (
        partial(start_engine, name) for name in ("glucose42", "minisat22", "cadical195")
    )
    # With one processor the others only join a puzzle that turns out to be hard.
    entrants = [
        Entrant("glucose42+hints", glucose, 0.0, hints),
        Entrant("cadical195+hints", cadical, 2.0 if alone else 0.02, hints),
        Entrant("minisat22", minisat, 1.0),
    ]
    if not found and is_guessable(board):
        guesser = partial(Guesser, board, clues, encoding)
        entrants.append(Entrant(GUESSED, guesser, 0.2))
    yield from race(encoding, entrants, found, deadline, trace)
