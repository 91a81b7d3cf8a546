"""A line missing or doubled, a crossed size, rows from the bottom: where the size or the totals tell."""

import random
from pathlib import Path

import pytest
from brute_force import puzzle_of, random_grid
from command import run
from conftest import ROOT

import nonosat
from nonosat.ask.explain.conflict import Conflict, conflict
from nonosat.ask.explain.line_slips import CROSSED, DOUBLED, MISSING
from nonosat.limits import Limits
from nonosat.model import Clue, Clues, Grid, MissizedClues, Puzzle
from nonosat.solving.result import Verdict

UNHURRIED = Limits(60)
PICTURE = Grid.of(["####.", "...#.", "..###", ".....", "###.#", "#...."])
RIGHT = Puzzle.of_grid(PICTURE)
SIZE = RIGHT.height, RIGHT.width


def found_for(rows: tuple, cols: tuple, size: tuple[int, int] | None = None) -> Conflict:
    clues = Clues(rows, cols) if size is None else MissizedClues(rows, cols, size=size)
    return conflict(clues, limits=UNHURRIED)


@pytest.mark.parametrize("gone", range(RIGHT.height))
def test_a_row_that_is_missing(gone: int) -> None:
    """Also the empty one, where the totals agree."""
    rows = RIGHT.rows[:gone] + RIGHT.rows[gone + 1 :]
    found = found_for(rows, RIGHT.cols, SIZE)
    assert found.complaint == "the size says 5x6, the clues make 5x5"
    assert found.solvable is False
    assert {typo.kind for typo in found.typos} == {MISSING}
    assert RIGHT in [typo.puzzle for typo in found.typos]
    clue = RIGHT.rows[gone].text(RIGHT.palette)
    texts = [str(typo) for typo in found.typos if typo.puzzle == RIGHT]
    assert f"a row is missing: insert {clue} as row {gone + 1}" in texts


def test_a_column_that_is_missing_shows_in_the_totals() -> None:
    found = found_for(RIGHT.rows, RIGHT.cols[:3] + RIGHT.cols[4:])
    assert RIGHT in [typo.puzzle for typo in found.typos if typo.kind == MISSING]


def test_no_line_is_missed_where_nothing_tells() -> None:
    rows = RIGHT.rows[:3] + RIGHT.rows[4:]  # the empty one: the totals agree
    found = found_for(rows, RIGHT.cols)
    assert not [typo for typo in found.typos if typo.kind == MISSING]


def test_a_line_is_not_missed_where_a_number_will_do() -> None:
    puzzle = Puzzle.of([[3], [1], [1]], [[1], [3], [1]])
    rows = ((puzzle.rows[0][0]._replace(length=2),), *puzzle.rows[1:])
    found = found_for(rows, puzzle.cols)
    assert found.typos[0].puzzle == puzzle
    assert not [typo for typo in found.typos if typo.kind == MISSING]


@pytest.mark.parametrize("size", [SIZE, None])
def test_a_line_that_is_doubled(size: tuple[int, int] | None) -> None:
    rows = (*RIGHT.rows[:3], RIGHT.rows[2], *RIGHT.rows[3:])
    found = found_for(rows, RIGHT.cols, size)
    assert RIGHT in [typo.puzzle for typo in found.typos if typo.kind == DOUBLED]


def test_an_empty_line_that_is_doubled_shows_in_the_size() -> None:
    rows = (*RIGHT.rows[:4], (), *RIGHT.rows[4:])
    found = found_for(rows, RIGHT.cols, SIZE)
    assert [(typo.kind, typo.puzzle) for typo in found.typos] == [(DOUBLED, RIGHT)]


def test_a_crossed_size_is_named_and_not_the_clues_exchanged() -> None:
    found = found_for(RIGHT.rows, RIGHT.cols, SIZE[::-1])
    assert [(typo.kind, typo.puzzle) for typo in found.typos] == [(CROSSED, RIGHT)]
    said = f"exchange the numbers of the size: {RIGHT.width}x{RIGHT.height}"
    assert str(found.typos[0]) == said


def test_colors_are_told_apart() -> None:

    right = puzzle_of(random_grid(random.Random(8), 5, 5, 2, 0.7), 2)
    clues = MissizedClues(right.rows[:2] + right.rows[3:], right.cols, right.palette, size=(5, 5))
    found = conflict(clues, limits=UNHURRIED)
    assert found.typos
    assert all(typo.puzzle.palette == right.palette for typo in found.typos)
    assert right.cols == found.typos[0].puzzle.cols


