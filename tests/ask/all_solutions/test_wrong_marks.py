"""Marks that are wrong in every solution: against all solutions, and under limits."""

import random

import brute_force
import pytest

from nonosat.ask.all_solutions.wrong_marks import wrong_marks
from nonosat.errors import UsageError
from nonosat.limits import Limits
from nonosat.model import Domains, Grid, Puzzle, default_palette

pytest.importorskip("pysat", reason="python-sat is not installed")


def random_marks(rng: random.Random, height: int, width: int, colors: int) -> list[int]:
    """Some cells marked: most with a color, a few with what is left."""
    full = (1 << colors) - 1
    return [
        rng.choice([full, full, 1 << rng.randrange(colors), rng.randint(1, full)])
        for _ in range(height * width)
    ]


@pytest.mark.parametrize(("colors", "size"), [(2, 4), (3, 3), (4, 2)])
def test_agrees_with_all_solutions(colors: int, size: int) -> None:
    rng = random.Random(colors)
    cases = brute_force.pictures_by_clues(size, size, colors)
    several = [case for case in cases.items() if len(case[1]) > 1]
    chosen = rng.sample(several, min(60, len(several))) + rng.sample([*cases.items()], 20)
    for (rows, cols), grids in chosen:
        puzzle = Puzzle(rows, cols, default_palette(colors - 1))
        masks = random_marks(rng, size, size, colors)
        marks = Domains.of_cells(size, size, colors, masks)
        found = wrong_marks(puzzle, marks)

        def fits(grid: Grid, at: int, masks: list[int] = masks) -> bool:
            return bool(masks[at] >> grid.cells[at] & 1)

        cells = range(size * size)
        wrong = [divmod(at, size) for at in cells if not any(fits(grid, at) for grid in grids)]
        assert list(found.cells) == wrong
        assert found.possible == any(all(fits(grid, at) for at in cells) for grid in grids)


def test_given_cells_choose_the_solutions() -> None:
    puzzle = Puzzle.of([[1], [1]], [[1], [1]])
    corner = Domains.of_cells(2, 2, 2, [2, 3, 3, 3])
    marks = Domains.of_cells(2, 2, 2, [3, 2, 3, 2])
    assert wrong_marks(puzzle, marks).cells == ()
    assert wrong_marks(puzzle.given(corner), marks).cells == ((0, 1),)


def test_without_a_solution_every_mark_is_wrong() -> None:
    puzzle = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])
    found = wrong_marks(puzzle, Domains.of_cells(3, 3, 2, [2, 3, 3] * 3))
    assert (found.cells, found.possible) == (((0, 0), (1, 0), (2, 0)), False)


def test_a_limit_claims_nothing() -> None:
    grid = brute_force.random_grid(random.Random(0), 40, 40, 1, 0.4)
    puzzle = Puzzle.of_grid(grid)
    found = wrong_marks(puzzle, puzzle.unknown(), limits=Limits(0))
    assert (found.cells, found.possible) == ((), None)
    assert "0 s" in found.to_dict()["error"]


def test_marks_of_another_size_are_refused() -> None:
    puzzle = Puzzle.of([[1], [1]], [[1], [1]])
    with pytest.raises(UsageError, match="the known cells are 3x1"):
        wrong_marks(puzzle, Domains.of_cells(1, 3, 2, [3, 3, 3]))
