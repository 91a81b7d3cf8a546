"""``nonosat check`` with files, jobs or a cluster: many puzzles, or one that is cut into parts."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import typer

from nonosat.batch.columns import row_line
from nonosat.batch.crew import Alone, Crew, collect
from nonosat.batch.jobs import Job, Task
from nonosat.batch.ledger import Ledger
from nonosat.batch.outcome import Checked, Outcome
from nonosat.cli import options
from nonosat.cli.check_files import Certificates, Files, Sink, open_files
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_options import PROVED, CheckOptions
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, puzzle_name
from nonosat.errors import NonosatError, UsageError
from nonosat.files import Unread, Without, walk, walk_pieces
from nonosat.files.write import is_one_of
from nonosat.model import Named
from nonosat.render.words import plural
from nonosat.result import Verdict

NAME = 24
"""Characters for the name of the slowest puzzle."""


InOrder = Callable[[CheckOptions, Named | None, LinePrinter, Without | None], Generator[Outcome]]


def check_many(
    plan: CheckOptions,
    typed: Named | None,
    lines: LinePrinter,
    in_order: InOrder,
    words: Sequence[str],
) -> list[int]:
    """Check puzzles by a crew, or write files; return the exit codes of all that came out."""
    with ExitStack() as stack:
        sinks, files, written = list[Sink](), Files(), list[str]()
        certificates = None
        if plan.certify is not None:
            certificates = Certificates(plan, plan.certify)
            sinks, written, lines.folders = [certificates], [plan.certify], certificates.made
            stack.callback(lines.print_held)  # even if an error ends the work
        if plan.writes:
            files = open_files(plan, lines.folders, stack)
            sinks = [*files.sinks, *sinks]  # a row is kept before anything is said about it
        sinks.append(lines)
        written += files.names
        without = is_one_of(written) if written else None
        if plan.cubes is not None:
            outcomes = _check_by_parts(plan, typed, lines, plan.cubes)
        elif plan.in_order:
            outcomes = in_order(plan, typed, lines, without)
        else:
            outcomes = _check_in_any_order(plan, typed, lines, without, files.ledger)
        try:
            with lines.watch, closing(outcomes):
                for outcome in outcomes:
                    for sink in sinks:
                        sink.take(outcome)
        except KeyboardInterrupt:
            lines.leave_interrupted()
        except NonosatError as err:
            if not files.kept:
                raise
            complain(err)
            command = shlex.join(["nonosat", *words, *([] if plan.resume else ["--resume"])])
            complain(f"finished puzzles are in {files.kept}; continue with: {command}")
            raise typer.Exit(code_of(err)) from err
        try:
            for sink in reversed(sinks):  # the totals first; the files when all else is known
                sink.finish()
        except KeyboardInterrupt:
            if files.kept:
                complain(f"the rows are in {files.kept}; --resume --force writes the other files")
            raise
        return [*lines.codes, *(certificates.codes if certificates else [])]


def _check_in_any_order(
    plan: CheckOptions,
    typed: Named | None,
    lines: LinePrinter,
    without: Without | None,
    ledger: Ledger | None,
) -> Generator[Outcome]:
    """Check puzzles by a crew, but for those of the ledger."""
    paths = plan.paths or ()
    share = Share(paths, lines)

    def tasks() -> Iterator[Task]:
        pieces = walk_pieces(paths, plan.from_, without)
        for number, piece in enumerate(pieces if typed is None else [typed]):
            if isinstance(piece, Path):
                lines.skipped.add(piece)
                continue
            if plan.clues_only and isinstance(piece, Named):
                piece = piece.clues_only()
            task = Task(number, piece, ledger.known(piece) if ledger else ())
            share.started(task)
            yield task

    with closing(_crew(plan)) as crew:
        for result in collect(tasks(), _job(plan), crew):
            for file in result.skipped:
                lines.skipped.add(file)
            for outcome in result.outcomes:
                share.take(outcome)
                yield outcome
            share.settled()


def _check_by_parts(
    plan: CheckOptions, typed: Named | None, lines: LinePrinter, count: int
) -> Generator[Outcome]:
    """Check one puzzle, cut into parts for a crew."""
    from nonosat.batch.cubes import check_by_cubes  # most puzzles are not cut
    from nonosat.batch.work import rating_of

    items = [typed] if typed else list(walk(plan.paths or (), plan.from_))
    puzzles = [item for item in items if not isinstance(item, Path)]
    if len(puzzles) != 1:
        raise UsageError(f"--cubes needs exactly one puzzle, got {len(puzzles)}")
    for item in items:
        if isinstance(item, Path):
            lines.skipped.add(item)
    (found,) = puzzles
    if isinstance(found, Unread):
        raise found.error
    if plan.clues_only:
        found = found.clues_only()

    def report(done: int, cubes: int, solutions: int) -> None:
        text = f"{done} of {cubes} parts done, {plural(solutions, 'solution')} so far"
        lines.watch.at(text, done, cubes)

    lines.watch.at(f"{found.source}: cutting it")
    job, known = _job(plan), options.known_option(plan.known, found.sheet.puzzle)
    with closing(_crew(plan)) as crew:
        result = check_by_cubes(found.sheet, job, crew, count, known, report)
    checked = Checked(found, result, rating=rating_of(job, result))
    line = row_line(checked, plan.facts) if plan.as_json else None
    yield Outcome.of(checked, line=line)


def _job(plan: CheckOptions) -> Job:
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


def _crew(plan: CheckOptions) -> Crew:
    """The crew that does the work, to be closed."""
    if plan.cluster is not None:
        from nonosat.batch.cluster import Cluster

        security = plan.cluster_security.split(",") if plan.cluster_security else None
        return Cluster(plan.cluster, plan.jobs, security, plan.insecure, complain)
    if plan.jobs in (None, 1):
        return Alone()
    from nonosat.batch.processes import Team

    return Team(plan.jobs)


class Share:
    """Shows how much of a collection is done, how fast, what came out, and what took longest."""

    def __init__(self, paths: Sequence[str], lines: LinePrinter) -> None:
        self._lines = lines
        self._start = time.monotonic()
        self._started = self._started_bytes = 0
        self._slowest = (0.0, "")
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()
        lines.watch.at("starting")

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def started(self, task: Task) -> None:
        self._started += 1
        self._started_bytes += task.bytes

    def take(self, outcome: Outcome) -> None:
        if outcome.seconds > self._slowest[0]:
            self._slowest = outcome.seconds, puzzle_name(outcome.source, outcome.position)

    def settled(self) -> None:
        """Show the outcomes that were taken."""
        verdicts = self._lines.verdicts
        count = verdicts.total()
        rate = count / max(0.1, time.monotonic() - self._start)
        parts = [
            f"{count:,} done, {rate:,.0f}/s" if rate >= 10 else f"{count:,} done, {rate:.1f}/s"
        ]
        parts.append(", ".join(f"{n:,} {name}" for name, n in verdicts.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            short = name if len(name) <= NAME else "…" + name[1 - NAME :]
            parts.append(f"slowest {seconds:.1f} s {short}")
        # Pieces under way are not done: take off the bytes that they have on average.
        share = min(1.0, count / max(1, self._started))
        done_bytes = int(self._started_bytes * share)
        self._lines.watch.at("; ".join(filter(None, parts)), done_bytes, self._total)


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
