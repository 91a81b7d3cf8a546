"""Statistics of runs: solved, PAR-2, quantiles, ratios with confidence. Needs no numpy.

All times in a comparison are by the same clock: *solving*, from the parsed puzzle to the verdict, or
*process*, from the start of the process to its answer. Outside programs have only the process clock,
which includes the making of their model. Both clocks have wall and CPU seconds.
"""

import math
import os
import random
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.bench.agreement import Settled, settle_answers
from nonosat.bench.one_run import DISPUTED, GAVE_UP, LIMIT, OK, OUT_OF_MEMORY, REFUSED, WRONG
from nonosat.bench.rows import solvers_of
from nonosat.bench.suites import HELD_OUT_MARK
from nonosat.errors import UsageError
from nonosat.run.journal import JsonRow
from nonosat.solving.backends import BACKENDS
from nonosat.solving.result import Verdict

CLOCKS = {
    "solving": (("seconds",), ("cpu_seconds",)),
    "process": (
        ("process_seconds", "model_seconds"),
        ("process_cpu_seconds", "model_cpu_seconds"),
    ),
}
"""Clock -> the fields of a run that add up to its wall and its CPU seconds. The first must be known."""
FLOOR = 0.0001
"""Shorter times are noise: ratios and plots use this many seconds instead."""
SEED = 0
"""Seed of the bootstrap: the same results give the same intervals."""
RESAMPLES = 2000
CONFIDENCE = 0.95
UNKNOWN, FAILED_WRONG = "unknown", "failed (wrong)"
"""Status of a run that answered less than was asked, and of a wrong one."""
FEWEST = 6
"""Puzzles needed for the interval of a ratio: five all differ one way by chance in one of 16 cases."""
WAITED = 1.5
"""A run waited if it took this many times its CPU seconds ..."""
LEAST_WAIT = 0.1
"""... and at least this many seconds more than them."""
BUSY = 0.1
"""The machine was busy if more than this share of runs waited or began under load."""
FAMILY = "family"
AND = ", "
"""Between the values of several factors."""
FEW = 5
"""Families with fewer puzzles are one for the bootstrap."""
WAYS = ("line logic", "probing", "search")
"""Classes of methods that settle a puzzle: line logic alone; probing of single cells; guesses or an engine."""


@dataclass(frozen=True, slots=True)
class Point:
    """One solver on one puzzle, all repeats together."""

    group: str
    family: str
    """The file, folder or suite it is from, without the mark of held-out puzzles."""
    puzzle: str
    key: str
    cells: int
    solver: str
    solved: bool
    """True if every repeat answered what was asked."""
    checked: bool
    """True if every repeat is checked, see `is_checked`."""
    status: str
    """`one_run.OK` if solved; else the `ending` of the first repeat without an answer."""
    seconds: float
    """Median over the repeats; the limit if not solved."""
    spread: float
    """Longest minus shortest repeat, in seconds; 0 for a single one."""
    longest: float
    """Seconds of the longest repeat with an answer; 0 if none has one."""
    cpu_seconds: float | None
    """CPU seconds of all processors by the same clock: median over all repeats; None if unknown."""
    model_seconds: float
    """Seconds to make its model, included in `seconds`: median; 0 without a model."""
    peak_mb: float | None
    runs: int
    """Number of measured repeats."""
    way: str = ""
    """One of `WAYS`: what settled the first repeat; "" if not solved, or if it is not known."""
    fastest: bool = False
    """True if it is solved, and no other solver took less time."""
    density: float | None = None
    """Share of the cells that are inked; None if unknown."""
    start_seconds: float | None = None
    """Seconds of the process outside of solving: median; None if unknown, or by the solving clock."""
    wall_seconds: float | None = None
    """Wall seconds by the same clock: median over all repeats; None if unknown."""
    disturbed: bool = False
    """True if a repeat `is_disturbed`."""

    @property
    def clipped(self) -> float:
        """`seconds`, but at least `FLOOR`."""
        return max(FLOOR, self.seconds)


