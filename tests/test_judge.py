"""The judge of all answers: on a table, and against plain recomputation."""

import random
from itertools import groupby

import brute_force
import pytest

from nonosat.errors import PuzzleError
from nonosat.model import Domains, Grid, Palette, Puzzle, default_palette
from nonosat.run.rows import clue_hash

KR = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])
SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
ROW = Puzzle.of([[2, 1]], [[1], [1], [], [1]])
COLORED = Puzzle.of([[(1, 1), (1, 2)], []], [[(1, 1)], [(1, 2)]], KR)
BLANK = Puzzle.of([[], []], [[], [], []])

#   id                puzzle   rows of the picture  message
CASES = {
    "one solution":  (SWITCH,  [[1, 0], [0, 1]],    None),
    "the other":     (SWITCH,  [[0, 1], [1, 0]],    None),
    "row longer":    (SWITCH,  [[1, 1], [0, 0]],    "row 1 reads 2, its clue is 1"),
    "row empty":     (SWITCH,  [[0, 1], [0, 0]],    "row 2 reads 0, its clue is 1"),
    "column":        (SWITCH,  [[1, 0], [1, 0]],    "column 1 reads 2, its clue is 1"),
    "all blank":     (BLANK,   [[0] * 3] * 2,       None),
    "not blank":     (BLANK,   [[0] * 3, [0, 1, 0]], "row 2 reads 1, its clue is 0"),
    "several":       (ROW,     [[1, 1, 0, 1]],      None),
    "other order":   (ROW,     [[1, 0, 1, 1]],      "row 1 reads 1 2, its clue is 2 1"),
    "one run":       (ROW,     [[1, 1, 1, 0]],      "row 1 reads 3, its clue is 2 1"),
    "colors":        (COLORED, [[1, 2], [0, 0]],    None),
    "wrong ink":     (COLORED, [[2, 1], [0, 0]],    "row 1 reads 1r 1k, its clue is 1k 1r"),
    "one ink twice": (COLORED, [[1, 1], [0, 0]],    "row 1 reads 2k, its clue is 1k 1r"),
    "in last row":   (COLORED, [[1, 2], [0, 2]],    "row 2 reads 1r, its clue is 0"),
    "transposed":    (ROW,     [[1], [1], [0], [1]], "the picture is 1x4, the puzzle is 4x1"),
    "too small":     (SWITCH,  [[1, 0]],            "the picture is 2x1, the puzzle is 2x2"),
    "unknown ink":   (SWITCH,  [[1, 0], [0, 2]],    "the picture uses color 2, which the puzzle does not have"),
    "unknown ink 3": (COLORED, [[1, 3], [0, 0]],    "the picture uses color 3, which the puzzle does not have"),
}  # fmt: skip


@pytest.mark.parametrize(("puzzle", "rows", "message"), CASES.values(), ids=CASES)
def test_says_what_is_wrong(puzzle: Puzzle, rows: list[list[int]], message: str | None) -> None:
    grid = Grid(len(rows), len(rows[0]), bytes(cell for row in rows for cell in row))
    assert puzzle.violation(grid) == message


def clues_by_hand(grid: Grid) -> list[list[tuple[int, int]]]:
    """Rows, then columns, without any code of the package."""
    rows = [grid.cells[at : at + grid.width] for at in range(0, len(grid.cells), grid.width)]
    return [
        [(len(list(run)), color) for color, run in groupby(line) if color]
        for line in [*rows, *zip(*rows, strict=True)]
    ]


@pytest.mark.parametrize("seed", range(9))
def test_agrees_with_plain_recomputation(seed: int) -> None:
    rng = random.Random(seed)
    inks = 1 + seed % 3
    grid = brute_force.random_grid(rng, rng.randint(1, 7), rng.randint(1, 7), inks, 0.6)
    puzzle = brute_force.puzzle_of(grid, inks)
    assert puzzle.violation(grid) is None
    for at, color in enumerate(grid.cells):
        for other in range(inks + 1):
            cells = bytearray(grid.cells)
            cells[at] = other
            changed = Grid(grid.height, grid.width, bytes(cells))
            fits = clues_by_hand(changed) == clues_by_hand(grid)
            assert (puzzle.violation(changed) is None) == fits
            assert fits or other != color


@pytest.mark.parametrize(("height", "width", "colors"), [(2, 3, 2), (3, 3, 2), (2, 2, 3)])
def test_accepts_exactly_the_solutions(height: int, width: int, colors: int) -> None:
    found = brute_force.pictures_by_clues(height, width, colors)
    every = sorted({grid for grids in found.values() for grid in grids}, key=lambda g: g.cells)
    assert len(every) == colors ** (height * width)
    palette = default_palette(colors - 1)
    for rows, cols in list(found)[::7]:
        puzzle = Puzzle(rows, cols, palette)
        accepted = {grid for grid in every if puzzle.violation(grid) is None}
        assert accepted == found[rows, cols]


def test_a_picture_must_have_the_given_cells() -> None:
    clues = Puzzle.of([[1], [1]], [[1], [1]])
    given = Puzzle(clues.rows, clues.cols, clues.palette, Domains.of_cells(2, 2, 2, [2, 3, 3, 3]))
    assert given.violation(Grid.of(["#.", ".#"])) is None
    assert given.violation(Grid.of([".#", "#."])) == "row 1, column 1 is not as given"
    assert clues.violation(Grid.of([".#", "#."])) is None
    assert len({clues, given, given.clues_only()}) == 2
    assert clue_hash(given) != clue_hash(clues) == clue_hash(given.clues_only())
    nothing = Puzzle(clues.rows, clues.cols, clues.palette, clues.unknown())
    assert (nothing, nothing.givens) == (clues, None)
    with pytest.raises(PuzzleError, match="row 1, column 1 can have no color"):
        Puzzle(clues.rows, clues.cols, clues.palette, Domains(2, ((2, 2), (3, 3))))
