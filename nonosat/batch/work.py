"""What workers do: they read pieces, check the puzzles in them, and hand back what came out.

Every puzzle gets a first go in the worker itself: line logic and the kernel's search, for a short
time, without engines. That settles nearly all of them. A puzzle that it does not settle is handed
back as a slow task. It comes again alone in its chunk, and then runs in a guarded process.
"""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.api import Search
from nonosat.batch.guard import guarded_check, run
from nonosat.batch.jobs import (
    FAILED,
    NOT_READ,
    ChunkResult,
    Done,
    Job,
    Task,
    clue_hash,
    done_with,
    entry_of,
    outcome_of_entry,
    with_puzzle,
)
from nonosat.errors import NonosatError, Reason, Stop, WrongAnswer
from nonosat.files import Found, read_piece
from nonosat.model import Puzzle
from nonosat.result import Deadline, Limits, Result, Verdict

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""
SLICE = 1.0
"""Seconds after which a worker hands back what it has not begun."""


def work(job: Job, tasks: list[Task]) -> ChunkResult:
    """Look at the puzzles of a chunk.

    Raises:
        UsageError, MissingExtra: the job makes no sense here.
    """
    job.check_installed()
    done: list[Done] = []
    later: list[Task] = []
    skipped = 0
    begin = time.monotonic()
    for at, task in enumerate(tasks):
        if at and time.monotonic() - begin > SLICE:
            later.extend(tasks[at:])
            break
        for number, found in enumerate(read_piece(task.piece)):
            if isinstance(found, Path):
                skipped += 1
                continue
            if job.clues_only:
                found = found.clues_only()
            entry = task.done[number] if number < len(task.done) else None
            outcome = _check(job, task, found, entry)
            if isinstance(outcome, Done):
                done.append(outcome)
            else:
                later.append(outcome)
    return ChunkResult(done, later, skipped, time.monotonic() - begin)


def _check(job: Job, task: Task, found: Found, entry: int | None) -> Done | Task:
    """What came out for one puzzle, or the task of looking at it again.

    Args:
        entry: what the journal has of it.
    """
    before = Done(task.number, found.source, found.position, NOT_READ, before=True)
    if found.sheet is None:
        assert found.error is not None
        done = done_with(job, task, found, found.error, None)
        return before if (entry, done.outcome) == (entry_of(None, NOT_READ), NOT_READ) else done
    puzzle = found.sheet.puzzle
    name = clue_hash(puzzle) if job.hashes or entry is not None else None
    if entry is not None and entry >> 8 == entry_of(name, FAILED) >> 8:
        return with_puzzle(job, before._replace(outcome=outcome_of_entry(entry)), found.sheet)
    outcome: Result | NonosatError
    rating = None
    try:
        if job.in_order:
            outcome, rating = _whole_check(job, task, puzzle)
        elif task.slow:
            outcome = guarded_check(job, task, puzzle)
            rating = rating_of(job, outcome)
        else:
            outcome, again = _first_go(job, puzzle)
            if not again:
                rating = rating_of(job, outcome, FIRST_GO)
                late = rating is not None and rating.stop.reason is Reason.TIME
                left = _left(job, outcome).remaining()
                again = late and outcome.verdict is Verdict.UNIQUE and left > FIRST_GO
            if again:
                return Task(
                    task.number,
                    found,
                    slow=True,
                    seconds=outcome.seconds,
                    cpu_seconds=outcome.cpu_seconds,
                    line_solvable=outcome.line_solvable,
                    attempt=task.attempt,
                )
    except WrongAnswer as err:
        outcome = err
    return done_with(job, task, found, outcome, name, rating)


def rating_of(job: Job, result: Result, most: float = float("inf")) -> Rating | None:
    """How hard a puzzle is, where the job asks for that: in the time that its check has left.

    Args:
        most: seconds that it may take in any case.
    """
    if not job.rate:
        return None
    from nonosat.explain.difficulty import rate  # takes as long to load as all else that is needed

    limits = _left(job, result).part(most).left()
    return rate(result.puzzle, limits=limits, checked=result)


def _left(job: Job, result: Result) -> Deadline:
    """What the check of a puzzle has left of its limit."""
    return Deadline(job.seconds, processors=1, spent=result.seconds)


def _whole_check(job: Job, task: Task, puzzle: Puzzle) -> tuple[Result, Rating | None]:
    """Search to the end, and rate. Ctrl-C ends both, and what is known then is the result."""
    limits = Limits(job.seconds)
    search = Search(puzzle, backend=job.backend, at_most=2, limits=limits, known=task.known)
    try:
        result = run(search)
        return result, rating_of(job, result)
    except KeyboardInterrupt:
        result = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
        if not job.rate:
            return result, None
        from nonosat.explain.difficulty import Rating

        return result, Rating(result.verdict, stop=result.stop)


def _first_go(job: Job, puzzle: Puzzle) -> tuple[Result, bool]:
    """What comes soon and without an engine, and whether it is worth another look."""
    allowed = FIRST_GO if job.seconds is None else min(FIRST_GO, job.seconds)
    limits = Limits(allowed, processors=1, engines=False)
    result = run(Search(puzzle, backend=job.backend, at_most=2, limits=limits))
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != job.seconds