@dataclass(frozen=True, slots=True)
class Results:
    """All runs of one measurement, by one clock."""

    header: JsonRow
    clock: str
    cpu: bool
    """True if the points have CPU seconds instead of wall seconds."""
    points: list[Point]
    done: int
    """Number of runs, with either clock."""
    left_out: list[str]
    """Solvers that have no times of this clock."""
    loaded: int
    """Number of runs that began while the load exceeded the number of processors."""
    waited: int
    """Number of runs that waited, see `WAITED`."""
    settled: Settled
    """All rows, and complaints about them."""
    by: str = "family"
    """The factor whose values are the groups of the points; see `factor`."""
    asked: Sequence[str] = ()
    """The groups to show; empty for all."""
    fields: Sequence[str] = ()
    """The columns to show; empty for those that are not empty."""

    @property
    def is_busy(self) -> bool:
        """True if other work disturbed more than the share `BUSY` of the runs."""
        return max(self.loaded, self.waited) > BUSY * self.done

    @property
    def limit(self) -> float:
        """The limit of a run by the clock of the points; that of wall seconds if it has none."""
        own = self.header["cpu_limit"] if self.cpu else None
        return float(self.header["limit"] if own is None else own)

    @property
    def groups(self) -> list[str]:
        """The groups to show, in order."""
        found = {family_of_point(point): None for point in self.points}
        for name in self.asked:
            if name not in found:
                raise UsageError(
                    f"--by {self.by}: no puzzle has {name!r}; there are: {', '.join(sorted(found, key=_natural)[:20])}"
                )
        return [*self.asked] or sorted(found, key=_natural)

    @property
    def solvers(self) -> list[str]:
        """Backends, then outside programs, in the order of the command line."""
        present = {point.solver for point in self.points}
        return [name for name in dict.fromkeys(solvers_of(self.header)) if name in present]

    def of(self, solver: str, group: str | None = None) -> list[Point]:
        """Return the points of a solver, on all puzzles or on one group."""
        return [
            point
            for point in self.points
            if point.solver == solver and group in (None, family_of_point(point))
        ]


def results_of(
    rows: Sequence[JsonRow],
    clock: str | None = None,
    cpu: bool | None = None,
    by: str = "",
    fields: Sequence[str] = (),
    solvers: Sequence[str] = (),
) -> Results:
    """Collect rows, header first, with the status that `settle_answers` gives them.

    Args:
        by: the factor whose values are the groups, with ``=VALUE,VALUE`` for those to show; or several
            factors with commas between them.
        fields, solvers: the columns and the solvers to show; empty for all.
        clock: a name of `CLOCKS`; None means solving if every solver has that clock, else process.
            Solving omits outside programs, except for a nonosat. Process omits backends that were
            measured in one process.
        cpu: use CPU seconds instead of wall seconds; None means that they are used if their limit is
            the smaller one.
    """
    settled, header = settle_answers(rows), rows[0]
    if solvers:
        check_measured(solvers, solvers_of(header))
        header = header | {
            "backends": [name for name in header["backends"] if name in solvers],
            "externals": [one for one in header["externals"] if one["name"] in solvers],
        }
        chosen = [row for row in settled.rows[1:] if row["backend"] in solvers]
        settled = settled._replace(rows=[header, *chosen])
    every = settled.rows[1:]
    by, _, asked = by.partition("=")
    groups_of = factor(by or FAMILY, every), factor(FAMILY, every)
    outside = {program["name"] for program in header["externals"]}
    dumb = {p["name"] for p in header["externals"] if not p.get("is_nonosat")}
    if clock is None:
        clock = "process" if dumb else "solving"
    if clock not in CLOCKS:
        raise UsageError(f"unknown clock {clock!r}; there are: {', '.join(CLOCKS)}")
    runs = every
    if clock == "solving":
        runs = [row for row in every if row["backend"] not in dumb]
    elif header["in_process"]:
        runs = [row for row in every if row["backend"] in outside]
    known = any(seconds_of(row, CLOCKS[clock][1]) for row in runs)
    if cpu and not known:
        raise UsageError("these results have no CPU seconds")
    smaller = known and (header["cpu_limit"] or math.inf) <= header["limit"]
    by_cpu: bool = smaller if cpu is None else cpu
    if not runs:
        raise UsageError(f"no run has {clock} times")
    together: dict[tuple[str, str, str], list[JsonRow]] = defaultdict(list)
    for row in runs:
        together[row["key"], row["backend"], row.get("machine", "")].append(row)
    points = [_point(same, groups_of, clock, by_cpu, header) for same in together.values()]
    best, count = best_points(points), Counter(point.key for point in points)
    points = [
        replace(point, fastest=point.solved and point is best[point.key] and count[point.key] > 1)
        for point in points
    ]
    kept = {row["backend"] for row in runs}
    left_out = dict.fromkeys(row["backend"] for row in every if row["backend"] not in kept)
    loaded = sum((row["load"] or 0.0) > 1.0 for row in every)
    waited = sum(row["status"] == OK and has_waited(row) for row in every)
    return Results(
        header, clock, by_cpu, points, len(every), list(left_out), loaded, waited,
        settled, by or FAMILY, [*filter(None, asked.split(","))], fields,
    )  # fmt: skip


