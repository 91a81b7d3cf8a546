"""What can happen to workers, and that it costs their own puzzles only."""

import json
import signal
from pathlib import Path

import pytest
from command import alive, children_of, python, wait_for
from conftest import at_night, without_kernel
from puzzle_collections import (
    MIXED,
    SLOW_ONES,
    Row,
    check,
    check_all,
    collection,
    environment,
    linux,
    moody,
    posix,
    puzzle_line,
    rows_here,
    rows_of,
    size_of,
    started,
    unvarying,
)

from nonosat import child
from nonosat.cli.progress import Watch
from nonosat.errors import EngineFailed
from nonosat.files import loads
from nonosat.formats import FORMATS
from nonosat.limits import Deadline
from nonosat.model import Puzzle, Sheet, SourcedSheet
from nonosat.registry import Entry
from nonosat.run import guard
from nonosat.run.executor import Here
from nonosat.run.guard import InProcess
from nonosat.run.processes import Processes
from nonosat.run.questions import CHECK, FAILED, Request
from nonosat.run.source import Item
from nonosat.solving.backends import BACKENDS
from nonosat.solving.result import Result


@pytest.fixture
def _moody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of this process know the backend moody."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)


def run_api(path: Path, request: Request, workers: int = 2) -> dict[int, Row]:
    """Rows by position."""
    rows = rows_here(path, request, Processes(workers))
    assert len({row["position"] for row in rows}) == len(rows)
    return {row["position"]: row for row in rows}


