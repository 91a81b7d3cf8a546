"""Measures the figures of EXPERIMENTS.md: ``python benchmarks/figures.py [CORPUS_FOLDER] [ROW ...]``.

Every row is one process, so that memory is its own. Rows that need the corpus say so where it is not
there.
"""

from __future__ import annotations

import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import nonosat
from nonosat import Grid, Limits, Puzzle, Sheet
from nonosat.errors import NonosatError
from nonosat.kernel import Board
from nonosat.model import default_palette
from nonosat.solving import api

CORPUS = Path()


def random_puzzle(rng: random.Random, height: int, width: int, density: float) -> Puzzle:
    return Puzzle.of_grid(
        Grid(height, width, bytes(rng.random() < density for _ in range(height * width)))
    )


def solvable_boards(count: int) -> Iterator[Puzzle]:
    """Random 30x30 pictures that line logic alone solves."""
    rng = random.Random(7)
    while count:
        puzzle = random_puzzle(rng, 30, 30, 0.68)
        board = Board(puzzle.rows, puzzle.cols, 2)
        if board.propagate() and board.cells() is not None:
            count -= 1
            yield puzzle


def ellipses(side: int, count: int, seed: int) -> Puzzle:
    """A picture with large areas."""
    rng = random.Random(seed)
    cells = bytearray(side * side)
    for _ in range(count):
        x, y = rng.random() * side, rng.random() * side
        wide, high = rng.uniform(0.05, 0.3) * side, rng.uniform(0.05, 0.3) * side
        ink = rng.random() < 0.6
        for row in range(side):
            share = 1 - ((row - y) / high) ** 2
            if share > 0:
                half = math.sqrt(share) * wide
                for col in range(max(0, int(x - half)), min(side, int(x + half) + 1)):
                    cells[row * side + col] = ink
    return Puzzle.of_grid(Grid(side, side, bytes(cells)))


def board() -> str:
    puzzles = list(solvable_boards(200))
    seconds = lines = 0.0
    for puzzle in puzzles:
        made = Board(puzzle.rows, puzzle.cols, 2)
        begin = time.perf_counter()
        made.propagate()
        seconds += time.perf_counter() - begin
        lines += made.counters["lines"]
    return f"{seconds / lines * 1e6:.3f} us a line, {seconds / len(puzzles) * 1e6:.0f} us a board"


def large() -> str:
    parts = []
    for name, puzzle in (
        ("512x512 areas", ellipses(512, 25, 4)),
        ("1000x1000 at 90 %", random_puzzle(random.Random(4), 1000, 1000, 0.9)),
    ):
        result = api.check(puzzle)
        parts.append(f"{name}: {result.verdict.value}, {result.seconds:.3f} s")
    return "; ".join(parts)


def file() -> str:
    puzzles = [Sheet(puzzle) for puzzle in solvable_boards(2000)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "easy.jsonl")
        path.write_text(nonosat.dumps(puzzles, "jsonl") * 5)
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "nonosat", "check", str(path)], capture_output=True, check=False
        )
        seconds = time.perf_counter() - begin
    return f"{seconds:.2f} s, exit code {done.returncode}"


def first() -> str:
    os.sched_setaffinity(0, {0})
    seconds, unsolved = 0.0, 0
    for puzzle in made("tournament", "--count", 1000, "--seed", 5):
        result = api.solve(puzzle, limits=Limits(60))
        seconds += result.seconds
        unsolved += not result.solutions
    return f"{seconds:.1f} s, {unsolved} unsolved"


def made(family: str, *words: object) -> list[Puzzle]:
    """The puzzles that ``nonosat generate`` makes."""
    command = [sys.executable, "-m", "nonosat", "generate", family, *map(str, words)]
    done = subprocess.run([*command, "--to", "jsonl"], capture_output=True, check=True, text=True)
    return [sheet.puzzle for sheet in nonosat.loads(done.stdout)]


def colored(seed: int, side: int, density: float, inks: int) -> Puzzle:
    """A random picture."""
    rng = random.Random(seed)
    picture = bytes(
        rng.randint(1, inks) if rng.random() < density else 0 for _ in range(side * side)
    )
    return Puzzle.of_grid(Grid(side, side, picture), default_palette(inks))


