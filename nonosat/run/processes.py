"""Workers in other processes on this machine."""

import queue
import threading
from concurrent.futures import Future

from nonosat.child import Child
from nonosat.errors import EngineFailed
from nonosat.run.executor import Installed
from nonosat.run.guard import guarded_work
from nonosat.run.questions import Request
from nonosat.run.rows import ChunkResult
from nonosat.run.workers import Chunk, WorkerDied, Workers


class Processes(Workers):
    """A fixed number of processes, each with a thread here that waits for it.

    Unlike `concurrent.futures.ProcessPoolExecutor`, it continues when a process dies: only the future
    of that process raises `WorkerDied`, and a new process replaces it. The processes end with
    this one, even if it is killed.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self._queue: queue.SimpleQueue[tuple[Future[ChunkResult], Request, Chunk] | None]
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

    def begin(self, request: Request, chunk: Chunk) -> Future[ChunkResult]:
        future: Future[ChunkResult] = Future()
        self._queue.put((future, request, chunk))
        return future

    def _serve(self, index: int) -> None:
        while (item := self._queue.get()) is not None:
            future, request, chunk = item
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
                future.set_result(child.ask(guarded_work, request, chunk, slice, Installed.here()))
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
