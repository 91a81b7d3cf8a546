"""``nonosat repair``: its answers, its pictures, and what it refuses."""

import json
import re
from pathlib import Path

import pytest
from command import run, without_times
from conftest import without_files

import nonosat
from nonosat import dump
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.solving.result import Verdict

pytest.importorskip("pysat", reason="python-sat is not installed")

SWITCHES = ["#.....", ".#....", "......", "....#.", "...#..", "######"]
WAYS = ["changed", "given"]
CUP = """
....................
....................
....#..#............
....#..#............
.#############......
.#...........#......
.#...........###....
.#...........#..#...
..#.........#....#..
..#.........#.....#.
..#.........#.....#.
..#.........#.....#.
..#.........#....#..
..#.........#...#...
...#.......####.....
...#.......#........
...#.......#........
...#########........
....................
....................
"""


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "picture.pbm"
    bits = "\n".join(" ".join("01"[char == "#"] for char in row) for row in SWITCHES)
    path.write_text(f"P1\n6 6\n{bits}\n")
    return path


def test_both_answers_are_shown_marked_and_proved(picture: Path) -> None:
    done = run("repair", picture)
    assert (done.returncode, done.stderr) == (0, "")
    lines = without_times(done.stdout).splitlines()
    said = [line for line in lines if "Proved" in line]
    marks = [run("repair", picture, "--only", way).stdout.count("*") for way in WAYS]
    assert done.stdout.count("*") == sum(marks)
    assert marks == [1, 2]
    assert said[0].startswith("Change 1 cell to ")
    assert lines[-1].startswith("Give 2 cells: row ")
    assert all(line.endswith(". Proved: no fewer will do.") for line in said)


def test_json_has_both_answers(picture: Path) -> None:
    done = run("repair", picture, "--json", "-n", "all")
    facts = json.loads(done.stdout)
    assert facts["source"] == str(picture)
    changed, given = facts["changed"], facts["given"]
    assert (len(changed["cells"]), changed["fewest"], changed["at_least"]) == (1, True, 1)
    assert (len(given["cells"]), given["fewest"], given["at_least"]) == (2, True, 2)
    assert len(changed["pictures"]) == 2
    before, after = Grid.of(SWITCHES), Grid.of(changed["pictures"][0])
    assert before.differs(after) == [tuple(cell) for cell in changed["cells"]]


@pytest.mark.parametrize("way", WAYS)
def test_each_kind_of_proposal_is_unique(tmp_path: Path, way: str) -> None:
    path, out = tmp_path / "cup.txt", tmp_path / "mended.json"
    path.write_text(CUP)
    before = Grid.of(CUP)
    done = run("repair", path, "--only", way, "-o", out)
    assert done.returncode == 0
    assert without_files(done.stderr).startswith("nonosat: saved: ")
    (sheet,) = nonosat.load(out)
    result = nonosat.check(sheet.puzzle)
    assert (result.verdict, result.solutions) == (Verdict.UNIQUE, sheet.goals)
    changed = before.differs(sheet.goals[0])
    assert bool(changed) == (way != "given")


def test_a_picture_without_a_proof_is_saved_on_request(tmp_path: Path) -> None:
    path, out = tmp_path / "noise.json", tmp_path / "mended.json"
    drawn = nonosat.generate("random", size=60, density=0.45, seed=3)
    nonosat.dump(drawn, path)
    done = run("repair", path, "--limit", "1", "-o", out)
    assert (done.returncode, out.exists()) == (30, False)
    assert "cells are not decided; --only changed saves that" in done.stderr
    done = run("repair", path, "--limit", "1", "-o", out, "--only", "changed")
    assert done.returncode == 30
    assert "nonosat: saved: with " in done.stderr
    (sheet,) = nonosat.load(out)
    assert sheet.goals[0] != drawn.goals[0]
    assert sheet.puzzle.violation(sheet.goals[0]) is None


