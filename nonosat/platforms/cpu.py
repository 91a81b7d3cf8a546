"""Processors and CPU time."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable

thread_seconds: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""The CPU seconds of this thread. A browser has one thread, and no clock for it alone."""


def processors() -> int:
    """Return the number of processors: those this process may use on Linux, elsewhere all."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pin(numbers: Iterable[int]) -> bool:
    """Let this process, and all that it starts later, run on these processors only.

    Returns:
        False if it may not use one of them, or if the system is not Linux.
    """
    wanted = set(numbers)
    if sys.platform != "linux" or not wanted <= os.sched_getaffinity(0):
        return False
    os.sched_setaffinity(0, wanted)
    return True


def cpu_seconds() -> float:
    """CPU seconds of this process, and of its children that have ended."""
    return time.process_time() + cpu_seconds_of_children()


def cpu_seconds_of_children() -> float:
    """Return the CPU seconds of all child processes that have ended.

    On Windows: of processes passed to `processes.adopt`, and all that they started.
    """
    if sys.platform == "win32":
        from nonosat.platforms.windows_jobs import ended

        return ended.cpu_seconds
    if sys.platform == "emscripten":  # a browser has no processes
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def load_average() -> float | None:
    """Return the mean number of runnable processes in the last minute; None if unknown."""
    if sys.platform == "win32":
        return None
    try:
        return os.getloadavg()[0]
    except OSError:  # not known in some containers
        return None


def name_of_processor() -> str:
    """Return the model name on Linux; elsewhere the kind, such as ``arm``."""
    import platform

    with (
        contextlib.suppress(OSError),
        open("/proc/cpuinfo", encoding="ascii", errors="replace") as f,
    ):
        for line in f:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
