"""Two builds on large boards and on everyday ones: the time of both in turns, and whether they agree.

python benchmarks/large.py pairs OLD NEW [--pairs 5] [BOARD...]     # a table: medians, intervals, memory
python benchmarks/large.py everyday OLD NEW [--pairs 5]             # the same for 520 easy puzzles, and single files
python benchmarks/large.py agree OLD NEW [--boards 200]             # verdicts and pictures, 400 to 700 lines
python benchmarks/large.py mend                                     # large pictures mended by this Python's nonosat

OLD and NEW are the `nonosat` commands of two installations. A BOARD is a file or a folder; without one, the pairs
are boards of the families smooth, shapes and text, made from fixed seeds. They are checked from their clues. Each run is a process of its own on one
processor, and its time is CPU time. `agree` ends with 1 where one build proves what the other refutes.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import nonosat
from nonosat import Grid, Sheet
from nonosat.ask.repair.mend import Mender
from nonosat.limits import Deadline
from nonosat.model import default_palette

PAIRS = (
    ("smooth", 400, 1), ("smooth", 300, 1), ("smooth", 200, 1),
    ("shapes", 700, 1), ("shapes", 500, 1), ("shapes", 400, 1), ("text", 200, 1),
)  # fmt: skip
"""Family, side and seed of the boards of `pairs`."""


EASY = (
    ("smooth", (20, 20)), ("smooth", (30, 25)), ("random", (10, 10)), ("random", (15, 15)), ("shapes", (20, 20)),
)  # fmt: skip
"""Family and size of the puzzles of `everyday`."""


class Run(NamedTuple):
    """One check of one build."""

    rows: list[dict[str, object]]
    seconds: float
    """Of CPU, of the process and its children."""
    megabytes: float


def run(command: str, board: Path, limit: float, options: Sequence[str] = ("--clues-only",)) -> Run:
    """Check a board."""
    words = [command, "check", "--json", *options, "--limit", str(limit), str(board)]
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(child.pid, 0)
        out.seek(0)
        rows = [*map(json.loads, out.read().splitlines())]
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return Run(rows, used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def write(folder: Path, family: str, height: int, width: int, seed: int) -> Path:
    """Write a board of a family."""
    path = folder / f"{family}-{height}x{width}-{seed}.non"
    nonosat.dump(nonosat.generate(family, size=(height, width), seed=seed), path)
    return path


def interval(values: list[float]) -> tuple[float, float]:
    """The middle half of some values."""
    ordered = sorted(values)
    return ordered[len(ordered) // 4], ordered[-1 - len(ordered) // 4]


def everyday(folder: Path) -> Iterator[Path]:
    """Write a folder of 520 easy puzzles in four formats, the same as XML, and single files."""
    mixed, xml = folder / "four-formats", folder / "xml"
    mixed.mkdir()
    xml.mkdir()
    for number in range(520):
        family, size = EASY[number % 5]
        sheet = nonosat.generate(family, size=size, seed=number)
        if number % 3:
            sheet = Sheet(sheet.puzzle)
        nonosat.dump(sheet, xml / f"{number}.xml")
        suffix = (".json", ".nin", ".non", ".xml")[number // 5 % 4]
        nonosat.dump(
            Sheet(sheet.puzzle) if suffix == ".nin" else sheet, mixed / f"{number}{suffix}"
        )
    yield from (mixed, xml)
    for family, size, name in (("shapes", (20, 20), "easy.xml"), ("shapes", (20, 20), "easy.non")):
        nonosat.dump(nonosat.generate(family, size=size, seed=0), folder / name)
        yield folder / name
    yield write(folder, "random", 30, 30, 1)


def verdict_of(run: Run) -> str:
    verdicts = {str(row["verdict"]) for row in run.rows}
    return verdicts.pop() if len(verdicts) == 1 else f"{len(run.rows)} puzzles"


def pairs(
    old: str, new: str, boards: Iterable[Path], times: int, limit: float, options: Sequence[str]
) -> None:
    print("| board | verdicts | s | ratio (middle half) | MB | load |\n|---|---|---|---|---|---|")
    for board in boards:
        runs: dict[str, list[Run]] = {old: [], new: []}
        for turn in range(times):
            for command in (old, new) if turn % 2 else (new, old):
                runs[command].append(run(command, board, limit, options))
        before, after = runs[old], runs[new]
        ratios = [b.seconds / a.seconds for a, b in zip(before, after, strict=True)]
        low, high = interval(ratios)
        seconds, memory = (
            [statistics.median(getattr(run, what) for run in side) for side in (before, after)]
            for what in ("seconds", "megabytes")
        )
        verdicts = ", ".join(verdict_of(side[0]) for side in (before, after))
        print(
            f"| {board.name} | {verdicts} | {seconds[0]:.2f}, {seconds[1]:.2f} "
            f"| {statistics.median(ratios):.2f} ({low:.2f} to {high:.2f}) "
            f"| {memory[0]:.0f}, {memory[1]:.0f} | {os.getloadavg()[0]:.1f} |",
            flush=True,
        )


def random_boards(folder: Path, count: int) -> Iterator[Path]:
    rng = random.Random(1)
    for number in range(count):
        height = rng.randint(200, 350)
        width = rng.randint(400 - height, 700 - height) if height > 300 else rng.randint(200, 350)
        family = ("smooth", "shapes", "text")[number % 3]
        yield write(folder, family, height, max(width, 100), number)


def agree(old: str, new: str, boards: Iterator[Path], limit: float) -> int:
    """Compare verdicts and pictures; print what differs, and return the number of contradictions."""
    seen: Counter[str] = Counter()
    wrong = 0
    for board in boards:
        puzzle = nonosat.load(board)[0].puzzle
        rows = [run(command, board, limit).rows[0] for command in (old, new)]
        verdicts = [str(row["verdict"]) for row in rows]
        seen[" -> ".join(verdicts)] += 1
        pictures = [
            {Grid.of([*map(str, drawn)]) for drawn in row["solutions"] or ()}  # type: ignore[attr-defined]
            for row in rows
        ]
        contradict = "unknown" not in verdicts and len({*verdicts}) > 1
        both_unique = verdicts == ["unique"] * 2 and pictures[0] != pictures[1]
        bad = any(puzzle.violation(picture) for side in pictures for picture in side)
        if contradict or both_unique or bad:
            wrong += 1
            print(f"{board}: {verdicts}", flush=True)
    print(", ".join(f"{what}: {count}" for what, count in seen.most_common()))
    return wrong


def dithered(side: int, gray: Callable[[float, float], float]) -> Grid:
    """A picture of shades, 0 to 1 by row and column of the same, as dots (Floyd and Steinberg, 1976)."""
    shades = [[gray(row / side, col / side) for col in range(side)] for row in range(side)]
    for row, col in product(range(side), repeat=2):
        dot = shades[row][col] > 0.5
        rest, shades[row][col] = shades[row][col] - dot, dot
        for down, right, share in ((0, 1, 7), (1, -1, 3), (1, 0, 5), (1, 1, 1)):
            if row + down < side and 0 <= col + right < side:
                shades[row + down][col + right] += rest * share / 16
    return Grid.of([[int(dot) for dot in line] for line in shades])


def large_pictures() -> Iterator[tuple[str, Grid]]:
    """Pictures whose puzzles have several solutions."""
    for side, density in ((100, 0.6), (200, 0.65), (200, 0.6), (300, 0.6)):
        sheet = nonosat.generate("random", size=side, density=density, seed=1)
        yield f"random {side}, {density:.0%}", sheet.goals[0]
    for side in (200, 300):
        yield f"smooth {side}", nonosat.generate("smooth", size=side, seed=5).goals[0]
    yield "text 100", nonosat.generate("text", size=100, seed=1).goals[0]
    yield (
        "dithered disk 100",
        dithered(100, lambda y, x: min(1, math.dist((y, x), (0.5, 0.5)) / 0.6)),
    )
    yield (
        "dithered waves 100",
        dithered(100, lambda y, x: 0.5 + 0.4 * math.sin(7 * x) * math.cos(5 * y)),
    )
    yield "dithered gradient 200", dithered(200, lambda y, x: 0.1 + 0.8 * x)


def mend(limit: float) -> None:
    """Print how many cells the greedy mend changes, and its CPU time."""
    print("| picture | cells changed | proved | s | load |\n|---|---|---|---|---|")
    for name, picture in large_pictures():
        begun = time.process_time()
        mended = Mender(picture, default_palette(1), Deadline(limit)).run()
        seconds, share = time.process_time() - begun, mended.changes / len(picture.cells)
        what = "beyond it" if mended.beyond else "yes" if mended.proved else "no"
        print(
            f"| {name} | {mended.changes} ({share:.2%}) | {what} | {seconds:.1f} "
            f"| {os.getloadavg()[0]:.1f} |",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("pairs", "everyday", "agree", "mend"))
    parser.add_argument("old", nargs="?", default="")
    parser.add_argument("new", nargs="?", default="")
    parser.add_argument("board", nargs="*", type=Path)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument(
        "--limit", type=float, default=60.0, help="seconds of the clock for a check or a mend"
    )
    given = parser.parse_intermixed_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if given.what == "mend":
        mend(given.limit)
        return 0
    if not given.new:
        parser.error(f"{given.what} needs OLD and NEW")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        if given.what == "agree":
            boards = random_boards(folder, given.boards)
            return min(1, agree(given.old, given.new, boards, given.limit))
        if given.what == "everyday":
            pairs(given.old, given.new, everyday(folder), given.pairs, given.limit, ())
            return 0
        made = given.board or [write(folder, f, side, side, seed) for f, side, seed in PAIRS]
        pairs(given.old, given.new, made, given.pairs, given.limit, ("--clues-only",))
    return 0


if __name__ == "__main__":
    sys.exit(main())
