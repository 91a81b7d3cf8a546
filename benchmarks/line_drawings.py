"""Line drawings and sheets of icons, 200 to 1000 a side, and what `nonosat check` says of each.

python benchmarks/line_drawings.py FOLDER [clues] > line_drawings.md

It writes its pictures into FOLDER and checks all PNG files there, so others can be added: each within 20
seconds, icons within 30. With `clues` the pictures only give the clues, and each has 30 seconds.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from math import atan2, cos, hypot, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw

import nonosat

LIMIT, LONGER = 20, 30
Ink = Callable[[float, float], bool]
"""Whether there is ink so far to the right of the middle of a picture, and so far below it."""


def hatching(width: float, angle: float) -> Ink:
    """Parallel lines."""
    return lambda x, y: (x * cos(angle) + y * sin(angle)) / width % 2 < 1


LINES: dict[str, tuple[int, Ink]] = {
    "rings200": (200, lambda x, y: hypot(x, y) // 5 % 2 == 0),
    "rings400": (400, lambda x, y: hypot(x, y) // 5 % 2 == 0),
    "rings400w10": (400, lambda x, y: hypot(x, y) // 10 % 2 == 0),
    "rings1000": (1000, lambda x, y: hypot(x, y) // 20 % 2 == 0),
    "ringsoff400": (400, lambda x, y: hypot(x - 52, y + 28) // 6 % 2 == 0),
    "spiral1000": (1000, lambda x, y: (hypot(x, y) / 12 - atan2(y, x) / (2 * pi)) % 2 < 1),
    "hatch200": (200, hatching(3, 0.6)),
    "hatch500": (500, hatching(5, 1.1)),
    "zone200": (200, lambda x, y: cos(pi * (x * x + y * y) / 400) > 0),
    "zone400": (400, lambda x, y: cos(pi * (x * x + y * y) / 1000) > 0),
    "waves300": (300, lambda x, y: (y + 15 * sin(x * 2 * pi / 75)) / 5 % 2 < 1),
}
"""Name -> side and ink."""


def lines(side: int, ink: Ink) -> Image.Image:
    """Draw a picture cell by cell."""
    middle = (side - 1) / 2
    image = Image.new("1", (side, side))
    image.putdata([not ink(x - middle, y - middle) for y in range(side) for x in range(side)])
    return image


def icons(side: int, seed: int) -> Image.Image:
    """Draw eight rows of eight icons each: discs, frames, triangles, cut discs and crosses."""
    r, image, cell = random.Random(seed), Image.new("1", (side, side), 1), side // 8
    draw = ImageDraw.Draw(image)
    for top in range(0, 8 * cell, cell):
        for left in range(0, 8 * cell, cell):
            x, y, right, bottom = box = left + 1, top + 1, left + cell - 2, top + cell - 2
            kind = r.randrange(5)
            if kind == 0:
                draw.ellipse(box, fill=0)
            elif kind == 1:
                draw.rectangle(box, outline=0, width=cell // 6)
            elif kind == 2:
                draw.polygon([(left + cell // 2, y), (x, bottom), (right, bottom)], fill=0)
            elif kind == 3:
                draw.pieslice(box, 20, 300, fill=0)
            else:
                draw.line((x, y, right, bottom), fill=0, width=2)
                draw.line((x, bottom, right, y), fill=0, width=2)
    return image


def main(folder: Path, clues: bool) -> None:
    """Write the pictures and check all that are in the folder."""
    for name, (side, ink) in LINES.items():
        lines(side, ink).save(folder / f"{name}.png")
    for seed in range(5):
        icons(200, seed).save(folder / f"icons200-{seed}.png")
    print(
        "| picture | cells | verdict | engine | seconds | CPU seconds |\n|---|---|---|---|--:|--:|"
    )
    for file in sorted(folder.glob("*.png")):
        limit = LONGER if clues or "icons200" in file.name else LIMIT
        asked = file
        if clues:
            asked = file.with_suffix(".non")
            nonosat.dump([nonosat.Sheet(nonosat.load(file)[0].puzzle)], asked)
        command = [sys.executable, "-m", "nonosat", "check", asked, "--limit", str(limit), "--json"]
        begun, spent = time.monotonic(), os.times()
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        row, now = json.loads(done.stdout.splitlines()[0]), os.times()
        cpu = sum(now[2:4]) - sum(spent[2:4])
        said = f"{row['width']}x{row['height']} | {row['verdict']} | {row['engine']}"
        seconds = time.monotonic() - begun
        print(f"| {file.stem} | {said} | {seconds:.1f} | {cpu:.1f} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), "clues" in sys.argv)
