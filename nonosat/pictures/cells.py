"""Takes the cells out of pictures that were drawn cell by cell, and says what to do with all others.

Every cell of such a picture is a square of equal pixels, so it is taken as it is: no cell is guessed,
and no color is lost.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from math import dist
from operator import mul, sub

from nonosat.advice import Advice
from nonosat.errors import Unsupported
from nonosat.model.looks import FEWEST_CELLS, cell_by_cell

LARGE = 96
"""Smaller pictures may be patterns of single pixels."""
FEW_COLORS = 64
"""Maximum colors; pictures with more were not drawn cell by cell."""
FEWEST_BLENDED, BASES = 20, 5
"""Colors of a picture whose colors may be blends, and those of them that are blended."""
BLURRED, STEPS = 12.0, 40
"""Distance of a color from a blend, as rounding and palettes make it, and steps to find that blend."""
_LONGER = 30
"""Cells of the longer side of a puzzle that is made of a picture without cells."""


def one_pixel_per_cell(rows: Sequence[bytes], width: int, source: str) -> tuple[list[bytes], int]:
    """Return a picture with one pixel per cell, and the side of a cell in pixels.

    Args:
        rows: the pixels, each three bytes, or one, 0 where it is light.

    Raises:
        Unsupported: it has other things than cells in it, or was scaled.
    """
    taken, side = cell_by_cell(rows, width)
    step, size = len(rows[0]) // width, (width, len(rows))
    if side == 1 and (cells := ruled_size(rows, width)):
        raise no_cells("there are lines between its cells", cells, source, True, is_known=True)
    if is_blended(taken, step):
        what = "most of its colors are blends of a few, as in a picture that was scaled"
        raise no_cells(what, size, source, may_be_pixels=True)
    if side == 1 and is_sparse(rows, width):
        what = "its cells are neither single pixels nor clean squares"
        looks = {row[at : at + step] for row in {*rows} for at in range(0, len(row), step)}
        raise no_cells(what, size, source, may_be_pixels=len(looks) <= FEW_COLORS)
    return taken, side


def is_sparse(rows: Sequence[bytes], width: int) -> bool:
    """Return True if three of four columns and rows of a large picture are equal to the one before them."""
    step = len(rows[0]) // width
    down = sum(one != other for one, other in pairwise(rows))
    across = sum(_differ(((row[step:], row[:-step]) for row in {*rows}), step))
    return max(len(rows), width) >= LARGE and 0 < 4 * down < len(rows) and 0 < 4 * across < width


def ruled_size(rows: Sequence[bytes], width: int) -> tuple[int, int] | None:
    """Return width and height in cells of a drawing with lines of one color; None if it has none."""
    step, gaps = len(rows[0]) // width, []
    across, down = _differ(pairwise(rows), step), [row != row[:step] * width for row in rows]
    for varies in (across, down):
        gaps.append([len([*run]) for is_gap, run in groupby(varies) if is_gap])
    even = all(side and max(side) - min(side) <= 2 < max(side) for side in gaps)
    return (len(gaps[0]), len(gaps[1])) if even and min(map(len, gaps)) >= FEWEST_CELLS else None


def _differ(pairs: Iterable[tuple[bytes, bytes]], step: int) -> list[bool]:
    """Return for each pixel whether it differs in any pair of rows."""
    size = differ = 0
    for one, other in pairs:
        size = len(one)
        differ |= int.from_bytes(one) ^ int.from_bytes(other) if one != other else 0
    data = differ.to_bytes(size)
    return [any(data[at : at + step]) for at in range(0, size, step)]


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
    size: tuple[int, int],
    source: str,
    may_be_pixels: bool = False,
    is_known: bool = False,
) -> Unsupported:
    """Return an error that advises to make a puzzle of a picture that has no clean cells.

    Args:
        size: width and height in pixels, or in cells if these are known; of many pixels the advice names none.
        may_be_pixels: true if each pixel could be a cell.
    """
    if max(size) > _LONGER and not is_known:
        return Unsupported(what, source, advice=Advice("image of any size", (source,)))
    way = "image or pixels" if may_be_pixels else "image"
    return Unsupported(what, source, advice=Advice(way, (source, f"{size[0]}x{size[1]}")))
