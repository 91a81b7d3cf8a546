"""Pictures of cells with lines, margins, uneven enlargement; printed clues; and pictures of single pixels."""

from __future__ import annotations

import io
import random
import re
import shlex
from pathlib import Path

import pytest
from command import run
from PIL import Image, ImageDraw, ImageFont

from nonosat import Grid, load
from nonosat.errors import Unsupported
from nonosat.model import BLACK_AND_WHITE, Palette, Puzzle, Sheet
from nonosat.pictures.pixels import read_cells

WILD = Path(__file__).parents[1] / "data" / "wild-2"
COLORS = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#ff0000", "r")])


def chance_grid(width: int, height: int, seed: int, inks: int = 1, ink: float = 0.55) -> Grid:
    chance = random.Random(seed)
    cells = bytes(
        chance.randint(1, inks) if chance.random() < ink else 0 for _ in range(width * height)
    )
    return Grid(height, width, cells, BLACK_AND_WHITE if inks == 1 else COLORS)


def ruled(
    grid: Grid, cell: int, line: int = 0, color: str = "black", thick: int = 0, frame: bool = True
) -> Image.Image:
    """The cells of a grid with lines between them, every fifth `thick`."""
    image = grid.to_image(cell).convert("RGB")
    if frame and line:
        wider = Image.new("RGB", (image.width + line, image.height + line), "white")
        wider.paste(image)
        image = wider
    draw = ImageDraw.Draw(image)
    for every_five in (False, True):
        for count, down in ((grid.width, True), (grid.height, False)):
            for at in range(0 if frame else 1, count + frame):
                is_thick = bool(thick) and at % 5 == 0
                wide = thick if is_thick else line
                if wide and is_thick == every_five:
                    a = at * cell - (wide - line) // 2
                    box = (a, 0, a + wide - 1, 9999) if down else (0, a, 9999, a + wide - 1)
                    draw.rectangle(box, fill="black" if is_thick else color)
    return image


def margined(image: Image.Image, left: int, top: int, right: int, bottom: int) -> Image.Image:
    size = image.width + left + right, image.height + top + bottom
    wide = Image.new("RGB", size, "white")
    wide.paste(image, (left, top))
    return wide


def filed(image: Image.Image, path: Path, mode: str = "RGB") -> Path:
    (image.quantize(16) if mode == "P" else image.convert(mode)).save(path)
    return path


def uneven(grid: Grid, width: int, height: int, how: int = Image.Resampling.NEAREST) -> Image.Image:
    return grid.to_image(20).convert("RGB").resize((width, height), how)


