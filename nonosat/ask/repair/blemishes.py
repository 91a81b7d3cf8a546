"""The visible difference between a changed picture and the original."""

import itertools
from functools import lru_cache

from nonosat.model import Grid

Blemishes = tuple[int, int, int]
"""Symmetries lost, new lonely specks and holes, and the growth of the borders between colors. Smaller
is better; the first number counts most."""


def find_blemishes(picture: Grid, changed: Grid) -> Blemishes:
    """Measure the blemishes that a change leaves in the picture.

    A cell at the border of an ink can change without a trace: the borders stay as long as before, or
    get shorter. A new speck or hole has a border all around.
    """
    lost = sum(_at(changed, places) != changed.cells for places in symmetries(picture))
    specks = max(0, _specks(changed) - _specks(picture))
    return lost, specks, _border(changed) - _border(picture)


@lru_cache(1)  # all proposals are compared with one picture
def symmetries(picture: Grid) -> list[list[int]]:
    """Return for each way to mirror a picture that leaves it as it is where each cell comes from.

    Left and right are exchanged, or top and bottom, or both.
    """
    width, cells = picture.width, [*range(len(picture.cells))]
    across = [at + width - 1 - 2 * (at % width) for at in cells]
    ways = across, across[::-1], cells[::-1]
    return [places for places in ways if _at(picture, places) == picture.cells]


def _at(picture: Grid, places: list[int]) -> bytes:
    return bytes(picture.cells[at] for at in places)


def _specks(grid: Grid) -> int:
    """Return the cells that share their color with none of the eight around them."""
    height, width, specks = grid.height, grid.width, 0
    for at, color in enumerate(grid.cells):
        row, col = divmod(at, width)
        left, right = max(0, col - 1), min(width, col + 2)
        rows = (grid.row(r)[left:right] for r in range(max(0, row - 1), min(height, row + 2)))
        specks += sum(cells.count(color) for cells in rows) == 1
    return specks


def _border(grid: Grid) -> int:
    """Return the number of pairs of cells side by side that differ; around the picture all is blank."""
    lines = (b"\0" + line + b"\0" for line in grid.lines())
    return sum(a != b for line in lines for a, b in itertools.pairwise(line))
