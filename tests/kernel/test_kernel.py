"""The kernels against brute force over all placements and all pictures, and against each other."""

import gc
import random
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import product
from types import ModuleType
from typing import Any

import brute_force
import child_work
import pytest
from command import python
from conftest import at_night
from hypothesis import given
from kernel_cases import (
    AttemptTimeout,
    Countdown,
    Known,
    KnownLine,
    begins,
    board_of,
    holds,
    known_lines,
    one_row,
    random_known,
    random_puzzle,
    solutions_of,
)

from nonosat.child import Child
from nonosat.kernel import board as reference
from nonosat.kernel import prepare
from nonosat.kernel.line import narrow
from nonosat.model import Block, Clue, Domains, Grid, Puzzle
from nonosat.solving.backends import base

NO_THREADS = pytest.mark.skipif(
    sys.platform == "emscripten", reason="WebAssembly has neither threads nor processes"
)

# -- one line ------------------------------------------------------------------------------------


@given(line=known_lines())
def test_line_agrees_with_brute_force(kernel: ModuleType, line: KnownLine) -> None:
    clue, allowed, n = line
    assert kernel.narrow(prepare(clue), allowed, n) == brute_force.narrow(clue, allowed, n)
    begun = [begins(cells) for cells in brute_force.fitting(*line)]
    starts = [sum(1 << start for start in set(of_block)) for of_block in zip(*begun, strict=True)]
    assert one_row(kernel, line).starts(0) == (starts if begun else None)


@pytest.mark.parametrize("seed", range(50))
def test_long_lines_lose_no_placement_and_keep_what_they_know(
    kernel: ModuleType, seed: int
) -> None:
    """Beyond brute force: the true line always fits, and a second pass finds nothing new."""
    rng = random.Random(seed)
    n, inks = rng.randint(60, 300), rng.randint(1, 3)
    cells = brute_force.random_grid(rng, 1, n, inks, 0.6).cells
    allowed = [0] * (inks + 1)
    for i, color in enumerate(cells):
        for other in range(inks + 1):
            if other == color or rng.random() < 0.7:
                allowed[other] |= 1 << i
    blocks = prepare(Clue.of_cells(cells))
    found = kernel.narrow(blocks, allowed, n)
    assert found is not None
    assert found == narrow(blocks, allowed, n)
    assert all(found[color] >> i & 1 for i, color in enumerate(cells))
    assert all(new & ~old == 0 for new, old in zip(found, allowed, strict=True))
    assert kernel.narrow(blocks, found, n) == found


@pytest.mark.parametrize(
    ("blocks", "allowed", "n", "error"),
    [
        ([(1, 1)], [3, 3], 2, ValueError),
        ([(0, 1, 0)], [3, 3], 2, ValueError),
        ([(1, 2, 1)], [3, 3], 2, ValueError),
        ([(1, 1, 3)], [3, 3], 2, ValueError),
        ([(1, 1, 1)], [], 2, ValueError),
        ([(1, 1, 1)], [3, 3], -1, ValueError),
        ([(1, 1, 1)], [3, 3], 20_000, ValueError),
        ([(1, 1, 1)], [3, -1], 2, OverflowError),
        ([(1, 1, 1)], [3, 1 << 64], 2, OverflowError),
        ([(1, 1, 1)], [3, "3"], 2, TypeError),
        (None, [3, 3], 2, TypeError),
    ],
)
def test_a_line_that_is_none_is_refused(
    blocks: Any, allowed: Any, n: int, error: type[Exception]
) -> None:
    native = pytest.importorskip("nonosat.kernel.native")
    with pytest.raises(error):
        native.narrow(blocks, allowed, n)


# -- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("height", "width", "colors"), [(3, 3, 2), (2, 4, 2), (2, 2, 3), (1, 3, 4)]
)
@pytest.mark.parametrize("method", ["propagate", "probe"])
def test_board_keeps_every_solution(
    kernel: ModuleType, height: int, width: int, colors: int, method: str
) -> None:
    for (rows, cols), grids in brute_force.pictures_by_clues(height, width, colors).items():
        board = kernel.Board(rows, cols, colors)
        assert getattr(board, method)()
        domains = Domains(width, board.rows())
        for cell, mask in enumerate(domains.cells()):
            assert all(mask >> grid.cells[cell] & 1 for grid in grids)
        if method == "probe" and domains.grid() is not None:
            assert grids == {domains.grid()}


