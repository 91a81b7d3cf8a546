"""Families that begin with a random picture. Its clues are the puzzle."""

import math
import random

from nonosat.generators.recipe import Recipe
from nonosat.kernel import Board, ones
from nonosat.model import Grid, Puzzle, default_palette

SMOOTHED = 7
"""Number of times that `smooth` smooths."""


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


def shapes(recipe: Recipe, rng: random.Random) -> Grid:
    """Ellipses and boxes over each other, up to 90 cells wide, with twice the area of the picture."""
    height, width, share, inks = recipe.height, recipe.width, recipe.share(2 / 3), recipe.inks()
    rows = [bytearray(width) for _ in range(height)]
    drawn = 0.0
    while drawn < 2 * height * width:
        y, x = rng.random() * height, rng.random() * width
        high, wide = (rng.uniform(1, min(45.0, 1 + 0.3 * side)) for side in (height, width))
        ink = rng.randint(1, inks) if rng.random() < share else 0
        _draw(rows, y, x, high, wide, ink, box=rng.random() < 0.4)
        drawn += 4 * high * wide
    return Grid(height, width, b"".join(rows))


def smooth(recipe: Recipe, rng: random.Random) -> Grid:
    """Noise that is smoothed `SMOOTHED` times: a cell becomes black if five of the nine cells
    at and around it were black.

    The picture is one integer, four bits a cell, so that one addition counts for all cells.
    """
    share, line = recipe.share(0.53), recipe.width + 2 * SMOOTHED  # with margins, cut off later
    area = line * (recipe.height + 2 * SMOOTHED)
    cells = int("".join("01"[rng.random() < share] for _ in range(area)), 16)
    every = int("1" * area, 16)
    for _ in range(SMOOTHED):
        three = (cells << 4) + cells + (cells >> 4)
        nine = (three << 4 * line) + three + (three >> 4 * line)
        cells = (nine + 3 * every) >> 3 & every  # from 5 + 3 on a count has the bit 8
    drawn = bytes(map(int, f"{cells:0{area}x}"))
    starts = range(SMOOTHED * (line + 1), area - SMOOTHED * line, line)
    rows = (drawn[start : start + recipe.width] for start in starts)
    return Grid(recipe.height, recipe.width, b"".join(rows))


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
        _draw(rows, y, x, high, wide, ink=rng.random() < share)
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


def _draw(
    rows: list[bytearray], y: float, x: float, high: float, wide: float, ink: int, box: bool = False
) -> None:
    """Draw an ellipse, or a box, of that center and half that height and width."""
    for row in range(max(0, int(y - high)), min(len(rows), int(y + high) + 2)):
        reach = 1 - ((row - y) / high) ** 2
        if reach > 0:
            half = wide if box else math.sqrt(reach) * wide
            left, right = max(0, int(x - half)), min(len(rows[row]), int(x + half) + 1)
            rows[row][left:right] = bytes([ink]) * (right - left)
