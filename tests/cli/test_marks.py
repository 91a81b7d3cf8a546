"""Files of marks that players made, beside the puzzle: every command reads them alike."""

import json
from pathlib import Path

import pytest
from command import run

from nonosat import Grid, Puzzle, Sheet, dump
from nonosat.model import Domains

DUCK = Grid.of(["..........", "..##......", ".####.....", ".#.##.....", "..#####...", "....##....", "...#######", "...######.", "....####..", ".....#.#.."])  # fmt: skip
NINE = [(1, 2), (1, 3), *((6, col) for col in range(3, 10))]
"""Cells that are filled in the marks of nearly all files."""
SHIP = Grid.of(["..#..", ".###.", "#####", ".#.#.", ".###."])
ROWS = "".join(f"{row}\n" for row in SHIP.drawn(".#"))


def text_of(grid: Grid, filled: str, other: str, *wrong: tuple[int, int]) -> str:
    cells = {*NINE, *wrong}
    return "".join(
        "".join(filled if (row, col) in cells else other for col in range(grid.width)) + "\n"
        for row in range(grid.height)
    )


def drawn(grid: Grid) -> Sheet:
    return Sheet(Puzzle.of_grid(grid), goals=(grid,))


def game(path: Path) -> None:
    saved = [2 if divmod(at, 10) in NINE else 3 for at in range(100)]
    sheet = Sheet(Puzzle.of_grid(DUCK), saved=Domains.of_cells(10, 10, 2, saved))
    dump(sheet, path)


STRIPPED = "".join(f"{row.rstrip()}\n" for row in text_of(DUCK, "X", " ").splitlines())
#   name              content                                               what is wrong with it
FILES = {
    "dots.txt":       (text_of(DUCK, "#", "."),                             ""),
    "question.txt":   (text_of(DUCK, "X", "?"),                             ""),
    "squares.txt":    (text_of(DUCK, "■", "□"),                             ""),
    "stripped.txt":   (STRIPPED,                                            ""),
    "spaced.txt":     ("\n".join(map(" ".join, text_of(DUCK, "█", "_").split())), ""),
    "crosses.txt":    (text_of(DUCK, "#", "?").replace("?", "X", 2).replace("?", "-", 1), ""),
    "zeros.txt":      (text_of(DUCK, "1", "0", (1, 1)),                     "row 2, column 2"),
    "lines.txt":      (text_of(DUCK, "#", "_", (1, 1)),                     "row 2, column 2"),
    "dashes.txt":     (text_of(DUCK, "x", "?").replace("?", "-", 10).replace("-", "x", 1), "row 1, column 1"),
    "picture.png":    (Grid.of(text_of(DUCK, "#", ".", (1, 1)).split()),    "row 2, column 2"),
    "game.json":      (game,                                                ""),
    "short.txt":      (text_of(DUCK, "X", "?")[:-11],                       "9 rows of marks, the puzzle has 10"),
    "narrow.txt":     (text_of(DUCK, "X", "?").replace("??XX??????", "??XX"), ":2: 4 columns of marks, the puzzle has 10"),
}  # fmt: skip
COMMANDS = ("check", "hint", "why", "steps", "conflict", "solve", "backbone", "count")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reads_marks_alike(tmp_path: Path, command: str, name: str) -> None:
    """Behind ``--known``, and as a second file; `why` takes a cell there."""
    content, wrong = FILES[name]
    marks = tmp_path / name
    if callable(content):
        content(marks)
    elif isinstance(content, Grid):
        dump(drawn(content), marks)
    else:
        marks.write_text(content, encoding="utf-8")
    dump(Puzzle.of_grid(DUCK), tmp_path / "duck.non")
    ways = [["--known", name], *([[name]] if command != "why" else [])]
    for words in ways:
        cell = ["3,3"] if command == "why" else []
        done = run(command, "duck.non", *cell, *words, cwd=tmp_path)
        expected = 2 if "of marks" in wrong else 20 if wrong else 0
        assert done.returncode == expected, done.stderr
        assert wrong in done.stdout + done.stderr


