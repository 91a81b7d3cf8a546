"""The example that reads pictures in the text of answers."""

import json
import random
from collections.abc import Callable

import pytest
from conftest import in_checkout, script

from nonosat import Grid, Palette, Puzzle

pytestmark = in_checkout
Rows = list[str]
KR = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])


def swapped(rows: Rows, ink: str, blank: str) -> Rows:
    return [row.replace("#", ink).replace(".", blank) for row in rows]


def numbers(rows: Rows) -> list[list[int]]:
    return [[int(cell == "#") for cell in row] for row in rows]


SHAPES: dict[str, Callable[[Rows], str]] = {
    "lines": "\n".join,
    "fenced": lambda r: "Here it is:\n```\n" + "\n".join(r) + "\n```\nDone.",
    "10": lambda r: "\n".join(swapped(r, "1", "0")),
    "X_": lambda r: "\n".join(swapped(r, "X", "_")),
    "squares": lambda r: "\n".join(swapped(r, "■", "□")),
    "spaced": lambda r: "\n".join(map(" ".join, r)),
    "labels": lambda r: "\n".join(f"Row {at}: {row}" for at, row in enumerate(r, 1)),
    "lists": lambda r: f"So: {numbers(r)}",
    "JSON": lambda r: json.dumps({"solution": r}).replace(", ", ",\n"),
    "after a draft": lambda r: "\n".join("#" * len(x) for x in r) + "\nNo:\n" + "\n".join(r),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_picture_is_found_behind_its_task(shape: str) -> None:
    example, rng = script("docs/examples/answers.py"), random.Random(shape)
    for _ in range(20):
        rows = ["".join(rng.choices("#.", k=5)) for _ in range(rng.randint(3, 7))]
        puzzle = Puzzle.of_grid(Grid.of(rows))
        task = example.prompt(puzzle)
        assert example.read_picture(puzzle, task) is None
        found = example.read_picture(puzzle, task + "\n" + SHAPES[shape](rows))
        assert found == Grid.of(rows)
        assert example.lines_right(puzzle, found) == 5 + len(rows)


def test_colors_and_texts_without_a_picture() -> None:
    example, grid = script("docs/examples/answers.py"), Grid.of(["k.r", ".rr"], KR)
    puzzle = Puzzle.of_grid(grid, KR)
    assert example.read_picture(puzzle, "k.r\n-rr") == grid
    for text in ("", "no", "k.\n.r", "\ud800\0"):
        assert example.read_picture(puzzle, text) is None
