"""What a notebook shows: pictures, made safe, and the plain text where they would be too large."""

from xml.etree import ElementTree

import pytest

import nonosat
from nonosat import Grid, Puzzle, Sheet
from nonosat.model import Block

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(1)">'


@pytest.mark.parametrize(
    "value",
    [
        SWITCH,
        Grid(1, 2, bytes([0, 1])),
        Grid(1, 3, bytes([0, 1, 3])),
        Sheet(SWITCH, title=HOSTILE, author=HOSTILE, copyright=HOSTILE),
        nonosat.check(SWITCH),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_its_drawing(value: Puzzle | Grid | Sheet | nonosat.Result) -> None:
    text = value._repr_svg_()
    assert text == value.svg()
    ElementTree.fromstring(text or "")
    assert "<script" not in text
    assert "<img" not in text


@pytest.mark.parametrize("side", [250, 1000])
def test_what_is_too_large_is_shown_as_text(side: int) -> None:
    clues = ((Block(side),),) * side
    puzzle = Puzzle(clues, clues)
    grid = Grid(side, side, bytes([1]) * side**2)
    for value in (puzzle, grid, Sheet(puzzle), nonosat.check(puzzle)):
        assert value._repr_svg_() is None
        assert "\n" not in str(value)
