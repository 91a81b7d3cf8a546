"""A film of steps as an animated GIF.

The clues and the lines come from the SVG drawing, which resvg renders once. Pillow then paints only
what changes: cells, the clue of the line that a step is about, and the caption. Rendering every
frame by resvg would take minutes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from math import ceil, dist
from typing import TYPE_CHECKING, Any

from nonosat.errors import CannotHold
from nonosat.explain.animation import HOLD, Film
from nonosat.model import Cell, Line
from nonosat.render.elements import PAPER, document, number, rect
from nonosat.render.raster import require_png, to_png
from nonosat.render.svg import Layout, body, is_thick, layout
from nonosat.render.terminal import LOOKED_AT

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 720
"""About how many pixels wide and high the drawing is, unless cells would be too large or small."""
SMALLEST, LARGEST = 5, 24
MAX_PIXELS, MAX_SIDE = 16_000_000, 60_000
"""Of one frame; the format itself ends at a side of 65,535."""
EXACT = 200
"""Colors that are shown as they are, of the 256 of a GIF; the others shade the clues."""
INK = "#000000"
CAPTION = 14
"""Height of the caption's font in pixels."""


def gif(film: Film) -> bytes:
    """The film as an animated GIF that repeats for ever.

    Raises:
        MissingExtra: resvg-py or Pillow is not installed.
        CannotHold: the puzzle is too large for pictures of this kind.
    """
    require_png()
    unit = layout(film.puzzle, cell=1)
    side = int(SIDE / max(unit.width, unit.height))
    place = layout(film.puzzle, cell=max(SMALLEST, min(LARGEST, side)))
    if place.width * place.height > MAX_PIXELS or max(place.width, place.height) > MAX_SIDE:
        raise CannotHold(f"{place.width:.0f}x{place.height:.0f} pixels are too many for a GIF")
    pace = max(20, round(film.pace * 1000))  # viewers take shorter times for mistakes
    frames = _Painter(film, place).frames()
    times = [pace] * len(film.frames) + [round(HOLD * 1000)]
    file = io.BytesIO()
    # Optimizing is what lets Pillow write only the pixels that change: a tenth of the size.
    next(frames).save(
        file, "GIF", save_all=True, append_images=frames, duration=times, loop=0, optimize=True
    )
    return file.getvalue()


class _Painter:
    """Draws frame after frame over the one before, in a fixed table of colors."""

    def __init__(self, film: Film, place: Layout) -> None:
        from PIL import ImageDraw, ImageFont

        self.film, self.cell = film, int(place.cell)
        self.left, self.top = ceil(place.left), ceil(place.top)
        self.below = ceil(place.height) + 2
        self.width = max(ceil(place.width) + 2, 320)
        last = dict(film.first)
        for frame in film.frames:
            last |= frame.fills
        on_the_way = (rgb for frame in film.frames for rgb in frame.fills.values())
        looks = dict.fromkeys([PAPER, INK, *last.values(), *film.first.values(), *on_the_way])
        self.index = {rgb: at for at, rgb in enumerate(islice(looks, EXACT))}
        self.image, self.lit = self._grounds(place)
        self.unlit = self.image.copy()
        self.draw: Any = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"  # no shades: they would make the file larger
        self.font: Any = ImageFont.load_default(CAPTION)

    def frames(self) -> Iterator[Image]:
        """The board before the first step, then each frame."""
        self._cells(self.film.first)
        yield self.image.copy()
        lit: Line | None = None
        for frame in self.film.frames:
            for line, ground in ((lit, self.unlit), (frame.line, self.lit)):
                if line is not None and lit != frame.line:
                    box = self._clue(line)
                    self.image.paste(ground.crop(box), box)
            lit = frame.line
            self._cells(frame.fills)
            self._caption(frame.caption)
            yield self.image.copy()

    def _grounds(self, place: Layout) -> tuple[Image, Image]:
        """Clues and lines without cells, and the same with all clues lit."""
        from PIL import Image

        size = self.width, self.below + 2 * CAPTION
        # Lines are in the middle of pixels, so that they are sharp.
        shift = f"{number(self.left + 0.5 - place.left)} {number(self.top + 0.5 - place.top)}"
        drawn = f'<g transform="translate({shift})">{body(self.film.puzzle, cell=self.cell)}</g>'
        light = rect(0, 0, *size, LOOKED_AT, 'style="mix-blend-mode:multiply"')
        paper = rect(0, 0, *size, PAPER)
        both = [
            Image.open(io.BytesIO(to_png(document(*size, paper + drawn + more)))).convert("RGB")
            for more in ("", light)
        ]
        samples = Image.new("RGB", (size[0], 2 * size[1]))
        for at, image in enumerate(both):
            samples.paste(image, (0, at * size[1]))
        rest = samples.quantize(256 - len(self.index)).getpalette() or []
        table = Image.new("P", (1, 1))
        table.putpalette(b"".join(bytes.fromhex(rgb[1:]) for rgb in self.index) + bytes(rest))
        unlit, lit = (image.quantize(palette=table, dither=Image.Dither.NONE) for image in both)
        return unlit, lit

    def _cells(self, fills: dict[Cell, str]) -> None:
        """Paint cells between the lines around them."""
        puzzle = self.film.puzzle
        for (row, col), rgb in fills.items():
            x = self._inside(self.left, col, puzzle.width)
            y = self._inside(self.top, row, puzzle.height)
            self.draw.rectangle((x[0], y[0], x[1], y[1]), self._color(rgb))

    def _color(self, rgb: str) -> int:
        """The number of a color in the table, or of the one most like it."""
        if rgb not in self.index:
            want = bytes.fromhex(rgb[1:])
            self.index[rgb] = self.index[
                min(self.index, key=lambda other: dist(want, bytes.fromhex(other[1:])))
            ]
        return self.index[rgb]

    def _inside(self, origin: int, at: int, count: int) -> tuple[int, int]:
        """The first and the last pixel of a cell. Thick lines take more than one."""
        more = round(self.cell / 20)
        start, stop = origin + at * self.cell + 1, origin + (at + 1) * self.cell - 1
        return start + more * is_thick(at, count), stop - more * is_thick(at + 1, count)

    def _clue(self, line: Line) -> tuple[int, int, int, int]:
        """The place of a line's clue."""
        start = line.index * self.cell + 1
        stop = start + self.cell - 1
        if line.axis == "row":
            return 0, self.top + start, self.left - 1, self.top + stop
        return self.left + start, 0, self.left + stop, self.top - 1

    def _caption(self, words: str) -> None:
        """Write the words about a step below the board; cut where they are too long."""
        self.draw.rectangle((0, self.below, *self.image.size), self.index[PAPER])
        while words and self.font.getlength(words) > self.width - 8:
            words = words[: -max(4, len(words) // 20)].rstrip(" .") + "..."
        self.draw.text((4, self.below + 2), words, self.index[INK], self.font)
