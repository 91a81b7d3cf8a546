"""The kernel's search again and again, each time in another order, and never for long.

A depth-first search that guesses wrong near its root is lost; one that begins anew with other guesses
often is done at once. Most attempts try first what belief propagation thinks likely, each with
noise of its own. An attempt that ends by itself is a proof; one whose time is up proves nothing.
"""

import contextlib
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from nonosat.kernel import Board, Rows
from nonosat.model import Clue, Grid
from nonosat.platforms.cpu import thread_seconds
from nonosat.solving.backends.base import count_wrong, guess, is_large, search
from nonosat.solving.backends.tuning import TUNING, Tuning
from nonosat.solving.search import Trace


class AttemptTimeout(Exception):
    """The attempt has had its time."""


class AttemptClock:
    """The tick of a board: ends an attempt whose time is up."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._until = math.inf
        self.ends: Callable[[bool], bool] = bool

    def allow(self, seconds: float) -> None:
        """Give the current thread `seconds` of CPU time, starting now."""
        self._until = thread_seconds() + seconds

    @contextlib.contextmanager
    def limited(self, seconds: float, ends: Callable[[bool], bool] = bool) -> Iterator[None]:
        """Limit the current thread to `seconds` inside the block, and lift the limit after it.

        Args:
            ends: called at each tick, with True if the time is up. Returning True ends the work.
        """
        self.allow(seconds)
        self.ends = ends
        try:
            yield
        finally:
            self._until, self.ends = math.inf, bool

    def __call__(self) -> None:
        self._check()
        if self.ends(thread_seconds() > self._until):
            raise AttemptTimeout


class Restarts:
    """The shared state of all attempts on one board.

    Args:
        board: a board whose tick is `patience`.
        clues: the clues of all rows, then of all columns.
        found: solutions not to yield again; new solutions are added.
        tuning: the budget of guesses and searches.
        shortest: seconds that the shortest earlier guess took, if there was one.

    Attributes:
        promising: True if the last guess was nearly right.
        shortest: seconds that the shortest guess so far took.
        best: the guess with the fewest wrong lines, as `guess` returned it; None before the first.
    """

    def __init__(
        self,
        board: Board,
        clues: Sequence[Clue],
        patience: AttemptClock,
        found: Iterable[Grid],
        trace: Trace,
        tuning: Tuning = TUNING,
        shortest: float = math.inf,
    ) -> None:
        self.found: set[Grid] = set(found)
        self.promising: bool = True
        self.tuning = tuning
        self.shortest: float = shortest
        self.best: tuple[Grid, list[list[int]]] | None = None
        self._fewest = math.inf
        self.board: Board = board
        self.clues: Sequence[Clue] = clues
        self.patience = patience
        self.trace: Trace = trace

    def own_board(self, tick: Callable[[], None], known: Rows | None = None) -> Board:
        """A board of the same puzzle: each is for one thread at a time.

        Args:
            known: the colors that the cells of each row can have; None means as in this board.
        """
        board = self.board
        rows, cols = self.clues[: board.height], self.clues[board.height :]
        own = Board(rows, cols, board.colors, known or board.rows(), tick=tick)
        own.sample = board.sample
        return own

    def dive(self, seconds: float, near: Grid | None = None) -> Generator[Grid, None, bool]:
        """Search for `seconds`, or longer while few guesses suffice, and yield new solutions.

        Args:
            near: a solution to search around; None means to try ink first.

        Returns:
            True if there are no more solutions, False if the time is up.
        """
        board, tuning = self.board, self.tuning
        board.restart("product", near.cells if near else None, straight=True)
        latest = thread_seconds() + tuning.dive_seconds

        def ends(late: bool) -> bool:
            return late and (board.depth > tuning.dive_depth or thread_seconds() > latest)

        return (yield from self._search(seconds, ends))

    def descend(self, seconds: float) -> Generator[Grid, None, bool]:
        """Dive in another order, until there were too many dead ends; see `dive`."""
        board = self.board
        board.restart("sum")
        most = _dead_ends(board) + self.tuning.dead_ends
        return (yield from self._search(seconds, lambda late: late or _dead_ends(board) > most))

    def attempt(
        self, number: int, seconds: float = math.inf, times: float | None = None
    ) -> Generator[Grid, None, bool]:
        """Guess, then search as `dive` does, for a multiple of the time of the shortest guess.

        Args:
            number: number of the attempt, from 1. Each number gives a different random noise,
                which breaks the symmetry of symmetric puzzles. The first of a large board takes long.
            seconds: the time limit of the guess. A guess that exceeds it is dropped, and does not
                count as promising.
            times: the multiple after a nearly right guess; None means `Tuning.long`.
        """
        board, tuning, begun = self.board, self.tuning, thread_seconds()
        ramp = 0
        if number == 1 and is_large(board, tuning):
            ramp, seconds = tuning.large_ramp, tuning.large_seconds
        self.trace.stage = "guessing"
        try:
            with self.patience.limited(seconds):
                # On some boards a late pull is far better, on others far worse.
                late = number % 2 == 0
                picture, medians = guess(board, tuning.rounds, number, tuning, late=late, ramp=ramp)
        except AttemptTimeout:
            self.promising = False
            return False
        wrong = count_wrong(picture, self.clues)
        self.promising = wrong <= tuning.promising * len(self.clues)
        if wrong < self._fewest:
            self.best, self._fewest = (picture, medians), wrong
        self.shortest = min(self.shortest, thread_seconds() - begun)
        board.restart(("sum", "product")[number % 2], picture.cells, straight=not wrong)
        times = (times or tuning.long) if self.promising else tuning.doubtful
        if (yield from self._search(self.shortest * times)):
            return True
        if number == 1 and not self.found:
            allowed = self.shortest * tuning.brief if self.promising else math.inf
            return (yield from self.descend(min(allowed, tuning.dive_seconds)))
        return False

    def _search(
        self, seconds: float, ends: Callable[[bool], bool] = bool
    ) -> Generator[Grid, None, bool]:
        try:
            with self.patience.limited(self.tuning.least_seconds + seconds, ends):
                for grid in search(self.board, self.trace):
                    if grid not in self.found:
                        self.found.add(grid)
                        yield grid
                        self.patience.allow(max(seconds, self.tuning.picture_seconds))
        except AttemptTimeout:
            return False
        return True


def _dead_ends(board: Board) -> int:
    """Number of times that searches of this board turned back after probing."""
    counters = board.counters
    return counters["nodes"] - counters["guesses"]
