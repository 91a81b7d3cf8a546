"""Check many puzzles from a program, on all processors."""

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from itertools import chain, islice

from nonosat.errors import UsageError, WrongAnswer, check_kind, check_whole
from nonosat.limits import LOOK_AT_CANCEL, NO_LIMITS, AnyLimits, Deadline, Limits, limits_of
from nonosat.model import TYPED, Puzzle, Sheet, SourcedSheet
from nonosat.platforms.cpu import processors
from nonosat.run.processes import Processes
from nonosat.run.questions import CHECK, Request
from nonosat.run.rows import Row
from nonosat.run.source import Item
from nonosat.run.workers import Answer
from nonosat.solving.api import DEFAULT_BACKEND, check
from nonosat.solving.backends import AnyBackend, make_backend
from nonosat.solving.result import Result

AHEAD = 2048
"""Puzzles from the one whose result comes next to the last one that is handed out."""


def check_many(
    puzzles: Iterable[Puzzle | Sheet],
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    jobs: int | None = None,
    limits: AnyLimits = NO_LIMITS,
) -> Generator[Result]:
    """Check each puzzle, and yield the results in the order of the puzzles.

    The puzzles may come from a generator: at most some thousands are read before their results are
    taken. Closing the iterator ends the processes.

    >>> puzzles = [Puzzle.of([2, 1], [2, 1]), Puzzle.of([1, 1], [1, 1])]
    >>> [result.verdict.value for result in check_many(puzzles, jobs=1)]
    ['unique', 'multiple']

    Args:
        jobs: the number of processes; None means one for each processor, 1 means no other process.
        limits: for each puzzle; a `cancel` ends the whole.

    Raises:
        LimitReached: all was cancelled.
        UsageError, MissingExtra, WrongAnswer: see `check`.
    """
    check_kind(puzzles, "puzzles", Iterable)
    limits = limits_of(limits)
    make_backend(backend)
    if jobs is not None:
        check_whole(jobs, "jobs")
    whole = Deadline(None, cancel=limits.cancel)
    if (count := jobs or processors()) > 1:
        if not isinstance(backend, str):
            raise UsageError(
                "an object works in this process alone: jobs=1, or the name of its class as "
                "backend='package.module:Class'"
            )
        request = Request(
            CHECK,
            backend,
            limits.seconds,
            wants_lines=False,
            wants_whole=frozenset(CHECK.means),
        )
        return _check_in_processes(puzzles, request, count, whole)
    return _check_here(puzzles, backend, limits, whole)


def _check_here(
    puzzles: Iterable[Puzzle | Sheet], backend: AnyBackend, limits: Limits, whole: Deadline
) -> Generator[Result]:
    for puzzle in puzzles:
        result = check(puzzle, backend=backend, limits=limits)
        whole.check()
        yield result


def _check_in_processes(
    puzzles: Iterable[Puzzle | Sheet], request: Request, count: int, whole: Deadline
) -> Generator[Result]:
    rest = enumerate(puzzles)
    due, done, sheets = 0, dict[int, Row](), dict[int, Sheet]()
    with closing(_Processes(count, whole)) as processes:
        for first in rest:
            items = (
                Item(number, SourcedSheet(sheets.setdefault(number, Sheet.of(puzzle)), TYPED))
                for number, puzzle in chain([first], islice(rest, AHEAD - 1))
            )
            for row in processes.run(items, request):
                done[row.number] = row
                while due in done:
                    whole.check()
                    yield _result_of(done.pop(due), sheets.pop(due))
                    due += 1


class _Processes(Processes):
    """Processes that are not waited for after a cancel."""

    def __init__(self, count: int, whole: Deadline) -> None:
        super().__init__(count)
        self._whole = whole

    def answers(self, timeout: float) -> list[Answer]:
        self._whole.check()
        return super().answers(min(timeout, LOOK_AT_CANCEL))


def _result_of(row: Row, sheet: Sheet) -> Result:
    if row.result is None:
        raise WrongAnswer(row.error)
    result: Result = row.result
    return replace(result, title=sheet.title, file=sheet.file, position=sheet.position)
