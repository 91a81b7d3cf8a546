"""What programs call: solve, check, solutions, load, dump."""

from __future__ import annotations

import time
from collections.abc import Iterator

from nonosat.backends import BACKENDS, make_backend
from nonosat.backends.base import new_board, propagate
from nonosat.clock import cpu_seconds_of_children
from nonosat.errors import (
    FINISHED,
    LimitReached,
    Reason,
    Stop,
    UsageError,
    WrongAnswer,
    memory_told,
)
from nonosat.judge import first_violation
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Limits, Result, Trace

DEFAULT_BACKEND = BACKENDS.default
NO_LIMITS = Limits()


class Search:
    """A search under way: iterate over it for solutions, and ask for its result at any time.

    Each iteration yields every solution from the first on. What was found is not searched for
    again; an iteration that was left early is taken up where it stood.

    Args:
        backend: a name of ``BACKENDS``, with an engine where it takes one: ``sat:cadical195``.
        at_most: stop after so many solutions; None: find all.
        limits: what the whole search may cost. Meeting one ends the iteration; `limit` tells.
        known: solutions must lie in these domains.

    Raises:
        UsageError: an unknown backend, at_most < 1, or `known` is of another size.
        MissingExtra: the backend's package is not installed.
        WrongAnswer: while iterating: a grid that is no solution, or one twice.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        backend: str = DEFAULT_BACKEND,
        at_most: int | None = None,
        limits: Limits = NO_LIMITS,
        known: Domains | None = None,
    ) -> None:
        if at_most is not None and at_most < 1:
            raise UsageError(f"asking for at most {at_most} solutions makes no sense")
        if known is not None and (
            (known.height, known.width) != (puzzle.height, puzzle.width)
            or {len(line) for line in known.rows} != {len(puzzle.palette.colors)}
        ):
            raise UsageError(
                f"the known cells are {known.width}x{known.height}, "
                f"the puzzle is {puzzle.width}x{puzzle.height}"
            )
        self.limit: LimitReached | None = None
        self._stop = FINISHED
        self.puzzle, self._known = puzzle, known
        self._backend, self._at_most = backend, at_most
        self._solver = make_backend(backend)
        self._clock = _Clock()
        self._deadline = Deadline.of(limits)
        self._trace = Trace()
        self._grids = self._solver.solutions(
            puzzle, known=known, deadline=self._deadline, trace=self._trace
        )
        self._found: list[Grid] = []
        self._seen: set[Grid] = set()
        self._exhausted = self._ended = False

    def __iter__(self) -> Iterator[Grid]:
        """Yield the solutions, each judged, until `at_most`, a limit, or the proof of no more."""
        told = 0
        while told < len(self._found) or self._advance():
            yield self._found[told]
            told += 1

    def _advance(self) -> bool:
        """Look for one more solution; False: there is none, or none is to be looked for."""
        if self._ended:
            return False
        before = len(self._found)
        # What the caller did with the last solution is not ours, nor the limit's.
        self._deadline.resume()
        self._clock.start()
        ended = True  # whatever is raised
        try:
            with memory_told():
                grid = next(self._grids, None)
                if grid is None:
                    self._exhausted = True
                else:
                    self._judge(grid)
                    self._found.append(grid)
                    self._seen.add(grid)
                    ended = len(self._found) == self._at_most
                if ended:
                    self._conclude()
        except LimitReached as err:
            self.limit = err
        except KeyboardInterrupt:
            self._stop = Stop(Reason.INTERRUPTED)
            raise
        finally:
            if ended:
                self._ended = True
                self._grids.close()  # frees engines and child processes
            self._clock.stop()
            self._deadline.pause()
        return len(self._found) > before

    def _conclude(self) -> None:
        if self._trace.line_solvable is None:
            propagate(new_board(self.puzzle, self._known, self._deadline), self._trace)
        # Line logic decides every cell by proof, so there cannot be another solution.
        self._exhausted |= bool(self._trace.line_solvable)

    def _judge(self, grid: Grid) -> None:
        complaint = first_violation(self.puzzle, grid)
        if complaint is None and grid in self._seen:
            complaint = "the same picture came twice"
        if complaint is None and self._known is not None:
            complaint = _first_change(self._known, grid)
        if complaint is not None:
            raise WrongAnswer(f"backend {self._backend} gave a wrong answer: {complaint}")

    def result(self) -> Result:
        """What is found and proved so far."""
        trace = self._trace
        return Result(
            puzzle=self.puzzle,
            solutions=tuple(self._found),
            exhausted=self._exhausted,
            backend=self._backend,
            engine=trace.engine,
            seconds=self._clock.seconds,
            cpu_seconds=self._clock.cpu_seconds,
            line_solvable=trace.line_solvable,
            difficulty=trace.difficulty,
            counters=dict(trace.counters),
            stop=self.limit.stop if self.limit else self._stop,
        )


def _first_change(known: Domains, grid: Grid) -> str | None:
    """The first cell of a picture that is not as given; row by row, since there may be millions."""
    for row, allowed in enumerate(known.rows):
        cells = grid.row(row)
        wrong = 0
        for color in set(cells):
            digits = bytes(ord("0") + (other == color) for other in range(256))
            wrong |= int(cells[::-1].translate(digits), 2) & ~allowed[color]
        if wrong:
            col = (wrong & -wrong).bit_length() - 1
            return f"row {row + 1}, column {col + 1} is not as given"
    return None


def solutions(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limits: Limits = NO_LIMITS,
    known: Domains | None = None,
) -> Iterator[Grid]:
    """Stream every solution, each once and judged, in the backend's order.

    Raises:
        LimitReached: a limit ended the search; there may be more solutions.
        UsageError, MissingExtra, WrongAnswer: see `Search`.
    """
    search = Search(puzzle, backend=backend, limits=limits, known=known)
    yield from search
    if search.limit is not None:
        raise search.limit


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    at_most: int | None = 1,
    limits: Limits = NO_LIMITS,
    known: Domains | None = None,
) -> Result:
    """Look for `at_most` solutions (None: all) and say what is proved.

    A limit does not raise: the result holds what was found, and its verdict is unknown unless two
    solutions were found. With ``at_most=1`` the verdict is unknown too, *with* a solution,
    unless line logic alone filled the grid: then there can be no other.

    Raises:
        UsageError, MissingExtra, WrongAnswer: see `Search`.
    """
    search = Search(puzzle, backend=backend, at_most=at_most, limits=limits, known=known)
    for _ in search:
        pass
    return search.result()


def check(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limits: Limits = NO_LIMITS,
    known: Domains | None = None,
) -> Result:
    """Decide whether a puzzle has exactly one solution.

    A first solution is sought, blocked, and the search for another is finished. See `solve`.
    """
    return solve(puzzle, backend=backend, at_most=2, limits=limits, known=known)


class _Clock:
    """Adds up wall and CPU seconds between starts and stops; it begins running."""

    def __init__(self) -> None:
        self.seconds = self.cpu_seconds = 0.0
        self._wall, self._cpu = time.perf_counter(), _cpu_seconds()
        self._running = True

    def start(self) -> None:
        if not self._running:
            self._wall, self._cpu = time.perf_counter(), _cpu_seconds()
            self._running = True

    def stop(self) -> None:
        if self._running:
            self.seconds += time.perf_counter() - self._wall
            self.cpu_seconds += _cpu_seconds() - self._cpu
            self._running = False


def _cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    return time.process_time() + cpu_seconds_of_children()