def check_measured(wanted: Sequence[str], measured: Sequence[str]) -> None:
    """Raise an error for a solver without results."""
    for name in wanted:
        if name not in measured:
            raise UsageError(f"no results of {name!r}; there are: {', '.join(measured)}")


def factor(name: str, rows: Sequence[JsonRow]) -> Callable[[JsonRow], str]:
    """Return a function that gives the value of a factor for a row: the group of its puzzle.

    The family of a puzzle is where it is from: a suite's family, a file with several puzzles, or else
    the folder of its file. ``size`` and ``density`` (as it was asked for, or else to a twentieth) are
    made from the row; any other factor is a key of the rows. Several factors have commas between them.
    """
    if "," in name:
        parts = [factor(part, rows) for part in name.split(",")]
        return lambda row: AND.join(part(row) for part in parts)
    if name == FAMILY:
        puzzles = defaultdict(set)
        for row in rows:
            puzzles[row["source"]].add(row["key"])
        alone = {source for source, keys in puzzles.items() if len(keys) == 1}
        return lambda row: _folder(row["source"]) if row["source"] in alone else row["source"]
    if name == "size":
        return lambda row: f"{row['width']}x{row['height']}"
    if not all(name in row for row in rows):
        known = sorted({FAMILY, "size", *(key for row in rows[:1] for key in row)})
        raise UsageError(f"--by {name}: not in these results; there are: {', '.join(known)}")
    if name == "density":
        return _density
    return lambda row: str(row[name])


def _density(row: JsonRow) -> str:
    if row.get("asked_density") is not None:
        return f"{row['asked_density']:g}"
    return "unknown" if row["density"] is None else f"{round(20 * row['density']) / 20:g}"


def _folder(source: str) -> str:
    folder, bar, _ = source.replace(os.sep, "/").rpartition("/")
    return f"{folder}/" if bar else source if not os.path.splitext(source)[1] else "./"


def _natural(text: str) -> list[tuple[float, str]]:
    """Return a key that sorts numbers in texts by their size."""
    parts = re.split(r"([0-9]+(?:\.[0-9]+)?)", text)
    return [(float(part), "") if at % 2 else (-1.0, part) for at, part in enumerate(parts)]


def best_points(points: Iterable[Point]) -> dict[str, Point]:
    """Return the best point of each puzzle, by its key: the virtual best solver has these."""
    best: dict[str, Point] = {}
    for point in sorted(points, key=lambda point: (not point.solved, point.seconds)):
        best.setdefault(point.key, point)
    return best


