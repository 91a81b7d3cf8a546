"""Writes the puzzles that the page's first screen chooses from: ``nonosat/web/static/pool.json``.

python share/pool.py

It holds pictures without their clues, since those follow from them, and the names of things. Each puzzle
has exactly one solution. Those for today have at most `EASY` stars, and lines alone solve them.
"""

from __future__ import annotations

import base64
import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from nonosat import Grid, Limits, Verdict, check, generate, rate
from nonosat.errors import LimitReached
from nonosat.generators.icons import things

POOL = Path(__file__).parents[1] / "nonosat" / "web" / "static" / "pool.json"
EACH = {5: 24, 10: 24}
"""Cells a side -> puzzles of each level, where things are too small to be known."""
TODAY = {15: 110, 20: 132, 25: 88}
"""Cells a side -> things for today. None of these is a multiple of 7: see `todays` in home.js."""
LARGE = 30
"""Cells a side of more things to choose by chance."""
EASY = 2
LEVELS = {"easy": (1, 1), "medium": (2, 3), "hard": (4, 5)}
"""Name of a level -> its fewest and most stars."""
FAMILIES = ("symmetric", "patches", "random", "text")
TRIES = 900
SECONDS = 5.0
"""Limit of one try."""
SEED = 61


def main() -> None:
    """Write the file. The same version of nonosat makes the same puzzles."""
    found: list[tuple[object, ...]] = [*_things()]
    found += [puzzle for size, each in EACH.items() for puzzle in _of_size(size, each)]
    random.Random(SEED).shuffle(found)  # neighbors in the list are those of following days
    lines = [" ".join(map(str, puzzle)) for puzzle in found]
    POOL.write_text(json.dumps(lines) + "\n", encoding="utf-8", newline="\n")
    print(f"{POOL}: {len(found)} puzzles")


def _things() -> Iterator[tuple[int, int, str, str]]:
    """Yield things: each once for today, in the size that needs most, and the hard ones in any size."""
    left, names = dict(TODAY), list(things())
    random.Random(SEED).shuffle(names)
    large = dict.fromkeys(LEVELS, 14)
    for name in names:
        for size in sorted(left, key=lambda size: left[size] / TODAY[size], reverse=True):
            if left[size] and (puzzle := _thing(name, size)) and puzzle[1] <= EASY:
                left[size] -= 1
                yield puzzle
                break
        for size in TODAY:
            if (puzzle := _thing(name, size)) and puzzle[1] >= LEVELS["hard"][0]:
                yield puzzle
        puzzle = _thing(name, LARGE)
        if puzzle and large[level := _level(puzzle[1])]:
            large[level] -= 1
            yield puzzle
    print(left, large, file=sys.stderr)


@cache
def _thing(name: str, size: int) -> tuple[int, int, str, str] | None:
    """Return a thing in one size, with its name; None if it is not unique, or too hard to rate."""
    sheet = generate("icon", name=name, size=size)
    limits = Limits(seconds=SECONDS)
    checked = check(sheet, limits=limits)
    if checked.verdict is not Verdict.UNIQUE:
        return None
    stars = rate(sheet, limits=limits, checked=checked).stars
    if stars is None or (stars <= EASY and not checked.line_solvable):
        return None
    return size, stars, _packed(sheet.goals[0]), name.replace(" ", "_")


def _level(stars: int) -> str:
    return next(name for name, (low, high) in LEVELS.items() if low <= stars <= high)


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
        if stars and len(kept[level := _level(stars)]) < each:
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
