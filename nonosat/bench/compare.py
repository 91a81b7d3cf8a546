"""Compares two measurements: which solvers are slower or faster, beyond chance.

Each solver is compared with itself, puzzle by puzzle. The geometric mean of new time / old time has a
bootstrap interval over puzzles. A solver is slower if even the lower bound is above the tolerance.

A single puzzle is slower if it takes longer by a factor and at least `LEAST` seconds, and if the
difference exceeds the spread of the repeats. With fewer than `REPEATS` runs on either side
the spread is unknown, so the puzzle is only listed.

The interval covers how puzzles differ. It does not cover what all runs of one side share: the load of
the machine and its clock. Two versions that take turns share both. Separate runs do not, so their
bounds are wider (`APART`).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.bench.one_run import LIMIT
from nonosat.bench.rows import MUST_BE_ALIKE, header_differences
from nonosat.bench.stats import Point, Ratio, Results, ratio
from nonosat.bench.tables import Table, number_cell, seconds_cell
from nonosat.draw.page import TableCell
from nonosat.errors import UsageError


class Bounds(NamedTuple):
    """Ratios that could be chance."""

    mean: float
    """For the interval of the geometric mean."""
    single: float
    """For a single puzzle."""


IN_TURNS = Bounds(1.05, 1.5)
"""Two versions in one measurement."""
APART = Bounds(1.5, 2.5)
"""Two measurements. Eight runs of one version differed by factors up to 1.49 in the mean
(`benchmarks/EXPERIMENTS.md`)."""
DISTURBED = Bounds(math.inf, math.inf)
"""Two measurements in wall seconds, at least one on a busy machine: they prove nothing."""
LEAST = 0.02
REPEATS = 3


class Difference(NamedTuple):
    """A solver on one puzzle, on both sides."""

    old: Point
    new: Point

    @property
    def repeated(self) -> bool:
        """True if both sides have at least `REPEATS` runs of it."""
        return min(self.old.runs, self.new.runs) >= REPEATS


class Comparison(NamedTuple):
    """The differences between two measurements."""

    bounds: Bounds
    ratios: list[Ratio]
    """New divided by old, for each solver on both sides; `only` are newly solved puzzles."""
    slower: list[Difference]
    faster: list[Difference]
    lost: list[Difference]
    """Solved before, but not now."""
    at_limit: list[Difference]
    """Lost, perhaps by chance: the time was near the limit, or only some repeats reached it."""

    @property
    def worse(self) -> list[str]:
        """Solvers that became slower beyond noise, or lost puzzles."""
        found = {r.solver for r in self.ratios if r.low is not None and r.low > self.bounds.mean}
        found |= {change.new.solver for change in self.lost}
        found |= {change.new.solver for change in self.slower if change.repeated}
        return [r.solver for r in self.ratios if r.solver in found]


def compare(old: Results, new: Results, in_turns: bool = False) -> Comparison:
    """Compare the solvers and puzzles that both have."""
    _check_alike(old, new)
    bounds = IN_TURNS if in_turns else APART
    if not in_turns and not new.cpu and (old.is_busy or new.is_busy):
        bounds = DISTURBED
    shared = [name for name in old.solvers if name in new.solvers]
    keys = {point.key for point in old.points} & {point.key for point in new.points}
    if not shared or not keys:
        raise UsageError("the two files have no solver and puzzle in common")
    found = Comparison(bounds, [], [], [], [], [])
    for name in shared:
        earlier = {point.key: point for point in old.of(name) if point.key in keys}
        later = [point for point in new.of(name) if point.key in earlier]
        if not later:
            continue
        found.ratios.append(ratio(later, list(earlier.values())))
        for point in later:
            change = Difference(earlier[point.key], point)
            if not change.old.solved:
                continue
            if not point.solved:
                close = change.old.longest * bounds.single > new.limit or point.longest > 0
                (found.at_limit if close and point.status == LIMIT else found.lost).append(change)
            elif _longer(change.old, point, bounds):
                found.slower.append(change)
            elif _longer(point, change.old, bounds):
                found.faster.append(change)
    return found


def _check_alike(old: Results, new: Results) -> None:
    if unlike := header_differences(old.header, new.header, (*MUST_BE_ALIKE, "machine")):
        raise UsageError(f"cannot compare results that differ in {unlike}")
    if (old.clock, old.cpu) != (new.clock, new.cpu):
        was, now = (f"{'CPU' if r.cpu else 'wall'} seconds of {r.clock}" for r in (old, new))
        raise UsageError(f"cannot compare {was} with {now}")
    programs, backends = (
        [{program["name"] for program in results.header["externals"]} for results in (old, new)],
        [set(results.header["backends"]) for results in (old, new)],
    )
    for name in (programs[0] & backends[1]) | (backends[0] & programs[1]):
        raise UsageError(f"{name!r} is a backend in one file and a program in the other")


def _longer(old: Point, new: Point, bounds: Bounds) -> bool:
    """True if a puzzle takes notably longer the second time."""
    more = new.seconds - old.seconds
    return more > max(LEAST, old.spread + new.spread) and new.seconds > bounds.single * old.seconds


def comparison_tables(found: Comparison) -> Sequence[Table]:
    rows: list[list[TableCell]] = []
    for r in found.ratios:
        bounds = [number_cell(x, ".3f") for x in (r.ratio, r.low, r.high)]
        rows.append(
            [r.solver, r.both, r.only, r.only_other, *bounds, outcome_word(r, found.bounds)]
        )
    columns = ["solver", "both", "newly solved", "lost", "ratio", "low", "high", ""]
    shown = [Table("New time / old time", columns, rows, _note(found.bounds))]
    for title, differences in (
        ("Lost", found.lost),
        ("At the limit", found.at_limit),
        ("Slower", found.slower),
        ("Faster", found.faster),
    ):
        if differences:
            lines: list[list[TableCell]] = [
                [c.new.puzzle, c.new.solver, seconds_cell(c.old.seconds),
                 seconds_cell(c.new.seconds) if c.new.solved else c.new.status]
                for c in differences
            ]  # fmt: skip
            shown.append(Table(title, ["puzzle", "solver", "old", "new"], lines))
    return shown


def _note(bounds: Bounds) -> str:
    if bounds is DISTURBED:
        return "The machine was busy, so nothing is called slower or faster: use --cpu. See docs/bench.md."
    return (
        f"Slower: all of the interval from low to high is above {bounds.mean:g}. Faster: all of it is "
        f"below {1 / bounds.mean:.3f}. See docs/bench.md."
    )


def outcome_word(found: Ratio, bounds: Bounds) -> str:
    """Return "slower", "faster", or why neither is certain."""
    if not found.both:
        return "no puzzle solved in both"
    if bounds is DISTURBED:
        return "machine busy"
    if found.low is None or found.high is None:
        return "too few puzzles"
    if found.low > bounds.mean:
        return "slower"
    return "faster" if found.high < 1 / bounds.mean else "no difference proved"
