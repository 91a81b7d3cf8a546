"""Draws the printed puzzles of docs/scan.md, as a phone, a camera and a bad copy show them.

python docs/scans.py
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from nonosat import load, solve

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "scan"))

from drawn_puzzles import LOOKS, draw  # noqa: E402

PAGES = {
    "phone.png": ("cat.txt", replace(LOOKS["dark pills"], cell=28, font="DejaVuSans.ttf")),
    "page.jpg": ("teapot.cwd", replace(LOOKS["curl"], cell=30, font="STIXGeneral.ttf", digit=0.7)),
    "copy.jpg": (
        "chess-knight.nin",
        replace(LOOKS["JPEG"], cell=16, font="DejaVuSerif.ttf", quality=28, blur=0.8),
    ),
}
"""Name of a picture -> its puzzle, and how that is printed."""


def main() -> None:
    """Write the pictures."""
    for name, (puzzle, look) in PAGES.items():
        picture = solve(load(ROOT / "data" / "drawn" / puzzle)[0]).solutions[0]
        image, _ = draw(picture, look, seed=3)
        image.save(ROOT / "docs" / "scan" / name, quality=85)


if __name__ == "__main__":
    main()
