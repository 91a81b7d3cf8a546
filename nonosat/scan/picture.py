"""Reads the clues of a printed puzzle in a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nonosat.limits import NO_LIMITS, Limits
from nonosat.pictures.pixels import Box, Photo
from nonosat.scan.area import Area, number_cells, play_areas
from nonosat.scan.clues import Printed, printed_clues
from nonosat.scan.decide import Decision, ReadLine, decide
from nonosat.scan.flatten import CELL, Flattened
from nonosat.scan.glyphs import Network
from nonosat.scan.lattice import Lattice, NoPuzzle, Pixels, find_lattice
from nonosat.scan.readings import readings_of

SMALLEST = 0.3
"""Of the lattice: a play area that is smaller is another thing."""
WEAK = 0.6
"""The part of an outer line of the play area that must be seen."""


@dataclass(frozen=True)
class Scan:
    """A printed puzzle, and how it was read."""

    decision: Decision
    area: Area
    printed: Printed

    def strip(self, line: ReadLine) -> Pixels:
        """Return the part of the picture that a line was read from, `CELL` pixels wide or high."""
        left, above = self.printed.pictures
        blobs = [
            glyph.blob
            for printed in (self.printed.rows if line.axis == "row" else self.printed.cols)
            for text in printed.texts
            for glyph in text
        ]
        start, end = line.index * CELL, (line.index + 1) * CELL
        if line.axis == "row":
            return left[start:end, max(0, min(blob.x for blob in blobs) - CELL) :]
        return above[max(0, min(blob.y for blob in blobs) - CELL) :, start:end]


def scan(
    photo: Photo,
    source: str = "the picture",
    *,
    size: tuple[int, int] | None = None,
    box: Box | None = None,
    limits: Limits = NO_LIMITS,
) -> Scan:
    """Read a printed puzzle.

    Args:
        source: the file's name, for messages.
        size: the height and the width in cells, where they are known.
        box: the part of the picture to look at.
        limits: of the verdict.

    Raises:
        NoPuzzle: no grid of lines with numbers at two sides was found.
    """
    try:
        pixels = pixels_of(photo, box)
        flat = Flattened(pixels, find_lattice(pixels))
        area, printed = _best(flat, Network(), size)
    except NoPuzzle as err:
        raise NoPuzzle(err.what, source) from None
    rows, cols = readings_of(printed)
    unprinted = [not line.has_number() for line in (*printed.rows, *printed.cols)]
    doubts = []
    if size is None:
        doubts = [
            f"the {name} edge of the grid is weak" for name in _weak_edges(flat.lattice, area)
        ]
    return Scan(decide(rows, cols, unprinted, doubts, limits), area, printed)


def pixels_of(photo: Photo, box: Box | None = None) -> Pixels:
    """Return a picture, or a part of it, as an array."""
    raster = (photo if box is None else photo.crop(box, b"\xff\xff\xff")).raster()
    return np.frombuffer(raster.rgb, np.uint8).reshape(raster.height, raster.width, 3)


def _best(flat: Flattened, network: Network, size: tuple[int, int] | None) -> tuple[Area, Printed]:
    """Return the play area that reads best, and its clues."""
    best: tuple[float, Area, Printed] | None = None
    why = NoPuzzle("there are no numbers beside the grid of lines")
    for area in play_areas(number_cells(flat, network), size):
        try:
            found, printed = printed_clues(flat, area, network, is_fixed=size is not None)
        except NoPuzzle as err:
            why = err
            continue
        cells, (rows, cols) = found.height * found.width, flat.lattice.size
        if cells < SMALLEST * rows * cols:
            why = NoPuzzle("the grid of lines beside the numbers is too small")
            continue
        worth = printed.confidence * math.log(2 + cells)
        if best is None or worth > best[0] + 0.05:
            best = worth, found, printed
    if best is None:
        raise why
    return best[1:]


def _weak_edges(lattice: Lattice, area: Area) -> list[str]:
    rows, cols = slice(area.top, area.bottom + 1), slice(area.left, area.right + 1)
    edges = {
        "upper": lattice.seen[area.top, cols],
        "lower": lattice.seen[area.bottom, cols],
        "left": lattice.seen[rows, area.left],
        "right": lattice.seen[rows, area.right],
    }
    return [name for name, seen in edges.items() if seen.mean() < WEAK]
