"""Makes the picture of a puzzle from a photo or drawing.

For one ink each cell has the mean brightness of its area; the threshold is the one that separates
dark from light cells best (N. Otsu, "A threshold selection method from gray-level histograms",
1979).

For several inks the colors are reduced to as many as there may be, and a cell has the color that
most of its pixels have.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TypeVar

from nonosat.errors import UsageError
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet, check_size
from nonosat.model.color_words import color_words
from nonosat.model.css_colors import free_name
from nonosat.model.grid import MAX_PIXELS
from nonosat.pictures.pixels import Box, Photo

T = TypeVar("T")

MAX_PHOTO_CELLS = 1_000_000
"""The most cells that a picture is turned into."""
LONGER = 25
"""Cells of the longer side of a photo for which no size was given."""
MAX_COLORS = 32
"""The most inks; more than anybody can tell apart in a clue."""

_ALIKE = 24.0
"""Colors nearer to each other (of 441, the length of the cube's diagonal) become one."""
_BORDER_SIDE = 400
"""Pixels a side that suffice to find the color of the border."""
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
    """All of it, before it was cut or padded to the proportions of the grid."""
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


def to_cells(
    photo: Photo,
    size: tuple[int, int],
    *,
    threshold: float | None = None,
    invert: bool = False,
    fit: bool = False,
    colors: int = 1,
) -> Digitized:
    """Make a picture out of a photo.

    Args:
        size: the height and the width of the picture, in cells.
        threshold: brightness from 0 to 255 that replaces the one found by ``otsu``.
        invert: the light part is ink.
        fit: keep all of the picture, with a margin of the color of its border; else its middle fills
            the grid. A picture that was drawn in cells is taken cell for cell (see `Photo.cells`) if
            the size is a whole multiple of its own, or has room for it and `fit`.
        colors: the most inks. The background is the color of most of the border.

    Raises:
        PuzzleError: no size of a puzzle.
        UsageError: a size or number of colors that is impossible or too large, or proportions far
            from those of the picture.
    """
    height, width = size
    check_size(height, width)
    if height * width > MAX_PHOTO_CELLS:
        raise UsageError(f"{width}x{height} is too large: at most {MAX_PHOTO_CELLS} cells")
    if not 1 <= colors <= MAX_COLORS:
        raise UsageError(f"expected 1 to {MAX_COLORS} colors, got {colors}")
    if colors > 1 and (threshold is not None or invert):
        raise UsageError("threshold and invert need one ink: leave them out, or set colors to 1")
    if threshold is not None and not 0 <= threshold <= 255:
        raise UsageError(f"threshold must be a brightness from 0 to 255, got {threshold:g}")
    whole = (0, 0, *photo.size)
    taken, times = _cell_for_cell(photo, height, width, fit)
    if taken:
        box = whole
    else:
        box = _in_proportion(whole, height / width, fit)
        taken = photo.crop(box, _border_color(photo))
    if colors > 1:
        grid, palette = (times and _exact(taken, colors)) or _colored(taken, height, width, colors)
        return Digitized(grid, palette, box, whole, None, times)
    gray = taken.resized(width, height).gray()
    threshold = otsu(gray) if threshold is None else threshold
    cells = bytes((value < threshold) != invert for value in gray)
    return Digitized(Grid(height, width, cells), BLACK_AND_WHITE, box, whole, threshold, times)


def _cell_for_cell(
    photo: Photo, height: int, width: int, fit: bool
) -> tuple[Photo | None, int | None]:
    """Return a pixel for each cell of the grid, and how often each cell that was drawn is repeated."""
    if (drawn := photo.cells) is None:
        return None, None
    wide, high = drawn.size
    times = min(width // wide, height // high)
    if not times or not (fit or (wide * times, high * times) == (width, height)):
        return None, None
    drawn = drawn.resized(wide * times, high * times)
    left, top = (drawn.size[0] - width) // 2, (drawn.size[1] - height) // 2
    return drawn.crop((left, top, left + width, top + height), _border_color(drawn)), times


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


def cells_across(text: str, photo: Photo, option: str) -> tuple[int, int]:
    """Parse a size in cells: ``30x20``, or the longer side alone. Return height and width."""
    match = re.fullmatch(r"([0-9]{1,5})(?:[xX]([0-9]{1,5}))?", text)
    if match is None or not int(match[1]):
        raise UsageError(f"{option} {text!r}: give WIDTHxHEIGHT, as 20x20, or one number")
    if match[2]:
        return int(match[2]), int(match[1])
    return size_with_side(int(match[1]), photo)


def size_with_side(longer: int | None, photo: Photo) -> tuple[int, int]:
    """Return height and width in cells, in the proportions of the picture.

    Args:
        longer: the longer side; None means that of a picture that was drawn in cells, else at
            most `LONGER`.
    """
    if (drawn := photo.cells) is not None:
        wide, high = drawn.size
        times, rest = (1, 0) if longer is None else divmod(longer, max(wide, high))
        if not rest:
            return high * times, wide * times
    width, height = photo.size
    scale = (longer or LONGER) / max(width, height)
    if longer is None:
        scale = min(1.0, scale)  # no cell is smaller than a pixel
    return max(1, round(height * scale)), max(1, round(width * scale))


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
    small = photo.shrunk(_BORDER_SIDE).raster()
    channels = zip(*_border(small.looks(), small.width), strict=True)
    return bytes(sorted(channel)[len(channel) // 2] for channel in channels)


def _in_proportion(box: Box, proportion: float, fit: bool) -> Box:
    """Return the box about the same middle with this height for each width: around it, or inside."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    side = (max if fit else min)(w, h / proportion)
    w, h = max(1, round(side)), max(1, round(side * proportion))
    if w * h > MAX_PIXELS:
        raise UsageError(
            f"the picture would take {w}x{h} pixels in these proportions: at most "
            f"{MAX_PIXELS // 10**6} million; do not keep all of it"
        )
    left, top = round((left + right - w) / 2), round((top + bottom - h) / 2)
    return (left, top, left + w, top + h)


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
