"""Printed puzzles in drawn pictures: most are read, and none is read wrongly in silence."""

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("PIL")

from conftest import at_night
from drawn_pages import page
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
        decision = scan(Photo.of(image), limits=Limits(60)).decision
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
BLACK_EDGES = Grid.of(
    ["############", "#..##....#..", "#.####..##..", "###..#..#..#", "#....#.##..."] * 2
)
PAGE = picture_of(10, 12, 3)

TRAPS = {
    "a line whose 0 is too faint": (BLANK_ROW, Look(zero_ink=(225, 225, 225)), "right asked"),
    "a blank line without a 0": (BLANK_ROW, Look(zeros=False), "right asked"),
    "pills beside the grid": (PAGE, LOOKS["pills"], "right surely"),
    "stripes beside the grid": (PAGE, LOOKS["stripes"], "right surely"),
    "boxes on four sides": (PAGE, LOOKS["four sides"], "right surely"),
    "boxes as stairs": (PAGE, LOOKS["stairs"], "right surely"),
    "noise in blank cells": (PAGE, Look(noise=8), "right surely"),
    "a solved picture": (PAGE, replace(LOOKS["filled"], filled=1.0), "right surely"),
    "black cells at the edges": (BLACK_EDGES, Look(filled=1.0, solid=True), "right surely"),
    "gray clues": (PAGE, Look(done=0.3), "right surely"),
    "a caption above": (PAGE, Look(boxed="full", title="an unsolved one"), "right surely"),
    "small digits in large cells": (picture_of(5, 5, 3), Look(cell=90, digit=0.14), "right surely"),
    "digits that touch": (
        Grid.of(["#" * 20, "#.##" * 5] * 4),
        Look(cell=24, font="DejaVuSans-Bold.ttf", digit=0.75, blur=1.3),
        "right surely",
    ),
    "wide digits": (PAGE, Look(wide=1.5), "right surely"),
    "filled and crossed cells": (PAGE, LOOKS["crossed"], "right surely"),
    "11 beside 1 1": (ELEVENS, Look(tight=0.35), "right surely"),
    "numbers at the edge of the grid": (PAGE, Look(pad=0.06), "right surely"),
    "few crossings": (picture_of(5, 5, 3), Look(), "right surely"),
    "light on dark": (PAGE, LOOKS["light on dark"], "right surely"),
    "a curled page": (PAGE, LOOKS["curl"], "right surely"),
}
"""What is easily misread: the picture, how it is printed, and what comes of it."""


BY_NIGHT = {
    "pills beside the grid", "boxes on four sides", "boxes as stairs", "light on dark", "a solved picture",
    "gray clues", "wide digits", "numbers at the edge of the grid", "stripes beside the grid", "noise in blank cells",
    "filled and crossed cells", "few crossings", "a caption above", "small digits in large cells",
    "digits that touch", "a curled page",
}  # fmt: skip
"""Looks that other pictures of the day have, too, and what goes the same way as another trap."""


@pytest.mark.parametrize(
    "trap", [*(trap for trap in TRAPS if trap not in BY_NIGHT), *at_night(*sorted(BY_NIGHT))]
)
def test_what_is_easily_misread(trap: str) -> None:
    grid, look, wanted = TRAPS[trap]
    assert outcome(draw(grid, look)[0], clues_of(grid)) == wanted


MARKED = {
    "a number on the ruled line": (picture_of(8, 20, 5), Look(cell=22, digit=0.8, pad=-0.15)),
    "noise on small digits": (picture_of(25, 25, 7), Look(cell=14, digit=0.55, noise=25)),
}
"""What is read wrongly, with a mark at each line: the picture, and how it is printed."""


@pytest.mark.parametrize("case", ["a number on the ruled line", *at_night("noise on small digits")])
def test_what_is_read_wrongly_is_marked(case: str) -> None:
    grid, look = MARKED[case]
    decision = scan(Photo.of(draw(grid, look)[0])).decision
    assert decision.result is None
    lines = [*decision.rows, *decision.cols]
    wanted = [clue for side in clues_of(grid) for clue in side]
    wrong = [line for line, clue in zip(lines, wanted, strict=True) if line.clue != clue]
    assert wrong
    assert all(line.doubt for line in wrong)


def test_other_puzzles_are_named_and_found_there() -> None:
    puzzle, other = (np.asarray(draw(grid, Look())[0]) for grid in (PAGE, picture_of(6, 6, 9)))
    page = np.full((len(puzzle), puzzle.shape[1] + other.shape[1], 3), 255, np.uint8)
    page[: len(other), : other.shape[1]] = other
    page[:, other.shape[1] :] = puzzle
    photo = Photo.of(Image.fromarray(page))
    found = scan(photo)
    assert [line.clue for line in found.decision.rows] == clues_of(PAGE)[0]
    [box] = found.elsewhere
    again = scan(photo.part(box)).decision
    assert [line.clue for line in again.rows] == clues_of(picture_of(6, 6, 9))[0]


def turned_clues(image: Image.Image) -> Image.Image:
    """The clues are at the right and below."""
    return image.crop((image.width // 3, image.height // 3, *image.size))


@pytest.mark.parametrize(
    ("look", "change", "why"),
    [
        (Look(), lambda image: image.rotate(90, expand=True), "the page lies on its side"),
        (Look(four=True, boxed="full"), turned_clues, "the numbers are at the right"),
    ],
)
def test_why_a_picture_is_refused(look: Look, change: Any, why: str) -> None:
    with pytest.raises(NoPuzzle, match=why):
        scan(Photo.of(change(draw(PAGE, look)[0])))


@pytest.mark.parametrize(
    ("seeds", "least"), [((16,), 1), pytest.param(range(30), 24, marks=pytest.mark.night)]
)
def test_photos_of_pages_are_read(seeds: Sequence[int], least: int) -> None:
    found: Counter[str] = Counter()
    for seed in seeds:
        image, puzzles = page(seed)
        results = [outcome(image, puzzle) for puzzle in puzzles]
        found["right" if "right surely" in results else results[0]] += 1
    assert not found["WRONG surely"]
    assert found["right"] >= least, found


@pytest.mark.night
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
    ("seeds", "least"), [(range(30, 33), 2), pytest.param(range(60), 45, marks=pytest.mark.night)]
)
def test_most_pictures_are_read_and_none_wrongly_in_silence(seeds: range, least: int) -> None:
    found = outcomes(seeds)
    assert not found["WRONG surely"]
    assert found["right surely"] + found["right asked"] >= least, found


@pytest.mark.parametrize(
    ("seed", "harm"),
    [
        (22, "no last row"),  # a 10 near the black cell below is left out
        *at_night((2, "no first row")),  # a 5 does not fit into its line any more
    ],
)
def test_a_number_is_not_left_out_or_changed_in_silence(seed: int, harm: str) -> None:
    assert harmed(seed, harm) == "WRONG asked"


@pytest.mark.parametrize(
    ("harm", "seeds"),
    [
        *at_night(*((harm, HARMED) for harm in HARMS)),
    ],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_harmed_pictures_are_not_read_wrongly_in_silence(harm: str, seeds: list[int]) -> None:
    assert "WRONG surely" not in {harmed(seed, harm) for seed in seeds}
