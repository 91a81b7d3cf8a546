"""Workers of a Dask cluster, an existing one or one started for this run."""

import asyncio
import importlib
import logging
import os
import pickle
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any

from nonosat.errors import AnswerLost, ClusterLost, NonosatError, UsageError
from nonosat.platforms.cpu import processors
from nonosat.registry import require
from nonosat.run import reach
from nonosat.run.executor import Installed
from nonosat.run.guard import guarded_work
from nonosat.run.questions import Request
from nonosat.run.rows import ChunkResult
from nonosat.run.workers import TARGET, Chunk, Workers

ALONE = 60.0
"""Seconds without a worker before the run ends."""
CHUNKS = 200
"""Chunks a second that a scheduler can hand out; 262 were measured, 1.5 ms of processor time each."""
CANCELLED = ("CancelledError", "FutureCancelledError")
"""Names of the errors of a future that the scheduler no longer knows."""
WORK = "__import__('nonosat.run.cluster').run.cluster.work_packed(chunk)"
"""Runs by `eval`, since a worker without nonosat ends, with all its chunks, if it loads our function."""
SAFE_PATH = "PYTHONSAFEPATH"
COMPARED = ("python", "dask", "distributed", "cloudpickle")
"""Packages whose versions should be the same everywhere."""


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM until the end of the block: half a cluster cannot be closed."""
    came: list[int] = []
    if (
        threading.current_thread() is not threading.main_thread()
    ):  # Ctrl-C only interrupts the main thread
        yield
        return
    numbers = signal.SIGINT, signal.SIGTERM
    before = [signal.signal(number, lambda number, _: came.append(number)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _silence() -> None:
    """Turn off the logs of Dask; errors are reported in one line."""
    warnings.filterwarnings("ignore", module="distributed")
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logger = logging.getLogger(name)
            logger.setLevel(logging.CRITICAL + 1)


def work_packed(chunk: bytes) -> bytes:
    """Do `guarded_work` on a worker of the cluster, until its client cancels it or disconnects."""
    from distributed import get_worker

    worker = get_worker()
    tasks, key = worker.state.tasks, worker.get_current_task()

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    request, items, slice, there = pickle.loads(chunk)
    return pickle.dumps(
        guarded_work(request, items, slice, there, wanted), protocol=pickle.HIGHEST_PROTOCOL
    )


class Cluster(Workers):
    """The workers of a Dask cluster as an executor; see `Workers`.

    Args:
        address: a scheduler such as ``tls://10.0.0.1:8786``, or ``local`` to start one here that only
            this process can connect to.
        jobs: number of workers to start for ``local``; None means one per processor.
        security: files of the authority, our certificate and its key, for an address.
        insecure: allow an unencrypted connection to another machine.
        warn: called with warnings about the cluster for the user, also later.
    """

    exact = False  # the scheduler counts a death against all tasks that the worker had

    def __init__(
        self,
        address: str,
        jobs: int | None = None,
        security: Sequence[str] | None = None,
        insecure: bool = False,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        super().__init__()
        needs = ("dask", "distributed", "cryptography")
        with require("a cluster needs dask", "nonosat[cluster]", *needs):
            dask: Any = importlib.import_module("dask")
            distributed: Any = importlib.import_module("distributed")
            if address == "local":
                importlib.import_module("cryptography")  # for its certificate
        if not reach.ADDRESS.fullmatch(address):
            raise UsageError(
                f"cluster {address!r}: expected local, or a scheduler's address such as tls://HOST:PORT"
            )
        if security is None and not insecure:
            reach.check_safe(address)
        proofs = None if address == "local" else reach.security(distributed, address, security)
        self._address, self._warn = address, warn
        self._sets_path = address == "local" and SAFE_PATH not in os.environ
        self._local: Any = None
        self._client: Any = None
        self._lonely_since: float | None = None
        self._fit: set[str] = set()
        self._left_out: set[str] = set()
        self._futures: dict[Future[ChunkResult], tuple[Any, set[str]]] = {}
        """For each open future, that of Dask, and the workers that may do it; none means all."""
        _silence()
        try:
            if address == "local":
                # Report each death of a worker: `Workers` looks for the puzzle that killed it.
                dask.config.set({"distributed.scheduler.allowed-failures": 0})
                # Serve no pages.
                for role in ("scheduler", "worker"):
                    dask.config.set({f"distributed.{role}.http.routes": []})
                # Python, as multiprocessing starts it, would look into the current directory first. Workers
                # may start later, too.
                if self._sets_path:
                    os.environ[SAFE_PATH] = "1"
                with _interrupted_later():
                    self._local = distributed.LocalCluster(
                        n_workers=jobs or processors(),
                        threads_per_worker=1,
                        processes=True,
                        # Only owners of this certificate can connect, as a connection can run code.
                        protocol="tls://",
                        security=distributed.Security.temporary(),
                        dashboard_address="127.0.0.1:0",
                        scheduler_kwargs={"dashboard": False},
                        silence_logs=logging.CRITICAL,
                    )
            else:
                reach.check_answers(address, proofs)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions are compared below, in one line
                self._client = distributed.Client(
                    self._local or address,
                    timeout=reach.CONNECT,
                    set_as_default=False,
                    security=proofs,
                )
            self.size: int = self._count()
            if not self.size and self._left_out:
                raise self._none_fits()
            if not self.size:
                raise ClusterLost(f"the scheduler at {address} has no workers")
            for line in self._compare_versions():
                warn(line)
            page = self._client.scheduler_info()["services"].get("dashboard")
            if page and address.startswith("tls://") and reach.has_open_page(address, page):
                warn(
                    f"anyone who reaches port {page} of the scheduler can read its pages, as they "
                    "do not use TLS; start it with the dashboard address 127.0.0.1:8787"
                )
        except BaseException as err:
            self.close()
            if isinstance(err, OSError) and not isinstance(err, NonosatError):  # a timeout, too
                raise ClusterLost(f"no scheduler answers at {address}") from err
            raise

    @property
    def under_way(self) -> int:
        """Two chunks for each thread, so that none waits for us."""
        return 2 * self.size

    @property
    def target(self) -> float:
        """Grows with the number of threads, so that the scheduler hands out few chunks a second."""
        return max(TARGET, self.size / CHUNKS)

    def begin(self, request: Request, chunk: Chunk) -> Future[ChunkResult]:
        """See `Workers.begin`. Sends bytes, since Dask takes long to inspect other objects."""
        outer: Future[ChunkResult] = Future()
        workers = set(self._fit) if self._left_out else set()
        inner = self._client.submit(
            eval,
            WORK,
            {"chunk": pickle.dumps((request, chunk, max(1.0, 5 * self.target), Installed.here()))},
            pure=False,
            workers=sorted(workers) or None,
        )
        self._futures[outer] = inner, workers
        outer.add_done_callback(lambda done: inner.cancel() if done.cancelled() else None)
        self._client.loop.add_callback(self._settle, inner, outer)
        return outer

    async def _settle(self, inner: Any, outer: Future[ChunkResult]) -> None:
        """Copy the result of a Dask future to ours, in the thread of the client."""
        with suppress(InvalidStateError):  # it was canceled
            try:
                outer.set_result(pickle.loads(await self._fetched(inner)))
            except BaseException as err:
                outer.set_exception(err)

    async def _fetched(self, inner: Any) -> bytes:
        """Fetch an answer. Try again while the scheduler has it and only the network fails."""
        while True:
            try:
                answer: bytes = await inner._result()
            except OSError:
                if inner.status != "finished" or self._client.status != "running":
                    raise
                await asyncio.sleep(1)
            else:
                return answer

    def answer_of(self, future: Future[ChunkResult]) -> ChunkResult | BaseException:
        """See `Workers.answer_of`. Errors of workers that were left out do not count."""
        _, workers = self._futures.pop(future)
        answer = super().answer_of(future)
        if isinstance(answer, BaseException) and self._client.status == "running":
            if type(answer).__name__ in CANCELLED:
                return AnswerLost("the scheduler has forgotten a chunk")
            self._count()
            if self._left_out and not workers:
                if self._fit:
                    return AnswerLost(str(answer))
                if not self.deaths(answer):
                    return self._none_fits()
        return answer

    def deaths(self, err: BaseException) -> int:
        """See `Workers.deaths`. The scheduler retries tasks, and counts the retries."""
        from distributed.scheduler import KilledWorker

        return err.allowed_failures + 1 if isinstance(err, KilledWorker) else 0

    def explain(self, err: BaseException) -> BaseException:
        if isinstance(err, NonosatError):
            return err
        gone = (*CANCELLED, "CommClosedError", "ClosedClientError")
        if self._client.status != "running" or type(err).__name__ in gone:
            return ClusterLost(f"the scheduler at {self._address} is gone")
        return err

    def look(self) -> None:
        """See `Workers.look`. Workers may come and go, but not all may be gone for long."""
        if self._client.status != "running":
            raise ClusterLost(f"the scheduler at {self._address} is gone")
        for inner, _ in self._futures.values():
            # Its answer may be in transfer, or Dask may have missed it. Ask the scheduler to repeat
            # its report.
            if inner.status == "pending":
                self._client._send_to_scheduler({"op": "report-key", "key": inner.key})
        if count := self._count():
            self.size = count
            self._lonely_since = None
        elif self._lonely_since is None:
            self._lonely_since = time.monotonic()
        elif time.monotonic() - self._lonely_since > ALONE:
            raise ClusterLost(f"all workers of {self._address} are gone")
        for outer, (inner, workers) in self._futures.items():
            if workers and not workers & self._fit:  # other workers may do it
                with suppress(InvalidStateError):  # its answer comes just now
                    outer.set_exception(AnswerLost("all its workers are gone"))
                    inner.cancel()

    def _count(self) -> int:
        """Return the threads of all workers that fit, after asking new ones for their nonosat."""
        try:
            threads = self._client.nthreads()
            self._fit &= threads.keys()
            if new := threads.keys() - self._fit - self._left_out:
                self._meet(sorted(new))
            return sum(threads[worker] for worker in self._fit)
        except (OSError, ValueError):
            return 0

    def _none_fits(self) -> UsageError:
        return UsageError(f"no worker of {self._address} runs {Installed.here()}")

    def _meet(self, new: list[str]) -> None:
        """Ask new workers for their nonosat; leave out those with another one, or without."""
        # A built-in function, since a worker without nonosat cannot load one of ours.
        question = "(lambda n: (n.__version__, n.kernel.name))(__import__('nonosat.run.guard'))"
        for worker, answer in self._client.run(
            eval, question, workers=new, on_error="return"
        ).items():
            problem = ""
            if isinstance(answer, ImportError):
                problem = "it needs nonosat"
            elif isinstance(answer, tuple):
                problem = Installed(*answer).unlike(Installed.here())
            if problem:
                self._left_out.add(worker)
                self._warn(f"{worker} is left out: {problem}")
            else:
                self._fit.add(worker)

    def _compare_versions(self) -> list[str]:
        """Return one line for each version that differs from ours."""
        found = self._client.get_versions()
        ours = found["client"]["packages"]
        others = {"scheduler": found["scheduler"], **found["workers"]}
        lines = []
        for package in COMPARED:
            theirs = {
                (other or {}).get("packages", {}).get(package): name
                for name, other in others.items()
            }
            lines += [
                f"{package} is {version} on {name} and {ours.get(package)} here; "
                "if something fails strangely, install the same version on both"
                for version, name in theirs.items()
                if version != ours.get(package)
            ]
        return lines

    def close(self) -> None:
        """Cancel all work, and end the cluster if it was started here."""
        for thing in (self._client, self._local):
            if thing is not None:
                with suppress(Exception):  # it may be gone already
                    thing.close(timeout=5)
        if self._sets_path:
            os.environ.pop(SAFE_PATH, None)
