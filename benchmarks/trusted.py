"""Writes the trusted set: unique puzzles from seeds, each with its class, stars and split.

python benchmarks/trusted.py -o trusted.jsonl --jobs 2

The first N puzzles are the same for every ``--count``. docs/sets.md has the data card.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import nonosat
from nonosat import Puzzle, Verdict
from nonosat.generators import Recipe, make
from nonosat.generators.wishes import shape
from nonosat.kernel import Board, several

COUNT = 1_200
SEED = 59
SIZES = (5, 10, 15, 20, 25, 30)
GUESSES = 100
"""A puzzle whose search makes more guesses is not taken."""
CLASSES = ("line", "probing") * 7 + ("line",) * 5
"""The classes of 20 puzzles of a size, in order, without the last one."""
GUESSING = {15: 0.48, 20: 0.5, 25: 0.53, 30: 0.53}
"""Sizes where the last of 20 puzzles is of the class guessing, else line, and its share of ink."""


class Kind(NamedTuple):
    """A family with its number of inks and its share of inked cells."""

    family: str
    inks: int
    density: float


LINE = (
    Kind("random", 1, 0.62), Kind("random", 3, 0.8), Kind("patches", 1, 0.6),
    Kind("patches", 3, 0.6), Kind("symmetric", 1, 0.6),
)  # fmt: skip
PROBING = (Kind("random", 1, 0.52), Kind("symmetric", 1, 0.55), Kind("symmetric", 1, 0.6))
COLORED_PROBING = (Kind("random", 3, 0.5), *PROBING)
"""Up to 15x15: in larger random pictures of three inks it is too rare."""


class Place(NamedTuple):
    """What the puzzle with a number must be."""

    size: int
    wanted: str
    """Its class."""
    kind: Kind
    split: str


def place(number: int) -> Place:
    """Return what the puzzle with this number must be, from 0."""
    size, at = SIZES[number % len(SIZES)], number // len(SIZES)
    block, slot = divmod(at, 20)
    wanted = (*CLASSES, "guessing" if size in GUESSING else "line")[slot]
    kinds = {"line": LINE, "probing": COLORED_PROBING if size <= 15 else PROBING}
    some = kinds.get(wanted) or (Kind("symmetric", 1, GUESSING[size]),)
    kind = some[(slot // 2 + block) % len(some)]
    return Place(size, wanted, kind, {8: "testing", 9: "held out"}.get(block % 10, "training"))


class _TooLong(Exception):
    pass


def left_if(puzzle: Puzzle, wanted: str) -> int | None:
    """Return the cells that line logic leaves open if a puzzle is unique and of a class, else None.

    It has no time limit, so the answer does not depend on the machine.
    """
    board = Board(puzzle.rows, puzzle.cols, len(puzzle.palette.colors))
    board.propagate()
    left = sum(several(row).bit_count() for row in board.rows())
    if wanted == "line" or left == 0:
        return left if wanted == "line" and left == 0 else None
    board.probe()
    if wanted == "probing":
        return left if board.cells() is not None else None
    open_cells = sum(several(row).bit_count() for row in board.rows())
    if open_cells == 0 or 2 * open_cells > puzzle.height * puzzle.width:
        return None

    def tick() -> None:  # kernels call it at different points: the counter at the end decides
        if search.counters["guesses"] > GUESSES:
            raise _TooLong

    search = Board(puzzle.rows, puzzle.cols, len(puzzle.palette.colors), tick=tick)
    try:
        unique = search.next_solution() is not None and search.next_solution() is None
    except _TooLong:
        return None
    return left if unique and 0 < search.counters["guesses"] <= GUESSES else None


def entries(size: int, most: int) -> Iterator[dict[str, Any]]:
    """Yield the entries of a size among the first `most` puzzles of the set."""
    shapes = set()
    for number in range(SIZES.index(size), most, len(SIZES)):
        at = place(number)
        recipe = Recipe(size, size, at.kind.density, at.kind.inks, SEED, index=number, count=COUNT)
        for attempt in count():
            sheet = make(at.kind.family, replace(recipe, attempt=attempt))
            left = left_if(sheet.puzzle, at.wanted)
            if left is None or (form := shape(sheet.puzzle)) in shapes:
                continue
            shapes.add(form)
            break
        checked = nonosat.check(sheet.puzzle)
        if checked.verdict is not Verdict.UNIQUE or checked.solutions[0] != sheet.goals[0]:
            raise SystemExit(f"puzzle {number} is not unique: report this as a bug of nonosat")
        named = replace(sheet, title="", id=f"trusted-{number:05}", license="CC0-1.0")
        yield json.loads(nonosat.dumps(named, "jsonl")) | {
            "number": number,
            "family": at.kind.family,
            "inks": at.kind.inks,
            "class": at.wanted,
            "left": left,
            "stars": nonosat.rate(sheet.puzzle, checked=checked).stars,
            "split": at.split,
        }


def texts(size: int, most: int) -> list[str]:
    """Return the lines of a size."""
    return [json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries(size, most)]


def lines(most: int, jobs: int) -> list[str]:
    """Return the lines of the set, in order."""
    if jobs == 1:
        parts = [texts(size, most) for size in SIZES]
    else:  # large ones take the longest, so they begin
        with ProcessPoolExecutor(jobs) as pool:
            parts = list(pool.map(texts, reversed(SIZES), [most] * len(SIZES)))[::-1]
    return [parts[number % len(SIZES)][number // len(SIZES)] for number in range(most)]


def main() -> None:
    """Write the set, and its SHA-256 and shares to stderr."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default="trusted.jsonl")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    made = lines(args.count, args.jobs)
    data = "".join(made).encode()
    args.output.write_bytes(data)
    for fact in ("class", "stars", "split", "family", "inks"):
        found = Counter(json.loads(line)[fact] for line in made)
        print(f"{fact}: {dict(sorted(found.items()))}", file=sys.stderr)
    print(f"{hashlib.sha256(data).hexdigest()}  {args.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
