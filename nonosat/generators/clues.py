"""Families that begin with clues, or with pictures whose clues fit many other pictures."""

import random

from nonosat.errors import UsageError
from nonosat.generators.pictures import puzzle_of_picture, uniform
from nonosat.generators.recipe import Recipe
from nonosat.limits import Limits
from nonosat.model import Block, Clue, Grid, Puzzle
from nonosat.solving.api import check
from nonosat.solving.result import Verdict

PROOF_SECONDS = 10.0
"""Seconds for the proof that a candidate has no solution, before the next is tried."""


def domino(recipe: Recipe, rng: random.Random) -> Puzzle:
    """N-Dom, "domino logic", of size 2N + 1; unique, and hard without learning.

    It is the same for every seed. Source: Jan Wolter's survey of solvers.
    """
    side = recipe.height
    if recipe.width != side or side < 3 or side % 2 == 0:
        raise UsageError(
            f"domino must be square with an odd side of at least 3, got {recipe.width}x{side}"
        )
    n = side // 2
    rows = [[3], *([[1], [3, 1]] * (n - 1)), [1], [1]]
    cols = [[1], [1], *([[1, 3], [1]] * (n - 1)), [3]]
    return Puzzle.of(rows, cols)


def permutation(recipe: Recipe, rng: random.Random) -> Grid:
    """One cell in every row and column: all clues are 1, and n! pictures fit."""
    if recipe.height != recipe.width:
        raise UsageError(f"permutation must be square, got {recipe.width}x{recipe.height}")
    side = recipe.height
    order = rng.sample(range(side), side)
    cells = bytearray(side * side)
    for row, col in enumerate(order):
        cells[row * side + col] = 1
    return Grid(side, side, bytes(cells))


def weave(recipe: Recipe, rng: random.Random) -> Grid:
    """Truchet-like tiles of two by two cells, each with one of two diagonals.

    Puzzles 1, 3, 5 ... have a blank line between the tiles: each can be turned alone, so 2 ** tiles
    pictures fit. In the others the tiles touch and depend on each other.
    """
    height, width, inks = recipe.height, recipe.width, recipe.inks()
    pitch = 2 if recipe.index % 2 else 3
    cells = bytearray(height * width)
    for row in range(0, height, pitch):
        for col in range(0, width, pitch):
            ink, turned = rng.randint(1, inks), rng.random() < 0.5
            for r, c in ((row, col + turned), (row + 1, col + 1 - turned)):
                if r < height and c < width:
                    cells[r * width + c] = ink
    return Grid(height, width, bytes(cells))


def contradictory(recipe: Recipe, rng: random.Random) -> Puzzle:
    """No picture fits, though every clue fits its line and the totals agree.

    Moves one cell from a block of a column to another column, in the clues of a random picture.
    Tries again until a proof shows that no solution is left.
    """
    base = puzzle_of_picture(uniform(recipe, rng), recipe.inks())
    for _ in range(200):
        cols = list(base.cols)
        source, target = rng.sample(range(base.width), 2) if base.width > 1 else (0, 0)
        if not cols[source] or source == target:
            continue
        at = rng.randrange(len(cols[source]))
        color = cols[source][at].color
        cols[source] = _changed(cols[source], at, -1)
        fitting = [i for i, block in enumerate(cols[target]) if block.color == color]
        if not fitting:
            continue
        cols[target] = _changed(cols[target], rng.choice(fitting), 1)
        if cols[target].room > base.height:
            continue
        puzzle = Puzzle(base.rows, tuple(cols), base.palette)
        if check(puzzle, limits=Limits(PROOF_SECONDS)).verdict is Verdict.NONE:
            return puzzle
    raise UsageError(
        f"found no contradictory puzzle of {recipe.width}x{recipe.height}: "
        "try another density or size"
    )


def _changed(clue: Clue, at: int, by: int) -> Clue:
    """Return the clue with one block longer or shorter; a block without cells is removed."""
    length, color = clue.lengths_and_colors()[at]
    block = (Block(length + by, color),) if length + by else ()
    return Clue((*clue[:at], *block, *clue[at + 1 :]))
