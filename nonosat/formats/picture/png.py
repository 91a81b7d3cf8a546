"""PNG, GIF, BMP and WebP images, one pixel per cell, read with Pillow.

A finished picture; its clues are derived. One that was enlarged, or has grid lines or a margin, is read
cell by cell; the format ``pixels`` keeps every pixel. Each distinct look is a color of the puzzle. The background is
what is transparent, else white, else the lighter of two. Nothing is converted or blurred: a photo, a
JPEG or a picture with blurred cells is refused, with the command ``nonosat image`` that makes a
puzzle of it. A PNG that is written has two texts, which are obeyed when it is read: ``background``
(``#rrggbb``), and ``cells`` (``WIDTHxHEIGHT``), which says that each pixel is a cell.
"""

from collections.abc import Sequence

from nonosat.advice import Advice
from nonosat.errors import CannotHold, Unsupported
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.picture import pnm
from nonosat.model import Grid, Sheet
from nonosat.model.looks import distinct_looks, inks_of_looks
from nonosat.pictures.cells import FEW_COLORS
from nonosat.pictures.pixels import Raster, png_of, read_cells

MAX_SIDE = 1000
"""Maximum pixels per side; larger pictures were not drawn cell by cell."""
_REMEDY, _ADVICE = "make the background transparent", Advice("image background")


def read(record: Record, *, every_pixel: bool = False) -> list[Sheet]:
    """Read an image of any kind that Pillow supports, with one pixel per cell.

    Args:
        every_pixel: make each pixel a cell, even if the picture was enlarged.
    """
    picture = read_cells(
        record.data,
        record.source,
        MAX_SIDE,
        max_colors=FEW_COLORS,
        every_pixel=every_pixel,
    )
    raster = picture.raster
    with record.errors_at(0, Unsupported):  # an icon, say
        cells, palette = inks_of_looks(raster.looks(), picture.background, _REMEDY, _ADVICE)
    grid = Grid(raster.height, raster.width, cells)
    return [record.picture(grid, palette, side=picture.side)]


def write(sheets: Sequence[Sheet]) -> bytes:
    """Write the first goal of the one sheet."""
    goal, palette = sheets[0].goals[0], sheets[0].puzzle.palette
    if max(goal.height, goal.width) > MAX_SIDE:
        raise CannotHold(f"png holds pictures of at most {MAX_SIDE} cells a side")
    if len(palette.colors) > FEW_COLORS:
        raise CannotHold(f"png holds at most {FEW_COLORS} colors")
    rgb = b"".join(map(distinct_looks(palette, "png").__getitem__, goal.cells))
    texts = {"background": palette.colors[0].rgb, "cells": f"{goal.width}x{goal.height}"}
    return png_of(Raster(goal.width, goal.height, rgb), texts)


def read_pixels(record: Record) -> list[Sheet]:
    """Read a picture as ``png`` and ``pnm`` do, but with a cell for every pixel, even if it was enlarged."""
    is_pnm = record.data[:1] == b"P" and record.data[1:2].isdigit()
    return (pnm.read if is_pnm else read)(record, every_pixel=True)


_HOLDS = Holds.GOAL | Holds.COLORS | Holds.RGB | Holds.OBLONG
PNG = Format(_HOLDS, read, write, binary=True)
PIXELS = Format(_HOLDS, read_pixels, None, binary=True)
