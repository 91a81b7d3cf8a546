"""Images of Pillow's in and out: each pixel is a cell."""

import random
import sys
from pathlib import Path

import pytest

from nonosat import Grid, MissingExtra, Palette, Puzzle, PuzzleError, Sheet, UsageError, dump, load
from nonosat.errors import CannotHold
from nonosat.model import BLACK_AND_WHITE

Image = pytest.importorskip("PIL.Image")
PngInfo = pytest.importorskip("PIL.PngImagePlugin").PngInfo

RED = Palette.of([("white", "#ffffff", None), ("black", "#000000", "k"), ("red", "#d00000", "r")])
RED_CROSS = Grid.of([".r.", "rkr", ".r."], RED)


def test_a_grid_comes_back_from_its_image() -> None:
    for cell in (1, 7):
        image = RED_CROSS.to_image(cell)
        assert image.size == (3 * cell, 3 * cell)
        again = Grid.of_picture(image.resize((3, 3), Image.Resampling.NEAREST))
        assert (again, again.palette) == (RED_CROSS, RED)
    assert Grid(1, 1, b"\2").to_image().convert("RGB").getpixel((0, 0)) == (0xD0, 0, 0)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "HSV"])
def test_images_of_every_kind(mode: str) -> None:
    image = Grid.of(["#.", "##"]).to_image().convert("RGB").convert(mode)
    puzzle = Puzzle.from_picture(image)
    assert puzzle == Puzzle.from_picture(["#.", "##"])
    assert puzzle.palette == BLACK_AND_WHITE


def test_what_is_transparent_is_blank() -> None:
    image = Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (0xD0, 0, 0, 255))
    grid = Grid.of_picture(image)
    assert list(grid.cells) == [0, 1]
    assert grid.palette is not None
    assert grid.palette.colors[1].name == "red"


def test_a_palette_says_which_ink_is_which() -> None:
    image = Grid.of(["r."], RED).to_image()
    assert Grid.of_picture(image, RED).cells == b"\2\0"
    with pytest.raises(PuzzleError, match="has #d00000, which is not a known color"):
        Grid.of_picture(image, BLACK_AND_WHITE)


def test_a_palette_of_colors_that_look_alike_is_refused() -> None:
    twins = Palette.of([("white", "#ffffff", None), ("a", "#d00000", "a"), ("b", "#d00000", "b")])
    with pytest.raises(CannotHold, match="an image distinguishes colors by their look"):
        Grid.of_picture(Grid.of(["ab"], twins).to_image(), twins)


def test_it_is_read_as_a_file_of_it_is(tmp_path) -> None:
    RED_CROSS.to_image().save(tmp_path / "cross.png")
    assert load(tmp_path / "cross.png")[0].puzzle == Puzzle.from_picture(RED_CROSS.to_image())


def test_background_says_which_color_is_blank() -> None:
    image = Image.new("RGB", (3, 1), (0xFA, 0xF0, 0xC8))
    image.putpixel((0, 0), (0xB2, 0x22, 0x22))
    image.putpixel((1, 0), (0x1F, 0x2A, 0x44))
    for background in ("#faf0c8", "#FAF0C8"):
        puzzle = Puzzle.from_picture(image, background=background)
        assert [color.name for color in puzzle.palette.colors] == ["cream", "red", "navy"]
        assert Grid.of_picture(image, background=background).cells == b"\1\2\0"
    with pytest.raises(
        UsageError, match="background='x' is not a color: give its name, or #rrggbb"
    ):
        Puzzle.from_picture(image, background="x")


#    cells a side, factor, read cell by cell
SCALES = [(5, 4, True), (5, 3, False), (4, 4, False), (16, 10, True), (16, 20, True)]


@pytest.mark.parametrize(("side", "factor", "shrinks"), SCALES)
@pytest.mark.parametrize("kind", ["png", "gif", "bmp", "pbm", "ppm", "pgm"])
def test_exact_enlargements_are_read_cell_by_cell(
    side: int, factor: int, shrinks: bool, kind: str, tmp_path: Path
) -> None:
    chance = random.Random(side * factor)
    grid = Grid(side, side, bytes([1, 0, *(chance.randrange(2) for _ in range(side * side - 2))]))
    image = grid.to_image(factor).convert("1" if kind == "pbm" else "L" if kind == "pgm" else "RGB")
    image.save(tmp_path / f"p.{kind}")
    (cells,), (pixels,) = load(tmp_path / f"p.{kind}"), load(tmp_path / f"p.{kind}", "pixels")
    wide = side if shrinks else side * factor
    assert (cells.puzzle.width, cells.side) == (wide, factor if shrinks else 1)
    assert (pixels.puzzle.width, pixels.side) == (side * factor, 1)
    assert Grid.of_picture(image) == cells.goals[0]
    assert Grid.of_picture(image, every_pixel=True) == pixels.goals[0]
    assert not shrinks or cells.goals[0] == grid


@pytest.mark.parametrize("kind", ["png", "pbm", "ppm"])
def test_what_nonosat_writes_is_read_back_unchanged(kind: str, tmp_path: Path) -> None:
    """Even if it looks enlarged."""
    palette = BLACK_AND_WHITE
    if kind == "ppm":
        palette = Palette.of([("white", "#ffffff", "."), ("red", "#d00000", "#")])
    rows = [row for line in ("#.#.#", ".#..#", "##..#", ".....", "#####") for row in [line] * 4]
    grid = Grid.of(["".join(4 * cell for cell in row) for row in rows], palette)
    sheet = Sheet(Puzzle.from_picture(grid), goals=(grid,))
    dump([sheet], tmp_path / f"p.{kind}")
    (again,) = load(tmp_path / f"p.{kind}")
    assert (again.goals[0].shape, again.goals[0].cells, again.side) == ((20, 20), grid.cells, 1)


def test_what_nonosat_wrote_is_enlarged_by_a_program_that_keeps_its_texts(tmp_path: Path) -> None:
    grid = Grid.of(["#.#.#", ".#..#", "##..#", ".....", "#####"])
    dump([Sheet(Puzzle.from_picture(grid), goals=(grid,))], tmp_path / "small.png")
    texts = PngInfo()
    with Image.open(tmp_path / "small.png") as image:
        for name, text in image.text.items():
            texts.add_text(name, text)
        image.resize((50, 50), Image.Resampling.NEAREST).save(tmp_path / "p.png", pnginfo=texts)
    assert load(tmp_path / "p.png")[0].goals[0] == grid


#   id          image                                                 message
REFUSED = {
    "16 bits":  (lambda: Image.new("I;16", (2, 2)),                   "an image of mode I;16 has no cells to read: convert it to RGB"),
    "glass":    (lambda: Image.new("RGBA", (2, 2), (0, 0, 0, 99)),    "the picture has half-transparent pixels: make them opaque or transparent"),
    "no white": (lambda: Image.frombytes("L", (3, 1), b"\1\2\3"),     "none of the 3 colors is white: background='#rrggbb' says which one is blank"),
    "photo":    (lambda: Image.frombytes("RGB", (300, 1), bytes(i % 256 for n in range(300) for i in (n, n // 2, 9))), "more than 256 colors"),
    "huge":     (lambda: Image.new("1", (10_001, 1)),                 "10001x1 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "message"), REFUSED.values(), ids=REFUSED)
def test_images_that_are_no_pictures_of_cells(make, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Puzzle.from_picture(make())
    assert str(caught.value).startswith(message)


def test_without_pillow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match="an image needs Pillow: pip install "):
        RED_CROSS.to_image()
