"""Workers in other processes, and those on this machine."""

from __future__ import annotations

import queue
import threading
from abc import abstractmethod
from concurrent.futures import FIRST_COMPLETED, Future, wait

from nonosat.child import Child
from nonosat.errors import EngineFailed
from nonosat.platforms.waiting import wait_until
from nonosat.run.executor import Installed
from nonosat.run.guard import guarded_work
from nonosat.run.questions import Question
from nonosat.run.rows import ChunkResult
from nonosat.run.workers import Answer, Chunk, WorkerDied, Workers


class FutureWorkers(Workers):
    """Workers in other processes. A subclass sends them chunks in `begin`."""

    def __init__(self) -> None:
        self._open: dict[Future[ChunkResult], Chunk] = {}

    @abstractmethod
    def begin(self, question: Question, chunk: Chunk) -> Future[ChunkResult]:
        """Start `guarded_work` on a chunk; return the future of its result."""

    def submit(self, question: Question, chunk: Chunk) -> None:
        self._open[self.begin(question, chunk)] = chunk

    def answers(self, timeout: float) -> list[Answer]:
        done = [future for future in self._open if future.done()]
        if not done:  # a call of `wait` takes longer than a small puzzle
            done = list(
                wait_until(lambda left: wait(self._open, left, FIRST_COMPLETED).done, timeout)
            )
        return [(self._open.pop(future), self.answer_of(future)) for future in done]

    def answer_of(self, future: Future[ChunkResult]) -> ChunkResult | BaseException:
        """Return the result of a finished future, or its error."""
        try:
            return future.exception() or future.result()
        except BaseException as err:  # cancelled by the workers
            return err

    def cancel(self) -> None:
        while self._open:
            self._open.popitem()[0].cancel()


class Processes(FutureWorkers):
    """A fixed number of processes, each with a thread here that waits for it.

    Unlike `concurrent.futures.ProcessPoolExecutor`, it continues when a process dies: only the future
    of that process raises `WorkerDied`, and a new process replaces it. The processes end with
    this one, even if it is killed.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self._queue: queue.SimpleQueue[tuple[Future[ChunkResult], Question, Chunk] | None]
        self._queue = queue.SimpleQueue()
        self._children: list[Child | None] = [None] * count
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, args=(index,), daemon=True)
            for index in range(count)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def under_way(self) -> int:
        return 2 * len(self._children)

    def begin(self, question: Question, chunk: Chunk) -> Future[ChunkResult]:
        future: Future[ChunkResult] = Future()
        self._queue.put((future, question, chunk))
        return future

    def _serve(self, index: int) -> None:
        while (item := self._queue.get()) is not None:
            future, question, chunk = item
            if self._closed or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            child = self._children[index]
            try:
                if child is None:
                    child = self._children[index] = Child()
                    if self._closed:  # `close` may have missed it
                        child.kill()
                slice = 5 * self.target
                future.set_result(child.ask(guarded_work, question, chunk, slice, Installed.here()))
            except BaseException as err:
                died = isinstance(err, EngineFailed) and not (child and child.is_alive)
                future.set_exception(WorkerDied(str(err)) if died else err)
                if child is None or not child.is_alive:
                    self._end(index)
        self._end(index)

    def _end(self, index: int) -> None:
        child, self._children[index] = self._children[index], None
        if child is not None:
            child.kill()

    def close(self) -> None:
        self._closed = True
        for _ in self._threads:
            self._queue.put(None)
        for child in list(self._children):
            if child is not None:
                child.kill()
        for thread in self._threads:
            thread.join()
