"""``nonosat check`` of many puzzles: on several processors or a cluster, with rows on disk."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import typer

from nonosat.batch.check import check_all, read_ledger
from nonosat.batch.copies import Copies
from nonosat.batch.executors import Alone, Crew, Team
from nonosat.batch.jobs import FAILED, NOT_READ, Answer, Job, Task
from nonosat.batch.journal import Journal
from nonosat.batch.report import write_report
from nonosat.batch.table import check_table, is_journal, write_table
from nonosat.certify.many import folder_names
from nonosat.cli.certify import Puzzled, write_certificates
from nonosat.cli.check_lines import Lines
from nonosat.cli.options import label
from nonosat.cli.output import INTERRUPTED, complain, exit_with, say
from nonosat.cli.progress import Watch
from nonosat.errors import NonosatError, UsageError
from nonosat.files.write import check_outputs, is_one_of
from nonosat.model import Palette
from nonosat.result import Verdict

DEFINITE = (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for on the command line."""

    paths: Sequence[str]
    backend: str
    limit: float | None
    as_json: bool
    format: str | None
    jobs: int | None
    output: str | None
    resume: bool
    verdicts: frozenset[str]
    copy_to: str | None
    cluster: str | None
    report: str | None
    force: bool
    certify: str | None


def check_many(plan: Plan) -> None:
    """Check a collection as planned, print what came out, and exit.

    Raises:
        NonosatError: something cannot be begun or finished; what was done is in the journal.
    """
    with ExitStack() as stack:
        outputs = _outputs(plan)
        journal = _journal(plan, stack)
        copies = Copies(plan.copy_to) if plan.copy_to else None
        ledger = None
        if journal is not None and plan.resume:
            ledger = read_ledger(journal)
        lines = Lines(plan.as_json, quiet=plan.output is not None)
        wanted = set(plan.verdicts)
        if plan.output is None and not plan.as_json:
            wanted.add(Verdict.MULTIPLE.value)  # their differences are printed
        if plan.certify is not None:
            wanted.update(verdict.value for verdict in DEFINITE)
        to_certify: dict[tuple[int, int], Puzzled] = {}
        job = Job(
            plan.backend,
            plan.limit,
            wanted=frozenset(wanted),
            palettes=plan.report is not None,
        )
        palettes: dict[tuple[str, int], Palette] = {}
        interrupted = False
        try:
            with make_crew(plan.cluster, plan.jobs) as crew, _Board(plan.paths) as board:
                answers = check_all(
                    plan.paths,
                    job,
                    crew,
                    format=plan.format,
                    without=is_one_of(outputs),
                    journal=journal,
                    ledger=ledger,
                    fed=board.fed,
                )
                for answer in answers:
                    board.update(answer)
                    for done in answer.done:
                        if plan.output is None or done.outcome in (NOT_READ, FAILED):
                            board.hide()
                        lines.add_done(done)
                        if copies is not None and done.sheet and done.outcome in plan.verdicts:
                            copies.add(done.number, done.position, done.sheet)
                        if plan.certify is not None and done.sheet is not None:
                            place = done.number, done.position
                            to_certify[place] = Puzzled(done.source, done.position, done.sheet)
                        if done.palette is not None:
                            palettes[done.source, done.position] = done.palette
                    lines.skipped += answer.skipped
        except KeyboardInterrupt:
            interrupted = True
        except NonosatError as err:
            if plan.output is not None and journal is not None and journal.written:
                complain(err)
                complain(f"what was done is in {journal.path}; go on with --resume")
                raise typer.Exit(err.exit_code) from err
            raise
        lines.summary()
        if interrupted:
            hint = f"; go on with -o {plan.output} --resume" if plan.output else ""
            complain(f"interrupted; the rest was not looked at{hint}")
            raise typer.Exit(INTERRUPTED)
        if copies is not None:
            lost = copies.finish()
            if lost:
                complain(f"{copies.format} does not keep: {', '.join(lost)}")
            if not plan.as_json:
                say(f"{plan.copy_to}: {len(copies)} copied")
        if journal is not None:
            journal.close()
            if plan.output is not None and not is_journal(plan.output):
                write_table(journal.path, plan.output)
            if plan.report is not None:
                write_report(journal.path, plan.report, palettes)
        codes = lines.codes
        if plan.certify is not None:
            found = [to_certify[place] for place in sorted(to_certify)]
            names = folder_names([(item.sheet, item.source) for item in found])
            folders = [Path(plan.certify, name) for name in names]
            codes += write_certificates(
                found, folders, plan.limit, jobs=plan.jobs or 1, quiet=plan.as_json
            )
        exit_with(codes)


