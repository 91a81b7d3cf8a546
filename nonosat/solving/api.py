"""The functions for programs: `solve`, `check`, `solutions`, and the `Search` behind them."""

import contextlib
import itertools
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial

from nonosat.errors import (
    EngineFailed,
    LimitReached,
    NonosatError,
    UsageError,
    WrongAnswer,
    check_kind,
    check_whole,
)
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AnyKnown, Domains, Grid, Puzzle, Sheet, cell_name
from nonosat.solving.backends import BACKENDS, AnyBackend, backend_name, make_backend, not_taken
from nonosat.solving.backends.base import new_board, propagate
from nonosat.solving.result import Result
from nonosat.solving.search import BaseSearch

DEFAULT_BACKEND: str = BACKENDS.default


class Search(BaseSearch[Result]):
    """A running search: iterate over it to get solutions; its result is available at any time.

    Each iteration yields all solutions, starting with the first. Solutions found before are not
    searched for again, and the search continues where the last iteration stopped. Several threads
    may iterate at the same time: each gets every solution, and one searches while the others wait.

    Args:
        backend: a name from ``BACKENDS``, optionally with an engine: ``sat:cadical195``; the name of
            one of your own, ``package.module:Class``; or an object with its method `solutions`.
        at_most: the maximum number of solutions to find; None means all.
        limits: bounds on the whole search. Reaching one ends the iteration and sets `ended_by`.
        known: domains that contain every solution, in addition to the puzzle's given cells.
        goals: pictures that may be solutions. Those that are come first, if line logic leaves cells
            open, and others are looked for beside them; only with the backend `DEFAULT_BACKEND`.

    Raises:
        UsageError: the backend is unknown, at_most < 1, or `known` has the wrong size.
        MissingExtra: the backend's package is not installed.
        WrongAnswer: while iterating, the backend returned a wrong grid or repeated a solution.
    """

    def __init__(
        self,
        puzzle: Puzzle | Sheet,
        *,
        backend: AnyBackend = DEFAULT_BACKEND,
        at_most: int | None = None,
        limits: AnyLimits = NO_LIMITS,
        known: AnyKnown | None = None,
        goals: Sequence[Grid] = (),
    ) -> None:
        if at_most is not None:
            check_whole(at_most, "at_most")
        self._sheet = None
        if not isinstance(puzzle, Puzzle):
            self._sheet = Sheet.of(puzzle)
            puzzle = self._sheet.puzzle
        if goals != ():
            check_kind(goals, "goals", list, tuple)
            for goal in goals:
                check_kind(goal, "a goal", Grid)
        super().__init__(limits)
        self.puzzle: Puzzle = puzzle
        self.known: Domains | None = puzzle.within(
            None if known is None else puzzle.known_cells(known)
        )
        self._backend = backend if isinstance(backend, str) else backend_name(backend)
        self._at_most = at_most
        solver = make_backend(backend)
        self._is_ours = type(solver).__module__.startswith("nonosat.")
        given = {"found": filter(self.fits, goals)} if backend == DEFAULT_BACKEND else {}
        if self.known is not None and self.known.contradiction() is not None:
            self._trace.line_solvable, self._trace.difficulty = True, "line"
            self._trace.left = 0
            self._grids = _nothing()
        else:
            if why := not_taken(solver, puzzle):
                raise UsageError(f"backend {self._backend} {why}")
            ask = partial(
                solver.solutions, puzzle,
                known=self.known, deadline=self._deadline, trace=self._trace, **given,
            )  # fmt: skip
            self._grids = ask() if self._is_ours else _of_others(ask, self._backend)
        self._found: list[Grid] = []
        self._domains: Domains | None = None
        self._seen: set[Grid] = set()
        self._exhausted = self._ended = False
        self._one_at_a_time = threading.Lock()

    def __iter__(self) -> Iterator[Grid]:
        """Yield the solutions, each judged, until `at_most`, a limit, or the proof of no more."""
        for number in itertools.count():
            with self._one_at_a_time:
                if number == len(self._found) and not self._ended:
                    # The time that the caller spends between two solutions does not count.
                    with self._working():
                        self._find_one()
            if number == len(self._found):
                return
            yield self._found[number]

    def _work(self) -> None:
        with self._one_at_a_time:
            while not self._ended:
                self._find_one()

    def _find_one(self) -> None:
        """Look for one more solution, and judge it."""
        self._ended = True  # if anything is raised
        try:
            try:
                grid = next(self._grids)
            except StopIteration:
                self._exhausted = True
            else:
                complaint = self._violation(grid)
                if complaint is None and grid in self._seen:
                    complaint = "the same picture came twice"
                if complaint is not None:
                    raise WrongAnswer(f"backend {self._backend} gave a wrong answer: {complaint}")
                self._found.append(grid.in_colors(self.puzzle.palette))
                self._seen.add(grid)
            self._ended = self._exhausted or len(self._found) == self._at_most
            if self._ended and self._trace.line_solvable is None:
                # The question is answered: a limit that is met only now takes nothing away, except
                # from a backend of others that ended late and found nothing: it may have given up.
                possible = False
                try:
                    board = new_board(self.puzzle, self.known, self._deadline)
                    possible = propagate(board, self._trace)
                except (LimitReached, MemoryError):
                    if not self._found and not self._is_ours:
                        self._exhausted = False
                        raise
                if possible and self._trace.line_solvable and not self._found:
                    raise WrongAnswer(
                        f"backend {self._backend} gave a wrong answer: line logic finds a solution"
                    )
            if self._ended and self._trace.line_solvable:
                self._exhausted = True  # it decides every cell by proof
        finally:
            if self._ended:
                self._grids.close()  # frees engines and child processes
                settled = self._exhausted and len(self._found) < 2
                if self._trace.proved is not None and not settled:
                    self._domains = Domains(self.puzzle.width, self._trace.proved())
                self._trace.proved = None  # frees the board

    def fits(self, grid: Grid) -> bool:
        """Return True if a picture is a solution."""
        return self._violation(grid) is None

    def _violation(self, grid: Grid) -> str | None:
        """Say why a picture is not a solution, or return None if it is one."""
        if not isinstance(grid, Grid):
            return f"{grid!r:.40} is not a Grid"
        complaint = self.puzzle.violation(grid)
        if complaint is None and self.known is not None:
            cell = next(self.known.outside(grid), None)
            complaint = cell and f"{cell_name(cell)} is not as given"
        return complaint

    def result(self) -> Result:
        """The solutions found and the facts proved so far."""
        trace, sheet = self._trace, self._sheet
        return Result(
            puzzle=self.puzzle,
            solutions=tuple(self._found),
            exhausted=self._exhausted,
            backend=self._backend,
            engine=trace.engine,
            seconds=self._seconds,
            cpu_seconds=self._cpu_seconds,
            line_solvable=trace.line_solvable,
            difficulty=trace.difficulty,
            left=trace.left,
            known=self._domains,
            counters=dict(trace.counters),
            stop=self._stop,
            checked=self._at_most != 1 or self._exhausted,
            title=sheet.title if sheet is not None else "",
            file=sheet.file if sheet is not None else "",
            position=sheet.position if sheet is not None else None,
        )


