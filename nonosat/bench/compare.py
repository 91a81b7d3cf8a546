"""Compares two files of results: what became slower or faster, beyond chance.

Each solver is compared with itself, puzzle by puzzle. The geometric mean of new time / old time has a
bootstrap interval over puzzles. A solver is slower if even the lower bound is above `TOLERANCE`.

A single puzzle is slower if it takes `FACTOR` times as long and at least `LEAST` seconds longer, and
if the difference exceeds the spread of the repeats. With fewer than `REPEATS` runs of it in either file
that spread is not known, so the puzzle is only listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.bench.rows import MUST_BE_ALIKE
from nonosat.bench.stats import FEWEST, Point, Ratio, Results, ratio
from nonosat.bench.tables import Table, number, seconds
from nonosat.errors import UsageError
from nonosat.render.page import TableCell

TOLERANCE = 1.05
FACTOR = 1.5
LEAST = 0.02
REPEATS = 3


class Difference(NamedTuple):
    """One puzzle for which a solver takes notably longer or shorter."""

    puzzle: str
    solver: str
    old: Point
    new: Point

    @property
    def repeated(self) -> bool:
        """Both files have `REPEATS` runs of it or more."""
        return min(self.old.runs, self.new.runs) >= REPEATS


class Comparison(NamedTuple):
    """What differs between two files."""

    ratios: list[Ratio]
    """New divided by old, for each solver in both files; `only` are newly solved puzzles."""
    slower: list[Difference]
    faster: list[Difference]
    lost: list[Difference]
    """Solved before, and not any more."""

    @property
    def worse(self) -> list[str]:
        """Solvers that became slower beyond noise, or lost puzzles."""
        found = {r.solver for r in self.ratios if r.low is not None and r.low > TOLERANCE}
        found |= {change.solver for change in self.lost}
        found |= {change.solver for change in self.slower if change.repeated}
        return [r.solver for r in self.ratios if r.solver in found]


def compare(old: Results, new: Results) -> Comparison:
    """Compare the solvers and puzzles that both have.

    Raises:
        UsageError: they were measured with other settings, or have nothing in common.
    """
    for name in MUST_BE_ALIKE:
        before, now = old.header[name], new.header[name]
        if before != now:
            raise UsageError(f"not measured alike: {name} was {before}, and is {now}")
    if old.clock != new.clock:
        raise UsageError(f"the old times are of {old.clock}, the new ones of {new.clock}")
    shared = [name for name in old.solvers if name in new.solvers]
    keys = {point.key for point in old.points} & {point.key for point in new.points}
    if not shared or not keys:
        raise UsageError("the two files have no solver and puzzle in common")
    ratios, slower, faster, lost = [], [], [], []
    for name in shared:
        earlier = {point.key: point for point in old.of(name) if point.key in keys}
        later = [point for point in new.of(name) if point.key in earlier]
        if not later:
            continue
        ratios.append(ratio(later, list(earlier.values())))
        for point in later:
            change = Difference(point.puzzle, name, earlier[point.key], point)
            if change.old.solved and not point.solved:
                lost.append(change)
            elif change.old.solved and _longer(change.old, point):
                slower.append(change)
            elif change.old.solved and _longer(point, change.old):
                faster.append(change)
    return Comparison(ratios, slower, faster, lost)


def _longer(old: Point, new: Point) -> bool:
    """Whether `new` takes notably longer than `old`."""
    more = new.seconds - old.seconds
    return more > max(LEAST, old.spread + new.spread) and new.seconds > FACTOR * old.seconds


def tables(found: Comparison) -> Sequence[Table]:
    """The comparison as tables."""
    rows: list[list[TableCell]] = []
    for r in found.ratios:
        bounds = [number(x, ".3f") for x in (r.ratio, r.low, r.high)]
        rows.append([r.solver, r.both, r.only, r.only_other, *bounds, _word(r)])
    means = Table(
        "New time / old time",
        ["solver", "both", "newly solved", "lost", "ratio", "low", "high", ""],
        rows,
        "Ratio: geometric mean over the puzzles solved in both; low and high are its 95 % interval. "
        f"Slower: all of the interval is above {TOLERANCE:g}. Faster: all of it is below "
        f"{1 / TOLERANCE:.3f} (1 / {TOLERANCE:g}). Else as before. Fewer than {FEWEST} puzzles have no "
        "interval: they could all differ one way by chance.",
    )
    shown = [means]
    notable = (
        f"Takes {FACTOR:g} times as long or more in one of the files, by more than {LEAST:g} s and "
        "by more than the repeats lie apart."
    )
    for title, changes, note in (
        ("Lost", found.lost, "Solved in the old file only."),
        ("Slower", found.slower, notable),
        ("Faster", found.faster, notable),
    ):
        if changes:
            lines: list[list[TableCell]] = [
                [c.puzzle, c.solver, seconds(c.old.seconds),
                 seconds(c.new.seconds) if c.new.solved else c.new.status]
                for c in changes
            ]  # fmt: skip
            shown.append(Table(title, ["puzzle", "solver", "old", "new"], lines, note))
    return shown


def _word(found: Ratio) -> str:
    if not found.both:
        return "no puzzle solved in both"
    if found.low is None or found.high is None:
        return "too few puzzles to tell"
    if found.low > TOLERANCE:
        return "slower"
    return "faster" if found.high < 1 / TOLERANCE else "as before"
