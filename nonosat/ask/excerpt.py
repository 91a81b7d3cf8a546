"""A part of a picture as a small puzzle: all cells around it are given."""

from typing import NamedTuple

from nonosat.kernel import Rows
from nonosat.model import Grid


class Box(NamedTuple):
    """A part of a picture, which may reach beyond its borders: first row and column, then the row and column after the last."""

    top: int
    left: int
    bottom: int
    right: int

    def wider(self, margin: int) -> "Box":
        return Box(self.top - margin, self.left - margin, self.bottom + margin, self.right + margin)

    def inside(self, height: int, width: int) -> "Box":
        """The part of it that is in a picture of that size."""
        bottom, right = min(self.bottom, height), min(self.right, width)
        return Box(max(self.top, 0), max(self.left, 0), bottom, right)


def cut_out(picture: Grid, colors: int, box: Box) -> tuple[list[int], Grid, Rows]:
    """Cut a box out of a picture, with a border of one cell around it.

    Args:
        colors: their number, with blank.

    Returns:
        The places of its cells in the whole, row by row; its picture; and the colors that its cells can
        have: all in the box, in the border their own.
    """
    top, left, bottom, right = box.inside(*picture.shape)
    first, start, last, end = box.wider(1).inside(*picture.shape)
    width = picture.width
    cells = [row * width + col for row in range(first, last) for col in range(start, end)]
    small = Grid(last - first, end - start, bytes(map(picture.cells.__getitem__, cells)))
    free = (1 << right - start) - (1 << left - start)
    # A table of `bytes.translate` makes a color the digit 1, and all others 0.
    marks = [b"0" * color + b"1" + b"0" * (255 - color) for color in range(colors)]
    rows = []
    for row, line in enumerate(small, first):
        may = free if top <= row < bottom else 0
        rows.append(tuple(int(line[::-1].translate(mark), 2) | may for mark in marks))
    return cells, small, tuple(rows)
