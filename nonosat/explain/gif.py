"""A film of steps as an animated GIF, drawn with Pillow, which is loaded when it is needed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nonosat.errors import CannotHold
from nonosat.explain.animation import HOLD, Film
from nonosat.explain.events import LineId
from nonosat.explain.looks import LOOKED_AT
from nonosat.model import Clue, Puzzle
from nonosat.pictures.pixels import EXTRA
from nonosat.registry import require
from nonosat.render.elements import readable_on
from nonosat.render.svg import Layout, layout

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 720
"""About how many pixels wide and high the drawing is, unless cells would be too large or small."""
SMALLEST, LARGEST = 5, 24
MAX_PIXELS, MAX_SIDE = 16_000_000, 60_000
"""Of one frame; the format itself ends at a side of 65,535."""
_THIN, _THICK, _GRAY = "#8a8a8a", "#000000", "#8a8a8a"


def gif(film: Film) -> bytes:
    """The film as an animated GIF that repeats for ever.

    Raises:
        MissingExtra: Pillow is not installed.
        CannotHold: the puzzle is too large for pictures of this kind.
    """
    require_pillow()
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


def require_pillow() -> None:
    """Complain before the work, not after it.

    Raises:
        MissingExtra: Pillow is not installed.
    """
    with require("GIF files need Pillow", EXTRA, "PIL"):
        import PIL.Image  # noqa: F401  # only whether it is there


class _Painter:
    """Draws frame after frame over the one before, in a fixed table of colors."""

    def __init__(self, film: Film, place: Layout) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self.film, self.place = film, place
        self.font_size = 14
        self.size = (
            max(int(place.width) + 1, 320),
            int(place.height) + 2 + 2 * self.font_size,
        )
        colors = {"#ffffff", _THIN, _THICK, LOOKED_AT, *film.first.values()}
        colors |= {rgb for frame in film.frames for rgb in frame.fills.values()}
        colors |= {color.rgb for color in film.puzzle.palette.colors}
        self.index = {rgb: number for number, rgb in enumerate(sorted(colors)[:256])}
        self.image = Image.new("P", self.size, self._color("#ffffff"))
        self.image.putpalette(b"".join(bytes.fromhex(rgb[1:]) for rgb in self.index))
        self.draw: Any = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"  # no shades between the colors of the table
        self._fonts: dict[int, Any] = {}
        self._load = ImageFont.load_default

    def frames(self) -> Iterator[Image]:
        """The board before the first step, then each frame."""
        puzzle = self.film.puzzle
        for row in range(puzzle.height):
            self._clue(LineId("row", row), lit=False)
        for col in range(puzzle.width):
            self._clue(LineId("column", col), lit=False)
        for (row, col), rgb in self.film.first.items():
            self._square(row, col, rgb)
        yield self.image.copy()
        lit: LineId | None = None
        for frame in self.film.frames:
            for line, now in ((lit, False), (frame.line, True)):
                if line is not None and lit != frame.line:
                    self._clue(line, now)
            lit = frame.line
            for (row, col), rgb in frame.fills.items():
                self._square(row, col, rgb)
            self._caption(frame.caption)
            yield self.image.copy()

    def _color(self, rgb: str) -> int:
        return self.index.get(rgb, 0)

    def _font(self, size: int) -> Any:
        if size not in self._fonts:
            self._fonts[size] = self._load(size)
        return self._fonts[size]

    def _square(self, row: int, col: int, rgb: str) -> None:
        """A cell with the lines on its upper and left side; every fifth is black."""
        place, puzzle = self.place, self.film.puzzle
        x, y = int(place.x(col)), int(place.y(row))
        end_x, end_y = int(place.x(col + 1)), int(place.y(row + 1))
        self.draw.rectangle((x, y, end_x, end_y), self._color(rgb))
        for at, count, path in (
            (row, puzzle.height, (x, y, end_x, y)),
            (row + 1, puzzle.height, (x, end_y, end_x, end_y)),
            (col, puzzle.width, (x, y, x, end_y)),
            (col + 1, puzzle.width, (end_x, y, end_x, end_y)),
        ):
            thick = at % 5 == 0 or at == count
            self.draw.line(path, self._color(_THICK if thick else _THIN))

    def _clue(self, line: LineId, lit: bool) -> None:
        """The clue of a line on its own ground."""
        place, puzzle, cell = self.place, self.film.puzzle, self.place.cell
        row = line.axis == "row"
        clue: Clue = (puzzle.rows if row else puzzle.cols)[line.index]
        ground = self._color(LOOKED_AT if lit else "#ffffff")
        if row:
            y = int(place.y(line.index))
            self.draw.rectangle((0, y + 1, int(place.left) - 1, int(y + cell) - 1), ground)
        else:
            x = int(place.x(line.index))
            self.draw.rectangle((x + 1, 0, int(x + cell) - 1, int(place.top) - 1), ground)
        at = place.left if row else place.top
        for length, color in reversed(clue or ((0, 0),)):
            size = max(4, int(0.72 * cell) if length < 100 else int(0.5 * cell))
            width = (0.43 * len(str(length)) + 0.26 if row else 0.8) * cell  # as in render/svg.py
            middle = (
                (at - width / 2, place.y(line.index) + cell / 2)
                if row
                else (place.x(line.index) + cell / 2, at - width / 2)
            )
            self._number(str(length), color, middle, size, puzzle, lit)
            at -= width

    def _number(
        self,
        words: str,
        color: int,
        middle: tuple[float, float],
        size: int,
        puzzle: Puzzle,
        lit: bool,
    ) -> None:
        x, y = middle
        ink = _THICK if color else _GRAY
        if color and not puzzle.palette.is_black_and_white:
            rgb = puzzle.palette.colors[color].rgb
            ink = readable_on(rgb)
            high = 0.36 * self.place.cell
            wide = max(0.3, 0.22 * len(words)) * self.place.cell
            self.draw.rectangle((x - wide, y - high, x + wide, y + high), self._color(rgb))
        self.draw.text((x, y), words, self._color(ink), self._font(size), anchor="mm")

    def _caption(self, words: str) -> None:
        """What happens, below the board; cut where it is too long."""
        top = int(self.place.height) + 2
        self.draw.rectangle((0, top, *self.size), self._color("#ffffff"))
        font = self._font(self.font_size)
        while words and font.getlength(words) > self.size[0] - 8:
            words = words[: -max(4, len(words) // 20)].rstrip(" .") + "..."
        self.draw.text((4, top + 2), words, self._color(_THICK), font)
