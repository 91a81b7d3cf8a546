"""Asks about a puzzle among many: in a short first go, then in a process of its own.

The first go is line logic and the kernel's search, without engines. That settles nearly all puzzles.
One that it does not settle is handed back as a slow item. It comes again alone in its chunk, and
then runs in a process with a deadline and a bound on memory. An engine that hangs, or wants all the
memory, takes nothing else with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from nonosat.errors import AnswerLost, EngineFailed, LimitReached, Reason
from nonosat.files import ReadItem
from nonosat.limits import Deadline, Limits
from nonosat.model import Clues, Grid
from nonosat.platforms.cpu import cpu_seconds_of_children, processors
from nonosat.run.jobs import Job
from nonosat.run.questions import Question, given_pictures, with_facts, with_floor
from nonosat.run.records import ChunkResult, Item, Row
from nonosat.run.work import work

if TYPE_CHECKING:
    from nonosat.child import Child

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""
GRACE = 0.4
"""Seconds that a process may exceed its deadline before it is killed."""
MEMORY_SHARE = 0.7
"""The part of the machine's memory that all guarded processes may take together."""
LEAST_MEMORY = 1024**3
"""Bytes that each of them gets in any case."""


def guarded_work(
    job: Job, items: list[Item], wanted: Callable[[], bool] | None = None
) -> ChunkResult:
    """Do `work` on a chunk of many puzzles; the rows have no more than the job asks for.

    Args:
        wanted: returns False when the result is not awaited any more.

    Raises:
        UsageError: another version of nonosat, or another kernel, runs here.
    """
    job.check_installed()
    result = work(job, items, partial(_answer, wanted=wanted))
    return result._replace(rows=[job.sent(row) for row in result.rows])


def _answer(
    job: Job,
    item: Item,
    found: ReadItem,
    clues: Clues,
    wanted: Callable[[], bool] | None,
) -> Row | Item:
    """Ask in a first go, and of a slow item in a guarded process."""
    if item.slow or not job.question.quick:
        result = guarded_check(job, item, found, clues, wanted)
    else:
        begin = time.monotonic()
        result, again = _first_go(job, found, clues)
        if again:
            return Item(
                item.number,
                found,
                slow=True,
                seconds=getattr(result, "seconds", time.monotonic() - begin),
                cpu_seconds=getattr(result, "cpu_seconds", 0.0),
                line_solvable=getattr(result, "line_solvable", None),
                attempt=item.attempt,
            )
    if result.error:
        result = with_floor(result, clues)
    return job.row(item, found, clues, result)


def _first_go(job: Job, found: ReadItem, clues: Clues) -> tuple[Any, bool]:
    """Search for a short time, without an engine.

    Return the answer, and True if the puzzle deserves another try with more resources.
    """
    allowed = FIRST_GO if job.seconds is None else min(FIRST_GO, job.seconds)
    limits = Deadline(allowed, processors=1, engines=False).left()
    search = job.question.begin(clues, job.backend, limits, None, given_pictures(found))
    result = search.run()
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != job.seconds


def guarded_check(
    job: Job,
    item: Item,
    found: ReadItem,
    clues: Clues,
    wanted: Callable[[], bool] | None = None,
) -> Any:
    """Look for the answer in a process of its own; what was spent on the item before counts.

    If the process dies, nothing is known.

    Raises:
        AnswerLost: the result is not wanted any more; the process was killed.
        WrongAnswer: the backend lied.
    """
    answer = _guard.check(job, clues, given_pictures(found), item.seconds, wanted)
    solvable = getattr(answer, "line_solvable", None)
    return with_facts(
        answer,
        seconds=getattr(answer, "seconds", 0.0) + item.seconds,
        cpu_seconds=getattr(answer, "cpu_seconds", 0.0) + item.cpu_seconds,
        line_solvable=item.line_solvable if solvable is None else solvable,
    )


def end_guard() -> None:
    """End the guarded process of this thread, if it has one."""
    _guard.end()


class _Guard(threading.local):
    """A child process for puzzles that may hang or exhaust memory. It is kept for the next one.

    Each thread has its own.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self._fresh = True
        self._asked = 0.0
        self._reported_cpu = 0.0
        """CPU seconds of this process that results contain already."""

    def check(
        self,
        job: Job,
        puzzle: Clues,
        pictures: Sequence[Grid],
        spent: float,
        wanted: Callable[[], bool] | None,
    ) -> Any:
        cpu = cpu_seconds_of_children()
        limits = Deadline(job.seconds, processors=1, spent=spent).left()
        while True:
            try:
                return self._ask(job, puzzle, pictures, limits, wanted)
            except LimitReached as err:
                reported = self._reported_cpu
                self.end()
                if isinstance(err, AnswerLost):
                    raise
                if err.stop.reason is Reason.ENGINE_FAILED and not self._fresh:
                    cpu += reported
                    continue  # what earlier puzzles left in it may be to blame
                return with_facts(
                    job.question.blank(puzzle, job.backend),
                    seconds=time.monotonic() - self._asked,
                    cpu_seconds=max(0.0, cpu_seconds_of_children() - cpu - reported),
                    stop=err.stop,
                )

    def _ask(
        self,
        job: Job,
        puzzle: Clues,
        pictures: Sequence[Grid],
        limits: Limits,
        wanted: Callable[[], bool] | None,
    ) -> Any:
        memory = job.memory or _fair_share()
        self._fresh, self._asked = self._child is None, time.monotonic()
        if self._child is None:
            from nonosat.child import Child  # takes long to load; few puzzles need it

            self._reported_cpu = 0.0
            self._child = Child.loaded(_check, memory)
        self._asked = time.monotonic()
        until = Deadline.of(limits)
        until.postpone(GRACE)
        try:
            result = self._child.ask(
                _check,
                job.question,
                puzzle,
                pictures,
                job.backend,
                limits,
                deadline=until,
                wanted=wanted,
            )
        except AnswerLost:
            raise
        except EngineFailed as err:
            raise EngineFailed(f"{err}; it could take {memory >> 20} MiB of memory") from err
        self._reported_cpu += getattr(result, "cpu_seconds", 0.0)
        return result

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


_guard = _Guard()


def _check(
    question: Question,
    puzzle: Clues,
    pictures: Sequence[Grid],
    backend: str,
    limits: Limits,
) -> Any:
    """In the guarded process: look for the answer.

    Raises:
        EngineFailed: no memory is left, for which earlier puzzles may be to blame.
    """
    result = question.begin(puzzle, backend, limits, None, pictures).run()
    if result.stop.reason is Reason.MEMORY:
        raise EngineFailed(result.error)
    return result


def _fair_share() -> int:
    """Bytes of memory for one guarded process, when each processor runs one."""
    from nonosat.platforms.memory import of_container  # takes long to load; few puzzles need it

    return max(LEAST_MEMORY, int(of_container() * MEMORY_SHARE) // processors())
