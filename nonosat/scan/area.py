"""Finds the play area of a lattice: it is blank, with numbers above and at the left.

Each rectangle of cells has a likelihood, given which cells hold numbers. The best few are read, since
boxes of clues, a solved picture and a preview can look similar from afar.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from nonosat.scan.flatten import CELL, Flattened
from nonosat.scan.glyphs import JUNK, Network, features
from nonosat.scan.ink import blobs_of, ink_of
from nonosat.scan.lattice import LEAST, Mask, NoPuzzle

MOST_CELLS = 14_000
"""Cells of the largest lattice that is read."""
_TRIED = 3
"""The best rectangles for each share of numbers inside."""
_INSIDE = (0.03, 0.13)
"""The share of cells of the play area that seem to hold numbers: usually, and in solved pictures."""
_EDGE = 6


class Area(NamedTuple):
    """Cells of a lattice: the first row and column, and those behind the last."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left


def number_cells(flat: Flattened, network: Network) -> Mask:
    """Return by row and column which cells of the lattice seem to hold a number."""
    height, width = flat.lattice.size
    if height * width > MOST_CELLS:
        raise NoPuzzle(f"a grid of {width}x{height} cells is too large to be read")
    ink, levels = ink_of(*flat.part(0, 0, height, width))
    seen, cells, contrasts = [], [], []
    filled = np.zeros((height, width))
    for blob in blobs_of(ink, levels):
        x, y = blob.middle
        row, col = int(y // CELL), int(x // CELL)
        inside = (
            blob.y >= row * CELL - 2 and blob.bottom <= row * CELL + CELL + 2
            and blob.x >= col * CELL - 3 and blob.right <= col * CELL + CELL + 3
        )  # fmt: skip
        if inside and 0.28 * CELL < blob.height < 0.85 * CELL and 0.5 * blob.width < blob.height:
            seen.append(features(blob.ink))
            cells.append((row, col))
            contrasts.append(blob.contrast)
        elif blob.body.sum() > 30:
            filled[row, col] += blob.body.sum()
    found = np.zeros((height, width), bool)
    if not seen:
        return found
    chances = network(np.array(seen))
    digit = chances[:, :JUNK].max(1)
    contrast = np.array(contrasts)
    sure = (digit > 0.9) & (contrast > 30)
    least = 0.35 * float(np.median(contrast[sure])) if sure.any() else 0
    for (row, col), chance, junk, levels_of in zip(
        cells, digit, chances[:, JUNK], contrast, strict=True
    ):
        found[row, col] |= levels_of > least and chance > 0.5 and junk < 0.4
    return found & (filled < 0.3 * CELL * CELL)


def play_areas(numbers: Mask, size: tuple[int, int] | None = None) -> list[Area]:
    """Return the likeliest play areas, the best first; of this height and width, if they are known.

    Raises:
        NoPuzzle: the lattice is smaller.
    """
    if size is not None and (size[0] > len(numbers) or size[1] > numbers.shape[1]):
        found_size = f"{numbers.shape[1]}x{len(numbers)}"
        raise NoPuzzle(f"only {found_size} cells were found, too few for {size[1]}x{size[0]}")
    found: list[Area] = []
    for inside in _INSIDE:
        found += [area for area in _likeliest(numbers, inside, size) if area not in found]
    return found


def _likeliest(numbers: Mask, inside: float, size: tuple[int, int] | None) -> list[Area]:
    rows, cols = numbers.shape
    sums = np.zeros((rows + 1, cols + 1), int)
    sums[1:, 1:] = numbers.cumsum(0).cumsum(1)
    table = sums.tolist()

    def held(top: int, bottom: int, left: int, right: int, chance: float) -> float:
        """Return the logarithm of the likelihood of these cells, if numbers are in them by this chance."""
        if top >= bottom or left >= right:
            return 0.0
        count = table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left]
        rest = (bottom - top) * (right - left) - count
        return float(count * math.log(chance) + rest * math.log(1 - chance))

    def share(top: int, bottom: int, left: int, right: int) -> float:
        return float(numbers[top:bottom, left:right].mean())

    # Some programs print all clues a second time, below and at the right.
    lowest = [row for row in range(int(0.6 * rows), rows) if numbers[row].mean() > 0.3]
    rightmost = [col for col in range(int(0.6 * cols), cols) if numbers[:, col].mean() > 0.3]
    out = []
    least = size or (LEAST, LEAST)
    for top in range(rows - least[0] + 1):
        for left in range(cols - least[1] + 1):
            ends = (
                [(top + size[0], left + size[1])]
                if size
                else [(rows, cols)]
                + [
                    (bottom, right)
                    for bottom in lowest
                    for right in rightmost
                    if bottom >= top + LEAST
                    and right >= left + LEAST
                    and share(bottom, bottom + 1, left, right) > 0.6
                    and share(top, bottom, right, right + 1) > 0.6
                ]
            )
            for bottom, right in ends:
                value = (
                    held(top, bottom, left, right, inside)
                    + held(max(0, top - 1), top, left, right, 0.75)
                    + held(0, top - 1, left, right, 0.4)
                    + held(top, bottom, max(0, left - 1), left, 0.75)
                    + held(top, bottom, 0, left - 1, 0.4)
                    + held(0, top, 0, left, 0.1)
                    + held(bottom, rows, 0, cols, 0.35)
                    + held(0, bottom, right, cols, 0.35)
                )
                out.append((value, Area(top, left, bottom, right)))
    out.sort(reverse=True)
    return [area for value, area in out[:_TRIED] if value > out[0][0] - 25]
