"""Takes the cells out of pictures of them, and says what to do with all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.advice import Advice
from nonosat.errors import Unsupported
from nonosat.model.cell_finder import PrintedGrid, find_cells, find_printed_grid, is_sparse
from nonosat.model.looks import Taken, cell_by_cell

_LEVELS = (128, 200, 64, 240)
"""Brightness that may part dark from light: black lines, then gray ones."""
FEW_COLORS = 64
"""Maximum colors; pictures with more were not drawn cell by cell."""
_LONGER = 30
"""Cells of the longer side of a puzzle that is made of a picture without cells."""


def one_pixel_per_cell(rows: Sequence[bytes], width: int, source: str) -> Taken:
    """Return a picture with one pixel per cell, if it is one of clean cells.

    Args:
        rows: the pixels, each three bytes, or one, 0 where it is light.

    Raises:
        Unsupported: it has a grid of lines, but other things than cells in it.
    """
    taken, side, note = cell_by_cell(rows, width)
    if side > 1 or note:
        return taken, side, note
    grid = _finest(rows, width)
    if grid or is_sparse(rows, width):
        what = "its cells are neither single pixels nor clean squares, and printed clues cannot be read"
        if grid and grid.has_clues:
            what = "nonosat cannot read printed clues: type them, or take the filled cells"
        step = len(rows[0]) // width
        looks = {row[at : at + step] for row in {*rows} for at in range(0, len(row), step)}
        raise no_cells(what, rows, (width, len(rows)), source, len(looks) <= FEW_COLORS)
    return [*rows], 1, ""


def no_cells(
    what: str,
    rows: Sequence[bytes],
    size: tuple[int, int],
    source: str,
    may_be_pixels: bool = False,
) -> Unsupported:
    """Return an error that advises to make a puzzle of a picture that has no clean cells.

    Args:
        rows: the pixels; none if they were not decoded.
        size: width and height in pixels.
        may_be_pixels: true if each pixel could be a cell.
    """
    scale = min(1.0, _LONGER / max(size))
    cells, grid = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale))), None
    if found := next(
        filter(None, (find_cells(item, size[0]) for item in _plain(rows, size[0]))), None
    ):
        cells = len(found.xs), len(found.ys)
    elif grid := _finest(rows, size[0]):
        cells = grid.size
    values = [source, f"{cells[0]}x{cells[1]}"]
    values += [",".join(map(str, grid.box))] if grid else []
    way = "image part" if grid else "image"
    way += " or pixels" if may_be_pixels else ""
    return Unsupported(what, source, advice=Advice(way, tuple(values)))


def _finest(rows: Sequence[bytes], width: int) -> PrintedGrid | None:
    """Return the grid with the most cells: the dark lines alone may be every fifth."""
    grids = (find_printed_grid(plain, width) for plain in _plain(rows, width))
    return max(filter(None, grids), key=lambda grid: grid.size, default=None)


def _plain(rows: Sequence[bytes], width: int) -> Iterator[list[bytes]]:
    """Yield the picture in one byte per pixel, and of several brightnesses dark and light only."""
    step = len(rows[0]) // width if rows else 0
    for level in _LEVELS if step > 1 else ():
        table = bytes(value < level for value in range(256))
        yield [row[step // 2 :: step].translate(table) for row in rows]
    if step == 1:
        yield [*rows]