def test_a_drawing_beside_its_clues(tmp_path: Path) -> None:
    drawing, clues = tmp_path / "cup.txt", tmp_path / "cup.non"
    drawing.write_text(CUP)
    nonosat.dump([Sheet(nonosat.load(drawing)[0].puzzle)], clues)
    done = run("repair", clues, "--picture", drawing, "--only", "changed", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = run("repair", drawing, "--only", "changed", "--json").stdout
    pictures = [json.loads(text)["changed"]["pictures"] for text in (done.stdout, answer)]
    assert pictures[0] == pictures[1]
    done = run("repair", clues, "--picture", clues)
    assert (done.returncode, done.stderr) == (
        2, f"nonosat: --picture {clues}: the file has no picture\n",
    )  # fmt: skip


def test_cells_to_keep(picture: Path) -> None:
    done = run("repair", picture, "--keep", "1-3,1-6", "--keep", "4-6,1-6", "--only", "changed")
    assert done.returncode == 10
    assert "Proved: no change will do, too many cells must be kept." in done.stdout
    assert run("repair", picture, "--keep", "1,1", "--only", "changed").returncode == 0


def test_an_area_to_keep_takes_no_memory_before_the_picture_is_known() -> None:
    from nonosat.cli.repair_work import kept_area  # needs pysat

    assert kept_area("1-5000,2-5000") == (range(5000), range(1, 5000))


#    arguments                               code  stderr
WRONG = [
    (["--keep", "3"],                           2, "--keep '3': give ROWS,COLS, as 3,7 or 1-5,2-9"),
    (["--keep", "0,1"],                         2, "--keep '0,1': rows and columns count from 1 upwards"),
    (["--keep", "5-2,1"],                       2, "--keep '5-2,1': rows and columns count from 1 upwards"),
    (["--keep", "99999,99999"],                 3, "99999x99999 is too large: at most 10000 a side and 25000000 cells"),
    (["--keep", "1-5000,1-5000"],               2, "there is no row 1, column 7 to keep: the picture is 6x6"),
    (["--keep", "7,1"],                         2, "there is no row 7, column 1 to keep: the picture is 6x6"),
    (["-n", "0"],                               2, "-n '0': expected a number of at least 1, or all"),
    (["--only", "given", "-o", "no.mk"],        5, "mk has no place for given cells; .json and .non have"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "code", "message"), WRONG)
def test_wishes_that_make_no_sense(
    picture: Path, words: list[str], code: int, message: str
) -> None:
    done = run("repair", picture, *words)
    assert (done.returncode, done.stderr) == (code, f"nonosat: {message}\n")


def test_without_a_picture_a_solution_is_taken() -> None:
    done = run("repair", "tests/data/ambiguous/horizontales-5x5.txt", "--only", "changed")
    assert done.returncode == 0
    assert "using the first solution found, which may be one of many" in done.stderr


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('{"rows": [[1], [2], [1]], "columns": [[1], [1, 1], [1]]}', 20, "no solution"),
        ('{"rows": [[1], [1]], "columns": [[1], [1]], "goal": ["##", ".."]}', 3, "row 1 reads 2"),
    ],
    ids=["no solution", "a picture of other clues"],
)
def test_what_is_wrong_with_the_file_is_said(
    tmp_path: Path, text: str, code: int, said: str
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text)
    done = run("repair", path)
    assert done.returncode == code
    assert said in done.stderr


def test_a_unique_picture_needs_nothing() -> None:
    done = run("repair", "data/drawn/owl.pbm")
    assert (done.returncode, done.stdout.count("there is exactly one solution")) == (0, 2)


def test_many_changes_are_saved_only_when_asked_for(tmp_path: Path) -> None:
    """Of one cell in each row and column, most cells need another beside them."""
    drawn = Grid(7, 7, bytes(at % 8 == 0 for at in range(49)))
    dump(Sheet(Puzzle.of_grid(drawn), (drawn,)), tmp_path / "a.json")
    done = run("repair", "a.json", "-o", "b.json", "--limit", "90", cwd=tmp_path)
    assert done.returncode == 5
    assert not (tmp_path / "b.json").exists()
    assert "not saved: the fewest cells found are 5 (10.2% of all); " in done.stderr
    ways = re.findall(r"--only (\w+) saves", done.stderr)
    assert ways == ["changed", "given"], done.stderr
    for way in ways:
        words = ("repair", "a.json", "-o", f"{way}.json", "--only", way, "--limit", "90")
        assert "saved: " in run(*words, cwd=tmp_path).stderr
        (sheet,) = nonosat.load(tmp_path / f"{way}.json")
        assert nonosat.check(sheet).is_unique


def test_several_drawings_go_into_a_folder(tmp_path: Path) -> None:
    drawn = [Grid.of(rows) for rows in (["#.", ".#"], [".#.", "###", ".#."])]
    for name, grid in zip(("a b.pbm", "ü.pbm"), drawn, strict=True):
        dump(Sheet(Puzzle.of_grid(grid), (grid,)), tmp_path / name)
    (tmp_path / "bad.pbm").write_text("P1 2")
    done = run("repair", "a b.pbm", "bad.pbm", "ü.pbm", "-o", "out/", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "nonosat: bad.pbm" in done.stderr
    assert "a b.pbm: 1 cell changed: " in done.stderr
    assert "ü.pbm: unique as it is: " in done.stderr
    for path in sorted((tmp_path / "out").iterdir()):
        assert nonosat.check(nonosat.load(path)[0]).is_unique
    assert len(list((tmp_path / "out").iterdir())) == 2
