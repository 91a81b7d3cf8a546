"""Who works on chunks, and the one loop that hands them out.

`collect` feeds chunks to a `Crew` and yields what comes back, as it comes. A bounded number of
chunks is under way. A chunk whose worker died is halved again and again until the puzzle that kills
is alone. When it has killed three workers, its verdict is unknown. Some crews report a death for
every chunk that the worker had, not only for the one it worked on. There the suspects wait until
everything else is done, and are then tried one by one.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NoReturn, cast

from nonosat.batch.guard import end_guard
from nonosat.batch.jobs import ChunkResult, Job, Task, clue_hash, done_with
from nonosat.batch.work import rating_of, work
from nonosat.errors import EngineFailed, NonosatError, Reason, Stop
from nonosat.files import Found, Piece
from nonosat.result import Deadline, Result

if TYPE_CHECKING:
    from concurrent.futures import Future

TARGET = 0.2
"""Seconds of work that a chunk should be."""
MAX_CHUNK = 512
MAX_CHUNK_BYTES = 1024 * 1024
MAX_DEATHS = 3
BACKLOG = 256
"""How many slow puzzles may wait until the others are done; if there are more, slow ones go first."""
LOOK = 2.0
"""Seconds between two looks at whether there are still workers."""


class WorkerDied(EngineFailed):
    """The process of a worker ended without an answer."""


class AnswerLost(EngineFailed):
    """Nobody will ever say what became of a chunk. No puzzle is to blame."""


class Crew(ABC):
    """Workers, and what there is to know about them."""

    exact = True
    """A death is reported only for the chunk that was worked on, not for others that waited."""

    @property
    def under_way(self) -> int:
        """How many chunks are handed out at once."""
        return 1

    @abstractmethod
    def submit(self, job: Job, chunk: list[Task]) -> Future[ChunkResult]:
        """Have `work` done on a chunk."""

    def deaths(self, err: BaseException) -> int:
        """How many workers died of a chunk that gave this error; 0: the error is another one."""
        return int(isinstance(err, WorkerDied))

    def explain(self, err: BaseException) -> BaseException:
        """The error to raise instead, in words for the user where there are some."""
        return err

    def look(self) -> None:  # noqa: B027  (most crews cannot lose their workers)
        """Called now and then while waiting.

        Raises:
            NonosatError: no worker is left to wait for.
        """

    @abstractmethod
    def close(self) -> None:
        """End all work at once."""


class Alone(Crew):
    """One puzzle after another in this thread."""

    def submit(self, job: Job, chunk: list[Task]) -> Future[ChunkResult]:
        """Work at once. Ctrl-C is raised here, everything else by what is returned."""
        try:
            settled = _Settled(work(job, chunk), None)
        except Exception as err:
            settled = _Settled(None, err)
        return cast("Future[ChunkResult]", settled)

    def close(self) -> None:
        """End the guarded process."""
        end_guard()


class _Settled:
    """All that `collect` asks of a future which was never open: real ones take long to load."""

    def __init__(self, value: ChunkResult | None, error: Exception | None) -> None:
        self._value, self._error = value, error

    def done(self) -> bool:
        return True

    def exception(self) -> Exception | None:
        return self._error

    def result(self) -> ChunkResult | None:
        return self._value

    def cancel(self) -> None:
        pass


def collect(
    tasks: Iterable[Task], job: Job, crew: Crew, deadline: Deadline | None = None
) -> Generator[ChunkResult]:
    """Have all tasks done, and yield what comes back, in the order in which it comes.

    Args:
        deadline: of all tasks together. A crew that works in this thread does not notice it.

    Raises:
        LimitReached: the deadline passed first.
        NonosatError: the work as a whole cannot go on. What was yielded before holds.
    """
    new = _Chunks(tasks, 1 if job.in_order else MAX_CHUNK)
    again: deque[list[Task]] = deque()
    slow: deque[Task] = deque()
    suspects: deque[list[Task]] = deque()
    alone: deque[list[Task]] = deque(maxlen=1)
    flying: dict[Future[ChunkResult], list[Task]] = {}

    def next_chunk() -> list[Task]:
        if again:
            return again.popleft()
        if len(slow) < BACKLOG and (chunk := new.take()):
            return chunk
        if slow:
            return [slow.popleft()]
        if suspects and not flying:
            # Nothing else is under way, so a death can only be this one's.
            alone.append(suspects.popleft())
            return alone[-1]
        return []

    try:
        while True:
            while len(flying) < crew.under_way and (chunk := next_chunk()):
                try:
                    flying[crew.submit(job, chunk)] = chunk
                except Exception as refusal:
                    _fail(crew, refusal)
            if not flying:
                return
            timeout = LOOK if deadline is None else min(LOOK, deadline.remaining())
            finished = {future for future in flying if future.done()}
            if not finished:  # waiting takes longer than a small puzzle
                finished = _first(flying, timeout)
            if not finished:
                if deadline is not None:
                    deadline.check()
                crew.look()
            for future in finished:
                chunk = flying.pop(future)
                err = _error_of(future)
                if err is None:
                    result = future.result()
                    new.learn(len(chunk), result.seconds)
                    if rest := [task for task in result.later if not task.slow]:
                        again.append(rest)
                    slow.extend(task for task in result.later if task.slow)
                elif isinstance(err, AnswerLost):
                    again.append([_tried(task, 1) for task in chunk])
                    continue
                elif deaths := crew.deaths(err):
                    blamed = crew.exact or any(chunk is one for one in alone)
                    result = _after_deaths(chunk, deaths, err, job, blamed)
                    retry = again if crew.exact or chunk[0].attempt == 1 else suspects
                    retry.extend(_parts(result.later, deaths))
                else:
                    _fail(crew, err)
                yield result
    finally:
        for future in flying:
            future.cancel()


def _first(futures: Iterable[Future[ChunkResult]], timeout: float) -> set[Future[ChunkResult]]:
    """Those that are done as soon as one is."""
    from concurrent.futures import FIRST_COMPLETED, wait  # takes long to load

    return wait(futures, timeout, FIRST_COMPLETED).done


def _fail(crew: Crew, err: BaseException) -> NoReturn:
    """Raise an error in the crew's words."""
    problem = crew.explain(err)
    if isinstance(problem, OSError) and not isinstance(problem, NonosatError):
        # Nobody may take it for a failure to write our own files.
        problem = EngineFailed(f"a worker failed: {problem}")
    raise problem from (None if problem is err else err)  # no error is its own cause


