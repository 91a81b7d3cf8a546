"""Makes the picture of a puzzle from a photo or drawing.

For one ink there are two ways to separate ink from blank:

* ``otsu``: each cell has the mean brightness of its area; the threshold is the one that separates
  dark from light cells best (N. Otsu, "A threshold selection method from gray-level histograms",
  1979).
* ``adaptive``: a cell is ink if it is clearly darker than the mean of the cells around it, for
  pictures lit unevenly.

For several inks the colors are reduced to as many as there may be, and a cell has the color that
most of its pixels have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import isqrt
from typing import TypeVar

from nonosat.errors import UsageError
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet, check_size
from nonosat.model.cell_finder import find_cells
from nonosat.model.color_words import color_words
from nonosat.model.css_colors import free_name
from nonosat.model.grid import MAX_PIXELS
from nonosat.pictures.cells import FEW_COLORS
from nonosat.pictures.pixel_art import pixel_art
from nonosat.pictures.pixels import Box, Photo

T = TypeVar("T")

METHODS = ("otsu", "adaptive")
MAX_PHOTO_CELLS = 1_000_000
"""The most cells that a picture is turned into."""
LONGER = 25
"""Cells of the longer side of a photo for which no size was given."""
MAX_COLORS = 32
"""The most inks; more than anybody can tell apart in a clue."""

_CLEARLY = 8.0
"""A cell of ``adaptive`` is ink if it is more than this (of 255) darker than its surroundings."""
_STANDS_OUT = 40
"""A pixel of the subject is further than this (of 255, in any channel) from the border's color."""
_ALIKE = 24.0
"""Colors nearer to each other (of 441, the length of the cube's diagonal) become one."""
_SUBJECT_SIDE = 400
"""Pixels a side that suffice to find the subject."""
_ENTRIES = 64
"""Colors that a picture is reduced to before they are joined."""
_SAMPLES = 8
"""Pixels a side of a cell that suffice to find its color."""
_FINE = 16_000_000
"""Pixels of the whole picture that suffice."""


@dataclass(frozen=True, slots=True)
class Digitized:
    """A picture made into cells."""

    grid: Grid
    palette: Palette
    box: Box
    """The part of the picture that was taken, in its pixels; may reach over its edge."""
    whole: Box
    """The part that was asked for, before it was cut or padded to the proportions of the grid."""
    threshold: float | None
    """The lowest brightness of blank cells, 0 to 255; None if no single threshold was used."""
    times: int | None = None
    """If the picture was drawn in cells and was taken cell for cell: the side of the square of
    cells that each of its own cells became."""

    @property
    def sheet(self) -> Sheet:
        """The puzzle, with its picture."""
        return Sheet(Puzzle.of_grid(self.grid, self.palette), goals=(self.grid,))

    @property
    def cut(self) -> bool:
        """True if at least half a cell of what was asked for is left out."""
        left, top, right, bottom = self.box
        wide, high = self.whole[2] - self.whole[0], self.whole[3] - self.whole[1]
        return (wide - (right - left)) * self.grid.width * 2 > right - left or (
            high - (bottom - top)
        ) * self.grid.height * 2 > bottom - top


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a picture to use. It always gets the proportions of the grid, never distorted."""

    of: Box | str = "auto"
    """A box of pixels; "auto": all of a picture that was drawn in cells, else the subject, which is
    all that differs from the color of the picture's border; "none": everything."""
    fit: bool = False
    """Keep all of it: pad it with the color of the border. Else the middle fills the grid."""