@pytest.mark.parametrize(
    ("height", "width", "colors"), [(3, 4, 2), (5, 2, 2), (2, 3, 3), (3, 1, 4)]
)
def test_search_finds_every_solution_once(
    kernel: ModuleType, height: int, width: int, colors: int
) -> None:
    for (rows, cols), grids in brute_force.pictures_by_clues(height, width, colors).items():
        board = kernel.Board(rows, cols, colors)
        assert set(solutions_of(board)) == {grid.cells for grid in grids}
        assert board.next_solution() is None
        assert bool(board.depth) == (len(grids) > 1)


def test_probing_settles_what_lines_cannot(kernel: ModuleType) -> None:
    rng = random.Random(3)
    stronger = 0
    for _ in range(200):
        puzzle = brute_force.puzzle_of(brute_force.random_grid(rng, 7, 7, 1, 0.5), 1)
        lines, probes = (board_of(kernel, puzzle) for _ in range(2))
        assert lines.propagate()
        assert probes.probe()
        for weak, strong in zip(lines.rows(), probes.rows(), strict=True):
            assert all(b & ~a == 0 for a, b in zip(weak, strong, strict=True))
        stronger += lines.rows() != probes.rows()
    assert stronger > 10


def test_what_the_search_guesses_is_not_known(kernel: ModuleType) -> None:
    """Between solutions a board tells what is proved, not the solution found last."""
    one = (Block(1),)
    board = kernel.Board([one] * 3, [one] * 3, 2)
    everything = ((7, 7),) * 3
    for _ in range(6):
        assert board.next_solution() is not None
        assert board.rows() == everything
        assert board.cells() is None
        assert board.starts(0) == [7]
        assert [len(positions) for positions in board.hints(2)[1]] == [1] * 6
    assert board.next_solution() is None
    assert board.rows() == everything


def state(board: Any) -> tuple[Any, ...]:
    """What a board knows."""
    starts = [board.starts(i) for i in range(board.height + board.width)]
    return board.height, board.width, board.rows(), board.cells(), starts


DEEP = (("propagate", False), ("propagate", True), ("probe", False), ("probe", True))
"""The ways to begin, each without and with a sample of the cells in place of all."""


def assert_agree(native: ModuleType, puzzle: Puzzle, known: Known | None, deep: bool) -> None:
    """Both kernels give the same, bit for bit: lines, and if `deep` probing and search.

    They count the same work, too, and find solutions in the same order.
    """
    for method, sample in DEEP if deep else DEEP[:1]:
        ours, theirs = (board_of(k, puzzle, known) for k in (reference, native))
        ours.sample = theirs.sample = sample
        assert state(theirs) == state(ours)
        possible = getattr(ours, method)()
        assert getattr(theirs, method)() is possible
        assert theirs.counters == ours.counters
        if possible:
            assert (state(theirs), theirs.sampled) == (state(ours), ours.sampled)
            assert solutions_of(theirs, 30 * deep) == solutions_of(ours, 30 * deep)
            assert (theirs.counters, theirs.depth) == (ours.counters, ours.depth)


def few_inked(side: int, ink: int, seed: int) -> Puzzle:
    """A puzzle whose cells are nearly all open, so that those far from decided ones are probed, too."""
    cells = random.Random(seed).sample(range(side * side), ink)
    return Puzzle.of_grid(Grid(side, side, bytes(cell in cells for cell in range(side * side))))


@pytest.mark.parametrize(("side", "ink", "seed"), [(9, 14, 0), (9, 20, 1), (11, 16, 2), (35, 5, 3)])
def test_kernels_agree_far_from_decided_cells(
    native: ModuleType, side: int, ink: int, seed: int
) -> None:
    puzzle = few_inked(side, ink, seed)
    assert_agree(native, puzzle, None, deep=True)


