"""Pictures that were drawn cell by cell: sprites, icons, screenshots of them blown up.

Every cell of such a picture is a square of equal pixels, so it can be taken as it is: no cell is
guessed, and no color is lost.
"""

from __future__ import annotations

from typing import NamedTuple

from nonosat.model.looks import square_side
from nonosat.pictures.pixels import Photo

MAX_LOOKS = 33
"""Colors, the background among them: photos and smooth drawings have more."""
MAX_SPRITE = 64
"""Pixels a side of a picture whose cells are single pixels; larger ones may be small photos."""
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


def pixel_art(photo: Photo) -> PixelArt | None:
    """Find the squares of equal pixels that a picture consists of; return None if there are none.

    A picture of few colors has them if they are larger than a pixel, or if it is small.
    """
    looks = photo.looks(MAX_LOOKS)
    if looks is None:
        return None
    raster = photo.raster()
    step = 3 * raster.width
    rows = (raster.rgb[at : at + step] for at in range(0, len(raster.rgb), step))
    scale = square_side(rows, raster.height, raster.width)
    height, width = raster.height // scale, raster.width // scale
    most = MAX_SPRITE if scale == 1 else MAX_CELLS_A_SIDE
    return PixelArt((height, width), looks) if max(height, width) <= most else None