def to_cells(
    photo: Photo,
    size: tuple[int, int],
    *,
    method: str = METHODS[0],
    threshold: float | None = None,
    invert: bool = False,
    part: Part = Part(),
    colors: int = 1,
) -> Digitized:
    """Make a picture out of a photo.

    Args:
        size: the height and the width of the picture, in cells.
        method: one of `METHODS`, for one ink.
        threshold: brightness from 0 to 255 that replaces the one found by ``otsu``.
        invert: the light part is ink.
        part: what to take. A picture that was drawn in cells is taken cell for cell (see
            `pixel_art`) if the size is a whole multiple of its own, or has room for it and `fit`.
        colors: the most inks. The background is the color of most of the border.

    Raises:
        PuzzleError: no size of a puzzle.
        UsageError: a size, method or number of colors that is impossible or too large, a box that
            reaches over the edge of the picture, or proportions far from those of the subject.
    """
    height, width = size
    check_size(height, width)
    if height * width > MAX_PHOTO_CELLS:
        raise UsageError(f"{width}x{height} is too large: at most {MAX_PHOTO_CELLS} cells")
    if method not in METHODS:
        raise UsageError(f"unknown method {method!r}; there are: {', '.join(METHODS)}")
    if not isinstance(part.of, tuple) and part.of not in ("auto", "none"):
        raise UsageError(f"unknown way to crop {part.of!r}: expected auto, none or a box")
    if not 1 <= colors <= MAX_COLORS:
        raise UsageError(f"expected 1 to {MAX_COLORS} colors, got {colors}")
    if colors > 1 and (method != METHODS[0] or threshold is not None or invert):
        raise UsageError(
            "method, threshold and invert need one ink: leave them out, or set colors to 1"
        )
    if method == "adaptive" and threshold is not None:
        raise UsageError("the adaptive method takes no threshold: it finds one for each cell")
    if threshold is not None and not 0 <= threshold <= 255:
        raise UsageError(f"threshold must be a brightness from 0 to 255, got {threshold:g}")
    art = None if isinstance(part.of, tuple) else pixel_art(photo)
    times = None if art is None else art.times(size, part.fit)
    if art is not None and times is not None:
        box = whole = (0, 0, *photo.size)
        exact = photo.resized(art.size[1] * times, art.size[0] * times)  # a pixel per cell
        left, top = (exact.size[0] - width) // 2, (exact.size[1] - height) // 2
        taken = exact.crop((left, top, left + width, top + height), _border_color(exact))
    else:
        around = _border_color(photo)
        whole = _wanted(photo, part.of, around)
        box = _in_proportion(whole, height / width, part.fit)
        taken = photo.crop(box, around)
    if colors > 1:
        grid, palette = (times and _exact(taken, colors)) or _colored(taken, height, width, colors)
        return Digitized(grid, palette, box, whole, None, times)
    gray = taken.resized(width, height).gray()
    if method == "adaptive":
        cells = _darker_than_around(gray, height, width, invert)
    else:
        threshold = otsu(gray) if threshold is None else threshold
        cells = bytes((value < threshold) != invert for value in gray)
    return Digitized(Grid(height, width, cells), BLACK_AND_WHITE, box, whole, threshold, times)


def _exact(photo: Photo, colors: int) -> tuple[Grid, Palette] | None:
    """Take a picture of one pixel per cell in exactly its colors; return None if it has more inks."""
    looks = photo.raster().looks()
    return _painted(looks, photo.size[0]) if len(set(looks)) <= colors + 1 else None


