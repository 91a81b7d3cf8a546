"""Belief propagation: marginals against brute force, guesses against what they promise."""

import random
from itertools import product
from math import exp, prod
from types import ModuleType

import brute_force
import pytest
from conftest import at_night
from hypothesis import given
from hypothesis import strategies as st
from kernel_cases import (
    KnownLine,
    begins,
    board_of,
    holds,
    known_lines,
    one_row,
    random_known,
    random_puzzle,
    shuffled,
    solutions_of,
)

from nonosat.kernel import belief, place, prepare
from nonosat.kernel import board as reference
from nonosat.model import Block, Domains, Grid

TIE = 1e-3
"""Weights and probabilities closer than this may fall either way: the kernel in C++ has quick
approximations of exp and log, and keeps what a line has heard as 32-bit floats."""


@given(known_lines(), st.randoms(use_true_random=False), st.sampled_from([0.0, 3.0, 12.0]))
def test_marginals_agree_with_brute_force(
    line: KnownLine, rng: random.Random, strongest: float
) -> None:
    clue, allowed, n = line
    blocks = prepare(clue)
    placed = place(blocks, allowed, n)
    if placed is None:
        return
    weights = [[rng.uniform(-strongest, strongest) for _ in range(n)] for _ in allowed]
    of_line = belief.OpenLine(0, True, blocks, placed, allowed, range(n))
    shares = belief.shares_of(of_line, weights)
    found = belief.marginals(of_line, shares)

    weight = {
        cells: prod(exp(weights[c][i]) for i, c in enumerate(cells))
        for cells in brute_force.fitting(*line)
    }
    total = sum(weight.values())
    for color, i in product(range(len(allowed)), range(n)):
        want = sum(w for cells, w in weight.items() if cells[i] == color) / total
        assert found[color][i] == pytest.approx(want, abs=1e-9)
    for j, of_block in enumerate(shares):
        assert sum(of_block.starts.values()) == pytest.approx(1)
        for s, share in of_block.starts.items():
            want = sum(w for cells, w in weight.items() if begins(cells)[j] == s) / total
            assert share == pytest.approx(want, abs=1e-9)
        assert sum(of_block.ends.values()) == pytest.approx(1)
        for e, share in of_block.ends.items():
            want = sum(w for cells, w in weight.items() if n - begins(cells[::-1])[-1 - j] == e)
            assert share == pytest.approx(want / total, abs=1e-9)


