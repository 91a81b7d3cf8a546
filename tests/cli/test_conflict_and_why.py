"""The commands ``conflict`` and ``why``, and what points to ``conflict``."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command import run

import nonosat

TYPO = """width 5
height 5
rows
4
1
3
1
3,1
columns
2
1,1
1,1,1
4
1,1,1
"""
POINTER = "`nonosat conflict --rows CLUES --cols CLUES` finds the likely typo"


@pytest.fixture
def typo(tmp_path: Path) -> str:
    """A file whose totals differ."""
    path = tmp_path / "typo.non"
    path.write_text(TYPO)
    return str(path)


def test_conflict_of_a_file_whose_totals_differ(typo: str) -> None:
    done = run("conflict", typo, "--proof")
    assert (done.returncode, done.stderr) == (3, "")
    assert "the rows have 13 cells, the columns 14" in done.stdout
    assert "column 4: change 4 to 3: exactly one solution, by line logic" in done.stdout
    assert "These 4 lines (proved: no fewer)" in done.stdout
    assert "\n>3 1 ? ? ? ? ?\n" in done.stdout  # row 5 is marked
    assert "cannot be completed: a contradiction" in done.stdout


def test_the_likeliest_correction_is_copied(typo: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.non"
    done = run("conflict", typo, "--copy-to", str(copy))
    assert (done.returncode, done.stderr) == (3, f"nonosat: wrote {copy}\n")
    best = next(line for line in done.stdout.splitlines() if line.startswith("  1. "))
    line, old, new = re.fullmatch(r"  1\. (.*): change (.*) to (.*): exactly one .*", best).groups()  # type: ignore[union-attr]
    axis, number = line.split()
    before, after = TYPO.split("columns\n"), copy.read_text().split("columns\n")
    sides = [text.split("rows\n")[-1].split() for text in (*before, *after)]
    was, now = (sides[0], sides[2]) if axis == "row" else (sides[1], sides[3])
    assert (was[int(number) - 1], now[int(number) - 1]) == (
        old.replace(" ", ","),
        new.replace(" ", ","),
    )
    assert run("check", str(copy)).returncode == 0
    other = tmp_path / "other.non"
    done = run("conflict", str(copy), "--copy-to", str(other), "--json")
    assert done.stderr == f"nonosat: nothing to correct: {other} was not written\n"
    assert (done.returncode, other.exists()) == (0, False)


def test_a_correction_keeps_title_and_given_cells(tmp_path: Path) -> None:
    """Two rows of one block each cannot fill a column of three; the given cell stays."""
    puzzle = {"rows": [[1], [2], [1]], "cols": [[1], [1, 1], [1]], "title": "Ärger"}
    given = {"given": ["???", "#??", "???"]}
    path = tmp_path / "p.json"
    path.write_text(json.dumps(puzzle | given))
    done = run("conflict", str(path), "--copy-to", str(tmp_path / "c.json"))
    assert done.returncode == 20, done.stderr
    (sheet,) = nonosat.load(tmp_path / "c.json")
    (before,) = nonosat.load(path)
    assert (sheet.title, sheet.goals) == ("Ärger", ())
    assert sheet.puzzle.givens == before.puzzle.givens
    assert nonosat.check(sheet.puzzle.clues_only().puzzle()).solutions


@pytest.mark.parametrize(
    "text", ["1;4;3;2,2;2\n2;3;3;3;1,1\n", "Rows:\n2\nColumns:\n1\n2\n", "1;2;\n1;1;\n"]
)
def test_conflict_of_any_format(text: str, tmp_path: Path) -> None:
    path = tmp_path / "typo.txt"
    path.write_text(text)
    done = run("conflict", str(path))
    assert (done.returncode, done.stderr) == (3, "")
    assert "The likely typo" in done.stdout


def test_conflict_of_what_is_no_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "letter.non"
    path.write_text("Dear Sir,\n")
    done = run("conflict", str(path))
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1


def test_conflict_with_known_cells(tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text("#??\n???\n??-\n")
    done = run("conflict", "--rows", "1;2;3", "--cols", "1;2;3", "--known", str(path))
    assert done.returncode == 20
    assert "differs from the known cells in: row 1, column 1; row 3, column 3" in done.stdout


@pytest.mark.parametrize("command", ["solve", "check", "steps"])
def test_what_points_to_conflict(command: str, tmp_path: Path, typo: str) -> None:
    path = tmp_path / "none.non"
    path.write_text("width 3\nheight 3\nrows\n1,1\n3\n1,1\ncolumns\n2\n2\n3\n")
    done = run(command, str(path))
    pointer = POINTER.replace("--rows CLUES --cols CLUES", str(path))
    assert (done.returncode, done.stderr) == (20, f"nonosat: {pointer}\n")
    done = run(command, typo)
    assert done.returncode == 3
    assert done.stderr.endswith(
        f"1 more in the columns ({POINTER.replace('--rows CLUES --cols CLUES', typo)})\n"
    )


#    rows           columns          cell    code  stderr
COMPLAINTS = [
    ("1;1",         "1;1",           "9,1",   2, "there is no row 9, column 1: the puzzle is 2x2"),
    ("1;1",         "1;1",           "here",  2, "cell 'here': give one row and one column, counted from 1, as 3,7"),
    ("1;1 1;1 1;2", "1 1;1 1;1 1;1", "1,1",  20, POINTER),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "cell", "code", "complaint"), COMPLAINTS)
def test_why_of_a_cell_without_an_answer(
    rows: str, cols: str, cell: str, code: int, complaint: str
) -> None:
    done = run("why", "--rows", rows, "--cols", cols, "--cell", cell)
    assert (done.returncode, done.stderr) == (code, f"nonosat: {complaint}\n")


#   id                      words                                                       code  how it begins, and what else is in it
TOLD = {
    "totals agree":        ('conflict --rows "1 1;3;1 1" --cols "2;2;3"',                 20, "", ["row 1 (1 1)"]),
    "a solution":          ("conflict data/drawn/cat.txt",                                0, "There is a solution", []),
    "colors":              ('conflict --rows "1r 1k;2k" --cols "1r 1k;1k"',                3, "", ["the rows have 3 black cells, the columns 2", "column 2: change 1k to 2k"]),
    "one rule":            ('why --rows "3;1;1" --cols "1;3;1" --cell 1,1',                0, "row 1, column 1 is filled. It takes 1 line:\n", [">3*# # #\n"]),
    "the opposite":        ('why --rows "3;1;3 1;1;1" --cols "1;1;1 3;1;3" --cell 4,4',    0, "", ["suppose row 4, column 4 were filled", "so row 4, column 4 is blank"]),
    "solutions differ":    ('why --rows "1;1" --cols "1;1" --cell 2,1',                    0, "", ["not the same in all solutions", "*#", "*."]),
}  # fmt: skip


@pytest.mark.parametrize(("words", "code", "begin", "told"), TOLD.values(), ids=TOLD)
def test_what_is_told(words: str, code: int, begin: str, told: list[str]) -> None:
    done = run(*shlex.split(words))
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith(begin)
    assert [text for text in told if text not in done.stdout] == []


HEART = ("--rows", "1 1;5;5;3", "--cols", "2;4;4;4;2")
"""Without its last row."""


def test_a_wrong_number_is_found_without_what_finds_a_missing_line() -> None:
    done = run("conflict", *HEART, without="pysat pysolvers")
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout.splitlines()[2].startswith("  1. column 3: change 4 to 3: ")


UMBRELLA = """My umbrella, typed by Anna
Rows
1
3
5
1
2 1
3

