"""Draws photos of whole pages: puzzles with a logo, captions, a neighbor, black edges or gray clues."""

import random

import numpy as np
from drawn_puzzles import FONTS, Clues, Look, clues_of, draw, font, picture_of, shown
from PIL import Image, ImageDraw

from nonosat import Grid

KINDS = ("logo", "caption", "two", "black edges", "gray", "all")
_SIZES = ((8, 8), (10, 10), (12, 10), (15, 15), (5, 5), (10, 14))


def page(seed: int) -> tuple[Image.Image, list[Clues]]:
    """A photo of a page by phone, and the clues of each puzzle on it."""
    by = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    look = Look(
        cell=by.choice((30, 36, 44)),
        font=by.choice(FONTS),
        digit=by.uniform(0.5, 0.65),
        tight=by.uniform(0.5, 0.8),
        boxed=by.choice(("", "", "full")),
        ruled=by.random() < 0.4,
        done=0.3 if kind in ("gray", "all") else 0.0,
        filled=1.0 if kind == "black edges" else 0.0,
        solid=True,
    )
    count = 2 if kind in ("two", "all") else 1
    grids = [_grid(by, kind == "black edges") for _ in range(count)]
    drawn = [draw(grid, look, seed + at)[0] for at, grid in enumerate(grids)]
    head = 10
    if kind in ("logo", "all"):
        logo = _logo(by, 34)
        head += logo.height + 20
    beside = by.random() < 0.5
    wide = sum(one.width for one in drawn) if beside else max(one.width for one in drawn)
    high = max(one.height for one in drawn) if beside else sum(one.height for one in drawn)
    sheet = Image.new("RGB", (max(wide + 40, 820), head + high + 60), "white")
    pen = ImageDraw.Draw(sheet)
    if kind in ("logo", "all"):
        sheet.paste(logo, (by.randint(20, 100), 10))
    x, y = 20, head
    for number, one in enumerate(drawn):
        sheet.paste(one, (x, y))
        if kind in ("caption", "two", "all"):
            words = f"{number + 7}. {by.choice(('THE OLD MILL', 'easy, 2 stars', 'Who is it?'))}"
            pen.text((x + one.width // 3, y + 4), words, "black", font(FONTS[1], look.cell // 2))
        x, y = (x + one.width, y) if beside else (x, y + one.height)
    pen.text((20, sheet.height - 40), "page 12  -  answers on page 60", "black", font(FONTS[1], 18))
    desk = Image.new("RGB", (sheet.width + 160, sheet.height + 160), (96, 74, 58))
    desk.paste(sheet, (80, 80))
    seen = Look(
        cell=look.cell,
        tilt=0.035,
        curl=by.choice((0.0, 0.3)),
        blur=by.uniform(0.5, 0.9),
        noise=by.uniform(2, 5),
        shade=by.uniform(0.1, 0.4),
        quality=by.choice((70, 80, 90)),
    )
    return shown(desk, seen, seed), [clues_of(grid) for grid in grids]


def _grid(by: random.Random, black: bool) -> Grid:
    height, width = by.choice(_SIZES)
    cells = np.array([*picture_of(height, width, by.randrange(1000)).cells], np.uint8)
    cells = cells.reshape(height, width)
    if black:
        edge = by.choice((cells[0], cells[-1], cells[:, 0], cells[:, -1]))
        edge[:] = 1
    return Grid(height, width, cells.tobytes())


def _logo(by: random.Random, across: int) -> Image.Image:
    """A table with more crossings than the puzzles have, some of its cells black."""
    step = 20
    logo = Image.new("RGB", (across * step + 1, 7 * step + 1), "white")
    pen = ImageDraw.Draw(logo)
    for row in range(7):
        for col in range(across):
            box = (col * step, row * step, col * step + step, row * step + step)
            pen.rectangle(box, "black" if by.random() < 0.3 else None, "black")
    return logo