def _painted(looks: Sequence[bytes], width: int) -> tuple[Grid, Palette]:
    """Return cells of these colors, row by row; the background is the color of most of the border."""
    background = Counter(_border(looks, width)).most_common(1)[0][0]
    inks = [look for look, _ in Counter(looks).most_common() if look != background]
    index = {look: color for color, look in enumerate([background, *inks])}
    cells = bytes(map(index.__getitem__, looks))
    return Grid(len(looks) // width, width, cells), _palette(background, inks)


def cells_across(text: str, photo: Photo, of: Box | str, option: str) -> tuple[int, int]:
    """Parse a size in cells: ``30x20``, or the longer side alone. Return height and width."""
    match = re.fullmatch(r"([0-9]{1,5})(?:[xX]([0-9]{1,5}))?", text)
    if match is None or not int(match[1]):
        raise UsageError(f"{option} {text!r}: give WIDTHxHEIGHT, as 20x20, or one number")
    if match[2]:
        return int(match[2]), int(match[1])
    return size_with_side(int(match[1]), photo, of)


def size_with_side(longer: int | None, photo: Photo, of: Box | str = "auto") -> tuple[int, int]:
    """Return height and width in cells, in the proportions of the part to take.

    Args:
        longer: the longer side; None means that of a picture that was drawn in cells, with lines or
            without, else at most `LONGER`.
    """
    if not isinstance(of, tuple) and (art := pixel_art(photo)) is not None:
        times, rest = (1, 0) if longer is None else divmod(longer, max(art.size))
        if not rest:
            return art.size[0] * times, art.size[1] * times
    if longer is None and of == "auto" and photo.looks(FEW_COLORS) is not None:
        raster = photo.raster()
        if (cells := find_cells(raster.rows(), photo.size[0])) is not None:
            return len(cells.ys), len(cells.xs)
    left, top, right, bottom = _wanted(photo, of, _border_color(photo))
    scale = (longer or LONGER) / max(right - left, bottom - top, 1)
    if longer is None:
        scale = min(1.0, scale)  # no cell is smaller than a pixel
    return max(1, round((bottom - top) * scale)), max(1, round((right - left) * scale))


def otsu(values: bytes) -> float:
    """Return the threshold that separates dark from light values best; values below it are dark.

    It maximizes the variance between the two classes. Where all values are equal, it is the
    middle of black and white.

    >>> otsu(bytes([10, 12, 11, 200, 201]))
    106.0
    """
    histogram = Counter(values)
    levels = sorted(histogram)
    if len(levels) < 2:
        return 127.5
    total, mass = len(values), sum(values)
    best, threshold = -1.0, 0.0
    count = weight = 0
    for level, following in pairwise(levels):
        count += histogram[level]
        weight += level * histogram[level]
        distance = weight / count - (mass - weight) / (total - count)
        between = count * (total - count) * distance**2
        if between > best:
            best, threshold = between, (level + following) / 2
    return threshold


def _darker_than_around(gray: bytes, height: int, width: int, invert: bool) -> bytes:
    """Apply the ``adaptive`` method to the brightness of cells; a window is a third of the picture."""
    values = bytes(255 - value for value in gray) if invert else gray
    reach = max(1, max(height, width) // 6)
    table = [[0] * (width + 1)]  # sums over all above and to the left
    for row in range(height):
        line = accumulate(values[row * width : (row + 1) * width], initial=0)
        table.append([above + here for above, here in zip(table[-1], line, strict=True)])
    cells = bytearray()
    for row in range(height):
        top, bottom = max(0, row - reach), min(height, row + reach + 1)
        for col in range(width):
            left, right = max(0, col - reach), min(width, col + reach + 1)
            mass = table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left]
            mean = mass / ((bottom - top) * (right - left))
            cells.append(values[row * width + col] < mean - _CLEARLY)
    return bytes(cells)


def _border(cells: Sequence[T], width: int) -> list[T]:
    """Return the cells along the edge, of rows one after the other."""
    last = len(cells) - width
    return [
        cell
        for at, cell in enumerate(cells)
        if at < width or at >= last or at % width in (0, width - 1)
    ]


def _border_color(photo: Photo) -> bytes:
    """Return the median of each channel along the border."""
    small = photo.shrunk(_SUBJECT_SIDE).raster()
    channels = zip(*_border(small.looks(), small.width), strict=True)
    return bytes(sorted(channel)[len(channel) // 2] for channel in channels)


def _wanted(photo: Photo, of: Box | str, around: bytes) -> Box:
    """Return the box that was asked for, of any proportions. A box of numbers must lie inside."""
    width, height = photo.size
    if not isinstance(of, tuple):
        everything = (0, 0, width, height)
        return everything if of == "none" else _subject(photo, around) or everything
    left, top, right, bottom = of
    if left >= right or top >= bottom:
        raise UsageError("the part to take is empty")
    if left < 0 or top < 0 or right > width or bottom > height:
        raise UsageError(
            f"the part to take, {left},{top},{right},{bottom}, reaches outside the picture of "
            f"{width}x{height} pixels"
        )
    return of


def _in_proportion(box: Box, proportion: float, fit: bool) -> Box:
    """Return the box about the same middle with this height for each width: around it, or inside."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    side = (max if fit else min)(w, h / proportion)
    w, h = max(1, round(side)), max(1, round(side * proportion))
    if w * h > MAX_PIXELS:
        raise UsageError(
            f"the subject would take {w}x{h} pixels in these proportions: at most "
            f"{MAX_PIXELS // 10**6} million; choose a part of the picture, or do not keep all of it"
        )
    left, top = round((left + right - w) / 2), round((top + bottom - h) / 2)
    return (left, top, left + w, top + h)


def _subject(photo: Photo, around: bytes) -> Box | None:
    """Return the box around all that differs from the border; None if the border is not of one color."""
    small = photo.shrunk(_SUBJECT_SIDE).raster()
    looks = small.looks()
    red, green, blue = (range(c - _STANDS_OUT, c + _STANDS_OUT + 1) for c in around)
    stands_out = bytes(not (r in red and g in green and b in blue) for r, g, b in looks)
    border = _border(stands_out, small.width)
    if 2 * sum(border) > len(border):
        return None
    # A few pixels in a whole line are specks, not a subject.
    rows = [sum(stands_out[r * small.width : (r + 1) * small.width]) for r in range(small.height)]
    cols = [sum(stands_out[c :: small.width]) for c in range(small.width)]
    ys = [at for at, count in enumerate(rows) if 100 * count > small.width]
    xs = [at for at, count in enumerate(cols) if 100 * count > small.height]
    if not xs or not ys:
        return None
    wide, high = photo.size
    return (
        xs[0] * wide // small.width,
        ys[0] * high // small.height,
        -(-(xs[-1] + 1) * wide // small.width),
        -(-(ys[-1] + 1) * high // small.height),
    )


def _colored(photo: Photo, height: int, width: int, colors: int) -> tuple[Grid, Palette]:
    """Give each cell the color of most of its pixels: a background and at most `colors` inks."""
    # Not fewer pixels than there are, up to a bound: then none is a mixture of two.
    scale = max(-(-photo.size[0] // width), -(-photo.size[1] // height))
    scale = max(1, min(scale, _SAMPLES, isqrt(_FINE // (height * width))))
    fine = photo.resized(width * scale, height * scale)
    index, entries = fine.reduced(_ENTRIES)
    looks, group_of = _merged(entries, Counter(index), colors + 1)
    index = index.translate(bytes(group_of.get(entry, 0) for entry in range(256)))
    wide = width * scale
    cells = []
    for row in range(height):
        lines = [index[(row * scale + y) * wide :][:wide] for y in range(scale)]
        for col in range(width):
            area = b"".join(line[col * scale : (col + 1) * scale] for line in lines)
            cells.append(looks[Counter(area).most_common(1)[0][0]])
    return _painted(cells, width)


def _merged(
    entries: Sequence[bytes], counts: Counter[int], most: int
) -> tuple[list[bytes], dict[int, int]]:
    """Join the colors of a palette until at most `most` are left, and no two look the same.

    Merges the two colors that are closest, summed over the pixels (J. H. Ward, "Hierarchical
    grouping to optimize an objective function", 1963): small areas of a color of their own survive.

    Returns:
        The colors that are left, and entry -> its place among them.
    """
    groups = [(counts[at], entries[at], [at]) for at in sorted(counts)]
    while True:
        pairs = [
            (_distance(a[1], b[1]) ** 2 * a[0] * b[0] / (a[0] + b[0]), i, j)
            for i, a in enumerate(groups)
            for j, b in enumerate(groups[:i])
            if len(groups) > most or _distance(a[1], b[1]) < _ALIKE
        ]
        if not pairs:
            break
        _, first, second = min(pairs)
        a, b = groups[first], groups[second]
        total = a[0] + b[0]
        channels = zip(a[1], b[1], strict=True)
        mean = bytes(round((x * a[0] + y * b[0]) / total) for x, y in channels)
        groups = [g for at, g in enumerate(groups) if at not in (first, second)]
        groups.append((total, mean, a[2] + b[2]))
    places = {entry: at for at, group in enumerate(groups) for entry in group[2]}
    return [group[1] for group in groups], places


def _distance(a: bytes, b: bytes) -> float:
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def _palette(background: bytes, inks: Sequence[bytes]) -> Palette:
    """Return the colors under the names that people would give them."""
    paper = "#ffffff" if min(background) >= 230 else f"#{background.hex()}"
    if not inks:
        return BLACK_AND_WHITE
    entries: list[tuple[str, str, str | None]] = [("background", paper, None)]
    taken: set[str] = set()
    for look in inks:
        name, char = color_words(look)
        entries.append((free_name(taken, name), f"#{look.hex()}", char))
    return Palette.of(entries)
