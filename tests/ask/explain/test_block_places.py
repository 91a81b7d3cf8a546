"""Blocks that have found their place: against listing the placements of lines."""

from __future__ import annotations

import random

import brute_force
import pytest
from ask.explain.block_places import Span, find_block_places

from nonosat.model import Clue, Domains, Puzzle, default_palette


def by_force(clue: Clue, masks: list[int]) -> list[Span | None]:
    """The place of each block, where all placements agree and its cells are marked."""
    begins = []
    for cells in brute_force.placements(clue, len(masks)):
        if all(mask >> color & 1 for mask, color in zip(masks, cells, strict=True)):
            at, row = 0, []
            for length, color in clue:
                while cells[at : at + length] != (color,) * length:
                    at += 1
                row.append(at)
                at += length
            begins.append(row)
    spans: list[Span | None] = []
    for j, (length, color) in enumerate(clue):
        at = begins[0][j] if begins else 0
        same = bool(begins) and all(row[j] == at for row in begins)
        marked = all(masks[i] == 1 << color for i in range(at, at + length)) if same else False
        spans.append((at, at + length) if marked else None)
    return spans


@pytest.mark.parametrize("colors", [2, 3])
def test_agrees_with_all_placements_of_each_line(colors: int) -> None:
    rng = random.Random(colors)
    found = 0
    for _ in range(60):
        height, width = rng.randint(2, 6), rng.randint(2, 6)
        grid = brute_force.random_grid(rng, height, width, colors - 1, 0.6)
        puzzle = Puzzle.of_grid(grid, default_palette(colors - 1))
        full = (1 << colors) - 1
        masks = [
            rng.choice([1 << color, 1 << color, full, 1 << rng.randrange(colors)])
            for color in grid.cells
        ]
        marks = Domains.of_cells(height, width, colors, masks)
        rows, cols = find_block_places(puzzle, marks)
        for row in range(height):
            line = masks[row * width : (row + 1) * width]
            assert rows[row] == by_force(puzzle.rows[row], line)
        for col in range(width):
            assert cols[col] == by_force(puzzle.cols[col], masks[col::width])
        found += sum(span is not None for line in rows for span in line)
    assert found > 20


def test_a_forced_block_that_is_not_marked_has_no_place_yet() -> None:
    puzzle = Puzzle.of([[3]], [[1], [1], [1]])
    assert find_block_places(puzzle, puzzle.unknown())[0] == [[None]]
    assert find_block_places(puzzle, Domains.of_cells(1, 3, 2, [2, 2, 3]))[0] == [[None]]
    assert find_block_places(puzzle, Domains.of_cells(1, 3, 2, [2, 2, 2]))[0] == [[(0, 3)]]
