"""What runs where the work is done: reads pieces, checks puzzles, and gives back rows.

Every puzzle gets a first go in the worker itself: line logic and the kernel's search, for a short
time, without engines. That settles nearly all. What it does not settle goes back, to come again
alone in its chunk; then it runs in a process of its own, guarded by a deadline and a bound
on memory, so that an engine that hangs, or wants all the memory, takes nothing else with it.
"""

from __future__ import annotations

import dataclasses
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from nonosat.api import Search
from nonosat.batch.jobs import (
    FAILED,
    NOT_READ,
    Answer,
    Done,
    Job,
    Row,
    Task,
    clue_hash,
    entry_of,
    outcome_of_entry,
    row_of_error,
    row_of_result,
)
from nonosat.batch.journal import line_of
from nonosat.child import Child
from nonosat.errors import (
    EngineFailed,
    LimitReached,
    NonosatError,
    Reason,
    WrongAnswer,
    internal_error,
)
from nonosat.files import Found, read_piece
from nonosat.model import Domains, Puzzle
from nonosat.result import Deadline, Limits, Result, cpu_seconds_of_children

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""
SLICE = 1.0
"""Seconds after which a worker gives back what it has not begun."""
START = 60.0
"""Seconds for starting a guarded process, on a machine that is busy with other things."""
GRACE = 0.4
"""Seconds that a guarded process may exceed its deadline before it is killed."""
SHARE = 0.7
"""The part of the machine's memory that all guarded processes may take together."""
LEAST_MEMORY = 1024**3


def work(job: Job, tasks: list[Task]) -> Answer:
    """Look at the puzzles of a chunk.

    Raises:
        UsageError, MissingExtra: the job makes no sense here.
    """
    job.check_installed()
    answer = Answer([], [])
    skipped = 0
    begin = time.monotonic()
    for at, task in enumerate(tasks):
        if at and time.monotonic() - begin > SLICE:
            answer.later.extend(tasks[at:])
            break
        for number, found in enumerate(read_piece(task.piece)):
            if isinstance(found, Path):
                skipped += 1
                continue
            entry = task.done[number] if number < len(task.done) else None
            made = _look_at(job, task, found, entry)
            if isinstance(made, Done):
                answer.done.append(made)
            else:
                answer.later.append(made)
    return answer._replace(skipped=skipped, seconds=time.monotonic() - begin)


def _look_at(job: Job, task: Task, found: Found, entry: int | None) -> Done | Task:
    """What comes out for one puzzle, or the task of looking at it again, guarded."""
    number, source, position = task.number, found.source, found.position
    if found.sheet is None:
        assert found.error is not None
        if entry == entry_of(None, NOT_READ):
            return Done(number, source, position, NOT_READ, None)
        unread = row_of_error(found, found.error, None, task.attempt)
        return Done(number, source, position, NOT_READ, line_of(unread))
    sheet, puzzle = found.sheet, found.sheet.puzzle
    name = clue_hash(puzzle)
    row: Row | None = None
    if entry is not None and entry >> 8 == entry_of(name, FAILED) >> 8:
        outcome = outcome_of_entry(entry)
    else:
        try:
            if task.slow:
                result = _guarded(job, task, puzzle)
            else:
                result, again = _first_go(job, puzzle)
                if again:
                    return Task(
                        number,
                        found,
                        slow=True,
                        seconds=result.seconds,
                        cpu_seconds=result.cpu_seconds,
                        line_solvable=result.line_solvable,
                        attempt=task.attempt,
                    )
        except WrongAnswer as err:
            outcome, row = FAILED, row_of_error(found, err, name, task.attempt)
        else:
            outcome = result.verdict.value
            row = row_of_result(found, result, name, task.attempt)
    wanted = outcome in job.wanted
    colored = job.palettes and not puzzle.palette.is_black_and_white
    return Done(
        number,
        source,
        position,
        outcome,
        None if row is None else line_of(row),
        sheet if wanted else None,
        puzzle.palette if colored else None,
        (row and row["seconds"]) or 0.0,
    )


def _first_go(job: Job, puzzle: Puzzle) -> tuple[Result, bool]:
    """What comes without an engine and soon, and whether it has to be looked at again."""
    allowed = FIRST_GO if job.seconds is None else min(FIRST_GO, job.seconds)
    limits = Limits(allowed, processors=1, engines=False)
    search = Search(puzzle, backend=job.backend, at_most=2, limits=limits)
    try:
        for _ in search:
            pass
    except Exception as err:
        raise _mapped(err) from err
    result = search.result()
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != job.seconds


