"""What a notebook shows: pictures, made safe, and the plain text where they would be too large."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import nonosat
from nonosat import Domains, Grid, Limits, Puzzle, Sheet
from nonosat.model import Block

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(1)">'


def shown(value: object) -> str:
    """What Jupyter takes."""
    text = value._repr_html_()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    ElementTree.fromstring(f"<div>{text}</div>")  # nothing is left open
    return text


def test_a_puzzle_is_its_clues() -> None:
    text = shown(Puzzle.of([[2], [1]], [[2], [1]]))
    assert text.startswith("<svg")
    assert ">2</text>" in text


def test_a_grid_is_its_picture() -> None:
    one = shown(Grid(1, 2, bytes([0, 1])))
    three = shown(Grid(1, 3, bytes([0, 1, 3])))
    assert "<text" not in one + three
    assert "#000000" in one
    assert one != three


def test_a_sheet_has_its_credits_and_keeps_its_picture() -> None:
    goal = Grid(2, 2, bytes([1, 0, 0, 1]))
    text = shown(Sheet(SWITCH, goals=(goal,), title="Switch", author="A. Maker"))
    assert text.startswith("<p><b>Switch</b>, A. Maker</p><svg")
    assert text.endswith(shown(SWITCH))
    given = Domains.of_cells(2, 2, 2, [2, 3, 3, 3])
    assert shown(Sheet(SWITCH, saved=given)) != shown(Sheet(SWITCH))


def test_a_result_says_its_verdict_and_shows_two_solutions() -> None:
    text = shown(nonosat.check(SWITCH))
    assert text.startswith("<p>multiple, ")
    assert text.count("<svg") == 2
    none = nonosat.check(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]]))
    assert shown(none).startswith("<p>none, ")
    limited = nonosat.check(SWITCH, limits=Limits(0))
    assert shown(limited).startswith("<p>unknown: the limit of 0 s was reached, ")
    every = nonosat.solve(Puzzle.of([[1]] * 3, [[1]] * 3), at_most=None)
    assert shown(every).startswith("<p>multiple, 6 solutions found, ")


def test_hostile_credits_stay_text() -> None:
    text = shown(Sheet(SWITCH, title=HOSTILE, author=HOSTILE, copyright=HOSTILE))
    assert "<script" not in text
    assert "<img" not in text


@pytest.mark.parametrize("side", [250, 1000])
def test_what_is_too_large_is_shown_as_text(side: int) -> None:
    clues = ((Block(side),),) * side
    puzzle = Puzzle(clues, clues)
    grid = Grid(side, side, bytes([1]) * side**2)
    for value in (puzzle, grid, Sheet(puzzle), nonosat.check(puzzle)):
        assert value._repr_html_() is None
        assert "\n" not in str(value)


def test_a_large_drawing_has_small_cells() -> None:
    clues = ((Block(100),),) * 100
    width = ElementTree.fromstring(shown(Puzzle(clues, clues))).get("width", "")
    assert float(width.removesuffix("px")) <= 720
