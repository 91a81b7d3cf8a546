"""How much a changed picture differs from the original to the eye."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from nonosat.model import Grid

Look = tuple[int, int, int]
"""Less is better, the first number first: symmetries lost, lonely specks and holes made, and by how
much the borders between colors have grown."""


def look(picture: Grid, changed: Grid) -> Look:
    """What the change does to the picture.

    A cell at the border of an ink takes or gives without a trace: the borders stay as long as they
    were, or get shorter. A new speck or hole has a border all around.
    """
    symmetries = [mirror for mirror in _MIRRORS if _keeps(mirror, picture)]
    lost = sum(not _keeps(mirror, changed) for mirror in symmetries)
    specks = max(0, _specks(changed) - _specks(picture))
    return lost, specks, _border(changed) - _border(picture)


def _left_right(height: int, width: int, row: int, col: int) -> tuple[int, int]:
    return row, width - 1 - col


def _up_down(height: int, width: int, row: int, col: int) -> tuple[int, int]:
    return height - 1 - row, col


def _half_turn(height: int, width: int, row: int, col: int) -> tuple[int, int]:
    return height - 1 - row, width - 1 - col


Mirror = Callable[[int, int, int, int], tuple[int, int]]
_MIRRORS: tuple[Mirror, ...] = (_left_right, _up_down, _half_turn)


def _keeps(mirror: Mirror, grid: Grid) -> bool:
    """Whether a picture is the same when mirrored."""
    for cell, color in enumerate(grid.cells):
        row, col = mirror(grid.height, grid.width, *divmod(cell, grid.width))
        if grid.cells[row * grid.width + col] != color:
            return False
    return True


def _specks(grid: Grid) -> int:
    """The cells that share their color with none of the eight around them."""
    return sum(
        all(grid.cells[near] != color for near in _around(grid, cell))
        for cell, color in enumerate(grid.cells)
    )


def _around(grid: Grid, cell: int) -> Iterator[int]:
    row, col = divmod(cell, grid.width)
    for r in range(max(0, row - 1), min(grid.height, row + 2)):
        for c in range(max(0, col - 1), min(grid.width, col + 2)):
            if (r, c) != (row, col):
                yield r * grid.width + c


def _border(grid: Grid) -> int:
    """How many pairs of cells side by side differ; around the picture all is blank."""
    lines = [b"\0" + grid.row(r) + b"\0" for r in range(grid.height)]
    lines += [b"\0" + grid.column(c) + b"\0" for c in range(grid.width)]
    return sum(a != b for line in lines for a, b in itertools.pairwise(line))