def _mapped(err: Exception) -> NonosatError:
    return err if isinstance(err, NonosatError) else internal_error(err)


def _guarded(job: Job, task: Task, puzzle: Puzzle) -> Result:
    result = guarded_check(job, puzzle, task.known, spent=task.seconds)
    return dataclasses.replace(
        result,
        seconds=result.seconds + task.seconds,
        cpu_seconds=result.cpu_seconds + task.cpu_seconds,
        line_solvable=(
            task.line_solvable if result.line_solvable is None else result.line_solvable
        ),
    )


def guarded_check(
    job: Job, puzzle: Puzzle, known: Domains | None = None, spent: float = 0.0
) -> Result:
    """Look for two solutions in a process of its own. A process that dies is an unknown verdict.

    Args:
        spent: seconds of the limit that are gone already.

    Raises:
        WrongAnswer: the backend lied, or failed in a way that is our own bug.
    """
    guard = getattr(_here, "guard", None)
    if guard is None:
        guard = _here.guard = _Guard()
    return guard.check(job, puzzle, known, spent)


def end_guard() -> None:
    """End the guarded process of this thread, if it has one."""
    guard = getattr(_here, "guard", None)
    if guard is not None:
        guard.end()


_here = threading.local()

Request = tuple[Puzzle, Domains | None, str, Limits]


class _Guard:
    """A process for what may hang or burst; it is kept for the next puzzle, unless it died."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._fresh = True
        self._asked = 0.0
        self._told = 0.0
        """CPU seconds of this process that results have told already."""

    def check(self, job: Job, puzzle: Puzzle, known: Domains | None, spent: float) -> Result:
        cpu = cpu_seconds_of_children()
        while True:
            left = None if job.seconds is None else max(0.0, job.seconds - spent)
            try:
                return self._ask(job, (puzzle, known, job.backend, Limits(left, processors=1)))
            except LimitReached as err:
                told = self._told
                self.end()
                if isinstance(err, EngineFailed) and not self._fresh:
                    continue  # what it was left with by earlier puzzles may be to blame
                stop = err.stop
                if stop.reason is Reason.TIME and job.seconds is not None:
                    stop = Deadline(job.seconds).stop()
                return Result(
                    puzzle,
                    (),
                    False,
                    job.backend,
                    seconds=time.monotonic() - self._asked,
                    cpu_seconds=max(0.0, cpu_seconds_of_children() - cpu - told),
                    stop=stop,
                )

    def _ask(self, job: Job, request: Request) -> Result:
        memory = job.memory or _fair_share()
        self._fresh, self._asked = self._child is None, time.monotonic()
        if self._child is None:
            self._child, self._told = Child("nonosat.batch.worker:serve", memory), 0.0
            self._child.call(None, Deadline(START))  # its start is not the puzzle's time
        left = request[3].seconds
        self._asked = time.monotonic()
        try:
            result = self._child.call(request, Deadline(None if left is None else left + GRACE))
        except EngineFailed as err:
            raise EngineFailed(f"{err}; it could take {memory >> 20} MiB of memory") from err
        if isinstance(result, NonosatError):
            if isinstance(result, EngineFailed):
                raise EngineFailed(f"{result}; it could take {memory >> 20} MiB of memory")
            raise result
        assert isinstance(result, Result)
        self._told += result.cpu_seconds
        if result.stop.reason is Reason.TIME:  # name the limit of the job, not what was left of it
            result = dataclasses.replace(result, stop=Deadline(job.seconds).stop())
        return result

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


def serve() -> Callable[[Request | None], Result | NonosatError | None]:
    """What runs in the guarded process."""

    def answer(request: Request | None) -> Result | NonosatError | None:
        if request is None:
            return None
        puzzle, known, backend, limits = request
        try:
            search = Search(puzzle, backend=backend, at_most=2, limits=limits, known=known)
            for _ in search:
                pass
            result = search.result()
            return EngineFailed(result.error) if result.stop.reason is Reason.MEMORY else result
        except Exception as err:
            return _mapped(err)

    return answer


def _fair_share() -> int:
    """Memory for one guarded process, in bytes, when each processor runs one."""
    total = 0
    with suppress(AttributeError, OSError, ValueError):  # Windows; a system that does not tell
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # not Linux; the word max
            total = min(total, int(Path(name).read_text()))
    return max(LEAST_MEMORY, int(total * SHARE) // (os.cpu_count() or 1))


__all__ = ["end_guard", "guarded_check", "serve", "work"]
