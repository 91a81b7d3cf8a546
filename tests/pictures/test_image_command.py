"""``nonosat image``: what it shows, judges, writes and refuses."""

import io
import random
import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from brute_force import random_grid
from command import run
from conftest import at_night, diagonal, without_files

pytest.importorskip("PIL")
from PIL import Image, ImageDraw
from test_image import BAD, DUCK, INK_DUCK, WHITE, drawn, file_of, snapshot

import nonosat
from nonosat.model import Grid
from nonosat.pictures import pixels

np = pytest.importorskip("numpy")


def save(tmp_path: Path) -> None:
    look = {".": WHITE, "r": (208, 0, 0), "b": (0, 80, 208)}
    (tmp_path / "duck.png").write_bytes(file_of(drawn(DUCK, 9)))
    (tmp_path / "inks.png").write_bytes(file_of(drawn(INK_DUCK, 9, look)))


def test_image_previews_and_judges(tmp_path: Path) -> None:
    save(tmp_path)
    credits = ["--title", "Duck", "--author", "Me", "--copyright", "(c) me"]
    done = run("image", "duck.png", "--size", "5x4", "-o", "duck.non", *credits, cwd=tmp_path)
    assert (done.returncode, without_files(done.stderr)) == (0, "")
    (verdict,) = done.stdout.splitlines()
    *shown, _ = run("image", "duck.png", "--size", "5x4", cwd=tmp_path).stdout.splitlines()
    assert [row.split("  ")[-1].split()[-5:] for row in shown[-4:]] == [list(row) for row in DUCK]
    assert verdict.startswith("5x4: exactly one solution, can be solved without guessing, 0.")
    (sheet,) = nonosat.load(tmp_path / "duck.non")
    assert sheet.goals[0].drawn(sheet.puzzle.palette.chars) == DUCK
    assert (sheet.title, sheet.author, sheet.copyright) == ("Duck", "Me", "(c) me")


