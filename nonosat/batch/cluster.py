"""Workers of a Dask cluster, which runs somewhere already or is made here for this run."""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import re
import signal
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from typing import Any

from nonosat.batch.crew import AnswerLost, Chunk
from nonosat.batch.futures import FutureCrew
from nonosat.batch.jobs import ChunkResult, Installed, Job, installed
from nonosat.batch.work import work
from nonosat.errors import EngineFailed, InputError, MissingExtra, NonosatError, UsageError
from nonosat.platforms.cpu import processors
from nonosat.registry import require

CONNECT = 5.0
"""Seconds for the scheduler to answer."""
_ADDRESS = re.compile(
    r"local|((tcp|tls|ws|wss|ucx)://)?[^/:\s]+:[0-9]+/?|(tcp|tls)://\[[^]]+\]:[0-9]+"
)
ALONE = 60.0
"""Seconds without any worker after which we give up."""
COMPARED = ("python", "dask", "distributed", "cloudpickle")
"""Packages whose versions should be the same everywhere."""


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Let Ctrl-C wait until the block is left: half a cluster cannot be closed."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # it is not interrupted anyway
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed.is_set():
        raise KeyboardInterrupt


def _silence() -> None:
    """Keep Dask quiet: we report in one line what it says in fifty."""
    warnings.filterwarnings("ignore", module="distributed")
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logger = logging.getLogger(name)
            logger.setLevel(logging.CRITICAL + 1)


class ClusterLost(EngineFailed):
    """The scheduler, or all workers, of a cluster are gone; nothing is claimed."""


def _check_safe(address: str) -> None:
    """Refuse an address that is reached through a network without encryption.

    Raises:
        UsageError: everybody there could read what is sent, and run code on both sides.
    """
    host = re.sub(r"^(?!tls:|wss:)\w+://", "", address).rstrip("/").rpartition(":")[0].strip("[]")
    if address == "local" or address.startswith(("tls://", "wss://")):
        return
    if host not in ("localhost", "::1") and not re.fullmatch(r"127(\.[0-9]{1,3}){3}", host):
        raise UsageError(
            f"--cluster {address}: whoever is on the way can run code on both machines; use tls:// "
            "with --cluster-security, or say --insecure in a network of your own"
        )


def _security(distributed: Any, files: Sequence[str] | None) -> Any:
    """The proofs that a client shows to its scheduler; None: those of Dask's own configuration."""
    if files is None:
        return None
    for name in files:
        if not os.path.isfile(name):
            raise InputError(f"{name}: there is no such file")
    authority, certificate, key = files
    return distributed.Security(
        require_encryption=True,
        tls_ca_file=authority,
        tls_client_cert=certificate,
        tls_client_key=key,
    )


class LostFutures:
    """Finds futures that Dask has forgotten to settle.

    A worker can die after it has a result and before it hands it over. Some versions then wait for
    ever, while the scheduler says that the task is done, failed, or unknown.
    """

    def __init__(self, client: Any, executor: Any) -> None:
        self._client = client
        self._open: dict[str, Future[Any]] = {}
        self._suspects: set[str] = set()
        wrap = executor._wrap_future

        def remember(future: Any) -> Any:
            wrapped = self._open[future.key] = wrap(future)
            wrapped.add_done_callback(lambda _: self._open.pop(future.key, None))
            return wrapped

        executor._wrap_future = remember

    def look(self) -> None:
        """Give up on futures whose task was over in two calls in a row."""
        keys = list(self._open)
        try:
            states = self._client.run_on_scheduler(_states, keys)
        except Exception:  # a scheduler may be closed to such questions, or be gone
            return
        over = {key for key in keys if states[key] in (None, "released", "memory", "erred")}
        for key in over & self._suspects:
            future = self._open.get(key)
            if future is not None and not future.done():
                with suppress(InvalidStateError):  # it came at last
                    future.set_exception(AnswerLost("the cluster has lost an answer"))
        self._suspects = over


def _states(keys: list[str], dask_scheduler: Any = None) -> dict[str, str | None]:
    return {key: getattr(dask_scheduler.tasks.get(key), "state", None) for key in keys}


# Makes it travel as code: the scheduler need not have this module.
_states.__module__ = "__main__"


def work_packed(chunk: bytes) -> bytes:
    """Do `work` on a worker of the cluster."""
    return pickle.dumps(work(*pickle.loads(chunk)), protocol=pickle.HIGHEST_PROTOCOL)


