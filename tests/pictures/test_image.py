"""Pictures in: every kind of picture file, and digitizing."""

import io
import random
import struct
import zlib
from operator import ne
from pathlib import Path

import pytest

import nonosat
from nonosat.errors import NonosatError, ParseError, PuzzleError, TooLarge, Unsupported, UsageError

pytest.importorskip("PIL")
from PIL import Image, ImageDraw  # skipped above where it is absent

from nonosat.model.color_words import color_words
from nonosat.pictures import pixels
from nonosat.pictures.digitize import cells_across, otsu, size_with_side, to_cells
from nonosat.pictures.pixels import MAX_PIXELS, Photo, Raster, read_cells

BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def file_of(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def drawn(
    rows: list[str], scale: int = 1, look: dict[str, tuple[int, int, int]] | None = None
) -> Image.Image:
    colors = look or {".": WHITE, "#": BLACK}
    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([colors[char] for row in rows for char in row])
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


def photo(image: Image.Image) -> Photo:
    return Photo(file_of(image), "x")


def rows_of(made: object) -> list[str]:
    return made.grid.drawn(made.palette.chars)  # type: ignore[attr-defined, no-any-return]  # a Digitized


def snapshot(width: int = 240, height: int = 180, noise: float = 6.0) -> Image.Image:
    """Something like a photo: a duck on a plain ground, blurred, noisy, lit from one side."""
    image = Image.new("RGB", (width, height), (228, 222, 205))
    draw = ImageDraw.Draw(image)
    draw.ellipse((80, 70, 170, 130), fill=(60, 60, 60))
    draw.ellipse((140, 40, 180, 80), fill=(60, 60, 60))
    draw.rectangle((60, 128, 200, 140), fill=(40, 90, 190))
    chance = random.Random(5)
    data = image.load()
    assert data is not None
    for y in range(height):
        for x in range(width):
            add = chance.gauss(0, noise) + (x - width / 2) / 12
            data[x, y] = tuple(max(0, min(255, int(c + add))) for c in data[x, y])  # type: ignore[misc, union-attr]  # RGB
    return image


DUCK = ["..##.", "#.###", "####.", ".##.."]
INK_DUCK = [".rr..", "rrbb.", ".bbbr", "...b."]


# Every kind of file


def gray16(values: list[int]) -> bytes:
    """A PNG of one row in 16-bit gray, written by hand."""
    raw = b"\0" + b"".join(struct.pack(">H", value) for value in values)
    return png_of(len(values), 1, 16, 0, zlib.compress(raw))


def png_of(width: int, height: int, depth: int, kind: int, data: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        check = zlib.crc32(name + body)
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_modes_and_kinds_show_the_same_picture() -> None:
    image = drawn(DUCK, 4)
    expected = photo(image).raster()
    files = {
        "palette": file_of(image.quantize(2)),
        "gray": file_of(image.convert("L")),
        "bits": file_of(image.convert("1")),
        "gray alpha": file_of(image.convert("LA")),
        "rgba": file_of(image.convert("RGBA")),
        "bmp": file_of(image, "BMP"),
        "gif": file_of(image, "GIF"),
        "tiff": file_of(image, "TIFF", compression="tiff_deflate"),
        "cmyk": file_of(image.convert("CMYK"), "TIFF"),
        "float": file_of(image.convert("L").convert("F"), "TIFF"),
        "int": file_of(image.convert("L").point(lambda v: v * 257, "I"), "TIFF"),
        "tga": file_of(image, "TGA"),
        "ppm": file_of(image, "PPM"),
        "webp": file_of(image, "WEBP", lossless=True),
    }
    for name, data in files.items():
        assert Photo(data, name).raster() == expected, name


def test_16_bit_gray_is_scaled_and_of_an_animation_the_first_frame_counts() -> None:
    assert Photo(gray16([0, 65535, 32768, 256]), "x").raster().rgb[::3] == bytes([0, 255, 127, 0])
    first, second = drawn(DUCK, 4), drawn(DUCK[::-1], 4)
    data = file_of(first, "GIF", save_all=True, append_images=[second])
    assert Photo(data, "x").raster() == photo(first).raster() != photo(second).raster()


def test_transparency_is_white_paper() -> None:
    image = Image.new("RGBA", (3, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (0, 0, 0, 255))
    image.putpixel((2, 0), (0, 0, 0, 127))
    assert [look[0] for look in photo(image).raster().looks()] == [255, 0, 128]
    keyed = Image.new("P", (2, 1))
    keyed.putpalette([10, 20, 30, 200, 0, 0])
    keyed.putpixel((1, 0), 1)
    looks = Photo(file_of(keyed, transparency=0), "x").raster().looks()
    assert looks == [b"\xff\xff\xff", b"\xc8\0\0"]


def test_photos_are_turned_upright() -> None:
    upright = drawn(DUCK)
    for orientation, turned in enumerate(
        ["", "FLIP_LEFT_RIGHT", "ROTATE_180", "FLIP_TOP_BOTTOM", "TRANSPOSE", "ROTATE_90",
         "TRANSVERSE", "ROTATE_270"], 1
    ):  # fmt: skip
        stored = upright.transpose(Image.Transpose[turned]) if turned else upright
        exif = Image.Exif()
        exif[0x112] = orientation
        assert Photo(file_of(stored, exif=exif), "x").raster() == photo(upright).raster()


GOOD = file_of(snapshot(60, 40))
BAD: dict[str, tuple[bytes, type[NonosatError], str]] = {
    "empty": (b"", Unsupported, "cannot read this kind"),
    "text": (b"hello\n", Unsupported, "cannot read this kind"),
    "header only": (GOOD[:8], Unsupported, "cannot read this kind"),
    "cut header": (GOOD[:20], ParseError, "picture"),
    "cut": (GOOD[: len(GOOD) // 2], ParseError, "a broken picture"),
    "cut jpeg": (file_of(snapshot(60, 40), "JPEG")[:900], ParseError, "a broken picture"),
    "cut gif": (file_of(snapshot(60, 40), "GIF")[:900], ParseError, "a broken picture"),
    "bit flips": (GOOD[:60] + bytes(b ^ 255 for b in GOOD[60:90]) + GOOD[90:], ParseError, "a broken"),
    "no pixels": (png_of(0, 5, 8, 0, b""), ParseError, "picture"),
    "bomb": (png_of(40_000, 40_000, 8, 2, zlib.compress(bytes(1000))), TooLarge, "too large: at most 64 million"),
    "between the limits": (png_of(9_000, 9_000, 8, 2, zlib.compress(bytes(1000))), TooLarge, "of 9000x9000 pixels is too large"),
    "long": (png_of(60_000, 1, 1, 0, zlib.compress(bytes(1000))), TooLarge, "of 60000x1 pixels is too large"),
    "postscript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", Unsupported, "cannot read this kind"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Unsupported, "cannot read this kind"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_pictures_are_clear_errors(name: str) -> None:
    data, kind, message = BAD[name]
    with pytest.raises(kind, match=message) as caught:
        Photo(data, "p.png")
    assert str(caught.value).startswith("p.png: ")


def test_bombs_are_refused_before_anything_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("it was decoded"))
    for name in ("bomb", "between the limits", "long"):
        with pytest.raises(TooLarge):
            Photo(BAD[name][0], "x")
    assert MAX_PIXELS < 9_000 * 9_000


def test_an_error_without_words_is_a_broken_picture() -> None:
    without_palette = png_of(2, 1, 8, 3, zlib.compress(bytes(3)))
    with pytest.raises(ParseError, match=r"x: a broken picture\Z"):
        read_cells(without_palette, "x", 100)


def test_mutated_files_never_do_worse_than_an_error() -> None:
    chance = random.Random(1)
    image = drawn(DUCK, 3)
    files = [file_of(image, kind) for kind in ("PNG", "GIF", "BMP", "TIFF", "JPEG", "WEBP", "TGA")]
    for _ in range(300):
        data = bytearray(chance.choice(files))
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            made = Photo(bytes(data[: chance.randint(1, 2 * len(data))]), "x")
        except NonosatError:
            continue
        assert made.size[0] * made.size[1] <= MAX_PIXELS


# Digitizing


@pytest.mark.parametrize("scale", [1, 7])
def test_a_drawing_comes_out_as_it_is(scale: int) -> None:
    negative = [row.translate({35: ".", 46: "#"}) for row in DUCK]
    for invert, rows in ((False, DUCK), (True, negative)):
        image = photo(drawn(DUCK, scale))
        made = to_cells(image, (4, 5), invert=invert)
        assert rows_of(made) == rows


def brute_otsu(values: bytes) -> float:
    """The variance between the classes below and from each level on, by the definition."""

    def between(level: int) -> float:
        low = [value for value in values if value < level]
        high = [value for value in values if value >= level]
        if not low or not high:
            return -1.0
        return len(low) * len(high) * (sum(low) / len(low) - sum(high) / len(high)) ** 2

    return max(map(between, range(257)))


@pytest.mark.parametrize("seed", range(5))
def test_otsu_separates_best(seed: int) -> None:
    chance = random.Random(seed)
    middle = chance.choice([60, 120, 200])
    levels = [chance.gauss(chance.choice([middle, middle / 3]), 20) for _ in range(99)]
    values = bytes(max(0, min(255, int(level))) for level in levels)
    found = otsu(values)
    low = [value for value in values if value < found]
    high = [value for value in values if value > found]
    assert len(low) + len(high) == len(values)
    variance = len(low) * len(high) * (sum(low) / len(low) - sum(high) / len(high)) ** 2
    assert variance == pytest.approx(brute_otsu(values))
    assert otsu(bytes(5)) == otsu(b"\xff") == 127.5


def test_an_even_picture_is_blank() -> None:
    red = photo(Image.new("RGB", (9, 9), "red"))
    assert not any(to_cells(red, (3, 3), colors=5).grid.cells)


def test_thresholds() -> None:
    ramp = Image.new("L", (60, 60))
    at = [(x, y) for y in range(60) for x in range(60)]
    ramp.putdata([90 + 2 * x - (60 if (x // 12 + y // 12) % 2 else 0) for x, y in at])
    assert all(to_cells(photo(ramp), (5, 5), threshold=255).grid.cells)
    assert not any(to_cells(photo(ramp), (5, 5), threshold=0).grid.cells)


def test_a_picture_is_not_made_one_of_gigabytes() -> None:
    image = Image.new("RGB", (200, 100), WHITE)
    ImageDraw.Draw(image).rectangle((20, 20, 179, 79), fill=BLACK)
    with pytest.raises(UsageError, match=r"200x2000000 pixels in .* at most 64 million; do not"):
        to_cells(photo(image), (10_000, 1), fit=True)


def test_the_middle_is_taken() -> None:
    chance = random.Random(2)
    image = Image.frombytes("RGB", (90, 30), chance.randbytes(90 * 30 * 3))
    assert to_cells(photo(image), (5, 5)).box == (30, 0, 60, 30)


def test_colors_are_found_and_named() -> None:
    look = {".": (250, 250, 250), "r": (200, 10, 20), "b": (20, 60, 200)}
    made = to_cells(photo(drawn(INK_DUCK, 6, look)), (4, 5), colors=4)
    assert rows_of(made) == INK_DUCK
    assert [color.name for color in made.palette.colors] == ["background", "blue", "red"]
    assert made.palette.colors[0].rgb == "#ffffff"
    assert bytes.fromhex(made.palette.colors[2].rgb[1:]) == bytes(look["r"])


def test_small_areas_of_a_color_survive_noise() -> None:
    image = snapshot()
    ImageDraw.Draw(image).rectangle((150, 50, 160, 60), fill=(250, 30, 30))
    made = to_cells(photo(image), (18, 24), colors=3)
    names = {color.name for color in made.palette.colors[1:]}
    assert names in ({"black", "blue", "red"}, {"dark gray", "blue", "red"})


def test_a_dark_ground_can_be_the_background() -> None:
    look = {".": (10, 10, 40), "r": (200, 10, 20), "b": (240, 200, 20)}
    rows = ["......", ".rr.b.", ".r....", "......"]
    made = to_cells(photo(drawn(rows, 5, look)), (4, 6), colors=2)
    assert rows_of(made) == ["......", ".rr.y.", ".r....", "......"]
    assert made.palette.colors[0].rgb == "#0a0a28"


def test_options_and_sizes_that_make_no_sense() -> None:
    for options, message in (
        ({"colors": 0}, "expected 1 to 32 colors, got 0"),
        ({"colors": 33}, "got 33"),
        ({"colors": 2, "invert": True}, "need one ink"),
        ({"colors": 2, "threshold": 9.0}, "need one ink"),
        ({"threshold": 256.0}, "from 0 to 255"),
        ({"threshold": float("nan")}, "from 0 to 255"),
    ):
        with pytest.raises(UsageError, match=message):
            to_cells(photo(drawn(DUCK)), (4, 5), **options)  # type: ignore[arg-type]
    for size in ((0, 5), (20_000, 1), (1001, 1000)):
        with pytest.raises((UsageError, PuzzleError)):
            to_cells(photo(drawn(DUCK)), size)


# Pixel art


def sprite(height: int, width: int, inks: int, seed: int) -> tuple[Image.Image, bytes]:
    """A random picture with a blank border, one pixel a cell, and its cells."""
    rng = random.Random(seed)
    looks = [
        (255, 255, 255),
        *((at * 7 % 200, at * 13 % 200, 10 + at) for at in range(1, inks + 1)),
    ]
    cells = [
        0 if row in (0, height - 1) or col in (0, width - 1) else rng.randrange(inks + 1)
        for row in range(height)
        for col in range(width)
    ]
    image = Image.new("RGB", (width, height))
    image.putdata([looks[cell] for cell in cells])
    return image, bytes(cells)


@pytest.mark.parametrize("scale", [1, 2, 3, 7, 10, 12])
def test_a_sprite_is_taken_cell_for_cell_however_large_it_was_blown_up(scale: int) -> None:
    for seed, (height, width, inks) in enumerate([(16, 16, 3), (9, 23, 1), (40, 31, 12)]):
        image, cells = sprite(height, width, inks, seed)
        large = photo(image.resize((width * scale, height * scale), Image.Resampling.NEAREST))
        assert large.cells is not None
        assert large.cells.size == (width, height)
        size = cells_across(str(max(height, width)), large, "--size")
        assert size == (height, width)
        found = to_cells(large, size, colors=inks if inks > 1 else 2)
        assert found.times == 1
        # The inks are numbered by how often they occur.
        same = dict(zip(cells, found.grid.cells, strict=True))
        assert len(set(same.values())) == len(same)
        assert bytes(map(same.__getitem__, cells)) == found.grid.cells
        rgb = [found.palette.colors[color].rgb for color in found.grid.cells]
        flat = image.tobytes()
        assert rgb == [f"#{flat[at : at + 3].hex()}" for at in range(0, len(flat), 3)]


def test_a_sprite_with_more_inks_than_wanted_keeps_its_cells() -> None:
    image, _ = sprite(16, 16, 6, 1)
    found = to_cells(photo(image), (16, 16), colors=3)
    assert found.times == 1
    assert len(found.palette.inks) == 3
    assert to_cells(photo(image), (16, 16)).times == 1  # in black and white, too


@pytest.mark.parametrize("way", [0, 1, 2, 3])  # of Pillow: nearest, Lanczos, bilinear, bicubic
@pytest.mark.parametrize("times", [6.4, 8, 12.5])
def test_an_enlarged_drawing_is_taken_cell_for_cell(way: Image.Resampling, times: float) -> None:
    ring = Image.new("L", (21 * 8, 30 * 8), 255)
    ImageDraw.Draw(ring).ellipse((30, 20, 140, 190), outline=0, width=25)
    for image in (sprite(30, 21, 1, 4)[0], ring.resize((21, 30), Image.Resampling.BOX)):
        large = photo(image.resize((round(21 * times), round(30 * times)), way))
        assert large.cells is not None
        assert large.cells.size == (21, 30)
        taken, drawn = (to_cells(one, (30, 21)).grid.cells for one in (large, photo(image)))
        assert sum(map(ne, taken, drawn)) <= 2  # gray ones at the threshold go either way


@pytest.mark.parametrize(("cells", "side"), [(6, 5), (12, 5), (20, 111)])
def test_a_small_or_large_jpeg_of_a_drawing_is_taken_cell_for_cell(cells: int, side: int) -> None:
    image, drawn = sprite(cells, cells, 1, 5)
    large = image.resize((cells * side, cells * side), Image.Resampling.NEAREST)
    jpeg = Photo(file_of(large, "JPEG", quality=90), "x")
    size = size_with_side(None, jpeg)
    assert size == (cells, cells)
    assert to_cells(jpeg, size).grid.cells == drawn


def test_photos_and_parts_of_sprites_are_no_pixel_art() -> None:
    rng = random.Random(0)
    noisy = Image.frombytes("RGB", (60, 60), rng.randbytes(60 * 60 * 3))
    smooth = Image.radial_gradient("L")
    large = sprite(100, 80, 3, 3)[0]  # a pixel a cell, and too large to be sure of it
    for image in (noisy, smooth, large):
        assert photo(image).cells is None
    art = photo(sprite(16, 16, 3, 2)[0].resize((160, 160), Image.Resampling.NEAREST))
    for height, width in ((15, 16), (12, 12)):
        assert to_cells(art, (height, width)).times is None


@pytest.mark.parametrize("scale", [1, 10])
@pytest.mark.parametrize(("size", "times"), [((32, 32), 2), ((48, 48), 3)])
def test_a_sprite_is_enlarged_by_whole_numbers(
    scale: int, size: tuple[int, int], times: int
) -> None:
    image, cells = sprite(16, 16, 3, 2)
    large = photo(image.resize((16 * scale, 16 * scale), Image.Resampling.NEAREST))
    assert cells_across(str(size[0]), large, "--size") == size
    small = to_cells(large, (16, 16), colors=3)
    found = to_cells(large, size, colors=3)
    assert found.times == times
    for row in range(size[0]):
        for col in range(size[1]):
            assert found.grid[row, col] == small.grid[row // times, col // times]
    assert sum(map(bool, cells)) == sum(map(bool, small.grid.cells))


def test_a_sprite_gets_a_margin_with_fit() -> None:
    image, _ = sprite(16, 16, 3, 2)
    small = to_cells(photo(image), (16, 16), colors=3)
    found = to_cells(photo(image), (20, 19), fit=True, colors=3)
    assert found.times == 1
    assert [list(row)[2:18] for row in list(found.grid)[2:18]] == [list(row) for row in small.grid]
    assert sum(map(bool, found.grid.cells)) == sum(map(bool, small.grid.cells))


def test_nothing_is_distorted() -> None:
    """A disk stays round in a grid of other proportions, cut or padded."""
    image = Image.new("RGB", (120, 80), WHITE)
    ImageDraw.Draw(image).ellipse((40, 20, 79, 59), fill=BLACK)
    for fit in (False, True):
        found = to_cells(photo(image), (24, 24), fit=fit)
        rows = [sum(map(bool, row)) for row in found.grid]
        cols = [sum(map(bool, col)) for col in zip(*found.grid, strict=True)]
        assert max(rows) == max(cols)
        assert sum(map(bool, rows)) == sum(map(bool, cols))


#    rgb      the word
WORDS = [
    ("3e632e", "green"), ("1f2a44", "navy"), ("6b8e23", "olive"), ("2e8b57", "green"),
    ("b22222", "red"), ("ffc0cb", "pink"), ("8b4513", "brown"), ("a0522d", "brown"),
    ("87ceeb", "light blue"), ("1e90ff", "blue"), ("232323", "black"), ("777777", "gray"),
    ("c8c8c8", "light gray"), ("f5deb3", "beige"), ("ffd700", "yellow"), ("800080", "purple"),
    ("d2691e", "orange"), ("400000", "dark red"), ("3b1f0b", "dark brown"), ("006400", "dark green"),
]  # fmt: skip


@pytest.mark.parametrize(("rgb", "word"), WORDS)
def test_colors_are_called_what_people_call_them(rgb: str, word: str) -> None:
    assert color_words(bytes.fromhex(rgb))[0] == word


# Pictures of one pixel per cell


def test_a_background_of_any_color_is_kept(tmp_path: Path) -> None:
    text = "P3\n# background #003366\n3 1 255\n0 51 102 208 0 0 255 255 255\n"
    (tmp_path / "p.ppm").write_text(text)
    (before,) = nonosat.load(tmp_path / "p.ppm")
    nonosat.dump([before], tmp_path / "p.png")
    (after,) = nonosat.load(tmp_path / "p.png")
    assert (after.puzzle, after.goals) == (before.puzzle, before.goals)
    assert after.puzzle.palette.colors[0].rgb == "#003366"


REFUSED = {
    "jpeg": (file_of(drawn(DUCK, 9), "JPEG"), "this is a JPEG image, which blurs cells"),
    "photo": (file_of(snapshot()), "a picture of "),
    "large": (file_of(Image.new("1", (1001, 2))), "1001x2 pixels are too many for one pixel per cell"),
    "veil": (file_of(Image.new("RGBA", (2, 2), (0, 0, 0, 99))), "half-transparent pixels"),
    "no white": (file_of(drawn(["abc"], 1, {"a": (9, 0, 0), "b": (0, 9, 0), "c": (0, 0, 9)})), "none of the 3 colors is white: make the background transparent\\Z"),
}  # fmt: skip


def test_pictures_that_are_not_of_cells_are_refused(tmp_path: Path) -> None:
    for data, message in REFUSED.values():
        (tmp_path / "p.png").write_bytes(data)
        with pytest.raises(ParseError, match=message):
            nonosat.load(tmp_path / "p.png")


def test_pixels_survive_a_png(tmp_path: Path) -> None:
    chance = random.Random(7)
    for count in (2, 256, 3000):
        looks = [chance.randbytes(3) for _ in range(count)]
        raster = Raster(60, 50, b"".join(chance.choice(looks) for _ in range(3000)))
        assert read_cells(pixels.png_of(raster, {"a": "b"}), "x", 100).raster == raster
