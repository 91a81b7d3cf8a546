"""``nonosat check``: its lines and totals, its exit codes, and what it says of broken files."""

import json
import shlex
from itertools import permutations
from pathlib import Path

import pytest
from command import run
from conftest import without_files
from format_examples import NON
from puzzle_collections import ROW_FACTS
from test_cli import SWITCH, ZIGZAG, hard_puzzle

import nonosat
from nonosat.cli.sinks import Totals
from nonosat.model import Grid, Puzzle
from nonosat.run.questions import CHECK
from nonosat.run.rows import Row


def test_check_reports_the_bad_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"rows": [[1], [1]], "cols": [[1], [1]], "title": "Switch"}\n'
        '{"rows": [[2]], "cols": [[1]]}\n'
        '{"rows": [[1], [2], [1]], "cols": [[1], [1, 1], [1]]}\n'
        '{"rows": [[1]], "cols": [[1]]}\n'
    )
    (tmp_path / "notes.md").write_text("no puzzle\n")
    (tmp_path / "package.json").write_text('{"name": "no puzzle"}\n')
    done = run("check", ".", cwd=tmp_path)
    assert done.returncode == 20
    pointer = "`nonosat conflict 'a.jsonl#{}'` finds the likely typo"
    assert without_files(done.stderr).splitlines() == [
        f"nonosat: a.jsonl:2: row 1 needs 2 cells, the grid is 1 wide ({pointer.format(2)})",
        f"nonosat: {pointer.format(3)}",  # for the one without a solution
    ]
    assert [" ".join(line.split()[:4]) for line in done.stdout.splitlines()] == [
        "a.jsonl 2x2 multiple needs",
        "4 cells vary, marked",
        "1 1",
        "1 ? ?",
        "1 ? ?",
        "a.jsonl#3 3x3 none no",
        "a.jsonl#4 1x1 unique no",
        "4 puzzles: 1 multiple,",
    ]
    assert done.stdout.splitlines()[-1].startswith(
        "4 puzzles: 1 multiple, 1 not read, 1 none, 1 unique; 2 other files skipped; "
    )
    done = run("check", ".", "--json", cwd=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [list(row) for row in rows] == [list(ROW_FACTS)] * 4
    assert [row["verdict"] for row in rows] == ["multiple", None, "none", "unique"]
    assert [row["position"] for row in rows] == [1, 2, 3, 4]
    assert rows[0]["title"] == "Switch"
    assert rows[1]["error"] == "a.jsonl:2: row 1 needs 2 cells, the grid is 1 wide"


@pytest.mark.parametrize("options", [[], ["--jobs", "2"]], ids=["one", "jobs"])
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["lines", "json"])
def test_no_broken_puzzle_is_passed_over(
    tmp_path: Path, options: list[str], json: list[str]
) -> None:
    """A text of clues that no format reads counts; others are named with the reason, the first five."""
    (tmp_path / "good.non").write_text(NON)
    (tmp_path / "bad.txt").write_text("Rows:\n2 2\n4 4\n9\nColumns:\n3\n3\n1 1\n2\n")
    for number in range(7):
        (tmp_path / f"{number}.txt").write_text("no puzzle\n")
    done = run("check", ".", *options, *json, cwd=tmp_path)
    complaint, skipped = sorted(done.stderr.splitlines())
    assert (done.returncode, complaint[:20]) == (3, "nonosat: bad.txt:2: ")
    why = "found no puzzle: it has no line of numbers. "
    assert skipped.startswith(
        f"nonosat: skipped 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 2 more: {why}"
    )
    if not json:
        totals = done.stdout.splitlines()[-1]
        assert totals.startswith("2 puzzles: 1 unique, 1 not read; 7 other files skipped; ") or (
            totals.startswith("2 puzzles: 1 not read, 1 unique; 7 other files skipped; ")
        )


def test_exit_codes_of_check(tmp_path: Path) -> None:
    hard = hard_puzzle(tmp_path, 2, 60)
    unique, multiple = "data/seeds/hook-5x5.two", "tests/data/ambiguous/horizontales-5x5.txt"
    assert run("check", unique).returncode == 0
    assert run("check", unique, multiple).returncode == 10
    assert run("check", multiple, str(hard), "--limit", "0.1").returncode == 30
    assert run("check", unique, "-b", "placements").returncode == 0
    refused = run("check", str(hard), "-b", "placements")
    assert refused.returncode == 30
    assert "backend placements lists at most 2,000,000" in refused.stdout


def test_data_is_all_unique() -> None:
    done = run("check", "data", "--json")
    assert done.returncode == 0
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) >= 19
    assert {row["verdict"] for row in rows} == {"unique"}


CANNOT = {
    "three.g": ("#t\n: rows\n1\n: columns\n1\n", "three.g:1: triddlers are not supported"),
    "three.xml": (
        '<?xml version="1.0"?>\n<puzzleset>\n<puzzle type="triddler">\n</puzzle>\n</puzzleset>\n',
        "three.xml:3: triddlers are not supported",
    ),
}


