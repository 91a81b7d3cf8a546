"""The order encoding: both kernels make the same clauses. What they mean tests/solving tests."""

import random
from array import array
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from conftest import at_night
from hypothesis import given
from hypothesis import strategies as st
from kernel_cases import AttemptTimeout, Countdown, Known, board_of, random_known, random_puzzle

from nonosat.kernel import board as reference
from nonosat.model import Block, Puzzle

PLENTY = 1 << 40


def assert_same_clauses(
    native: ModuleType,
    puzzle: Puzzle,
    known: Known | None,
    method: str,
    lines: list[int],
    guarded: bool,
    box: tuple[int, ...] | None = None,
) -> int:
    """Compare the kernels bit for bit; returns the number of clauses."""
    ours, theirs = (board_of(kernel, puzzle, known) for kernel in (reference, native))
    if method and not (getattr(ours, method)() and getattr(theirs, method)()):
        return 0  # a contradiction
    want = ours.clauses(lines, guarded, PLENTY, box)
    assert theirs.clauses(lines, guarded, PLENTY, box) == want
    whole = (0, puzzle.height, 0, puzzle.width)
    assert box or ours.clauses(lines, guarded, PLENTY, whole) == want
    assert array("i", want.clauses).tolist().count(0) == want.number
    if want.number:
        for board in (ours, theirs):
            assert board.clauses(lines, guarded, want.number, box) == want
            assert board.clauses(lines, guarded, want.number - 1, box) is None
    number: int = want.number
    return number


@given(seed=st.integers(0, 1 << 30), method=st.sampled_from(["", "propagate", "probe"]))
def test_kernels_make_the_same_clauses(native: ModuleType, seed: int, method: str) -> None:
    rng = random.Random(seed)
    inks, height, width = rng.randint(1, 4), rng.randint(1, 9), rng.randint(1, 9)
    puzzle, grid = random_puzzle(rng, height, width, inks)
    known = random_known(rng, grid, inks) if method and rng.random() < 0.3 else None
    numbers = range(height + width)
    lines = [*numbers] if rng.random() < 0.7 else rng.sample(numbers, rng.randint(0, len(numbers)))
    guarded = not method and rng.random() < 0.5
    box = None
    if rng.random() < 0.5:
        box = tuple(side for n in (height, width) for side in sorted(rng.sample(range(n + 1), 2)))
        inside = [*range(*box[:2]), *range(height + box[2], height + box[3])]
        lines = [line for line in lines if line in inside]
    assert_same_clauses(native, puzzle, known, method, lines, guarded, box)


@pytest.mark.parametrize(
    ("n", "inks"),
    [
        *((63, 1), (64, 2), (65, 1), (129, 2)),
        *at_night(*product([62, 63, 64, 65, 127, 128, 129, 257], [1, 2])),
    ],
)
def test_clauses_are_the_same_at_the_borders_of_words(
    native: ModuleType, n: int, inks: int
) -> None:
    rng = random.Random(n)
    for height, width in ((2, n), (n, 2)):
        puzzle, _ = random_puzzle(rng, height, width, inks)
        lines = [*range(height + width)]
        assert_same_clauses(native, puzzle, None, "propagate", lines, False)
        assert assert_same_clauses(native, puzzle, None, "", lines[:3], True)


def test_what_is_too_much_is_not_made(kernel: ModuleType) -> None:
    """A line of many starts is refused for these alone, a cell of many colors for its pairs."""
    board = kernel.Board([((1, 1),)], [()] * 10_000, 2)
    assert board.clauses([0], False, 9_998) is None
    board = kernel.Board([()], [()] * 5, 256)
    assert board.clauses([], False, 50_000) is None


def test_a_line_without_a_placement_is_refused(kernel: ModuleType) -> None:
    board = kernel.Board([(Block(3),)], [()] * 2, 2)
    with pytest.raises(ValueError, match="without a placement"):
        board.clauses([0], False, PLENTY)
    assert board.rows() == ((3, 3),)


@pytest.mark.parametrize("guarded", [False, True])
def test_a_repeated_line_is_refused(kernel: ModuleType, guarded: bool) -> None:
    """It would have one guard or two."""
    board = kernel.Board([()], [()], 2)
    with pytest.raises(ValueError, match="a line is repeated"):
        board.clauses([0, 1, 0], guarded, PLENTY)


@pytest.mark.parametrize("lines", [[2], [-1], [1 << 80], ["0"], None])
def test_bad_lines_are_refused(native: ModuleType, lines: Any) -> None:
    board = native.Board([()], [()], 2)
    with pytest.raises((IndexError, ValueError, TypeError, OverflowError)):
        board.clauses(lines, False, PLENTY)


def test_a_tick_ends_the_work_and_leaves_the_board_of_use(kernel: ModuleType) -> None:
    puzzle, _ = random_puzzle(random.Random(1), 30, 30, 2)
    tick = Countdown(0)
    board = board_of(kernel, puzzle, tick=tick)
    before = board.rows()
    want = board.clauses(range(60), False, PLENTY)
    calls = -tick.left
    assert calls > 60
    for call in range(1, calls, calls // 10):
        tick.left = call
        with pytest.raises(AttemptTimeout):
            board.clauses(range(60), False, PLENTY)
    tick.left = 0
    assert board.rows() == before
    assert board.clauses(range(60), False, PLENTY) == want
