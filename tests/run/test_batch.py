"""Many puzzles at once: the same rows whoever does the work and whatever happens to him."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import DATA, at_night, without_files
from puzzle_collections import MIXED, ROW_FACTS, check, collection, puzzle_line, rows_of, unvarying

import nonosat
from nonosat import kernel
from nonosat.errors import UsageError
from nonosat.files import format_of_suffix
from nonosat.formats.base import Record
from nonosat.run.executor import Installed
from nonosat.run.finished_rows import FinishedRows, flaw_of
from nonosat.run.guard import guarded_work
from nonosat.run.questions import CHECK, Request
from nonosat.run.rows import clue_hash
from nonosat.run.source import Past


@pytest.mark.slow
def test_the_same_rows_whoever_does_the_work(tmp_path: Path) -> None:
    path = collection(tmp_path, MIXED)
    rows_of_each = []
    for number, extra in enumerate(([], ["--jobs", 2])):
        out = tmp_path / f"{number}.jsonl"
        done = check(path.name, DATA / "ambiguous", *extra, "-o", out.name, cwd=tmp_path)
        assert done.returncode == 20
        assert (
            without_files(done.stderr).count("\n") == 3
        )  # two that are not read, and a pointer to `conflict`
        assert "all.jsonl:152: row 1 needs 2 cells, the grid is 1 wide" in done.stderr
        rows_of_each.append(unvarying(rows_of(out)))
        totals = done.stdout.rpartition("; ")[0]
        assert totals.startswith("158 puzzles: ")
        assert totals.endswith("; 1 other file skipped")
    assert rows_of_each[0] == rows_of_each[1]
    ours = [row for row in rows_of_each[0] if row["source"] == "all.jsonl"]
    assert [row["position"] for row in ours] == list(range(1, 158))
    # and the same as without any of this
    plain = check(path.name, "--json", cwd=tmp_path)
    theirs = unvarying(json.loads(line) for line in plain.stdout.splitlines())
    assert ours == theirs


def test_resume_names_and_drops_doubled_rows(tmp_path: Path) -> None:
    path = collection(tmp_path, [puzzle_line(1, 1)] * 7)
    out, args = tmp_path / "out.jsonl", [path.name, "-o", "out.jsonl"]
    check(*args, cwd=tmp_path)
    rows = out.read_bytes().splitlines(keepends=True)
    older = [row.replace(b'"attempt": 1', b'"attempt": 7') for row in rows]
    assert older[0] != rows[0]
    out.write_bytes(b"".join([*older, rows[3], *rows]) + b'{"torn')
    done = check(*args, "--resume", cwd=tmp_path)
    named = ", ".join(f"all.jsonl#{row}" for row in range(1, 6))
    said = f"out.jsonl: dropped 8 doubled rows of {named} and 2 more; the last of each place stays"
    assert (done.returncode, done.stderr) == (0, f"nonosat: {said}\n")
    assert "7 done before" in done.stdout
    assert out.read_bytes() == b"".join(rows)


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
    "clue_hash": "0" * 32, "attempt": 1, "remarks": [], "varies": [], "exhausted": True,
}  # fmt: skip

#    what a row has instead                    flaw
FLAWS = [
    ({},                                       ""),
    ({"a key of another version": 5},          ""),
    ({"verdict": None, "height": None, "solutions": None}, ""),
    ({"height": None, "solutions": None},      "its 'height' is null"),
    ({"exhausted": ...},                       "it has no 'exhausted'"),
    ({"exhausted": 5},                         "its 'exhausted' is 5"),
    ({"seconds": ...},                         "it has no 'seconds'"),
    ({"seconds": "3"},                         """its 'seconds' is "3\""""),
    ({"seconds": float("nan")},                "its 'seconds' is NaN"),
    ({"cpu_seconds": 10**400},                 "its 'cpu_seconds' is 1000000000000000000000000000000000000000"),
    ({"position": 10**20},                     "its 'position' is 100000000000000000000"),
    ({"position": True},                       "its 'position' is true"),
    ({"position": 0},                          "its position is 0, its verdict 'unique'"),
    ({"verdict": "maybe"},                     "its position is 1, its verdict 'maybe'"),
    ({"colors": 10**6},                        "its 'colors' is 1000000"),
    ({"clue_hash": "x"},                       "its clue hash is 'x'"),
    ({"solutions": [5]},                       "one of its 'solutions' is 5"),
    ({"solutions": [["##"]]},                  """one of its 'solutions' is ["##"]"""),
    ({"solutions": [["#"], ["#", "#"]]},       """one of its 'solutions' is ["#", "#"]"""),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "flaw"), FLAWS, ids=lambda v: str(v)[:40])
