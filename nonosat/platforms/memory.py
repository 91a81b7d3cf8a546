"""Memory of the machine and of processes, and bounds on it."""

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from nonosat.platforms.processes import family, kill_family, psutil

EVERY, SELDOM = 0.02, 0.1
"""Seconds between two measurements. Shorter peaks are missed."""
SYSTEM_BOUNDS = sys.platform in ("linux", "win32")
"""True if the system itself can bound the memory of a process."""
_PAGES = re.compile(r"^(RssAnon|VmSwap|RssFile|RssShmem):\s+(\d+) kB$", re.MULTILINE)
_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Files with the bound of a container, in both versions of control groups."""


def of_machine() -> int:
    """Return the bytes of the machine; 0 if unknown."""
    if sys.platform == "win32":
        return int(tools.virtual_memory().total) if (tools := psutil()) else 0
    with contextlib.suppress(OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 0


def of_container() -> int:
    """Return the bytes for all processes together: those of the machine, or a smaller bound of Linux."""
    total = of_machine()
    for name in _GROUPS:
        with contextlib.suppress(OSError, ValueError):  # not Linux; the word max
            total = min(total, int(Path(name).read_text(encoding="ascii")))
    return total


def limit(size: int) -> None:
    """Bound the memory of this process and of each that it starts, if a process can do so itself.

    On Windows the parent does it (`processes.adopt`). macOS has no such bound, so there the parent
    uses a `MemoryWatch`.
    """
    if sys.platform in ("win32", "darwin"):
        return
    import resource

    # On Linux RLIMIT_DATA counts what a process really asks for. RLIMIT_AS also counts address space
    # that is only reserved, and threads and allocators reserve a lot.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(kind, (size, size))


def can_be_held() -> bool:
    """Return True if `memory_held` works here."""
    return sys.platform == "linux" or psutil() is not None


def memory_held(pid: int) -> int:
    """Return the bytes that a process and all that it started hold; 0 if unknown.

    On Linux these are the pages they have written to. Elsewhere they are all resident pages, so
    shared files and libraries count for each process.
    """
    return sum(_pages_of(member)[0] for member in family(pid))


def _pages_of(pid: int) -> tuple[int, int]:
    """Return the bytes that a process has for itself, and those of files and shared memory."""
    if sys.platform == "linux":
        pages = {name: int(size) << 10 for name, size in _PAGES.findall(_status(pid))}
        own = sum(pages.pop(name, 0) for name in ("RssAnon", "VmSwap"))
        return own, sum(pages.values())
    tools = psutil()
    try:
        return int(tools.Process(pid).memory_info().rss) if tools else 0, 0
    except tools.Error:  # it has ended
        return 0, 0


def _cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and of its children that have ended; 0 if unknown."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
            return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return 0.0
    tools = psutil()
    try:
        return float(sum(tools.Process(pid).cpu_times()[:4])) if tools else 0.0
    except tools.Error:
        return 0.0


def _waits_of(pid: int) -> dict[int, float]:
    """Return the seconds that each thread of a process has waited for a processor; {} if unknown."""
    waits = {}
    with contextlib.suppress(OSError, ValueError, IndexError):  # it has ended, or is not on Linux
        for thread in os.listdir(f"/proc/{pid}/task"):
            fields = Path(f"/proc/{pid}/task/{thread}/schedstat").read_bytes().split()
            waits[int(thread)] = int(fields[1]) / 1e9
    return waits


def _status(pid: int | str) -> str:
    """Return what Linux says about a process; "" if it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    return ""


def peak_mb_of_children() -> float:
    """Return the largest peak memory of the children that have ended, in MB."""
    if sys.platform == "win32":
        from nonosat.platforms.windows_jobs import ended

        return round(ended.peak / (1 << 20), 1)
    import resource

    return _megabytes(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)


def peak_mb() -> float:
    """Return the peak memory of this process, in MB."""
    if sys.platform == "win32":
        tools = psutil()
        return round(tools.Process().memory_info().peak_pagefile / (1 << 20), 1) if tools else 0.0
    if sys.platform == "linux":  # getrusage would include the parent at the fork
        if found := re.search(r"^VmHWM:\s+(\d+) kB$", _status("self"), re.MULTILINE):
            return round(int(found[1]) / 1024, 1)
    import resource

    return _megabytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _megabytes(maxrss: int) -> float:
    """Convert to MB from kB, or on macOS from bytes."""
    return round(maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


class MemoryWatch:
    """Kills a process and all that it started when together they hold more than `most` bytes.

    The system bounds each process separately: four children of 150 MB would pass a bound of 200 MB.
    On Linux, memory means pages that a process has written to (anonymous or swapped out); pages that
    two processes share after a fork count twice.

    Use it as a context manager while the process runs. Without a bound it does nothing.

    Attributes:
        over: True if it killed them.
    """

    def __init__(
        self, process: subprocess.Popen[Any], most: int | None, every: float = EVERY
    ) -> None:
        self.over: bool = False
        self._process, self._most, self._every = process, most, every
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        if self._thread is not None:
            self._thread.join()

    def begin(self) -> None:
        """Start to watch, in a thread."""
        if self._most is not None:
            self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop watching."""
        self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(self._every):
            if self._look():
                kill_family(self._process)
                return

    def _look(self) -> bool:
        """Return True if they must be killed."""
        self.over = self._most is not None and memory_held(self._process.pid) > self._most
        return self.over


class TreeWatch(MemoryWatch):
    """Also measures what a process and all that it started use together, at one moment after another.

    It looks every 20 ms at first, and less often in a long run without a bound.

    Attributes:
        late: True if it killed them because they used more than `cpu` seconds.
        peak_mb: the most memory that they held at one moment.
        cpu_seconds: what they have used since the beginning.
        several: True if there was more than one process at some moment.
        waited: the seconds that their threads waited for a processor, as far as they were seen; None if
            the system does not say it.
    """

    def __init__(
        self, process: subprocess.Popen[Any], most: int | None = None, cpu: float | None = None
    ) -> None:
        super().__init__(process, most)
        self.late: bool = False
        self.several: bool = False
        self.peak_mb: float = 0.0
        self.cpu_seconds: float = 0.0
        self._cpu, self._before = cpu, 0.0
        self._waits: dict[int, float] = {}
        self._waited_before = 0.0

    @property
    def waited(self) -> float | None:
        return round(sum(self._waits.values()) - self._waited_before, 3) if self._waits else None

    def begin(self) -> None:
        members = family(self._process.pid)
        self._before = sum(map(_cpu_of, members))
        self._see_waits(members)
        self._waited_before = sum(self._waits.values())
        self._start()

    def _see_waits(self, members: Iterable[int]) -> None:
        for member in members:
            self._waits |= _waits_of(member)

    def _look(self) -> bool:
        members = family(self._process.pid)
        held, shared = zip(*map(_pages_of, members), strict=True)
        self.several |= len(members) > 1
        self._see_waits(members)
        # All have the same libraries, so those count once.
        self.peak_mb = max(self.peak_mb, round((sum(held) + max(shared)) / (1 << 20), 1))
        used = round(sum(map(_cpu_of, members)) - self._before, 2)
        self.cpu_seconds = max(self.cpu_seconds, used)
        self.over: bool = self._most is not None and sum(held) > self._most
        self.late = self._cpu is not None and self.cpu_seconds > self._cpu
        if self._most is self._cpu is None:
            self._every = min(SELDOM, 1.05 * self._every)
        return self.over or self.late