def test_a_long_line_ticks_before_its_starts_are_listed() -> None:
    """25 million of them take seconds, which no deadline may have to wait for."""

    def stop() -> None:
        raise TimeoutError

    n = 10_000
    blocks = prepare([(1, 1)] * (n // 4))
    allowed = ((1 << n) - 1,) * 2
    placed = place(blocks, allowed, n)
    assert placed is not None
    line = belief.OpenLine(0, True, blocks, placed, allowed, range(n))
    with pytest.raises(TimeoutError):
        belief.shares_of(line, [[0.0] * n] * 2, stop)


@given(line=known_lines())
def test_medians_of_one_row_agree_with_brute_force(kernel: ModuleType, line: KnownLine) -> None:
    """The first row to be heard has been told nothing: all its placements weigh the same."""
    clue, allowed, _ = line
    found = one_row(kernel, line).hints(1)[1][0]
    all_begins = [begins(cells) for cells in brute_force.fitting(*line)]
    several = any(a & b for i, a in enumerate(allowed) for b in allowed[:i])
    if not (several and all_begins):
        assert found == []
        return
    assert len(found) == len(clue)
    for j, median in enumerate(found):
        at_most = sum(where[j] <= median for where in all_begins)
        before = sum(where[j] < median for where in all_begins)
        assert any(where[j] == median for where in all_begins)
        assert 2 * before <= len(all_begins) <= 2 * at_most


@pytest.mark.parametrize("seed", range(15))
def test_hints_are_colors_that_the_cells_can_have(kernel: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    inks = rng.randint(1, 4)
    puzzle, grid = random_puzzle(rng, rng.randint(1, 9), rng.randint(1, 9), inks)
    board = board_of(kernel, puzzle, random_known(rng, grid, inks) if seed % 2 else None)
    for rounds in (0, 1, 3):  # unsettled at first: that is not a harm
        cells, medians = board.hints(rounds)
        assert len(cells) == puzzle.height * puzzle.width
        assert holds(board.rows(), puzzle.width, cells)
        assert len(medians) == puzzle.height + puzzle.width
        for number, (clue, positions) in enumerate(zip(puzzle.clues, medians, strict=True)):
            sets = board.starts(number)
            assert sets is not None
            assert len(positions) in (0, len(clue))
            assert all(bits >> p & 1 for bits, p in zip(sets, positions, strict=bool(positions)))
        assert board.propagate()


def test_hints_on_a_decided_board_are_the_solution(kernel: ModuleType) -> None:
    rng = random.Random(8)
    for inks in (1, 2, 3, 4):
        puzzle, grid = random_puzzle(rng, 6, 7, inks)
        board = board_of(kernel, puzzle, Domains.of_grid(grid, inks + 1).rows)
        assert board.propagate()
        assert board.hints() == (grid.cells, [[]] * 13)


def test_hints_find_the_picture_that_lines_cannot(kernel: ModuleType) -> None:
    """Unique puzzles that line logic leaves open: most of the open cells are guessed right."""
    rng = random.Random(5)
    right = cells = 0
    for _ in range(80):
        puzzle, grid = random_puzzle(rng, 8, 8, 1)
        board = board_of(kernel, puzzle)
        assert board.propagate()
        if board.cells() or len(solutions_of(board_of(kernel, puzzle), 2)) > 1:
            continue
        hints = board.hints()[0]
        for cell, mask in enumerate(Domains(8, board.rows()).cells()):
            if mask == 3:
                cells += 1
                right += hints[cell] == grid.cells[cell]
    assert cells > 25
    assert right > 0.8 * cells


def test_hints_on_a_contradiction_do_no_harm(kernel: ModuleType) -> None:
    """Lines without a placement say nothing, also when they are shorter than those before."""
    pair = (Block(1), Block(1))
    board = kernel.Board([pair] * 4, [(Block(5), Block(1))] * 60, 2)
    assert not board.propagate()
    for rounds in (1, 30):
        cells, medians = board.hints(rounds)
        assert set(cells) <= {0, 1}
        assert medians[4:] == [[]] * 60
    nowhere = kernel.Board([pair], [()] * 3, 2, ((0b101, 0b101),))  # the middle cell: no color
    assert not nowhere.propagate()
    cells, medians = nowhere.hints()
    assert cells[1] == 0


def test_a_line_without_news_is_not_asked_again() -> None:
    puzzle, _ = shuffled(12, 50, 5)
    board = board_of(reference, puzzle)
    assert board.propagate()
    opinions = board._opinions(1, 0, 0, False)
    first = dict(opinions.shares)
    for _ in range(60):
        opinions.round(lambda: None)
    settled = dict(opinions.shares)
    assert any(settled[line] is not first[line] for line in first)
    opinions.round(lambda: None)
    assert all(opinions.shares[line] is settled[line] for line in settled)
    opinions.reinforce(0.9)
    opinions.round(lambda: None)
    assert any(opinions.shares[line] is not settled[line] for line in settled)


@pytest.mark.parametrize("seed", range(24))
def test_kernels_agree_on_hints_but_for_ties(native: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    inks = rng.randint(1, 3)
    height, width = rng.choice([(1, 90), (70, 5), (20, 20)] + [(9, 11), (4, 7), (12, 12)] * 3)
    puzzle, grid = random_puzzle(rng, height, width, inks)
    known = random_known(rng, grid, inks) if seed % 3 == 0 else None
    ours, theirs = (board_of(k, puzzle, known) for k in (reference, native))
    assert ours.propagate()
    assert theirs.propagate()
    rounds = rng.choice([1, 2, 10, 30])
    cells, medians = ours.hints(rounds, 0, seed)
    their_cells, their_medians = theirs.hints(rounds, 0, seed)
    opinions = ours._opinions(rounds, 0, seed, False)
    for cell, (a, b) in enumerate(zip(cells, their_cells, strict=True)):
        assert a == b or opinions.weight(cell, a) - opinions.weight(cell, b) < TIE
    for number, both in enumerate(zip(medians, their_medians, strict=True)):
        for j, (a, b) in enumerate(zip(*both, strict=True)):
            shares = opinions.shares[number][j].starts
            passed = sum(share for s, share in shares.items() if s <= min(a, b))
            between = sum(share for s, share in shares.items() if min(a, b) < s < max(a, b))
            assert a == b or (abs(passed - 0.5) < TIE and between < TIE)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["native", *at_night("reference")], indirect=True)
@pytest.mark.parametrize("inks", [1, *at_night(2, 3)])
def test_reinforcement_finds_pictures(kernel: ModuleType, inks: int) -> None:
    """Sparse pictures have so many solutions that plain opinions settle on none."""
    right = {"plain": 0, "early": 0, "late": 0}
    differ = 0
    for seed in range(4):
        puzzle, _ = shuffled(14, 70 // inks, seed, inks)
        board = board_of(kernel, puzzle)
        assert board.propagate()
        found = {
            "plain": board.hints(30)[0],
            "early": board.hints(30, 150, 1)[0],
            "late": board.hints(30, 150, 1, late=True)[0],
        }
        for name, cells in found.items():
            right[name] += puzzle.accepts(Grid(14, 14, cells))
        differ += found["early"] != found["late"]
    assert right["plain"] == 0
    assert right["early"] >= 3
    assert right["late"] >= 3
    assert differ
