"""The command line as users run it: a process of its own, its output and its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from conftest import ROOT, without_kernel

COMMAND = [sys.executable, "-m", "nonosat"]
"""What the words of a command follow, for tests that start a process themselves."""


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that runs this checkout, without colors."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", **more}


def run(
    *args: str, stdin: str | bytes = "", cwd: Path = ROOT, without: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run ``nonosat`` with these words to its end.

    Args:
        without: names of packages that are hidden from it.
        env: further variables of its environment.

    Returns:
        Its output as text; bytes that are no UTF-8 are kept as surrogates. What it says about the
        slow kernel is left out.
    """
    hidden = (
        f"import sys\nfor name in {without.split()!r}: sys.modules[name] = None\n"
        "from nonosat.__main__ import main\nsys.argv[0] = 'nonosat'\nmain()"
    )
    done = subprocess.run(
        [*([sys.executable, "-c", hidden] if without else COMMAND), *args],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        timeout=60,
        check=False,
        env=environment(**env),
    )
    out, err = (
        stream.decode("utf-8", "surrogateescape").replace(os.linesep, "\n")
        for stream in (done.stdout, done.stderr)
    )
    return subprocess.CompletedProcess(done.args, done.returncode, out, without_kernel(err))


def without_times(text: str) -> str:
    """Seconds vary; what is around them does not."""
    return "\n".join(line.split(", 0.")[0].split("; 0.")[0].rstrip() for line in text.splitlines())
