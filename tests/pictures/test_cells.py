"""Pictures of cells with lines, margins, uneven enlargement; printed clues; and pictures of single pixels."""

import io
import random
import shlex
from pathlib import Path

import pytest
from command import run
from PIL import Image, ImageDraw

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
    assert found.raster.rgb == SPRITES[name].convert("RGB").tobytes()


#   id            the picture, what the message has
REFUSED = {
    "lines":       (lambda g: ruled(g, 20, 1), "lines between its cells; `nonosat image 'a picture.png' --size 10x8`"),
    "small":       (lambda g: ruled(g, 5, 1), "lines between its cells; `nonosat image 'a picture.png' --size 10x8`"),
    "thick":       (lambda g: ruled(g, 16, 1, "gray", 3), "its cells are neither single pixels nor clean squares"),
    "margin":      (lambda g: margined(ruled(g, 20), 7, 7, 7, 7), "its cells are neither single pixels nor clean squares"),
    "jpeg":        (lambda g: ruled(g, 20, 1), "this is a JPEG image, which blurs cells"),
    "transparent": (lambda g: g.to_image(), "half-transparent pixels"),
}  # fmt: skip


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
    words = shlex.split(done.stderr.split("`")[1])
    assert words[:2] == ["nonosat", "image"]
    words = [*words[:3], "--size", "10x8"]  # of many pixels the advice names no size
    assert run(*words[1:], "-o", "p.pbm", cwd=tmp_path).returncode in (0, 10)
    if kind != "margin":
        assert load(tmp_path / "p.pbm")[0].goals[0] == grid


@pytest.mark.parametrize("size", [9, 16, 30])
def test_a_drawing_with_lines_is_made_a_puzzle_by_its_size(size: int, tmp_path: Path) -> None:
    for seed in range(5):
        grid = chance_grid(20, 15, seed)
        ruled(grid, size, 1, "gray", 2 * (size > 9)).save(tmp_path / "a.png")
        done = run("image", "a.png", "--size", "20x15", "-o", "a.pbm", "--force", cwd=tmp_path)
        assert done.returncode in (0, 10), done.stderr
        assert load(tmp_path / "a.pbm")[0].goals[0] == grid


BLENDED = "most of its colors are blends of a few, as in a picture that was scaled"


def encoded(image: Image.Image, suffix: str) -> bytes:
    file = io.BytesIO()
    image.save(file, {"jpg": "JPEG"}.get(suffix, suffix), **{"webp": {"lossless": True}}.get(suffix, {}))  # fmt: skip
    return file.getvalue()


def of_few_colors(image: Image.Image, count: int = 48) -> Image.Image:
    return image.convert("RGB").quantize(count, dither=Image.Dither.NONE).convert("RGB")


@pytest.mark.parametrize("suffix", ["png", "gif", "bmp", "webp", "ppm", "jpg"])
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
