"""Draws printed puzzles as programs, pages and cameras show them; the same picture for the same seed."""

import io
import random
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scipy import ndimage

from nonosat import Grid, Puzzle

Clues = tuple[list[tuple[int, ...]], list[tuple[int, ...]]]
Rgb = tuple[int, int, int]

FONTS = (
    "",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSansMono.ttf",
    "STIXGeneral.ttf",
    "STIXGeneralBol.ttf",
)
"""The first is Pillow's own; the others come with matplotlib."""


@dataclass(frozen=True)
class Look:
    """How a puzzle is printed."""

    cell: int = 32
    """Pixels a side."""
    font: str = ""
    digit: float = 0.6
    """Size of the font, in cells."""
    paper: Rgb = (255, 255, 255)
    ground: Rgb = (255, 255, 255)
    """Of the cells."""
    wide: float = 1.0
    """Width of digits, in that of the font."""
    lines: Rgb = (0, 0, 0)
    ink: Rgb = (0, 0, 0)
    fill: Rgb = (20, 20, 20)
    thick: int = 3
    """Pixels of every fifth line."""
    boxed: str = ""
    """``""``: no boxes; ``full``: as many for each line; ``stairs``: as many as it has numbers."""
    stripes: Rgb | None = None
    """Color of a pill, or of every other stripe, behind the clue of a line."""
    pills: bool = False
    four: bool = False
    """Clues also at the right and below."""
    filled: float = 0.0
    """The share of cells that are filled or crossed as the solution says."""
    crossed: bool = False
    solid: bool = False
    """Filled cells hide the lines around them."""
    done: float = 0.0
    """The share of lines whose clue is printed in gray."""
    zeros: bool = True
    """Empty lines have a 0."""
    zero_ink: Rgb | None = None
    """Of that, if it is paler."""
    pad: float = 0.3
    """Cells between the numbers of rows and the grid."""
    ruled: bool = True
    """The lines reach through the clues."""
    tight: float = 0.6
    """Space between numbers of a row, in digits' sizes."""
    title: str = ""
    margin: int = 30
    tilt: float = 0.0
    """Part of a side by which corners are moved, as by a camera."""
    curl: float = 0.0
    """Cells by which the page is bent."""
    blur: float = 0.0
    noise: float = 0.0
    shade: float = 0.0
    quality: int = 0
    """Of JPEG; 0: none."""


@cache
def font(name: str, size: int) -> Any:
    if not name:
        return ImageFont.load_default(size)
    import matplotlib

    return ImageFont.truetype(str(Path(matplotlib.get_data_path(), "fonts", "ttf", name)), size)


