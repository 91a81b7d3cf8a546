"""Work in a thread that can be interrupted, while this one watches the clock and Ctrl-C."""

from __future__ import annotations

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

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as err:
            errors.append(err)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    wait = deadline.remaining()
    try:
        worker.join(None if wait == float("inf") else wait)
    finally:
        while worker.is_alive():
            interrupt()
            worker.join(0.01)
    if errors:
        raise errors[0]
    return answers[0]
