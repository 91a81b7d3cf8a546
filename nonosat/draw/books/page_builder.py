"""A page while it is composed: shapes, lines of text, and its number."""

from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import NamedTuple

from nonosat.draw.books.style import GRAY, HEADING, MARGIN, RULE, Room, Style, room_of
from nonosat.draw.elements import PAPER, Label, broken, cut, decimal, document, moved, rect, stroke
from nonosat.draw.svg import DrawingLayout, DrawnCells, body, layout
from nonosat.model import Palette, Puzzle
from nonosat.model.colors import luma

PROSE = 0.88
"""The usual width of English prose, as a share of the safe width of `text_width`."""
MOST_STARS = 5
_STEP = 1.15
"""From one star to the next, in widths of a star."""
LIGHTEST = 205
"""The lightest ink of a gray print on white paper."""


class Page(NamedTuple):
    """A page: its size in points, what is drawn on it, and the lines of text over it."""

    width: float
    height: float
    shapes: str
    """SVG elements: the puzzles."""
    labels: tuple[Label, ...]
    """Captions and other text, in any script."""

    @property
    def svg(self) -> str:
        """All of it as a complete SVG document."""
        lines = "\n".join(label.svg() for label in self.labels)
        return document(self.width, self.height, f"{self.shapes}\n{lines}", unit="pt")


@dataclass
class PageBuilder:
    """A page while it is drawn; lengths are in points, and y grows downwards."""

    style: Style
    turned: bool = False
    """The page is wider than high."""
    scale: float = 1.0
    """The factor of all lengths in the end."""
    shapes: list[str] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def room(self, below: float = 0.0) -> Room:
        """Return the part that is printed on, without what is `below` its top."""
        room = room_of(self.style, self.turned)
        left, top, right, bottom = (length / self.scale for length in room)
        return Room(left, top + below, right, bottom)

    def write(self, x: float, y: float, words: str, size: float, **look: str | bool) -> None:
        """Write a line of text with its baseline at y; `look` holds fields of `Label`."""
        self.labels.append(Label(x, y, words, size, **look))  # type: ignore[arg-type]

    def paragraph(self, x: float, y: float, words: str, size: float, width: float) -> float:
        """Write lines of text below y; return the y below them."""
        for line in broken(words, PROSE * size, width):
            y += 1.4 * size
            self.write(x, y - 0.35 * size, line, size)
        return y

    def draw(
        self, x: float, y: float, shapes: str, labels: list[Label] | tuple[Label, ...] = ()
    ) -> None:
        """Put a drawing with its upper left corner at (x, y)."""
        self.shapes.append(moved(x, y, shapes))
        self.labels += [label.moved(x, y) for label in labels]

    def stars(self, x: float, y: float, size: float, count: int) -> None:
        """Draw `count` filled stars and the others empty, each `size` wide, to the right of (x, y).

        They are shapes, since not every font has stars.
        """
        made = [_star(size * (0.5 + at * _STEP), size / 2) for at in range(MOST_STARS)]
        look = f'stroke="#000000" stroke-width="{decimal(size / 14)}" stroke-linejoin="round"'
        parts = ((made[:count], "#000000"), (made[count:], "none"))
        paths = [f'<path fill="{fill}" {look} d="{"".join(of)}"/>' for of, fill in parts if of]
        self.draw(x, y, "\n".join(paths))

    def picture(
        self, x: float, y: float, puzzle: Puzzle, picture: DrawnCells | None, cell: float
    ) -> DrawingLayout:
        """Draw a puzzle with its clues, as an example."""
        letters = self.style.lettered
        self.draw(x, y, body(puzzle, picture, cell=cell, letters=letters))
        return layout(puzzle, cell=cell, letters=letters)

    def heading(self, words: str, y: float | None = None) -> float:
        """Write a heading with a line under it, at the top of the page or below y; return the y below."""
        room = self.room()
        y = room.top if y is None else y
        self.write(
            room.left, y + 0.8 * HEADING, cut(words, HEADING, room.width), HEADING, bold=True
        )
        self.rule(y + 1.15 * HEADING)
        return y + RULE

    def rule(self, y: float) -> None:
        room = self.room()
        path = f"M{decimal(room.left)} {decimal(y)}H{decimal(room.right)}"
        self.shapes.append(stroke([path], "#000000", 0.8))

    def page(self, at: int, numbered: bool = True) -> Page:
        """Return the finished page. Its number `at`, from 1, says where the spine is."""
        width, height = self.style.size(self.turned)
        room, scale = room_of(self.style, self.turned), self.scale
        labels = [
            label._replace(x=scale * label.x, y=scale * label.y, size=scale * label.size)
            for label in self.labels
        ]
        if numbered:
            middle = (room.left + room.right) / 2
            labels.append(Label(middle, height - MARGIN, str(at), 9, GRAY, "middle"))
        shapes = "\n".join(self.shapes)
        if scale != 1:
            shapes = f'<g transform="scale({decimal(scale)})">\n{shapes}\n</g>'
        if at % 2 == 0 and self.style.gutter:
            across, down = MARGIN - room.left, MARGIN - room.top
            shapes = moved(across, down, shapes)
            labels = [label.moved(across, down) for label in labels]
        ground = rect(0, 0, width, height, PAPER)
        return Page(width, height, f"{ground}\n{shapes}", tuple(labels))


def stars_width(size: float) -> float:
    return size * (1 + (MOST_STARS - 1) * _STEP)


def _star(x: float, radius: float) -> str:
    points = []
    for corner in range(10):
        long = radius * (0.42 if corner % 2 else 1.0)
        angle = corner * pi / 5
        points.append(f"{decimal(x + long * sin(angle))} {decimal(radius - long * cos(angle))}")
    return "M" + "L".join(points) + "z"


def in_print_colors(puzzle: Puzzle, style: Style) -> Puzzle:
    """Return the puzzle in the colors of the print."""
    return replace(puzzle, palette=gray(puzzle.palette)) if style.gray else puzzle


def gray(palette: Palette) -> Palette:
    """Return the colors as shades of gray, as far apart as they can be, from dark to light.

    >>> gray(Palette.of([("white", "#ffffff", None), ("red", "#d00000", None)])).colors[1].rgb
    '#000000'

    White paper stays white. Any other background is a shade among the inks.
    """
    looks = [color.rgb for color in palette.colors]
    white = looks[0] == PAPER
    ranked = sorted(range(white, len(looks)), key=lambda color: luma(looks[color]))
    for rank, color in enumerate(ranked):
        shade = round(rank * (LIGHTEST if white else 255) / max(1, len(ranked) - 1))
        looks[color] = "#" + bytes([shade] * 3).hex()
    colors = zip(palette.colors, looks, strict=True)
    return Palette(tuple(color._replace(rgb=rgb) for color, rgb in colors))
