"""Pictures in the text of answers: prompt, an answer in every shape, and its score."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from nonosat import Answer, Domains, Grid, Palette, Puzzle, Score, UsageError
from nonosat.model.answers import MAX_TEXT

Rows = list[str]
KR = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])


def swapped(rows: Rows, ink: str, blank: str) -> Rows:
    return [row.replace("#", ink).replace(".", blank) for row in rows]


def numbers(rows: Rows) -> list[list[int]]:
    return [[int(cell == "#") for cell in row] for row in rows]


SHAPES: dict[str, Callable[[Rows], str]] = {
    "lines": "\n".join,
    "fenced": lambda r: "Here it is:\n```\n" + "\n".join(r) + "\n```\nDone.",
    "crlf": "\r\n".join,
    "10": lambda r: "\n".join(swapped(r, "1", "0")),
    "X and blanks": lambda r: "[answer]\n" + "\n".join(swapped(r, "X", " ")) + "\n[/answer]",
    "X, short": lambda r: "```\n" + "\n".join(x.rstrip() for x in swapped(r, "X", " ")) + "\n```",
    "squares": lambda r: "\n".join(swapped(r, "■", "□")),
    "X_": lambda r: "\n".join(swapped(r, "X", "_")),
    "spaced": lambda r: "\n".join(map(" ".join, r)),
    "labels": lambda r: "\n".join(f"Row {at}: {row}" for at, row in enumerate(r, 1)),
    "numbered": lambda r: "\n".join(f"{at}. {' '.join(row)} (ok)" for at, row in enumerate(r, 1)),
    "table": lambda r: "\n".join(f"| {' | '.join(row)} |" for row in r),
    "lists of numbers": lambda r: f"So: {numbers(r)}.",
    "indented": lambda r: json.dumps({"solution": numbers(r)}, indent=2),
    "list of strings": lambda r: json.dumps({"solution": r, "note": "x, y"}),
    "JSON string": lambda r: json.dumps({"solution": "\n".join(r)}),
    "lists of cells": lambda r: str([list(row) for row in r]),
    "booleans": lambda r: json.dumps([[cell == "#" for cell in row] for row in r]),
    "one string": lambda r: "**Answer:** " + "".join(swapped(r, "1", "0")) + ".",
    "one line": lambda r: "Answer: " + " / ".join(r),
    "names": lambda r: "\n".join(", ".join(swapped([*row], "black", "white")) for row in r),
    "doubled": lambda r: "\n".join("".join(2 * cell for cell in row) for row in r),
    "empty lines between": "\n\n".join,
    "after a draft": lambda r: "\n".join("#" * len(x) for x in r) + "\nNo:\n" + "\n".join(r),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_prompt_answer_and_score_fit_together(shape: str) -> None:
    rng = random.Random(shape)
    for _ in range(40):
        # A row of two words is a picture of one string where it has as many cells.
        height, width = rng.randint(3, 7), rng.randint(2, 7)
        rows = ["".join(rng.choices("#.", k=width)) for _ in range(height)]
        grid = Grid.of(rows)
        puzzle = Puzzle.of_grid(grid)
        assert puzzle.read_answer(puzzle.prompt()).grid is None
        for text in (SHAPES[shape](rows), puzzle.prompt() + "\n" + SHAPES[shape](rows)):
            answer = puzzle.read_answer(text)
            assert answer.grid == grid, text
            assert puzzle.score(answer) == Score(True, height + width, height + width, 0)


@pytest.mark.parametrize(
    "text",
    ["k.r\n.rr", "K-R\n-RR", "102\n022", "[[1, 0, 2], [0, 2, 2]]", "black white red\nwhite red red",
     '[["k", ".", "r"], [".", "r", "r"]]'],
)  # fmt: skip
def test_colors_are_letters_names_or_numbers(text: str) -> None:
    grid = Grid.of(["k.r", ".rr"], KR)
    assert Puzzle.of_grid(grid, KR).read_answer(text).grid == grid


def test_remarks_and_texts_without_a_picture() -> None:
    puzzle = Puzzle.of([3, 1, 1], [3, 1, 1])
    short = puzzle.read_answer("###\n#\n#..")
    assert short.grid == Grid.of(["###", "#..", "#.."])
    assert short.remark == "1 row is short: missing cells at the end are blank"
    for text in ("", "no", "##\n##", "####\n####\n####", "1111111110", "#X#\n#XX\n#XX", "\ud800\0"):
        assert puzzle.read_answer(text) == Answer(None, "the text has no picture of 3x3 cells")
    assert puzzle.read_answer("x " * MAX_TEXT + "\n###\n#..\n#..").grid is not None


@pytest.mark.parametrize("text", ["[" * 9999, "[1,]" + " " * 9999, "1 " * 9999, "#\n" * 999])
def test_no_text_raises(text: str) -> None:
    for puzzle in (Puzzle.of([1], [1]), Puzzle.of([3, 1, 1], [3, 1, 1])):
        puzzle.score(puzzle.read_answer(text))


def test_score_of_wrong_pictures() -> None:
    switch = Puzzle.of([1, 1], [1, 1])
    first, second, wrong = (Grid.of(rows) for rows in (["#.", ".#"], [".#", "#."], ["##", ".."]))
    assert switch.score(second, solution=first) == Score(True, 4, 4, 0)  # any solution
    assert switch.score(wrong) == Score(False, 4, 2, None)  # two solutions
    assert switch.score(wrong, solution=first) == Score(False, 4, 2, 2)
    given = switch.given(Domains.of(["#?", "??"]))
    assert given.score(second) == Score(False, 4, 4, 4)  # not as given
    assert "row 1, column 1: #" in given.prompt()
    assert switch.score(Grid.of(["#"])).unreadable == "the picture is 1x1, the puzzle is 2x2"
    assert switch.score(switch.read_answer("?")).unreadable
    with pytest.raises(UsageError):
        switch.score("#.")  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        switch.score(wrong, solution=Grid.of(["#"]))
