"""One puzzle in a process of its own, with a deadline and a bound on memory.

An engine that hangs, or wants all the memory, takes nothing else with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.errors import (
    AnswerLost,
    EngineFailed,
    LimitReached,
    NonosatError,
    Reason,
    internal_error,
)
from nonosat.files import ReadItem
from nonosat.limits import Deadline, Limits
from nonosat.model import Clues, Grid
from nonosat.platforms.cpu import cpu_seconds_of_children, processors
from nonosat.run.jobs import Job, Task
from nonosat.run.questions import given_pictures, question_of, with_facts
from nonosat.solving.search import BaseSearch

if TYPE_CHECKING:
    from nonosat.child import Child

GRACE = 0.4
"""Seconds that a process may exceed its deadline before it is killed."""
MEMORY_SHARE = 0.7
"""The part of the machine's memory that all guarded processes may take together."""
LEAST_MEMORY = 1024**3
"""Bytes that each of them gets in any case."""


def run_guarded(search: BaseSearch[Any]) -> Any:
    """Search to the end; an exception that is a bug of ours becomes an internal error."""
    try:
        return search.run()
    except NonosatError:
        raise
    except Exception as err:
        raise internal_error(err) from err


def guarded_check(
    job: Job,
    task: Task,
    found: ReadItem,
    clues: Clues,
    wanted: Callable[[], bool] | None = None,
) -> Any:
    """Look for the answer in a process of its own; what was spent on the task before counts.

    If the process dies, nothing is known.

    Raises:
        AnswerLost: the result is not wanted any more; the process was killed.
        WrongAnswer: the backend lied, or failed in a way that is our own bug.
    """
    answer = _guard.check(job, clues, given_pictures(found), task.seconds, wanted)
    solvable = getattr(answer, "line_solvable", None)
    return with_facts(
        answer,
        seconds=getattr(answer, "seconds", 0.0) + task.seconds,
        cpu_seconds=getattr(answer, "cpu_seconds", 0.0) + task.cpu_seconds,
        line_solvable=task.line_solvable if solvable is None else solvable,
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
                job.target,
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
    target: str,
    puzzle: Clues,
    pictures: Sequence[Grid],
    backend: str,
    limits: Limits,
) -> Any:
    """In the guarded process: look for the answer.

    Raises:
        EngineFailed: no memory is left, for which earlier puzzles may be to blame.
    """
    result = run_guarded(question_of(target).begin(puzzle, backend, limits, None, pictures))
    if result.stop.reason is Reason.MEMORY:
        raise EngineFailed(result.error)
    return result


def _fair_share() -> int:
    """Bytes of memory for one guarded process, when each processor runs one."""
    from nonosat.platforms.memory import of_container  # takes long to load; few puzzles need it

    return max(LEAST_MEMORY, int(of_container() * MEMORY_SHARE) // processors())
