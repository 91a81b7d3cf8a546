"""What the totals of all lines decide together: compared with all tables of the same sums."""

import random
from itertools import product

import brute_force
import pytest

from nonosat.kernel import Rows
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.totals import narrow_by_totals


def seen_only_by_counting(size: int) -> Puzzle:
    """No solution: in one corner size + 1 rows and size columns have one cell each, and the like.

    Full lines lie between the corners, so all totals agree.
    """
    side = 2 * size + 5
    between = [[2], [side], [side], [2]]
    return Puzzle.of(
        [[1, 2]] * (size + 1) + between + [[2, 1]] * size,
        [[1, 2]] * size + between + [[2, 1]] * (size + 1),
    )


def narrowed_by_all_tables(puzzle: Puzzle, rows: Rows) -> Rows | None:
    """The same as `narrow_by_totals` for one ink, by enumerating all pictures with the right sums."""
    height, width = puzzle.height, puzzle.width
    sums = [sum(block.least for block in clue) for clue in (*puzzle.rows, *puzzle.cols)]
    found = [[0, 0] for _ in range(height)]
    options = [
        [color for color in (0, 1) if mask >> color & 1] for mask in Domains(width, rows).cells()
    ]
    for cells in product(*options):
        grid = Grid(height, width, bytes(cells))
        if [*map(sum, grid.lines())] == sums:
            for (row, col), color in zip(product(range(height), range(width)), cells, strict=True):
                found[row][color] |= 1 << col
    return tuple(map(tuple, found)) if any(map(any, found)) else None


def test_the_totals_decide_what_all_tables_share() -> None:
    rng = random.Random(1)
    decided = refuted = 0
    for _ in range(400):
        height, width = rng.randint(2, 4), rng.randint(2, 4)
        puzzle = brute_force.puzzle_of(
            brute_force.random_grid(rng, height, width, 1, rng.random()), 1
        )
        masks = [rng.choice([1, 2, 3, 3, 3]) for _ in range(height * width)]
        rows = Domains.of_cells(height, width, 2, masks).rows
        found = narrow_by_totals(puzzle, rows, lambda: None)
        assert found == narrowed_by_all_tables(puzzle, rows)
        refuted += found is None
        decided += found not in (None, rows)
    assert min(decided, refuted) > 50


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_no_solution_is_lost(inks: int) -> None:
    rng = random.Random(inks)
    for _ in range(200):
        height, width = rng.randint(2, 6), rng.randint(2, 6)
        drawn = brute_force.random_grid(rng, height, width, inks, 0.5)
        puzzle = brute_force.puzzle_of(drawn, inks)
        if rng.random() < 0.3:
            puzzle = brute_force.hide(rng, puzzle, 0.3)
        board = new_board(puzzle, None, Deadline(None))
        assert board.propagate()
        found = narrow_by_totals(puzzle, board.rows(), lambda: None)
        assert found is not None
        for grid in brute_force.solutions(puzzle) or ():
            assert next(Domains(width, found).outside(grid), None) is None


@pytest.mark.parametrize("size", [8, 12, 24])
def test_boards_that_only_counting_refutes(size: int) -> None:
    found = api.check(seen_only_by_counting(size), limits=Limits(20))
    assert (found.verdict, found.engine, found.line_solvable) == ("none", "totals", False)
