"""Backends of other packages: the one of docs/own-backend.md, and some that lie."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, in_checkout

import nonosat
from nonosat import Grid, Puzzle, UsageError, WrongAnswer
from nonosat.limits import Deadline

SWITCH = Puzzle.of([1, 1], [1, 1])
ONE, TWO = Grid.of(["#.", ".#"]), Grid.of([".#", "#."])
LIARS = """
from nonosat import Grid

class Early:
    def solutions(self, puzzle, **_):
        from nonosat.solving.backends import make_backend
        yield from list(make_backend("line").solutions(puzzle, **_))[:1]

class Same:
    kind = "not a class"
"""


class Yields:
    def __init__(self, *grids: Any) -> None:
        self.grids = grids

    def solutions(self, puzzle: Puzzle, **_: Any) -> Any:
        return [*self.grids]  # no generator


class Late:
    def solutions(self, puzzle: Puzzle, *, deadline: Deadline, **_: Any) -> Any:
        deadline.postpone(-60)
        return []


@pytest.mark.parametrize(
    ("grids", "said"),
    [
        ([Grid.of(["##", ".."])], "gave a wrong answer: row 1 reads 2, its clue is 1"),
        ([ONE, ONE], "the same picture came twice"),
        ([Grid.of(["#"])], "1x1"),
        ([5], "5 is not a Grid"),
        ([None], "None is not a Grid"),
    ],
)
def test_a_wrong_picture_is_an_error(grids: list[Any], said: str) -> None:
    with pytest.raises(WrongAnswer, match=said):
        nonosat.check(SWITCH, backend=Yields(*grids))


def test_an_end_after_the_limit_is_no_proof_of_no_solution() -> None:
    assert nonosat.check(SWITCH, backend=Late(), limits=50).verdict == "unknown"


def test_an_object_works_in_this_process() -> None:
    result = nonosat.check(SWITCH, backend=Yields(ONE, TWO))
    assert (result.verdict.value, result.backend) == ("multiple", f"{__name__}:Yields")
    with pytest.raises(UsageError, match="jobs=1"):
        nonosat.check_many([SWITCH], backend=Yields(), jobs=2)
    (many,) = nonosat.check_many([SWITCH], backend=Yields(ONE, TWO), jobs=1)
    assert many.verdict.value == "multiple"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what an installed package leaves there."""
    folder = tmp_path_factory.mktemp("site")
    page = (ROOT / "docs" / "own-backend.md").read_text("utf-8")
    example = re.search(r"```python\n(.*?)```", page, re.S)
    assert example
    (folder / "slow_rows.py").write_text(example[1])
    (folder / "liars.py").write_text(LIARS)
    about = folder / "slow_rows-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-rows-package\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[nonosat.backends]\nslow-rows = slow_rows:SlowRows\nbroken = gone:Backend\n"
    )
    return folder


def run(package: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-m", "nonosat", *args]
    return subprocess.run(command, env=env, cwd=package.parent, capture_output=True, text=True)


@in_checkout
@pytest.mark.parametrize(
    ("name", "jobs"), [("slow-rows", ()), ("slow_rows:SlowRows", ("--jobs", "2"))]
)
def test_the_example_of_the_docs(package: Path, name: str, jobs: tuple[str, ...]) -> None:
    file = ROOT / "tests/data/ambiguous/horizontales-5x5.txt"
    done = run(package, "check", str(file), "-b", name, "--clues-only", "--json", *jobs)
    found = json.loads(done.stdout)
    assert (done.returncode, found["verdict"], found["backend"]) == (10, "multiple", name)


@in_checkout
def test_packages_are_listed_and_a_broken_one_is_named(package: Path) -> None:
    done = run(package, "backends")
    assert done.stdout.splitlines()[-1].split() == [
        *["slow-rows", "slow_rows:SlowRows", "(of", "slow-rows-package)"]
    ]
    assert done.stderr == (
        "nonosat: backend 'broken' cannot be imported: ModuleNotFoundError: No module named 'gone'\n"
    )


@in_checkout
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone:Backend", "backend 'gone:Backend' cannot be imported: ModuleNotFoundError"),
        ("liars:Nobody", "has no attribute 'Nobody'"),
        ("liars:Same", "backend 'liars:Same' has no method solutions"),
        (
            "gone",
            "unknown backend 'gone'; there are: auto, line, placements, cpsat, mip, sat, broken, slow-rows\n",
        ),
        ("gone:", "unknown backend 'gone:'; there are: auto, "),
    ],
)
def test_a_name_that_is_not_a_backend(package: Path, name: str, said: str) -> None:
    done = run(package, "check", "--rows", "1", "--cols", "1", "-b", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@in_checkout
@pytest.mark.slow
def test_bench_names_a_backend_that_stops_early(package: Path) -> None:
    file = ROOT / "tests/data/ambiguous/horizontales-5x5.txt"
    options = ["-b", "liars:Early", "-b", "auto", "-o", "runs.jsonl"]
    done = run(package, "bench", "run", str(file), *options)
    assert done.returncode == 70
    assert "unique say liars:Early; multiple say auto" in done.stderr
