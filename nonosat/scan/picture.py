"""Reads the clues of a printed puzzle in a picture."""

import io
import math
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from nonosat.limits import NO_LIMITS, Limits
from nonosat.pictures.pixels import Box, Photo
from nonosat.scan.area import SIDEWAYS, Area, is_sideways, number_cells, play_area, why_unread
from nonosat.scan.clues import ClueSide, Texts, are_colored, side_of
from nonosat.scan.decide import Decision, ReadLine, decide
from nonosat.scan.flatten import CELL
from nonosat.scan.glyphs import JUNK
from nonosat.scan.ink import MARGIN, WEAK, FlatPage, page_of
from nonosat.scan.lattice import LEAST, Lattice, Mask, NoPuzzle, Pixels, find_lattices
from nonosat.scan.readings import ClueReading, readings_of

SURE = 0.9
"""A line with this part seen is really there, and not cut off for want of numbers."""
_SURE_DIGIT = 0.9
"""A wide mark that is likelier a digit is one, and no two that touch."""
_LARGE = 1.4
"""Larger cells, by this factor, may have digits that get lost at the usual size."""
_OTHER = 0.25
"""Of the cells of the grid that is read: another grid with more crossings is worth a word."""
_SHARED = 0.5
"""A lattice with more of its crossings in a grid that was read, or its clues, belongs to it."""


