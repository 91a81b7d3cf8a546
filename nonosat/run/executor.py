"""The executors that work on chunks, and the one loop that hands them out.

`run_all` feeds chunks to an `Executor` and yields what comes back, as it comes. A bounded number of
chunks is under way. A chunk whose worker died is halved again and again until the puzzle that kills
is alone. When it has killed three workers, its verdict is unknown. Some executors report a death for
every chunk that the worker had, not only for the one it worked on. There the suspects wait until
everything else is done, and are then tried one by one.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import NoReturn

from nonosat.errors import AnswerLost, EngineFailed, NonosatError, Reason, Stop
from nonosat.files import UnreadRecord
from nonosat.run.guard import end_guard
from nonosat.run.jobs import ChunkResult, Job, Task
from nonosat.run.questions import with_facts
from nonosat.run.work import rating_of, unchecked, work

TARGET = 0.2
"""Seconds of work that a chunk should be, with few workers."""
MAX_CHUNK = 512
MAX_CHUNK_BYTES = 1024 * 1024
MAX_DEATHS = 3
BACKLOG = 256
"""Slow puzzles that may wait until the others are done; if there are more, slow ones go first."""
LOOK = 2.0
"""Seconds between two looks at whether there are still workers."""


class WorkerDied(EngineFailed):
    """The process of a worker ended without an answer."""


Chunk = list[Task]
Answer = tuple[Chunk, ChunkResult | BaseException]
"""A chunk with its result, or with the error that it ended in."""


class Executor(ABC):
    """Workers: they are handed chunks, and answer."""

    exact = True
    """A death is reported only for the chunk that was worked on, not for others that waited."""

    @property
    def under_way(self) -> int:
        """The number of chunks to hand out at once."""
        return 1

    @property
    def target(self) -> float:
        """Seconds of work that a chunk should be."""
        return TARGET

    @abstractmethod
    def submit(self, job: Job, chunk: Chunk) -> None:
        """Start `work` on a chunk."""

    @abstractmethod
    def answers(self, timeout: float) -> list[Answer]:
        """The answers that have come since the last call. Waits for one; none after `timeout`."""

    def cancel(self) -> None:  # noqa: B027  (only some begin work that is not awaited)
        """Forget all submitted chunks that are not answered yet."""

    def deaths(self, err: BaseException) -> int:
        """Return how many workers died on a chunk; 0 if the error does not report a death."""
        return int(isinstance(err, WorkerDied))

    def explain(self, err: BaseException) -> BaseException:
        """Return the error to raise instead, worded for the user if possible."""
        return err

    def look(self) -> None:  # noqa: B027  (most executors cannot lose their workers)
        """Called now and then while waiting.

        Raises:
            NonosatError: no worker is left to wait for.
        """

    @abstractmethod
    def close(self) -> None:
        """End all work at once."""


class InProcess(Executor):
    """One puzzle after another in this thread."""

    def __init__(self) -> None:
        self._submitted: list[tuple[Job, Chunk]] = []

    def submit(self, job: Job, chunk: Chunk) -> None:
        """Take note of a chunk; see `answers`."""
        self._submitted.append((job, chunk))

    def answers(self, timeout: float) -> list[Answer]:
        """Work, for as long as it takes. Ctrl-C is raised here, everything else is an answer."""
        found: list[Answer] = []
        while self._submitted:
            job, chunk = self._submitted.pop()
            try:
                found.append((chunk, work(job, chunk)))
            except Exception as err:
                found.append((chunk, err))
        return found

    def close(self) -> None:
        end_guard()


def run_all(tasks: Iterable[Task], job: Job, executor: Executor) -> Generator[ChunkResult]:
    """Run all tasks, and yield their results as they come back.

    Raises:
        NonosatError: the work as a whole cannot go on. Earlier results hold.
    """
    job = dataclasses.replace(job, slice=max(job.slice, 5 * executor.target))
    queue = _Queue(tasks, job, executor)
    try:
        while True:
            while queue.under_way < executor.under_way and (chunk := queue.next()):
                try:
                    executor.submit(job, chunk)
                except Exception as refusal:
                    _fail(executor, refusal)
            if not queue.under_way:
                return
            answers = executor.answers(LOOK)
            if not answers:
                executor.look()
            for chunk, answer in answers:
                result = queue.settle(chunk, answer)
                if result is not None:
                    yield result
    finally:
        executor.cancel()


class _Queue:
    """The chunks that are still to be done, the next one first.

    Attributes:
        under_way: the number of chunks that are handed out now.
    """

    def __init__(self, tasks: Iterable[Task], job: Job, executor: Executor) -> None:
        self.under_way = 0
        self._job, self._executor = job, executor
        self._new = iter(tasks)
        self._size = 2
        """Tasks of the next chunk, so that it takes about as long as it should."""
        self._again: deque[Chunk] = deque()
        self._slow: deque[Task] = deque()
        self._suspects: deque[Chunk] = deque()
        self._suspect: Chunk | None = None
        """The suspect that was handed out last, with nothing else under way."""

    def next(self) -> Chunk:
        """Take the next chunk; empty if there is none now."""
        chunk = self._next()
        self.under_way += bool(chunk)
        return chunk

    def _next(self) -> Chunk:
        if self._again:
            return self._again.popleft()
        if len(self._slow) < BACKLOG and (chunk := self._take()):
            return chunk
        if self._slow:
            return [self._slow.popleft()]
        if self._suspects and not self.under_way:
            # Nothing else is under way, so a death can only be this one's.
            self._suspect = self._suspects.popleft()
            return self._suspect
        return []

    def _take(self) -> Chunk:
        """The next chunk of new tasks; empty at the end."""
        chunk: Chunk = []
        size = 0
        for task in islice(self._new, self._size):
            chunk.append(task)
            size += task.bytes
            if size > MAX_CHUNK_BYTES:
                break
        return chunk

    def settle(self, chunk: Chunk, answer: ChunkResult | BaseException) -> ChunkResult | None:
        """Queue the unfinished tasks of a chunk; return the finished ones."""
        self.under_way -= 1
        if isinstance(answer, ChunkResult):
            fitting = int(self._executor.target * len(chunk) / max(answer.seconds, 1e-6))
            self._size = max(1, min(MAX_CHUNK, 2 * self._size, fitting))
            if rest := [task for task in answer.later if not task.slow]:
                self._again.append(rest)
            self._slow.extend(task for task in answer.later if task.slow)
            return answer
        if isinstance(answer, AnswerLost):
            self._again.append(chunk)
            return None
        deaths = self._executor.deaths(answer)
        if not deaths:
            _fail(self._executor, answer)
        exact = self._executor.exact
        result = _after_deaths(chunk, deaths, answer, self._job, exact or chunk is self._suspect)
        retry = self._again if exact or chunk[0].attempt == 1 else self._suspects
        retry.extend(_parts(result.later, deaths))
        return result


def _fail(executor: Executor, err: BaseException) -> NoReturn:
    """Raise an error in the executor's words."""
    problem = executor.explain(err)
    if isinstance(problem, OSError) and not isinstance(problem, NonosatError):
        # It must not look like a failure to write our own files.
        problem = EngineFailed(f"a worker failed: {problem}")
    raise problem from (None if problem is err else err)  # no error is its own cause