#   puzzle, marks, exit code, what is said
ANSWERS = [
    ("ship", "..#..\n.###.\n?????\n?????\n?????\n", 0, "4 right, 10 missing, 15 cells to go"),
    ("ship", "#.#..\n.###.\n?????\n?????\n?????\n", 20, "4 right, 1 wrong (row 1, column 1), 10 missing, 15 cells to go"),
    ("ship", "X-#\n\n#\n\n.#.#.\n", 0, "6 right, 10 missing, 19 cells to go"),
    ("ship", "..#..\n.....\n.....\n.....\n.....\n", 0, "1 right, 13 missing, 24 cells to go"),
    ("ship", ROWS, 0, "solved (14 right)"),
    ("ship", ROWS.replace(".", "X"), 0, "solved (25 right)"),
    ("ship", "..X..\n.....\n.....\n.....\n.....\n", 0, "1 right, 13 missing, 24 cells to go"),
    ("two", "#?\n??\n", 0, "1 right, one solution has them, 3 cells to go"),
    ("two", "??\n??\n", 0, "0 right, several solutions have them, 4 cells to go"),
    ("two", "##\n??\n", 20, "2 right, no solution has all of them, 2 cells to go"),
    ("two", "#.\n??\n", 0, "1 right, one solution has them, 2 cells to go"),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "marks", "code", "said"), ANSWERS)
def test_marks_are_counted(puzzle: str, marks: str, code: int, said: str, tmp_path: Path) -> None:
    dump(Puzzle.of_grid(SHIP), tmp_path / "ship.non")
    dump(Puzzle.of([1, 1], [1, 1]), tmp_path / "two.non")
    (tmp_path / "mine.txt").write_text(marks)
    for words in ((f"{puzzle}.non", "mine.txt"), ("mine.txt", f"{puzzle}.non")):
        done = run("check", *words, cwd=tmp_path)
        assert (done.stdout, done.returncode) == (f"mine.txt: {said}\n", code)
        assert done.stderr.startswith(f"nonosat: 1 file read as marks of {puzzle}.non\n")
    assert run("verify", f"{puzzle}.non", "mine.txt", cwd=tmp_path).returncode == code


def test_a_folder_of_sheets(tmp_path: Path) -> None:
    """A line for each; what cannot be read is named, and the others are judged."""
    dump(Puzzle.of_grid(SHIP), tmp_path / "ship.non")
    folder = tmp_path / "students"
    folder.mkdir()
    (folder / "ann.txt").write_text(ROWS)
    (folder / "ben.txt").write_text(ROWS.replace(".", "#", 1))
    (folder / "eve.txt").write_text(ROWS[:-6] + ".....\n")
    done = run("check", "ship.non", "students", cwd=tmp_path)
    assert done.returncode == 20
    assert done.stdout.splitlines() == [
        f"{Path('students/ann.txt')}: solved (14 right)",
        f"{Path('students/ben.txt')}: 14 right, 1 wrong (row 1, column 1), 10 cells to go",
        f"{Path('students/eve.txt')}: 11 right, 3 missing (row 5, columns 2-4), 14 cells to go",
    ]
    (folder / "sue.txt").write_text(ROWS[6:])
    done = run("check", "ship.non", folder, "--json", cwd=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["right"] for row in rows] == [14, 14, 11]
    assert [row["missing"] for row in rows] == [[], [], [[4, 1], [4, 2], [4, 3]]]
    assert f"{Path('students/sue.txt')}: 4 rows of marks, the puzzle has 5" in done.stderr


def test_what_is_no_marks_is_a_puzzle(tmp_path: Path) -> None:
    """Without one file of clues, or with two, or where no side has its length."""
    for name, thing in (("a.txt", SHIP), ("b.txt", SHIP), ("duck.png", DUCK)):
        dump(drawn(thing), tmp_path / name)
    for name in ("ship.non", "again.non"):
        dump(Puzzle.of_grid(SHIP), tmp_path / name)
    for words in (("a.txt", "b.txt"), ("ship.non", "again.non", "a.txt"), ("ship.non", "duck.png"), (".",)):  # fmt: skip
        done = run("check", *words, cwd=tmp_path)
        assert "marks" not in done.stderr
        assert f"{len(words) if words != ('.',) else 5} puzzles" in done.stdout


def test_a_drawing_of_a_game_is_marks(tmp_path: Path) -> None:
    dump(Puzzle.of_grid(SHIP), tmp_path / "ship.non")
    run("backbone", "ship.non", "-o", "begun.png", cwd=tmp_path)
    assert run("check", "ship.non", "begun.png", cwd=tmp_path).stdout.startswith(
        "begun.png: solved"
    )
