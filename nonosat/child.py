"""A child process that can be killed: for work that cannot be interrupted in any other way.

Some solvers hold the interpreter until they are done. They run in a child that answers one request
at a time; when the deadline passes, or on Ctrl-C, it is killed and nothing is lost but its work.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from nonosat.errors import EngineFailed
from nonosat.result import Deadline

Serve = Callable[[Any], Any]
"""What runs in the child: takes a request, returns the answer. It may keep state in between."""


_STARTER = ThreadPoolExecutor(1, "nonosat-child")
"""Starts all children: Linux takes the end of the thread that did for the end of the parent."""


class Child:
    """A child process that serves requests with one function.

    Args:
        target: ``module:factory``; the factory is called once in the child and returns the
            function that answers requests. Requests and answers are pickled.
        memory: bytes that it, and each process it starts, may ask the system for. Linux holds
            them to it; elsewhere it may mean nothing.

    Use it as a context manager; leaving it kills the child.
    """

    def __init__(self, target: str, memory: int | None = None) -> None:
        package_root = str(Path(__file__).resolve().parent.parent)
        path = [package_root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = _STARTER.submit(
            subprocess.Popen,
            [sys.executable, "-m", "nonosat.child", target, str(memory or "")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            # Ctrl-C reaches the parent alone, which then kills the child.
            start_new_session=True,
        ).result()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def call(self, request: Any, deadline: Deadline) -> Any:
        """Send a request and wait for the answer.

        Raises:
            LimitReached: the deadline passed first; the child is dead then.
            EngineFailed: it ended without an answer.
        """
        answers: list[Any] = []
        errors: list[BaseException] = []
        done = threading.Event()
        # Writing can block as well as reading, so both happen beside the clock.
        exchange = threading.Thread(target=self._exchange, args=(request, answers, errors, done))
        exchange.daemon = True
        exchange.start()
        try:
            in_time = done.wait(deadline.wait())
        except BaseException:
            self.kill()
            raise
        if not in_time:
            self.kill()
            raise deadline.error()
        if errors:  # what was sent or came back cannot be pickled: our own bug
            self.kill()
            raise errors[0]
        if not answers:
            code = self._process.wait()
            raise EngineFailed(f"the solver's process ended without an answer (exit code {code})")
        return answers[0]

    def _exchange(
        self,
        request: Any,
        answers: list[Any],
        errors: list[BaseException],
        done: threading.Event,
    ) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError, ValueError):
                pickle.dump(request, stdin, protocol=pickle.HIGHEST_PROTOCOL)
                stdin.flush()
                answers.append(pickle.load(stdout))
        except BaseException as err:
            errors.append(err)
        finally:
            done.set()

    def kill(self) -> None:
        """End the child and what it has started at once; calling it again does nothing."""
        kill_family(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def kill_family(process: subprocess.Popen[Any]) -> None:
    """Kill a process and, where ``/proc`` tells them, all that it has started.

    Process groups do not do: MiniZinc, for one, puts its solvers into groups of their own.
    """
    if process.poll() is None:
        family = [process.pid]
        for pid in family:  # it grows
            with contextlib.suppress(OSError):  # it has ended meanwhile
                for path in Path(f"/proc/{pid}/task").glob("*/children"):
                    with contextlib.suppress(OSError):  # the thread has
                        family += map(int, path.read_text(encoding="ascii").split())
        for pid in family[1:]:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        process.kill()
    process.wait()


def cpu_seconds_of_children() -> float:
    """CPU seconds of all child processes that have ended; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _die_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends; elsewhere the closed pipe does it."""
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1  # PR_SET_PDEATHSIG of <sys/prctl.h>
        with contextlib.suppress(OSError):
            ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def _limit_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    # On Linux RLIMIT_DATA counts what is really asked for; RLIMIT_AS also counts address space that
    # is only reserved, of which threads and allocators reserve a lot.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(OSError, ValueError):  # macOS refuses
        resource.setrlimit(kind, (size, size))


def _main(target: str, memory: str) -> None:
    _die_with_parent()
    if memory:
        _limit_memory(int(memory))
    requests = sys.stdin.buffer
    # Solvers may print: what they write to stdout must not end up among the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    module, _, attribute = target.partition(":")
    serve: Serve = getattr(importlib.import_module(module), attribute)()
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        pickle.dump(serve(request), answers, protocol=pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    _main(*sys.argv[1:])
