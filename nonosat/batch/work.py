"""The work on a chunk: read its pieces, check the puzzles in them, and hand back what came out.

Every puzzle gets a first go in the worker itself: line logic and the kernel's search, for a short
time, without engines. That settles nearly all of them. A puzzle that it does not settle is handed
back as a slow task. It comes again alone in its chunk, and then runs in a guarded process.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.api import Search
from nonosat.batch.guard import guarded_check, run
from nonosat.batch.jobs import ChunkResult, Job, Task, clue_hash
from nonosat.batch.outcome import NOT_READ, Checked, Outcome, Past
from nonosat.errors import NonosatError, Reason, Stop, WrongAnswer
from nonosat.files import Found, read_piece
from nonosat.limits import Deadline, Limits
from nonosat.model import Puzzle
from nonosat.result import Result, Verdict

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""


def work(job: Job, tasks: list[Task], wanted: Callable[[], bool] | None = None) -> ChunkResult:
    """Look at the puzzles of a chunk.

    Args:
        wanted: returns False when nobody waits for the result any more.

    Raises:
        AnswerLost: the result is not wanted any more.
        UsageError, MissingExtra: the job cannot run with what is installed here.
    """
    job.check_installed()
    outcomes: list[Outcome] = []
    later: list[Task] = []
    skipped: list[Path] = []
    interrupted = False
    begin = time.monotonic()
    for at, task in enumerate(tasks):
        if at and time.monotonic() - begin > job.slice:
            later.extend(tasks[at:])
            break
        for number, found in enumerate(read_piece(task.piece)):
            if isinstance(found, Path):
                skipped.append(found)
                continue
            if job.clues_only:
                found = found.clues_only()
            past = task.past[number] if number < len(task.past) else None
            checked = _before(job, task, found, past) or _check(job, task, found, wanted)
            if isinstance(checked, Checked):
                outcomes.append(job.outcome(task.number, checked))
                result = checked.result
                interrupted |= result is not None and result.stop.reason is Reason.INTERRUPTED
            elif isinstance(checked, Outcome):
                outcomes.append(checked)
            else:
                later.append(checked)
    return ChunkResult(outcomes, later, skipped, time.monotonic() - begin, interrupted)


def _before(job: Job, task: Task, found: Found, past: Past | None) -> Outcome | None:
    """The outcome that the journal has for a puzzle; None if it has none for these clues.

    Args:
        past: the journal's entry for this place.
    """
    if past is None:
        return None
    checked = Checked(found, found.error)
    if found.sheet is None:
        same = past == Past.of(None, NOT_READ) and checked.verdict == NOT_READ
    else:
        same = past.has(clue_hash(found.sheet.puzzle))
    return job.outcome(task.number, checked, before=past.verdict) if same else None


def _check(job: Job, task: Task, found: Found, wanted: Callable[[], bool] | None) -> Checked | Task:
    """A puzzle with its result, or the task of looking at it again."""
    if found.sheet is None:
        return Checked(found, found.error, attempt=task.attempt)
    puzzle = found.sheet.puzzle
    answer: Result | NonosatError
    rating = None
    try:
        if job.in_order:
            answer, rating = _whole_check(job, task, puzzle)
        elif task.slow:
            answer = guarded_check(job, task, puzzle, wanted)
            rating = rating_of(job, answer)
        else:
            answer, again = _first_go(job, puzzle)
            if not again:
                rating = rating_of(job, answer, FIRST_GO)
                late = rating is not None and rating.stop.reason is Reason.TIME
                left = _left(job, answer).remaining()
                again = late and answer.verdict is Verdict.UNIQUE and left > FIRST_GO
            if again:
                return Task(
                    task.number,
                    found,
                    slow=True,
                    seconds=answer.seconds,
                    cpu_seconds=answer.cpu_seconds,
                    line_solvable=answer.line_solvable,
                    attempt=task.attempt,
                )
    except WrongAnswer as err:
        answer = err
    return checked_by(job, task, found, answer, rating)


def checked_by(
    job: Job,
    task: Task,
    found: Found,
    answer: Result | NonosatError,
    rating: Rating | None,
) -> Checked:
    """A puzzle that was read, with what its row needs."""
    assert found.sheet is not None
    name = clue_hash(found.sheet.puzzle) if job.hashes else None
    return Checked(found, answer, name, task.attempt, rating)


def rating_of(job: Job, result: Result, most: float = float("inf")) -> Rating | None:
    """Rate a puzzle, where the job asks for that, in the time that its check has left.

    Args:
        most: seconds that it may take in any case.
    """
    if not job.rate:
        return None
    from nonosat.explain.difficulty import rate  # takes as long to load as all else that is needed

    limits = _left(job, result).part(most).left()
    return rate(result.puzzle, limits=limits, checked=result)


def _left(job: Job, result: Result) -> Deadline:
    """The rest of the limit on the check of a puzzle."""
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
    """A result that comes soon and without an engine; True: it is worth another look."""
    allowed = FIRST_GO if job.seconds is None else min(FIRST_GO, job.seconds)
    limits = Limits(allowed, processors=1, engines=False)
    result = run(Search(puzzle, backend=job.backend, at_most=2, limits=limits))
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != job.seconds
