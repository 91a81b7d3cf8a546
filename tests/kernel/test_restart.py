"""Searches that begin anew: however one ended, the next finds every solution, in any order."""

import random
import sys
from contextlib import suppress
from types import ModuleType

import brute_force
import pytest
from kernel_cases import (
    AttemptTimeout,
    Countdown,
    board_of,
    holds,
    random_known,
    random_puzzle,
    shuffled,
    solutions_of,
)

from nonosat.kernel import board as reference

SCORES = tuple(reference.SCORES)


@pytest.mark.parametrize("straight", [False, True])
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize(("height", "width", "colors"), [(3, 3, 2), (2, 2, 3), (3, 1, 4)])
def test_it_finds_every_solution_with_any_picture(
    kernel: ModuleType, height: int, width: int, colors: int, score: str, straight: bool
) -> None:
    """One of the solutions, a picture that is wrong, or none at all; from any point of a search."""
    rng = random.Random(7)
    for (rows, cols), grids in brute_force.pictures_by_clues(height, width, colors).items():
        wanted = {grid.cells for grid in grids}
        board = kernel.Board(rows, cols, colors)
        wrong = bytes(rng.randrange(colors + 1) for _ in range(height * width))
        for picture in (rng.choice(sorted(wanted)), wrong, None):
            board.restart(score, picture, straight)
            assert set(solutions_of(board, rng.randint(1, len(wanted)))) <= wanted
            board.restart(score, picture, straight)
            assert set(solutions_of(board)) == wanted
            assert board.next_solution() is None


@pytest.mark.parametrize("seed", range(10))
def test_it_finds_what_the_first_search_finds_of_larger_puzzles(
    kernel: ModuleType, seed: int
) -> None:
    rng = random.Random(seed)
    inks = rng.randint(1, 3)
    puzzle, grid = random_puzzle(rng, 6, 7, inks)
    known = random_known(rng, grid, inks, rng.choice([0, 0, 0.1]))
    board = board_of(kernel, puzzle, known)
    found = set(solutions_of(board))
    for score in SCORES:
        for straight in (False, True):
            hints, _ = board.hints(10, 10, rng.randrange(3)) if board.propagate() else (None, [])
            board.restart(score, hints, straight)
            assert set(solutions_of(board)) == found


@pytest.mark.parametrize("seed", range(20))
def test_kernels_go_the_same_way(native: ModuleType, seed: int) -> None:
    """Also where a search before was given up: with equal pictures come equal orders and counters."""
    rng = random.Random(seed)
    inks = rng.randint(1, 3)
    puzzle, grid = random_puzzle(rng, 7, 8, inks)
    known = random_known(rng, grid, inks) if seed % 3 == 0 else None
    ours, theirs = (board_of(kernel, puzzle, known) for kernel in (reference, native))
    wrong = bytes(rng.randrange(inks + 1) for _ in grid.cells)
    for picture in (None, wrong, grid.cells) * 2:
        straight, most = rng.random() < 0.5, rng.choice([1, 2, 5, 30])
        found = []
        for board in (ours, theirs):
            board.restart("product", picture, straight)
            found.append(solutions_of(board, most))
        assert found[1] == found[0]
        assert theirs.rows() == ours.rows()
        assert (theirs.counters, theirs.depth) == (ours.counters, ours.depth)


@pytest.mark.parametrize("calls", [1, 2, 5, 20])
def test_it_goes_on_where_a_tick_has_ended_a_search(kernel: ModuleType, calls: int) -> None:
    """Unlike `next_solution` alone, which would prove nothing then."""
    side = 6 if kernel is reference else 22
    puzzle, grid = shuffled(side, side * side // 3, 11)
    tick = Countdown(1 << 60)
    board = board_of(kernel, puzzle, tick=tick)
    found = set(solutions_of(board_of(kernel, puzzle), 20))
    for score in SCORES:
        tick.left = calls
        board.restart(score)
        with suppress(AttemptTimeout):
            solutions_of(board, 200)
        tick.left = 0  # never again
        assert all(holds(board.rows(), side, cells) for cells in found)
        board.restart(score, grid.cells, straight=True)
        again = set(solutions_of(board, 20))
        assert grid.cells in again
        assert len(again) == len(found)


def test_straight_it_goes_to_the_picture_without_a_probe(kernel: ModuleType) -> None:
    side = 8
    puzzle, grid = shuffled(side, 20, 3)
    board = board_of(kernel, puzzle)
    assert len(solutions_of(board, 2)) == 2
    probes = board.counters["probes"]
    board.restart(picture=grid.cells, straight=True)
    assert board.next_solution() == grid.cells
    assert board.counters["probes"] == probes
    assert board.next_solution() not in (None, grid.cells)


def test_its_depth_is_its_own(kernel: ModuleType) -> None:
    board = board_of(kernel, shuffled(6, 12, 1)[0])
    solutions_of(board)
    assert board.depth > 0
    board.restart()
    assert board.depth == 0
    solutions_of(board)
    assert board.depth > 0


def test_bad_arguments_are_refused(kernel: ModuleType) -> None:
    board = kernel.Board([((1, 1),)], [((1, 1),)], 2)
    with pytest.raises(ValueError, match="a score is product or sum"):
        board.restart("best")
    with pytest.raises(ValueError, match="one color for each cell"):
        board.restart(picture=b"\1\1")
    assert solutions_of(board) == [b"\1"]


@pytest.mark.skipif(sys.platform == "emscripten", reason="the types are checked by nanobind")
def test_the_native_kernel_refuses_what_is_no_picture(native: ModuleType) -> None:
    board = native.Board([((1, 1),)], [((1, 1),)], 2)
    for arguments in ((None,), ("sum", "1"), ("sum", [1]), ("sum", b"\1", "no")):
        with pytest.raises((TypeError, ValueError)):
            board.restart(*arguments)
    assert solutions_of(board) == [b"\1"]
