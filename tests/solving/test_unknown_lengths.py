"""Puzzles some of whose numbers are hidden: every way of solving against brute force."""

import random
from functools import cache

import brute_force
import pytest
from conftest import at_night

import nonosat
from nonosat import Limits, Puzzle, Verdict
from nonosat.ask.all_solutions.counting import count
from nonosat.ask.all_solutions.shared_cells import backbone
from nonosat.model import OPEN, Block, Domains, Grid
from nonosat.solving import api

FEW = 40
"""Solutions; some backends start afresh for each."""


@cache  # the same for every backend, and to find some takes longer than to solve them
def hidden_puzzles(seed: int, number: int, most: int = FEW) -> list[tuple[Puzzle, set[Grid]]]:
    """Small puzzles with a third of their numbers hidden, or half, or all; and their solutions."""
    rng = random.Random(seed)
    kept: list[tuple[Puzzle, set[Grid]]] = []
    while len(kept) < number:
        inks, side = rng.choice([1, 1, 2, 3]), rng.choice([3, 4, 5, 6])
        height, width = rng.randint(1, side), rng.randint(1, side)
        grid = brute_force.random_grid(rng, height, width, inks, rng.choice([0.3, 0.5, 0.8]))
        puzzle = brute_force.puzzle_of(grid, inks)
        hidden = brute_force.hide(rng, puzzle, rng.choice([1 / 3, 1 / 3, 0.5, 1]))
        found = brute_force.solutions(hidden, most=50_000)
        if hidden != puzzle and found is not None and len(found) <= most:
            assert grid in found
            kept.append((hidden, found))
    return kept


def agree(puzzle: Puzzle, want: set[Grid], backend: str, known: Domains | None = None) -> None:
    result = nonosat.solve(
        puzzle, backend=backend, at_most=len(want) + 9, limits=Limits(processors=1), known=known
    )
    assert result.exhausted
    assert set(result.solutions) == want
    assert len(result.solutions) == len(want)
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(2, len(want))]
    assert api.check(puzzle, backend=backend, known=known).verdict is verdict


@pytest.mark.usefixtures("one_child")
@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", [0, *at_night(1, 2, 3)])
def test_every_backend_agrees_with_brute_force(backend: str, seed: int) -> None:
    for puzzle, want in hidden_puzzles(seed, 6, 5 if backend.startswith(("cpsat", "mip")) else FEW):
        agree(puzzle, want, backend)


@pytest.mark.usefixtures("one_child")
@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", [0, *at_night(1, 2)])
def test_known_cells_count(backend: str, seed: int) -> None:
    rng = random.Random(seed)
    for puzzle, found in hidden_puzzles(100 + seed, 3, 15):
        colors = len(puzzle.palette.colors)
        cells = [rng.randrange(1, 1 << colors) for _ in range(puzzle.height * puzzle.width)]
        guide = min(found, key=lambda grid: grid.cells)
        masks = [mask | 1 << color for mask, color in zip(cells, guide.cells, strict=True)]
        known = Domains.of_cells(puzzle.height, puzzle.width, colors, masks)
        want = brute_force.solutions(puzzle, known)
        assert want is not None
        agree(puzzle, want, backend, known)
        agree(puzzle.given(known), want, backend)


@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", [*range(4), *at_night(*range(4, 10))])
def test_counts_and_backbones_agree_with_brute_force(seed: int) -> None:
    for puzzle, want in hidden_puzzles(500 + seed, 12, 20_000):
        result = count(puzzle)
        assert (result.number, result.exact) == (len(want), True)
        found = backbone(puzzle)
        assert found.complete
        for cell, color in enumerate(found.cells):
            colors = {grid.cells[cell] for grid in want}
            assert colors == {color} if color != OPEN else len(colors) > 1


def test_totals_bound_each_other() -> None:
    assert Puzzle.of([["?"], [1]], [[2], [1]]).rows[0] == (Block(None),)
    with pytest.raises(
        nonosat.PuzzleError, match="the rows have at most 3 cells, the columns at least 4"
    ):
        Puzzle.of([["?"], [1]], [[2], [2]])
    with pytest.raises(
        nonosat.PuzzleError, match="the rows have at least 4 cells, the columns at most 3"
    ):
        Puzzle.of([[2], [2]], [["?"], [1]])
    with pytest.raises(nonosat.PuzzleError, match="row 1 needs 3 cells, the grid is 2 wide"):
        Puzzle.of([["?", "?"], [1]], [[2], [1]])


@pytest.mark.slow
@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", range(6))
def test_larger_puzzles_have_the_picture_that_they_were_made_of(seed: int) -> None:
    """Too large for brute force: the backends agree among themselves, and the picture is there."""
    rng = random.Random(seed)
    inks = 1 + seed % 3
    grid = brute_force.random_grid(rng, 14, 70 if seed == 5 else 15, inks, 0.6)
    puzzle = brute_force.hide(rng, brute_force.puzzle_of(grid, inks), 0.1)
    found = [
        nonosat.solve(puzzle, backend=backend, at_most=50, limits=Limits(30, processors=1))
        for backend in ("auto", "line", "sat:cadical195", "sat:plain")
    ]
    sets = [set(result.solutions) for result in found if result.exhausted]
    assert all(one == sets[0] and grid in one for one in sets)
    assert {result.verdict for result in found} - {Verdict.UNKNOWN} <= {found[0].verdict}
