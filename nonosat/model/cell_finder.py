"""Finds the cells of a drawing: between grid lines, inside of a margin, enlarged unevenly.

A column of pixels that differs from the one before it in any row is an *edge*. In a picture of
clean cells all edges lie on the borders of cells, or on both sides of the lines between them, so
edges near each other are one border, and borders are evenly spaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from nonosat.advice import Advice, Remark

LEAST_SIDE = 40
"""Smaller pictures are sprites of one pixel per cell, also with lines or large dots."""
LEAST_PRINTED = 60
"""A side that a picture with printed clues has at least."""
LARGE = 96
"""Smaller pictures without clues may be patterns of single pixels."""
THICKEST = 6
"""Pixels of the thickest grid line."""
_STRONG = 0.25
"""Part of a side that a grid line has at least, where a picture has other edges, too."""
_FEWEST = (3, 12), (4, 7), (5, 4)
"""The fewest cells in a row, and the pixels that each has then: fewer may be dots of another picture.
The first is for pictures without lines."""
Span = tuple[int, int]
"""The first pixel of a border, and the first pixel after it."""


class FoundCells(NamedTuple):
    """Where the cells of a picture are."""

    xs: list[int]
    """A pixel column inside of each column of cells."""
    ys: list[int]
    side: float
    """The distance of two cells in pixels."""
    left_out: str
    """Other parts, such as ``lines``; "" without any."""

    @property
    def note(self) -> Remark:
        """Remark of the reader."""
        cells = f"{len(self.xs)}x{len(self.ys)} cells of {self.side:.3g} pixels"
        cells += f", {self.left_out} left out" if self.left_out else ""
        return Remark(cells, Advice("pixels"))

    def taken(self, rows: Sequence[bytes], width: int) -> list[bytes]:
        """Return the rows of pixels with one pixel per cell."""
        step = len(rows[0]) // width
        picked = (rows[y] for y in self.ys)
        return [b"".join(row[step * x : step * x + step] for x in self.xs) for row in picked]


class _Axis(NamedTuple):
    middles: list[int]
    side: float
    borders: list[Span]


def find_cells(rows: Sequence[bytes], width: int) -> FoundCells | None:
    """Find clean cells; None if each pixel may be one.

    Args:
        rows: the pixels, each of several bytes, or of one, 0 where it is light.
    """
    height, step = len(rows), len(rows[0]) // width
    if max(height, width) < LEAST_SIDE:
        return None
    edges = _changes(rows, step), [y for y, (a, b) in enumerate(pairwise(rows), 1) if a != b]
    if not all(
        0 < 2 * len(found) <= side for found, side in zip(edges, (width, height), strict=True)
    ):
        return None
    sides = [{row[:step] for row in rows}, {row[-step:] for row in rows}]
    sides += [
        {row[at : at + step] for at in range(0, len(row), step)} for row in (rows[0], rows[-1])
    ]
    ends = [side.pop() if len(side) == 1 else b"" for side in sides]  # of one color or not
    pixels = {row[at : at + step] for row in {*rows} for at in range(0, len(row), step)}
    is_around = ends[0] and len({*ends}) == 1 and edges[0][0] > THICKEST
    lightest = min(pixels) if step == 1 else max(pixels, key=sum)  # 1 is black
    blank = ends[0] if is_around else lightest
    margins = [[end == blank for end in side] for side in (ends[:2], ends[2:])]
    found: dict[tuple[bool, ...], tuple[_Axis, _Axis]] = {}  # without margins across and down
    for thick in range(THICKEST + 1):
        fits = [
            [_fit(part, thick) for part in _with_ends(seen, side, margin)]
            for seen, side, margin in zip(edges, (width, height), margins, strict=True)
        ]
        for at in product((False, True), repeat=2):
            across, down = fits[0][at[0]], fits[1][at[1]]
            if across and down and _nearly_square(across, down):
                kept = False  # a margin that may be a row of cells
                fit: Any = zip(at, edges, (width, height), margins, (across, down), strict=True)
                for cut, seen, side, margin, axis in fit:
                    widths = margin[0] * seen[0], margin[1] * (side - seen[-1])
                    kept |= not cut and 2 * max(widths) > axis.side
                if not kept or _lines(rows, step, across, down) <= {blank}:
                    found[at] = across, down  # the borders are merged best where `thick` is largest
    largest = max((across.side for across, _ in found.values()), default=0)
    # A margin may not fit into the grid, only into one that is twice as fine.
    fits_all = [fit for _, fit in sorted(found.items()) if 1.2 * fit[0].side >= largest]
    if not fits_all:
        return None
    size = [len(axis.middles) for axis in fits_all[0]]
    alike = [at for at, fit in found.items() if [len(axis.middles) for axis in fit] == size]
    across, down = found[max(alike)]  # without a margin, if it has no cells
    has_lines = any(a < b for a, b in (*across.borders, *down.borders))
    cut = [name for name, said in (("margin", any(max(alike))), ("lines", has_lines)) if said]
    cells = FoundCells(across.middles, down.middles, across.side, " and ".join(cut))
    looks = cells.taken(rows, width)
    return cells if len({*looks}) > 1 or _changes(looks, step) else None


class PrintedGrid(NamedTuple):
    """A grid of lines in a picture that has more than clean cells."""

    size: tuple[int, int]
    """Width and height in cells."""
    box: tuple[int, int, int, int]
    """Left, top, right and bottom in pixels."""
    has_clues: bool
    """True if there is something above it or left of it."""


def find_printed_grid(rows: Sequence[bytes], width: int) -> PrintedGrid | None:
    """Find the long lines of a grid in a picture of one byte per pixel, 0 where it is light."""
    if max(len(rows), width) < LEAST_PRINTED:
        return None
    data = b"".join(rows)
    columns = [data[x::width] for x in range(width)]
    strong = [[*_strong(columns)], [*_strong(rows)]]
    for thick in range(1, THICKEST + 1):
        across, down = (_fit(found, thick, most_seen=True) for found in strong)
        if across and down and _nearly_square(across, down):
            (left, right), (top, bottom) = (
                (found.borders[0][0], found.borders[-1][1]) for found in (across, down)
            )
            outside = {*b"".join([*rows[: max(0, top - 1)], *columns[: max(0, left - 1)]])}
            size, has_clues = (len(across.middles), len(down.middles)), len(outside) > 1
            if has_clues or max(len(rows), width) >= LARGE:
                return PrintedGrid(size, (left, top, right, bottom), has_clues)
    return None


def is_sparse(rows: Sequence[bytes], width: int) -> bool:
    """Return True if three of four columns and rows of a large picture are equal to the one before them."""
    down = sum(one != other for one, other in pairwise(rows))
    across = len(_changes(rows, len(rows[0]) // width))
    return max(len(rows), width) >= LARGE and 0 < 4 * down < len(rows) and 0 < 4 * across < width


def _changes(rows: Iterable[bytes], step: int) -> list[int]:
    """Return where pixels differ from those before them, in any row."""
    differ = size = 0
    for row in {*rows}:
        size = len(row) - step
        differ |= int.from_bytes(row[step:]) ^ int.from_bytes(row[:-step])
    return sorted({at // step + 1 for at, byte in enumerate(differ.to_bytes(size)) if byte})


def _strong(lines: Sequence[bytes]) -> Iterator[int]:
    """Yield the edges of long straight lines, also dotted ones; columns of digits have none."""
    least = _STRONG * len(lines[0])
    filled = (line.replace(b"\1\0", b"\1\1") for line in lines)
    runs = [max(map(len, line.split(b"\0"))) >= least for line in filled]
    for at, (one, other) in enumerate(pairwise(lines), 1):
        if one != other and (runs[at - 1] or runs[at]):
            both = int.from_bytes(one) ^ int.from_bytes(other)
            if 2.5 * (len(one) - both.to_bytes(len(one)).count(0)) >= least:  # others are filled
                yield at


def _with_ends(edges: list[int], side: int, margin: Sequence[bool]) -> Iterator[list[int]]:
    """Yield the edges with both ends of the picture, then without those where a margin is."""
    yield [0, *edges, side]
    yield (
        [*([] if margin[0] else [0]), *edges, *([] if margin[1] else [side])] if any(margin) else []
    )


def _fit(edges: Sequence[int], thick: int, most_seen: bool = False) -> _Axis | None:
    """Find evenly spaced borders at most `thick` wide; None if the edges are other things."""
    borders: list[Span] = []
    for edge in edges:
        if borders and edge - borders[-1][0] <= thick:
            borders[-1] = borders[-1][0], edge
        else:
            borders.append((edge, edge))
    seen = len(borders) - 1
    if seen < 2:
        return None
    centers = [(a + b) / 2 for a, b in borders]
    length, widest = centers[-1] - centers[0], max(b - a for a, b in borders)
    least = min(b[0] - a[1] for a, b in pairwise(borders))
    if len({b - a for a, b in borders}) > 4:  # thin lines, thick ones, and those seen on one side
        return None
    for count in range(seen, (4 * seen // 3 if most_seen else 2 * seen) + 1):
        side = length / count
        if min(side, 2 * least) < 4 or 5 * widest > 2 * side:
            return None
        if 2 * least < side or count < next(few for few, of in _FEWEST[widest > 0 :] if side >= of):
            continue
        slack = 0 if side < 6 else min(1.0 + widest / 2, side / 5)
        places = [round((center - centers[0]) / side) for center in centers]
        if all(
            abs(c - centers[0] - at * side) <= slack for c, at in zip(centers, places, strict=True)
        ):
            known = dict(zip(places, borders, strict=True))
            ends = [
                known.get(at) or (round(centers[0] + at * side),) * 2 for at in range(count + 1)
            ]
            return _Axis([(a[1] + b[0]) // 2 for a, b in pairwise(ends)], side, ends)
    return None


def _nearly_square(across: _Axis, down: _Axis) -> bool:
    return max(across.side, down.side) <= 1.25 * min(across.side, down.side)


def _lines(rows: Sequence[bytes], step: int, across: _Axis, down: _Axis) -> set[bytes]:
    """Return the colors of the lines between inner cells; those of a margin that no line crosses differ."""
    x, y = across.middles[len(across.middles) // 2], down.middles[len(down.middles) // 2]
    seen = {rows[(a + b) // 2][step * x : step * x + step] for a, b in down.borders[1:-1] if a < b}
    return seen | {
        rows[y][step * ((a + b) // 2) :][:step] for a, b in across.borders[1:-1] if a < b
    }
