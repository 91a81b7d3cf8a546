"""The one loop that hands out chunks to workers.

A bounded number of chunks is under way. A chunk whose worker died is halved again and again until the
puzzle that kills is alone. When it has killed three workers, its verdict is unknown. Some workers
report a death for every chunk that they had, not only for the one they worked on. There the suspects
wait until everything else is done, and are then tried one by one.
"""

import dataclasses
from abc import abstractmethod
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import NoReturn

from nonosat.errors import AnswerLost, EngineFailed, NonosatError, Reason, Stop
from nonosat.files import ReadFailure, Record
from nonosat.platforms.waiting import wait_until
from nonosat.run.executor import BACKLOG, Executor
from nonosat.run.questions import Request, with_facts
from nonosat.run.rows import ChunkResult, Row, row_for, sent
from nonosat.run.source import Item

TARGET = 0.2
"""Seconds of work that a chunk should be, with few workers."""
MAX_CHUNK = 512
MAX_CHUNK_BYTES = 1024 * 1024
MAX_DEATHS = 3
LOOK = 2.0
"""Seconds between two looks at whether there are still workers."""


class WorkerDied(EngineFailed):
    """The process of a worker ended without an answer."""


Chunk = list[Item]
Answer = tuple[Chunk, ChunkResult | BaseException]
"""A chunk with its result, or with the error that it ended in."""


class Workers(Executor):
    """Workers in other processes, which are handed chunks. A subclass sends these in `begin`."""

    exact = True
    """A death is reported only for the chunk that was worked on, not for others that waited."""

    def __init__(self) -> None:
        self._under_way: dict[Future[ChunkResult], Chunk] = {}

    @property
    @abstractmethod
    def under_way(self) -> int:
        """The number of chunks to hand out at once."""

    @property
    def target(self) -> float:
        """Seconds of work that a chunk should be."""
        return TARGET

    @abstractmethod
    def close(self) -> None:
        """End all work at once."""

    @abstractmethod
    def begin(self, request: Request, chunk: Chunk) -> Future[ChunkResult]:
        """Start `guarded_work` on a chunk; return the future of its result."""

    def answers(self, timeout: float) -> list[Answer]:
        """The answers that have come since the last call. Waits for one; none after `timeout`."""
        chunks = self._under_way
        done = [future for future in chunks if future.done()]
        if not done:  # a call of `wait` takes longer than a small puzzle
            done = list(wait_until(lambda left: wait(chunks, left, FIRST_COMPLETED).done, timeout))
        return [(chunks.pop(future), self.answer_of(future)) for future in done]

    def answer_of(self, future: Future[ChunkResult]) -> ChunkResult | BaseException:
        """Return the result of a finished future, or its error."""
        try:
            return future.exception() or future.result()
        except BaseException as err:  # cancelled by the workers
            return err

    def deaths(self, err: BaseException) -> int:
        """Return how many workers died on a chunk; 0 if the error does not report a death."""
        return int(isinstance(err, WorkerDied))

    def explain(self, err: BaseException) -> BaseException:
        """Return the error to raise instead, worded for the user if possible."""
        return err

    def look(self) -> None:
        """Called now and then while waiting.

        Raises:
            NonosatError: no worker is left to wait for.
        """

    def run(self, source: Iterable[Item], request: Request) -> Generator[Row]:
        """Hand out all items, and yield what comes back, as it comes; see `Executor.run`."""
        queue = _Queue(source, request, self)
        try:
            while True:
                while queue.under_way < self.under_way and (chunk := queue.next()):
                    try:
                        self._under_way[self.begin(request, chunk)] = chunk
                    except Exception as refusal:
                        self.fail(refusal)
                if not queue.under_way:
                    return
                answers = self.answers(LOOK)
                if not answers:
                    self.look()
                for chunk, answer in answers:
                    yield from queue.settle(chunk, answer)
        finally:
            while self._under_way:
                self._under_way.popitem()[0].cancel()

    def fail(self, err: BaseException) -> NoReturn:
        """Raise an error in words for the user."""
        problem = self.explain(err)
        if isinstance(problem, OSError) and not isinstance(problem, NonosatError):
            # It must not look like a failure to write our own files.
            problem = EngineFailed(f"a worker failed: {problem}")
        raise problem from (None if problem is err else err)  # no error is its own cause