def test_a_sample_leaves_out_what_yields_nothing_near_it(kernel: ModuleType) -> None:
    """It excludes no more than all probes, tells when it is less, and loses no solution."""
    less = 0
    for seed in range(30):
        puzzle = few_inked(7, 9 + seed % 9, seed)
        whole, sample = (board_of(kernel, puzzle) for _ in range(2))
        sample.sample = True
        assert sample.probe()
        assert whole.probe()
        assert not whole.sampled
        for all_probed, sampled in zip(whole.rows(), sample.rows(), strict=True):
            assert all(b & ~a == 0 for a, b in zip(sampled, all_probed, strict=True))
        if not sample.sampled:
            assert sample.rows() == whole.rows()
        less += sample.sampled and sample.counters["probes"] < whole.counters["probes"]
        assert {*solutions_of(sample)} == {*solutions_of(whole)}
    assert less > 5


@pytest.mark.parametrize("seed", range(60))
def test_kernels_agree(native: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    for round_ in range(6):
        inks = rng.randint(1, 4)
        height, width = rng.randint(1, 12), rng.randint(1, 12)
        puzzle, grid = random_puzzle(rng, height, width, inks)
        wrong = rng.choice([0, 0, 0.02, 0.3])
        known = random_known(rng, grid, inks, wrong) if round_ % 2 else None
        assert_agree(native, puzzle, known, deep=height * width <= 50)


@pytest.mark.parametrize(
    ("n", "inks"),
    [
        *((63, 1), (64, 2), (65, 1), (128, 1), (129, 2), (256, 2), (257, 1), (1024, 2), (2560, 2)),
        *at_night(*product((62, 63, 64, 65, 127, 128, 129, 255, 256, 257), (1, 2))),
        *at_night((1023, 1), (1025, 1), (2559, 1)),
    ],
)
def test_kernels_agree_at_the_borders_of_words(native: ModuleType, n: int, inks: int) -> None:
    rng = random.Random(n)
    for lines in (1, 4) if n < 1000 else (1,):
        for height, width in ((lines, n), (n, lines)):
            puzzle, grid = random_puzzle(rng, height, width, inks)
            assert_agree(native, puzzle, None, deep=n < 130 and lines == 1)
            assert_agree(native, puzzle, random_known(rng, grid, inks), deep=False)


@pytest.mark.parametrize("n", [63, 64, 128, 256, 512, 1024, 2560, 10_239])
def test_one_block_fills_a_long_line_to_its_ends(kernel: ModuleType, n: int) -> None:
    for length in (1, n - 1, n):
        board = kernel.Board([(Block(length),)] * 2, [()] * n, 2)
        free = n - length + 1
        assert board.starts(0) == board.starts(1) == [(1 << free) - 1]
    assert kernel.Board([(Block(n + 1),)], [()] * n, 2).starts(0) is None
    full = kernel.Board([(Block(n),)], [(Block(1),)] * n, 2)
    assert full.propagate()
    assert full.cells() == b"\x01" * n


# -- ticks, threads, misuse ------------------------------------------------------------------------


def test_the_reference_ticks_before_every_line_and_offers_all_of_native(native: ModuleType) -> None:
    offered = {name for name in dir(native.Board) if not name.startswith("_")}
    assert offered - set(dir(reference.Board([()], [()], 2))) == set()
    clue = (Block(1),)
    board = reference.Board([clue] * 10, [clue] * 10, 2, tick=Countdown(6))
    with pytest.raises(AttemptTimeout):
        board.propagate()
    assert board.counters["lines"] == 5


def open_puzzle(kernel: ModuleType, side: int) -> Puzzle:
    """A random puzzle with several solutions."""
    rng = random.Random(side)
    while True:
        puzzle = brute_force.puzzle_of(brute_force.random_grid(rng, side, side, 1, 0.5), 1)
        if len(solutions_of(board_of(kernel, puzzle), 2)) == 2:
            return puzzle


@pytest.mark.parametrize("calls", [1, 2, 3, 5, 8, 13, 40])
@pytest.mark.parametrize("method", ["propagate", "probe", "next_solution", "hints"])
def test_what_a_tick_raises_leaves_a_board_of_use(
    kernel: ModuleType, method: str, calls: int
) -> None:
    """It passes through; the board still holds every solution and can be asked again."""
    side = 6 if kernel is reference else 30  # the native kernel ticks by the work done
    puzzle = open_puzzle(kernel, side)
    found = solutions_of(board_of(kernel, puzzle), 20)
    fresh = board_of(kernel, puzzle)
    assert fresh.probe()
    tick = Countdown(1 << 60)
    board = board_of(kernel, puzzle, tick=tick)
    assert method != "hints" or board.propagate()
    tick.left = calls
    with suppress(AttemptTimeout):
        for _ in range(40):
            getattr(board, method)()
    interrupted = tick.left == 0
    assert interrupted or calls > 3 or (method == "propagate" and side == 30)
    tick.left = 0  # never again
    assert all(holds(board.rows(), side, cells) for cells in found)
    assert board.propagate()
    assert board.probe()
    assert board.rows() == fresh.rows()
    assert board.cells() is None
    assert holds(board.rows(), side, board.hints(2)[0])


@NO_THREADS
def test_boards_in_several_threads_do_not_disturb_each_other(kernel: ModuleType) -> None:
    def work(seed: int) -> tuple[Any, ...]:
        rng = random.Random(seed)
        inks = rng.randint(1, 2)
        puzzle, _ = random_puzzle(rng, 6, 6, inks)
        board = board_of(kernel, puzzle, tick=lambda: None)
        return board.probe(), board.rows(), board.hints(3), solutions_of(board, 20)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(60))) == [work(seed) for seed in range(60)]


