"""Two files of results: what became slower or faster, beyond what chance explains.

Each solver is compared with itself, puzzle by puzzle. The geometric mean of the quotients has a
bootstrap interval over puzzles; a solver counts as slower when even its lower bound is above
`TOLERANCE`. A single puzzle counts as slower when it takes `FACTOR` times as long and at least
`LEAST` seconds longer, and longer by more than the repeats of either file lie apart; without
`REPEATS` repeats in both, nobody knows how far those would lie apart, and it is only listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.bench.report import SEED, Table, seconds
from nonosat.bench.stats import Point, Ratio, Results, ratio
from nonosat.errors import UsageError
from nonosat.render.page import Cell, Number

TOLERANCE = 1.05
FACTOR = 1.5
LEAST = 0.02
REPEATS = 3


class Change(NamedTuple):
    """One puzzle that a solver takes notably longer or shorter for."""

    puzzle: str
    solver: str
    old: Point
    new: Point


class Comparison(NamedTuple):
    """What differs between two files."""

    ratios: list[Ratio]
    """New divided by old, for each solver in both files; `only` are newly solved puzzles."""
    slower: list[Change]
    faster: list[Change]
    lost: list[Change]
    """Solved before, and not any more."""
    repeated: bool
    """Both files have `REPEATS` repeats or more."""

    @property
    def worse(self) -> list[str]:
        """Solvers that became slower beyond noise, or lost puzzles."""
        found = {r.solver for r in self.ratios if r.low is not None and r.low > TOLERANCE}
        found |= {change.solver for change in self.lost}
        if self.repeated:
            found |= {change.solver for change in self.slower}
        return [r.solver for r in self.ratios if r.solver in found]


def compare(old: Results, new: Results) -> Comparison:
    """Compare the solvers and puzzles that both have.

    Raises:
        UsageError: they were not measured alike, or have nothing in common.
    """
    for name in ("goal", "limit", "in_process"):
        if old.header[name] != new.header[name]:
            raise UsageError(
                f"not measured alike: {name} was {old.header[name]}, and is {new.header[name]}"
            )
    if old.clock != new.clock:
        raise UsageError(f"the old times are of {old.clock}, the new ones of {new.clock}")
    shared = [name for name in old.solvers if name in new.solvers]
    keys = {point.key for point in old.points} & {point.key for point in new.points}
    if not shared or not keys:
        raise UsageError("the two files have no solver and puzzle in common")
    ratios, slower, faster, lost = [], [], [], []
    for name in shared:
        before = {point.key: point for point in old.of(name) if point.key in keys}
        now = [point for point in new.of(name) if point.key in before]
        if not now:
            continue
        ratios.append(ratio(now, list(before.values()), SEED))
        for point in now:
            change = Change(point.puzzle, name, before[point.key], point)
            if change.old.solved and not point.solved:
                lost.append(change)
            elif change.old.solved and _longer(change.old, point):
                slower.append(change)
            elif change.old.solved and _longer(point, change.old):
                faster.append(change)
    repeated = min(old.header["repeats"], new.header["repeats"]) >= REPEATS
    return Comparison(ratios, slower, faster, lost, repeated)


def _longer(old: Point, new: Point) -> bool:
    """Whether `new` takes notably longer than `old`."""
    more = new.seconds - old.seconds
    return more > max(LEAST, old.spread + new.spread) and new.seconds > FACTOR * old.seconds


def tables(found: Comparison) -> Sequence[Table]:
    """The comparison as tables."""
    rows: list[list[Cell]] = []
    for r in found.ratios:
        bounds = [None if x is None else Number(x, f"{x:.3f}") for x in r[5:]]
        rows.append([r.solver, r.both, r.only, r.only_other, *bounds, _word(r)])
    means = Table(
        "New time / old time",
        ["solver", "both", "newly solved", "lost", "ratio", "low", "high", ""],
        rows,
        "Geometric mean over the puzzles solved in both, with its 95 % interval.",
    )
    made = [means]
    for title, changes in (
        ("Lost", found.lost),
        ("Slower", found.slower),
        ("Faster", found.faster),
    ):
        if changes:
            made.append(
                Table(
                    title,
                    ["puzzle", "solver", "old", "new"],
                    [
                        [c.puzzle, c.solver, seconds(c.old.seconds),
                         seconds(c.new.seconds) if c.new.solved else c.new.status]
                        for c in changes
                    ],
                )
            )  # fmt: skip
    return made


def _word(found: Ratio) -> str:
    if found.low is not None and found.low > TOLERANCE:
        return "slower"
    if found.high is not None and found.high < 1 / TOLERANCE:
        return "faster"
    return "as before"
