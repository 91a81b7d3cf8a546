"""Compares two measurements: what became slower or faster, beyond chance.

Each solver is compared with itself, puzzle by puzzle. The geometric mean of new time / old time has a
bootstrap interval over puzzles. A solver is slower if even the lower bound is above the tolerance.

A single puzzle is slower if it takes longer by a factor and at least `LEAST` seconds, and if the
difference exceeds the spread of the repeats. With fewer than `REPEATS` runs of it on either side
that spread is not known, so the puzzle is only listed.

The interval knows how puzzles differ, and nothing of what all runs of one side share: the load of the
machine and its clock. Two versions that take turns share both. Separate runs do not, so they are
held to wider bounds (`APART`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.batch.journal import Row
from nonosat.bench.one_run import LIMIT
from nonosat.bench.rows import MUST_BE_ALIKE
from nonosat.bench.stats import FEWEST, Point, Ratio, Results, ratio
from nonosat.bench.tables import Table, number, seconds
from nonosat.errors import UsageError
from nonosat.render.page import TableCell


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
"""Two measurements in wall seconds of which a busy machine disturbed one: nothing follows from them."""
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
        """Both sides have `REPEATS` runs of it or more."""
        return min(self.old.runs, self.new.runs) >= REPEATS


class Comparison(NamedTuple):
    """The differences between two measurements."""

    bounds: Bounds
    ratios: list[Ratio]
    """New divided by old, for each solver on both sides; `only` are newly solved puzzles."""
    slower: list[Difference]
    faster: list[Difference]
    lost: list[Difference]
    """Solved before, and not any more."""
    at_limit: list[Difference]
    """The same where chance may have done it: the limit was near, or not all repeats met it."""

    @property
    def worse(self) -> list[str]:
        """Solvers that became slower beyond noise, or lost puzzles."""
        found = {r.solver for r in self.ratios if r.low is not None and r.low > self.bounds.mean}
        found |= {change.solver for change in self.lost}
        found |= {change.solver for change in self.slower if change.repeated}
        return [r.solver for r in self.ratios if r.solver in found]


def compare(old: Results, new: Results, in_turns: bool = False) -> Comparison:
    """Compare the solvers and puzzles that both have.

    Args:
        in_turns: they are one measurement, in which the two took turns.

    Raises:
        UsageError: they were measured with other settings or on another machine, or have nothing in
            common.
    """
    _check_alike(old, new)
    bounds = IN_TURNS if in_turns else APART
    if not in_turns and not new.cpu and (old.is_busy or new.is_busy):
        bounds = DISTURBED
    shared = [name for name in old.solvers if name in new.solvers]
    keys = {point.key for point in old.points} & {point.key for point in new.points}
    if not shared or not keys:
        raise UsageError("the two files have no solver and puzzle in common")
    ratios, slower, faster = [], [], []
    lost: list[Difference] = []
    at_limit: list[Difference] = []
    for name in shared:
        earlier = {point.key: point for point in old.of(name) if point.key in keys}
        later = [point for point in new.of(name) if point.key in earlier]
        if not later:
            continue
        ratios.append(ratio(later, list(earlier.values())))
        for point in later:
            change = Difference(point.puzzle, name, earlier[point.key], point)
            if change.old.solved and not point.solved:
                close = change.old.longest * bounds.single > new.limit or point.longest > 0
                (at_limit if close and point.status == LIMIT else lost).append(change)
            elif change.old.solved and _longer(change.old, point, bounds):
                slower.append(change)
            elif change.old.solved and _longer(point, change.old, bounds):
                faster.append(change)
    return Comparison(bounds, ratios, slower, faster, lost, at_limit)


def _check_alike(old: Results, new: Results) -> None:
    for name in (*MUST_BE_ALIKE, "machine"):
        before, now = old.header[name], new.header[name]
        if before != now:
            raise UsageError(f"not measured alike: {name} was {before}, and is {now}")
    if (old.clock, old.cpu) != (new.clock, new.cpu):
        raise UsageError(f"the old times are of {old.clock}, the new ones of {new.clock}")
    programs, backends = (
        [{program["name"] for program in results.header["externals"]} for results in (old, new)],
        [set(results.header["backends"]) for results in (old, new)],
    )
    for name in (programs[0] & backends[1]) | (backends[0] & programs[1]):
        raise UsageError(f"{name!r} is a backend in one file and a program in the other")


def _longer(old: Point, new: Point, bounds: Bounds) -> bool:
    """A puzzle takes notably longer the second time."""
    more = new.seconds - old.seconds
    return more > max(LEAST, old.spread + new.spread) and new.seconds > bounds.single * old.seconds


def changes(old: Row, new: Row) -> str:
    """A sentence on versions and commits that differ between two headers; "" if none do."""
    before, now = ({**header["versions"], "commit": header["commit"]} for header in (old, new))
    differ = [name for name in now if now[name] != before.get(name)]
    return "; ".join(f"{name}: {before.get(name)}, then {now[name]}" for name in differ)


def tables(found: Comparison) -> Sequence[Table]:
    """The comparison as tables."""
    rows: list[list[TableCell]] = []
    for r in found.ratios:
        bounds = [number(x, ".3f") for x in (r.ratio, r.low, r.high)]
        rows.append([r.solver, r.both, r.only, r.only_other, *bounds, word(r, found.bounds)])
    columns = ["solver", "both", "newly solved", "lost", "ratio", "low", "high", ""]
    shown = [Table("New time / old time", columns, rows, _note(found.bounds))]
    notable = (
        f"Takes {found.bounds.single:g} times as long or more on one of the sides, by more than "
        f"{LEAST:g} s and by more than the repeats lie apart."
    )
    for title, differences, note in (
        ("Lost", found.lost, "Solved on the old side only."),
        (
            "At the limit",
            found.at_limit,
            "Solved on the old side only, where the limit was near, or not by all repeats on the new side.",
        ),
        ("Slower", found.slower, notable),
        ("Faster", found.faster, notable),
    ):
        if differences:
            lines: list[list[TableCell]] = [
                [c.puzzle, c.solver, seconds(c.old.seconds),
                 seconds(c.new.seconds) if c.new.solved else c.new.status]
                for c in differences
            ]  # fmt: skip
            shown.append(Table(title, ["puzzle", "solver", "old", "new"], lines, note))
    return shown


def _note(bounds: Bounds) -> str:
    mean = bounds.mean
    if bounds is DISTURBED:
        return (
            "Ratio: geometric mean over the puzzles solved in both; low and high are its 95 % interval "
            "over puzzles. It leaves out what a whole run shares, and other work disturbed one of these, "
            "as said below. So nothing is called slower or faster here; --cpu goes by CPU seconds, and "
            "bench run --against takes turns."
        )
    shared = (
        "Both took turns, so load and clock of the machine hit both alike."
        if bounds is IN_TURNS
        else "The interval leaves out what a whole run shares: the load of the machine and its clock. "
        f"Separate runs of one version differ by a third and more, so these have bounds of {mean:g}; "
        "bench run --against takes turns and tells differences of a twentieth."
    )
    return (
        "Ratio: geometric mean over the puzzles solved in both; low and high are its 95 % interval "
        f"over puzzles. {shared} Slower: all of the interval is above {mean:g}. Faster: all of it is "
        f"below {1 / mean:.3f} (1 / {mean:g}). Else nothing is proved. Fewer than {FEWEST} puzzles "
        "have no interval: they could all differ one way by chance."
    )


def word(found: Ratio, bounds: Bounds) -> str:
    """The outcome for one solver."""
    if not found.both:
        return "no puzzle solved in both"
    if bounds is DISTURBED:
        return "not told: busy"
    if found.low is None or found.high is None:
        return "too few puzzles to tell"
    if found.low > bounds.mean:
        return "slower"
    return "faster" if found.high < 1 / bounds.mean else "no difference proved"
