"""Takes the cells out of pictures of them, and says what to do with all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist
from operator import mul, sub

from nonosat.advice import Advice
from nonosat.errors import Unsupported
from nonosat.model.cell_finder import PrintedGrid, find_cells, find_printed_grid, is_sparse
from nonosat.model.looks import Taken, cell_by_cell

_LEVELS = (128, 200, 64, 240)
"""Brightness that may part dark from light: black lines, then gray ones."""
FEW_COLORS = 64
"""Maximum colors; pictures with more were not drawn cell by cell."""
FEWEST_BLENDED, BASES = 20, 5
"""Colors of a picture whose colors may be blends, and those of them that are blended."""
BLURRED, STEPS = 12.0, 40
"""Distance of a color from a blend, as rounding and palettes make it, and steps to find that blend."""
_LONGER = 30
"""Cells of the longer side of a puzzle that is made of a picture without cells."""


def one_pixel_per_cell(rows: Sequence[bytes], width: int, source: str) -> Taken:
    """Return a picture with one pixel per cell, if it is one of clean cells.

    Args:
        rows: the pixels, each three bytes, or one, 0 where it is light.

    Raises:
        Unsupported: it has a grid of lines, but other things than cells in it, or was scaled.
    """
    taken, side, note = cell_by_cell(rows, width)
    if is_blended(taken, len(rows[0]) // width):
        what = "most of its colors are blends of a few, as in a picture that was scaled"
        raise no_cells(what, rows, (width, len(rows)), source, may_be_pixels=True)
    if side > 1 or note:
        return taken, side, note
    grid = _finest(rows, width)
    if grid or is_sparse(rows, width):
        what = "its cells are neither single pixels nor clean squares"
        step = len(rows[0]) // width
        looks = {row[at : at + step] for row in {*rows} for at in range(0, len(row), step)}
        raise no_cells(
            what, rows, (width, len(rows)), source, may_be_pixels=len(looks) <= FEW_COLORS
        )
    return [*rows], 1, ""


def is_blended(rows: Sequence[bytes], step: int) -> bool:
    """Return True if three of four colors are blends of a few, and there are many.

    The few are the commonest and, again and again, the one that is farthest from a blend of those.
    Scaling and smoothing make such colors at each edge. Pictures of cells rarely have them.
    """
    seen = Counter(row[at : at + step] for row in rows for at in range(0, len(row), step))
    if step < 3 or not FEWEST_BLENDED <= len(seen) <= FEW_COLORS:
        return False
    looks = {look: BLURRED for look, _ in seen.most_common()}
    bases: list[bytes] = []
    while len(bases) < BASES:
        bases.append(max(looks, key=lambda look: looks[look]))
        looks = {look: _off(look, bases) for look in looks}
    blends = sum(off <= BLURRED for off in looks.values()) - BASES
    return 4 * blends >= 3 * (len(looks) - BASES)


def _off(look: bytes, bases: Sequence[bytes]) -> float:
    """Return the distance of a color from the nearest blend of others, found step by step."""
    nearest: Sequence[float] = min(bases, key=lambda base: dist(base, look))
    for _ in range(STEPS):
        wanted = [*map(sub, look, nearest)]
        towards = max(bases, key=lambda base: sum(map(mul, wanted, base)))
        way = [*map(sub, towards, nearest)]
        if (gain := sum(map(mul, wanted, way))) <= 0:
            break
        part = min(1.0, gain / sum(map(mul, way, way)))
        nearest = [at + part * by for at, by in zip(nearest, way, strict=True)]
    return dist(nearest, look)


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
        if grid.has_clues:
            what = "this looks like a printed puzzle: a grid with numbers beside it"
            return Unsupported(what, source, advice=Advice("scan", (source,)))
        cells = grid.size
    values = [source, f"{cells[0]}x{cells[1]}"]
    way = "image or pixels" if may_be_pixels else "image"
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
