"""Netpbm images: all six kinds, palettes, broken headers and rasters, hostile bytes."""

from __future__ import annotations

import contextlib

import pytest
from format_examples import PICTURES, complaint, fuzzing, mutations, read, read_one, survives
from hypothesis import given
from hypothesis import strategies as st

from nonosat.errors import CannotHold, NonosatError
from nonosat.formats.pnm import Pnm
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet

PNM = Pnm()
B_RAW = bytes.fromhex("50340A3520340A98F02860").decode("latin-1")
"""Picture B as the page of formats gives it."""

SAME = {
    "P1": "P1\n2 2\n1 0\n1 1\n",
    "P1 tight, commented": "P1 # a\n#b\n2 # c\n2\n10#d\n11",
    "P4": "P4\n2 2\n\x80\xc0",
    "P2": "P2\n2 2 9\n0 9\n0 0\n",
    "P5": "P5\n2 2\n255\n\0\xff\0\0",
    "P5, two bytes": "P5 2 2 65535\n\0\0\xff\xff\0\0\0\0",
    "P3": "P3 2 2 1 0 0 0 1 1 1 0 0 0 0 0 0",
    "P6": "P6 2 2 255\n" + "\0\0\0\xff\xff\xff" + "\0" * 6,
    "CRLF": "P1\r\n2 2\r\n1 0\r\n1 1\r\n",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_reads_every_kind_to_the_same_picture(text):
    sheet = read_one(PNM, text)
    assert sheet.goals == (Grid.of(["#.", "##"]),)
    assert sheet.puzzle.palette == BLACK_AND_WHITE


def test_reads_the_raw_example():
    assert read_one(PNM, B_RAW).goals == (Grid.of(PICTURES["B"]),)


def test_raw_images_may_follow_each_other():
    sheets = read(PNM, B_RAW + SAME["P4"] + SAME["P6"] + "\n")
    assert [sheet.puzzle.width for sheet in sheets] == [5, 2, 2]


BAD = {
    "": "f:1: a Netpbm image begins with P1 to P6",
    "P7\n": "f:1: a Netpbm image begins with P1 to P6",
    "P1\n5": "f:2: the image ends before its height",
    "P1\nx 4\n": "f:2: 'x' is not a width",
    "P1\n9999999 1\n": "f:2: '9999999' is not a width",
    "P1\n20000 2\n": "f:2: 20000x2 is too large: at most 10000 a side and 25000000 cells",
    "P1\n0 2\n": "f:2: a puzzle needs at least one row and one column, not 0x2",
    "P1\n2 2\n1 0\n1\n": "f:4: 3 pixels where 4 are due for 2x2",
    "P1\n2 1\n1 0 1\n": "f: 3 pixels where 2 are due for 2x1",
    "P1\n2 1\n1 2\n": "f: '2' is no pixel of a bitmap, which are 0 and 1",
    "P2\n1 1 0\n0": "f:2: the largest sample is 0, not 1 to 65535",
    "P2\n1 1 70000\n0": "f:2: the largest sample is 70000, not 1 to 65535",
    "P2\n1 1 9\n10": "f: '10' is no sample from 0 to 9",
    "P2\n1 1 9\n1 1": "f: more samples than the 1 of 1x1",
    "P3\n1 1 9\n1 1": "f:3: 2 samples where 3 are due for 1x1",
    "P4 9 2\n\0\0\0": "f: 3 bytes of pixels where 4 are due for 9x2",
    "P4 9999 9999\n": "f: 9999x9999 is too large: at most 10000 a side and 25000000 cells",
    "P5 1 1 9\n\x0a": "f: 10 is no sample from 0 to 9",
    "P4 1 1\n\0junk": "f: there is something behind the last pixel that is no further image",
    "P2 3 1 9\n0 1 2": "f:1: none of the 3 colors is white: a comment '# background #rrggbb' "
    "behind the first line would say which one is the background",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=map(repr, BAD))
def test_bad_text(text, message):
    assert complaint(PNM, text) == message


def test_a_photo_is_refused():
    pixels = " ".join(f"{value} 0 0" for value in range(257))
    assert complaint(PNM, f"P3 257 1 999 {pixels}").startswith("f:1: ")
    pixels = " ".join(f"{value % 256} {value // 256} 0" for value in range(300))
    assert complaint(PNM, f"P3 300 1 255 {pixels}") == (
        "f:1: more than 256 colors: this is no picture of a puzzle "
        "(scale it to one pixel a cell, and reduce its colors)"
    )


def test_of_two_colors_the_lighter_is_the_background():
    sheet = read_one(PNM, "P3 2 1 255  208 0 0  0 0 0")
    assert [color.name for color in sheet.puzzle.palette.colors] == ["red", "black"]
    assert sheet.goals[0].cells == b"\0\1"


BACKGROUNDS = {
    "no white": [("sky", "#99ccff", "."), ("sun", "#ffcc00", None), ("sea", "#000088", None)],
    "white ink": [("night", "#000000", "."), ("snow", "#ffffff", None), ("red", "#d00000", None)],
}


@pytest.mark.parametrize("colors", BACKGROUNDS.values(), ids=BACKGROUNDS)
def test_the_background_is_kept(colors):
    palette = Palette.of(colors)
    grid = Grid(2, 3, bytes([0, 1, 2, 1, 2, 0]))
    sheet = read_one(PNM, PNM.write([Sheet(Puzzle.of_grid(grid, palette), (grid,))]))
    looks = [color.rgb for color in sheet.puzzle.palette.colors]
    assert [looks[c] for c in sheet.goals[0].cells] == [palette.colors[c].rgb for c in grid.cells]
    assert looks[0] == palette.colors[0].rgb


def test_two_inks_of_one_look_cannot_be_told_apart():
    palette = Palette.of(
        [("white", "#ffffff", "."), ("a", "#d00000", None), ("b", "#d00000", None)]
    )
    grid = Grid(1, 2, bytes([1, 2]))
    with pytest.raises(CannotHold, match="two of this puzzle are #d00000"):
        PNM.write([Sheet(Puzzle.of_grid(grid, palette), (grid,))])


def test_lines_stay_short():
    grid = Grid(1, 300, bytes([1, 0] * 150))
    text = PNM.write([Sheet(Puzzle.of_grid(grid), (grid,))])
    assert max(map(len, text.split("\n"))) == 70
    assert read_one(PNM, text).goals == (grid,)


@fuzzing
@given(mutations("ppm"))
def test_survives_mutations(text):
    survives(PNM, text)


@fuzzing
@given(st.sampled_from(sorted(SAME.values())), st.binary(max_size=12), st.integers(0, 20))
def test_survives_hostile_bytes(text, junk, at):
    survives_reading(text[:at] + junk.decode("latin-1") + text[at:])
    survives_reading(text[:at] + junk.decode("latin-1"))


def survives_reading(text: str) -> None:
    with contextlib.suppress(NonosatError):
        read(PNM, text)
