"""The work on a chunk: read its pieces, ask about the puzzles in them, and hand back what came out.

Every puzzle gets a first go in the worker itself: line logic and the kernel's search, for a short
time, without engines. That settles nearly all of them. A puzzle that it does not settle is handed
back as a slow task. It comes again alone in its chunk, and then runs in a guarded process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonosat.errors import Reason, WrongAnswer
from nonosat.files import ReadFailure, ReadItem, read_record
from nonosat.limits import Deadline
from nonosat.model import Clues, SourcedSheet
from nonosat.run.columns import RATING
from nonosat.run.guard import guarded_check, run_guarded
from nonosat.run.jobs import ChunkResult, Job, Task, clue_hash
from nonosat.run.outcome import NOT_READ, Checked, Outcome, Past
from nonosat.run.questions import given_pictures, with_floor
from nonosat.solving.result import Result, Verdict

if TYPE_CHECKING:
    from nonosat.ask.explain.difficulty import Rating

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""


def work(job: Job, tasks: list[Task], wanted: Callable[[], bool] | None = None) -> ChunkResult:
    """Look at the puzzles of a chunk.

    Args:
        wanted: returns False when the result is not awaited any more.

    Raises:
        AnswerLost: the result is not wanted any more.
        UsageError, MissingExtra: the job cannot run with what is installed here.
    """
    job.check_installed()
    outcomes: list[Outcome] = []
    later: list[Task] = []
    skipped: list[Path] = []
    begin = time.monotonic()
    for at, task in enumerate(tasks):
        if at and time.monotonic() - begin > job.slice:
            later.extend(tasks[at:])
            break
        for number, found in enumerate(read_record(task.piece)):
            if isinstance(found, Path):
                skipped.append(found)
                continue
            if job.clues_only and isinstance(found, SourcedSheet):
                found = found.clues_only()
            past = task.past[number] if number < len(task.past) else None
            checked = _before(job, task, found, past) or _check(job, task, found, wanted)
            if isinstance(checked, Checked):
                outcomes.append(job.outcome(task.number, checked))
            elif isinstance(checked, Outcome):
                outcomes.append(checked)
            else:
                later.append(checked)
    return ChunkResult(outcomes, later, skipped, time.monotonic() - begin)


def _before(job: Job, task: Task, found: ReadItem, past: Past | None) -> Outcome | None:
    """The outcome that the journal has for a puzzle; None if it has none for these clues."""
    if past is None:
        return None
    if (clues := job.clues(found)) is not None:
        checked = Checked(found)
        same = past.clue_hash == clue_hash(clues)
    else:
        assert isinstance(found, ReadFailure)
        checked = Checked(found, failure=found.error)
        same = past == Past(None, NOT_READ) and not isinstance(found.error, WrongAnswer)
    return job.outcome(task.number, checked, before=past.verdict) if same else None


def _check(
    job: Job, task: Task, found: ReadItem, wanted: Callable[[], bool] | None
) -> Checked | Task:
    """A puzzle with its result, or the task of looking at it again."""
    clues = job.clues(found)
    if clues is None:
        assert isinstance(found, ReadFailure)
        return Checked(found, failure=found.error, attempt=task.attempt)
    checked = unchecked(job, task, found)
    try:
        if task.slow or not job.question.quick:
            result = guarded_check(job, task, found, clues, wanted)
            if result.error:
                result = with_floor(result, clues)
            return checked._replace(result=result, rating=rating_of(job, result))
        begin = time.monotonic()
        result, again = _first_go(job, found, clues)
        if not again:
            if result.error:
                result = with_floor(result, clues)
            rating = rating_of(job, result, FIRST_GO)
            late = rating is not None and rating.stop.reason is Reason.TIME
            unique = late and result.verdict is Verdict.UNIQUE
            if not unique or _left(job, result).remaining() <= FIRST_GO:
                return checked._replace(result=result, rating=rating)
    except WrongAnswer as err:
        return checked._replace(failure=err)
    return Task(
        task.number,
        found,
        slow=True,
        seconds=getattr(result, "seconds", time.monotonic() - begin),
        cpu_seconds=getattr(result, "cpu_seconds", 0.0),
        line_solvable=getattr(result, "line_solvable", None),
        attempt=task.attempt,
    )


def unchecked(job: Job, task: Task, found: ReadItem) -> Checked:
    """A puzzle that was read, before it has a result."""
    clues = job.clues(found) if job.rows else None
    name = None if clues is None else clue_hash(clues)
    return Checked(found, clue_hash=name, attempt=task.attempt)


def rating_of(job: Job, result: Result, most: float = float("inf")) -> Rating | None:
    """Rate a puzzle, where the job asks for that, in the time that its check has left."""
    if RATING not in job.more:
        return None
    # It takes as long to load as all else that is needed.
    from nonosat.ask.explain.difficulty import rate

    limits = _left(job, result).part(most).left()
    return rate(result.puzzle, limits=limits, checked=result)


def _left(job: Job, result: Result) -> Deadline:
    """Return the time that the limit on the check of a puzzle still leaves."""
    return Deadline(job.seconds, processors=1, spent=result.seconds)


def _first_go(job: Job, found: ReadItem, clues: Clues) -> tuple[Any, bool]:
    """Search for a short time, without an engine.

    Return the answer, and True if the puzzle deserves another try with more resources.
    """
    allowed = FIRST_GO if job.seconds is None else min(FIRST_GO, job.seconds)
    limits = Deadline(allowed, processors=1, engines=False).left()
    result = run_guarded(
        job.question.begin(clues, job.backend, limits, None, given_pictures(found))
    )
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != job.seconds