BOX = Image.Resampling.BOX
#   size, seed  inks  the drawing                                              mode    left out
DRAWN = [
    ((20, 20), 1, 1, lambda g: ruled(g, 16, 1),                                "RGB",  "lines"),
    ((20, 20), 2, 1, lambda g: ruled(g, 16, 1, "gray"),                        "P",    "lines"),
    ((20, 20), 3, 1, lambda g: ruled(g, 16, 2),                                "1",    "lines"),
    ((20, 20), 4, 2, lambda g: ruled(g, 16, 2, "gray", 3),                     "RGB",  "lines"),
    ((10, 15), 5, 1, lambda g: ruled(g, 20, 1, "gray", 3),                     "RGBA", "lines"),
    ((30, 25), 6, 2, lambda g: ruled(g, 30, 2, "#888888", 4),                  "P",    "lines"),
    ((5, 4), 7, 1, lambda g: ruled(g, 9, 1),                                   "L",    "lines"),
    ((12, 7), 8, 1, lambda g: ruled(g, 12, 1, "#cccccc", frame=False),         "RGB",  "lines"),
    ((15, 15), 9, 2, lambda g: ruled(g, 24, 1, "silver", 3),                   "RGB",  "lines"),
    ((20, 20), 10, 1, lambda g: margined(ruled(g, 16, 1), 10, 7, 5, 12),       "1",    "margin and lines"),
    ((20, 20), 11, 1, lambda g: margined(ruled(g, 16, 1), 16, 16, 16, 16),     "RGB",  "margin and lines"),
    ((5, 4), 12, 1, lambda g: margined(ruled(g, 16, 2), 16, 16, 16, 16),       "L",    "margin and lines"),
    ((8, 17), 13, 1, lambda g: margined(ruled(g, 8, 1), 0, 0, 8, 8),           "RGB",  "margin and lines"),
    ((10, 10), 14, 2, lambda g: margined(ruled(g, 20, 1, "gray", 2), 40, 20, 3, 9), "RGB", "margin and lines"),
    ((20, 20), 15, 1, lambda g: margined(ruled(g, 4), 5, 3, 2, 6),             "RGB",  "margin"),
    ((13, 12), 16, 1, lambda g: margined(ruled(g, 24), 8, 8, 8, 8),            "P",    "margin"),
    ((20, 20), 17, 1, lambda g: margined(ruled(g, 12), 6, 6, 6, 6),            "1",    "margin"),
    ((9, 11), 18, 2, lambda g: margined(uneven(g, 150, 184), 4, 5, 6, 3),      "RGB",  "margin"),
    ((20, 20), 19, 1, lambda g: uneven(g, 333, 333),                           "RGB",  ""),
    ((20, 20), 20, 2, lambda g: uneven(g, 131, 131),                           "P",    ""),
    ((10, 8), 21, 1, lambda g: uneven(g, 187, 171),                            "RGBA", ""),
    ((30, 25), 22, 1, lambda g: uneven(g, 251, 209, BOX),                      "L",    "lines"),
    ((5, 4), 23, 1, lambda g: uneven(g, 183, 147),                             "1",    ""),
    ((20, 20), 24, 1, lambda g: margined(uneven(g, 333, 333, BOX), 7, 7, 7, 7), "RGB", "margin and lines"),
]  # fmt: skip


@pytest.mark.parametrize("at", range(len(DRAWN)))
def test_cells_between_lines_are_read_with_a_note(at: int, tmp_path: Path) -> None:
    size, seed, inks, draw, mode, left_out = DRAWN[at]
    grid = chance_grid(*size, seed, inks)
    (sheet,) = load(filed(draw(grid), tmp_path / "p.png", mode))
    assert sheet.goals[0].drawn("".join(c.char for c in sheet.puzzle.palette.colors)) == grid.drawn(
        grid.palette.chars if grid.palette else ".#"
    )
    said = f", {left_out} left out" if left_out else ""
    pattern = rf"{size[0]}x{size[1]} cells of [0-9.]+ pixels{said}"
    assert re.fullmatch(pattern, sheet.remarks[0])
    image = draw(grid)
    assert Grid.of_picture(image).cells == sheet.goals[0].cells
    (pixels,) = load(tmp_path / "p.png", "pixels")
    assert (pixels.puzzle.width, pixels.puzzle.height) == image.size
    if mode in ("1", "L"):
        (again,) = load(
            filed(image, tmp_path / "p.pbm" if mode == "1" else tmp_path / "p.pgm", mode)
        )
        assert again.goals == sheet.goals


def test_chance_drawings_are_read_right_or_refused(tmp_path: Path) -> None:
    for seed in range(150):
        chance = random.Random(seed)
        grid = chance_grid(
            chance.randint(5, 25),
            chance.randint(5, 25),
            seed,
            chance.randint(1, 2),
            chance.choice([0.3, 0.5, 0.7]),
        )
        cell = chance.randint(9, 30)
        line = chance.choice([1, 2] if cell > 11 else [1])
        thick = chance.choice([0, line + 1] if cell > 11 else [0])
        image = ruled(grid, cell, line, chance.choice(["black", "gray", "silver"]), thick)
        image = margined(image, *(chance.choice([0, cell, 9, 30]) for _ in range(4)))
        file = io.BytesIO()
        image.save(file, "PNG")
        try:
            found = read_cells(file.getvalue(), "p.png", 1000).raster
        except Unsupported:
            continue
        assert found.rgb == grid.to_image().convert("RGB").tobytes(), seed


def plaid(side: int, pitch: int, wide: int) -> Image.Image:
    image = Image.new("RGB", (side, side), "white")
    draw = ImageDraw.Draw(image)
    for look, box in (("red", (0, side)), ("blue", (side, 0))):
        for at in range(0, side, pitch):
            end = at + wide - 1
            draw.rectangle((at, 0, end, box[1]) if box[1] else (0, at, box[0], end), fill=look)
    return image


