"""Photos and drawings, from files and from memory, to puzzles."""

import os
from typing import TYPE_CHECKING, Any

from nonosat.errors import UsageError, check_whole
from nonosat.files.raw import read_bytes, read_open
from nonosat.model import Sheet

if TYPE_CHECKING:
    from nonosat.pictures.pixels import AnyImage, Photo


def digitize(
    image: "AnyImage", size: int | tuple[int, int] | None = None, *, colors: int = 1
) -> Sheet:
    """Make a puzzle of a photo or a drawing, as the command ``nonosat image`` does. It needs Pillow.

    >>> from nonosat.model import Grid
    >>> picture = Grid.of(["..#..", ".###.", "#####", ".###.", ".#.#."])
    >>> digitize(picture.to_image(cell=20)).goals == (picture,)
    True

    Args:
        image: the name of a file, the bytes of one, a file opened in binary mode, a Pillow image, or
            an array of uint8 or of floats from 0 to 1: rows of brightness, or of red, green and blue.
        size: the height and the width in cells, or the longer side; a picture of other proportions
            is cut. None keeps the size of a picture that was drawn in cells; others get 25 cells.
        colors: the most inks; a single ink is black, and dark is ink.

    Raises:
        InputError, ParseError: the picture cannot be read.
        UsageError, PuzzleError: an argument has a wrong kind or value.
        MissingExtra: Pillow is not installed.
    """
    from nonosat.pictures.digitize import size_with_side, to_cells  # most programs have no photos

    check_whole(colors, "colors")
    photo = _photo_of(image)
    if not isinstance(size, tuple | list):
        if size is not None:
            check_whole(size, "size")
        size = size_with_side(size, photo)
    if len(size) != 2:
        raise UsageError(f"size must be the longer side or (height, width), got {size!r}")
    for side in size:
        check_whole(side, "size")
    return to_cells(photo, (size[0], size[1]), colors=colors).sheet


def _photo_of(image: Any) -> "Photo":
    from nonosat.pictures.pixels import Photo

    if isinstance(image, str | os.PathLike):
        return Photo(*read_bytes(image))
    if isinstance(image, bytes | bytearray | memoryview):
        return Photo(bytes(image), "<bytes>")
    if hasattr(image, "getbands") or hasattr(image, "__array_interface__"):
        return Photo.of_pixels(image)
    if not hasattr(image, "read"):
        kind = type(image).__name__
        wanted = "a path, bytes, an open file, a Pillow image or an array of pixels"
        raise UsageError(f"expected {wanted}, got {kind}")
    data, source = read_open(image)
    if not isinstance(data, bytes):
        raise UsageError(f"{source}: open pictures in binary mode")
    return Photo(data, source)
