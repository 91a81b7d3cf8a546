"""Printed puzzles in drawn pictures: most are read, and none is read wrongly in silence."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("PIL")

from drawn_puzzles import HARMS, LOOKS, Clues, Look, clues_of, draw, drawn, picture_of
from PIL import Image

from nonosat import Grid
from nonosat.limits import Limits
from nonosat.pictures.pixels import Photo
from nonosat.scan.lattice import NoPuzzle
from nonosat.scan.picture import scan

HARMED = [seed for seed in range(30) if not LOOKS[[*LOOKS][seed % len(LOOKS)]].quality][:20]


def outcome(image: Image.Image, wanted: Clues) -> str:
    """``right`` or ``WRONG``, and ``surely`` or ``asked``; or ``refused``."""
    try:
        decision = scan(Photo.of(image), limits=Limits(5)).decision
    except NoPuzzle:
        return "refused"
    found = [line.clue for line in decision.rows], [line.clue for line in decision.cols]
    return f"{'right' if found == wanted else 'WRONG'} {'asked' if decision.result is None else 'surely'}"


def outcomes(seeds: range) -> Counter[str]:
    pages = map(drawn, seeds)
    return Counter(outcome(page.image, page.clues) for page in pages)


def harmed(seed: int, harm: str) -> str:
    page = drawn(seed)
    return outcome(HARMS[harm](page, np.random.default_rng(seed)), page.clues)


BLANK_ROW = Grid.of([".....", ".###.", ".#.#.", ".###.", "#...#", "#####"])
ELEVENS = Grid.of(
    ["###########.", "#.#.........", "###########.", "#...#.#.....", "..#.#......#"] * 2
)
PAGE = picture_of(10, 12, 3)

TRAPS = {
    "a line whose 0 is too faint": (BLANK_ROW, Look(zero_ink=(190, 190, 190)), "right asked"),
    "a blank line without a 0": (BLANK_ROW, Look(zeros=False), "right asked"),
    "pills beside the grid": (PAGE, LOOKS["pills"], "right surely"),
    "stripes beside the grid": (PAGE, LOOKS["stripes"], "right surely"),
    "boxes on four sides": (PAGE, LOOKS["four sides"], "right surely"),
    "boxes as stairs": (PAGE, LOOKS["stairs"], "right surely"),
    "noise in blank cells": (PAGE, Look(noise=8), "right surely"),
    "a solved picture": (PAGE, replace(LOOKS["filled"], filled=1.0), "right surely"),
    "filled and crossed cells": (PAGE, LOOKS["crossed"], "right surely"),
    "11 beside 1 1": (ELEVENS, Look(tight=0.35), "right surely"),
    "numbers at the edge of the grid": (PAGE, Look(pad=0.06), "right surely"),
    "few crossings": (picture_of(5, 5, 3), Look(), "right surely"),
    "light on dark": (PAGE, LOOKS["light on dark"], "right surely"),
    "a curled page": (PAGE, LOOKS["curl"], "right surely"),
}
"""What is easily misread: the picture, how it is printed, and what comes of it."""


@pytest.mark.parametrize("trap", TRAPS)
def test_what_is_easily_misread(trap: str) -> None:
    grid, look, wanted = TRAPS[trap]
    assert outcome(draw(grid, look)[0], clues_of(grid)) == wanted


def test_a_photo_on_its_side_is_turned_as_the_camera_says() -> None:
    turned, file, tag = (
        draw(PAGE, Look())[0].transpose(Image.Transpose.ROTATE_90),
        io.BytesIO(),
        Image.Exif(),
    )
    tag[0x0112] = 6  # turn it right
    turned.save(file, "JPEG", quality=95, exif=tag)
    rows, cols = clues_of(PAGE)
    decision = scan(Photo(file.getvalue(), "photo.jpg")).decision
    assert [line.clue for line in (*decision.rows, *decision.cols)] == [*rows, *cols]


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(30, 36), 5), pytest.param(range(60), 45, marks=pytest.mark.night)]
)
def test_most_pictures_are_read_and_none_wrongly_in_silence(seeds: range, least: int) -> None:
    found = outcomes(seeds)
    assert not found["WRONG surely"]
    assert found["right surely"] + found["right asked"] >= least, found


@pytest.mark.parametrize(
    ("seed", "harm"),
    [
        (2, "no first row"),  # a 5 does not fit into its line any more
        (22, "no last row"),  # a 10 near the black cell below is left out
    ],
)
def test_a_number_is_not_left_out_or_changed_in_silence(seed: int, harm: str) -> None:
    assert harmed(seed, harm) == "WRONG asked"


@pytest.mark.parametrize(
    "seeds", [HARMED[:1], pytest.param(HARMED, marks=pytest.mark.night)], ids=["one", "all"]
)
@pytest.mark.parametrize("harm", HARMS)
def test_harmed_pictures_are_not_read_wrongly_in_silence(harm: str, seeds: list[int]) -> None:
    assert "WRONG surely" not in {harmed(seed, harm) for seed in seeds}