def of_kinds(*kinds: tuple[int, float, int], count: int = 5, seed: int = 31) -> Iterator[Puzzle]:
    """Random pictures: side, density, inks of each kind; `count` of each."""
    return (colored(1000 * seed + number, *kind) for kind in kinds for number in range(count))


def checked(puzzles: Iterable[Puzzle], limit: float = 60) -> str:
    """The seconds until uniqueness is settled."""
    results = [api.check(puzzle, limits=Limits(limit)) for puzzle in puzzles]
    settled = sorted(r.seconds for r in results if r.verdict.value != "unknown")
    return (
        f"{len(results)} puzzles, {len(results) - len(settled)} unknown; the others "
        f"{sum(settled):.2f} s, median {settled[len(settled) // 2]:.3f} s, slowest {settled[-1]:.2f} s"
    )


def last() -> str:
    """The sparse end of a tournament, where nearly all of the time goes."""
    os.sched_setaffinity(0, {0})
    return checked(made("tournament", "--count", 1000, "--seed", 5)[750:])


def drawn() -> str:
    """Pictures as people draw them, many with several solutions."""
    return checked(
        puzzle
        for family in ("symmetric", "weave", "text", "patches")
        for side in (40, 47, 55, 60, 65, 70)
        for puzzle in made(
            family,
            "--size",
            side,
            "--seed",
            side,
            *(("--colors", 1) if family == "patches" else ()),
        )
    )


def corpus(*names: str, limit: float = 60) -> str:
    """Uniqueness of all puzzles of corpus files, or of single ones as file/id."""
    total, slowest, unknown, wrong, count = 0.0, 0.0, 0, 0, 0
    for name in names:
        stem, _, wanted = name.partition("/")
        for sheet in nonosat.load(CORPUS / f"{stem}.jsonl"):
            if wanted and sheet.id != wanted:
                continue
            result = api.check(sheet.puzzle, limits=Limits(limit))
            stated = dict(sheet.notes).get("verdict", "unknown")
            count += 1
            total += result.seconds
            slowest = max(slowest, result.seconds)
            unknown += result.verdict.value == "unknown"
            wrong += result.verdict.value not in (stated, "unknown") and stated != "unknown"
    return (
        f"{count} puzzles, {total:.2f} s, slowest {slowest:.2f} s, {unknown} unknown, {wrong} wrong"
    )


