"""Images of Pillow's in and out: each pixel is a cell."""

from __future__ import annotations

import sys

import pytest

from nonosat import Grid, MissingExtra, Palette, Puzzle, PuzzleError, load
from nonosat.errors import CannotHold
from nonosat.model import BLACK_AND_WHITE

Image = pytest.importorskip("PIL.Image")

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
    with pytest.raises(PuzzleError, match="has #d00000, which is no known color"):
        Grid.of_picture(image, BLACK_AND_WHITE)


def test_a_palette_of_colors_that_look_alike_is_refused() -> None:
    twins = Palette.of([("white", "#ffffff", None), ("a", "#d00000", "a"), ("b", "#d00000", "b")])
    with pytest.raises(CannotHold, match="an image tells colors by their look"):
        Grid.of_picture(Grid.of(["ab"], twins).to_image(), twins)


def test_it_is_read_as_a_file_of_it_is(tmp_path) -> None:
    RED_CROSS.to_image().save(tmp_path / "cross.png")
    assert load(tmp_path / "cross.png")[0].puzzle == Puzzle.from_picture(RED_CROSS.to_image())


#   id          image                                                 message
REFUSED = {
    "16 bits":  (lambda: Image.new("I;16", (2, 2)),                   "an image of mode I;16 is none of cells: convert it to RGB"),
    "glass":    (lambda: Image.new("RGBA", (2, 2), (0, 0, 0, 99)),    "the picture has half-transparent pixels, which are no cells"),
    "no white": (lambda: Image.frombytes("L", (3, 1), b"\1\2\3"),     "none of the 3 colors is white: make the background transparent"),
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
