"""Work in a thread that can be interrupted, while the main thread watches the clock and Ctrl-C."""

import math
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from nonosat.child import start_thread
from nonosat.errors import EngineFailed
from nonosat.limits import Deadline

T = TypeVar("T")


class Background:
    """One piece of work after another, each in a thread of its own.

    A solver in the main thread would block signal handlers.
    """

    def __init__(self) -> None:
        self.error: Exception | None = None
        """That of the last piece of work, if any."""
        # Not Thread.join: interrupted by Ctrl-C it takes the thread for ended while it still runs.
        self._done = threading.Event()
        self._done.set()

    def begin(self, work: Callable[[], object], call_back: Callable[[], None]) -> None:
        """Start `work`; `call_back` is called when it is over."""
        self._done.clear()
        self.error = None

        def run() -> None:
            try:
                work()
            except Exception as err:
                self.error = err
            finally:
                self._done.set()
                call_back()

        try:
            start_thread(run)
        except EngineFailed as err:  # as if the work had failed
            self.error = err
            self._done.set()
            call_back()

    def stop(self, interrupt: Callable[[], None], seconds: float = math.inf) -> bool:
        """Interrupt the work, wait for it, and return False if it did not stop within `seconds`.

        Calls `interrupt` repeatedly, as the first call may come before the work has begun. Ctrl-C
        does not cut the wait short; KeyboardInterrupt is raised afterwards.
        """
        until = time.monotonic() + seconds
        first: KeyboardInterrupt | None = None
        while not self._done.is_set():
            if time.monotonic() > until:
                break
            try:
                interrupt()
                self._done.wait(0.005)
            except KeyboardInterrupt as err:
                first = err
        if first is not None and not isinstance(sys.exception(), KeyboardInterrupt):
            raise first  # no other one is on its way, so this one would be lost
        return self._done.is_set()


def run_interruptibly(
    work: Callable[[], T], interrupt: Callable[[], None], deadline: Deadline
) -> T:
    """Run `work`; when the deadline passes, or on Ctrl-C, interrupt it and wait until it stops.

    Returns:
        The result of `work`. After an interrupt it is up to `work` to say so.
    """
    answers: list[T] = []
    background, over = Background(), threading.Event()
    background.begin(lambda: answers.append(work()), over.set)
    try:
        deadline.wait_until(over.wait)
    finally:
        background.stop(interrupt)
    if background.error is not None:
        raise background.error
    return answers[0]