class _Queue:
    """The chunks that are still to be done, the next one first.

    Attributes:
        under_way: the number of chunks that are handed out now.
    """

    def __init__(self, items: Iterable[Item], request: Request, executor: Workers) -> None:
        self.under_way = 0
        self._request, self._executor = request, executor
        self._new = iter(items)
        self._size = 2
        """Items of the next chunk, so that it takes about as long as it should."""
        self._again: deque[Chunk] = deque()
        self._slow: deque[Item] = deque()
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
        """The next chunk of new items; empty at the end."""
        chunk: Chunk = []
        size = 0
        for item in islice(self._new, self._size):
            chunk.append(item)
            size += item.bytes
            if size > MAX_CHUNK_BYTES:
                break
        return chunk

    def settle(self, chunk: Chunk, answer: ChunkResult | BaseException) -> list[Row]:
        """Queue the unfinished items of a chunk; return the rows of the finished ones."""
        self.under_way -= 1
        if isinstance(answer, ChunkResult):
            fitting = int(self._executor.target * len(chunk) / max(answer.seconds, 1e-6))
            self._size = max(1, min(MAX_CHUNK, 2 * self._size, fitting))
            if rest := [item for item in answer.later if not item.slow]:
                self._again.append(rest)
            slow = [item for item in answer.later if item.slow]
            self._slow.extend(slow)
            self._executor.open += len(slow) - chunk[0].slow
            return answer.rows
        if isinstance(answer, AnswerLost):
            self._again.append(chunk)
            return []
        deaths = self._executor.deaths(answer)
        if not deaths:
            self._executor.fail(answer)
        exact = self._executor.exact
        result = _after_deaths(
            chunk, deaths, answer, self._request, exact or chunk is self._suspect
        )
        retry = self._again if exact or chunk[0].attempt == 1 else self._suspects
        # Halves of a chunk whose worker died; smaller parts if it has been tried more than once.
        size = max(1, -(-len(result.later) // 2 ** min(deaths, 10)))
        retry += (result.later[at : at + size] for at in range(0, len(result.later), size))
        return result.rows


def _after_deaths(
    chunk: list[Item], deaths: int, err: BaseException, request: Request, blamed: bool
) -> ChunkResult:
    """Decide about a chunk whose worker died: try again in parts, or give up on a puzzle.

    Args:
        blamed: True if the worker had no other chunk.
    """
    if len(chunk) > 1:
        return ChunkResult([], [_tried(item, deaths) for item in chunk])
    (item,) = chunk
    if isinstance(item.piece, Record):  # its puzzles, one by one
        singles = item.single()
        if len(singles) != 1:
            return ChunkResult([], [_tried(single, deaths) for single in singles])
        item = dataclasses.replace(singles[0], slow=item.slow, deaths=item.deaths)
    item = dataclasses.replace(_tried(item, deaths), deaths=item.deaths + deaths * blamed)
    if item.deaths < MAX_DEATHS:
        return ChunkResult([], [item])
    assert not isinstance(item.piece, Record)
    piece = item.piece
    clues = request.refused(piece.error) if isinstance(piece, ReadFailure) else piece.sheet.puzzle
    if clues is None:
        raise NonosatError(f"{item.piece.source}: {err}") from err
    answer = with_facts(
        request.question.blank(clues, request.backend),
        seconds=item.seconds,
        cpu_seconds=item.cpu_seconds,
        stop=Stop(Reason.ENGINE_FAILED, f"its worker died {item.deaths} times: {err}"),
    )
    return ChunkResult([sent(row_for(request, item, item.piece, clues, answer), request)], [])


def _tried(item: Item, deaths: int) -> Item:
    return dataclasses.replace(item, attempt=item.attempt + deaths)
