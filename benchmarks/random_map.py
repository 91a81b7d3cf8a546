"""Measures what random nonograms are like, and writes the tables and plots of docs/random.md.

python benchmarks/random_map.py benchmarks/results/random --jobs 2
python benchmarks/random_map.py /tmp/map --quick            # two minutes: a tenth of the puzzles

Each row of FOLDER/rows.jsonl is a batch of puzzles of one seed. A second call goes on after the last row.
Photos need `pip install scikit-image==0.26.0`, and are left out without it.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import math
import re
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from scipy.optimize import minimize
from scipy.stats import binomtest

import nonosat
from nonosat import Limits, Puzzle, Verdict
from nonosat.generators import Recipe, make
from nonosat.generators.icons import things

Row = dict[str, Any]
SECONDS = 20.0
"""The limit of a puzzle; of a backend that is timed it is `TIMED`."""
TIMED = 3.0
ENGINES = ("auto", "line", "sat:glucose42", "cpsat")
SHARES = [round(0.3 + 0.05 * i, 2) for i in range(14)]
FINE = {5: (0.4, 0.7), 10: (0.42, 0.7), 15: (0.46, 0.74), 20: (0.5, 0.74), 25: (0.52, 0.76), 30: (0.52, 0.78),
        40: (0.56, 0.8), 60: (0.58, 0.82), 100: (0.62, 0.84)}  # fmt: skip
"""Side -> the shares between which half and nine of ten become unique, measured in steps of .02."""
COUNTED = {5: 4000, 10: 4000, 15: 1500, 20: 1000, 25: 1000, 30: 1000, 40: 400, 60: 200, 100: 100}
"""Side -> puzzles for each share."""
HARD = {
    20: (0.45, 400),
    25: (0.5, 200),
    30: (0.5, 100),
    40: (0.5, 20),
    60: (0.55, 20),
    100: (0.6, 10),
}
"""Side -> share below which a puzzle takes long, and how many are enough: next to none is unique."""


class Batch(NamedTuple):
    """The puzzles of one row."""

    part: str
    family: str = "random"
    height: int = 0
    width: int = 0
    share: float = 0.0
    inks: int = 1
    seed: int = 0
    count: int = 0


def batches(quick: bool) -> Iterator[Batch]:
    """Yield the batches of the whole map, those of each part together."""

    def split(batch: Batch, most: int) -> Iterator[Batch]:
        total = max(1, batch.count // 10) if quick else batch.count
        for seed, start in enumerate(range(0, total, most)):
            yield batch._replace(seed=seed, count=min(most, total - start))

    for side, count in COUNTED.items():
        least, most = FINE[side]
        fine = [round(least + 0.02 * i, 2) for i in range(round((most - least) / 0.02) + 1)]
        for share in sorted({*SHARES, *fine}):
            below, few = HARD.get(side, (0, 0))
            if not (quick and side == 100 and share < 0.6):
                total = few if share < below else count
                yield from split(
                    Batch("unique", "random", side, side, share, 1, 0, total), 100_000 // side**2
                )
    for share in (0.65, 0.7, 0.75):
        yield from split(Batch("predicted", "random", 150, 150, share, 1, 0, 100), 10)
    for height, width, share in ((5, 80, 0.6), (20, 20, 0.6)):
        yield from split(Batch("shape", "random", height, width, share, 1, 0, 2000), 500)
    for side, share in itertools.product((10, 20, 30), (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)):
        yield from split(Batch("mirrored", "symmetric", side, side, share, 1, 0, 500), 250)
    for inks, side in itertools.product((2, 3), (10, 20, 30)):
        for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9) if side < 30 else (0.7, 0.8, 0.9):
            yield from split(Batch("inks", "random", side, side, share, inks, 0, 500), 250)
    yield from split(Batch("failed", "random", 30, 30, 0.7, 1, 0, 2000), 250)
    yield from split(Batch("backbone", "random", 30, 30, 0.5, 1, 0, 200), 10)
    yield from split(Batch("mend", "random", 15, 15, 0.5, 1, 0, 200), 10)
    yield from split(Batch("number", "random", 10, 10, 0.3, 1, 0, 500), 25)
    for side in (10, 15, 20, 30, 50):
        yield from split(Batch("icons", "icon", side, side, 0, 1, 0, len(things())), 100)
    yield Batch("colored", "drawn")
    if has_photos():
        for side, kind in itertools.product((20, 40), ("threshold", "dithered")):
            yield Batch("photos", kind, side, side)
    for side, share, engine in itertools.product((25, 30), SHARES[:8], ENGINES):
        yield from split(Batch("cost", engine, side, side, share, 1, 0, 10), 5)
    yield from (Batch("exact", "all", side, side) for side in (4, 5))


def has_photos() -> bool:
    try:
        import skimage  # noqa: F401
    except ImportError:
        return False
    return True


def puzzles(batch: Batch) -> Iterator[Puzzle]:
    for index in range(batch.count):
        recipe = Recipe(
            batch.height, batch.width, batch.share, batch.inks, batch.seed, index, batch.count
        )
        yield make(batch.family, recipe).puzzle


def count_verdicts(checked: Iterable[Puzzle]) -> Row:
    """Count verdicts, and the unique ones that line logic solves."""
    counts: Counter[str] = Counter()
    for puzzle in checked:
        result = nonosat.check(puzzle, limits=Limits(SECONDS))
        counts[result.verdict.value] += 1
        counts["line"] += result.verdict is Verdict.UNIQUE and bool(result.line_solvable)
    return {**{verdict.value: 0 for verdict in Verdict}, "line": 0, **counts}


def count_of(batch: Batch) -> Row:
    return count_verdicts(puzzles(batch))


def failures(batch: Batch) -> Row:
    """How ambiguous puzzles of a high share fail: number of solutions, and the cells that vary."""
    ambiguous = two = square = 0
    for puzzle in puzzles(batch):
        result = nonosat.solve(puzzle, at_most=3, limits=Limits(SECONDS))
        if len(result.solutions) < 2:
            continue
        ambiguous += 1
        two += len(result.solutions) == 2 and result.exhausted
        varying = {
            (row, column)
            for row, column in itertools.product(range(puzzle.height), range(puzzle.width))
            if len({grid[row, column] for grid in result.solutions}) > 1
        }
        rows, columns = ({cell[axis] for cell in varying} for axis in (0, 1))
        square += len(varying) == 4 and len(rows) == len(columns) == 2
    return {"ambiguous": ambiguous, "two": two, "square": square}


def backbones(batch: Batch) -> Row:
    found = (nonosat.backbone(puzzle, limits=Limits(SECONDS)) for puzzle in puzzles(batch))
    return {"values": [round(one.fixed / len(one.cells), 4) for one in found]}


def changes(batch: Batch) -> Row:
    """The fewest cells to change until there is one solution."""
    values = []
    for index in range(batch.count):
        recipe = Recipe(batch.height, batch.width, batch.share, 1, batch.seed, index, batch.count)
        found = nonosat.fewest_changes(make("random", recipe).goals[0], limits=Limits(SECONDS))
        values.append(found.at_least if found.fewest else None)
    return {"values": values}


def numbers(batch: Batch) -> Row:
    found = (nonosat.count(puzzle, limits=Limits(SECONDS)) for puzzle in puzzles(batch))
    return {"values": [one.number if one.exact else None for one in found]}


def icons(batch: Batch) -> Row:
    names = [*things()][batch.seed * 100 : batch.seed * 100 + batch.count]
    return count_verdicts(
        make("icon", Recipe(batch.height, batch.width, name=name)).puzzle for name in names
    )


def colored(_: Batch) -> Row:
    drawn = Path(__file__).parents[1] / "data/drawn"
    files = sorted(file for file in drawn.iterdir() if file.suffix != ".md")
    sheets = [sheet for file in files for sheet in nonosat.load(file)]
    return count_verdicts(sheet.puzzle for sheet in sheets if len(sheet.puzzle.palette.inks) > 1)


def photos(batch: Batch) -> Row:
    """Squares of photos that come with scikit-image, as black and white of half the cells."""
    import numpy as np
    from PIL import Image
    from skimage import data

    def made() -> Iterator[Puzzle]:
        for name in ("astronaut", "brick", "camera", "coins", "grass", "gravel", "moon", "page"):
            image = Image.fromarray(getattr(data, name)()).convert("L")
            step = min(image.size) // 4
            for left, top in itertools.product(
                range(0, image.width - step + 1, step), range(0, image.height - step + 1, step)
            ):
                part = image.crop((left, top, left + step, top + step)).resize(
                    (batch.width, batch.height)
                )
                if batch.family == "dithered":
                    cells = np.array(part.convert("1")) == 0
                else:
                    cells = np.array(part) < np.median(np.array(part))
                yield Puzzle.from_picture(cells)

    return count_verdicts(made())


def costs(batch: Batch) -> Row:
    """CPU seconds of a backend up to its verdict; the limit counts where it has none."""
    values = []
    for puzzle in puzzles(batch._replace(family="random")):
        result = nonosat.check(puzzle, backend=batch.family, limits=Limits(TIMED, processors=1))
        values.append(round(result.cpu_seconds, 5))
    return {"values": values}


def exact(batch: Batch) -> Row:
    """Count the pictures that no other has the clues of, by sorting the clues of all: no solver."""
    import numpy as np

    side = batch.height
    clue_of = {
        bits: tuple(len(run) for run in f"{bits:0{side}b}".split("0") if run)
        for bits in range(2**side)
    }
    clues = {clue: number for number, clue in enumerate(sorted(set(clue_of.values())))}
    number_of = np.array([clues[clue_of[bits]] for bits in range(2**side)], dtype=np.int64)
    pictures = np.arange(2 ** (side * side), dtype=np.int64)
    keys = np.zeros_like(pictures)
    for row in range(side):
        keys = keys * len(clues) + number_of[(pictures >> (side * row)) & (2**side - 1)]
    for column in range(side):
        line = np.zeros_like(pictures)
        for row in range(side):
            line |= ((pictures >> (side * row + column)) & 1) << row
        keys = keys * len(clues) + number_of[line]
    _, times = np.unique(keys, return_counts=True)
    return {"pictures": len(pictures), "unique": int((times == 1).sum())}


PARTS: dict[str, Callable[[Batch], Row]] = {
    "unique": count_of, "predicted": count_of, "shape": count_of, "mirrored": count_of, "inks": count_of,
    "failed": failures, "backbone": backbones, "mend": changes, "number": numbers, "icons": icons,
    "colored": colored, "photos": photos, "cost": costs, "exact": exact,
}  # fmt: skip


def measure(batch: Batch) -> Row:
    start = time.process_time()
    row = {**batch._asdict(), **PARTS[batch.part](batch)}
    return {**row, "cpu": round(time.process_time() - start, 2)}


def run(folder: Path, quick: bool, jobs: int) -> None:
    """Measure what FOLDER/rows.jsonl does not have yet, and append it."""
    kept = folder / "rows.jsonl"
    done = {batch_of(row) for row in rows_of(kept)} if kept.exists() else set()
    left = [batch for batch in batches(quick) if batch not in done]
    left.sort(key=lambda batch: batch.part != "cost")  # timed while all processors do the same
    with ProcessPoolExecutor(jobs) as pool, kept.open("a") as file:
        for number, row in enumerate(pool.map(measure, left), 1):
            print(json.dumps(row), file=file, flush=True)
            print(f"\r{number} of {len(left)} batches", end="", file=sys.stderr)
    print(file=sys.stderr)


def rows_of(path: Path) -> list[Row]:
    """Read the rows of a file, packed or not; a half-written last one is left out."""
    text = (gzip.open if path.suffix == ".gz" else open)(path, "rt").read()
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def batch_of(row: Row) -> Batch:
    return Batch(*(row[name] for name in Batch._fields))


# From rows to tables

Key = tuple[str, int, int, float, int]
Table = list[list[str]]


class Share(NamedTuple):
    """How many of how many, with the 95 % interval of Wilson."""

    number: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        low, high = binomtest(self.number, self.of).proportion_ci(method="wilson")
        return 100 * low, 100 * high

    def __str__(self) -> str:
        return f"{100 * self.number / self.of:.0f}" if self.of else "-"

    @property
    def cells(self) -> list[str]:
        low, high = self.interval
        return [str(self.of), f"{100 * self.number / self.of:.1f}", f"{low:.1f} to {high:.1f}"]


class Map:
    """The sums of the rows of each kind of puzzle."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.counts: dict[str, dict[Key, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self.values: dict[str, dict[Key, list[float | None]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for row in rows:
            batch = batch_of(row)
            key = (batch.family, batch.height, batch.width, batch.share, batch.inks)
            numbers = {name: row[name] for name in row.keys() - {*Batch._fields, "cpu", "values"}}
            self.counts[batch.part][key].update(numbers)
            self.values[batch.part][key] += row.get("values", [])

    def unique(self, part: str, *key: Any) -> Share:
        """How many of the settled puzzles of a kind are unique."""
        counts = self.counts[part][key]
        return Share(counts["unique"], counts["unique"] + counts["multiple"])

    def shares(self, side: int) -> list[float]:
        """Return the shares at which puzzles of this side were settled."""
        kinds = sorted(key for key in self.counts["unique"] if key[1] == side)
        return [key[3] for key in kinds if self.unique("unique", *key).of]

    def share_for(self, side: int, odds: float) -> float:
        """Return the first share from which `odds` are unique, between two that were measured."""
        before, below = 0.0, 0.0
        for share in self.shares(side):
            found = self.unique("unique", "random", side, side, share, 1)
            now = found.number / found.of
            if now >= odds:
                return before + (share - before) * (odds - below) / (now - below)
            before, below = share, now
        raise ValueError(f"no share of {side}x{side} has {odds}")

    def places(self, part: str, family: str, inks: int, share: float) -> tuple[float, float] | None:
        """Return the ambiguous places of a cell, and those that each line adds at its two ends.

        Their number is Poisson's if they are few and far apart: fitted is what makes the measured
        puzzles likeliest. None: none of the puzzles was unique.
        """
        kinds = [
            (key[1] * key[2], key[1] + key[2], self.unique(part, *key))
            for key in self.counts[part]
            if key[0] == family and key[3] == share and key[4] == inks and key[1] >= LEAST
        ]
        if not any(found.number for *_, found in kinds):
            return None

        def unlikely(logs: Sequence[float]) -> float:
            total = 0.0
            for cells, lines, found in kinds:
                places = cells * math.exp(logs[0]) + lines * math.exp(logs[1]) + 1e-12
                total += found.number * places
                total -= (found.of - found.number) * math.log(-math.expm1(-places))
            return total

        a, b = map(math.exp, minimize(unlikely, (-7, -5), method="Nelder-Mead").x)
        return a, b


