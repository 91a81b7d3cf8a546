"""Picture files <-> pixels. Pillow is loaded when it is needed.

Picture files may be hostile. Sizes are checked in the header, before anything is decoded. Only the
decoders named here are tried, and all their exceptions become a ParseError.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from nonosat.errors import MissingExtra, NonosatError, ParseError, TooLarge, Unsupported, UsageError
from nonosat.model.grid import MAX_PIXELS
from nonosat.model.looks import cell_side, image_of_array, square_side
from nonosat.pictures.cells import no_cells, one_pixel_per_cell
from nonosat.pictures.enlarged import MAX_CELLS, cells_before
from nonosat.registry import require

if TYPE_CHECKING:
    from PIL.Image import Image

    from nonosat.model.forms import Array

MAX_SIDE = 30_000
MAX_ENLARGED = 9_000_000
"""The most pixels of a picture that is decoded to see if it was enlarged: 3840x2160 is less."""
MAX_LOOKS = 33
"""Colors of a picture that is drawn in cells, the background among them: photos have more."""
MAX_SPRITE = 64
"""Cells a side of a picture whose cells are single pixels; larger ones may be small photos."""
FORMATS = (
    "PNG", "JPEG", "GIF", "BMP", "DIB", "WEBP", "AVIF", "TIFF", "PPM", "TGA", "PCX", "ICO",
    "JPEG2000", "QOI", "SGI", "XBM", "XPM",
)  # fmt: skip
"""The formats that are decoded, by Pillow's names: common rasters; none that runs a program."""
EXTRA = "nonosat[image]"
"""The argument of ``pip install`` for pictures."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""


AnyImage: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes] | Image | Array"
"""A photo: the name of its file, its bytes, an open file, a Pillow image, or an array of pixels."""


class Raster(NamedTuple):
    """Pixels in red, green and blue, 8 bits each."""

    width: int
    height: int
    rgb: bytes
    """Row by row, three bytes per pixel."""

    def looks(self) -> list[bytes]:
        """Return the pixels one by one, row by row, three bytes each."""
        return [self.rgb[at : at + 3] for at in range(0, len(self.rgb), 3)]

    def rows(self) -> list[bytes]:
        """Return the rows of pixels."""
        step = 3 * self.width
        return [self.rgb[at : at + step] for at in range(0, len(self.rgb), step)]


def _pillow() -> Any:
    with require("pictures need Pillow", "Pillow", "PIL"):
        import PIL.Image
    return PIL.Image


class Photo:
    """A decoded picture: upright, opaque, in red, green and blue.

    Args:
        data: the bytes of a picture file. Of an animation, the first frame is taken. Transparent
            parts are filled with white, the rotation that a camera wrote down is applied, and
            16-bit, float, palette, CMYK and other kinds are converted.
        source: the file's name, for messages.

    Raises:
        MissingExtra: Pillow is not installed.
        Unsupported: no picture of a kind in `FORMATS`.
        TooLarge: more pixels than MAX_PIXELS, as its header says; nothing is decoded then.
        ParseError: a broken picture.
    """

    def __init__(self, data: bytes, source: str) -> None:
        self._image = _upright(_opened(data, source), source)

    @classmethod
    def of(cls, image: Image) -> Photo:
        """Wrap an image of Pillow's."""
        photo = cls.__new__(cls)
        photo._image = image
        return photo

    @classmethod
    def of_pixels(cls, pixels: Image | Array) -> Photo:
        """Convert an image of Pillow's, or an array as `image_of_array` takes it.

        Raises:
            UsageError: it is neither.
            MissingExtra, TooLarge, ParseError: see above.
        """
        source = "<image>"
        if not hasattr(pixels, "getbands"):
            pixels = image_of_array(pixels)
        image = cast("Image", pixels)
        _check_size(image.size, source)
        return cls.of(_upright(image, source))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._image.size

    def crop(self, box: Box, around: bytes) -> Photo:
        """Return a part of the picture; where it reaches over the edge, `around` (red, green, blue)."""
        width, height = self.size
        left, top, right, bottom = box
        canvas = _pillow().new("RGB", (right - left, bottom - top), tuple(around))
        inside = (max(0, left), max(0, top), min(width, right), min(height, bottom))
        canvas.paste(self._image.crop(inside), (inside[0] - left, inside[1] - top))
        return Photo.of(canvas)

    def part(self, box: Box) -> Photo:
        """Return the inside of a box.

        Raises:
            UsageError: the box is empty, or not inside the picture.
        """
        width, height = self.size
        left, top, right, bottom = box
        if not (left < right <= width and top < bottom <= height):
            asked = ",".join(map(str, box))
            raise UsageError(f"{asked} is not inside a picture of {width}x{height} pixels")
        return Photo.of(self._image.crop(box))

    def shrunk(self, side: int) -> Photo:
        """Return the picture with no side longer than `side`, each pixel the mean of those it covers."""
        width, height = self.size
        if max(width, height) <= side:
            return self
        scale = side / max(width, height)
        return self.resized(max(1, round(width * scale)), max(1, round(height * scale)))

    def resized(self, width: int, height: int) -> Photo:
        """Scale; each pixel is the mean of the area that it covers."""
        return Photo.of(self._image.resize((width, height), _pillow().Resampling.BOX))

    def reduced(self, colors: int) -> tuple[bytes, list[bytes]]:
        """Return a palette that fits the picture, found by median cut and refined by k-means."""
        quantize = _pillow().Quantize.MEDIANCUT
        image = self._image.quantize(colors, method=quantize, kmeans=1)
        flat = bytes(image.getpalette("RGB") or ())
        return image.tobytes(), [flat[at : at + 3] for at in range(0, len(flat), 3)]

    def looks(self, most: int) -> list[bytes] | None:
        """Return the colors (red, green, blue), most frequent first; None if there are more than `most`."""
        counted = self._image.getcolors(most)
        if counted is None:
            return None
        looks: Any = sorted(counted, reverse=True)
        return [bytes(look) for _, look in looks]

    def gray(self) -> bytes:
        """Return the luma of each pixel, row by row (ITU-R BT.601)."""
        return self._image.convert("L").tobytes()

    def raster(self) -> Raster:
        """Return the pixels as bytes."""
        return Raster(*self.size, self._image.tobytes())

    @cached_property
    def cells(self) -> Photo | None:
        """The picture with one pixel for each cell, if it was drawn in cells; None if it was not.

        One of few colors was if squares of equal pixels fill it, or if it is small: then it was enlarged
        only if it has blends, as smooth scaling and JPEG make them.
        """
        looks, (width, height) = self.looks(MAX_LOOKS), self.size
        side = 1 if looks is None else square_side(self.raster().rows(), height, width)
        if side > 1 and max(self.size) <= side * MAX_CELLS:
            return self.resized(width // side, height // side)
        sprite = self if looks is not None and max(self.size) <= MAX_SPRITE else None
        if sprite is not None and looks is not None and len(looks) == 2:
            return sprite
        image = cells_before(self._image)
        return sprite if image is None else Photo.of(image)


class CellPicture(NamedTuple):
    """A picture of one pixel per cell."""

    raster: Raster
    background: str
    """``#rrggbb``: what the file says, white if parts are transparent, "" when neither."""
    side: int
    """Pixels a side of each cell in a file that was enlarged exactly."""


def read_cells(
    data: bytes,
    source: str,
    max_side: int,
    *,
    max_colors: int = MAX_PIXELS,
    every_pixel: bool = False,
) -> CellPicture:
    """Return a picture of one pixel per cell, without any conversion that could blur it.

    Transparent pixels become white. A text
    ``background`` in a PNG file names the background. A picture of larger cells is read cell by
    cell, unless `every_pixel`, or a text ``cells`` in a PNG file has the size of the picture.

    Raises:
        MissingExtra, Unsupported, TooLarge, ParseError: as for `Photo`; Unsupported also for a
            JPEG, which blurs cells, for sides beyond `max_side`, more than `max_colors`, and for
            half-transparent pixels.
    """
    image = _opened(data, source)
    size, kind = f"{image.width}x{image.height}", image.format
    too_fine = f"{size} pixels are too many for one pixel per cell"
    may_have_larger = not every_pixel and image.width * image.height <= MAX_ENLARGED
    if max(image.size) > max_side and not may_have_larger:
        raise no_cells(too_fine, image.size, source)
    with _decoding(source):
        image.load()
        stated = str(image.info.get("background", ""))
        background = stated if re.fullmatch("#[0-9a-f]{6}", stated) else ""
        levels = {255}
        if image.has_transparency_data:
            image = image.convert("RGBA")
            levels = set(image.getchannel("A").tobytes())
            background = "#ffffff" if 0 in levels else background
        opaque = _on_white(image) if image.mode == "RGBA" else _eight_bits(image).convert("RGB")
        raster = Photo.of(opaque).raster()
    rows, side, wrong = raster.rows(), 1, ""
    if max(image.size) > max_side and cell_side(rows, raster.height, raster.width) == 1:
        raise no_cells(too_fine, image.size, source)  # before any other error
    if kind in ("JPEG", "MPO", "JPEG2000"):
        wrong = f"this is a {kind} image, which blurs cells"
    elif not every_pixel and image.info.get("cells") != size:
        rows, side = one_pixel_per_cell(rows, raster.width, source)
    if not levels <= {0, 255}:
        wrong = "the picture has half-transparent pixels: make them opaque or transparent"
    raster_of_cells = Raster(len(rows[0]) // 3, len(rows), b"".join(rows))
    if not wrong and max(raster_of_cells[:2]) > max_side:
        wrong = too_fine
    if not wrong and (number := len(set(raster_of_cells.looks()))) > max_colors:
        wrong = f"a picture of {number} colors is hardly one of cells"
    if wrong:
        raise no_cells(wrong, raster[:2], source)
    return CellPicture(raster_of_cells, background, side)


def png_of(raster: Raster, texts: Mapping[str, str] | None = None) -> bytes:
    """Return a PNG file of these pixels, with a palette where 256 colors do, and with named texts."""
    pillow = _pillow()
    from PIL.PngImagePlugin import PngInfo

    image = pillow.frombytes("RGB", (raster.width, raster.height), raster.rgb)
    looks = dict.fromkeys(raster.looks())
    if len(looks) <= 256:
        index = {look: at for at, look in enumerate(looks)}
        cells = bytes(map(index.__getitem__, raster.looks()))
        image = pillow.frombytes("P", image.size, cells)
        image.putpalette(b"".join(looks))
    info = PngInfo()
    for name, text in (texts or {}).items():
        info.add_text(name, text)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True, pnginfo=info)
    return file.getvalue()


def sans_font() -> tuple[str, bytes]:
    """Return the name and the file of the sans-serif font that comes with Pillow: ASCII only."""
    _pillow()
    from PIL import ImageFont

    font = ImageFont.load_default(10)
    if not isinstance(font, ImageFont.FreeTypeFont) or not font.font_bytes:
        raise MissingExtra(f"texts in pictures need a Pillow with FreeType: pip install {EXTRA!r}")
    return font.getname()[0] or "", font.font_bytes


def wide_font() -> str | None:
    """Return the file of a sans-serif font of this system with many scripts, if a usual one is there."""
    _pillow()
    from PIL import ImageFont

    for name in ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "arial.ttf"):
        try:
            return str(ImageFont.truetype(name, 10).path)
        except OSError:
            continue
    return None