def test_image_says_how_many_cells_are_ambiguous(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(file_of(drawn(["#.", ".#"], 20)))
    done = run("image", "x.png", "--size", "2x2", cwd=tmp_path)
    assert done.returncode == 10
    *rows, verdict = done.stdout.splitlines()
    assert [row.split() for row in rows[-2:]] == [["1", "?", "?"], ["1", "?", "?"]]
    assert verdict.startswith(
        "2x2: several solutions; 4 cells vary, marked ?; -o FILE, then `nonosat repair FILE` mends it, 0."
    )
    done = run("image", "x.png", "--size", "2x2", "--limit", "0", cwd=tmp_path)
    assert "2x2: no verdict: the limit of 0 s was reached" in done.stdout
    assert done.returncode == 30


@pytest.mark.parametrize("name", ["o.non", "-"])
def test_an_ambiguous_puzzle_is_saved_and_told_of_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.png").write_bytes(file_of(drawn(["#.", ".#"], 20)))
    done = run("image", "x.png", "--size", "2x2", "-o", name, cwd=tmp_path)
    assert done.returncode == 10
    said = done.stderr if name == "-" else done.stdout
    assert (done.stdout + done.stderr).count("several solutions") == 1
    assert "2x2: several solutions" in said
    assert name == "-" or (tmp_path / name).stat().st_size


@pytest.mark.parametrize("args", [[], ["--colors", "4"]])
def test_advice_can_be_followed(tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "x.png").write_bytes(file_of(Image.new("RGB", (20, 20), "white")))
    done = run("image", "x.png", "--size", "2x2", *args, cwd=tmp_path)
    advice = done.stderr
    assert advice.startswith("nonosat: every cell is blank: try ")
    values = {"--threshold": "100", "--size": "3x3"}
    for option in re.findall("--[a-z]+", advice):
        followed = [*args, option, *([values[option]] if option in values else [])]
        options = ["--size", "2x2", *followed]
        if options.count(option) > 1:  # it takes one value: the advice replaces it
            del options[options.index(option) : options.index(option) + 2]
        done = run("image", "x.png", *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["o.non", "o.json", "o.xml", "o.png", "o.ppm"])
def test_image_writes_colors_and_goal(tmp_path: Path, name: str) -> None:
    save(tmp_path)
    done = run("image", "inks.png", "--size", "5", "--colors", "3", "-o", name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (sheet,) = nonosat.load(tmp_path / name)
    lines = sheet.goals[0].drawn(sheet.puzzle.palette.chars)
    inked = [[[char != "." for char in row] for row in rows] for rows in (lines, INK_DUCK)]
    assert inked[0] == inked[1]
    paper, *inks = (color.rgb for color in sheet.puzzle.palette.colors)
    assert (paper, sorted(inks)) == ("#ffffff", ["#0050d0", "#d00000"])


def test_squares_of_equal_pixels_are_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "duck.png").write_bytes(file_of(drawn(DUCK, 10)))
    sizes = []

    def counted(rows: list[bytes], height: int, width: int) -> int:
        sizes.append((height, width))
        return side(rows, height, width)

    side = pixels.square_side
    monkeypatch.setattr(pixels, "square_side", counted)
    assert run("image", "duck.png", cwd=tmp_path).returncode == 0
    assert sizes == [(40, 50)]


def test_pixel_art_is_taken_cell_for_cell_and_never_distorted_unsaid(tmp_path: Path) -> None:
    look = {".": WHITE, "r": (208, 0, 0), "b": (0, 80, 208)}
    for side in (1, 10):
        (tmp_path / "duck.png").write_bytes(file_of(drawn(INK_DUCK, side, look)))
        args = ("image", "duck.png", "--size", "5", "--colors", "3", "-o", "duck.json")
        done = run(*args, cwd=tmp_path)
        assert (done.returncode, without_files(done.stderr)) == (0, "")
        assert done.stdout.endswith("; taken cell for cell\n")
        (sheet,) = nonosat.load(tmp_path / "duck.json")
        rows = sheet.goals[0].drawn(sheet.puzzle.palette.chars)
        assert rows == INK_DUCK
    done = run("image", "duck.png", "--size", "4", "--colors", "3", cwd=tmp_path)
    said = (
        "duck.png was drawn in 5x4 cells, and is drawn anew in 4x3: --size 5 takes it cell for cell"
    )
    assert without_files(done.stderr) == f"nonosat: {said}\n"
    done = run("image", "duck.png", "--size", "10", "--colors", "3", cwd=tmp_path)
    assert done.stdout.endswith("; taken cell for cell, each as 2x2\n")


def test_a_photo_is_cut_to_fill_the_size_and_padded_with_fit(tmp_path: Path) -> None:
    (tmp_path / "all.png").write_bytes(file_of(snapshot()))
    (tmp_path / "wide.png").write_bytes(file_of(snapshot().crop((60, 40, 200, 140))))
    size = ("--size", "20x20")
    part = run("image", "all.png", *size, "--crop", "60,40,200,140", "-o", "-", cwd=tmp_path)
    assert part.stdout == run("image", "wide.png", *size, "-o", "-", cwd=tmp_path).stdout
    done = run("image", "wide.png", *size, "--crop", "none", cwd=tmp_path)
    said = "wide.png is cut to fill 20x20 cells: 100x100 of 140x100 pixels are taken; --fit keeps them all"
    assert done.stderr == f"nonosat: {said}\n"
    done = run("image", "wide.png", "--size", "20x20", "--fit", cwd=tmp_path)
    assert done.stderr == ""


#    arguments                                                code  message
WRONG = [
    (["duck.png", "--size", "big"],                           2, "--size 'big': give WIDTHxHEIGHT, as 20x20, or one number"),
    (["duck.png", "--size", "0x5"],                           2, "--size '0x5': give"),
    (["duck.png", "--size", "5x0"],                           3, "a puzzle needs at least one row"),
    (["duck.png", "--size", "2000x2000"],                     2, "2000x2000 is too large: at most 1000000 cells"),
    (["duck.png", "--size", "5x5", "--crop", "1,2,3"],        2, "Invalid value for '--crop': expected LEFT,TOP,RIGHT,BOTTOM in pixels, or none, got 1,2,3"),
    (["duck.png", "--size", "5x5", "--crop", "0,0,99,9"],     2, "0,0,99,9 is not inside a picture of 45x36 pixels"),
    (["duck.png", "--size", "5x5", "-o", "x.what"],           2, "x.what: no format has the suffix '.what'"),
    (["duck.png", "--size", "5x5", "-o", "no/x.non"],         5, "no/x.non: there is no folder no"),
    (["duck.png", "--size", "5x5", "-o", "x.svg"],            2, "x.svg would be a drawing; save the puzzle with -o puzzle.non; to draw it: nonosat show puzzle.non -o x.svg"),
    (["nowhere.png", "--size", "5x5"],                        3, "nowhere.png: No such file or directory"),
    (["text.png", "--size", "5x5"],                           3, "text.png: cannot read this kind of picture"),
    (["puzzle.png", "--size", "5x5"],                         3, "puzzle.png: this is a puzzle file, no photo: `nonosat show` draws it, `nonosat check` checks it"),
    (["bomb.png", "--size", "5x5"],                           3, "bomb.png: a picture is too large"),
    (["inks.png", "--size", "5x4", "--colors", "3", "-o", "x.mk"], 5, "mk has no colors"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "code", "message"), WRONG, ids=lambda v: str(v)[:50])
def test_what_cannot_be_digitized_is_said(
    tmp_path: Path, args: list[str], code: int, message: str
) -> None:
    save(tmp_path)
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "puzzle.png").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "bomb.png").write_bytes(BAD["bomb"][0])
    done = run("image", *args, cwd=tmp_path)
    assert done.stderr.startswith(f"nonosat: {message}"), done.stderr
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    names = {"bomb.png", "duck.png", "inks.png", "puzzle.png", "text.png"}
    assert {path.name for path in tmp_path.iterdir()} == names


