"""Pictures that were drawn cell by cell: sprites, icons, screenshots of them blown up.

Every cell of such a picture is a square of equal pixels, so it can be taken as it is: no cell is
guessed, and no color is lost. A JPEG of black and white squares counts, though its pixels vary.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from nonosat.model.looks import ENLARGED, FEWEST_CELLS, square_side
from nonosat.pictures.pixels import Photo

MAX_LOOKS = 33
"""Colors, the background among them: photos and smooth drawings have more."""
MAX_SPRITE = 64
"""Pixels a side of a picture whose cells are single pixels; larger ones may be small photos."""
CLEAR = 0.9
"""Share of the pixels of a black-and-white picture that are nearly black or nearly white."""
MAX_CELLS_A_SIDE = 256
"""Cells a side of a picture that is blown up."""


class PixelArt(NamedTuple):
    """A picture whose cells are squares of equal pixels."""

    size: tuple[int, int]
    """Its height and width in the largest cells."""
    looks: list[bytes]
    """Its different colors (red, green, blue)."""

    def times(self, size: tuple[int, int], fit: bool) -> int | None:
        """Return the side of the square of cells that each cell becomes; None if the grid does not fit.

        Args:
            size: height and width of the grid: a whole multiple of its own, or with `fit` any
                with room for it.
        """
        (height, width), (high, wide) = size, self.size
        times = min(height // high, width // wide)
        exact = (high * times, wide * times) == size
        return times if times and (exact or fit) else None


_found: WeakKeyDictionary[Photo, PixelArt | None] = WeakKeyDictionary()


def pixel_art(photo: Photo) -> PixelArt | None:
    """Return the squares of equal pixels that a picture consists of, or None if there are none.

    A picture of few colors has them if they are larger than a pixel, or if it is small. They are
    looked for once per photo.
    """
    if photo not in _found:
        _found[photo] = _find_squares(photo)
    return _found[photo]


def _find_squares(photo: Photo) -> PixelArt | None:
    looks = photo.looks(MAX_LOOKS)
    size = photo.size[::-1]
    scale = 1 if looks is None else _side(photo.raster().rgb, size)
    if scale == 1 and (plain := _two_toned(photo)) is not None:
        found = _side(plain, size)
        if found >= ENLARGED and min(size) >= FEWEST_CELLS * found:
            scale, looks = found, [b"\xff\xff\xff", b"\0\0\0"]
    if looks is None:
        return None
    height, width = (side // scale for side in size)
    most = MAX_SPRITE if scale == 1 else MAX_CELLS_A_SIDE
    return PixelArt((height, width), looks) if max(height, width) <= most else None


def _side(pixels: bytes, size: tuple[int, int]) -> int:
    """Return the side of the squares of equal pixels that fill a picture of this height and width."""
    height, width = size
    step = len(pixels) // height
    return square_side(
        (pixels[at : at + step] for at in range(0, len(pixels), step)), height, width
    )


def _two_toned(photo: Photo) -> bytes | None:
    """Return 1 for each dark pixel of a picture that is nearly black and white, as JPEG leaves it."""
    gray = photo.gray()
    dark, light = min(gray), max(gray)
    counted = Counter(gray)
    clear = sum(
        counted[item] for item in counted if min(item - dark, light - item) <= (light - dark) / 6
    )
    if clear < CLEAR * len(gray):
        return None
    return gray.translate(bytes(2 * level < dark + light for level in range(256)))
