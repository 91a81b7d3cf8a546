"""Collections of puzzles, ``nonosat check`` on them, and the rows that it writes."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import command
import pytest
from conftest import ROOT

from nonosat.files import dumps, walk_records
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.run.executor import Executor
from nonosat.run.guard import InProcess
from nonosat.run.journal import JsonRow
from nonosat.run.questions import CHECK, Request
from nonosat.run.rows import Row, columns_of
from nonosat.run.source import Source

MOODY = ROOT / "tests" / "moody"
"""A folder for PYTHONPATH: processes that have it know the backend moody."""

sys.path.append(str(MOODY))
import moody  # noqa: E402

ROW_FACTS = tuple(column.name for column in columns_of(CHECK))
"""The keys of every row of a check."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, or limits of Linux")

VARYING = ("seconds", "cpu_seconds", "counters", "attempt")


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that has the backend moody, too."""
    path = os.pathsep.join([str(MOODY), str(ROOT)])
    return command.environment(**{"PYTHONPATH": path, **more})


def check(*args: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run ``nonosat check`` to its end; in this process, unless it is to misbehave."""
    if env or {"moody", "local"} & set(args):
        env = environment(**env)
    return command.run("check", *args, cwd=cwd, **env)


def puzzle_line(height: int, width: int, seed: int = 0) -> str:
    """A puzzle of JSON lines, different for every seed."""
    rng = random.Random(f"{height} {width} {seed}")
    grid = Grid(height, width, bytes(rng.random() < 0.6 for _ in range(height * width)))
    return dumps([Sheet(Puzzle.of_grid(grid))], "jsonl").strip()


def collection(folder: Path, lines: Iterable[str], name: str = "all.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def rows_of(path: Path) -> list[JsonRow]:
    """The rows of a file, in the order of the collection."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert all(tuple(row) == ROW_FACTS for row in rows)
    return sorted(rows, key=lambda row: (row["source"], row["position"]))


def unvarying(rows: Iterable[JsonRow]) -> list[JsonRow]:
    """Rows without what may differ between two runs."""
    return [{k: v for k, v in row.items() if k not in VARYING} for row in rows]


QUESTIONS = ["check", "rate", "count", "backbone", "conflict"]
"""The commands about many puzzles."""
MIXED = [
    *(puzzle_line(4 + i % 9, 5 + i % 7, i) for i in range(150)),
    '{"rows": [[1], [1]], "columns": [[1], [1]], "title": "Switch"}',
    '{"rows": [[2]], "columns": [[1]]}',
    "no JSON",
    '{"puzzles": [{"rows": [[1]], "columns": [[1]]}, {"rows": [[0]], "columns": [[]]}]}',
    '{"rows": [[1], [2], [1]], "columns": [[1], [1, 1], [1]]}',
    # None so hard that the clock decides how `auto` solves it, and thus which solutions it finds.
    puzzle_line(12, 12, 1),
]


def started(*args: object, cwd: Path) -> subprocess.Popen[str]:
    """A process of ``nonosat check`` that works on; it has the backend moody."""
    return command.begun("check", *args, cwd=cwd, **environment())


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


SLOW_ONES = [puzzle_line(moody.SLOW, 2, i) for i in range(80)]


def check_all(path: Path, request: Request, executor: Executor) -> list[Row]:
    """The rows of a file, in the order in which they come."""
    return [*executor.run(Source(walk_records([str(path)])), request)]


def rows_here(
    path: Path, request: Request | None = None, executor: Executor | None = None
) -> list[JsonRow]:
    """The rows of a file, in order, without a command; the executor is closed."""
    with closing(executor or InProcess()) as workers:
        made = check_all(path, request or Request(CHECK), workers)
    rows = [json.loads(row.line) for row in made if row.line]
    return sorted(rows, key=lambda row: row["position"])
