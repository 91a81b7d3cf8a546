"""Measures two versions of nonosat in turns: this one, and one that is installed elsewhere.

Both are called by the same command line and answer in JSON. Each puzzle goes to both, one after the
other, so other work on the machine affects both.
"""

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
"""Suffix of the names of the other version's solvers."""
_COMMANDS = {"first": "solve", "unique": "check"}
"""Goal -> the command that pursues it."""
_OPTIONS = ["-E", "-P", "-m", "nonosat"]
"""Options of Python, so that neither environment nor current directory change which nonosat runs."""
_START_SECONDS = 60.0


def versions(path: str, backends: Sequence[str], goal: str) -> list[External]:
    """Return both versions with each backend, as outside programs."""
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
    """Return the path of the Python that runs a nonosat: a command, an environment, or a checkout."""
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
            return os.path.abspath(python)  # not resolved: Python finds its environment by the link
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
        raise UsageError(f"cannot start {python}: {err}") from err
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
        raise UsageError(f"{python} cannot run nonosat: {last}")


def split_versions(results: Results) -> tuple[Results, Results] | None:
    """Return the results of the other and of this version; None if only one was measured."""
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
