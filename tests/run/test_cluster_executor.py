"""The executor of a cluster with a simulated scheduler, and with futures of Dask that are made up."""

import asyncio
import heapq
import pickle
from concurrent.futures import Future
from typing import Any

import pytest

pytest.importorskip("distributed")

from web.client import awaited

from nonosat.errors import AnswerLost, NonosatError
from nonosat.files import ReadFailure
from nonosat.run import cluster as cluster_module
from nonosat.run.questions import CHECK, Request
from nonosat.run.rows import ChunkResult
from nonosat.run.source import Item

pytestmark = pytest.mark.slow


class Simulated(cluster_module.Cluster):
    """Threads that sleep, in simulated time, behind a scheduler that hands out 262 chunks a second."""

    def __init__(self, threads: int, seconds: float) -> None:
        self.size, self._seconds, self._under_way = threads, seconds, {}
        self._free = [0.0] * threads
        self._done: list[tuple[float, int, Future[ChunkResult], list[Item]]] = []
        self.now = self.handed = self.busy = 0.0

    def begin(self, request: Request, chunk: list[Item]) -> Future[ChunkResult]:
        self.handed = max(self.now, self.handed) + 1 / 262
        took = self._seconds * len(chunk)
        end = max(self.handed, heapq.heappop(self._free)) + took
        heapq.heappush(self._free, end)
        future: Future[ChunkResult] = Future()
        heapq.heappush(self._done, (end, id(chunk), future, chunk))
        self.busy += took
        return future

    def answers(self, timeout: float) -> list[tuple[list[Item], ChunkResult]]:
        self.now, _, future, chunk = heapq.heappop(self._done)
        del self._under_way[future]
        return [(chunk, ChunkResult([], [], seconds=self._seconds * len(chunk)))]


@pytest.mark.parametrize("threads", [10, 130, 1000])
def test_the_scheduler_keeps_many_threads_busy(threads: int) -> None:
    found = ReadFailure(NonosatError(), "a")
    items = (Item(number, found) for number in range(1000 * threads))
    executor = Simulated(threads, 0.1)
    list(executor.run(items, Request(CHECK)))
    assert executor.busy / (threads * executor.now) > 0.75


class InMemory:
    """A future of Dask whose answer has not come."""

    key, status = "a", "pending"

    async def _result(self) -> bytes:
        raise asyncio.CancelledError

    def cancel(self) -> None:
        pass


class Recorder:
    """A client of Dask that runs, and keeps what is sent."""

    status = "running"

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []

    def _send_to_scheduler(self, message: dict[str, str]) -> None:
        self.sent.append(message)

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}


def test_looks_ask_nobody_to_do_a_chunk_again() -> None:
    executor = object.__new__(cluster_module.Cluster)
    executor._client, executor._fit, executor._left_out = Recorder(), {"one"}, set()
    answer: Future[ChunkResult] = Future()
    executor._futures = {answer: (InMemory(), set())}
    for _ in range(3):
        executor.look()
    assert not answer.done()  # it may be on its way
    assert executor._client.sent == 3 * [{"op": "report-key", "key": "a"}]
    awaited(executor._settle(InMemory(), answer))
    assert isinstance(executor.answer_of(answer), AnswerLost)


#   workers that may do it  lost
BOUND = [
    ({"gone"},              True),
    ({"gone", "here"},      False),
    (set(),                 False),
]  # fmt: skip


@pytest.mark.parametrize(("workers", "lost"), BOUND)
def test_a_chunk_is_handed_out_again_if_all_its_workers_are_gone(
    workers: set[str], lost: bool
) -> None:
    executor = object.__new__(cluster_module.Cluster)
    executor._client, executor._fit, executor._left_out = Recorder(), {"gone", "here"}, {"one"}
    executor._client.nthreads = lambda: {"here": 1, "one": 1}
    answer: Future[ChunkResult] = Future()
    executor._futures = {answer: (InMemory(), workers)}
    executor.look()
    assert answer.done() == lost
    assert not lost or isinstance(executor.answer_of(answer), AnswerLost)


class OutOfReach:
    """A future of Dask whose answer is there, and comes after one connection that fails."""

    key, status, asked = "a", "finished", 0

    async def _result(self) -> bytes:
        self.asked += 1
        if self.asked == 1:
            raise OSError("Timed out trying to connect to tls://10.0.0.1:8786 after 10 s")
        return pickle.dumps("the answer")


#   status of the future  status of the client  what comes
FETCHED = [
    ("finished",          "running",            "the answer"),
    ("finished",          "closed",             OSError),
    ("error",             "running",            OSError),
]  # fmt: skip


@pytest.mark.parametrize(("future", "client", "expected"), FETCHED)
def test_an_answer_is_fetched_again_where_the_network_fails(
    future: str, client: str, expected: object
) -> None:
    executor = object.__new__(cluster_module.Cluster)
    executor._client, inner = Recorder(), OutOfReach()
    executor._client.status, inner.status = client, future
    answer: Future[Any] = Future()
    awaited(executor._settle(inner, answer))
    error = answer.exception()
    assert (type(error) if error else answer.result()) == expected