@NO_THREADS
def test_a_board_is_for_one_thread_at_a_time(native: ModuleType) -> None:
    puzzle, _ = random_puzzle(random.Random(1), 25, 25, 1)
    board = board_of(native, puzzle)

    def work(number: int) -> None:
        for method in ("probe", "next_solution", "hints", "rows", "cells") * 2:
            try:
                getattr(board, method)()
            except RuntimeError as err:
                assert str(err) == "the board is at work already"  # noqa: PT017 - seldom raised

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(8)))


@pytest.mark.parametrize("method", ["propagate", "probe", "next_solution", "rows", "hints"])
def test_a_tick_must_leave_its_board_alone(native: ModuleType, method: str) -> None:
    puzzle, _ = random_puzzle(random.Random(1), 25, 25, 1)
    board = board_of(native, puzzle, tick=lambda: getattr(board, method)())
    with pytest.raises(RuntimeError, match="at work already"):
        solutions_of(board)
    assert isinstance(board.rows(), tuple)


def test_a_tick_may_ask_for_the_counters_and_changes_nothing(kernel: ModuleType) -> None:
    side = 6 if kernel is reference else 25  # the native kernel ticks by the work done
    puzzle, _ = random_puzzle(random.Random(1), side, side, 1)
    seen: list[tuple[int, int]] = []
    board = board_of(
        kernel, puzzle, tick=lambda: seen.append((board.counters["lines"], board.depth))
    )
    quiet = board_of(kernel, puzzle)
    assert board.hints(5) == quiet.hints(5)
    assert [board.probe(), board.rows()] == [quiet.probe(), quiet.rows()]
    assert board.next_solution() == quiet.next_solution()
    assert seen == sorted(seen)
    assert len({lines for lines, _ in seen}) > 1
    assert board.counters == quiet.counters


def test_a_board_whose_tick_refers_to_it_is_freed(kernel: ModuleType) -> None:
    tick = Countdown(1 << 60)
    tick.board = kernel.Board([(Block(1),)], [(Block(1),)], 2, tick=tick)  # type: ignore[attr-defined]
    gone = weakref.ref(tick)
    del tick
    gc.collect()
    assert gone() is None


