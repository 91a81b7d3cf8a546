"""The memory of a run: of a process and all that it started, added up while it runs.

The system bounds each process by itself, so four children of 150 MB would pass a bound of 200 MB. Here
the whole tree is looked at every `EVERY` seconds, and ended when it holds too much. What counts is what
a process has written to (anonymous pages, and those swapped out): files and libraries that several
processes share do not. Pages that two processes share after a fork count for both.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import threading
from typing import Any

from nonosat.child import family, kill_family

EVERY = 0.02
"""Seconds between two looks. Memory that is written to and given back in between is not seen."""
_HELD = re.compile(r"^(?:RssAnon|VmSwap):\s+(\d+) kB$", re.MULTILINE)


def held(pid: int) -> int:
    """Bytes that a process and all that it started hold; 0 where ``/proc`` does not tell."""
    kilobytes = 0
    for member in family(pid):
        with contextlib.suppress(OSError), open(f"/proc/{member}/status", errors="replace") as file:
            kilobytes += sum(map(int, _HELD.findall(file.read())))
    return kilobytes << 10


class MemoryWatch:
    """Ends a process and all that it started when they hold more than `most` bytes together.

    Use it as a context manager while the process runs. Without a bound it does nothing.

    Attributes:
        over: it has ended them.
    """

    def __init__(self, process: subprocess.Popen[Any], most: int | None) -> None:
        self.over = False
        self._process, self._most = process, most
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> MemoryWatch:
        if self._most is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._most is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(EVERY):
            if held(self._process.pid) > (self._most or 0):
                self.over = True
                kill_family(self._process)
                return
