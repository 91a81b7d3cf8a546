"""Pixels without Pillow do what Pillow does."""

from __future__ import annotations

import random

import pytest

from nonosat.pictures.digitize import to_cells
from nonosat.pictures.pixels import Photo, Raster
from nonosat.pictures.plain import PlainPhoto

PIL = pytest.importorskip("PIL.Image", reason="Pillow is not installed")


def photo_of(raster: Raster) -> Photo:
    return Photo.of(PIL.frombytes("RGB", (raster.width, raster.height), raster.rgb))


def noise(width: int, height: int, seed: int) -> Raster:
    return Raster(width, height, random.Random(seed).randbytes(3 * width * height))


def drawing(seed: int) -> Raster:
    """A disc and a box on paper, with soft shades."""
    rng = random.Random(seed)
    side = 120
    x, y, r = rng.randint(30, 80), rng.randint(30, 80), rng.randint(15, 28)
    rgb = bytearray()
    for row in range(side):
        for col in range(side):
            inside = (row - y) ** 2 + (col - x) ** 2 < r * r
            box = 10 < row < 25 and 20 < col < 100
            color = (200, 40, 30) if inside else (20, 60, 160) if box else (235, 230, 225)
            rgb += bytes(max(0, value - (row + col) // 12) for value in color)
    return Raster(side, side, bytes(rgb))


@pytest.mark.parametrize("seed", range(5))
def test_the_same_pixels(seed: int) -> None:
    rng = random.Random(seed)
    raster = noise(rng.randint(1, 40), rng.randint(1, 40), seed)
    pillow, plain = photo_of(raster), PlainPhoto(raster)
    assert plain.size == pillow.size
    assert plain.gray() == pillow.gray()
    assert plain.looks(10_000) == pillow.looks(10_000)
    assert plain.looks(1) == pillow.looks(1)
    box = (rng.randint(-9, 5), rng.randint(-9, 5), rng.randint(10, 50), rng.randint(10, 50))
    assert plain.crop(box, b"abc").raster() == pillow.crop(box, b"abc").raster()


@pytest.mark.parametrize("seed", range(5))
def test_a_smaller_picture_has_the_same_means(seed: int) -> None:
    raster = drawing(seed)
    for width, height in ((30, 20), (17, 23), (120, 7)):
        plain = PlainPhoto(raster).resized(width, height).raster()
        pillow = photo_of(raster).resized(width, height).raster()
        # Pillow takes whole pixels where a part ends inside of one.
        near = sum(abs(a - b) <= 12 for a, b in zip(plain.rgb, pillow.rgb, strict=True))
        assert near >= 0.9 * len(plain.rgb)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("colors", [1, 2])
def test_photos_become_nearly_the_same_puzzles(seed: int, colors: int) -> None:
    raster = drawing(seed)
    plain = to_cells(PlainPhoto(raster), (20, 20), colors=colors)
    pillow = to_cells(photo_of(raster), (20, 20), colors=colors)
    same = sum(a == b for a, b in zip(plain.grid.cells, pillow.grid.cells, strict=True))
    assert same >= 0.95 * 400


def test_sprites_are_taken_cell_for_cell() -> None:
    rng = random.Random(5)
    inks = [bytes([255, 255, 255]), bytes([10, 20, 30]), bytes([200, 0, 0])]
    cells = [[rng.choice(inks) for _ in range(16)] for _ in range(16)]
    rgb = b"".join(pixel * 4 for row in cells for _ in range(4) for pixel in row)
    raster = Raster(64, 64, rgb)
    plain = to_cells(PlainPhoto(raster), (16, 16), colors=2)
    pillow = to_cells(photo_of(raster), (16, 16), colors=2)
    assert plain.times == 1
    assert plain.grid == pillow.grid
