"""A process that tries cases: it may hang, eat memory or crash, and the campaign goes on."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


class Died(Exception):
    """The process ended in the middle of a case."""


class Worker:
    """A process that answers cases with one function of a module, and starts again when it died.

    Args:
        seconds: it is ended when a case takes so long.
        memory: bytes of address space that it, and each process it starts, may have.
        kernel: ``native`` or ``reference``; "" for what nonosat takes by itself.
    """

    def __init__(
        self, answer: Callable[[Any], Any], *, seconds: float, memory: int, kernel: str = ""
    ) -> None:
        self._answer, self._kernel = answer, kernel
        self._seconds, self._memory = seconds, memory
        self._process: multiprocessing.process.BaseProcess | None = None

    def ask(self, case: object) -> Any:
        """The answer to a case.

        Raises:
            Died: with the reason.
        """
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None
        try:
            self._pipe.send(case)
            return self._pipe.recv()
        except (EOFError, OSError):
            process.join()
            code = process.exitcode
            self.close()
            if code == -signal.SIGALRM:
                raise Died(f"no answer in {self._seconds:g} s") from None
            raise Died(f"the process ended with exit code {code}") from None

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # fork would take the engines' threads along
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(
            target=_serve, args=(theirs, self._answer, self._seconds, self._memory), daemon=True
        )
        before = os.environ.get("NONOSAT_KERNEL")
        os.environ["NONOSAT_KERNEL"] = self._kernel or before or ""
        try:
            self._process.start()
        finally:
            if before is None:
                del os.environ["NONOSAT_KERNEL"]
            else:
                os.environ["NONOSAT_KERNEL"] = before
        theirs.close()

    def close(self) -> None:
        """End the process and all that it started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid or 0, signal.SIGKILL)
            self._process.kill()
            self._process.join()
            self._process = None
            self._pipe.close()


def _serve(
    pipe: Connection, answer: Callable[[Any], Any], seconds: float, memory: int
) -> None:  # what runs in the process
    import resource

    os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends it, also inside of C
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(EOFError, OSError):  # whoever asked is gone
        while True:
            case = pipe.recv()
            signal.setitimer(signal.ITIMER_REAL, seconds)
            found = answer(case)
            signal.setitimer(signal.ITIMER_REAL, 0)
            pipe.send(found)
