"""``nonosat scan``: what it prints, writes and refuses, and its exit codes."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from command import run

pytest.importorskip("scipy")
pytest.importorskip("PIL")

import numpy as np
from drawn_puzzles import LOOKS, Look, draw
from PIL import Image

from nonosat import Grid, load

HOOK = Grid.of([".###.", ".#.#.", "...#.", "...#.", ".###."])
SEVERAL = Grid.of(["#...#", ".###.", ".#.#.", ".###.", "#...#"])
"""The corners may be chosen in two ways."""


def saved(folder: Path, grid: Grid, look: Look = LOOKS["plain"], name: str = "page.png") -> str:
    draw(grid, look)[0].save(folder / name)
    return name


def test_a_sure_reading_is_checked_and_kept(tmp_path: Path) -> None:
    page = saved(tmp_path, HOOK)
    done = run("scan", page, "-o", "page.non", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "   1  3\n   2  1 1\n" in done.stdout
    assert (
        "5x5, 10 cells to fill by the rows, 10 by the columns; exactly one solution" in done.stdout
    )
    assert "?" not in done.stdout
    [sheet] = load(tmp_path / "page.non")
    assert sheet.puzzle.accepts(HOOK)
    assert sheet.notes == ()


def test_a_puzzle_with_several_solutions_stays_one(tmp_path: Path) -> None:
    done = run("scan", saved(tmp_path, SEVERAL), cwd=tmp_path)
    assert done.returncode == 10, done.stdout
    assert "several solutions" in done.stdout


def test_clues_that_are_cut_off_are_doubted_and_kept(tmp_path: Path) -> None:
    image, (left, _) = draw(HOOK, LOOKS["plain"])
    image.crop((left - 24, 0, *image.size)).save(tmp_path / "cut.png")
    done = run("scan", "cut.png", "-o", "cut.non", cwd=tmp_path)
    assert done.returncode == 35, done.stdout
    assert "no verdict, since the reading is not sure" in done.stdout
    assert "numbers may be cut off at the left" in done.stdout
    text = (tmp_path / "cut.non").read_text()
    assert 'doubt "the totals differ"' in text
    checked = run("check", "cut.non", cwd=tmp_path)
    assert checked.returncode in (0, 3, 10, 20), "it can be read, or says which totals differ"


@pytest.mark.parametrize("command", ["check", "image"])
def test_a_printed_puzzle_is_known(command: str, tmp_path: Path) -> None:
    page = saved(tmp_path, HOOK, replace(LOOKS["light on dark"], blur=0.6))
    done = run(command, page, cwd=tmp_path)
    assert "`nonosat scan page.png` reads its clues" in done.stderr
    assert "nonosat image" not in done.stderr


REFUSED = {
    "no grid": ([], "there is no grid of lines in this picture", 3),
    "size": (["--size", "20"], "--size '20': give WIDTHxHEIGHT, as 20x20", 2),
    "larger": (["--size", "90x90"], "too few for 90x90", 3),
    "crop": (
        ["--crop", "1,2,3"],
        "expected LEFT,TOP,RIGHT,BOTTOM in pixels, or none, got 1,2,3",
        2,
    ),
    "outside": (["--crop", "0,0,9000,10"], "is not inside a picture of", 2),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused(case: str, tmp_path: Path) -> None:
    words, says, code = REFUSED[case]
    page = saved(tmp_path, HOOK)
    if case == "no grid":
        Image.new("RGB", (300, 200), "gray").save(tmp_path / page)
    done = run("scan", page, *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr


def test_without_the_extra_it_is_named(tmp_path: Path) -> None:
    done = run("scan", saved(tmp_path, HOOK), cwd=tmp_path, without="scipy")
    assert done.returncode == 4
    assert "reading printed puzzles needs SciPy and Pillow" in done.stderr
    assert "scipy" in done.stderr


def hostile_pictures() -> dict[str, Image.Image]:
    noise = np.random.default_rng(0).integers(0, 256, (1400, 1400), np.uint8)
    dots = np.full((2600, 2600), 255, np.uint8)
    dots[::2, ::2] = 0
    three_cells = np.full((130, 130), 255, np.uint8)
    three_cells[20:120:30] = three_cells[:, 20:120:30] = 0
    return {
        "three cells": Image.fromarray(three_cells),
        "noise": Image.fromarray(noise),
        "a million dots": Image.fromarray(dots),
        "thin": Image.new("L", (30_000, 3)),
        "a pixel": Image.new("L", (1, 1)),
    }


@pytest.mark.parametrize("name", hostile_pictures())
def test_hostile_pictures_are_refused(name: str, tmp_path: Path) -> None:
    hostile_pictures()[name].save(tmp_path / "page.png")
    done = run("scan", "page.png", cwd=tmp_path)
    assert done.returncode == 3
    assert "page.png: the" in done.stderr


def test_a_picture_of_100_megapixels_is_not_decoded(tmp_path: Path) -> None:
    file = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(file, "PNG")
    (tmp_path / "page.png").write_bytes(file.getvalue())
    done = run("scan", "page.png", cwd=tmp_path)
    assert done.returncode == 3
    assert "too large" in done.stderr
