"""Finds the play area of a lattice: it is blank, with numbers above and at the left.

Each rectangle of cells has a likelihood, given which cells seem to hold numbers.
"""

import math
from itertools import product
from typing import NamedTuple

import numpy as np

from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import JUNK, chances_of, features
from nonosat.scan.ink import FAINT, MARGIN, FlatPage
from nonosat.scan.lattice import LEAST, Mask, NoPuzzle

SMALLEST = 12
"""Pixels a side of the smallest cells whose numbers can be read."""
SIDEWAYS = "the page lies on its side: turn the picture by a quarter"
_INSIDE = 0.06
"""The share of cells of the play area that seem to hold numbers; in solved pictures there are some."""


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


def number_cells(page: FlatPage) -> Mask:
    """Return by row and column which cells of the whole page seem to hold a number."""
    digits = [
        blob
        for blob in page.blobs
        if 0.28 * CELL < blob.height < 0.85 * CELL
        and 0.5 * blob.width < blob.height
        and blob.digit > 0.5
    ]
    # What is much paler than sure digits is noise, or the edge of a gray box.
    sure = [blob.contrast for blob in digits if blob.digit > 0.9 and blob.contrast > 30]
    least = 0.35 * float(np.median(sure)) if sure else 0.0
    found = np.zeros([side // page.cell for side in page.pixels.shape[:2]], bool)
    for blob in digits:
        col, row = (int(at // page.cell) for at in blob.middle)
        found[row, col] |= blob.contrast > least
    return found


def why_unread(page: FlatPage, numbers: Mask) -> str:
    """Return why the numbers beside a lattice cannot be read, or ""."""
    first, size = page.room + MARGIN, page.lattice.size
    around = numbers[first:][: size[0]], numbers[:, first:][:, : size[1]].T
    ends = zip(around, size[::-1], strict=True)
    before = [side[:, first - 2 : first].any(1).mean() for side in around]
    behind = [side[:, first + count :][:, :2].any(1).mean() for side, count in ends]
    if max(behind) > max(0.5, *before):
        return "the numbers are at the right or below; expected them at the left and above"
    if is_sideways(page):
        return SIDEWAYS
    if page.lattice.pitch < SMALLEST:
        return f"cells must be {SMALLEST} pixels wide, got {page.lattice.pitch:.0f}"
    return ""


def is_sideways(page: FlatPage) -> bool:
    """Return True if more of the ink is digits when the page is turned by a quarter."""
    inks = [blob.ink for blob in page.blobs if blob.contrast > 2 * FAINT][:500]
    turned = ([features(np.rot90(ink, turn).copy()) for ink in inks] for turn in (0, 1, 3))
    upright, left, right = (
        int((chances_of(np.array(seen))[:, :JUNK] > 0.9).sum()) if seen else 0 for seen in turned
    )
    return max(left, right) > 1.5 * upright + 5


def play_area(numbers: Mask, size: tuple[int, int] | None = None) -> Area:
    """Return the likeliest play area; of this height and width, if they are known.

    Raises:
        NoPuzzle: the lattice is smaller, or too small for any.
    """
    if size is not None and (size[0] > len(numbers) or size[1] > numbers.shape[1]):
        found_size = f"{numbers.shape[1]}x{len(numbers)}"
        raise NoPuzzle(f"only {found_size} cells were found, too few for {size[1]}x{size[0]}")
    rows, cols = numbers.shape
    table = np.pad(numbers, ((1, 0), (1, 0))).cumsum(0).cumsum(1).tolist()

    def share(top: int, bottom: int, left: int, right: int) -> float:
        """Return which part of these cells seems to hold numbers."""
        count = table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left]
        return float(count / ((bottom - top) * (right - left)))

    def held(top: int, bottom: int, left: int, right: int, chance: float) -> float:
        """Return the logarithm of the likelihood of these cells, if numbers are in them by this chance."""
        if top >= bottom or left >= right:
            return 0.0
        part = share(top, bottom, left, right)
        mean = part * math.log(chance) + (1 - part) * math.log(1 - chance)
        return mean * (bottom - top) * (right - left)

    # Some programs print all clues a second time, below and at the right.
    bottoms, rights = (
        [
            len(lines),
            *(at for at in range(int(0.6 * len(lines)), len(lines)) if lines[at].mean() > 0.3),
        ]
        for lines in (numbers, numbers.T)
    )
    least = size or (LEAST, LEAST)
    found = []
    for top, left in product(range(rows - least[0] + 1), range(cols - least[1] + 1)):
        ends = [(top + size[0], left + size[1])] if size else product(bottoms, rights)
        for bottom, right in ends:
            if bottom - top < least[0] or right - left < least[1]:
                continue
            if not size and (
                (bottom < rows and share(bottom, bottom + 1, left, right) <= 0.6)
                or (right < cols and share(top, bottom, right, right + 1) <= 0.6)
            ):
                continue
            value = (
                held(top, bottom, left, right, _INSIDE)
                + held(max(0, top - 1), top, left, right, 0.75)
                + held(0, top - 1, left, right, 0.4)
                + held(top, bottom, max(0, left - 1), left, 0.75)
                + held(top, bottom, 0, left - 1, 0.4)
                + held(0, top, 0, left, 0.1)
                + held(bottom, rows, 0, cols, 0.35)
                + held(0, bottom, right, cols, 0.35)
            )
            found.append((value, Area(top, left, bottom, right)))
    if not found:
        raise NoPuzzle("the grid of lines is too small")
    return max(found)[1]
