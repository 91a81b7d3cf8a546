"""Families that begin with a random picture. Its clues are the puzzle."""

from __future__ import annotations

import math
import random

from nonosat.generators.recipe import Recipe
from nonosat.kernel import Board, ones
from nonosat.model import Grid, Puzzle, default_palette


def puzzle_of_picture(grid: Grid, inks: int) -> Puzzle:
    """Return the puzzle of a picture, with this number of inks."""
    return Puzzle.of_grid(grid, default_palette(inks))


def uniform(recipe: Recipe, rng: random.Random) -> Grid:
    """Every cell is inked with the same probability; all inks are equally likely."""
    share, inks = recipe.share(0.5), recipe.inks()
    cells = bytes(
        rng.randint(1, inks) if rng.random() < share else 0
        for _ in range(recipe.height * recipe.width)
    )
    return Grid(recipe.height, recipe.width, cells)


def tournament(recipe: Recipe, rng: random.Random) -> Grid:
    """The recipe of the TAAI and TCGA tournaments.

    The number of black cells is exact: 50 % in the first puzzle of a set, falling to 35 % in the
    last. They are shuffled evenly. A single puzzle has 50 %. A chosen density replaces all these.
    """
    step = recipe.index / (recipe.count - 1) if recipe.count > 1 else 0.0
    area = recipe.height * recipe.width
    black = int(recipe.share(0.50 + (0.35 - 0.50) * step) * area)
    cells = bytearray([1] * black + [0] * (area - black))
    rng.shuffle(cells)
    return Grid(recipe.height, recipe.width, bytes(cells))


def symmetric(recipe: Recipe, rng: random.Random) -> Grid:
    """Mirrored left to right; every second puzzle also top to bottom."""
    share, inks, both = recipe.share(0.55), recipe.inks(), recipe.index % 2
    rows: list[list[int]] = []
    for row in range(recipe.height):
        mirror = recipe.height - 1 - row
        if both and mirror < row:
            rows.append(rows[mirror])
            continue
        half = [
            rng.randint(1, inks) if rng.random() < share else 0
            for _ in range((recipe.width + 1) // 2)
        ]
        rows.append(half + half[: recipe.width // 2][::-1])
    return Grid(recipe.height, recipe.width, bytes(cell for row in rows for cell in row))


def patches(recipe: Recipe, rng: random.Random) -> Grid:
    """Colored patches that touch: every cell takes the color of the nearest of scattered points."""
    share, inks = recipe.share(0.65), recipe.inks()
    height, width = recipe.height, recipe.width
    points = [
        (
            rng.random() * height,
            rng.random() * width,
            rng.randint(1, inks) if rng.random() < share else 0,
        )
        for _ in range(max(2, min(200, height * width // 16)))
    ]
    cells = bytearray()
    for row in range(height):
        for col in range(width):
            nearest = min(points, key=lambda p: (p[0] - row - 0.5) ** 2 + (p[1] - col - 0.5) ** 2)
            cells.append(nearest[2])
    return Grid(height, width, bytes(cells))


def areas(recipe: Recipe, rng: random.Random) -> Grid:
    """Large areas (ellipses over each other) that line logic alone solves.

    Inks the cells that line logic leaves open, until no cell is open. This ends, since ink is only
    added.
    """
    height, width, share = recipe.height, recipe.width, recipe.share(0.6)
    rows = [bytearray(width) for _ in range(height)]
    for _ in range(25):
        x, y = rng.random() * width, rng.random() * height
        wide, high = rng.uniform(0.05, 0.3) * width, rng.uniform(0.05, 0.3) * height
        ink = rng.random() < share
        for row in range(max(0, int(y - high)), min(height, int(y + high) + 2)):
            reach = 1 - ((row - y) / high) ** 2
            if reach > 0:
                half = math.sqrt(reach) * wide
                left, right = max(0, int(x - half)), min(width, int(x + half) + 1)
                rows[row][left:right] = bytes([ink]) * (right - left)
    while True:
        grid = Grid(height, width, b"".join(rows))
        puzzle = puzzle_of_picture(grid, 1)
        board = Board(puzzle.rows, puzzle.cols, 2)
        board.propagate()  # a picture does not contradict its own clues
        solved = True
        for cells, (blank, black) in zip(rows, board.rows(), strict=True):
            both = blank & black
            solved &= not both
            for col in ones(both):
                cells[col] = 1
        if solved:
            return grid
