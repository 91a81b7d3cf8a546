"""Work in a thread that can be interrupted, while this one watches the clock and Ctrl-C."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

from nonosat.result import Deadline

T = TypeVar("T")


def run_interruptibly(
    work: Callable[[], T], interrupt: Callable[[], None], deadline: Deadline
) -> T:
    """Run `work`; when the deadline passes, or on Ctrl-C, interrupt it and wait until it stops.

    Solvers hold the main thread deaf to signals; in a thread of their own they do not. `interrupt`
    is called again and again, as the first call may come before the work has begun.

    Returns:
        What `work` returns; after an interrupt it is up to `work` to tell so.
    """
    answers: list[T] = []
    errors: list[BaseException] = []
    # Not Thread.join: interrupted by Ctrl-C it takes the thread for ended while it still runs.
    done = threading.Event()

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as err:
            errors.append(err)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        done.wait(deadline.wait())
    finally:
        while not done.is_set():
            with contextlib.suppress(KeyboardInterrupt):  # a second one; the first is on its way
                interrupt()
                done.wait(0.01)
    if errors:
        raise errors[0]
    return answers[0]