LEAST = 10
"""Smaller boards are all edge."""


def tables(rows: Iterable[Row]) -> dict[str, Table]:
    """Return the tables of docs/random.md by their names; the first row is the head."""
    measured = Map(rows)
    sides = [*COUNTED]
    found: dict[str, Table] = {}
    found["unique"] = [["share", *(f"{side}x{side}" for side in sides)]]
    for share in (0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9):
        row = [str(measured.unique("unique", "random", side, side, share, 1)) for side in sides]
        found["unique"].append([f"{100 * share:.0f} %", *row])
    found["half"] = [["", *found["unique"][0][1:]]]
    for name, odds in (("half are unique from", 0.5), ("nine of ten from", 0.9)):
        row = [f"{100 * measured.share_for(side, odds):.0f} %" for side in sides]
        found["half"].append([name, *row])
    found["exact"] = [["pictures", "all", "unique"]]
    for key, counts in measured.counts["exact"].items():
        numbers = [f"{counts[name]:,}" for name in ("pictures", "unique")]
        found["exact"].append([f"{key[1]}x{key[1]}", *numbers])
    found["places"] = [
        ["share", "in 1,000 cells", "more for 1,000 lines", "150x150: expected", "measured", "95 %"]
    ]
    for share in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        cell, line = measured.places("unique", "random", 1, share) or (0.0, 0.0)
        expected = math.exp(-(22500 * cell + 300 * line))
        row = [
            f"{100 * share:.0f} %",
            f"{1000 * cell:.3f}",
            f"{1000 * line:.3f}",
            f"{100 * expected:.0f} %",
        ]
        large = measured.unique("predicted", "random", 150, 150, share, 1)
        row += [f"{large} %", "{:.0f} to {:.0f}".format(*large.interval)] if large.of else ["", ""]
        found["places"].append(row)
    found["failed"] = _failures(measured)
    found["line"] = [["share", *(f"{side}x{side}" for side in (10, 20, 30))]]
    for share in (0.45, 0.5, 0.55, 0.6, 0.65, 0.7):
        counted = [
            measured.counts["unique"]["random", side, side, share, 1] for side in (10, 20, 30)
        ]
        found["line"].append(
            [f"{100 * share:.0f} %", *(str(Share(one["line"], one["unique"])) for one in counted)]
        )
    found["kinds"] = _kinds(measured)
    found["cost"] = _costs(measured)
    return found