def test_a_row_that_is_damaged_is_told_from_others(facts: dict[str, Any], flaw: str) -> None:
    assert flaw_of({key: value for key, value in (ROW | facts).items() if value is not ...}) == flaw


#    arguments                              code  message
WRONG = [
    (["--filter", "unique", "--copy-to", "x"],  2, "x: no format has the suffix ''"),
    (["--filter", "unique", "--copy-to", "x.mk"], 5, "mk holds one puzzle per file; use .jsonl"),
    (["--filter", "unique", "--copy-to", "no/x.jsonl"], 5, "no/x.jsonl: there is no folder no"),
    (["-o", "x.doc"],                           2, "x.doc: the suffix must be .jsonl, .csv or .parquet"),
    (["-o", "no/x.jsonl"],                      5, "no/x.jsonl: there is no folder no"),
    (["-o", "bad.jsonl"],                       5, "bad.jsonl: exists already; continue it with --resume, or name another file"),
    (["-o", "all.jsonl"],                       5, "all.jsonl: this file is read; name another one to write"),
    (["-o", "more.jsonl", "--resume"],          3, "more.jsonl:1: not a row of a check (it has no 'source'); is this"),
    (["-o", "notes.jsonl", "--resume"],         3, "notes.jsonl:1: not a journal: this line is not a JSON object"),
    (["-o", "/dev/full"],                       5, "/dev/full: No space left on device; 0 rows of this run are kept"),
    (["-o", "bad.jsonl", "--resume"],           3, "bad.jsonl:2: damaged journal: this line is not JSON"),
    (["--jobs", "2", "-b", "magic"],            2, "unknown backend 'magic'"),
    (["--jobs", "2", "--limit", "nan"],         2, "Invalid value for '--limit': expected seconds, or a time such as 1m, got nan"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG, ids=lambda v: str(v)[:40])
def test_what_cannot_be_done_is_said(
    tmp_path: Path, args: list[str], code: int, message: str
) -> None:
    if "/dev/full" in args and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    path = collection(tmp_path, MIXED[:3])
    collection(tmp_path, MIXED[:3], "more.jsonl")
    (tmp_path / "notes.jsonl").write_text("my notes")
    bad = collection(tmp_path, [json.dumps(ROW), '{"source": ', json.dumps(ROW)], "bad.jsonl")
    before = path.read_bytes(), bad.read_bytes()
    names = {file.name for file in tmp_path.iterdir()} | {"x.jsonl"}
    done = check(path.name, *args, cwd=tmp_path)
    assert done.stderr.startswith(f"nonosat: {message}")
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert (path.read_bytes(), bad.read_bytes()) == before
    assert {file.name for file in tmp_path.iterdir()} <= names


@pytest.mark.slow
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
@pytest.mark.parametrize("suffix", [".non", *at_night(".jsonl", ".xml")])
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


@pytest.mark.parametrize("name", ["copies.json", "copies.xml"])
def test_no_copies_are_a_whole_file_too(tmp_path: Path, name: str) -> None:
    path = collection(tmp_path, MIXED[150:151])
    done = check(path.name, "--filter", "unique", "--copy-to", name, cwd=tmp_path)
    assert (done.returncode, f"{name}: 0 copied" in done.stdout) == (10, True)
    assert (tmp_path / name).read_text() == nonosat.dumps([], format_of_suffix(name))


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
    finished = FinishedRows()
    row = {"source": "a.jsonl", "verdict": "unique"}
    for position in range(1, 2001):
        finished.add(row | {"position": position, "clue_hash": f"{position:032x}"})
    assert len(finished) == 2000
    record = Record(MIXED[0], "a.jsonl")
    for position, known in ((1, len(record.text) + 1), (2, 1), (2000, 1), (2001, 0)):
        found = finished.past_of(record._replace(format="jsonl", position=position))
        assert len(found) == known  # a piece within a file is one puzzle, and not all that follow
        assert found[:1] == (Past(f"{position:032x}", "unique"),)[:known]


def test_workers_of_another_version_or_kernel_are_refused() -> None:
    for other, said in (
        (
            Installed("0.0.1", kernel.name),
            r"this is nonosat 0\.0\.1 with .*; run there: pip install nonosat==0\.0\.1",
        ),
        (Installed(nonosat.__version__, "abacus"), "this is nonosat .* with the abacus kernel"),
    ):
        with pytest.raises(UsageError, match=said):
            guarded_work(Request(CHECK), [], installed=other)