class Cluster(FutureCrew):
    """The workers of a Dask cluster as a crew; see `Crew`.

    Args:
        address: of a scheduler, such as ``tls://10.0.0.1:8786``; or ``local``: make one here, which
            only this process can talk to, by a certificate that nobody else has.
        jobs: the number of workers to make for ``local``; None: one for each processor.
        security: the files of the authority, of our certificate and of its key, for an address.
        insecure: take an address on another machine without them.

    Attributes:
        warnings: for the user about the cluster, one line each.

    Raises:
        MissingExtra: dask.distributed is not installed here.
        UsageError: that is no address, or one that anybody on the way could read and command.
        ClusterLost: nobody answers there, or there are no workers.
    """

    exact = False  # the scheduler counts a death against all tasks that the worker had

    def __init__(
        self,
        address: str,
        jobs: int | None = None,
        security: Sequence[str] | None = None,
        insecure: bool = False,
    ) -> None:
        super().__init__()
        needs = ("dask", "distributed", "cryptography")
        with require("--cluster needs dask", "nonosat[cluster]", *needs):
            dask: Any = importlib.import_module("dask")
            distributed: Any = importlib.import_module("distributed")
            if address == "local":
                importlib.import_module("cryptography")  # for its certificate
        if not _ADDRESS.fullmatch(address):
            raise UsageError(
                f"--cluster {address!r}: give local, or a scheduler's address: tls://HOST:PORT"
            )
        if security is None and not insecure:
            _check_safe(address)
        self._address = address
        self._local: Any = None
        self._client: Any = None
        self._lonely_since: float | None = None
        _silence()
        try:
            if address == "local":
                # Report a worker's death at once: we look for the puzzle that killed it.
                dask.config.set({"distributed.scheduler.allowed-failures": 0})
                # No page tells others where it is.
                for role in ("scheduler", "worker"):
                    dask.config.set({f"distributed.{role}.http.routes": []})
                # Python, as multiprocessing starts it, would look into the current directory first.
                os.environ.setdefault("PYTHONSAFEPATH", "1")
                with _interrupted_later():
                    self._local = distributed.LocalCluster(
                        n_workers=jobs or processors(),
                        threads_per_worker=1,
                        processes=True,
                        # Only who has this certificate can talk to it; whoever can, runs code.
                        protocol="tls://",
                        security=distributed.Security.temporary(),
                        dashboard_address="127.0.0.1:0",
                        scheduler_kwargs={"dashboard": False},
                        silence_logs=logging.CRITICAL,
                    )
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions are compared below, in one line
                self._client = distributed.Client(
                    self._local or address,
                    timeout=CONNECT,
                    set_as_default=False,
                    security=_security(distributed, security),
                )
            self.size = self._count()
            if not self.size:
                raise ClusterLost(f"the scheduler at {address} has no workers")
            self._check_nonosat()
            self.warnings = self._compare_versions()
            self._executor = self._client.get_executor(pure=False)
            self._lost = LostFutures(self._client, self._executor)
        except BaseException as err:
            self.close()
            if isinstance(err, OSError) and not isinstance(err, NonosatError):  # a timeout, too
                raise ClusterLost(f"no scheduler answers at {address}") from err
            raise

    @property
    def under_way(self) -> int:
        """Two chunks for each thread, so that none waits for us."""
        return 2 * self.size

    def begin(self, job: Job, chunk: Chunk) -> Future[ChunkResult]:
        """See `FutureCrew.begin`; what travels is bytes, since Dask spends long on looking into others."""
        outer: Future[ChunkResult] = Future()

        def settle(inner: Future[bytes]) -> None:
            try:
                outer.set_result(pickle.loads(inner.result()))
            except InvalidStateError:  # given up meanwhile
                pass
            except BaseException as err:
                with suppress(InvalidStateError):
                    outer.set_exception(err)

        inner = self._executor.submit(work_packed, pickle.dumps((job, chunk)))
        inner.add_done_callback(settle)
        outer.add_done_callback(lambda done: inner.cancel() if done.cancelled() else None)
        return outer

    def deaths(self, err: BaseException) -> int:
        """See `Crew.deaths`; the scheduler tries a task again by itself, and tells how often."""
        from distributed.scheduler import KilledWorker

        return err.allowed_failures + 1 if isinstance(err, KilledWorker) else 0

    def explain(self, err: BaseException) -> BaseException:
        """See `Crew.explain`."""
        if isinstance(err, NonosatError):
            return err
        if self._client.status != "running" or type(err).__name__ in (
            "CancelledError",
            "FutureCancelledError",
            "CommClosedError",
            "ClosedClientError",
        ):
            return ClusterLost(f"the scheduler at {self._address} is gone")
        return err

    def look(self) -> None:
        """See `Crew.look`: workers may come and go, but some must be there."""
        if self._client.status != "running":
            raise ClusterLost(f"the scheduler at {self._address} is gone")
        self._lost.look()
        if count := self._count():
            self.size, self._lonely_since = count, None
        elif self._lonely_since is None:
            self._lonely_since = time.monotonic()
        elif time.monotonic() - self._lonely_since > ALONE:
            raise ClusterLost(f"all workers of {self._address} are gone")

    def _count(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, ValueError):
            return 0

    def _check_nonosat(self) -> None:
        """Ask everybody for nonosat. A worker without it would die of the work that we send.

        Raises:
            MissingExtra: somebody does not have it.
            UsageError: somebody has another version, or a worker has another kernel.
        """
        # We send a built-in function, since a worker without nonosat cannot load one of ours.
        question = "(lambda n: (n.__version__, n.kernel.name))(__import__('nonosat.batch.work'))"
        ours = installed()
        found = self._client.run(eval, question, on_error="return")
        with suppress(Exception):  # a scheduler may be closed to such questions
            version, _ = self._client.run_on_scheduler(eval, question)
            found["the scheduler"] = (version, ours.kernel)  # it solves nothing
        for name, answer in found.items():
            if isinstance(answer, ImportError):
                raise MissingExtra(
                    f"{name} of {self._address} needs nonosat: install the same there"
                )
            if isinstance(answer, tuple) and (theirs := Installed(*answer)) != ours:
                raise UsageError(f"{name} runs {theirs}, this is {ours}; install the same on both")

    def _compare_versions(self) -> list[str]:
        """One line for each version that differs from ours."""
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
                "should anything fail strangely, install the same on both"
                for version, name in theirs.items()
                if version != ours.get(package)
            ]
        return lines

    def close(self) -> None:
        """Cancel what is under way, and end what was made here."""
        for thing in (self._client, self._local):
            if thing is not None:
                with suppress(Exception):  # what is gone already cannot be closed
                    thing.close(timeout=5)
