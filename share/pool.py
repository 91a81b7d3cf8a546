"""Writes the puzzles that the page's first screen chooses from: ``nonosat/web/static/pool.json``.

python share/pool.py

It holds pictures without their clues, since those follow from them. Each puzzle has exactly one solution.
"""

from __future__ import annotations

import base64
import json
import random
import sys
from pathlib import Path

from nonosat import Grid, Limits, Verdict, check, generate, rate
from nonosat.errors import LimitReached

POOL = Path(__file__).parents[1] / "nonosat" / "web" / "static" / "pool.json"
EACH = {5: 24, 10: 24, 15: 22, 20: 18, 25: 14, 30: 10}
"""Cells a side -> puzzles of each level. The page stays small, so there are fewer large ones."""
LEVELS = {"easy": (1, 1), "medium": (2, 3), "hard": (4, 5)}
"""Name of a level -> its fewest and most stars."""
FAMILIES = ("symmetric", "patches", "random", "text")
TRIES = 900
SECONDS = 5.0
"""Limit of one try."""
SEED = 61


def main() -> None:
    """Write the file. The same version of nonosat makes the same puzzles."""
    found = [puzzle for size, each in EACH.items() for puzzle in _of_size(size, each)]
    random.Random(SEED).shuffle(found)  # neighbors in the list are those of following days
    lines = [" ".join(map(str, puzzle)) for puzzle in found]
    POOL.write_text(json.dumps(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{POOL}: {len(found)} puzzles")


def _of_size(size: int, each: int) -> list[tuple[int, int, str]]:
    """Find puzzles of one size: cells a side, stars, and the cells as bits in base64, row by row."""
    kept: dict[str, set[tuple[int, int, str]]] = {level: set() for level in LEVELS}
    for seed in range(TRIES):
        if all(len(some) >= each for some in kept.values()):
            break
        limits = Limits(seconds=SECONDS)
        try:
            sheet = generate(
                FAMILIES[seed % len(FAMILIES)],
                size=size,
                colors=1,
                seed=seed + SEED,
                unique=True,
                limits=limits,
            )
        except LimitReached:
            continue
        if (sheet.puzzle.height, sheet.puzzle.width) != (size, size):
            continue
        stars = rate(sheet.puzzle, limits=limits).stars
        level = next((it for it, (low, high) in LEVELS.items() if low <= (stars or 0) <= high), "")
        if level and stars and len(kept[level]) < each:
            assert check(sheet.puzzle).verdict is Verdict.UNIQUE
            kept[level].add((size, stars, _packed(sheet.goals[0])))
    print(size, {level: len(some) for level, some in kept.items()}, file=sys.stderr)
    return sorted(puzzle for some in kept.values() for puzzle in some)


def _packed(picture: Grid) -> str:
    """Pack one bit for each cell."""
    bits = "".join(str(cell) for row in picture for cell in row)
    whole = bits.ljust(-(-len(bits) // 8) * 8, "0")
    return base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8, "big")).decode()


if __name__ == "__main__":
    main()