def has_waited(row: JsonRow) -> bool:
    """Return True if a run waited for a processor, see `WAITED`.

    Sleep does not count if the system tells it apart.
    """
    wall, work = row["process_seconds"], row["process_cpu_seconds"]
    if wall is None or work is None:
        wall, work = row["seconds"], row["cpu_seconds"]
    if wall is None or work is None:
        return False
    if row.get("waited") is not None:
        wall = min(wall, work + row["waited"])
    return bool(wall > max(WAITED * work, work + LEAST_WAIT))


def is_disturbed(row: JsonRow) -> bool:
    """Return True if a run met the limit of wall seconds, and had waited for a processor."""
    most = row.get("cpu_limit")
    works = (seconds_of(row, works) for _, works in CLOCKS.values())
    had_all = most is not None and max(filter(None, works), default=0.0) >= most
    return row["status"] == LIMIT and has_waited(row) and not had_all


def seconds_of(row: JsonRow, fields: Sequence[str]) -> float | None:
    """Return the sum of fields of a run; None if the first is unknown."""
    if row[fields[0]] is None:
        return None
    return float(sum(row[name] or 0.0 for name in fields))


def is_checked(row: JsonRow) -> bool:
    """Return True if an answer is confirmed by more than the solver.

    It is confirmed by a picture that the judge accepted (two for *multiple*), by a certificate, or
    by the verdict that the user expects. A picture does not prove that it is the only one.
    """
    if row["status"] != OK:
        return False
    needed = 2 if row["verdict"] == Verdict.MULTIPLE.value else 1
    known = (row["proved"], row["expected"])
    return len(row["pictures"]) >= needed or row["verdict"] in known


def ending(row: JsonRow, goal: str) -> str:
    """Return how a run ended: `one_run.OK` only if it answered what was asked.

    A definite verdict answers any goal; a solution answers the goal `first`. A run that answered
    less is `UNKNOWN`.
    """
    if row["status"] == WRONG:
        return FAILED_WRONG
    if row["status"] != OK or row["verdict"] != Verdict.UNKNOWN.value:
        return str(row["status"])
    return OK if goal == "first" and row["found"] else UNKNOWN


def _point(
    rows: list[JsonRow],
    groups_of: tuple[Callable[[JsonRow], str], Callable[[JsonRow], str]],
    clock: str,
    cpu: bool,
    header: JsonRow,
) -> Point:
    first = rows[0]
    walls, works = CLOCKS[clock]
    limit = float((header["cpu_limit"] if cpu else None) or header["limit"])
    goal = header["goal"]
    solving = [row for row in rows if ending(row, goal) == OK]
    clocked = (seconds_of(row, works if cpu else walls) for row in solving)
    times = [seconds for seconds in clocked if seconds is not None]
    status = OK
    if len(solving) < len(rows):
        status = next(how for row in rows if (how := ending(row, goal)) != OK)
    elif len(times) < len(rows):
        status = UNKNOWN
    models = [
        seconds_of(row, [name]) or 0.0 for row in rows for name in (works if cpu else walls)[1:]
    ]
    starts = [
        row["process_seconds"] - row["seconds"]
        for row in rows
        if clock == "process" and None not in (row["process_seconds"], row["seconds"])
    ]
    return Point(
        group=groups_of[0](first),
        family=groups_of[1](first).removesuffix(HELD_OUT_MARK),
        puzzle=first["title"],
        key=first["key"] + first.get("machine", ""),
        cells=first["width"] * first["height"],
        solver=first["backend"],
        solved=status == OK,
        checked=status == OK and all(map(is_checked, rows)),
        status=status,
        seconds=statistics.median(times) if status == OK else limit,
        spread=max(times) - min(times) if times else 0.0,
        longest=max(times, default=0.0),
        cpu_seconds=_over(statistics.median, (seconds_of(row, works) for row in rows)),
        model_seconds=statistics.median(models) if models else 0.0,
        peak_mb=_over(max, (row["peak_mb"] for row in rows)),
        runs=len(rows),
        way=_way(first) if status == OK else "",
        density=density if isinstance(density := first.get("density"), float) else None,
        start_seconds=_over(statistics.median, starts),
        wall_seconds=_over(statistics.median, (seconds_of(row, walls) for row in rows)),
        disturbed=status == LIMIT and any(map(is_disturbed, rows)),
    )


