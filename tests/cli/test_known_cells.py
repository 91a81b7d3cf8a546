"""Cells that are known beforehand, and cells that a puzzle gives, in the commands."""

import json
from pathlib import Path

import pytest
from command import run
from conftest import ROOT
from test_cli import SWITCH


def test_known_cells(tmp_path: Path) -> None:
    puzzle = str(ROOT / "tests/data/ambiguous/horizontales-5x5.txt")
    known = tmp_path / "known.txt"
    known.write_text("?#???\n" + "?????\n" * 4)
    done = run("check", puzzle, "--known", str(known), "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["verdict"]) == (0, "unique")
    assert facts["solutions"] == [[".##..", "#....", "#..##", "##..#", ".###."]]
    known.write_text("??#??\n")  # what else may be wrong with it: tests/files/test_known.py
    done = run("check", puzzle, "--known", str(known))
    assert done.returncode == 2
    assert done.stderr == f"nonosat: {known}: 1 row of marks, the puzzle has 5\n"
    given = tmp_path / "given.sgt"
    given.write_text("5x5:3/1.2/1.1/1.1/2/2/1/1.2/2.1/3,Bx\n")
    # B skips a cell and fills the next, the one that decides; x skips the 23 behind it.
    done = run("check", str(given), "--known", str(given), "--json")
    assert json.loads(done.stdout)["verdict"] == "unique"
    assert json.loads(run("check", str(given), "--json").stdout)["verdict"] == "unique"
    alone = run("check", str(given), "--clues-only", "--json")
    assert json.loads(alone.stdout)["verdict"] == "multiple"


def test_where_known_cells_may_be_wrong_no_clue_is_blamed(tmp_path: Path) -> None:
    wrong = tmp_path / "known.txt"
    wrong.write_text("##\n??\n")
    pointer = f"nonosat: `nonosat conflict --rows CLUES --cols CLUES --known {wrong}` finds the known cells or clues that are wrong\n"
    for command in ("solve", "steps", "count", "backbone"):
        done = run(command, *SWITCH, "--known", wrong)
        assert "no solution agrees with the known cells" in done.stdout
        assert (done.returncode, done.stderr) == (20, pointer)
    done = run("why", *SWITCH, "--cell", "2,2", "--known", wrong)
    assert done.stdout == "No solution agrees with the known cells, so no cell has a reason.\n"
    assert done.stderr == pointer
    done = run("check", "-", "--known", wrong, stdin="Rows: 1, 1\nColumns: 1, 1\n")
    assert done.stderr.endswith(pointer.replace("--rows CLUES --cols CLUES", "-"))


#   command      words with given cells             words of the clues alone
GIVEN = {
    "solve":    ("unique solution",                 "uniqueness not checked"),
    "check":    ("2 puzzles: 2 unique",             "2 puzzles: 2 multiple"),
    "count":    ("exactly 1 solution",              "exactly 2 solutions"),
    "backbone": ("4 of 4 cells are the same",       "0 of 4 cells are the same"),
    "steps":    ("row 1 (1): line complete",        "rests on 1 guess"),
    "hint":     ("row 1 (1): line complete",        "there are several solutions"),
    "rate":     ("simple boxes",                    "no rating: several solutions"),
    "conflict": ("There is a solution",             "There is a solution"),
}  # fmt: skip


@pytest.mark.parametrize(("command", "words"), GIVEN.items(), ids=GIVEN)
def test_given_cells_count_in_every_command(
    tmp_path: Path, command: str, words: tuple[str, str]
) -> None:
    """Two puzzles with given cells stand in one file; a third file has one that no picture has."""
    line = '{"rows": [[1], [1]], "columns": [[1], [1]], "givens": %s}\n'
    given, broken = tmp_path / "given.jsonl", tmp_path / "broken.json"
    given.write_text(line % '["#?", "??"]' + line % '["??", "?#"]')
    broken.write_text(line % '["##", "??"]')
    for more, said in zip(([], ["--clues-only"]), words, strict=True):
        done = run(command, given, *more)
        assert said in done.stdout + done.stderr, more
    assert run(command, broken).returncode == 20
    if command == "check":  # journals tell puzzles with given cells from others
        rows = tmp_path / "rows.jsonl"
        run("check", given, "-o", rows, "--clues-only")
        assert "2 unique" in run("check", given, "-o", rows, "--resume").stdout


def test_given_cells_make_one_picture_of_two(tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text('{"rows": [[1], [1]], "columns": [[1], [1]], "givens": ["#?", "??"]}')
    done = run("convert", given, "--to", "grid")
    assert done.stdout == "#.\n.#\n"
    assert "the only solution" in done.stderr