ONE = ((1, 1),)
BAD_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "no rows": ([], [ONE], 2),
    "no columns": ([ONE], [], 2),
    "rows None": (None, [ONE], 2),
    "clue None": ([None], [ONE], 2),
    "block None": ([(None,)], [ONE], 2),
    "block of one": ([((1,),)], [ONE], 2),
    "block of three": ([((1, 1, 1),)], [ONE], 2),
    "block a number": ([(1,)], [ONE], 2),
    "block a text": ([("ab",)], [ONE], 2),
    "length 0": ([((0, 1),)], [ONE], 2),
    "length -1": ([((-1, 1),)], [ONE], 2),
    "length huge": ([((1 << 40, 1),)], [ONE], 2),
    "length beyond a machine word": ([((1 << 80, 1),)], [ONE], 2),
    "length a fraction": ([((1.5, 1),)], [ONE], 2),
    "length a text": ([(("1", 1),)], [ONE], 2),
    "color 0": ([((1, 0),)], [ONE], 2),
    "color -1": ([((1, -1),)], [ONE], 2),
    "color too large": ([((1, 2),)], [ONE], 2),
    "color too large in a column": ([ONE], [((1, 7),)], 3),
    "one color": ([()], [()], 1),
    "257 colors": ([ONE], [ONE], 257),
    "colors -1": ([ONE], [ONE], -1),
    "colors None": ([ONE], [ONE], None),
    "colors beyond a machine word": ([ONE], [ONE], 1 << 80),
    "too long": ([ONE], [()] * 10_240, 2),
    "known a number": ([ONE], [ONE], 2, 5),
    "known of other height": ([ONE], [ONE], 2, ((1, 1), (1, 1))),
    "known of other colors": ([ONE], [ONE], 2, ((1, 1, 1),)),
    "known of no rows": ([ONE], [ONE], 2, ()),
    "known row None": ([ONE], [ONE], 2, (None,)),
    "known set None": ([ONE], [ONE], 2, ((None, None),)),
    "known set a text": ([ONE], [ONE], 2, (("a", "b"),)),
    "known set negative": ([ONE], [ONE], 2, ((-1, 1),)),
    "known set too large": ([ONE], [ONE], 2, ((1 << 64, 1),)),
    "too many arguments": ([ONE], [ONE], 2, None, None, None),
    "too few arguments": ([ONE], [ONE]),
}


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS.values(), ids=BAD_ARGUMENTS)
def test_bad_arguments_are_refused(native: ModuleType, arguments: tuple[Any, ...]) -> None:
    """By the native kernel, which would crash on them; the reference trusts its caller."""
    with pytest.raises((ValueError, TypeError, OverflowError)):
        native.Board(*arguments)


@pytest.mark.skipif(sys.platform == "emscripten", reason="tells how nanobind refuses them")
def test_bad_arguments_of_methods_are_refused(native: ModuleType) -> None:
    board = native.Board([ONE], [ONE], 2)
    for line in (-1, 2, 1 << 31, 1 << 80, None, "0"):
        with pytest.raises((IndexError, TypeError, OverflowError)):
            board.starts(line)
    for rounds in (None, 1.5, 1 << 80):
        with pytest.raises((TypeError, OverflowError)):
            board.hints(rounds)
    assert board.hints(-1) == board.hints(0)
    with pytest.warns(RuntimeWarning, match="already-initialized"), pytest.raises(TypeError):
        board.__init__([ONE], [ONE], 2)
    with pytest.raises(TypeError, match="not callable"):
        solutions_of(board_of(native, random_puzzle(random.Random(1), 25, 25, 1)[0], tick=3))
    assert board.propagate()


def test_a_search_ended_by_its_tick_proves_nothing(kernel: ModuleType) -> None:
    """Asked again it must not say None: that would be the proof of no more solutions."""
    grid = brute_force.random_grid(random.Random(5), 40, 40, 1, 0.5)
    puzzle = brute_force.puzzle_of(grid, 1)
    board = kernel.Board(puzzle.rows, puzzle.cols, 2, tick=Countdown(3))
    with pytest.raises(AttemptTimeout):
        board.next_solution()
    with pytest.raises(RuntimeError, match="the search was ended by its tick"):
        board.next_solution()


# -- behind all of nonosat ------------------------------------------------------------------------


@NO_THREADS
@pytest.mark.both_kernels
def test_what_is_marked_runs_with_each_kernel_here_and_in_children(kernel_behind: str) -> None:
    assert (base.Board is reference.Board) is (kernel_behind == "reference")
    with Child() as child:
        assert child.ask(child_work.described)["kernel"] == kernel_behind


SUBINTERPRETER = """
import sys
interpreters = __import__("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
code = '''
import nonosat
from nonosat import kernel
print(nonosat.check(nonosat.Puzzle.of([1, 1], [1, 1])).verdict, kernel.name, flush=True)
'''
exec(code)
other = interpreters.create()
interpreters.run_string(other, code)
interpreters.destroy(other)
exec(code)
"""


@NO_THREADS
def test_a_subinterpreter_has_the_reference_and_breaks_nothing() -> None:
    done = python("-c", SUBINTERPRETER)
    assert done.returncode == 0, done.stderr
    first, inside, after = done.stdout.splitlines()
    assert inside == "multiple reference"
    assert first == after