def picture_of(height: int, width: int, seed: int, density: float = 0.58) -> Grid:
    """A picture of patches, without blank lines at its edge."""
    by = np.random.default_rng(seed)
    soft = ndimage.gaussian_filter(by.normal(size=(height, width)), 0.7)
    cells = soft > np.quantile(soft, 1 - density)
    for edge in (cells[0], cells[-1], cells[:, 0], cells[:, -1]):
        if not edge.any():
            edge[len(edge) // 2] = True
    return Grid(height, width, cells.astype(np.uint8).tobytes())


def clues_of(grid: Grid) -> Clues:
    puzzle = Puzzle.of_grid(grid)
    rows, cols = (
        [tuple(block.length or 0 for block in clue) for clue in side]
        for side in (puzzle.rows, puzzle.cols)
    )
    return rows, cols


def draw(grid: Grid, look: Look, seed: int = 0) -> tuple[Image.Image, tuple[int, int]]:
    """Draw the puzzle of a picture; return also x and y of the first cell, before it is shown."""
    rows, cols = clues_of(grid)
    cell, size = look.cell, max(7, round(look.digit * look.cell))
    text = font(look.font, size)
    deepest, longest = max(max(map(len, cols)), 1), max(max(map(len, rows)), 1)
    pad = look.pad * cell
    space = look.tight * size
    if look.boxed:
        wide, high = longest * cell, deepest * cell
    else:
        wide = round(
            max(
                sum(text.getlength(str(n)) * look.wide for n in row) + space * (len(row) - 1)
                for row in rows
            )
            + 2 * pad
        )
        high = round(1.15 * size * deepest + pad)
    left, top = look.margin + wide, look.margin + high + (2 * size if look.title else 0)
    right, bottom = left + grid.width * cell, top + grid.height * cell
    beyond = (wide, high) if look.four else (0, 0)
    image = Image.new(
        "RGB", (right + beyond[0] + look.margin, bottom + beyond[1] + look.margin), look.paper
    )
    pen = ImageDraw.Draw(image)
    pen.rectangle((left, top, right, bottom), look.ground)
    if look.title:
        pen.text((look.margin, look.margin // 2), look.title, look.ink, font(look.font, 2 * size))
    _stripes(pen, look, left, top, wide, high, grid)
    if not look.solid:
        _cells(pen, look, grid, left, top, seed)
    _rules(pen, look, grid, left, top, wide, high, rows, cols)
    if look.solid:
        _cells(pen, look, grid, left, top, seed)

    by = random.Random(seed)
    inks = [
        [(190, 190, 190) if by.random() < look.done else look.ink for _ in side]
        for side in (rows, cols)
    ]

    def write(x: float, y: float, number: str, ink: Rgb, anchor: str = "mm") -> None:
        if number == "0" and look.zero_ink:
            ink = look.zero_ink
        if look.wide == 1:
            pen.text((x, y), number, ink, text, anchor)
            return
        shape = Image.new("L", (round(text.getlength(number)), size + 4))
        ImageDraw.Draw(shape).text((0, size // 2 + 2), number, 255, text, "lm")
        shape = shape.resize((round(shape.width * look.wide), shape.height))
        begin = x - shape.width * (1 if anchor == "rm" else 0.5)
        image.paste(
            Image.new("RGB", shape.size, ink), (round(begin), round(y - shape.height / 2)), shape
        )

    for at, row in enumerate(rows):
        numbers = [str(n) for n in row] or (["0"] if look.zeros else [])
        y = top + (at + 0.5) * cell
        x = left - pad
        for index, number in enumerate(reversed(numbers)):
            if look.boxed:
                write(left - (index + 0.5) * cell, y, number, inks[0][at])
                if look.four:
                    write(right + (len(numbers) - index - 0.5) * cell, y, number, inks[0][at])
            else:
                write(x, y, number, inks[0][at], "rm")
                x -= text.getlength(number) * look.wide + space
    for at, col in enumerate(cols):
        x = left + (at + 0.5) * cell
        numbers = [str(n) for n in col] or (["0"] if look.zeros else [])
        for index, number in enumerate(reversed(numbers)):
            step = (index + 0.5) * cell if look.boxed else 0.15 * cell + (index + 0.5) * 1.15 * size
            write(x, top - step, number, inks[1][at])
            if look.four:
                write(x, bottom + (len(numbers) - index - 0.5) * cell, number, inks[1][at])
    return shown(image, look, seed), (left, top)


def _stripes(pen: Any, look: Look, left: int, top: int, wide: int, high: int, grid: Grid) -> None:
    if look.stripes is None:
        return
    cell, gap = look.cell, 2 if look.pills else 0
    for axis, count in ((0, grid.height), (1, grid.width)):
        for at in range(0, count, 1 if look.pills else 2):
            start = at * cell + gap
            end = start + cell - 2 * gap
            box = (
                (left - wide, top + start, left - gap, top + end)
                if axis == 0
                else (left + start, top - high, left + end, top - gap)
            )
            if look.pills:
                pen.rounded_rectangle(box, cell // 4, look.stripes)
            else:
                pen.rectangle(box, look.stripes)


def _cells(pen: Any, look: Look, grid: Grid, left: int, top: int, seed: int) -> None:
    by = random.Random(seed)
    for at, color in enumerate(grid.cells):
        if by.random() >= look.filled:
            continue
        row, col = divmod(at, grid.width)
        x, y, c = left + col * look.cell, top + row * look.cell, look.cell
        if color:
            gap = -1 if look.solid else 2
            pen.rectangle((x + gap, y + gap, x + c - gap, y + c - gap), look.fill)
        elif look.crossed:
            inset = c // 4
            for start, end in ((inset, c - inset), (c - inset, inset)):
                pen.line((x + start, y + inset, x + end, y + c - inset), look.fill, max(1, c // 14))


def _rules(
    pen: Any,
    look: Look,
    grid: Grid,
    left: int,
    top: int,
    wide: int,
    high: int,
    rows: Any,
    cols: Any,
) -> None:
    cell, right, bottom = look.cell, left + grid.width * look.cell, top + grid.height * look.cell
    far = (right + wide, bottom + high) if look.four else (right, bottom)
    reach = look.ruled or look.boxed == "full"
    for axis, count in ((0, grid.height), (1, grid.width)):
        for at in range(count + 1):
            thick = look.thick if at % 5 == 0 or at == count else 1
            start = (top, left)[axis] + at * cell - thick // 2
            if axis == 0:
                pen.rectangle(
                    (left - wide if reach else left, start, far[0], start + thick - 1), look.lines
                )
            else:
                pen.rectangle(
                    (start, top - high if reach else top, start + thick - 1, far[1]), look.lines
                )
    if look.boxed == "full":
        for at in range(1, wide // cell + 1):
            for x in [left - at * cell] + ([right + at * cell] if look.four else []):
                pen.line((x, top, x, bottom), look.lines)
        for at in range(1, high // cell + 1):
            for y in [top - at * cell] + ([bottom + at * cell] if look.four else []):
                pen.line((left, y, right, y), look.lines)
    elif look.boxed == "stairs":
        for at, row in enumerate(rows):
            for index in range(max(1, len(row))):
                x = left - (index + 1) * cell
                pen.rectangle(
                    (x, top + at * cell, x + cell, top + at * cell + cell), outline=look.lines
                )
        for at, col in enumerate(cols):
            for index in range(max(1, len(col))):
                y = top - (index + 1) * cell
                pen.rectangle(
                    (left + at * cell, y, left + at * cell + cell, y + cell), outline=look.lines
                )


def shown(image: Image.Image, look: Look, seed: int) -> Image.Image:
    """Show a printed page as a camera or a bad copy does."""
    by = np.random.default_rng(seed)
    if look.tilt or look.curl:
        width, height = image.size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        moved = corners + by.uniform(-look.tilt, look.tilt, (4, 2)) * [width, height]
        ys, xs = np.mgrid[0:height, 0:width].astype(float)
        u, v = xs / width, ys / height
        weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], -1)
        at = weights @ moved
        at[..., 1] += look.curl * look.cell * np.sin(np.pi * (0.2 + u))
        at[..., 0] += 0.3 * look.curl * look.cell * np.sin(np.pi * v)
        pixels = np.asarray(image, np.float32)
        image = Image.fromarray(np.stack([
            ndimage.map_coordinates(pixels[..., channel], [at[..., 1], at[..., 0]], order=1, mode="nearest")
            for channel in range(3)
        ], -1).astype(np.uint8))  # fmt: skip
    if look.blur:
        image = image.filter(ImageFilter.GaussianBlur(look.blur))
    if look.noise or look.shade:
        pixels = np.asarray(image, np.float32)
        ys, xs = np.mgrid[0 : image.height, 0 : image.width]
        dim = 1 - look.shade * (0.6 * xs / image.width + 0.4 * ys / image.height)
        pixels = pixels * dim[..., None] + by.normal(0, look.noise or 1e-9, pixels.shape)
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if look.quality:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=look.quality)
        image = Image.open(file).convert("RGB")
    return image


DARK = Look(
    paper=(18, 20, 26),
    ground=(30, 34, 42),
    lines=(90, 96, 110),
    ink=(235, 235, 240),
    fill=(90, 170, 250),
)
PALE = Look(lines=(200, 200, 205), ink=(120, 120, 130), fill=(150, 150, 160))
LOOKS: dict[str, Look] = {
    "plain": Look(),
    "light on dark": DARK,
    "pills": Look(
        stripes=(222, 228, 240),
        pills=True,
        ruled=False,
        lines=(120, 120, 130),
        paper=(246, 247, 250),
    ),
    "dark pills": replace(DARK, stripes=(50, 56, 70), pills=True, ruled=False),
    "four sides": Look(boxed="full", four=True, digit=0.55),
    "stairs": Look(boxed="stairs", ruled=False, digit=0.55),
    "boxes": Look(boxed="full", digit=0.6),
    "filled": Look(filled=0.6, lines=(110, 110, 110)),
    "crossed": Look(filled=0.7, crossed=True, lines=(110, 110, 110)),
    "pale": PALE,
    "stripes": Look(stripes=(225, 232, 245), ruled=False, lines=(90, 90, 90)),
    "curl": Look(curl=0.5, tilt=0.01, blur=0.7, noise=3, shade=0.3, quality=85),
    "tilt": Look(tilt=0.05, blur=0.7, noise=4, shade=0.35, quality=80),
    "JPEG": Look(cell=26, quality=35, lines=(60, 60, 60)),
    "title": Look(title="PUZZLE 12 of 40", margin=60, zeros=True, ruled=False),
}
SIZES = ((10, 10), (15, 15), (5, 5), (12, 10), (20, 20), (15, 20), (10, 15), (25, 25))


@dataclass(frozen=True)
class Drawn:
    """A picture, and what it says."""

    name: str
    grid: Grid
    look: Look
    image: Image.Image
    corner: tuple[int, int]
    """x and y of the first cell, where the page is flat."""

    @property
    def clues(self) -> Clues:
        return clues_of(self.grid)

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle.of_grid(self.grid)

    def file(self) -> bytes:
        kept = io.BytesIO()
        self.image.save(kept, "PNG")
        return kept.getvalue()


def drawn(seed: int) -> Drawn:
    """One of the pictures: the look goes round, all else is by chance."""
    by = random.Random(seed)
    name = [*LOOKS][seed % len(LOOKS)]
    look = LOOKS[name]
    height, width = SIZES[(seed + seed // len(LOOKS)) % len(SIZES)]
    cell = (
        by.choice([22, 26, 30, 34, 40])
        if not look.quality
        else max(look.cell, by.choice([26, 30, 34]))
    )
    look = replace(
        look,
        cell=cell,
        font=by.choice(FONTS),
        digit=look.digit * by.uniform(0.9, 1.1),
        tight=by.uniform(0.45, 0.8),
    )
    grid = picture_of(height, width, seed, by.uniform(0.5, 0.65))
    return Drawn(f"{seed} {name}", grid, look, *draw(grid, look, seed))


def small_jpeg(page: Drawn, by: np.random.Generator) -> Image.Image:
    scale = max(0.35, 14 / page.look.cell)
    size = (round(page.image.width * scale), round(page.image.height * scale))
    return shown(page.image.resize(size, Image.Resampling.BOX), Look(quality=45), 0)


def turned(page: Drawn, by: np.random.Generator) -> Image.Image:
    angle = float(by.uniform(1, 3) * by.choice([-1, 1]))
    image = page.image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=(200, 200, 200))
    return image.filter(ImageFilter.GaussianBlur(max(0.6, 0.025 * page.look.cell)))


def tilted(page: Drawn, by: np.random.Generator) -> Image.Image:
    look = Look(
        cell=page.look.cell, tilt=0.05, shade=0.4, noise=5, blur=max(0.6, 0.02 * page.look.cell)
    )
    return shown(page.image, look, int(by.integers(1 << 30)))


def without_last_row(page: Drawn, by: np.random.Generator, rows: float = 1) -> Image.Image:
    end = page.corner[1] + (page.grid.height - rows) * page.look.cell
    return page.image.crop((0, 0, page.image.width, int(end) + 1))


def without_half_a_row(page: Drawn, by: np.random.Generator) -> Image.Image:
    return without_last_row(page, by, 0.5)


def without_last_column(page: Drawn, by: np.random.Generator) -> Image.Image:
    end = page.corner[0] + (page.grid.width - 1) * page.look.cell
    return page.image.crop((0, 0, end + 1, page.image.height))


def without_top(page: Drawn, by: np.random.Generator) -> Image.Image:
    deepest = max(map(len, page.clues[1]))
    step = 1.0 if page.look.boxed else 1.15 * page.look.digit
    cut = page.corner[1] - 0.55 * deepest * step * page.look.cell
    return page.image.crop((0, max(0, int(cut)), *page.image.size))


def without_left(page: Drawn, by: np.random.Generator) -> Image.Image:
    longest = max(map(len, page.clues[0]))
    step = 1.0 if page.look.boxed else page.look.digit
    cut = page.corner[0] - 0.55 * longest * step * page.look.cell
    return page.image.crop((max(0, int(cut)), 0, *page.image.size))


def without_first_row(page: Drawn, by: np.random.Generator) -> Image.Image:
    """A strip is taken out of the picture: the first row and its clue."""
    pixels, top = np.asarray(page.image), page.corner[1]
    return Image.fromarray(np.concatenate([pixels[:top], pixels[top + page.look.cell :]]))


HARMS = {
    "small JPEG": small_jpeg, "turned": turned, "tilted": tilted, "no last row": without_last_row,
    "half a row": without_half_a_row, "no last column": without_last_column, "no top": without_top,
    "no left": without_left, "no first row": without_first_row,
}  # fmt: skip