def _opened(data: bytes, source: str) -> Image:
    """Read the header and check the size; nothing is decoded yet."""
    pillow = _pillow()
    with _decoding(source):
        pillow.init()
        known = [name for name in FORMATS if name in pillow.OPEN]  # some came late to Pillow
        try:
            image: Image = pillow.open(io.BytesIO(data), formats=known)
        except pillow.DecompressionBombError as err:
            raise _too_large("", source) from err
        except pillow.UnidentifiedImageError as err:
            raise Unsupported("cannot read this kind of picture", source) from err
    _check_size(image.size, source)
    return image


def _check_size(size: tuple[int, int], source: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise ParseError("the picture has no pixels", source)
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise _too_large(f" of {width}x{height} pixels", source)


def _too_large(size: str, source: str) -> TooLarge:
    return TooLarge(
        f"a picture{size} is too large: at most {MAX_PIXELS // 10**6} million pixels "
        f"and {MAX_SIDE} a side",
        source,
    )


@contextlib.contextmanager
def _decoding(source: str) -> Iterator[None]:
    """Turn all exceptions of decoders into a ParseError, and ignore their warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about size, which is checked here, and odd metadata
            yield
    except (NonosatError, MemoryError):
        raise
    except Exception as err:
        # Some errors of Pillow have no text.
        raise ParseError(f"a broken picture: {err}".removesuffix(": "), source) from err


def _upright(image: Image, source: str) -> Image:
    """Return the pixels upright, opaque, in red, green and blue."""
    from PIL import ImageOps

    with _decoding(source):
        image.load()
        image = ImageOps.exif_transpose(image)
        if image.has_transparency_data:
            return _on_white(image.convert("RGBA"))
        return _eight_bits(image).convert("RGB")


def _on_white(image: Image) -> Image:
    white: Image = _pillow().new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return white.convert("RGB")


def _eight_bits(image: Image) -> Image:
    """Gray of 16 bits and more, scaled: Pillow's own conversion would cut off what exceeds 255."""
    if image.mode.startswith("I;16"):
        low, high = 0.0, 65535.0
    elif image.mode in ("I", "F"):
        extremes: Any = image.getextrema()
        low, high = 0.0, 65535.0
        if image.mode == "F" or extremes[0] < 0 or extremes[1] > high:
            low, high = extremes  # no scale is agreed on: use all of it
    else:
        return image
    scale = 255 / (high - low) if high > low else 0.0
    wide = image.convert("F")
    return wide.point(lambda value: value * scale - low * scale).convert("L")
