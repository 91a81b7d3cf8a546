"""Puzzles that ``nonosat check`` checks in any order, and one that it cuts into parts."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.batch.check import Puzzles, Watcher, check_all
from nonosat.batch.crew import Alone, Crew
from nonosat.batch.jobs import Job, Task
from nonosat.batch.outcome import Checked, Outcome
from nonosat.cli import options
from nonosat.cli.check_lines import LinePrinter, outcome_of
from nonosat.cli.check_plan import PROVED, Plan
from nonosat.cli.output import complain, label
from nonosat.errors import UsageError
from nonosat.files import Unread, Without, walk
from nonosat.render.words import plural
from nonosat.result import Verdict

if TYPE_CHECKING:
    from nonosat.batch.cubes import CubeProgress
    from nonosat.batch.ledger import Ledger

NAME = 24
"""Characters for the name of the slowest puzzle."""


def many(
    plan: Plan, lines: LinePrinter, without: Without, ledger: Ledger | None
) -> Generator[Outcome]:
    """Check puzzles in any order, by a crew.

    Args:
        ledger: the puzzles that were done before.
    """
    share = Share(plan.paths, lines)
    typed = [plan.typed] if plan.typed is not None else []
    puzzles = Puzzles(plan.paths, plan.from_, without, ledger, typed)
    with _crew(plan) as crew:
        for outcome in check_all(puzzles, _job(plan), crew, share):
            share.take(outcome)
            yield outcome


def by_parts(plan: Plan, lines: LinePrinter, count: int) -> Generator[Outcome]:
    """Check one puzzle, cut into parts for a crew.

    Raises:
        UsageError: there is not exactly one puzzle. NonosatError: it cannot be read.
    """
    from nonosat.batch.cubes import check_by_cubes  # most puzzles are not cut
    from nonosat.batch.work import rating_of

    items = [plan.typed] if plan.typed else list(walk(plan.paths, plan.from_))
    puzzles = [item for item in items if not isinstance(item, Path)]
    if len(puzzles) != 1:
        raise UsageError(f"--cubes is about one puzzle; here are {len(puzzles)}")
    for item in items:
        if isinstance(item, Path):
            lines.skipped.add(item)
    (found,) = puzzles
    if isinstance(found, Unread):
        raise found.error
    if plan.clues_only:
        found = found.clues_only()

    def report(progress: CubeProgress) -> None:
        solutions = plural(progress.solutions, "solution")
        text = f"{progress.done} of {progress.cubes} parts done, {solutions} so far"
        lines.watch.at(text, progress.done, progress.cubes)

    lines.watch.at(f"{found.source}: cutting it")
    job, known = _job(plan), options.known_option(plan.known, found.sheet.puzzle)
    with _crew(plan) as crew:
        result = check_by_cubes(found.sheet, job, crew, count, known, report)
    yield outcome_of(plan, Checked(found, result, rating=rating_of(job, result)))


def _job(plan: Plan) -> Job:
    """The question about each puzzle."""
    wanted = plan.verdicts | (PROVED if plan.certify is not None else set())
    if plan.output is None and not plan.as_json:
        wanted |= {Verdict.MULTIPLE.value}  # two solutions are printed
    rows = plan.output is not None or plan.report is not None or plan.as_json
    return Job(
        plan.backend,
        plan.limit,
        wanted=wanted,
        palettes=plan.report is not None,
        row_facts=plan.facts if rows else None,
        rate=plan.rate,
        clues_only=plan.clues_only,
    )


@contextlib.contextmanager
def _crew(plan: Plan) -> Iterator[Crew]:
    """The crew that does the work, closed when the block is left.

    Raises:
        UsageError, MissingExtra, ClusterLost: see `cluster.Cluster`.
    """
    crew: Crew
    if plan.cluster is not None:
        from nonosat.batch.cluster import Cluster

        crew = Cluster(plan.cluster, plan.jobs, plan.security, plan.insecure, complain)
    elif plan.jobs in (None, 1):
        crew = Alone()
    else:
        from nonosat.batch.processes import Team

        crew = Team(plan.jobs)
    try:
        yield crew
    finally:
        crew.close()


class Share(Watcher):
    """Shows how much of a collection is done, how fast, what came out, and what took longest."""

    def __init__(self, paths: Sequence[str], lines: LinePrinter) -> None:
        self._watch, self._skipped = lines.watch, lines.skipped
        self._count = 0
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        self._started = self._started_bytes = 0
        self._slowest = (0.0, "")
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()
        self._watch.at("starting")

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def started(self, task: Task) -> None:
        self._started += 1
        self._started_bytes += task.bytes

    def skipped(self, files: Sequence[Path]) -> None:
        for file in files:
            self._skipped.add(file)

    def take(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self._count += 1
        self._verdicts[outcome.verdict] += 1
        if outcome.seconds > self._slowest[0]:
            self._slowest = outcome.seconds, label(outcome.source, outcome.position)

    def settled(self) -> None:
        count = self._count
        rate = count / max(0.1, time.monotonic() - self._start)
        parts = [
            f"{count:,} done, {rate:,.0f}/s" if rate >= 10 else f"{count:,} done, {rate:.1f}/s"
        ]
        parts.append(", ".join(f"{n:,} {name}" for name, n in self._verdicts.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            short = name if len(name) <= NAME else "…" + name[1 - NAME :]
            parts.append(f"slowest {seconds:.1f} s {short}")
        # Pieces under way are not done: take off the bytes that they have on average.
        share = min(1.0, count / max(1, self._started))
        done_bytes = int(self._started_bytes * share)
        self._watch.at("; ".join(filter(None, parts)), done_bytes, self._total)


def bytes_below(paths: Sequence[str]) -> int | None:
    """Bytes of all files; None where their sum says nothing, as for pipes and packed files."""
    total = 0
    for path in paths:
        for folder, _, names in os.walk(path) if os.path.isdir(path) else [("", [], [path])]:
            for name in names:
                file = os.path.join(folder, name)
                if name.endswith((".gz", ".zip")) or not os.path.isfile(file):
                    return None
                total += os.path.getsize(file)
    return total or None