Columns
1
2 1
6
2
1
"""


def test_a_typed_text_is_mended_in_its_own_form(tmp_path: Path) -> None:
    mended = UMBRELLA.replace("Columns\n1\n", "Columns\n1\n1 2\n")
    (tmp_path / "typed.txt").write_text(UMBRELLA)
    words = ("conflict", "typed.txt", "--copy-to", "mended.txt")
    done = run(*words, cwd=tmp_path)
    assert "wrote mended.txt" in done.stderr, done.stderr
    assert (tmp_path / "mended.txt").read_text() == mended
    assert run("check", "mended.txt", cwd=tmp_path).returncode == 0
    assert run(*words, cwd=tmp_path).returncode == 5, "it is not replaced"
    assert run(*words, "--force", cwd=tmp_path).returncode == 3


def test_another_correction_can_be_chosen(tmp_path: Path) -> None:
    clues = ("--rows", "4;1;3;1;3,1", "--cols", "2;1,1;1,1,1;4;1,1,1")
    said = run("conflict", *clues).stdout.splitlines()
    changes = [line for line in said if re.match(r"  [1-9]\. ", line)]
    assert len(changes) == 3
    written = set()
    for number in range(1, 4):
        path = tmp_path / f"{number}.non"
        run("conflict", *clues, "--choose", str(number), "--copy-to", path)
        assert run("check", path).returncode == 0
        written.add(path.read_text())
    assert len(written) == 3
    done = run("conflict", *clues, "--choose", "2")
    assert (done.returncode, done.stderr) == (2, "nonosat: --choose needs --copy-to FILE\n")


def test_the_answer_is_short_and_the_proof_is_asked_for() -> None:
    clues = ("--rows", "1;1;1;1;1", "--cols", "2;2;3")
    done, proved = run("conflict", *clues), run("conflict", *clues, "--proof")
    assert done.stdout.splitlines()[-1] == "--proof prints why."
    assert "How they contradict each other" not in done.stdout
    assert proved.stdout.splitlines()[-1].endswith("cannot be completed: a contradiction   ?##")
    assert "█" in done.stdout, "the picture that a correction gives"