def _failures(measured: Map) -> Table:
    (counts,) = measured.counts["failed"].values()
    table = [
        ["30x30 at 70 %, ambiguous ones", str(counts["ambiguous"])],
        ["of these have two solutions", f"{Share(counts['two'], counts['ambiguous'])} %"],
        [
            "of these vary in four cells of two rows and columns",
            f"{Share(counts['square'], counts['ambiguous'])} %",
        ],
    ]
    for part, name, word in (
        ("backbone", "cells that all solutions share, 30x30 at 50 %", "percent"),
        ("mend", "cells to change until unique, 15x15 at 50 %", "cells"),
        ("number", "solutions, 10x10 at 30 %", "number"),
    ):
        ((_, values),) = measured.values[part].items()
        known = sorted(value for value in values if value is not None)
        scale = 100 if word == "percent" else 1
        middle, least, most = (
            scale * one for one in (statistics.median(known), known[0], known[-1])
        )
        table.append([f"{name}: puzzles", str(len(known))])
        table.append([f"{name}: median, least, most", f"{middle:,.0f}, {least:,.0f}, {most:,.0f}"])
        if part == "mend":
            table.append([f"{name}: mean", f"{statistics.mean(known):.1f}"])
            table.append([f"{name}: none", f"{Share(known.count(0), len(known))} %"])
    return [["what", "measured"], *table]


