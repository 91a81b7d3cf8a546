"""Convert between pixels and the colors of a puzzle, in pictures with one pixel per cell."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, Any

from nonosat.advice import Advice
from nonosat.errors import CannotHold, PuzzleError, UsageError
from nonosat.model.color_words import color_words
from nonosat.model.colors import INK_COLORS, MAX_INKS, Palette, luma
from nonosat.model.css_colors import free_name, parse_color
from nonosat.registry import require

if TYPE_CHECKING:
    from PIL.Image import Image

    from nonosat.model.forms import Array


ENLARGED = 4
"""Minimum side, in pixels, of squares that count as cells of an enlarged picture."""
FEWEST_CELLS = 5
"""Minimum cells per side of an enlarged picture; fewer may be large dots of another picture."""
LARGE = 7
"""Side of squares that may be one less."""


def square_side(rows: Iterable[bytes], height: int, width: int) -> int:
    """Return the largest side, in pixels, of squares of equal pixels that fill a picture."""
    side, above = gcd(height, width), b""
    for y, row in enumerate(rows):
        if side == 1:
            break
        if row != above:
            side, above, step = gcd(side, y), row, len(row) // width
            starts = range(0, len(row), step * side)
            if row != b"".join(row[at : at + step] * side for at in starts):
                pixels = [row[at : at + step] for at in range(0, len(row), step)]
                changes = enumerate(pairwise(pixels), 1)
                side = gcd(side, *(x for x, (left, right) in changes if left != right))
    return side


def cell_side(rows: Iterable[bytes], height: int, width: int) -> int:
    """Return the side of a picture's cells in pixels: 1 unless it was enlarged exactly.

    An enlarged picture has at least `FEWEST_CELLS` squares per side, each at least `ENLARGED`
    pixels wide, or one less if they are `LARGE`.
    """
    side = square_side(rows, height, width)
    fewest = FEWEST_CELLS - (side >= LARGE)
    return side if side >= ENLARGED and min(height, width) >= fewest * side else 1


def cell_by_cell(rows: Sequence[bytes], width: int) -> tuple[list[bytes], int]:
    """Return one pixel for each square of an enlarged picture, and the side of these squares."""
    side, step = cell_side(rows, len(rows), width), len(rows[0]) // width
    starts = range(0, step * width, step * side)
    return [b"".join(row[at : at + step] for at in starts) for row in rows[::side]], side


def image_of_cells(image: "Image") -> "Image":
    """Return a Pillow image with one pixel per cell."""
    if image.mode.startswith(("I", "F")):
        return image  # `cells_of_image` refuses it
    from PIL import Image as Pillow

    data, step = image.convert("RGBA").tobytes(), 4 * image.width
    rows, _ = cell_by_cell([data[at : at + step] for at in range(0, len(data), step)], image.width)
    return Pillow.frombytes("RGBA", (len(rows[0]) // 4, len(rows)), b"".join(rows))


def image_of_array(pixels: "Array") -> "Image":
    """Return a Pillow image of rows of brightness, of (red, green, blue), or with opacity behind.

    Whole numbers go from 0 to 255, floats from 0 to 1.

    Raises:
        UsageError: the array has other numbers or another shape, or its rows have no other numbers
            than 0.0 and 1.0, which could also be the colors of cells.
        MissingExtra: Pillow is not installed.
    """
    with require("an image needs Pillow", "Pillow", "PIL"):
        import PIL.Image
    array: Any = pixels
    most = 1 if array.__array_interface__["typestr"][1] == "f" else 255
    try:
        if most == 1 and array.ndim == 2 and ((array == 0) | (array == 1)).all():
            raise ValueError(
                "0.0 and 1.0 could mean blank and ink, or dark and light: "
                "pass array.astype(bool) if 1.0 is ink, array < 0.5 if 1.0 is light"
            )
        if array.dtype.name not in ("bool", "uint8"):
            least = 0 if most == 1 else 2  # whole numbers up to 1 are colors
            if not (array.min() >= 0 and least <= array.max() <= most):
                raise ValueError(f"its numbers are not from 0 to {most}")
            array = (array * (255 // most)).round().astype("uint8")
        return PIL.Image.fromarray(array)
    except (AttributeError, IndexError, TypeError, ValueError) as err:
        raise UsageError(f"expected an array of pixels as uint8 or floats: {err}") from err


def inks_of_looks(
    looks: Iterable[Sequence[int]], background: str, remedy: str, advice: Advice | None = None
) -> tuple[bytes, Palette]:
    """Number the distinct colors of a picture.

    Args:
        looks: the pixels, each as hashable (red, green, blue), 0 to 255.
        background: ``#rrggbb``; "" means white if it occurs, else the lighter of two colors.
        remedy: what the message says to do if the background is unclear.
        advice: another way then.
    """
    seen = _Looks()
    cells = bytes(map(seen.__getitem__, looks))
    rgbs = ["#" + bytes(look).hex() for look in seen]
    palette, table = _palette(rgbs, background, remedy, advice)
    return cells.translate(table), palette


def distinct_looks(palette: Palette, name: str) -> list[bytes]:
    """Return the (red, green, blue) of each color, in the palette's order."""
    rgbs = [color.rgb for color in palette.colors]
    if len(set(rgbs)) < len(rgbs):
        twice = next(rgb for at, rgb in enumerate(rgbs) if rgb in rgbs[:at])
        raise CannotHold(
            f"{name} distinguishes colors by their look, and two of this puzzle are {twice}"
        )
    return [bytes.fromhex(rgb[1:]) for rgb in rgbs]


