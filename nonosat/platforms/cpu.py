"""Processors, and the time that was spent on them."""

from __future__ import annotations

import contextlib
import os
import sys
import time

thread_seconds = getattr(time, "thread_time", time.process_time)
"""The CPU seconds of this thread. A browser has one thread, and no clock for it alone."""


def processors() -> int:
    """The number of processors that this process may use; those of the machine outside of Linux."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu_seconds() -> float:
    """CPU seconds of this process, and of its children that have ended."""
    return time.process_time() + cpu_seconds_of_children()


def cpu_seconds_of_children() -> float:
    """CPU seconds of all child processes that have ended.

    Windows counts those that `processes.adopt` was told of, and all that they started.
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
    """Processes that wanted a processor in the last minute, on average; None on Windows."""
    if sys.platform == "win32":
        return None
    try:
        return os.getloadavg()[0]
    except OSError:  # a container may not tell
        return None


def name_of_processor() -> str:
    """What its maker calls it, on Linux; elsewhere its kind, such as ``arm``."""
    import platform

    with (
        contextlib.suppress(OSError),
        open("/proc/cpuinfo", encoding="ascii", errors="replace") as f,
    ):
        for line in f:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