def _way(row: JsonRow) -> str:
    """Return what settled a puzzle; outside programs, and backends of others, do not say it."""
    if row.get("line_solvable") is None or not _is_ours(row["backend"]):
        return ""
    if row["line_solvable"] and not row["engine"]:
        return "line logic"
    return "probing" if row["difficulty"] == "probing" else "search"


def _is_ours(solver: str) -> bool:
    return solver.partition(":")[0].partition("@")[0] in BACKENDS.names


def family_of_point(point: Point) -> str:
    """Return the group without the mark of held-out puzzles; growth uses both sets."""
    return point.group.removesuffix(HELD_OUT_MARK)


def summary(points: Sequence[Point], limit: float) -> dict[str, float | None]:
    """Return the figures of one solver over its points (at least one), by their columns.

    docs/bench.md explains them. Counts are integers; None means unknown, or beyond the limit.
    """
    times = [point.seconds if point.solved else math.inf for point in points]
    ends = Counter(point.status for point in points)
    named = {how: ends[how] for how in (LIMIT, GAVE_UP, REFUSED, OUT_OF_MEMORY, DISPUTED)}
    both = [p for p in points if p.cpu_seconds is not None and p.wall_seconds]
    wall = sum(point.wall_seconds or 0.0 for point in both)
    ways = Counter(point.way for point in points)
    known = any(_is_ours(point.solver) for point in points)
    return {
        "puzzles": len(points),
        "solved": ends[OK],
        "checked": sum(point.checked for point in points),
        **named,
        "disturbed": sum(point.disturbed for point in points),
        "wrong": ends[FAILED_WRONG],
        "failed": len(points) - ends[OK] - sum(named.values()) - ends[FAILED_WRONG],
        **{way: ways[way] if known else None for way in WAYS},
        "fastest": sum(point.fastest for point in points),
        "PAR-2": statistics.fmean(p.seconds if p.solved else 2 * limit for p in points),
        "median": _finite(statistics.median(times)),
        "95 %": _finite(sorted(times)[max(0, math.ceil(0.95 * len(times)) - 1)]),
        "total": sum(point.seconds for point in points),
        "model": sum(point.model_seconds for point in points) or None,
        "start": _over(statistics.median, (point.start_seconds for point in points)),
        "CPU": _over(sum, (point.cpu_seconds for point in points)),
        "cores": sum(point.cpu_seconds or 0.0 for point in both) / wall if wall else None,
        "peak MB": _over(max, (point.peak_mb for point in points)),
    }


def _over(figure: Callable[[list[float]], float], values: Iterable[float | None]) -> float | None:
    """Return a figure of the values that are known; None if none are."""
    known = [value for value in values if value is not None]
    return figure(known) if known else None


def _finite(seconds: float) -> float | None:
    return None if math.isinf(seconds) else seconds


