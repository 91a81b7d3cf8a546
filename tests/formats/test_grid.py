"""Pictures in characters: alphabets, spacing, what is refused, hostile texts."""

from __future__ import annotations

import pytest
from format_examples import complaint, fuzzing, mutations, read, read_one, survives
from hypothesis import given

from nonosat.errors import CannotHold
from nonosat.formats.grid import PlainGrid, palette_of_tokens
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet

GRID = PlainGrid()

SAME = {
    "signs": "#.\n##\n",
    "stars and dashes": "*-\n**\n",
    "crosses": "x.\nxx\n",
    "capital crosses": "X_\nXX",
    "digits": "10\n11\n",
    "block characters": "█░\n██\n",
    "blank cells": "# \n##\n",
    "blanks between": "# .\n# #\n",
    "blanks around": "  #. \n  ## \n",
    "k is black": "k.\nkk\n",
    "blank lines around": "\n\n#.\n##\n\n\n",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_reads_every_alphabet_to_the_same_picture(text):
    sheet = read_one(GRID, text)
    assert sheet.goals == (Grid.of(["#.", "##"]),)
    assert sheet.puzzle == Puzzle.of_grid(Grid.of(["#.", "##"]))


BAD = {
    "": "f: there is no picture in this text",
    "\n\n": "f: there is no picture in this text",
    "#.\n#\n": "f:2: this row has 1 cells, the first has 2",
    "#.\n?.\n": "f:2: '?' is an unknown cell, and a finished picture has none",
    "#.\n%.\n": "f:2: '%' is no cell of a picture",
    "#.\n2.\n": "f:2: '2' is no cell of a picture",
    "#.\n#-\n": "f:2: both '.' and '-' stand for empty cells",
    "\n#.\n*.\n": "f:2: both '#' and '*' stand for filled cells",
    "#0\n00\n": "f:1: '0' for an empty cell goes with '1', not with '#'",
    "#. #\n#..#\n": "f:1: a blank in a row where '.' stands for an empty cell "
    "(single blanks may stand between all cells)",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=map(repr, BAD))
def test_bad_text(text, message):
    assert complaint(GRID, text) == message


def test_blanks_alone_between_cells_are_empty_cells():
    assert read_one(GRID, "# #\n# #\n").goals == (Grid.of(["#.#", "#.#"]),)


def test_a_row_of_blanks_is_a_row():
    assert read_one(GRID, "   \n # \n").goals == (Grid.of(["...", ".#."]),)


def test_letters_are_the_inks_known_by_them_or_the_spare_ones():
    palette = read_one(GRID, ".rq\nk..\n").puzzle.palette
    assert [color[:2] for color in palette.colors] == [
        ("white", "#ffffff"),
        ("black", "#000000"),
        ("red", "#d00000"),
        ("blue", "#0050d0"),
    ]


def test_one_ink_that_is_not_black_keeps_its_look():
    palette = read_one(GRID, "r.\nrr\n").puzzle.palette
    assert palette.colors[1] == ("red", "#d00000", "#")


def test_several_pictures_each_with_its_palette():
    one, other = read(GRID, "#.\n##\n\n.r\nkk\n")
    assert one.puzzle.palette == BLACK_AND_WHITE
    assert [color.name for color in other.puzzle.palette.colors] == ["white", "black", "red"]


def test_letters_that_mean_filled_are_not_written_for_inks():
    palette = Palette.of(
        [("white", "#ffffff", "."), ("one", "#111111", "x"), ("b", "#222222", "%")]
    )
    grid = Grid.of([f"{palette.colors[1].char}.", f".{palette.colors[2].char}"], palette)
    assert GRID.write([Sheet(Puzzle.of_grid(grid, palette), (grid,))]) == "o.\n.b\n"


def test_no_picture_no_file():
    with pytest.raises(CannotHold, match="finished pictures only"):
        GRID.write([Sheet(Puzzle.of([[1]], [[1]]))])


def test_three_hundred_inks_are_too_many():
    letters = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 300))
    assert complaint(GRID, f"{letters}\n{'.' * 300}\n") == (
        "f:1: 300 inks are too many, at most 255 are supported"
    )
    assert len(palette_of_tokens(letters[:255])[1]) == 255


@fuzzing
@given(mutations("grid"))
def test_survives_mutations(text):
    survives(GRID, text)
