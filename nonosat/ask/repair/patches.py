"""The difference of two pictures of the same clues, cut into pieces that can be swapped alone.

A line is cut where equally many blocks have begun in both pictures, and where no ink left of the cut
is also right of it. So the cells between two cuts have the same clue in both pictures. The differences
fall into *patches*, which are sets of cells that share no piece of a line. Swapping one patch alone
keeps every clue.
"""

import itertools
from collections.abc import Iterator, Mapping

from nonosat.model import Clue, Grid

Patch = Mapping[int, int]
"""Cell (row by row, from 0) -> its other color. These colors leave all clues of the picture as they are."""
LinePiece = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells of a piece of a line, and the one or two cells beside it."""


def patched(picture: Grid, patch: Patch) -> Grid:
    """Return the picture with some cells in other colors."""
    cells = bytearray(picture.cells)
    for cell, color in patch.items():
        cells[cell] = color
    return Grid(picture.height, picture.width, bytes(cells), picture.palette)


def fits(picture: Grid, patch: Patch) -> bool:
    """True if the patch changes the picture, and none of its clues."""
    cells = bytearray(picture.cells)
    lines = set()
    for cell, color in patch.items():
        if cells[cell] != color:
            cells[cell] = color
            lines |= set(_lines_of(cell, picture.width))
    return bool(lines) and all(
        Clue.of_cells(picture.cells[line]) == Clue.of_cells(bytes(cells[line]))
        for line in (slice(*bounds) for bounds in lines)
    )


def _lines_of(cell: int, width: int) -> Iterator[tuple[int, int | None, int]]:
    """Row and column of a cell, as bounds of a slice of all cells."""
    row, col = divmod(cell, width)
    yield row * width, (row + 1) * width, 1
    yield col, None, width


def cuts(one: bytes, other: bytes) -> list[int]:
    """Return the places to cut a line, in two pictures of it that have the same clue; both ends included.

    >>> cuts(bytes([1, 0, 0, 1, 0]), bytes([1, 0, 1, 0, 0]))
    [0, 1, 2, 4, 5]
    """
    found = [0]
    begun = 0  # blocks in the one less blocks in the other
    before = last = 0
    for at, (a, b) in enumerate(zip(one, other, strict=True)):
        if at and not begun and not ({before, last} & {a, b} - {0}):
            found.append(at)
        begun += (a != 0 and a != before) - (b != 0 and b != last)
        before, last = a, b
    return [*found, len(one)]


def pieces(one: Grid, other: Grid) -> Iterator[LinePiece]:
    """Yield the pieces of all lines where two pictures of the same clues differ."""
    size, width = len(one.cells), one.width
    lines = {line for cell in differing(one, other) for line in _lines_of(cell, width)}
    for line in lines:
        cells = range(size)[slice(*line)]
        a, b = one.cells[slice(*line)], other.cells[slice(*line)]
        at = cuts(a, b)
        for start, end in itertools.pairwise(at):
            if a[start:end] != b[start:end]:
                beside = [cells[start - 1]] if start else []
                beside += [cells[end]] if end < len(cells) else []
                yield tuple(cells[start:end]), tuple(beside)


def differing(one: Grid, other: Grid) -> list[int]:
    """Return the cells where two pictures differ."""
    pairs = enumerate(zip(one.cells, other.cells, strict=True))
    return [cell for cell, (a, b) in pairs if a != b]


def split(picture: Grid, other: Grid) -> list[Patch]:
    """Cut the difference of two pictures of the same clues into patches."""
    leader = {cell: cell for cell in differing(picture, other)}

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = cell = leader[leader[cell]]
        return cell

    for cells, _ in pieces(picture, other):
        first, *rest = (cell for cell in cells if cell in leader)
        for cell in rest:
            leader[lead(cell)] = lead(first)
    patches: dict[int, dict[int, int]] = {}
    for cell in leader:
        patches.setdefault(lead(cell), {})[cell] = other.cells[cell]
    return list(patches.values())