def _kinds(measured: Map) -> Table:
    table = [["kind", "puzzles", "unique, %", "95 %", "line logic suffices, % of these"]]
    names = {
        "shape": "random",
        "mirrored": "mirrored",
        "inks": "random",
        "icons": "icons",
        "colored": "drawn, in colors",
        "photos": "photos",
    }
    for part, name in names.items():
        for (family, height, width, share, inks), counts in measured.counts[part].items():
            found = Share(counts["unique"], counts["unique"] + counts["multiple"])
            words = [
                name,
                f"{width}x{height}" if height else "",
                f"{100 * share:.0f} %" if share else "",
                f"{inks} inks" if inks > 1 else "",
                family if part == "photos" else "",
            ]
            table.append(
                [
                    " ".join(filter(None, words)),
                    *found.cells,
                    str(Share(counts["line"], counts["unique"])),
                ]
            )
    return table


def _costs(measured: Map) -> Table:
    shares = sorted({key[3] for key in measured.values["cost"]})
    table = [["CPU s, median (largest)", *(f"{100 * share:.0f} %" for share in shares)]]
    for engine, side in itertools.product(ENGINES, (25, 30)):
        row = [f"`{engine}`, {side}x{side}"]
        for share in shares:
            values = measured.values["cost"][engine, side, side, share, 1]
            row.append(f"{statistics.median(values):.2g} ({max(values):.2g})")
        table.append(row)
    return table


