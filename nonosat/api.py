"""What programs call: solve, check, solutions."""

from __future__ import annotations

import time
from collections.abc import Iterator

from nonosat.backends import BACKENDS, make_backend
from nonosat.backends.base import new_board, propagate
from nonosat.errors import LimitReached, UsageError, WrongAnswer
from nonosat.judge import first_violation
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Limits, Result, Trace

DEFAULT_BACKEND = BACKENDS.default
NO_LIMITS = Limits()


def solutions(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    limits: Limits = NO_LIMITS,
    known: Domains | None = None,
) -> Iterator[Grid]:
    """Stream every solution, each once, in the backend's order; every one is judged.

    Args:
        backend: a name of ``BACKENDS``, with an engine where it takes one: ``sat:cadical195``.
        limits: what the whole search may cost.
        known: solutions must lie in these domains.

    Raises:
        UsageError: an unknown backend, or `known` is of another size.
        LimitReached: a limit ended the search; there may be more solutions.
        WrongAnswer: the backend gave a grid that is no solution, or one twice.
    """
    yield from _judged(puzzle, backend, known, Deadline(limits.seconds), Trace())


def _judged(
    puzzle: Puzzle, backend: str, known: Domains | None, deadline: Deadline, trace: Trace
) -> Iterator[Grid]:
    if known is not None and (
        (known.height, known.width) != (puzzle.height, puzzle.width)
        or {len(line) for line in known.rows} != {len(puzzle.palette.colors)}
    ):
        raise UsageError(
            f"the known cells are {known.width}x{known.height}, "
            f"the puzzle is {puzzle.width}x{puzzle.height}"
        )
    seen: set[Grid] = set()
    found = make_backend(backend).solutions(puzzle, known=known, deadline=deadline, trace=trace)
    for grid in found:
        complaint = first_violation(puzzle, grid)
        if complaint is None and grid in seen:
            complaint = "the same picture came twice"
        if complaint is None and known is not None:
            cells = enumerate(zip(known.cells(), grid.cells, strict=True))
            wrong = [i for i, (mask, color) in cells if not mask >> color & 1]
            if wrong:
                row, col = divmod(wrong[0], puzzle.width)
                complaint = f"row {row + 1}, column {col + 1} is not as given"
        if complaint is not None:
            raise WrongAnswer(f"backend {backend} gave a wrong answer: {complaint}")
        seen.add(grid)
        yield grid


def solve(
    puzzle: Puzzle,
    *,
    backend: str = DEFAULT_BACKEND,
    at_most: int | None = 1,
    limits: Limits = NO_LIMITS,
    known: Domains | None = None,
) -> Result:
    """Look for `at_most` solutions (None: all) and say what is proved.

    A limit never raises: the result holds what was found, and its verdict is unknown unless two
    solutions were found. With ``at_most=1`` the verdict is unknown too, *with* a solution,
    unless line logic alone filled the grid: then there can be no other.

    Raises:
        UsageError: an unknown backend, at_most < 1, or `known` is of another size.
        MissingExtra: the backend's package is not installed.
        WrongAnswer: the backend gave a grid that is no solution.
    """
    if at_most is not None and at_most < 1:
        raise UsageError(f"asking for at most {at_most} solutions makes no sense")
    wall, cpu = time.perf_counter(), _cpu_seconds()
    deadline, trace = Deadline(limits.seconds), Trace()
    found: list[Grid] = []
    exhausted = False
    error = ""
    try:
        stream = _judged(puzzle, backend, known, deadline, trace)
        try:
            for grid in stream:
                found.append(grid)
                if len(found) == at_most:
                    break
            else:
                exhausted = True
        finally:
            stream.close()  # type: ignore[attr-defined]  # it is a generator
        if trace.line_solvable is None:
            propagate(new_board(puzzle, known, deadline), trace)
    except LimitReached as err:
        error = str(err)
    return Result(
        puzzle=puzzle,
        solutions=tuple(found),
        exhausted=exhausted or bool(trace.line_solvable and not error),
        backend=backend,
        engine=trace.engine,
        seconds=time.perf_counter() - wall,
        cpu_seconds=_cpu_seconds() - cpu,
        line_solvable=trace.line_solvable,
        difficulty=trace.difficulty,
        counters=dict(trace.counters),
        error=error,
    )


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


def _cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    try:
        import resource
    except ImportError:  # Windows: children are not counted there
        return time.process_time()
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
