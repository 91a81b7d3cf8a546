"""A puzzle, and beside it what a player has marked so far."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

from nonosat import Grid, Puzzle, Sheet, dump
from nonosat.model import Domains

DRAWN = Grid.of(["..#..", ".###.", "#####", ".#.#.", ".###."])
WRONG = "1 of {} marks is wrong: row 1, column 1"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    dump(Puzzle.of_grid(DRAWN), tmp_path / "house.non")
    dump(Puzzle.of([1, 1], [1, 1]), tmp_path / "two.non")
    return tmp_path


#   puzzle, marks, exit code, what is said
ANSWERS = [
    ("house", "..#..\n.###.\n?????\n?????\n?????\n", 0, "all 10 marks are right, 15 cells to go"),
    ("house", "#.#..\n.###.\n?????\n?????\n?????\n", 20, WRONG.format(10)),
    ("house", "X-#\n\n#\n\n.#.#.\n", 0, "all 6 marks are right, 19 cells to go"),
    ("house", "#X#\n\n#\n\n.#.#.\n", 20, WRONG.format(6)),
    ("house", "..#..\n.....\n.....\n.....\n.....\n", 0, "the 1 mark is right, 24 cells to go"),
    ("house", "#....\n.....\n.....\n.....\n.....\n", 20, WRONG.format(1).replace("marks", "mark")),
    ("house", str(DRAWN), 0, "solved"),
    ("house", str(DRAWN).replace(".", "X"), 0, "solved"),
    ("house", "..X..\n.....\n.....\n.....\n.....\n", 0, "the 1 mark is right, 24 cells to go"),
    ("two", "#?\n??\n", 0, "the 1 mark fit one of the solutions, 3 cells to go"),
    ("two", "??\n??\n", 0, "the 0 marks fit several of the solutions, 4 cells to go"),
    ("two", "##\n??\n", 20, "no solution has all of the 2 marks"),
]


@pytest.mark.parametrize(("puzzle", "marks", "code", "said"), ANSWERS)
def test_marks_are_checked(puzzle: str, marks: str, code: int, said: str, here: Path) -> None:
    (here / "mine.txt").write_text(marks)
    for words in ((f"{puzzle}.non", "mine.txt"), ("mine.txt", f"{puzzle}.non")):
        done = run("check", *words, cwd=here)
        assert done.stdout.splitlines()[0] == f"mine.txt: {said}", done.stderr
        assert done.returncode >= code
    assert run("verify", f"{puzzle}.non", "mine.txt", cwd=here).returncode == code


def test_a_complete_grid_is_checked_as_a_picture_too(here: Path) -> None:
    (here / "mine.txt").write_text(str(DRAWN))
    done = run("check", "house.non", "mine.txt", cwd=here)
    said = done.stdout.splitlines()
    assert (done.returncode, said[:2]) == (0, ["mine.txt: solved", "As a picture:"])
    assert said[2].split()[:3] == ["mine.txt", "5x5", "unique"]


def test_a_saved_game_is_marks(here: Path) -> None:
    puzzle = Puzzle.of_grid(DRAWN)
    saved = Domains.of_cells(5, 5, 2, [2 if cell else 3 for cell in DRAWN.cells])
    dump(Sheet(puzzle, saved=saved), here / "game.json")
    done = run("check", "house.non", "game.json", cwd=here)
    assert done.stdout == "game.json: solved\n"


def test_pictures_and_more_files_are_no_marks(here: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (here / name).write_text(str(DRAWN))
    for words in (("a.txt", "b.txt"), ("house.non", "a.txt", "b.txt"), (".",)):
        done = run("check", *words, cwd=here)
        assert "marks" not in done.stdout
        assert "solved" not in done.stdout