def markdown(table: Table) -> str:
    """Return a table of Markdown."""
    head, *rows = table
    marks = [":--" if at == 0 else "--:" for at in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows)) + "\n"


def fill(page: str, found: dict[str, Table]) -> str:
    """Put the tables behind their marks in a page: ``<!-- table: NAME -->`` and the lines below."""
    for name, table in found.items():
        head, mark, rest = page.partition(f"<!-- table: {name} -->\n")
        page = head + mark + (markdown(table) if mark else "") + re.sub(r"\A(?:\|.*\n)*", "", rest)
    return page


def every_count(rows: Iterable[Row]) -> Table:
    """Return one line for each kind of random puzzle, with counts and intervals."""
    measured = Map(rows)
    table = [
        [
            "family",
            "size",
            "inks",
            "share",
            "puzzles",
            "unique, %",
            "95 %",
            "line logic, % of these",
            "unknown",
        ]
    ]
    for part in ("unique", "predicted", "shape", "mirrored", "inks"):
        for (family, height, width, share, inks), counts in sorted(measured.counts[part].items()):
            found = Share(counts["unique"], counts["unique"] + counts["multiple"])
            if found.of:
                line = str(Share(counts["line"], counts["unique"]))
                table.append(
                    [
                        family,
                        f"{width}x{height}",
                        str(inks),
                        f"{share:.2f}",
                        *found.cells,
                        line,
                        str(counts["unknown"]),
                    ]
                )
    return table