def start() -> str:
    def best(*args: str) -> float:
        times = []
        for _ in range(9):
            begin = time.perf_counter()
            subprocess.run([sys.executable, *args], capture_output=True, check=False)
            times.append(time.perf_counter() - begin)
        return sorted(times)[len(times) // 2]

    ours = best("-m", "nonosat", "check", "data/seeds/hook-5x5.two")
    bare = best("-c", "import typer")
    return f"{ours:.3f} s, bare import of typer {bare:.3f} s, difference {ours - bare:.3f} s"


def hardest() -> str:
    """`auto` against two engines on the whole encoding, on the 20 puzzles that cost `auto` most."""
    rivals, limit = ("sat:kissat404", "sat:cadical300"), 20.0
    files = ("random20to40", "random30", "minizinc", "domino", "survey_free", "jwilk")
    puzzles = [
        (f"{name}/{sheet.id}", sheet.puzzle)
        for name in files
        for sheet in nonosat.load(CORPUS / f"{name}.jsonl")
    ]
    seconds = {}
    for name, puzzle in puzzles:
        result = api.check(puzzle, limits=Limits(limit))
        if result.verdict.value != "unknown":
            seconds[name] = result.seconds
    chosen = sorted(seconds, key=lambda name: -seconds[name])[:20]
    logs, slower = 0.0, 0
    for name, puzzle in puzzles:
        if name not in chosen:
            continue
        ours = api.check(puzzle, limits=Limits(limit)).seconds
        theirs = [api.check(puzzle, backend=rival, limits=Limits(limit)) for rival in rivals]
        best = min(r.seconds if r.verdict.value != "unknown" else limit for r in theirs)
        times = ", ".join(f"{r.seconds:.2f} ({r.verdict.value})" for r in theirs)
        print(f"  {name}: {ours:.2f} s; kissat404, cadical300: {times}", flush=True)
        logs += math.log(best / ours)
        slower += best < ours
    return f"{math.exp(logs / len(chosen)):.1f} times as fast, slower on {slower} of {len(chosen)}"


def families(seed: int) -> str:
    """Large random pictures, colored too, and woven ones; none of these seeds was tuned on."""
    kinds = [
        *(("random", side, density, 1) for side in (40, 50, 60) for density in (0.35, 0.4, 0.5)),
        ("random", 40, 0.45, 1),
        ("random", 70, 0.5, 1),
        ("random", 99, 0.4, 1),
        *(("random", side, density, inks) for side, density, inks in COLORED),
        ("weave", 60, 0.5, 1),
        ("symmetric", 50, 0.5, 1),
    ]
    settled = 0
    for family, side, density, inks in kinds:
        times = []
        for number in range(3):
            if family == "random":
                puzzle = colored(1000 * seed + number, side, density, inks)
            else:
                [puzzle] = made(family, "--size", side, "--seed", seed + number)
            result = api.check(puzzle, limits=Limits(20))
            settled += result.verdict.value != "unknown"
            first = " (first found)" if result.solutions else ""
            times.append(
                f"{result.seconds:.2f}" if result.verdict.value != "unknown" else f"-{first}"
            )
        print(f"  {family} {side}x{side}, {density}, inks {inks}: {', '.join(times)} s", flush=True)
    return f"{settled} of {3 * len(kinds)} settled within 20 s each"


COLORED = ((30, 0.4, 2), (40, 0.4, 2), (40, 0.3, 3), (50, 0.3, 5), (60, 0.5, 2), (60, 0.3, 3))
"""Side, density, inks of random colored pictures."""

ROWS = {
    "board": board,
    "large": large,
    "file": file,
    "start": start,
    "random30": lambda: corpus("random30"),
    "first": first,
    "minizinc": lambda: corpus("minizinc"),
    "domino": lambda: corpus("domino"),
    "forever": lambda: corpus("survey_free/survey-06574"),
    "knotty": lambda: corpus("survey_free/survey-knotty"),
    "faase": lambda: corpus("survey_free/survey-faase"),
    "easy": lambda: corpus("jwilk", "nonogram_db", "text", "color_blobs", "color_random"),
    "random20to40": lambda: corpus("random20to40"),
    "last": last,
    "thousand": lambda: checked(made("tournament", "--count", 1000, "--seed", 5)),
    "drawn": drawn,
    "random40": lambda: checked(of_kinds((40, 0.5, 1), count=10)),
    "sparse": lambda: checked(
        of_kinds((40, 0.4, 1), (40, 0.45, 1), (60, 0.4, 1), (99, 0.4, 1), (99, 0.5, 1))
    ),
    "domino16": lambda: checked(
        p for n in (14, 15, 16) for p in made("domino", "--size", 2 * n + 1)
    ),
    "colored60": lambda: checked(of_kinds((60, 0.3, 3))),
    "hardest": hardest,
    "families": lambda: families(77),
}
NEED_CORPUS = {
    "random30", "minizinc", "domino", "forever", "knotty", "faase", "easy", "random20to40", "hardest"
}  # fmt: skip


def main() -> None:
    global CORPUS
    words = sys.argv[1:]
    folder = "../shared/corpus" if not words or words[0] in ROWS else words.pop(0)
    CORPUS = Path(folder)
    unknown = [word for word in words if word not in ROWS]
    if unknown or not (CORPUS.is_dir() or folder == "../shared/corpus"):
        sys.exit(f"{(unknown or [folder])[0]}: no row and no folder; rows: {', '.join(ROWS)}")
    if len(words) == 1:
        measure(words[0])
        return
    for row in words or ROWS:
        subprocess.run([sys.executable, __file__, folder, row], check=False)


def measure(row: str) -> None:
    """Measure one row in this process, and print it with the peak of its memory."""
    if row in NEED_CORPUS and not CORPUS.is_dir():
        sys.exit(
            f"{row}: needs the corpus, and {CORPUS} is not there: name its folder before the row"
        )
    try:
        text = ROWS[row]()
    except NonosatError as err:  # such as a file that the corpus lacks
        sys.exit(f"{row}: {err}")
    peak = sum(
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(json.dumps({"row": row, "figure": text, "peak_mb": peak // 1024}))


if __name__ == "__main__":
    main()
