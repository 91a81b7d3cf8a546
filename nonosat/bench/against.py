"""Two versions of nonosat measured in turns: this one, and one that is installed elsewhere.

Both are called by their command lines, alike, and tell by JSON what they found and how long solving took.
In one measurement they get each puzzle one after the other, so what the machine does hits both.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nonosat.bench.external import External
from nonosat.bench.stats import Results
from nonosat.errors import UsageError

OTHER = "@other"
"""The end of a solver's name where it is that of the other version."""
_COMMANDS = {"first": "solve", "unique": "check"}
"""Goal -> the command that pursues it."""
_OPTIONS = ["-E", "-P", "-m", "nonosat"]
"""Behind Python's name: nothing of the environment or the current directory tells which nonosat runs."""
_START_SECONDS = 60.0


def versions(path: str, backends: Sequence[str], goal: str) -> list[External]:
    """Both versions with each backend, as programs.

    Args:
        path: the other version, see `_python_of`.

    Raises:
        UsageError: there is no nonosat, or none that runs.
    """
    pythons = {"": sys.executable, OTHER: _python_of(path)}
    for python in pythons.values():
        _check(python)
    return [
        External(
            backend + mark,
            f"{shlex.join([python, *_OPTIONS, _COMMANDS[goal]])} {{file}} --json "
            f"-b {shlex.quote(backend)} --limit {{seconds}}",
            "json",
            is_nonosat=True,
        )
        for backend in backends
        for mark, python in pythons.items()
    ]


def _python_of(path: str) -> str:
    """The Python that runs a nonosat.

    Args:
        path: its command, a Python that finds it, the virtual environment that holds it, or a
            checkout with such a one in ``.venv``.
    """
    given = Path(path)
    names = [
        f"{folder}/{name}" for folder in ("bin", "Scripts") for name in ("python", "python.exe")
    ]
    if given.is_dir():
        found = [given / inside / name for inside in (".", ".venv") for name in names]
    elif given.name.startswith("python"):
        found = [given]
    else:
        found = [given.resolve().parent / name for name in ("python", "python.exe")]
    for python in found:
        if python.is_file():
            return os.path.abspath(python)  # not resolved: a link tells Python its environment
    raise UsageError(
        f"--against {path!r}: give the nonosat command of the other version, its virtual environment, "
        "or a checkout with one in .venv"
    )


def _check(python: str) -> None:
    try:
        done = subprocess.run(
            [python, *_OPTIONS, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_START_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as err:
        raise UsageError(f"{python}: cannot be started: {err}") from err
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
        raise UsageError(f"{python} runs no nonosat: {last}")


def apart(results: Results) -> tuple[Results, Results] | None:
    """The results of the other version and those of this one; None if only one was measured."""
    names = [name for name in results.solvers if name + OTHER in results.solvers]
    if not names:
        return None
    others = [
        replace(point, solver=point.solver.removesuffix(OTHER))
        for point in results.points
        if point.solver.endswith(OTHER)
    ]
    ours = [point for point in results.points if point.solver in names]
    return replace(results, points=others), replace(results, points=ours)
