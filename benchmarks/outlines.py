"""Outline drawings of 20x20 and 25x25, and what `nonosat repair` proposes for each.

python benchmarks/outlines.py > outlines.md
python benchmarks/outlines.py FOLDER      # writes the drawings, to look at or to repair by hand
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from PIL import Image, ImageDraw

import nonosat
from nonosat import Grid, Limits
from nonosat.ask.repair import ChangeSearch, GivenSearch

SIZES = (20, 25)
SECONDS = {"changed": 5.0, "given": 5.0}
"""About what each search gets of `--limit 10`."""
Points = list[tuple[float, float]]

_HEART = [
    (16 * math.sin(t) ** 3, 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))
    for t in (2 * math.pi * i / 100 for i in range(100))
]  # fmt: skip
_STAR = [
    (0.5 + r * math.sin(math.pi * i / 5), 0.5 - r * math.cos(math.pi * i / 5))
    for i, r in enumerate([0.48, 0.2] * 5)
]
# Corners of lines, circles (x, y, radius) and arcs (box, from, to), all in parts of the side.
DRAWINGS: dict[str, list[Points | tuple[float, ...]]] = {
    "heart": [[((x + 17) / 34, (14 - y) / 32) for x, y in [*_HEART, _HEART[0]]]],
    "house": [
        [(0.1, 0.45), (0.5, 0.05), (0.9, 0.45), (0.1, 0.45)],
        [(0.15, 0.45), (0.15, 0.95), (0.85, 0.95), (0.85, 0.45)],
        [(0.42, 0.95), (0.42, 0.65), (0.6, 0.65), (0.6, 0.95)],
        [(0.22, 0.55), (0.35, 0.55), (0.35, 0.7), (0.22, 0.7), (0.22, 0.55)],
    ],
    "smiley": [
        (0.5, 0.5, 0.48), (0.33, 0.36, 0.07), (0.67, 0.36, 0.07),
        (0.25, 0.3, 0.75, 0.78, 20, 160),
    ],
    "cat": [
        [(0.1, 0.05), (0.3, 0.25), (0.7, 0.25), (0.9, 0.05), (0.95, 0.6), (0.7, 0.93), (0.3, 0.93), (0.05, 0.6), (0.1, 0.05)],
        (0.32, 0.48, 0.07), (0.68, 0.48, 0.07),
        [(0.45, 0.65), (0.55, 0.65), (0.5, 0.72), (0.45, 0.65)],
    ],
    "star": [[*_STAR, _STAR[0]]],
    "fish": [(0.02, 0.25, 0.72, 0.75, 0, 360), [(0.7, 0.5), (0.98, 0.22), (0.98, 0.78), (0.7, 0.5)], (0.2, 0.43, 0.05)],
    "tree": [
        [(0.5, 0.02), (0.75, 0.35), (0.62, 0.35), (0.9, 0.75), (0.1, 0.75), (0.38, 0.35), (0.25, 0.35), (0.5, 0.02)],
        [(0.42, 0.75), (0.42, 0.97), (0.58, 0.97), (0.58, 0.75)],
    ],
    "boat": [
        [(0.05, 0.7), (0.95, 0.7), (0.8, 0.95), (0.2, 0.95), (0.05, 0.7)],
        [(0.5, 0.7), (0.5, 0.05), (0.85, 0.6), (0.5, 0.6), (0.5, 0.7)],
        [(0.45, 0.6), (0.45, 0.2), (0.15, 0.6), (0.45, 0.6)],
    ],
    "cup": [
        [(0.1, 0.25), (0.7, 0.25), (0.62, 0.9), (0.18, 0.9), (0.1, 0.25)],
        (0.58, 0.32, 0.93, 0.72, -90, 100), (0.2, 0.0, 0.35, 0.2, 0, 180),
    ],
}  # fmt: skip


def outline(name: str, side: int) -> Grid:
    """Draw the lines of a drawing, one cell thick, in `side` x `side` cells."""
    image = Image.new("1", (side, side))
    draw = ImageDraw.Draw(image)
    for part in DRAWINGS[name]:
        if isinstance(part, list):
            draw.line([(x * (side - 1), y * (side - 1)) for x, y in part], fill=1)
        elif len(part) == 3:
            x, y, r = part
            draw.ellipse([v * (side - 1) for v in (x - r, y - r, x + r, y + r)], outline=1)
        else:
            draw.arc([v * side for v in part[:4]], part[4], part[5], fill=1)
    rows = ["".join(".#"[bool(image.getpixel((x, y)))] for x in range(side)) for y in range(side)]
    return Grid.of(rows)


def main() -> None:
    """Write the drawings, or print the table."""
    if len(sys.argv) > 1:
        for name in DRAWINGS:
            for side in SIZES:
                rows = outline(name, side).drawn(".#")
                Path(sys.argv[1], f"{name}-{side}.txt").write_text("\n".join(rows) + "\n")
        return
    print("| drawing | changed | given |\n|---|---|---|")
    for side in SIZES:
        for name in DRAWINGS:
            said = []
            for way, seconds in SECONDS.items():
                search = ChangeSearch if way == "changed" else GivenSearch
                result = search(outline(name, side), limits=Limits(seconds=seconds)).run()
                cells = "-" if result.cells is None else f"{len(result.cells)}"
                bound = f" (at least {result.at_least})"
                said.append(cells + ("" if result.fewest else bound))
                for mended in [*getattr(result, "proposals", ())]:
                    assert nonosat.check(nonosat.Puzzle.of_grid(mended)).verdict.value == "unique"
            print(f"| {name} {side}x{side} | {' | '.join(said)} |", flush=True)


if __name__ == "__main__":
    main()