class Ratio(NamedTuple):
    """The time of one solver divided by that of another, on the puzzles that both solved."""

    solver: str
    other: str
    both: int
    only: int
    """Puzzles that only the first solved."""
    only_other: int
    ratio: float | None
    """Geometric mean of first time / second time; above 1 the first is slower."""
    low: float | None
    high: float | None
    """Bounds of the 95 % confidence interval (bootstrap percentiles over puzzles, by family); None
    with fewer than `FEWEST` puzzles."""
    puzzles: int = 0
    """Puzzles that both were measured on."""
    wrong: int = 0
    wrong_other: int = 0
    """Of these, puzzles with a wrong answer of each."""
    p: float = 1.0
    """Of the sign test, see `sign_test`."""

    def __str__(self) -> str:
        """Say which of the two is faster, and on which puzzles; "" if unknown."""
        if self.ratio is None:
            return ""
        power = -1 if self.ratio > 1 else 1
        (first, *mine), (second, *theirs) = (
            (self.solver, self.only, self.wrong),
            (self.other, self.only_other, self.wrong_other),
        )[::power]
        interval = ""
        if self.low is not None and self.high is not None:
            low, high = sorted((self.low**power, self.high**power))
            interval = f" ({low:.2g} to {high:.2g})"
        solved = [
            f"{self.both + only}{f' ({wrong} wrong)' if wrong else ''}"
            for only, wrong in (mine, theirs)
        ]
        return (
            f"on the {self.both} of {self.puzzles} puzzles that both solved, {first} takes "
            f"{self.ratio**power:.2g}{interval} of {second}'s time; {first} solved {solved[0]}, "
            f"{second} {solved[1]}"
        )


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided p-value: how often so uneven a split comes by chance alone.

    >>> sign_test(0, 6), sign_test(3, 3)
    (0.03125, 1.0)
    """
    count, fewer = wins + losses, min(wins, losses)
    return min(1.0, 2 * sum(math.comb(count, k) for k in range(fewer + 1)) / (1 << count))


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values of many tests, corrected by Holm's method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    most, found = 0.0, [0.0] * len(values)
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        found[at] = most = max(most, min(1.0, (len(values) - rank) * values[at]))
    return found


def ratio(first: Sequence[Point], second: Sequence[Point]) -> Ratio:
    """Compare two solvers puzzle by puzzle; each has at least one."""
    theirs = {point.key: point for point in second}
    pairs = [(point, theirs[point.key]) for point in first if point.key in theirs]
    families: dict[str, list[float]] = defaultdict(list)
    for a, b in pairs:
        if a.solved and b.solved:
            families[family_of_point(a)].append(math.log(a.clipped / b.clipped))
    logs = [log for family in families.values() for log in family]
    wins, losses = (
        sum(a.solved and (not b.solved or a.clipped < b.clipped) for a, b in order)
        for order in (pairs, [(b, a) for a, b in pairs])
    )
    mean = low = high = None
    if logs:
        mean = math.exp(statistics.fmean(logs))
    if len(logs) >= FEWEST:
        low, high = map(math.exp, _bootstrap(list(families.values())))
    return Ratio(
        solver=first[0].solver,
        other=second[0].solver,
        both=len(logs),
        only=sum(a.solved and not b.solved for a, b in pairs),
        only_other=sum(b.solved and not a.solved for a, b in pairs),
        ratio=mean,
        low=low,
        high=high,
        puzzles=len(pairs),
        wrong=sum(a.status == FAILED_WRONG for a, _ in pairs),
        wrong_other=sum(b.status == FAILED_WRONG for _, b in pairs),
        p=sign_test(wins, losses),
    )


def _bootstrap(families: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the 95 % bootstrap percentile interval of the mean, stratified by family.

    Families with fewer than `FEW` values are drawn from together: alone they would not vary.
    """
    small = [value for family in families if len(family) < FEW for value in family]
    strata = [*filter(None, [small]), *(f for f in families if len(f) >= FEW)]
    rng = random.Random(SEED)
    drawn = sorted(
        statistics.fmean([value for one in strata for value in rng.choices(one, k=len(one))])
        for _ in range(RESAMPLES)
    )
    tail = (1 - CONFIDENCE) / 2
    return drawn[int(tail * RESAMPLES)], drawn[min(RESAMPLES - 1, int((1 - tail) * RESAMPLES))]
