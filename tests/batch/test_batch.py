"""Many puzzles at once: the same rows whoever does the work and whatever happens to him."""

from __future__ import annotations

import contextlib
import csv
import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, ROOT, without_kernel
from typer.testing import CliRunner

import nonosat
from nonosat import kernel
from nonosat.batch.check import check_all
from nonosat.batch.executors import Alone, Team
from nonosat.batch.jobs import FAILED, OUTCOMES, ROW_FACTS, Installed, Job, Ledger, clue_hash
from nonosat.cli import make_app
from nonosat.errors import UsageError
from nonosat.files import Found, Piece, walk, walk_pieces
from nonosat.formats import make_format
from nonosat.model import Grid, Puzzle, Sheet

MOODY = ROOT / "tests" / "moody"
sys.path.append(str(MOODY))
from moody import BREAKS, BUSY, FALLS, HANGS, HOGS, KILLS, KILLS_ONCE, LIES, SLOW  # noqa: E402

Row = dict[str, Any]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc, or limits of Linux")

VARYING = ("seconds", "cpu_seconds", "counters", "attempt")


def environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join([str(MOODY), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "NO_COLOR": "1", **more}


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "nonosat", "check", *map(str, args)]


def check(
    *args: object, cwd: Path, before: Callable[[], None] | None = None, stdin: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*args),
        cwd=cwd,
        env=environment(**env),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=before,
    )
    done.stderr = without_kernel(done.stderr)
    return done


def puzzle_line(height: int, width: int, seed: int = 0) -> str:
    """A puzzle of JSON lines, different for every seed."""
    rng = random.Random(f"{height} {width} {seed}")
    grid = Grid(height, width, bytes(rng.random() < 0.6 for _ in range(height * width)))
    puzzle = Puzzle.of_grid(grid)
    return json.dumps(
        {
            "rows": [[block.length for block in clue] for clue in puzzle.rows],
            "columns": [[block.length for block in clue] for clue in puzzle.cols],
        }
    )


