"""What nonosat draws reads back as its puzzles: clues and given cells, a solution only where it is drawn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from command import run

from nonosat import Puzzle, Sheet, book, check, dump, load, show
from nonosat.errors import NonosatError
from nonosat.model import Domains
from nonosat.solving.result import Verdict

COLORED = "data/drawn/mushroom.ppm"
ROOT = Path(__file__).parents[2]
FIRST_CELL = Domains.of_cells(3, 3, 2, [0b10, *[0b11] * 8])
CROSS = Sheet(
    Puzzle.of([[1, 1], [1], [1, 1]], [[1, 1], [1], [1, 1]]).given(FIRST_CELL),
    title='A "cross" & <more>',
    author="me",
)
SUFFIXES = ("svg", "png", "pdf", "html")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("solution", [False, True])
def test_a_drawing_reads_back_as_its_puzzle(suffix: str, solution: bool, tmp_path: Path) -> None:
    dump(CROSS, tmp_path / "p.json")
    more = ["--solution"] if solution else []
    for _ in range(2):  # a drawing may be drawn again
        assert run("show", "p.json", "-o", f"d.{suffix}", *more, cwd=tmp_path).returncode == 0
    (sheet,) = load(tmp_path / f"d.{suffix}")
    assert (sheet.puzzle, sheet.title, sheet.author) == (CROSS.puzzle, CROSS.title, "me")
    assert sheet.goals == (check(CROSS.puzzle).solutions if solution else ())
    assert run("check", f"d.{suffix}", cwd=tmp_path).stdout.count("unique") == 2


@pytest.mark.parametrize("suffix", SUFFIXES[2:])
def test_a_book_reads_back_as_its_puzzles(suffix: str, tmp_path: Path) -> None:
    sheets = load(ROOT / "data/drawn/first-steps.jsonl")
    made = book(sheets, tmp_path / f"b.{suffix}")
    again = load(tmp_path / f"b.{suffix}")
    assert [it.puzzle for it in again] == [it.puzzle for it in made.puzzles]
    assert all(check(it.puzzle).solutions == it.goals for it in again)


def test_a_colored_picture_survives(tmp_path: Path) -> None:
    (sheet,) = load(ROOT / COLORED)
    for suffix in ("svg", "png"):
        show(sheet, tmp_path / f"c.{suffix}", solution=True)
        (again,) = load(tmp_path / f"c.{suffix}")
        assert (again.puzzle, again.goals) == (sheet.puzzle, sheet.goals)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_damaged_drawing_is_read_right_or_refused(suffix: str, tmp_path: Path) -> None:
    dump(CROSS, tmp_path / "p.json")
    run("show", "p.json", "-o", f"d.{suffix}", cwd=tmp_path)
    data = bytearray((tmp_path / f"d.{suffix}").read_bytes())
    start = data.index(b"nonosat-puzzle:1.")
    chance = random.Random(1)
    for _ in range(60):
        changed = bytearray(data)
        changed[start + chance.randrange(150)] = chance.choice(b"aZ9_-&<")
        (tmp_path / f"e.{suffix}").write_bytes(changed[: chance.choice([None, start + 100])])
        try:
            found = load(tmp_path / f"e.{suffix}")
        except NonosatError:
            continue
        assert found
        assert check(found[0].puzzle).verdict in Verdict


def test_other_drawings_are_refused_in_words(tmp_path: Path) -> None:
    for name, text in (
        ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ("a.pdf", "%PDF-1.4\n"),
    ):
        (tmp_path / name).write_text(text)
        done = run("check", name, cwd=tmp_path)
        assert done.returncode == 3
        assert "nonosat cannot read printed clues: type them" in done.stderr