def test_image_to_stdout_and_without_pillow(tmp_path: Path) -> None:
    save(tmp_path)
    done = run("image", "duck.png", "--size", "5x4", cwd=tmp_path, without="PIL")
    assert done.stderr == "nonosat: pictures need Pillow: pip install Pillow\n"
    assert done.returncode == 4
    data = (tmp_path / "duck.png").read_bytes()
    done = run("image", "-", "--size", "5x4", "-o", "-", cwd=tmp_path, stdin=data)
    assert done.stdout.startswith("width 5\nheight 4")


def clean_jpeg(tmp_path: Path, side: int, quality: int) -> Grid:
    """Write a JPEG of 20x20 black and white cells, the outermost blank, and return its picture."""
    rows = random_grid(random.Random(side), 18, 18, 1, 0.5).drawn(".#")
    rows = ["." * 20, *(f".{row}." for row in rows), "." * 20]
    Image.open(io.BytesIO(file_of(drawn(rows, side)))).convert("RGB").save(
        tmp_path / "c.jpg", quality=quality
    )
    return Grid.of(rows)


@pytest.mark.parametrize(
    ("side", "quality"),
    [(5, 30), *at_night(*product([5, 11, 16, 30], [30, 75, 92]))],
)
def test_a_jpeg_of_clean_cells_is_never_rescaled(tmp_path: Path, side: int, quality: int) -> None:
    """Its subject is smaller than the picture, and JPEG leaves no two pixels alike."""
    grid = clean_jpeg(tmp_path, side, quality)
    for size in (["--size", "20x20"], ["--size", "20"], []):
        done = run("image", "c.jpg", *size, "-o", "c.pbm", "--force", cwd=tmp_path)
        assert "taken cell for cell" in done.stdout
        assert ("no --size was given: 20x20 is taken, as the picture was drawn" in done.stderr) == (
            not size
        )
        assert nonosat.load(tmp_path / "c.pbm")[0].goals[0] == grid


def test_a_photo_without_a_size(tmp_path: Path) -> None:
    Image.linear_gradient("L").resize((500, 300)).save(tmp_path / "p.jpg")
    done = run("image", "p.jpg", "-o", "p.pbm", cwd=tmp_path)
    assert "no --size was given: 25x15 is taken, and `nonosat web` shows others" in done.stderr
    assert (nonosat.load(tmp_path / "p.pbm")[0].puzzle.width) == 25


