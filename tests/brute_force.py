"""Oracles that share nothing with the solvers: they enumerate everything."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import product

from nonosat.model import Clue, Grid, Puzzle, clue_of, default_palette

Clues = tuple[tuple[Clue, ...], tuple[Clue, ...]]


def placements(clue: Clue, n: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Every line of n cells that has this clue."""
    return (cells for cells in product(range(colors), repeat=n) if clue_of(bytes(cells)) == clue)


def narrow(clue: Clue, allowed: list[int], n: int) -> list[int] | None:
    """What `nonosat.kernel` promises for one line."""
    found = [0] * len(allowed)
    for cells in placements(clue, n, len(allowed)):
        if all(allowed[color] >> i & 1 for i, color in enumerate(cells)):
            for i, color in enumerate(cells):
                found[color] |= 1 << i
    return found if any(found) or (n == 0 and not clue) else None


def pictures_by_clues(height: int, width: int, colors: int = 2) -> dict[Clues, set[Grid]]:
    """Every picture of a size, under its clues."""
    found: dict[Clues, set[Grid]] = defaultdict(set)
    lines = {
        cells: clue_of(bytes(cells))
        for n in (height, width)
        for cells in product(range(colors), repeat=n)
    }
    for rows in product(product(range(colors), repeat=width), repeat=height):
        clues = (
            tuple(lines[row] for row in rows),
            tuple(lines[col] for col in zip(*rows, strict=True)),
        )
        found[clues].add(Grid(height, width, bytes(cell for row in rows for cell in row)))
    return found


def random_grid(rng: random.Random, height: int, width: int, inks: int, density: float) -> Grid:
    """A picture in which each cell is inked with a probability, in a random ink."""
    cells = (rng.randint(1, inks) if rng.random() < density else 0 for _ in range(height * width))
    return Grid(height, width, bytes(cells))


def puzzle_of(grid: Grid, inks: int) -> Puzzle:
    """The puzzle of a picture, in the default colors."""
    return Puzzle.of_grid(grid, default_palette(inks))