def collection(folder: Path, lines: Iterable[str], name: str = "all.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def rows_of(path: Path) -> list[Row]:
    """The rows of a file, in the order of the collection."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert all(tuple(row) == ROW_FACTS for row in rows)
    return sorted(rows, key=lambda row: (row["source"], row["position"]))


def unvarying(rows: Iterable[Row]) -> list[Row]:
    """Rows without what may differ between two runs."""
    return [{k: v for k, v in row.items() if k not in VARYING} for row in rows]


@pytest.fixture
def _moody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of this process know the backend moody."""
    for name, value in environment().items():
        monkeypatch.setenv(name, value)


def run_api(path: Path, job: Job, workers: int = 2) -> dict[int, Row]:
    """Rows by position."""
    crew = Team(workers)
    try:
        done = [d for a in check_all([str(path)], job, crew) for d in a.done]
    finally:
        crew.close()
    rows = [json.loads(d.line) for d in done if d.line is not None]
    assert len({row["position"] for row in rows}) == len(rows) == len(done)
    return {row["position"]: row for row in rows}


def rows_here(*paths: Path) -> list[Row]:
    """The rows of files, made in this process, in the order of the collection."""
    crew = Alone()
    done = [d for a in check_all(list(map(str, paths)), Job(), crew) for d in a.done]
    crew.close()
    return sorted((json.loads(d.line) for d in done), key=lambda r: (r["source"], r["position"]))


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


@pytest.mark.slow
def test_the_same_rows_whoever_does_the_work(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    made = []
    for number, extra in enumerate(([], ["--jobs", 1], ["--jobs", 2], ["--jobs", 3])):
        out = tmp_path / f"{number}.jsonl"
        done = check(path.name, DATA / "ambiguous", *extra, "-o", out.name, cwd=tmp_path)
        assert done.returncode == 20
        assert done.stderr.count("\n") == 2
        assert "all.jsonl:152: row 1 needs 2 cells, the grid is 1 wide" in done.stderr
        made.append(unvarying(rows_of(out)))
        totals = done.stdout.rpartition("; ")[0]
        assert totals.startswith("158 puzzles: ")
        assert totals.endswith("; 1 other file skipped")
    assert made[0] == made[1] == made[2] == made[3]
    ours = [row for row in made[0] if row["source"] == "all.jsonl"]
    assert [row["position"] for row in ours] == list(range(1, 158))
    # and the same as without any of this
    plain = check(path.name, "--json", cwd=tmp_path)
    theirs = unvarying(json.loads(line) for line in plain.stdout.splitlines())
    assert [{k: v for k, v in row.items() if k != "clue_hash"} for row in ours] == theirs


@pytest.mark.slow
def test_lines_and_pictures_are_printed_as_ever(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[148:])

    def lines(*args: object) -> tuple[object, ...]:
        done = check(path.name, *args, cwd=tmp_path)
        *text, totals = re.sub(r" *[0-9]+\.[0-9]+ s", "", done.stdout).splitlines()
        counts = sorted(re.split("[:;,] ", totals))
        return done.returncode, sorted(text), counts, "\n".join(sorted(done.stderr.splitlines()))

    assert lines() == lines("--jobs", 1) == lines("--jobs", 2)


@pytest.mark.slow
def test_resume_does_the_rest(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    assert check(path.name, "-o", "whole.jsonl", cwd=tmp_path).returncode == 20
    whole = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    for keep in (0, 60, len(whole)):
        part.write_bytes(b"".join(whole[:keep]) + (whole[keep][:40] if keep < len(whole) else b""))
        done = check(path.name, "-o", "part.jsonl", "--resume", "--jobs", 2, cwd=tmp_path)
        assert done.returncode == 20
        assert (f"; {keep} done before; " in done.stdout) == (keep > 0)
        assert part.read_bytes().startswith(b"".join(whole[:keep]))
        assert unvarying(rows_of(part)) == unvarying(rows_of(tmp_path / "whole.jsonl"))


def test_resume_looks_again_at_what_has_changed(tmp_path: Path) -> None:
    lines = [puzzle_line(6, 6, i) for i in range(5)]
    path = collection(tmp_path, lines)
    assert check(path.name, "-o", "out.jsonl", cwd=tmp_path).returncode in (0, 10)
    lines[2] = puzzle_line(6, 6, 77)
    collection(tmp_path, lines)
    done = check(path.name, "-o", "out.jsonl", "--resume", cwd=tmp_path)
    assert "; 4 done before; " in done.stdout
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["position"] for row in rows] == [1, 2, 3, 3, 4, 5]
    (sheet,) = nonosat.loads(lines[2], "jsonl")
    assert clue_hash(sheet.puzzle) in {row["clue_hash"] for row in rows if row["position"] == 3}


ROW = dict.fromkeys(ROW_FACTS) | {
    "source": "a", "position": 1, "height": 1, "width": 1, "colors": 1, "verdict": "unique",
    "solutions": [["#"]], "differs": [], "counters": {}, "seconds": 0.1, "cpu_seconds": 0.1,
    "clue_hash": "0" * 32, "attempt": 1,
}  # fmt: skip

#    arguments                              code  message
WRONG = [
    (["--resume"],                              2, "--resume goes with -o FILE"),
    (["--filter", "unique"],                    2, "--filter goes with --copy-to"),
    (["--copy-to", "x.jsonl"],                  2, "--copy-to goes with --filter VERDICT"),
    (["--filter", "unique", "--copy-to", "x"],  2, "x: no format has the suffix ''"),
    (["--filter", "unique", "--copy-to", "x.mk"], 5, "mk holds one puzzle a file; take .jsonl"),
    (["--filter", "unique", "--copy-to", "no/x.jsonl"], 5, "no/x.jsonl: there is no folder no"),
    (["-o", "x.doc"],                           2, "x.doc: rows are written to .jsonl, .csv or .parquet"),
    (["-o", "no/x.jsonl"],                      5, "no/x.jsonl: there is no folder no"),
    (["-o", "bad.jsonl"],                       5, "bad.jsonl: exists already; go on with it by --resume, or name another file"),
    (["-o", "all.jsonl"],                       5, "all.jsonl: this file is read; name another one to write"),
    (["-o", "more.jsonl", "--resume"],          3, "more.jsonl:1: this is no row of a check (it has no 'source'); is it"),
    (["-o", "poor.jsonl", "--resume"],          3, "poor.jsonl:1: this is no row of a check (it has no 'seconds'); is it"),
    (["-o", "odd.jsonl", "--resume"],           3, """odd.jsonl:1: this is no row of a check (its 'seconds' is "3"); is it"""),
    (["-o", "picture.jsonl", "--resume"],       3, "picture.jsonl:1: this is no row of a check (one of its 'solutions' is 5); is it"),
    (["-o", "notes.jsonl", "--resume"],         3, "notes.jsonl:1: this is no journal: the line is no JSON object"),
    (["--force"],                               2, "--force is about the files of -o, --copy-to and --report"),
    (["-o", "/dev/full"],                       5, "/dev/full: No space left on device; 0 rows of this run are kept"),
    (["-o", "bad.jsonl", "--resume"],           3, "bad.jsonl:2: the journal is damaged here"),
    (["--known", "x", "--jobs", "2"],           2, "--known is about one puzzle"),
    (["--cubes", "9", "-o", "x.jsonl"],         2, "--cubes is about one puzzle"),
    (["--report", "no/x.html"],                 5, "no/x.html: there is no folder no"),
    (["--jobs", "2", "-b", "magic"],            2, "unknown backend 'magic'"),
    (["--jobs", "2", "--limit", "nan"],         2, "a limit of nan seconds makes no sense"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG, ids=lambda v: str(v)[:40])
def test_what_cannot_be_done_is_said(
    tmp_path: Path, args: list[str], code: int, message: str
) -> None:
    if "/dev/full" in args and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    path = collection(tmp_path, MIXED[:3])
    row = ROW
    collection(tmp_path, MIXED[:3], "more.jsonl")
    collection(tmp_path, [json.dumps({k: row[k] for k in row if k != "seconds"})], "poor.jsonl")
    collection(tmp_path, [json.dumps(row | {"seconds": "3"})], "odd.jsonl")
    collection(tmp_path, [json.dumps(row | {"solutions": [5]})], "picture.jsonl")
    (tmp_path / "notes.jsonl").write_text("my notes")
    bad = collection(tmp_path, [json.dumps(row), '{"source": ', json.dumps(row)], "bad.jsonl")
    before = path.read_bytes(), bad.read_bytes()
    names = {file.name for file in tmp_path.iterdir()} | {"x.jsonl"}
    words = ["check", path.name, *args]
    with contextlib.chdir(tmp_path):
        done = CliRunner().invoke(make_app(words), words)
    said = without_kernel(done.stderr)
    assert said.startswith(f"nonosat: {message}")
    assert (done.exit_code, said.count("\n")) == (code, 1)
    assert (path.read_bytes(), bad.read_bytes()) == before
    assert {file.name for file in tmp_path.iterdir()} <= names


def test_rows_become_tables(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    assert check(path.name, "--jobs", 2, "-o", "out.csv", cwd=tmp_path).returncode == 20
    rows = rows_of(tmp_path / "out.csv.jsonl")
    with (tmp_path / "out.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0]) == ROW_FACTS
    assert [(row["position"], row["verdict"] or None) for row in table] == [
        (str(row["position"]), row["verdict"]) for row in rows
    ]
    assert json.loads(table[150]["differs"]) == rows[150]["differs"]


def test_rows_become_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = collection(tmp_path, MIXED)
    assert check(path.name, "-o", "out.parquet", cwd=tmp_path).returncode == 20
    table = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    rows = rows_of(tmp_path / "out.parquet.jsonl")
    assert tuple(table[0]) == ROW_FACTS
    for name in ("source", "position", "verdict", "line_solvable", "seconds", "clue_hash"):
        assert [row[name] for row in table] == [row[name] for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".jsonl", ".non", ".xml"])
def test_puzzles_are_passed_on_in_order(tmp_path: Path, suffix: str) -> None:
    path = collection(tmp_path, MIXED)
    args = [path.name, "--jobs", 2, "--filter", "unique", "--filter", "none"]
    done = check(*args, "--copy-to", f"good{suffix}", "-o", "o.jsonl", cwd=tmp_path)
    assert done.returncode == 20
    rows = rows_of(tmp_path / "o.jsonl")
    wanted = [r["clue_hash"] for r in rows if r["verdict"] in ("unique", "none")]
    copied = [clue_hash(sheet.puzzle) for sheet in nonosat.load(tmp_path / f"good{suffix}")]
    assert copied == wanted
    assert f"good{suffix}: {len(wanted)} copied" in done.stdout
    # again from what is done already
    again = check(*args, "--copy-to", "again.jsonl", "-o", "o.jsonl", "--resume", cwd=tmp_path)
    assert f"; {len(rows)} done before; " in again.stdout
    assert [clue_hash(sheet.puzzle) for sheet in nonosat.load(tmp_path / "again.jsonl")] == wanted


# What can happen to workers.


@pytest.mark.slow
@posix
@pytest.mark.usefixtures("_moody")
def test_the_puzzle_that_kills_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOODY_FOLDER", str(tmp_path))
    lines = [puzzle_line(5, 5, i) for i in range(60)]
    lines[17] = puzzle_line(KILLS, 3)
    lines[40] = puzzle_line(KILLS_ONCE, 4)
    rows = run_api(collection(tmp_path, lines), Job("moody"))
    assert sorted(rows) == list(range(1, 61))
    killer = rows.pop(18)
    assert (killer["verdict"], killer["solutions"]) == ("unknown", [])
    assert killer["error"].startswith("its worker died 3 times: the solver's process ended")
    assert killer["attempt"] > 3
    assert rows[41]["attempt"] > 1
    assert {row["error"] for row in rows.values()} == {None}
    quiet = run_api(collection(tmp_path, lines[:17], "quiet.jsonl"), Job("line"))
    for position, row in quiet.items():
        ours, theirs = unvarying([rows[position], row])
        assert ours["solutions"] == theirs["solutions"]


@pytest.mark.slow
@linux
@pytest.mark.usefixtures("_moody")
def test_hangs_hogs_and_falls_cost_their_own_puzzle_only(tmp_path: Path) -> None:
    lines = [puzzle_line(5, 5, i) for i in range(20)]
    lines[3], lines[8], lines[12] = (puzzle_line(mood, 2) for mood in (HANGS, HOGS, FALLS))
    lines[15], lines[16] = puzzle_line(LIES, 2), puzzle_line(BREAKS, 2)
    begin = time.monotonic()
    path = collection(tmp_path, lines)
    rows = run_api(path, Job("moody", seconds=2.0, memory=160 << 20))
    assert time.monotonic() - begin < 12
    assert sorted(rows) == list(range(1, 21))
    hangs, hogs, falls, lies, breaks = (rows.pop(at) for at in (4, 9, 13, 16, 17))
    assert {row["verdict"] for row in (hangs, hogs, falls)} == {"unknown"}
    assert hangs["error"] == "the limit of 2 s was reached"
    assert 2 <= hangs["seconds"] < 3
    assert hogs["error"] == "out of memory; it could take 160 MiB of memory"
    assert "exit code -9" in falls["error"]
    assert lies["verdict"] is breaks["verdict"] is None
    assert lies["error"].startswith("backend moody gave a wrong answer: ")
    assert breaks["error"] == "internal error, please report it: KeyError: 'a bug'"
    assert {row["error"] for row in rows.values()} == {None}
    assert {row["attempt"] for row in rows.values()} == {1}


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--jobs", 2), ("-o", "rows.jsonl")])
def test_an_internal_error_is_a_row_and_not_the_end_of_the_rest(
    tmp_path: Path, options: tuple[object, ...]
) -> None:
    lines = [puzzle_line(5, 5, i) for i in range(6)]
    lines[2] = puzzle_line(BREAKS, 2)
    done = check(collection(tmp_path, lines).name, "-b", "moody", *options, cwd=tmp_path)
    said = "nonosat: all.jsonl#3: internal error, please report it: KeyError: 'a bug'\n"
    assert (done.returncode, done.stderr) == (70, said)
    assert "6 puzzles: " in done.stdout
    assert "1 failed" in done.stdout


@pytest.mark.parametrize("job", [Job(), Job(in_order=True)], ids=["in any order", "in order"])
def test_an_internal_error_while_reading_is_no_fault_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: Job
) -> None:
    def read(self: object, record: object) -> list[Sheet]:
        raise KeyError("a bug")

    path = collection(tmp_path, MIXED[:2])
    monkeypatch.setattr(type(make_format("jsonl")), "read", read)
    done = [one for result in check_all([str(path)], job, Alone()) for one in result.done]
    assert {one.outcome for one in done} == {FAILED}
    assert OUTCOMES[FAILED] == 70
    assert {one.error for one in done} == {"internal error, please report it: KeyError: 'a bug'"}


def test_the_slow_kernel_is_told_of_once(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED[:20])
    for options in ((), ("--jobs", "2")):
        said = subprocess.run(
            command(path.name, *options), cwd=tmp_path, capture_output=True,
            text=True, timeout=60, check=False, env=environment(NONOSAT_KERNEL="reference"),
        ).stderr  # fmt: skip
        assert said == (
            "nonosat: the kernel in Python serves, some fifty times slower than in C++; "
            "unset NONOSAT_KERNEL\n"
        )


@pytest.mark.slow
@linux
def test_a_hanging_puzzle_does_not_stop_the_rest_without_other_processes(tmp_path: Path) -> None:
    lines = [puzzle_line(HANGS, 2), *(puzzle_line(5, 5, i) for i in range(5))]
    path = collection(tmp_path, lines)
    done = check(path.name, "-b", "moody", "--limit", 0.5, "-o", "o.jsonl", cwd=tmp_path)
    assert done.returncode == 30
    rows = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert [row["position"] for row in rows] == [2, 3, 4, 5, 6, 1]


def children_of(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children")
    kids: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with_kids = task.read_text().split()
        kids += map(int, with_kids)
    assert text.exists()
    return kids


def started(*args: object, cwd: Path, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*args),
        cwd=cwd,
        env=environment(**env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


SLOW_ONES = [puzzle_line(SLOW, 2, i) for i in range(80)]


@pytest.mark.slow
@linux
def test_workers_killed_at_random(tmp_path: Path) -> None:
    path = collection(tmp_path, SLOW_ONES)
    out = tmp_path / "o.jsonl"
    rng = random.Random(5)
    process = started(path.name, "-b", "moody", "--jobs", 2, "-o", out.name, cwd=tmp_path)
    for _ in range(4):
        time.sleep(rng.uniform(0.1, 0.35))
        if process.poll() is None and (kids := children_of(process.pid)):
            os.kill(rng.choice(kids), signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode in (0, 10), without_kernel(errors)) == (True, "")
    rows = rows_of(out)
    assert [row["position"] for row in rows] == list(range(1, 81))
    assert {row["error"] for row in rows} == {None}
    assert max(row["attempt"] for row in rows) > 1


def gone(pids: Sequence[int]) -> bool:
    states = []
    for pid in pids:
        try:
            states.append(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0])
        except (FileNotFoundError, ProcessLookupError):
            states.append("Z")
    return set(states) <= {"Z"}


@pytest.mark.slow
@linux
@pytest.mark.parametrize("jobs", [1, 2])
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
        process.communicate(timeout=10)
        wait_for(lambda kids=kids: gone(kids))
    before = len(out.read_bytes().splitlines())
    done = check(*args, "--resume", cwd=tmp_path)
    assert done.returncode in (0, 10)
    assert f"; {before} done before; " in done.stdout
    assert [row["position"] for row in rows_of(out)] == list(range(1, 81))


@pytest.mark.slow
@posix
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_at_once_and_keeps_what_is_done(tmp_path: Path, jobs: int) -> None:
    path = collection(tmp_path, [*SLOW_ONES[:20], puzzle_line(HANGS, 2)])
    out = tmp_path / "o.jsonl"
    args = [path.name, "-b", "moody", "--jobs", jobs, "-o", out.name]
    process = started(*args, cwd=tmp_path)
    wait_for(lambda: out.exists() and out.read_bytes().count(b"\n") == 20)
    time.sleep(0.3)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=10)
    assert time.monotonic() - begin < 1
    assert process.returncode == 130
    hint = "interrupted; the rest was not looked at; go on with -o o.jsonl --resume"
    assert without_kernel(errors) == f"nonosat: {hint}\n"
    assert output.startswith("20 puzzles: ")
    assert [row["position"] for row in rows_of(out)] == list(range(1, 21))


@pytest.mark.slow
@linux
def test_a_full_disk_keeps_whole_rows(tmp_path: Path) -> None:
    path = collection(tmp_path, SLOW_ONES)
    out = tmp_path / "o.jsonl"

    def small_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    args = [path.name, "-b", "moody", "--jobs", 2, "-o", out.name]
    done = check(*args, cwd=tmp_path, before=small_files)
    rows = out.read_bytes().splitlines(keepends=True)
    assert done.returncode == 5
    assert done.stderr == (
        f"nonosat: o.jsonl: File too large; {len(rows)} rows of this run are kept\n"
        "nonosat: what was done is in o.jsonl; go on with --resume\n"
    )
    assert 10 < len(rows) < 80
    assert all(row.endswith(b"}\n") for row in rows)
    assert check(*args, "--resume", cwd=tmp_path).returncode in (0, 10)
    assert [row["position"] for row in rows_of(out)] == list(range(1, 81))


@pytest.mark.slow
@posix
def test_two_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = collection(tmp_path, SLOW_ONES)
    args = [path.name, "-b", "moody", "-o", "o.jsonl", "--resume"]
    first = started(*args, cwd=tmp_path)
    wait_for(lambda: size_of(tmp_path / "o.jsonl"))
    second = check(*args, cwd=tmp_path)
    assert (second.returncode, second.stderr) == (
        5,
        "nonosat: o.jsonl: another process is writing it\n",
    )
    first.kill()
    first.communicate(timeout=10)


@pytest.mark.slow
@pytest.mark.usefixtures("_moody")
def test_a_limit_holds_for_both_goes_together(tmp_path: Path) -> None:
    path = collection(tmp_path, [puzzle_line(BUSY, 2), puzzle_line(5, 5)])
    row = run_api(path, Job("moody", seconds=0.1), 1)[1]
    assert (row["verdict"], row["error"]) == ("unknown", "the limit of 0.1 s was reached")
    row = run_api(path, Job("moody", seconds=30), 1)[1]
    assert row["error"] is None
    assert row["seconds"] >= 0.3


# What comes in.


def test_pieces_are_not_read_before_they_have_to_be(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    pieces = list(walk_pieces([str(path)]))
    unread = [piece for piece in pieces if isinstance(piece, Piece)]
    # The record with two puzzles is read for their number, and one that might have several.
    assert len(unread) == len(MIXED) - 2
    assert [piece.position for piece in pieces if not isinstance(piece, Path)] == list(
        range(1, len(MIXED) + 2)
    )


def test_a_large_file_of_several_puzzles_is_spread(tmp_path: Path) -> None:
    sheets = nonosat.loads("\n".join(MIXED[:150]), "jsonl")
    for name, copies in (("all.json", 4), ("all.non", 4), ("few.json", 1)):
        path = tmp_path / name
        nonosat.dump(sheets * copies, path)
        pieces = list(walk_pieces([str(path)]))
        assert len(pieces) == (1 if copies == 1 else 150 * copies)
        assert [row["position"] for row in rows_here(path)] == [*range(1, 150 * copies + 1)]


def packed(folder: Path) -> Iterator[str]:
    text = "".join(f"{line}\n" for line in MIXED[:9]).encode()
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(text))
    yield "a.jsonl.gz"
    (folder / "two.gz").write_bytes(gzip.compress(text[:200]) + gzip.compress(text[200:]))
    yield "two.gz"
    with zipfile.ZipFile(folder / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/a.jsonl", text)
        archive.writestr("readme.md", "no puzzle")
        archive.writestr("__MACOSX/.hidden.jsonl", "no puzzle")
    yield "b.zip"


def test_packed_files_are_read(tmp_path: Path) -> None:
    plain = collection(tmp_path, MIXED[:9], "plain.jsonl")
    want = [row["clue_hash"] for row in rows_here(plain)]
    for name in packed(tmp_path):
        rows = rows_here(tmp_path / name)
        assert [row["clue_hash"] for row in rows] == want
    assert rows[0]["source"] == f"{tmp_path / 'b.zip'}/inner/a.jsonl"
    piped = subprocess.run(
        command("-", "--json"),
        cwd=tmp_path,
        env=environment(),
        input=(tmp_path / "a.jsonl.gz").read_bytes(),
        capture_output=True,
        check=False,
    )
    assert len(piped.stdout.splitlines()) == 9


def test_damaged_and_cut_files_keep_what_comes_before(tmp_path: Path) -> None:
    text = "".join(f"{line}\n" for line in MIXED[:150]).encode()
    data = gzip.compress(text)
    (tmp_path / "cut.jsonl.gz").write_bytes(data[: len(data) // 2])
    damaged = bytearray(data)
    damaged[-6] ^= 0xFF  # the checksum
    (tmp_path / "sum.jsonl.gz").write_bytes(damaged)
    sheet = nonosat.loads(MIXED[0], "jsonl")
    several = nonosat.dumps(sheet * 2000, "non").encode()
    (tmp_path / "cut.non.gz").write_bytes(gzip.compress(several)[:-20])
    (tmp_path / "no.zip").write_bytes(b"PK\x03\x04 no archive")
    with zipfile.ZipFile(tmp_path / "bad.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", text)
        archive.writestr("b.jsonl", text)
    broken = bytearray((tmp_path / "bad.zip").read_bytes())
    broken[200:220] = bytes(20)
    (tmp_path / "bad.zip").write_bytes(broken)
    complaint = "the packed data are damaged or cut off"
    for name, at_least, message in (
        ("cut.jsonl.gz", 30, complaint),
        ("sum.jsonl.gz", 100, complaint),
        ("cut.non.gz", 0, complaint),  # the puzzles before cannot be told from half a puzzle
        ("no.zip", 0, "this is no zip archive, or a damaged one"),
        ("bad.zip", 150, complaint),
    ):
        rows = rows_here(tmp_path / name)
        assert any(message in (row["error"] or "") for row in rows)
        assert sum(row["verdict"] is not None for row in rows) >= at_least


@pytest.mark.slow
def test_a_bomb_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    (tmp_path / "bomb.jsonl.gz").write_bytes(gzip.compress(b"[" * (64 << 20)))
    done = check("bomb.jsonl.gz", "--jobs", 2, cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith("nonosat: bomb.jsonl.gz")


RECORD = MIXED[0].encode() + b"\n"
BOMBS = {
    "newlines": (
        "a.jsonl.gz",
        gzip.compress(RECORD + b"\n" * (64 << 20)),
        "100000 empty lines on end",
    ),
    "empty records": ("a.taai.gz", gzip.compress(b"$1\n" * (16 << 20)), "10000 records on end"),
    "one puzzle": ("a.non.gz", gzip.compress(b"width 1\n" + b" " * (64 << 20)), "32 MiB"),
    "lines": ("a.txt.gz", gzip.compress(b"\n" * (31 << 20)), "more than 1000000 lines"),
    "gzip in gzip": ("a.jsonl.gz", gzip.compress(gzip.compress(b"[" * (256 << 20))), ""),
}


@pytest.mark.parametrize(("name", "data", "message"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_takes_no_time(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(data)
    start = time.monotonic()
    errors = [item.error for item in walk([str(tmp_path / name)]) if isinstance(item, Found)]
    assert time.monotonic() - start < 10
    assert message in str(errors[-1])


def test_the_files_of_an_archive_share_what_may_come_out(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(9):
            archive.writestr(f"{number}.jsonl", (" " * 999_999 + "\n") * 10)
    errors = [str(item.error) for item in walk([str(path)]) if isinstance(item, Found)]
    assert "unpacks to more than 200 times its size" in errors[-1]
    assert sum("unpacks" in error for error in errors) > 2


def test_an_archive_without_puzzles_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    for names, message in (
        (["a.exe", "../b.bin"], "no file in this archive is a puzzle by its name and content; the first of 2 is 'a.exe'"),
        ([], "there is no puzzle in this file"),
    ):  # fmt: skip
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, "x")
        (found,) = (item for item in walk([str(path)]) if isinstance(item, Found))
        assert str(found.error) == f"{path}: {message}"
        with pytest.raises(nonosat.NonosatError, match=message):
            nonosat.load(path)


def test_names_in_archives_may_lead_anywhere(tmp_path: Path) -> None:
    """They are only shown, so that the puzzle is read all the same."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../a.jsonl", MIXED[0])
    (found,) = walk([str(path)])
    assert isinstance(found, Found)
    assert found.sheet is not None


def test_globs_are_expanded(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl", "[c].jsonl"):
        collection(tmp_path, MIXED[:1], name)
    done = check("*.jsonl", "--json", cwd=tmp_path)
    sources = [json.loads(line)["source"] for line in done.stdout.splitlines()]
    assert sources == ["[c].jsonl", "a.jsonl", "b.jsonl"]
    assert check("[c].jsonl", cwd=tmp_path).returncode in (0, 10)
    none = check("x*.jsonl", cwd=tmp_path)
    assert (none.returncode, none.stderr) == (3, "nonosat: x*.jsonl: No such file or directory\n")


def test_a_ledger_knows_rows_by_place_and_clues() -> None:
    ledger = Ledger()
    for position in range(1, 2001):
        ledger.add(
            {
                "source": "a.jsonl",
                "position": position,
                "clue_hash": f"{position:032x}",
                "verdict": "unique",
            }
        )
    assert len(ledger) == 2000


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (Installed("0.0.1", kernel.name), r"this is nonosat 0\.0\.1 with .*; install the same"),
        (Installed(nonosat.__version__, "abacus"), "this is nonosat .* with the abacus kernel"),
    ],
)
def test_workers_of_another_version_or_kernel_are_refused(other: Installed, said: str) -> None:
    crew = Alone()
    with pytest.raises(UsageError, match=said):
        list(check_all([str(DATA / "formats/mk/A.mk")], Job(installed=other), crew))