#   id            image of a file                                       mode
FORMS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "text":       (str,                                                  "RGB"),
    "path":       (Path,                                                 "RGB"),
    "bytes":      (Path.read_bytes,                                      "RGB"),
    "bytearray":  (lambda path: bytearray(path.read_bytes()),            "RGB"),
    "file":       (lambda path: io.BytesIO(path.read_bytes()),           "RGB"),
    "image":      (Image.open,                                           "RGBA"),
    "palette":    (Image.open,                                           "P"),
    "array":      (lambda path: np.asarray(Image.open(path)),            "RGB"),
    "see-through array": (lambda path: np.asarray(Image.open(path)),     "RGBA"),
    "gray array": (lambda path: np.asarray(Image.open(path)),            "L"),
}  # fmt: skip


SIZES: dict[Any, list[str]] = {None: [], 12: ["--size", "12"], (9, 14): ["--size", "14x9"]}


@pytest.mark.parametrize(
    ("name", "size", "colors"),
    [(name, *how) for name, how in diagonal(product(FORMS, product(SIZES, [1, 3])), 2)],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_digitize_makes_the_puzzle_of_the_command(
    name: str, size: Any, colors: int, tmp_path: Path
) -> None:
    form, mode = FORMS[name]
    image = Image.new("RGBA", (150, 100), (255, 255, 255, 0))
    ImageDraw.Draw(image).ellipse((20, 5, 110, 95), (200, 30, 40))
    ImageDraw.Draw(image).rectangle((60, 40, 149, 60), (20, 30, 200))
    opaque = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    (image if mode == "RGBA" else opaque.convert(mode)).save(tmp_path / "photo.png")
    args = ["photo.png", *SIZES[size], "--colors", colors, "-o", "made.json", "--limit", "0"]
    done = run("image", *args, cwd=tmp_path)
    assert done.returncode == 30, done.stderr  # saved without a verdict
    (wanted,) = nonosat.load(tmp_path / "made.json")
    made = nonosat.digitize(form(tmp_path / "photo.png"), size, colors=colors)
    assert (made.puzzle, made.goals) == (wanted.puzzle, wanted.goals)
    assert any(made.goals[0].cells)


#   id            arguments                              error                message
REFUSED: dict[str, tuple[tuple[Any, ...], type[Exception], str]] = {
    "number":     ((5,),                                  nonosat.UsageError,  "expected a path, bytes, an open file, a Pillow image or an array of pixels, got int"),
    "no picture": ((b"P",),                               nonosat.ParseError,  "<bytes>: cannot read this kind of picture"),
    "no file":    (("no.png",),                           nonosat.InputError,  "no.png: No such file or directory"),
    "text file":  ((io.StringIO("#"),),                   nonosat.UsageError,  "<file>: open pictures in binary mode"),
    "int array":  ((np.zeros((5, 5), int),),              nonosat.UsageError,  "expected an array of pixels as uint8 or floats: "),
    "four axes":  ((np.zeros((5, 5, 3, 3)),),             nonosat.UsageError,  "expected an array of pixels as uint8 or floats: "),
    "no axes":    ((np.uint8(5),),                        nonosat.UsageError,  "expected an array of pixels as uint8 or floats: "),
    "empty":      ((np.zeros((0, 5), np.uint8),),         nonosat.ParseError,  "<image>: the picture has no pixels"),
    "long":       ((Image.new("1", (30_001, 1)),),        nonosat.ParseError,  "<image>: a picture of 30001x1 pixels is too large: at most 64 million"),
    "size":       ((Image.new("1", (9, 9)), "9x9"),       nonosat.UsageError,  "size must be an integer of at least 1, got '9x9'"),
    "one side":   ((Image.new("1", (9, 9)), (9,)),        nonosat.UsageError,  "size must be the longer side or (height, width), got (9,)"),
    "half cells": ((Image.new("1", (9, 9)), (4.5, 9)),    nonosat.UsageError,  "size must be an integer of at least 1, got 4.5"),
    "huge":       ((Image.new("1", (9, 9)), 10**9),       nonosat.NonosatError, ""),
}  # fmt: skip


@pytest.mark.parametrize(("args", "kind", "message"), REFUSED.values(), ids=REFUSED)
def test_digitize_refuses_in_words(
    args: tuple[Any, ...], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        nonosat.digitize(*args)
    assert str(caught.value).startswith(message)
