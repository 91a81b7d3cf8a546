"""Reads the clues of a printed puzzle in a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nonosat.limits import NO_LIMITS, Limits
from nonosat.pictures.pixels import Photo
from nonosat.scan.area import Area, number_cells, play_area
from nonosat.scan.clues import ClueSide, Texts, side_of
from nonosat.scan.decide import Decision, ReadLine, decide
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import JUNK
from nonosat.scan.ink import FlatPage, page_of
from nonosat.scan.lattice import LEAST, NoPuzzle, Pixels, find_lattice
from nonosat.scan.readings import ClueReading, readings_of

WEAK = 0.6
"""The part of an outer line of the play area that must be seen."""
SURE = 0.9
"""A line with this part seen is really there, and not cut off for want of numbers."""


@dataclass(frozen=True)
class Scan:
    """A printed puzzle, and how it was read."""

    decision: Decision
    page: FlatPage
    area: Area
    sides: tuple[ClueSide, ClueSide]

    def strip(self, line: ReadLine) -> Pixels:
        """Return the part of the picture that a line was read from, `CELL` pixels wide or high."""
        axis = 0 if line.axis == "row" else 1
        blobs = [blob for texts in self.sides[axis].lines for text in texts for blob in text]
        begin = max(0, min(blob.start[axis] for blob in blobs) - CELL)
        top, left = ((at + self.page.room) * CELL for at in (self.area.top, self.area.left))
        if axis == 0:
            return self.page.pixels[top + line.index * CELL :, begin:left][:CELL]
        return self.page.pixels[begin:top, left + line.index * CELL :][:, :CELL]


def scan(
    photo: Photo,
    source: str = "the picture",
    *,
    size: tuple[int, int] | None = None,
    limits: Limits = NO_LIMITS,
) -> Scan:
    """Read a printed puzzle.

    Args:
        source: the file's name, for messages.
        size: the height and the width in cells, where they are known.
        limits: of the verdict.

    Raises:
        NoPuzzle: no grid of lines with numbers at two sides was found.
    """
    try:
        page, area, sides = _read(photo, size)
    except NoPuzzle as err:
        raise NoPuzzle(err.what, source) from None
    lines = readings_of(*sides)
    texts = (text for side in sides for text in side.lines)
    whys = [_doubt_of(*each) for each in zip(texts, lines, strict=True)]
    weak = [name for name, seen in _edges(page, area) if seen < WEAK and size is None]
    doubts = [f"the {name} edge of the grid is weak" for name in weak]
    decision = decide(lines, area.height, whys, doubts, limits)
    return Scan(decision, page, area, sides)


def _doubt_of(texts: Texts, readings: list[ClueReading]) -> str:
    """Return why a line is in doubt in any case, or ""."""
    if any(blob.width > blob.height for text in texts for blob in text):
        return "digits seem to touch"
    likeliest = [int(blob.chances.argmax()) for text in texts for blob in text]
    printed = "".join(str(digit) for digit in likeliest if digit != JUNK)
    if not printed:
        return "nothing is printed here"
    if readings and printed != ("".join(map(str, readings[0].clue)) or "0"):
        return "what is printed does not fit"
    return ""


def is_printed(photo: Photo) -> bool:
    """Return True if there is a grid of lines with numbers at two sides."""
    try:
        _read(photo, None)
    except NoPuzzle:
        return False
    return True


def _read(
    photo: Photo, size: tuple[int, int] | None
) -> tuple[FlatPage, Area, tuple[ClueSide, ClueSide]]:
    raster = photo.raster()
    pixels = np.frombuffer(raster.rgb, np.uint8).reshape(raster.height, raster.width, 3)
    page = page_of(pixels, find_lattice(pixels))
    likeliest = play_area(number_cells(page), size)
    return page, *_with_clues(page, likeliest, size is not None)


def _with_clues(
    page: FlatPage, area: Area, is_fixed: bool
) -> tuple[Area, tuple[ClueSide, ClueSide]]:
    """Return an area and its clues; outer lines without any are left out, unless it is fixed.

    Raises:
        NoPuzzle: there are no numbers, or the area is too small.
    """
    while min(area.height, area.width) >= LEAST - 1:
        sides = side_of(page, area, 0), side_of(page, area, 1)
        empty = (*sides[0].empty, *sides[1].empty)
        cuts = [
            0 if seen >= SURE else cut
            for cut, (_, seen) in zip(empty, _edges(page, area), strict=True)
        ]
        if is_fixed or not any(cuts):
            return area, sides
        top, bottom, left, right = cuts
        area = Area(area.top + top, area.left + left, area.bottom - bottom, area.right - right)
    raise NoPuzzle("the grid of lines is too small")


def _edges(page: FlatPage, area: Area) -> list[tuple[str, float]]:
    """Return for each edge of an area its name, and the part of it that was seen."""
    rows, cols = slice(area.top, area.bottom + 1), slice(area.left, area.right + 1)
    seen = page.lattice.seen
    edges = {
        "upper": seen[area.top, cols], "lower": seen[area.bottom, cols],
        "left": seen[rows, area.left], "right": seen[rows, area.right],
    }  # fmt: skip
    return [(name, float(edge.mean())) for name, edge in edges.items()]