def test_work_that_was_reported_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has worked for 5 s dies of its second puzzle, and so does the next one."""
    spent = [0.0]

    class FakeChild:
        """Works for 5 s on its first puzzle, if it is the first child; else for 1 s, and dies."""

        def __init__(self, function: object, memory: int) -> None:
            self.seconds = 0.0

        def ask(
            self, function: object, puzzle: Puzzle, *_: object, deadline: Deadline, wanted: object
        ) -> Result:
            if spent == [0.0] == [self.seconds]:
                self.seconds = 5.0
                return Result(puzzle, (), False, "line", cpu_seconds=5.0)
            self.seconds += 1.0
            raise EngineFailed("gone")

        def kill(self) -> None:
            spent[0] += self.seconds

    monkeypatch.setattr(FakeChild, "loaded", FakeChild, raising=False)
    monkeypatch.setattr(child, "Child", FakeChild)
    monkeypatch.setattr(guard, "cpu_seconds_of_children", lambda: spent[0])
    (sheet,) = loads(puzzle_line(2, 2), "jsonl")
    named = SourcedSheet(sheet, "a")
    item = Item(0, named, slow=True)
    results = [
        guard.guarded_check(Request(CHECK, backend="line"), item, named, sheet.puzzle)
        for _ in range(2)
    ]
    assert [result.cpu_seconds for result in results] == [5.0, 2.0]
    assert results[1].error.startswith("gone; it could take ")


@pytest.mark.slow
@posix
@pytest.mark.usefixtures("_moody")
def test_the_puzzle_that_kills_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOODY_FOLDER", str(tmp_path))
    lines = [puzzle_line(5, 5, i) for i in range(60)]
    lines[17] = puzzle_line(moody.KILLS, 3)
    lines[40] = puzzle_line(moody.KILLS_ONCE, 4)
    rows = run_api(collection(tmp_path, lines), Request(CHECK, backend="moody"))
    assert sorted(rows) == list(range(1, 61))
    killer = rows.pop(18)
    assert (killer["verdict"], killer["solutions"]) == ("unknown", [])
    assert killer["error"].startswith("its worker died 3 times: the solver's process ended")
    assert killer["attempt"] > 3
    assert rows[41]["attempt"] > 1
    assert {row["error"] for row in rows.values()} == {None}
    quiet = run_api(collection(tmp_path, lines[:17], "quiet.jsonl"), Request(CHECK, backend="line"))
    for position, row in quiet.items():
        ours, theirs = unvarying([rows[position], row])
        assert ours["solutions"] == theirs["solutions"]


@pytest.mark.slow
@linux
@pytest.mark.usefixtures("_moody")
def test_a_hog_costs_its_own_puzzle_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_fair_share", lambda: 160 << 20)
    monkeypatch.setitem(BACKENDS._entries, "moody", Entry("moody", "moody:Moody", "misbehaves"))
    lines = [puzzle_line(5, 5), puzzle_line(moody.HOGS, 2), puzzle_line(5, 5, 1)]
    request = Request(CHECK, backend="moody")
    rows = rows_here(collection(tmp_path, lines), request, InProcess())
    errors = {row["position"]: row["error"] for row in rows}
    assert errors == {1: None, 2: "out of memory; it could take 160 MiB of memory", 3: None}


@pytest.mark.slow
@linux
@pytest.mark.usefixtures("_moody")
def test_hangs_and_falls_cost_their_own_puzzle_only(tmp_path: Path) -> None:
    lines = [puzzle_line(5, 5, i) for i in range(20)]
    moods = {3: moody.HANGS, 12: moody.FALLS, 15: moody.LIES, 16: moody.BREAKS}
    for at, mood in moods.items():
        lines[at] = puzzle_line(mood, 2)
    path = collection(tmp_path, lines)
    rows = run_api(path, Request(CHECK, backend="moody", seconds=2.0))
    assert sorted(rows) == list(range(1, 21))
    hangs, falls, lies, breaks = (rows.pop(at) for at in (4, 13, 16, 17))
    assert {row["verdict"] for row in (hangs, falls)} == {"unknown"}
    assert hangs["error"] == "the limit of 2 s was reached"
    assert hangs["seconds"] >= 2
    assert "exit code -9" in falls["error"]
    assert (lies["verdict"], breaks["verdict"]) == (None, "unknown")
    assert lies["error"].startswith("backend moody gave a wrong answer: ")
    assert breaks["error"].startswith("backend moody failed: KeyError: 'a bug'")
    assert {row["error"] for row in rows.values()} == {None}
    assert {row["attempt"] for row in rows.values()} == {1}


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--jobs", 2), ("-o", "rows.jsonl")])
def test_an_error_of_a_backend_is_a_row_and_not_the_end_of_the_rest(
    tmp_path: Path, options: tuple[object, ...]
) -> None:
    lines = [puzzle_line(5, 5, i) for i in range(6)]
    lines[2] = puzzle_line(moody.BREAKS, 2)
    done = check(collection(tmp_path, lines).name, "-b", "moody", *options, cwd=tmp_path)
    assert done.returncode == 30
    assert "6 puzzles: " in done.stdout
    assert "1 unknown" in done.stdout


def test_an_internal_error_while_reading_is_no_fault_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(record: object) -> list[Sheet]:
        raise KeyError("a bug")

    path = collection(tmp_path, MIXED[:2])
    monkeypatch.setitem(FORMATS._found, "jsonl", FORMATS.get("jsonl")._replace(reader=read))
    for executor in (InProcess(), Here(Watch())):
        found = check_all(path, Request(CHECK), executor)
        assert {row.word for row in found} == {FAILED}
        assert {row.error for row in found} == {
            "internal error, please report it: KeyError: 'a bug'"
        }


@pytest.mark.slow
def test_the_slow_kernel_is_told_of_once(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[:20])
    for options in ((), ("--jobs", "2")):
        args = ["-m", "nonosat", "check", path.name, *options]
        said = python(*args, cwd=tmp_path, NONOSAT_KERNEL="reference").stderr
        assert said == (
            "nonosat: using the Python kernel, about fifty times slower than the C++ kernel; "
            "unset NONOSAT_KERNEL\n"
        )


@pytest.mark.slow
@linux
def test_a_hanging_puzzle_does_not_stop_the_rest_without_other_processes(tmp_path: Path) -> None:
    lines = [puzzle_line(moody.HANGS, 2), *(puzzle_line(5, 5, i) for i in range(5))]
    path = collection(tmp_path, lines)
    done = check(path.name, "-b", "moody", "--limit", 0.5, "-o", "o.jsonl", cwd=tmp_path)
    assert done.returncode == 30
    rows = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert [row["position"] for row in rows] == [2, 3, 4, 5, 6, 1]


@pytest.mark.slow
@linux
@pytest.mark.parametrize("jobs", [2, *at_night(1)])
def test_the_coordinator_is_killed_and_goes_on(tmp_path: Path, jobs: int) -> None:
    path = collection(tmp_path, SLOW_ONES)
    out = tmp_path / "o.jsonl"
    args = [path.name, "-b", "moody", "--jobs", jobs, "-o", out.name]
    for size in (1, 15_000):
        process = started(*args, "--resume", cwd=tmp_path)
        wait_for(lambda size=size: size_of(out) >= size)
        kids = children_of(process.pid)
        assert len(kids) == (0 if jobs == 1 else 2)
        process.kill()
        process.communicate(timeout=60)
        wait_for(lambda kids=kids: not any(map(alive, kids)))
    before = len(out.read_bytes().splitlines())
    done = check(*args, "--resume", cwd=tmp_path)
    assert done.returncode in (0, 10)
    assert f"; {before} done before; " in done.stdout
    assert [row["position"] for row in rows_of(out)] == list(range(1, 81))


@pytest.mark.slow
@posix
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_at_once_and_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setenv("MOODY_FOLDER", str(tmp_path))
    path = collection(tmp_path, [*SLOW_ONES[:20], puzzle_line(moody.HANGS, 2)])
    out = tmp_path / "o.jsonl"
    args = [path.name, "-b", "moody", "--jobs", jobs, "-o", out.name]
    process = started(*args, cwd=tmp_path)
    wait_for(lambda: out.exists() and out.read_bytes().count(b"\n") == 20)
    wait_for((tmp_path / "hangs").exists)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    hint = "interrupted; the remaining puzzles were not checked; continue with --resume"
    assert without_kernel(errors) == f"nonosat: {hint}\n"
    assert output.startswith("20 puzzles: ")
    assert [row["position"] for row in rows_of(out)] == list(range(1, 21))


@pytest.mark.slow
@linux
def test_a_full_disk_keeps_whole_rows(tmp_path: Path) -> None:
    import resource  # Windows has none

    path = collection(tmp_path, SLOW_ONES)
    out = tmp_path / "o.jsonl"
    args = [path.name, "-b", "moody", "--jobs", 2, "-o", out.name]
    process = started(*args, cwd=tmp_path)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (20_000, 20_000))
    _, errors = process.communicate(timeout=60)
    rows = out.read_bytes().splitlines(keepends=True)
    assert process.returncode == 5
    assert without_kernel(errors) == (
        f"nonosat: o.jsonl: File too large; {len(rows)} rows of this run are kept\n"
        "nonosat: finished puzzles are in o.jsonl; continue with: nonosat check all.jsonl -b moody "
        "--jobs 2 -o o.jsonl --resume\n"
    )
    assert 0 < len(rows) < 80
    assert all(row.endswith(b"}\n") for row in rows)
    assert check(*args, "--resume", cwd=tmp_path).returncode in (0, 10)
    assert [row["position"] for row in rows_of(out)] == list(range(1, 81))


@pytest.mark.slow
@pytest.mark.usefixtures("_moody")
def test_a_limit_holds_for_both_goes_together(tmp_path: Path) -> None:
    path = collection(tmp_path, [puzzle_line(moody.BUSY, 2), puzzle_line(5, 5)])
    row = run_api(path, Request(CHECK, backend="moody", seconds=0.1), 1)[1]
    assert (row["verdict"], row["error"]) == ("unknown", "the limit of 0.1 s was reached")
    row = run_api(path, Request(CHECK, backend="moody", seconds=30), 1)[1]
    assert row["error"] is None
    assert row["seconds"] >= 0.3
