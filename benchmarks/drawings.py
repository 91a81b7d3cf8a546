"""200 pictures of ten kinds as PNG files, and what `nonosat check` says of each.

python benchmarks/drawings.py FOLDER > drawings.md     # writes the pictures into FOLDER, too
"""

from __future__ import annotations

import json
import math
import random
import statistics
import subprocess
import sys
from pathlib import Path

from outlines import DRAWINGS, outline
from PIL import Image

import nonosat

EACH, LIMIT = 20, 10
Drawn = Image.Image


def family(name: str, side: int, number: int) -> Drawn:
    """A picture of `nonosat generate`, in black and white or in the colors of its palette."""
    sheet = nonosat.generate(name, size=side, seed=number)
    image = Image.new("RGB", (side, side))
    colors = [tuple(bytes.fromhex(color.rgb.lstrip("#"))) for color in sheet.puzzle.palette.colors]
    image.putdata([colors[cell] for cell in sheet.goals[0].cells])
    return image


def drawing(number: int) -> Drawn:
    """Lines one cell thick, 30 to 50 cells a side."""
    grid = outline([*DRAWINGS][number % len(DRAWINGS)], 30 + 10 * (number // len(DRAWINGS)))
    return picture([[*row] for row in grid])


def photo(number: int) -> Drawn:
    """Waves over each other in shades of gray, then dithered as Floyd and Steinberg do."""
    r, side = random.Random(f"photo {number}"), 150
    waves = [(r.uniform(-9, 9), r.uniform(-9, 9), r.uniform(0, 7)) for _ in range(5)]
    gray = Image.new("L", (side, side))
    gray.putdata([
        int(128 + 25 * sum(math.sin((x * a + y * b) / side + c) for a, b, c in waves))
        for y in range(side)
        for x in range(side)
    ])  # fmt: skip
    return gray.convert("1")


def fractal(number: int) -> Drawn:
    """The points of a Julia set, by the side of the Mandelbrot set's heart, that stay near."""
    r, side = random.Random(f"fractal {number}"), 200
    turn = r.uniform(0, 2 * math.pi)
    heart = complex(math.cos(turn), math.sin(turn)) / 2
    start, rows = (heart - heart * heart) * r.uniform(0.9, 1.05), []
    for y in range(side):
        rows.append([])
        for x in range(side):
            z, steps = complex(x - side / 2, y - side / 2) * 3.2 / side, 0
            while abs(z) < 2 and steps < 40:
                z, steps = z * z + start, steps + 1
            rows[-1].append(steps == 40 or steps % 2)
    return picture(rows)


def maze(number: int) -> Drawn:
    """Walls of a maze with one way between any two places."""
    r, side = random.Random(f"maze {number}"), 81
    walls, road = [[1] * side for _ in range(side)], [(1, 1)]
    walls[1][1] = 0
    while road:
        x, y = road[-1]
        ways = [(x + a, y + b) for a, b in ((2, 0), (-2, 0), (0, 2), (0, -2))]
        ways = [(u, v) for u, v in ways if 0 < u < side and 0 < v < side and walls[v][u]]
        if not ways:
            road.pop()
            continue
        u, v = r.choice(ways)
        walls[v][u] = walls[(y + v) // 2][(x + u) // 2] = 0
        road.append((u, v))
    return picture(walls)


def life(number: int) -> Drawn:
    """Conway's game of life after 60 generations."""
    r, side = random.Random(f"life {number}"), 100
    alive = {(x, y) for x in range(side) for y in range(side) if r.random() < 0.35}
    for _ in range(60):
        near: dict[tuple[int, int], int] = {}
        for x, y in alive:
            for u, v in ((u, v) for u in (x - 1, x, x + 1) for v in (y - 1, y, y + 1)):
                near[u % side, v % side] = near.get((u % side, v % side), 0) + 1
        alive = {
            cell for cell, count in near.items() if count == 3 or (count == 4 and cell in alive)
        }
    return picture([[(x, y) in alive for x in range(side)] for y in range(side)])


def picture(rows: list[list[object]]) -> Drawn:
    """Make a black-and-white picture, a pixel for each cell."""
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([255 * (not cell) for row in rows for cell in row])
    return image


KINDS = {
    "outlines, 30x30 to 50x50": drawing,
    "symmetric, 40x40": lambda number: family("symmetric", 40, number),
    "patches of four colors, 60x60": lambda number: family("patches", 60, number),
    "maze, 81x81": maze,
    "text, 100x100": lambda number: family("text", 100, number),
    "life, 100x100": life,
    "photo, dithered, 150x150": photo,
    "smooth, 150x150": lambda number: family("smooth", 150, number),
    "fractal, 200x200": fractal,
    "shapes, 300x300": lambda number: family("shapes", 300, number),
}


def main(folder: Path) -> None:
    """Write the pictures and check them."""
    print("| pictures | number | unique | multiple | unknown | median s | longest s |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for kind, draw in KINDS.items():
        files = [folder / f"{kind.split(',')[0].split()[0]}-{n + 1}.png" for n in range(EACH)]
        for number, file in enumerate(files):
            draw(number).save(file)
        command = [
            sys.executable,
            "-m",
            "nonosat",
            "check",
            *files,
            "--limit",
            str(LIMIT),
            "--json",
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(rows) == EACH, done
        counts = [
            sum(row["verdict"] == verdict for row in rows)
            for verdict in ("unique", "multiple", "unknown")
        ]
        times = [row["seconds"] for row in rows]
        said = (EACH, *counts, f"{statistics.median(times):.3f}", f"{max(times):.2f}")
        print(f"| {kind} | {' | '.join(map(str, said))} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
