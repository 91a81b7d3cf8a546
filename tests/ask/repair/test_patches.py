"""Differences of pictures with the same clues, cut into patches."""

import random
from itertools import combinations

import brute_force
import pytest

from nonosat.ask.repair.patches import cuts, differing, fits, patched, split
from nonosat.model import Grid


@pytest.mark.parametrize(
    ("height", "width", "colors"), [(3, 3, 2), (4, 4, 2), (3, 3, 3), (2, 3, 4)]
)
def test_each_patch_alone_keeps_every_clue(height: int, width: int, colors: int) -> None:
    cases = brute_force.pictures_by_clues(height, width, colors)
    several = [sorted(grids, key=lambda g: g.cells) for grids in cases.values() if len(grids) > 1]
    for grids in random.Random(1).sample(several, min(60, len(several))):
        puzzle = brute_force.puzzle_of(grids[0], colors - 1)
        for one, other in combinations(grids[:6], 2):
            patches = split(one, other)
            cells = sorted(cell for patch in patches for cell in patch)
            assert cells == differing(one, other)
            for patch in patches:
                assert fits(one, patch)
                assert puzzle.accepts(patched(one, patch))


def test_two_swaps_far_apart_are_two_patches() -> None:
    one = Grid.of(["#..#.", ".#..#", ".....", "#..#.", ".#..#"])
    other = Grid.of([".#.#.", "#...#", ".....", "#...#", ".#.#."])
    assert [sorted(patch) for patch in split(one, other)] == [[0, 1, 5, 6], [18, 19, 23, 24]]


def test_a_patch_that_changes_nothing_or_a_clue_does_not_fit() -> None:
    picture = Grid.of(["#.", ".#"])
    assert fits(picture, {0: 0, 1: 1, 2: 1, 3: 0})
    assert not fits(picture, {0: 1, 1: 0})
    assert not fits(picture, {0: 0, 1: 1})


def test_no_cut_where_the_halves_of_both_pictures_would_join() -> None:
    # Cut in the middle, the left half of the other picture would touch the right half of the one.
    assert cuts(bytes([1, 0, 1, 0]), bytes([0, 1, 0, 1])) == [0, 4]
    assert cuts(bytes([1, 0, 2, 0]), bytes([0, 1, 0, 2])) == [0, 2, 4]
