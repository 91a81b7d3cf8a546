"""Waits that Ctrl-C can interrupt."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
_SLICE = 0.1
"""Seconds between checks for Ctrl-C on Windows."""


def wait_until(wait: Callable[[float | None], T], seconds: float | None = None) -> T:
    """Wait for something, for at most `seconds`.

    Windows notices Ctrl-C only between two waits for a lock, so a long one is cut into many.

    Args:
        wait: waits for at most this many seconds (None means no bound), and returns a true value on
            success.

    >>> import threading
    >>> wait_until(threading.Event().wait, 0)
    False
    """
    if sys.platform != "win32":
        return wait(seconds)
    until = float("inf") if seconds is None else time.monotonic() + seconds
    while True:
        left = until - time.monotonic()
        came = wait(max(0.0, min(left, _SLICE)))
        if came or left <= _SLICE:
            return came


def result_of(future: "Future[T]") -> T:
    """Wait for the result of a future."""
    if sys.platform == "win32":
        from concurrent.futures import wait

        wait_until(lambda seconds: wait([future], seconds).done)
    return future.result()
