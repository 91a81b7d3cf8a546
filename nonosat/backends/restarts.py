"""The kernel's search again and again, each time in another order, and never for long.

A depth-first search that guesses wrong near its root is lost; one that begins anew with other guesses
often is done at once. Most attempts try first what belief propagation thinks likely, each with
noise of its own. An attempt that ends by itself is a proof; one whose time is up proves nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from nonosat.backends.base import is_guessable, search, wrong_lines
from nonosat.kernel import Board, several
from nonosat.model import Clue, Grid
from nonosat.result import Trace


class Attempt(NamedTuple):
    """One search from the root."""

    seconds: float
    """What it may take until it finds a new picture, in processor time of its thread."""
    score: str
    """What makes a cell worth branching on; see `Board.restart`."""
    rounds: int = 0
    """Of belief propagation (`Board.hints`); 0: ink comes first."""
    ramp: int = 0
    seed: int = 0


PICTURE_SECONDS = 0.03
"""What an attempt may take at least for the next picture when it has found one."""


class Enough(Exception):
    """The attempt has had its time."""


class Patience:
    """The tick of a board: ends an attempt whose time is up.

    Args:
        check: called at each tick; what it raises ends the board's work, too.
    """

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._until = math.inf

    def allow(self, seconds: float) -> None:
        """From now on the present thread may work so long."""
        self._until = time.thread_time() + seconds

    def __call__(self) -> None:
        self._check()
        if time.thread_time() > self._until:
            raise Enough


def size_of(board: Board) -> float:
    """How many times as long an attempt may take as on 600 open cells, at least 1."""
    cells = sum(several(sets).bit_count() for sets in board.rows())
    return max(1.0, cells / 600)


def attempts(size: float) -> Iterator[Attempt]:
    """Attempts without end, longer and longer; measured in benchmarks/EXPERIMENTS.md."""
    yield Attempt(0.03 * size, "sum", 10, 10)
    yield Attempt(0.05 * size, "product", 10, 20, 1)
    yield Attempt(0.1 * size, "sum", 60, 30, 2)
    yield Attempt(0.1 * size, "least", 30, 0, 3)
    yield Attempt(0.2 * size, "product", 100, 50, 4)
    for seed in count(5):
        seconds = 0.4 * 1.2 ** (seed - 5) * size
        score = ("product", "sum")[seed % 2]
        yield Attempt(seconds, score, 100, 100, seed)


class Restarts:
    """All that the attempts on one board share.

    Args:
        board: its tick is `patience`.
        clues: of all rows, then of all columns.
        found: solutions that are not to be yielded again; new ones are added.
    """

    def __init__(
        self,
        board: Board,
        clues: Sequence[Clue],
        patience: Patience,
        found: Iterable[Grid],
        trace: Trace,
    ) -> None:
        self.found = set(found)
        self._board, self._clues, self._patience, self._trace = board, clues, patience, trace

    def attempt(self, how: Attempt, near: Grid | None = None) -> Generator[Grid, None, bool]:
        """Search once, and yield what is new.

        Args:
            near: a solution to begin with, near which there may be others.

        Returns:
            True: there are no more solutions. False: the time is up, and nothing is proved.
        """
        board, found = self._board, self.found
        self._patience.allow(how.seconds)
        try:
            self._restart(how, near)
            for grid in search(board, self._trace):
                if grid not in found:
                    found.add(grid)
                    yield grid
                    self._patience.allow(max(how.seconds, PICTURE_SECONDS))
        except Enough:
            self._trace.difficulty = ""
            return False
        finally:
            self._patience.allow(math.inf)
        return True

    def _restart(self, how: Attempt, near: Grid | None) -> None:
        board = self._board
        if near is not None:
            board.restart(how.score, near.cells, straight=True)
        elif how.rounds and is_guessable(board):
            picture, _ = board.hints(how.rounds, how.ramp, how.seed)
            guess = Grid(board.height, board.width, picture)
            right = how.ramp > 0 and not any(wrong_lines(guess, self._clues))
            board.restart(how.score, picture, straight=right)
        else:
            board.restart(how.score)
