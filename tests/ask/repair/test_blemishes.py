"""Which of two changes the eye minds less."""

from nonosat.ask.repair.blemishes import find_blemishes
from nonosat.ask.repair.patches import patched
from nonosat.model import Grid

BLOB = Grid.of(["###...", "####..", "####..", "###...", "......", "......"])


def test_the_border_of_ink_before_a_speck_or_a_hole() -> None:
    border = find_blemishes(BLOB, patched(BLOB, {0 * 6 + 3: 1}))
    dent = find_blemishes(BLOB, patched(BLOB, {0 * 6 + 1: 0}))
    speck = find_blemishes(BLOB, patched(BLOB, {5 * 6 + 5: 1}))
    hole = find_blemishes(BLOB, patched(BLOB, {2 * 6 + 1: 0}))
    assert border < dent < min(speck, hole)


def test_a_symmetry_is_kept_where_there_is_one() -> None:
    cross = Grid.of(["..#..", "..#..", "#####", "..#..", "..#.."])
    on_the_axes = find_blemishes(cross, patched(cross, {12: 0}))
    assert on_the_axes[0] == 0
    assert find_blemishes(cross, patched(cross, {0: 1}))[0] == 3
    assert find_blemishes(cross, patched(cross, {2: 0}))[0] == 2  # left and right are still alike
