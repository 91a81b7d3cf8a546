"""Both answers of repair against trying everything."""

import random
from functools import cache
from typing import Any

import brute_force
import pytest
import repair_oracle
from conftest import EXHAUSTIVE

import nonosat
from nonosat.ask.repair import fewest_changes, fewest_givens
from nonosat.model import Grid, default_palette
from nonosat.solving.result import Verdict

pytest.importorskip("pysat", reason="python-sat is not installed")


def exhaustively(*cases: tuple[int, ...]) -> list[Any]:
    """Cases that are tried on demand only."""
    reason = "takes many minutes; set NONOSAT_EXHAUSTIVE"
    skip = pytest.mark.skipif(not EXHAUSTIVE, reason=reason)
    return [pytest.param(*case, marks=skip) for case in cases]


@pytest.mark.parametrize(
    ("height", "width", "colors", "every"),
    [
        (3, 3, 2, 3), (4, 4, 2, 1000), (2, 5, 2, 5), (3, 3, 3, 100), (2, 3, 4, 20),
        *exhaustively((4, 4, 2, 1), (3, 3, 3, 1), (2, 4, 4, 2), (3, 4, 3, 100)),
    ],
)  # fmt: skip
def test_small_pictures(height: int, width: int, colors: int, every: int) -> None:
    """Pictures of a size, ambiguous ones and a few others: the number, and all changes that do."""
    cases = brute_force.pictures_by_clues(height, width, colors)
    unique = {grid for grids in cases.values() if len(grids) == 1 for grid in grids}
    several = [(grid, grids) for grids in cases.values() if len(grids) > 1 for grid in grids]
    several.sort(key=lambda case: case[0].cells)
    palette = default_palette(colors - 1)
    for grid, grids in several[::every]:
        best = repair_oracle.fewest_changes(grid, colors, unique.__contains__)
        changes = fewest_changes(grid, palette, at_most=None)
        assert set(changes.proposals) == best, grid
        assert changes.fewest
        givens = fewest_givens(grid, palette)
        assert givens.fewest
        assert givens.at_least == repair_oracle.fewest_givens(grid, grids), grid
    for grid in sorted(unique, key=lambda grid: grid.cells)[:: 20 * every]:
        assert fewest_changes(grid, palette).cells == ()
        assert fewest_givens(grid, palette).cells == ()


@cache
def is_unique(grid: Grid) -> bool:
    return nonosat.check(brute_force.puzzle_of(grid, max(1, *grid.cells))).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("size", "inks", "number"),
    [(6, 1, 8), (4, 2, 5), *exhaustively((6, 1, 1000), (4, 2, 100), (5, 3, 20))],
)
def test_larger_pictures(size: int, inks: int, number: int) -> None:
    """Random ambiguous pictures; whether a picture is unique is left to the solver."""
    rng = random.Random(100 * size + inks)
    palette = default_palette(inks)
    while number:
        grid = brute_force.random_grid(rng, size, size, inks, rng.uniform(0.3, 0.6))
        listed = nonosat.solve(brute_force.puzzle_of(grid, inks), at_most=200)
        if len(listed.solutions) < 2 or not listed.exhausted:
            continue
        changes = fewest_changes(grid, palette)
        assert changes.fewest
        if changes.at_least > (3 if inks == 1 else 2):  # trying everything takes too long
            continue
        assert changes.proposals[0] in repair_oracle.fewest_changes(grid, inks + 1, is_unique), grid
        givens = fewest_givens(grid, palette)
        assert givens.fewest
        assert givens.at_least == repair_oracle.fewest_givens(grid, listed.solutions), grid
        is_unique.cache_clear()
        number -= 1
