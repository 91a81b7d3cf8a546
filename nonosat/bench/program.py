"""Running an outside program: bounded in time, memory and output, and nothing left of it."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

from nonosat.platforms.cpu import cpu_seconds_of_children
from nonosat.platforms.memory import MemoryWatch, peak_mb_of_children
from nonosat.platforms.processes import adopt, kill_family

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes that a program may print on stdout, and as many on stderr. One that prints more is ended."""
DRAIN = 0.25
"""Seconds to wait for the rest of the output when a program has ended: a process that it left
running may hold the pipe open for ever."""


class ProgramEnd(NamedTuple):
    """The end of a program, and what it took."""

    code: int | None
    """Its exit code; None: it was ended from here."""
    in_time: bool
    """It was not the limit that ended it."""
    out_of_memory: bool
    """It held too much memory together with what it had started, and was ended."""
    output: str
    """All that it printed, stdout before stderr."""
    seconds: float
    cpu_seconds: float
    peak_mb: float | None


def run(argv: Sequence[str], seconds: float, memory: int | None = None) -> ProgramEnd:
    """Run a command in the current directory. It is ended at the limit, or when it prints too much.

    Args:
        memory: bytes that it may hold together with all that it starts.

    Raises:
        OSError: it cannot be started.
    """
    cpu_before = cpu_seconds_of_children()
    start = time.perf_counter()
    process = subprocess.Popen(
        argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    adopt(process)
    over = threading.Event()
    end = start
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        readers = [_Reader(pipe, over) for pipe in (process.stdout, process.stderr)]

        def wait() -> None:
            nonlocal end
            process.wait()
            end = time.perf_counter()
            over.set()

        # Popen.wait with a timeout looks only every 50 ms, which is too coarse to measure by.
        waiter = threading.Thread(target=wait, daemon=True)
        waiter.start()
        with MemoryWatch(process, memory) as watch:
            in_time = over.wait(seconds)
        code = process.poll()
    finally:
        kill_family(process)
    waiter.join()
    until = time.monotonic() + DRAIN
    for reader in readers:
        reader.join(max(0.0, until - time.monotonic()))
    return ProgramEnd(
        None if watch.over or any(reader.full for reader in readers) else code,
        in_time,
        watch.over,
        "\n".join(bytes(reader.data).decode(errors="replace") for reader in readers),
        round(end - start, 6),
        round(cpu_seconds_of_children() - cpu_before, 6),
        peak_mb_of_children(),
    )


class _Reader(threading.Thread):
    """Reads a pipe to its end, or until it has brought too much."""

    def __init__(self, pipe: IO[bytes], over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._pipe, self._over = pipe, over
        self.data = bytearray()
        self.full = False
        self.start()

    def run(self) -> None:
        read: Any = self._pipe.read1  # type: ignore[attr-defined]  # pipes of Popen are buffered
        with contextlib.suppress(OSError), self._pipe:
            while not self.full and (part := read(65536)):
                self.data += part
                self.full = len(self.data) > MAX_OUTPUT
        if self.full:
            self._over.set()
