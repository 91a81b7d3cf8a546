"""The memory of the kernel in WebAssembly: what nobody needs any more is given back."""

import importlib
import random
import sys
from types import ModuleType
from typing import Any

import pytest
from kernel_cases import AttemptTimeout, Countdown, board_of, random_puzzle, shuffled, solutions_of

from nonosat.model import Block

pytestmark = pytest.mark.skipif(
    sys.platform != "emscripten", reason="run by test_wasm.py, in WebAssembly"
)


@pytest.fixture
def wasm() -> Any:
    """What the worker gives: the kernel itself."""
    return importlib.import_module("nonosat_wasm").kernel


def grown(wasm: Any, work: Any) -> int:
    """Bytes by which the memory grows while `work` is done a hundred times more."""
    for _ in range(20):
        work()
    before: int = wasm.exports.memory.buffer.byteLength
    for _ in range(100):
        work()
    after: int = wasm.exports.memory.buffer.byteLength
    return after - before


def test_guesses_that_a_tick_ends_leave_nothing_behind(native: ModuleType, wasm: Any) -> None:
    puzzle, _ = shuffled(60, 1200, 1)
    tick = Countdown(0)
    board = board_of(native, puzzle, tick=tick)

    def work() -> None:
        tick.left = 3
        with pytest.raises(AttemptTimeout):
            board.hints(50)

    assert grown(wasm, work) == 0
    tick.left = 0
    fresh = board_of(native, puzzle)
    assert board.hints(3) == fresh.hints(3)


def test_boards_that_are_gone_leave_nothing_behind(native: ModuleType, wasm: Any) -> None:
    puzzle, _ = random_puzzle(random.Random(1), 40, 40, 2)
    clue = tuple(Block(1) for _ in range(1000))

    def work() -> None:
        board_of(native, puzzle).probe()
        with pytest.raises(AttemptTimeout):  # while it reads the clues
            native.Board([clue] * 40, [clue] * 40, 2, tick=Countdown(2))

    assert grown(wasm, work) == 0


def test_a_puzzle_that_is_too_large_is_refused_and_others_live_on(native: ModuleType) -> None:
    puzzle, _ = shuffled(6, 12, 1)
    board = board_of(native, puzzle)
    found = solutions_of(board, 3)
    for _ in range(3):
        with pytest.raises(MemoryError):
            native.Board([()] * 10_000, [()] * 10_000, 256)
    everything = ((1 << 10_000) - 1,) * 2
    boards: list[Any] = []

    def fill() -> None:
        while len(boards) < 20:  # of 50 MB each, and as much on the way
            boards.append(native.Board([()] * 10_000, [()] * 10_000, 2, (everything,) * 10_000))

    with pytest.raises(MemoryError, match="no more memory"):
        fill()
    assert len(boards) > 3
    boards.clear()
    assert len(found) == 3
    board.restart()
    assert solutions_of(board, 3) == found


def test_after_a_fault_of_the_kernel_the_next_board_has_a_new_one(
    native: ModuleType, wasm: Any
) -> None:
    puzzle, _ = shuffled(6, 12, 1)
    board = board_of(native, puzzle)
    nowhere = 2**31 - 16
    assert wasm.call("propagate", nowhere, lambda: True, None) == native.BROKEN
    with pytest.raises(RuntimeError, match="the kernel has failed"):
        board.rows()
    del board
    assert len(solutions_of(board_of(native, puzzle), 3)) == 3
