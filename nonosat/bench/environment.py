"""Describes where results were measured: machine, versions, commit and programs."""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from nonosat import kernel
from nonosat.bench.external import External
from nonosat.child import Child
from nonosat.child import identity as our_identity
from nonosat.errors import EngineFailed, LimitReached
from nonosat.limits import Deadline
from nonosat.platforms.cpu import load_average, name_of_processor, processors
from nonosat.platforms.memory import of_machine
from nonosat.platforms.outside import run_program
from nonosat.platforms.processes import split_command, tidied
from nonosat.run.journal import JsonRow

VERSION_SECONDS = 5.0
"""Seconds that a program may take to print its version."""
VERSION_LENGTH = 200
"""Characters of the version that are kept."""


def environment() -> JsonRow:
    """Return the part of a header that describes machine and versions."""
    commit, changed = commit_of(Path(__file__).resolve().parents[2])
    return {
        "machine": {
            "system": platform.platform(),
            "processor": name_of_processor(),
            "processors": processors(),
            "memory_mb": of_machine() >> 20 or None,
        },
        "versions": {
            "python": platform.python_version(),
            "kernel": kernel.name,
            **{name: _version(name) for name in ("nonosat", "ortools", "python-sat")},
        },
        "commit": commit or _installed(),
        "changed": changed,
    }


def machine_load() -> float | None:
    """Return the load average of the last minute divided by the number of processors.

    Above 1, some processes had to wait. None if the system has no load average.
    """
    waiting = load_average()
    return None if waiting is None else round(waiting / (os.cpu_count() or 1), 3)


def commit_of(root: Path) -> tuple[str | None, bool | None]:
    """Return the commit of a source tree, and whether files differ from it; None outside of git."""
    if not (root / ".git").exists():
        return None, None
    # Git refuses the checkout of another user, as in a container, without this option.
    git = ["git", "-c", "safe.directory=*", "-C", str(root)]
    try:
        head, status = (
            subprocess.run(
                [*git, *args], capture_output=True, encoding="utf-8", errors="replace", check=True
            ).stdout.strip()
            for args in (("rev-parse", "--short=12", "HEAD"), ("status", "--porcelain", "nonosat"))
        )
    except (OSError, subprocess.CalledProcessError):
        return None, None
    return head, bool(status)


def _installed() -> str:
    """Return the commit that the installed package was made from, or else its version."""
    try:
        origin = json.loads(distribution("nonosat").read_text("direct_url.json") or "{}")
        return str(origin["vcs_info"]["commit_id"])[:12]
    except (PackageNotFoundError, ValueError, KeyError, TypeError):
        return f"version {our_identity().version}"


def program_facts(external: External) -> JsonRow:
    """Return the facts about a program that distinguish its versions.

    ``files`` are the files that its command names, each with the first digits of its SHA-256.
    ``version`` is the first line that ``--version`` prints, or None after an error. ``commit`` is
    the commit of a nonosat that runs from a git checkout.
    """
    words = split_command(external.command)
    # A word can be a command itself, as after sh -c.
    named = dict.fromkeys(part for word in words for part in re.split(r"[\s;|&]+", word) if part)
    paths = [part if Path(part).is_file() else shutil.which(part) for part in named]
    called, commit = words[:1], None
    if external.is_nonosat:
        called = words[: words.index("-m") + 2]
        place = _first_line_of([*called[:-2], "-c", "import nonosat; print(nonosat.__file__)"])
        commit = place and commit_of(Path(place).parents[1])[0]
    return asdict(external) | {
        "files": {path: _digest(path) for path in paths if path is not None},
        "version": _first_line_of([*called, "--version"]),
        "commit": commit,
    }


def _first_line_of(argv: list[str]) -> str | None:
    """Return the first line that a program prints; None if it ends with an error."""
    try:
        with Child() as child:
            return child.ask(_first_line, argv, deadline=Deadline(2 * VERSION_SECONDS))
    except (EngineFailed, LimitReached):
        return None


def _first_line(argv: list[str]) -> str | None:
    """Do the work of `_first_line_of` in a child, which can kill all that the program started."""
    try:
        with tidied(""):
            ended = run_program(argv, VERSION_SECONDS)
    except OSError:
        return None
    lines = [line.strip() for line in ended.output.splitlines() if line.strip()]
    return lines[0][:VERSION_LENGTH] if ended.code == 0 and lines else None


def _digest(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError:
        return None


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