SPRITES = {
    **{f"plaid {n} {p} {w}": plaid(n, p, w) for n in (21, 32, 41, 60) for p in (4, 7, 10) for w in (1, 2)},
    "noise": chance_grid(150, 120, 1).to_image(),
    "dots": chance_grid(90, 90, 2, ink=0.02).to_image(),
    "window": ruled(Grid.of(["....", "....", "...."]), 7, 1),
    "ladder": ruled(Grid.of(["."] * 12), 5, 1),
    "tiny": Image.new("1", (1, 1)),
    "line": Image.new("1", (900, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", SPRITES)
def test_pictures_of_single_pixels_stay_as_they_are(name: str) -> None:
    file = io.BytesIO()
    SPRITES[name].save(file, "PNG")
    found = read_cells(file.getvalue(), "p.png", 1000)
    assert (found.raster.rgb, found.note) == (SPRITES[name].convert("RGB").tobytes(), "")


def printed(grid: Grid, cell: int, filled: bool) -> Image.Image:
    """A puzzle with clues above and on the left, as programs draw it."""
    image = ruled(
        grid if filled else Grid(grid.height, grid.width, bytes(len(grid.cells))), cell, 2
    )
    image = margined(image, 60, 70, 10, 8)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(10)
    for at in range(grid.width):
        draw.text((60 + cell * at + 5, 50), str(at % 9 + 1), "black", font)
    for at in range(grid.height):
        draw.text((30, 70 + cell * at + 5), f"{at % 9 + 1} 1", "black", font)
    return image


#   id            the picture, its size in cells, what the message has
REFUSED = {
    "clues":       (lambda g: printed(g, 20, False), "this looks like a printed puzzle"),
    "small":       (lambda g: printed(g, 12, True).crop((28, 48, 188, 172)), "this looks like a printed puzzle"),
    "solved":      (lambda g: printed(g, 24, True), "this looks like a printed puzzle"),
    "jpeg":        (lambda g: ruled(g, 20, 1), "this is a JPEG image, which blurs cells"),
    "transparent": (lambda g: g.to_image(), "half-transparent pixels"),
    "dithered":    (lambda g: ruled(g, 16, 1, "gray").convert("1"), "its cells are neither single pixels nor clean squares"),
    "crosses":     (lambda g: crossed(ruled(g, 24, 1), 24), "its cells are neither single pixels nor clean squares"),
}  # fmt: skip


def crossed(image: Image.Image, cell: int) -> Image.Image:
    draw = ImageDraw.Draw(image)
    for x in range(0, image.width - cell, 3 * cell):
        for y in range(0, image.height - cell, 2 * cell):
            draw.line((x + 7, y + 7, x + cell - 7, y + cell - 7), "red")
    return image


@pytest.mark.parametrize("kind", REFUSED)
def test_the_advice_of_a_refusal_works(kind: str, tmp_path: Path) -> None:
    grid = chance_grid(10, 8, 5)
    make, message = REFUSED[kind]
    image, name = make(grid), "a picture.png"
    if kind == "transparent":
        image = image.convert("RGBA")
        image.putpixel((0, 0), (0, 0, 0, 167) if grid[0, 0] else (255, 255, 255, 20))
    image.save(tmp_path / name, "JPEG" if kind == "jpeg" else "PNG")
    done = run("check", name, cwd=tmp_path)
    assert done.returncode == 3
    assert message in done.stderr
    if "printed" in message:
        assert "--size" not in done.stderr
        assert "`nonosat scan 'a picture.png'` reads its clues" in done.stderr
        return
    assert "--size 10x8" in done.stderr
    words = shlex.split(done.stderr.split("`")[1])
    assert words[:2] == ["nonosat", "image"]
    assert run(*words[1:], "-o", "p.pbm", cwd=tmp_path).returncode in (0, 10)
    assert load(tmp_path / "p.pbm")[0].goals[0] == grid


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("drawn-empty-puzzle.png", "clues"),
        ("one-half-transparent.png", "--size 5x4"),
        ("enlarged-with-margin.png", "5x4 cells of 37 pixels, margin left out"),
    ],
)
def test_wild_pictures(name: str, words: str) -> None:
    done = run("check", str(WILD / name))
    assert words in done.stderr
    assert done.returncode == (0 if "left out" in words else 3)


BLENDED = "most of its colors are blends of a few, as in a picture that was scaled"


def xpm(image: Image.Image) -> bytes:
    looks = sorted(look for _, look in image.getcolors())
    chars = {look: f"{at:02d}" for at, look in enumerate(looks)}
    texts = [f"{image.width} {image.height} {len(looks)} 2"]
    texts += [f"{chars[look]} c #{bytes(look).hex()}" for look in looks]
    for y in range(image.height):
        texts.append("".join(chars[image.getpixel((x, y))] for x in range(image.width)))
    return "/* XPM */\nstatic char *a[] = {{\n{}\n}};\n".format(
        ",\n".join(f'"{text}"' for text in texts)
    ).encode()


def encoded(image: Image.Image, suffix: str) -> bytes:
    if suffix == "xpm":
        return xpm(image)
    file = io.BytesIO()
    image.save(file, {"jpg": "JPEG"}.get(suffix, suffix), **{"webp": {"lossless": True}}.get(suffix, {}))  # fmt: skip
    return file.getvalue()


def of_few_colors(image: Image.Image, count: int = 48) -> Image.Image:
    return image.convert("RGB").quantize(count, dither=Image.Dither.NONE).convert("RGB")


@pytest.mark.parametrize("suffix", ["png", "gif", "bmp", "webp", "ppm", "xpm", "jpg"])
def test_a_scaled_picture_is_no_puzzle_of_many_inks(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{suffix}"
    for seed in range(3):
        scaled = uneven(chance_grid(13, 11, seed, 2), 52, 44, Image.Resampling.BILINEAR)
        image = of_few_colors(scaled)
        assert 20 <= len(image.getcolors()) <= 64
        path.write_bytes(encoded(image, suffix))
        with pytest.raises(Unsupported) as caught:
            load(path)
        blurs = "this is a JPEG image, which blurs cells"
        assert caught.value.what == (blurs if suffix == "jpg" else BLENDED)
        assert caught.value.advice is not None
        assert caught.value.advice.way.startswith("image")
        assert load(path, "pixels") if suffix in ("png", "gif", "bmp", "webp", "ppm") else True


@pytest.mark.parametrize("size", [(18, 15), (20, 17)])
def test_blends_are_seen_where_no_color_is_common(size: tuple[int, int], tmp_path: Path) -> None:
    for seed in range(3):
        scaled = uneven(chance_grid(13, 11, seed, 3), *size, Image.Resampling.BICUBIC)
        of_few_colors(scaled, 40).save(path := tmp_path / "a.png")
        with pytest.raises(Unsupported, match=BLENDED):
            load(path)


@pytest.mark.parametrize("suffix", ["png", "gif", "bmp", "webp", "ppm", "jpg"])
def test_a_drawing_that_another_program_saved_is_no_puzzle_of_many_inks(
    suffix: str, tmp_path: Path
) -> None:
    """Its clues have smooth edges, and its mark is lost."""
    sheet = Sheet(Puzzle.of_grid(grid := chance_grid(12, 9, 4, 2), COLORS), goals=(grid,))
    drawn = Image.open(io.BytesIO(sheet.png(cell=11, solution=True)))
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(encoded(drawn if suffix == "gif" else of_few_colors(drawn), suffix))
    with pytest.raises(Unsupported) as caught:
        load(path)
    assert caught.value.advice is not None


def test_pictures_of_many_chance_colors_are_read(tmp_path: Path) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        count = chance.randint(19, 59)
        looks = [b"\xff\xff\xff", *(chance.randbytes(3) for _ in range(count))]
        cells = [
            *looks,
            *chance.choices(looks, [chance.random() for _ in looks], k=900 - len(looks)),
        ]
        chance.shuffle(cells)
        filed(Image.frombytes("RGB", (30, 30), b"".join(cells)), tmp_path / "a.png")
        (sheet,) = load(tmp_path / "a.png")
        assert (sheet.puzzle.width, len(sheet.puzzle.palette.inks)) == (30, count)
