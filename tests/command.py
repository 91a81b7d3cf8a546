"""The command line as users run it: words in, output and exit code out."""

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import chdir, suppress
from pathlib import Path

import pytest
from conftest import ROOT, without_kernel

from nonosat.__main__ import main

COMMAND = [sys.executable, "-m", "nonosat"]
"""What the words of a command follow, for tests that start a process themselves."""


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that runs this checkout, without colors."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **more}


def run(
    *args: object,
    stdin: str | bytes = "",
    cwd: Path = ROOT,
    without: str = "",
    together: bool = False,
    **env: str,
) -> subprocess.CompletedProcess[str]:
    """Run ``nonosat`` with these words to its end.

    It runs in this process, which is much faster, unless packages are hidden from it or it has
    variables of its own.

    Args:
        without: names of packages that are hidden from it.
        together: stderr goes where stdout goes, as on a terminal; not in a process of its own.
        env: further variables of its environment.

    Returns:
        Its output as text; bytes that are no UTF-8 are kept as surrogates. What it says about the
        slow kernel is left out.
    """
    given = stdin.encode() if isinstance(stdin, str) else stdin
    words = [str(arg) for arg in args]
    code, *streams = (
        _in_a_process(words, given, cwd, without, env)
        if without or env
        else _here(words, given, cwd, together)
    )
    out, err = (
        stream.decode("utf-8", "surrogateescape").replace(os.linesep, "\n") for stream in streams
    )
    return subprocess.CompletedProcess(words, code, out, without_kernel(err))


def python(
    *args: object, cwd: Path = ROOT, seconds: float = 120, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a Python of its own to its end: ``python("-c", CODE)``."""
    return subprocess.run(
        [sys.executable, *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", cwd=cwd, timeout=seconds, check=False, env=environment(**env),
    )  # fmt: skip


def begun(*args: object, cwd: Path = ROOT, **env: str) -> subprocess.Popen[str]:
    """A process of ``nonosat`` that works on while the test does something to it."""
    return subprocess.Popen(
        [*COMMAND, *map(str, args)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", cwd=cwd, env=environment(**env),
    )  # fmt: skip


def _in_a_process(
    words: list[str], given: bytes, cwd: Path, without: str, env: dict[str, str]
) -> tuple[int, bytes, bytes]:
    hidden = (
        f"import sys\nfor name in {without.split()!r}: sys.modules[name] = None\n"
        "from nonosat.__main__ import main\nsys.argv[0] = 'nonosat'\nmain()"
    )
    done = subprocess.run(
        [*([sys.executable, "-c", hidden] if without else COMMAND), *words],
        input=given, capture_output=True, cwd=cwd, timeout=240, check=False, env=environment(**env),
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def _here(words: list[str], given: bytes, cwd: Path, together: bool) -> tuple[int, bytes, bytes]:
    streams = [
        io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True)
        for data in (given, b"", b"")
    ]
    if together:
        streams[2] = streams[1]
    with pytest.MonkeyPatch.context() as patch, chdir(cwd):
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", ["nonosat", *words])
        patch.setattr(sys.modules["__main__"], "__package__", None, raising=False)  # the name of it
        for name, value in environment().items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
    _, out, err = (stream.buffer.getvalue() for stream in streams)  # type: ignore[attr-defined]
    return int(ended.value.code or 0), out, err


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self").exists()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that live, as Linux tells."""
    lists = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended
            lists.append(Path(f"/proc/{pid}/task/{thread}/children").read_text())
    return [int(child) for text in lists for child in text.split()]


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used, as Linux tells; 0 if it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK")


def wait_for_work(pid: int, seconds: float) -> None:
    """Wait until a process and its children together have used that much more processor time."""

    def used() -> float:
        return sum(map(processor_seconds, [pid, *children_of(pid)]))

    start = used()
    wait_for(lambda: used() - start >= seconds)


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def without_times(text: str) -> str:
    """Seconds vary; what is around them does not."""
    return "\n".join(re.split(r"[,;] 0\.| \(0\.", line)[0].rstrip() for line in text.splitlines())