def odds_table(rows: Iterable[Row]) -> str:
    """Return the table of nonosat/generators/odds.py: ambiguous places of a cell and a line."""
    measured, lines = Map(rows), []
    for part, family, inks in (
        ("unique", "random", 1),
        ("inks", "random", 2),
        ("inks", "random", 3),
        ("mirrored", "symmetric", 1),
    ):
        shares = sorted(
            {key[3] for key in measured.counts[part] if key[0] == family and key[4] == inks}
        )
        found = {
            share: measured.places(part, family, inks, share)
            for share in shares
            if part != "unique" or share in SHARES
        }
        row = ", ".join(
            f"{share}: ({', '.join(f'{one:.2g}' if one > 1e-9 else '0' for one in pair)})"
            for share, pair in found.items()
            if pair
        )
        lines.append(f'    ("{family}", {inks}): {{{row}}},')
    return "\n".join(lines) + "\n"


def plot(rows: Iterable[Row], folder: Path) -> None:
    """Draw unique.svg, the chance by share and side, and cost.svg, the CPU time by share and backend."""
    from matplotlib.figure import Figure

    measured = Map(rows)
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for side in COUNTED:
        shares = measured.shares(side)
        found = [measured.unique("unique", "random", side, side, share, 1) for share in shares]
        axes.plot(
            [100 * share for share in shares],
            [100 * one.number / one.of for one in found],
            label=f"{side}x{side}",
        )
    axes.set(xlabel="inked cells, %", ylabel="unique, %")
    axes.legend(fontsize="small")
    figure.savefig(folder / "unique.svg", metadata={"Date": None})
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    for axes, side in zip(figure.subplots(1, 2, sharey=True), (25, 30), strict=True):
        for engine in ENGINES:
            values = {
                key[3]: timed
                for key, timed in measured.values["cost"].items()
                if key[:2] == (engine, side)
            }
            axes.plot(
                [100 * share for share in sorted(values)],
                [statistics.mean(values[share]) for share in sorted(values)],
                label=engine,
            )
        axes.set(xlabel="inked cells, %", yscale="log", title=f"{side}x{side}")
    figure.axes[0].set_ylabel("CPU seconds, mean")
    figure.axes[0].legend(fontsize="small")
    figure.savefig(folder / "cost.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="a tenth of the puzzles")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    run(args.folder, args.quick, args.jobs)
    rows = rows_of(args.folder / "rows.jsonl")
    (args.folder / "tables.md").write_text(
        "\n".join(markdown(table) for table in (*tables(rows).values(), every_count(rows)))
    )
    plot(rows, args.folder)
    print(odds_table(rows), end="")


if __name__ == "__main__":
    main()