def _error_of(future: Future[ChunkResult]) -> BaseException | None:
    try:
        return future.exception()
    except BaseException as err:  # cancelled by the crew
        return err


def _parts(tasks: list[Task], deaths: int) -> Iterator[list[Task]]:
    """Halves of a chunk whose worker died; smaller parts if it has been tried more than once."""
    size = max(1, -(-len(tasks) // 2 ** min(deaths, 10)))
    for at in range(0, len(tasks), size):
        yield tasks[at : at + size]


def _after_deaths(
    chunk: list[Task], deaths: int, err: BaseException, job: Job, blamed: bool
) -> ChunkResult:
    """What to do about a chunk whose worker died: try again in parts, or give up on a puzzle.

    Args:
        blamed: the chunk was alone with its worker.
    """
    if len(chunk) > 1:
        return ChunkResult([], [_tried(task, deaths) for task in chunk])
    (task,) = chunk
    if isinstance(task.piece, Piece):  # its puzzles, one by one
        singles = task.single()
        if len(singles) != 1:
            return ChunkResult([], [_tried(single, deaths) for single in singles])
        task = dataclasses.replace(singles[0], slow=task.slow, deaths=task.deaths)
    task = dataclasses.replace(_tried(task, deaths), deaths=task.deaths + deaths * blamed)
    if task.deaths < MAX_DEATHS:
        return ChunkResult([], [task])
    assert isinstance(task.piece, Found)
    if task.piece.sheet is None:
        raise NonosatError(f"{task.piece.source}: {err}") from err
    puzzle = task.piece.sheet.puzzle
    result = Result(
        puzzle,
        (),
        False,
        job.backend,
        seconds=task.seconds,
        cpu_seconds=task.cpu_seconds,
        stop=Stop(Reason.ENGINE_FAILED, f"its worker died {task.deaths} times: {err}"),
    )
    rating = rating_of(job, result)
    return ChunkResult([done_with(job, task, task.piece, result, clue_hash(puzzle), rating)], [])


def _tried(task: Task, deaths: int) -> Task:
    return dataclasses.replace(task, attempt=task.attempt + deaths)


class _Chunks:
    """Cuts the tasks into chunks that take about TARGET seconds each, of at most `largest` tasks."""

    def __init__(self, tasks: Iterable[Task], largest: int) -> None:
        self._tasks = iter(tasks)
        self._largest = largest
        self._size = min(2, largest)

    def take(self) -> list[Task]:
        """The next chunk; empty at the end."""
        chunk: list[Task] = []
        size = 0
        for task in islice(self._tasks, self._size):
            chunk.append(task)
            size += task.bytes
            if size > MAX_CHUNK_BYTES or task.slow:
                break
        return chunk

    def learn(self, count: int, seconds: float) -> None:
        """Take into account how long a chunk took."""
        fitting = int(TARGET * count / max(seconds, 1e-6))
        self._size = max(1, min(self._largest, 2 * self._size, fitting))