def cells_of_image(
    image: "Image", palette: Palette | None, background: str
) -> tuple[bytes, Palette]:
    """Return the cells of a Pillow image, one per pixel, and their palette.

    Transparent pixels become white.

    Raises:
        PuzzleError: the image has half-transparent pixels, more than 8 bits per color, a color
            outside the palette, too many colors for a puzzle, or an unclear background.
        UsageError: `background` is not a color.
        CannotHold: two colors of the palette look the same.
    """
    stated = parse_color(background)
    if background and not stated:
        raise UsageError(f"background={background!r} is not a color: give its name, or #rrggbb")
    if image.mode.startswith(("I", "F")):
        raise PuzzleError(f"an image of mode {image.mode} has no cells to read: convert it to RGB")
    pixels = image.convert("RGBA").tobytes()
    looks = [
        pixels[at : at + 3] if pixels[at + 3] else b"\xff\xff\xff"
        for at in range(0, len(pixels), 4)
    ]
    opacities = set(pixels[3::4])
    if not opacities <= {0, 255}:
        raise PuzzleError(
            "the picture has half-transparent pixels: make them opaque or transparent"
        )
    if palette is not None:
        numbers = {look: at for at, look in enumerate(distinct_looks(palette, "an image"))}
        if unknown := set(looks) - numbers.keys():
            raise PuzzleError(f"the picture has #{min(unknown).hex()}, which is not a known color")
        return bytes(map(numbers.__getitem__, looks)), palette
    if not stated and 0 in opacities:
        stated = "#ffffff"
    return inks_of_looks(looks, stated, "background='#rrggbb' says which one is blank")


class _Looks(dict[Sequence[int], int]):
    """Look -> number in order of appearance, assigned while a C loop looks the pixels up."""

    def __missing__(self, look: Sequence[int]) -> int:
        if len(self) > MAX_INKS:
            raise PuzzleError(
                f"more than {MAX_INKS + 1} colors: this is not a picture of a puzzle "
                "(scale it to one pixel per cell, and reduce its colors)"
            )
        self[look] = index = len(self)
        return index


def _palette(
    rgbs: list[str], background: str, remedy: str, advice: Advice | None
) -> tuple[Palette, bytes]:
    """Return the palette of the colors that occur, and a table from their numbers to colors."""
    if not background:
        if "#ffffff" in rgbs or len(rgbs) == 1:
            background = "#ffffff"
        elif len(rgbs) == 2:
            background = max(rgbs, key=luma)
        else:
            what = f"none of the {len(rgbs)} colors is white: {remedy}"
            raise PuzzleError(what, advice=advice)
    known = [rgb for _, rgb, _ in INK_COLORS]
    inks = [rgb for rgb in rgbs if rgb != background]
    inks.sort(key=lambda rgb: known.index(rgb) if rgb in known else len(known))
    if not inks:
        inks = ["#000000" if background != "#000000" else "#ffffff"]
    colors = [background, *inks]
    taken: set[str] = set()
    words = [color_words(bytes.fromhex(rgb[1:])) for rgb in colors]
    palette = Palette.of(
        (free_name(taken, word), rgb, char) for rgb, (word, char) in zip(colors, words, strict=True)
    )
    index = {rgb: color for color, rgb in enumerate(colors)}
    return palette, bytes(index[rgb] for rgb in rgbs) + bytes(256 - len(rgbs))