def _of_others(ask: Callable[[], Iterable[Grid]], name: str) -> Generator[Grid]:
    """Yield what a backend of others finds; an error in its code names it."""
    try:
        yield from ask()
    except (NonosatError, MemoryError):
        raise
    except Exception as err:
        import traceback  # few backends fail, and it takes long

        place = traceback.extract_tb(err.__traceback__)[-1]
        where = f" ({place.filename}:{place.lineno})" if place.filename != __file__ else ""
        raise EngineFailed(f"backend {name} failed: {type(err).__name__}: {err}{where}") from err


def line_logic(puzzle: Puzzle, known: Domains | None, seconds: float) -> Domains | None:
    """Return the cells that line logic decides in some seconds; None if it decides nothing."""
    deadline = Deadline(seconds)
    board = None
    with contextlib.suppress(LimitReached, MemoryError):
        board = new_board(puzzle, known, deadline)
        board.propagate()
    return None if board is None else Domains(board.width, board.rows())


def _nothing() -> Generator[Grid]:
    yield from ()


def _streamed(search: Search) -> Generator[Grid]:
    yield from search
    if search.ended_by is not None:
        raise search.ended_by


def solutions(
    puzzle: Puzzle | Sheet,
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    limits: AnyLimits = NO_LIMITS,
    known: AnyKnown | None = None,
) -> Generator[Grid]:
    """Stream every solution, each once and judged, in the backend's order.

    >>> puzzle = Puzzle.of([1, 1], [1, 1])
    >>> sorted(grid.drawn(puzzle.palette.chars) for grid in solutions(puzzle))
    [['#.', '.#'], ['.#', '#.']]

    Raises:
        LimitReached: a limit ended the search; there may be more solutions.
        UsageError, MissingExtra, WrongAnswer: see `Search`.
    """
    search = Search(puzzle, backend=backend, limits=limits, known=known)
    return _streamed(search)


def solve(
    puzzle: Puzzle | Sheet,
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    at_most: int | None = 1,
    limits: AnyLimits = NO_LIMITS,
    known: AnyKnown | None = None,
) -> Result:
    """Look for up to `at_most` solutions (None means all) and return them with a verdict.

    Reaching a limit raises no exception: the result holds the solutions found so far, and its
    verdict is unknown if there are fewer than two. With ``at_most=1`` the verdict is unknown even
    *with* a solution, unless line logic alone filled the grid, which proves the solution unique.

    >>> list(solve(Puzzle.of([2, 1], [2, 1])).solutions[0].row(1))
    [1, 0]

    Raises:
        UsageError, MissingExtra, WrongAnswer: see `Search`.
    """
    return Search(puzzle, backend=backend, at_most=at_most, limits=limits, known=known).run()


def check(
    puzzle: Puzzle | Sheet,
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    limits: AnyLimits = NO_LIMITS,
    known: AnyKnown | None = None,
) -> Result:
    """Decide whether a puzzle has exactly one solution.

    Find one solution, exclude it, and search for another until the search ends. A picture in a sheet
    that is a solution is the first one, unless another backend is named. See `solve`.

    >>> check(Puzzle.of([2, 1], [2, 1])).verdict.value
    'unique'
    """
    goals = puzzle.goals if isinstance(puzzle, Sheet) else ()
    return Search(puzzle, backend=backend, at_most=2, limits=limits, known=known, goals=goals).run()