FILES = {
    "rows.non": "width 3\nheight 3\nrows\n2\n3\ncolumns\n2\n3\n1\n",
    "columns.mk": "2 3\n1\n3\n#\n1\n2\n",
    "size.json": '{"width": 3, "height": 3, "rows": [[2], [3]], "columns": [[2], [3], [1]]}',
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_declare_a_size_reach_it(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    done = run("check", name, cwd=tmp_path)
    assert done.returncode == 3
    assert "nonosat conflict" in done.stderr
    done = run("conflict", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (3, "")
    assert "the size says" in done.stdout
    assert (
        "exchange the numbers of the size: 2x3" in done.stdout
        if "turned" in name
        else "is missing" in done.stdout
    )


TURNED = "width 3\nheight 2\nrows\n1\n2\n1\ncolumns\n1\n3\n"
GNO = "[Dimensions]\n2\n3\n[Row clues]\n1\n2\n1\n[Column clues]\n1\n3\n"


@pytest.mark.parametrize(("name", "text"), [("a.non", TURNED), ("a.gno", GNO)])
def test_a_size_that_is_crossed_yields_to_the_clues(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    (sheet,) = nonosat.load(tmp_path / name)
    assert sheet.puzzle == nonosat.Puzzle.of([1, 2, 1], [1, 3])
    assert sheet.remarks == ("the size says 3x2, the clues make 2x3: the clues count",)
    (tmp_path / name).write_text(text.replace("3\n", "3\n3\n"))  # only one side differs
    with pytest.raises(nonosat.NonosatError):
        nonosat.load(tmp_path / name)


@pytest.mark.parametrize("name", ["cat.txt", "apple.non", "fox.json"])
def test_rows_from_the_bottom_are_named_first_and_can_be_read(name: str, tmp_path: Path) -> None:
    puzzle = nonosat.load(ROOT / "data" / "drawn" / name)[0].puzzle
    upside_down = nonosat.Puzzle(puzzle.rows[::-1], puzzle.cols, puzzle.palette)
    nonosat.dump([upside_down], tmp_path / "a.non")
    done = run("conflict", "a.non", cwd=tmp_path)
    said = "or the rows from bottom to top; --from bottom-up reads them: exactly one"
    assert said in done.stdout.splitlines()[1]
    (again,) = nonosat.load(tmp_path / "a.non", "bottom-up")
    assert (again.puzzle.rows, again.puzzle.cols) == (puzzle.rows, puzzle.cols)


def test_rows_from_the_bottom_are_named_beside_a_number_that_would_help() -> None:
    """In small pictures another clue could be wrong as well."""
    both = 0
    for seed in range(60):
        right = puzzle_of(random_grid(random.Random(seed), 4, 4, 1, 0.6), 1)
        if nonosat.check(right).verdict is not Verdict.UNIQUE:
            continue
        found = conflict(nonosat.Puzzle(right.rows[::-1], right.cols), limits=UNHURRIED)
        if found.solvable is False:
            first = [typo.puzzle.cols for typo in found.typos[:2]]
            assert tuple(Clue(col[::-1]) for col in right.cols) in first, seed
            both += len(found.typos) > 1
    assert both > 3


def test_a_picture_says_where_the_top_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("##.\n..#\n")
    assert nonosat.load(tmp_path / "a.txt", "bottom-up") == nonosat.load(tmp_path / "a.txt")


@pytest.mark.parametrize(
    "words", ["Rows (bottom to top):", "Rows from the bottom:", "Zeilen (von unten):"]
)
def test_a_heading_that_says_bottom_up_is_not_passed_over(words: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{words}\n2\n1 1\n3\nColumns:\n3\n1 1\n2\n", encoding="utf-8")
    for format in (None, "bottom-up"):
        with pytest.raises(nonosat.Unsure, match=r"not sure: .* heading"):
            nonosat.load(path, format)
    (sheet,) = nonosat.load(path, "found")
    assert any("is not followed: rows are read from the top" in said for said in sheet.guesses)
    assert not any(getattr(said, "advice", None) for said in sheet.guesses)
