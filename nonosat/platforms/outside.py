"""Runs an outside program within limits of time, memory and output, and ends all it started."""

import contextlib
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

from nonosat.platforms.cpu import cpu_seconds_of_children
from nonosat.platforms.memory import TreeWatch, peak_mb_of_children
from nonosat.platforms.processes import adopt, kill_family, no_orphans

MAX_OUTPUT = 4 * 1024 * 1024
"""Bytes that a program may print on stdout, and again on stderr, before it is killed, unless its answer is
larger."""
DRAIN = 0.25
"""Seconds to wait for the rest of the output of a program that has ended: a process that it left
running may keep the pipe open."""


class ProgramEnd(NamedTuple):
    """End and costs of a run of a program."""

    code: int | None
    """Its exit code; None means that it was killed."""
    in_time: bool
    """True unless it was killed at the limit."""
    out_of_memory: bool
    """True if it was killed because it and its children held too much memory."""
    late: bool
    """True if it was killed because it and its children used too many CPU seconds."""
    output: str
    """Everything it printed, stdout before stderr."""
    seconds: float
    cpu_seconds: float
    """CPU seconds of it and all that it started."""
    peak_mb: float
    """The most memory that they held together."""
    waited: float | None
    """Seconds that its threads waited for a processor; None if the system does not say it."""
    sampled: bool
    """True if the memory was only measured from time to time: there were several processes."""


def run_program(
    argv: Sequence[str],
    seconds: float,
    memory: int | None = None,
    cpu: float | None = None,
    most: int = MAX_OUTPUT,
) -> ProgramEnd:
    """Run a command in the current directory, inside of `tidied`.

    Kill it with all that it started at a limit, or if it prints more than `most` bytes.
    """
    cpu_before = cpu_seconds_of_children()
    start = time.perf_counter()
    over = threading.Event()
    end = start
    with no_orphans():
        process = subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        adopt(process)
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            readers = [_Reader(pipe, over, most) for pipe in (process.stdout, process.stderr)]

            def wait() -> None:
                nonlocal end
                process.wait()
                end = time.perf_counter()
                over.set()

            # Popen.wait with a timeout looks only every 50 ms, which is too coarse.
            waiter = threading.Thread(target=wait, daemon=True)
            waiter.start()
            with TreeWatch(process, memory, cpu) as watch:
                in_time = over.wait(seconds)
            code = process.poll()
        finally:
            kill_family(process)
        waiter.join()
    until = time.monotonic() + DRAIN
    for reader in readers:
        reader.join(max(0.0, until - time.monotonic()))
    # Orphans have ended, too, so the system has counted all of them.
    used = max(cpu_seconds_of_children() - cpu_before, watch.cpu_seconds)
    stopped = watch.over or watch.late or any(reader.full for reader in readers)
    return ProgramEnd(
        None if stopped else code,
        in_time,
        watch.over,
        watch.late,
        "\n".join(bytes(reader.data).decode(errors="replace") for reader in readers),
        round(end - start, 6),
        round(used, 6),
        max(peak_mb_of_children(), watch.peak_mb),
        watch.waited,
        watch.several,
    )


class _Reader(threading.Thread):
    """Reads a pipe to its end, or until there is too much."""

    def __init__(self, pipe: IO[bytes], over: threading.Event, most: int) -> None:
        super().__init__(daemon=True)
        self._pipe, self._over, self._most = pipe, over, most
        self.data = bytearray()
        self.full = False
        self.start()

    def run(self) -> None:
        read: Any = self._pipe.read1  # type: ignore[attr-defined]  # pipes of Popen are buffered
        with contextlib.suppress(OSError), self._pipe:
            while not self.full and (part := read(65536)):
                self.data += part
                self.full = len(self.data) > self._most
        if self.full:
            self._over.set()
