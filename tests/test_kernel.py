"""The kernel against brute force over all placements and all pictures."""

from __future__ import annotations

import random

import brute_force
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.kernel.reference import Board, narrow, prepare, starts
from nonosat.model import Block, Clue, Domains, clue_of

Line = tuple[Clue, list[int], int]


@st.composite
def known_lines(draw: st.DrawFn) -> Line:
    """A clue, what is known of its line, and the length; mostly but not always consistent."""
    colors = draw(st.integers(2, 4))
    n = draw(st.integers(1, {2: 10, 3: 7, 4: 5}[colors]))
    cells = draw(st.lists(st.integers(0, colors - 1), min_size=n, max_size=n))
    masks = draw(st.lists(st.integers(1, (1 << colors) - 1), min_size=n, max_size=n))
    if draw(st.booleans()):
        masks = [mask | 1 << cell for mask, cell in zip(masks, cells, strict=True)]
    allowed = [sum((mask >> c & 1) << i for i, mask in enumerate(masks)) for c in range(colors)]
    return clue_of(bytes(cells)), allowed, n


@given(known_lines())
def test_line_agrees_with_brute_force(line: Line) -> None:
    clue, allowed, n = line
    assert narrow(prepare(clue), allowed, n) == brute_force.narrow(clue, allowed, n)


@given(known_lines())
def test_start_sets_agree_with_brute_force(line: Line) -> None:
    clue, allowed, n = line
    want = [0] * len(clue)
    possible = False
    for cells in brute_force.placements(clue, n, len(allowed)):
        if all(allowed[color] >> i & 1 for i, color in enumerate(cells)):
            possible = True
            begins = [i for i in range(n) if cells[i] and (i == 0 or cells[i - 1] != cells[i])]
            for j, start in enumerate(begins):
                want[j] |= 1 << start
    assert starts(prepare(clue), allowed, n) == (want if possible else None)


@pytest.mark.parametrize("seed", range(200))
def test_long_lines_lose_no_placement_and_keep_what_they_know(seed: int) -> None:
    """Beyond brute force: the true line always fits, and a second pass finds nothing new."""
    rng = random.Random(seed)
    n, inks = rng.randint(60, 300), rng.randint(1, 3)
    cells = brute_force.random_grid(rng, 1, n, inks, 0.6).cells
    allowed = [0] * (inks + 1)
    for i, color in enumerate(cells):
        for other in range(inks + 1):
            if other == color or rng.random() < 0.7:
                allowed[other] |= 1 << i
    blocks = prepare(clue_of(cells))
    found = narrow(blocks, allowed, n)
    assert found is not None
    assert all(found[color] >> i & 1 for i, color in enumerate(cells))
    assert all(new & ~old == 0 for new, old in zip(found, allowed, strict=True))
    assert narrow(blocks, found, n) == found


@pytest.mark.parametrize(
    ("height", "width", "colors"), [(3, 3, 2), (2, 4, 2), (2, 2, 3), (1, 3, 4)]
)
@pytest.mark.parametrize("method", ["propagate", "probe"])
def test_board_keeps_every_solution(height: int, width: int, colors: int, method: str) -> None:
    for (rows, cols), grids in brute_force.pictures_by_clues(height, width, colors).items():
        board = Board(rows, cols, colors)
        assert getattr(board, method)()
        domains = Domains(width, board.rows())
        for cell, mask in enumerate(domains.cells()):
            assert all(mask >> grid.cells[cell] & 1 for grid in grids)
        if method == "probe" and domains.grid() is not None:
            assert grids == {domains.grid()}


def test_probing_settles_what_lines_cannot() -> None:
    rng = random.Random(3)
    stronger = 0
    for _ in range(200):
        puzzle = brute_force.puzzle_of(brute_force.random_grid(rng, 7, 7, 1, 0.5), 1)
        lines, probes = (Board(puzzle.rows, puzzle.cols, 2) for _ in range(2))
        assert lines.propagate()
        assert probes.probe()
        for weak, strong in zip(lines.rows(), probes.rows(), strict=True):
            assert all(b & ~a == 0 for a, b in zip(weak, strong, strict=True))
        stronger += lines.rows() != probes.rows()
    assert stronger > 10


def test_what_a_tick_raises_passes_through() -> None:
    class Enough(Exception):
        pass

    left = 5

    def tick() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Enough

    clue = (Block(1),)
    board = Board([clue] * 10, [clue] * 10, 2, tick=tick)
    with pytest.raises(Enough):
        board.propagate()
    assert board.counters["lines"] == 5