def _outputs(plan: Plan) -> list[str]:
    """All files that the run writes; refused is what would destroy something not given up."""
    made = [name for name in (plan.copy_to, plan.report) if name is not None]
    rows, tables = [], []
    if plan.output is not None:
        check_table(plan.output)
        rows = [_rows_path(plan.output)]  # what is in it is for the journal to judge
        tables = [] if is_journal(plan.output) else [plan.output]
    # The table of rows that are gone on with is made anew.
    new = [] if plan.force else made if plan.resume else [*tables, *made]
    check_outputs([*rows, *tables, *made], plan.paths, new=new)
    return [*rows, *tables, *made]


def _rows_path(output: str) -> str:
    """The journal: what was asked for, or beside the table."""
    return output if is_journal(output) else f"{output}.jsonl"


def _journal(plan: Plan, stack: ExitStack) -> Journal | None:
    """The file of rows: the one asked for, one beside the table, or one for the report alone."""
    if plan.output is not None:
        rows = _rows_path(plan.output)
        return stack.enter_context(Journal(rows, resume=plan.resume, replace=plan.force))
    if plan.report is None:
        return None
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
    return stack.enter_context(Journal(Path(folder, "rows.jsonl")))


@contextlib.contextmanager
def make_crew(cluster: str | None, jobs: int | None) -> Iterator[Crew]:
    """Whoever does the work, ended when the block is left.

    Raises:
        UsageError, MissingExtra, ClusterLost: see `cluster.Cluster`.
    """
    crew: Crew
    if cluster is not None:
        if cluster != "local" and jobs is not None:
            raise UsageError("--jobs does not go with the address of a cluster: it has its workers")
        from nonosat.batch.cluster import Cluster

        crew = made = Cluster(cluster, jobs or os.cpu_count() or 1)
        for warning in made.warnings:
            complain(warning)
    elif jobs is None or jobs == 1:
        crew = Alone()
    else:
        crew = Team(jobs)
    try:
        yield crew
    finally:
        crew.close()


class _Board:
    """Progress of a collection: how much, how fast, what came out, and what took longest."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._watch = Watch("{task.description}")
        self._outcomes: Counter[str] = Counter()
        self._start = time.monotonic()
        self._fed = self._fed_bytes = self._slow = 0
        self._slowest = (0.0, "")
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()

    def __enter__(self) -> _Board:
        self._watch.at("starting")
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.__exit__()

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def fed(self, task: Task) -> None:
        """A piece was handed out."""
        self._fed += 1
        self._fed_bytes += task.bytes

    def hide(self) -> None:
        """Make way for lines on the same terminal."""
        self._watch.hide()

    def update(self, answer: Answer) -> None:
        """Show what has come back."""
        for done in answer.done:
            self._outcomes[done.outcome] += 1
            if done.seconds > self._slowest[0]:
                self._slowest = done.seconds, label(done.source, done.position, done.position > 1)
        count = sum(self._outcomes.values())
        rate = count / max(0.1, time.monotonic() - self._start)
        parts = [
            f"{count:,} done, {rate:,.0f}/s" if rate >= 10 else f"{count:,} done, {rate:.1f}/s"
        ]
        parts.append(", ".join(f"{n:,} {name}" for name, n in self._outcomes.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            parts.append(f"slowest {seconds:.1f} s {_short(name)}")
        # Pieces under way are not done: take as many bytes off as they have on the average.
        share = min(1.0, count / max(1, self._fed))
        done_bytes = int(self._fed_bytes * share)
        self._watch.at("; ".join(filter(None, parts)), done_bytes, self._total)


def _short(name: str) -> str:
    return name if len(name) <= 24 else "…" + name[-23:]


def bytes_below(paths: Sequence[str]) -> int | None:
    """Bytes of all files; None where that says nothing, as for pipes and packed files."""
    total = 0
    for path in paths:
        for folder, _, names in os.walk(path) if os.path.isdir(path) else [("", [], [path])]:
            for name in names:
                file = os.path.join(folder, name)
                if name.endswith((".gz", ".zip")) or not os.path.isfile(file):
                    return None
                total += os.path.getsize(file)
    return total or None