def _parts(tasks: list[Task], deaths: int) -> Iterator[list[Task]]:
    """Halves of a chunk whose worker died; smaller parts if it has been tried more than once."""
    size = max(1, -(-len(tasks) // 2 ** min(deaths, 10)))
    for at in range(0, len(tasks), size):
        yield tasks[at : at + size]


def _after_deaths(
    chunk: list[Task], deaths: int, err: BaseException, job: Job, blamed: bool
) -> ChunkResult:
    """Decide about a chunk whose worker died: try again in parts, or give up on a puzzle.

    Args:
        blamed: True if the worker had no other chunk.
    """
    if len(chunk) > 1:
        return ChunkResult([], [_tried(task, deaths) for task in chunk])
    (task,) = chunk
    if isinstance(task.piece, UnreadRecord):  # its puzzles, one by one
        singles = task.single()
        if len(singles) != 1:
            return ChunkResult([], [_tried(single, deaths) for single in singles])
        task = dataclasses.replace(singles[0], slow=task.slow, deaths=task.deaths)
    task = dataclasses.replace(_tried(task, deaths), deaths=task.deaths + deaths * blamed)
    if task.deaths < MAX_DEATHS:
        return ChunkResult([], [task])
    assert not isinstance(task.piece, UnreadRecord)
    clues = job.clues(task.piece)
    if clues is None:
        raise NonosatError(f"{task.piece.source}: {err}") from err
    answer = with_facts(
        job.question.blank(clues, job.backend),
        seconds=task.seconds,
        cpu_seconds=task.cpu_seconds,
        stop=Stop(Reason.ENGINE_FAILED, f"its worker died {task.deaths} times: {err}"),
    )
    checked = unchecked(job, task, task.piece)
    checked = checked._replace(result=answer, rating=rating_of(job, answer))
    return ChunkResult([job.outcome(task.number, checked)], [])


def _tried(task: Task, deaths: int) -> Task:
    return dataclasses.replace(task, attempt=task.attempt + deaths)