@dataclass(frozen=True)
class Scan:
    """A printed puzzle, and how it was read."""

    decision: Decision
    page: FlatPage
    area: Area
    sides: tuple[ClueSide, ClueSide]
    elsewhere: tuple[Box, ...] = ()
    """Where other grids are in the picture, in pixels."""

    @property
    def quality(self) -> tuple[bool, float]:
        """The likelihood that a reader means this puzzle; more is likelier."""
        decision = self.decision
        lines = *decision.rows, *decision.cols
        sure = sum(not line.doubt for line in lines) / len(lines)
        return decision.result is not None, sure * math.log(self.area.height * self.area.width)

    def covers(self, lattice: Lattice) -> bool:
        """Return True if another lattice has crossings in the grid that was read, or among its clues."""
        mine = self.page.lattice
        top, left, bottom, right = (edge - MARGIN for edge in self.area)
        inside = (mine.at >= [top, left]) & (mine.at <= [bottom, right])
        ends = mine.points[inside.all(1)]
        room = mine.pitch * np.array([side.reach for side in self.sides])
        found = (lattice.points > ends.min(0) - room) & (lattice.points < ends.max(0))
        return bool(found.all(1).mean() > _SHARED)

    def strip(self, line: ReadLine) -> bytes:
        """Return a PNG file of what a line was read from, `CELL` pixels wide or high."""
        axis, cell = (0 if line.axis == "row" else 1), self.page.cell
        top, left = ((at + self.page.room) * cell for at in (self.area.top, self.area.left))
        begin = max(0, (left, top)[axis] - int((self.sides[axis].reach + 1) * cell))
        if axis == 0:
            part = self.page.pixels[top + line.index * cell :, begin:left][:cell]
        else:
            part = self.page.pixels[begin:top, left + line.index * cell :][:, :cell]
        file = io.BytesIO()
        Image.fromarray(part[:: cell // CELL, :: cell // CELL]).save(file, "PNG")
        return file.getvalue()


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
    found: list[Scan] = []
    why = None
    pixels = _pixels(photo)
    lattices = find_lattices(pixels)
    for lattice in lattices:
        if any(one.covers(lattice) for one in found):
            continue
        try:
            found.append(_scanned(pixels, lattice, size, limits))
        except NoPuzzle as err:
            why = why or err.what
        if found and found[-1].decision.result is not None:
            break
    if not found:
        raise NoPuzzle(why or "there is no grid of lines in this picture", source)
    best = max(found, key=lambda scan: scan.quality)
    least = _OTHER * best.area.height * best.area.width
    others: list[Box] = []
    for lattice in lattices:
        left, top, right, bottom = lattice.box
        if any(left >= a and top >= b and right <= c and bottom <= d for a, b, c, d in others):
            continue
        if lattice.seen.mean() > WEAK and len(lattice.at) > least and not best.covers(lattice):
            # Its clues may be beside its lines.
            left, top = max(0, left - (right - left) // 2), max(0, top - (bottom - top) // 2)
            others.append((left, top, right, bottom))
    return replace(best, elsewhere=tuple(others))


def _scanned(
    pixels: Pixels, lattice: Lattice, size: tuple[int, int] | None, limits: Limits
) -> Scan:
    page, area, sides = _read(pixels, lattice, size)
    lines = readings_of(*sides)
    texts = (text for side in sides for text in side.lines)
    left_out = (line for side in sides for line in side.left_out)
    whys = [_doubt_of(*each) for each in zip(texts, left_out, lines, strict=True)]
    weak = [name for name, seen in _edges(page, area) if seen < WEAK and size is None]
    doubts = [f"the {name} edge of the grid is weak" for name in weak]
    if are_colored(page, sides):
        doubts.append("the clues have several colors; only those of one color are read")
    decision = decide(lines, area.height, whys, doubts, limits)
    if decision.result is None:
        if is_sideways(page):
            raise NoPuzzle(SIDEWAYS)
        left, top = (edge / lattice.pitch - MARGIN for edge in lattice.box[:2])  # in cells
        room = {"at the left": left + area.left, "above": top + area.top}
        cut = [
            name for name, side in zip(room, sides, strict=True) if room[name] < side.reach + 0.5
        ]
        where = (f"numbers may be cut off {name}" for name in cut)
        decision = replace(decision, doubts=(*decision.doubts, *where))
    return Scan(decision, page, area, sides)


def _doubt_of(texts: Texts, left_out: bool, readings: list[ClueReading]) -> str:
    """Return why a line is in doubt in any case, or ""."""
    if left_out:
        return "a digit may be missing"
    blobs = [blob for text in texts for blob in text]
    if any(blob.width > blob.height and blob.digit < _SURE_DIGIT for blob in blobs):
        return "digits seem to touch"
    likeliest = [int(blob.chances.argmax()) for blob in blobs]
    printed = "".join(str(digit) for digit in likeliest if digit != JUNK)
    if not printed:
        return "nothing is printed here"
    if readings and printed != ("".join(map(str, readings[0].clue)) or "0"):
        return "what is printed does not fit"
    return ""


def is_printed(photo: Photo) -> bool:
    """Return True if there is a grid of lines with numbers at two sides."""
    pixels = _pixels(photo)
    for lattice in find_lattices(pixels):
        with suppress(NoPuzzle):
            sides = _read(pixels, lattice, None)[2]
            return all(2 * sum(side.has_number) > len(side.lines) for side in sides)
    return False


def _pixels(photo: Photo) -> Pixels:
    raster = photo.raster()
    return np.frombuffer(raster.rgb, np.uint8).reshape(raster.height, raster.width, 3)


def _read(
    pixels: Pixels, lattice: Lattice, size: tuple[int, int] | None
) -> tuple[FlatPage, Area, tuple[ClueSide, ClueSide]]:
    page = page_of(pixels, lattice)
    try:
        return _with_numbers(page, size)
    except NoPuzzle as err:
        if lattice.pitch > _LARGE * CELL:
            # Digits that are small for their cells are enlarged.
            with suppress(NoPuzzle):
                return _with_numbers(page_of(pixels, lattice, 3 * CELL), size)
        raise NoPuzzle(why_unread(page, number_cells(page)) or err.what) from None


def _with_numbers(
    page: FlatPage, size: tuple[int, int] | None
) -> tuple[FlatPage, Area, tuple[ClueSide, ClueSide]]:
    numbers = number_cells(page)
    # Black cells may hide outer lines: the size may be larger than the lattice.
    more = [
        min(MARGIN, max(0, n - m)) for n, m in zip(size or (0, 0), page.lattice.size, strict=True)
    ]
    (top, bottom), (left, right) = (
        (MARGIN - beyond, MARGIN + count + beyond)
        for count, beyond in zip(page.lattice.size, more, strict=True)
    )
    grid = numbers[page.room :, page.room :][top:bottom, left:right]
    found = play_area(grid, size)
    area = Area(found.top + top, found.left + left, found.bottom + top, found.right + left)
    return page, *_with_clues(page, area if size else _grown(page, area, numbers), size is not None)


def _grown(page: FlatPage, area: Area, numbers: Mask) -> Area:
    """Return an area with the lines beyond its edges that have a number beside them, up to an edge that is seen.

    Where all cells of an outer line are black, nothing else is seen of it.
    """

    def more(axis: int, inner: int, way: int, first: int, last: int) -> int:
        """Return by how many lines the grid goes on from this edge."""
        marks = numbers if axis == 0 else numbers.T
        for count in range(1, MARGIN + 1):
            edge = inner + way * count
            line = edge - (way > 0)
            if not 0 <= edge < page.seen.shape[axis]:
                return 0
            cells = marks[line + page.room]
            before, inside = cells[: page.room + first], cells[page.room + first :][: last - first]
            if not before[-2:].any() or inside.mean() >= 0.25:
                return 0
            if page.part_seen(axis, edge, edge - way, first, last) >= WEAK:
                return count
        return 0

    top, left, bottom, right = area
    grown = Area(
        top - more(0, top, -1, left, right),
        left - more(1, left, -1, top, bottom),
        bottom + more(0, bottom, 1, left, right),
        right + more(1, right, 1, top, bottom),
    )
    return area if grown == area else _grown(page, grown, numbers)


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
    top, left, bottom, right = area
    return [
        ("upper", page.part_seen(0, top, top + 1, left, right)),
        ("lower", page.part_seen(0, bottom, bottom - 1, left, right)),
        ("left", page.part_seen(1, left, left + 1, top, bottom)),
        ("right", page.part_seen(1, right, right - 1, top, bottom)),
    ]