@pytest.mark.parametrize("name", CANNOT)
def test_a_puzzle_of_a_kind_that_is_not_read_fails_its_folder(name: str, tmp_path: Path) -> None:
    text, said = CANNOT[name]
    (tmp_path / name).write_text(text)
    (tmp_path / "good.txt").write_text("##.\n.#.\n")
    done = run("check", ".", cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr == f"nonosat: {said}\n"
    assert "2 puzzles: 1 unique, 1 not read; " in done.stdout


def test_rows_of_typed_clues_are_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    for clues, done_before in ((ZIGZAG, False), (ZIGZAG, True), (SWITCH, False)):
        more = ["--resume"] if out.exists() else []
        done = run("check", *clues, "-o", out, *more)
        assert ("1 done before" in done.stdout) == done_before


@pytest.mark.parametrize("way", ["typed", "-"])
def test_how_to_see_both_solutions_of_what_is_in_no_file(way: str) -> None:
    ones = ";".join(["1"] * 40)
    typed = ["--rows", ones, "--cols", ones]
    text = json.dumps({side: [[1]] * 40 for side in ("rows", "columns")})
    done = run("check", *typed) if way == "typed" else run("check", "-", stdin=text)
    words = " ".join(done.stdout.split()).partition("to see both: nonosat ")[2]
    command = words.partition(" 1 puzzle: ")[0]
    assert shlex.split(command) == ["solve", *(typed if way == "typed" else ["-"]), "-n", "2"]


def test_a_large_ambiguous_puzzle_is_not_drawn(tmp_path: Path) -> None:
    run("generate", "random", "--size", "60", "--density", "0.5", "--seed", "3", "-o", "a.json", cwd=tmp_path)  # fmt: skip
    done = run("check", "a.json", cwd=tmp_path)
    assert done.returncode == 10
    _, *differ, total = done.stdout.splitlines()
    assert " ".join(line.strip() for line in differ).endswith(
        "to see both: nonosat check a.json --report a.html"
    )
    both = json.loads(run("check", "a.json", "--json", cwd=tmp_path).stdout)
    assert (both["engine"], len(both["solutions"]), len(both["differs"])) == ("switch", 2, 4)
    bare = run("check", "a.json", "--clues-only", cwd=tmp_path).stdout
    assert "to see both: nonosat solve a.json -n 2" in " ".join(bare.split())
    assert total.startswith("1 puzzle: 1 multiple; ")


@pytest.mark.parametrize("by_order", [True, False])
def test_equal_counts_are_said_in_the_order_of_the_verdicts(
    by_order: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `by_order`: the order of rows is chance where many work."""
    order = ["unique", "multiple", "none", "not read"]
    for words in permutations(order):
        totals = Totals(CHECK.means, says_counts=True, by_order=by_order)
        for word in (*words, "multiple"):
            totals.take(Row("a.non", 1, word))
        totals.finish()
        rest = [word for word in (order if by_order else words) if word != "multiple"]
        counts = ", ".join(f"1 {word}" for word in rest)
        assert capsys.readouterr().out.startswith(f"5 puzzles: 2 multiple, {counts}; ")


def test_quiet_prints_what_is_not_unique_and_the_totals() -> None:
    done = run("check", "-q", "data/seeds", "tests/data/ambiguous")
    first, *_, total = done.stdout.splitlines()
    assert first.startswith("tests/data/ambiguous/horizontales-5x5.txt")
    assert "data/seeds" not in done.stdout
    assert total.startswith("7 puzzles: 6 unique, 1 multiple; ")


def test_without_a_path_the_folder_is_checked(tmp_path: Path) -> None:
    assert "nonosat check -" in run("check", cwd=tmp_path).stderr
    (tmp_path / "notes.txt").write_text("nothing here\n")
    done = run("check", cwd=tmp_path)
    assert (done.returncode, done.stdout[:16]) == (3, "no puzzle found;")
    assert "to check input from a pipe: nonosat check -" in done.stderr
    (tmp_path / "p.mk").write_text("1 1\n1\n#\n1\n")
    assert run("check", cwd=tmp_path).returncode == 0


def test_check_names_puzzles_of_one_picture(tmp_path: Path) -> None:
    grid = Grid.of(["##.", "#..", "###", "..#"])
    for name, picture in zip(
        ["a.json", "b.json", "c.json"], [grid, grid.rotate(), grid.flip()], strict=True
    ):
        nonosat.dump([nonosat.Sheet(Puzzle.from_picture(picture))], tmp_path / name)
    nonosat.dump([nonosat.Sheet(Puzzle.of([1], [1]))], tmp_path / "d.json")
    done = run("check", ".", cwd=tmp_path)
    said = "nonosat: one picture, perhaps turned or mirrored: a.json, b.json, c.json\n"
    assert (done.returncode, without_files(done.stderr)) == (0, said)
    assert run("check", "a.json", "d.json", cwd=tmp_path).stderr == ""
