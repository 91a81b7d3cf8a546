"""Clues while they are typed: which line comes next, what is refused, what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonosat.cli.clue_prompt import obey
from nonosat.cli.draft import Draft
from nonosat.errors import NonosatError
from nonosat.files import load
from nonosat.model import Puzzle

HOOK = Puzzle.of([[2], [1]], [[2], [1]])


def typed(*answers: str) -> Draft:
    draft = Draft()
    for answer in answers:
        obey(draft, answer)
    return draft


#   id                  answers
SAME = {
    "lists":            ["2;1", "", "2;1", ""],
    "a line each":      ["2", "1", "", "2", "1", ""],
    "with the size":    ["2x2", "2", "1", "2", "1"],
    "size and lists":   ["2 X 2", "2;1", "2;1"],
    "size in between":  ["2", "2x2", "1", "2", "1"],
    "pasted at once":   ["2\n1", "", "2\n1", ""],
    "an old line":      ["2x2", "1", "1", "2", "row 1", "2", "1"],
    "kept":             ["2x2", "2", "1", "2", "row 1", "", "1"],
    "back":             ["2x2", "2", "0", "back", "1", "2", "1"],
    "back twice":       ["2x2", "1", "1", "back", "back", "2", "2", "1"],
    "back to rows":     ["2", "0", "", "back", "1", "2", "1", ""],
    "at the end":       ["2x2", "2;1", "2;0", "column 2", "1"],
    "back at the end":  ["2x2", "2;1", "2;0", "back", "1"],
    "one more row":     ["2", "", "1", "row 2", "1", "", "column 1", "2", "1", ""],
    "doubled":          ["2", "2", "1", "delete row 2", "", "2;1", ""],
    "left out":         ["1", "", "row 1", "2;1", "", "2;1", ""],
    "doubled, sized":   ["2x2", "2", "2", "delete row 1", "1", "2;1"],
}  # fmt: skip


@pytest.mark.parametrize("answers", SAME.values(), ids=SAME)
def test_ways_to_type_a_puzzle(answers: list[str]) -> None:
    draft = typed(*answers)
    assert draft.place is None
    assert draft.is_whole
    assert draft.puzzle() == HOOK


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["15x2", "14"], "row 1 needs 14 of 15 cells; so far 14 filled in 1 row"),
        (["7 1;2"], "row 2 needs 2 cells; so far 10 filled in 2 rows"),
        (["? 1;2"], "row 2 needs 2 cells; so far at least 4 filled in 2 rows"),
        (["2", "?"], "row 2 needs 1 cell; so far at least 3 filled in 2 rows"),
        (["3;1", "", "1"], "column 1 needs 1 of 2 cells; so far 1 of 4 filled in 1 column"),
        (["2r 1k"], "row 1 needs 3 cells; so far 3 filled in 1 row: 1 black, 2 red"),
        (["3x1", "2r 1k", "1r"], "column 1 needs 1 of 1 cells; so far 1 of 3 filled in 1 column: 0 of 1 black, 1 of 2 red"),
        (["3x1", "2r 1k", "0"], "column 1 needs 0 of 1 cells; so far 0 of 3 filled in 1 column: 0 of 1 black, 0 of 2 red"),
    ],
)  # fmt: skip
def test_room_and_totals_are_told(answers: list[str], told: str) -> None:
    draft = typed(*answers[:-1])
    assert draft.add(answers[-1]) == told


#   id                answers                     message, and the place that is asked for then
REFUSED = {
    "word":           (["two"],                   "row 1: 'two' is not a block length", "row 1"),
    "trailing ;":     (["2;"],                    "row 2: an empty line is written 0", "row 1"),
    "too wide":       (["2x2", "2", "1 1"],       "row 2 needs 3 cells, the grid is 2 wide", "row 2"),
    "too high":       (["1;1", "", "3"],          "column 1 needs 3 cells, the grid is 2 high", "column 1"),
    "no columns":     (["3", "", "1", ""],        "row 1 needs 3 cells, the grid is 1 wide", "column 2"),
    "size too small": (["3", "2x2"],              "row 1 needs 3 cells, the grid is 2 wide", "row 2"),
    "fewer rows":     (["1;1;1", "2x2"],          "there are 3 rows already", "row 4"),
    "too many":       (["2x2", "1;1;0"],          "that would be 3 rows of 2", "row 1"),
    "size 0":         (["0x5"],                   "a puzzle needs at least one row", "row 1"),
    "no colors":      (["1r", "1"],               "row 2: block '1' does not say its color", "row 2"),
    "colors later":   (["1", "1r"],               "row 1: block '1' does not say its color", "row 2"),
    "first":          (["back"],                  "this is the first line", "row 1"),
    "far row":        (["1", "row 3"],            "only 1 row so far", "row 2"),
    "row 0":          (["1", "row 0"],            "only 1 row so far", "row 2"),
    "row beyond":     (["1x1", "1", "row 2"],     "the size says 1 row; for more, type another", "column 1"),
    "delete nothing": (["delete row 1"],          "only 0 rows so far", "row 1"),
    "load later":     (["1", "load x.txt"],       "load comes before the first line", "row 2"),
    "save what":      (["1", "save"],             "save needs the name of a file", "row 2"),
    "no .txt":        (["load x.json"],           "x.json: load takes a .txt; a puzzle file need not be typed again", "row 1"),
    "no such file":   (["load nowhere/x.txt"],    "nowhere/x.txt: No such file or directory", "row 1"),
}  # fmt: skip


@pytest.mark.parametrize(("answers", "message", "place"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_changes_nothing(answers: list[str], message: str, place: str) -> None:
    draft = typed(*answers[:-1])
    before = draft.text()
    with pytest.raises(NonosatError) as caught:
        obey(draft, answers[-1])
    assert str(caught.value).startswith(message)
    assert (draft.text(), str(draft.place)) == (before, place)


def test_enter_asks_again_where_a_line_is_due() -> None:
    assert str(typed("", "").place) == "row 1"
    assert str(typed("2x2", "2", "").place) == "row 2"


@pytest.mark.parametrize(
    "answers",
    [
        ["2x2", "2"], ["2x2", "2", "column 1", "2"], ["2", "1"], ["2;1", "", "2"], ["2x2", "2;1"],
        ["3x1", "2r 1k", "1r"],
    ],
)  # fmt: skip
def test_what_was_saved_is_gone_on_with(answers: list[str], tmp_path: Path) -> None:
    draft = typed(*answers, f"save {tmp_path / 'begun.txt'}")
    again = typed(f"load {tmp_path / 'begun.txt'}")
    assert (again.text(), again.place) == (draft.text(), draft.place)


def test_a_file_gives_no_commands(tmp_path: Path) -> None:
    (tmp_path / "begun.txt").write_text(f"load {tmp_path / 'begun.txt'}\n")
    with pytest.raises(NonosatError, match="row 1: 'load' is not a block length"):
        typed(f"load {tmp_path / 'begun.txt'}")


@pytest.mark.parametrize("name", ["mine.txt", "mine.non", "mine.json"])
def test_a_whole_puzzle_is_saved_as_a_puzzle_file(name: str, tmp_path: Path) -> None:
    typed("2x2", "2;1", "2;1", f"save {tmp_path / name}")
    assert load(tmp_path / name)[0].puzzle == HOOK


def test_a_part_of_a_puzzle_is_no_puzzle_file(tmp_path: Path) -> None:
    draft = typed("2x2", "2;1", "2")
    with pytest.raises(NonosatError, match="lines are missing"):
        obey(draft, f"save {tmp_path / 'mine.non'}")
    assert not any(tmp_path.iterdir())
