"""The one loop of all questions about many puzzles: a source, an executor, and sinks."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import typer

from nonosat.cli import options
from nonosat.cli.asked import Asked
from nonosat.cli.check_lines import Files, LinePrinter
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, puzzle_name
from nonosat.cli.progress import stage_of
from nonosat.errors import NonosatError, Reason, Stop, UsageError
from nonosat.files import ReadFailure, ReadItem, UnreadRecord, read_record, walk_records
from nonosat.files.walk import expanded
from nonosat.kernel import CHOICE
from nonosat.kernel import name as KERNEL
from nonosat.limits import Limits
from nonosat.model import TYPED, Clues, Puzzle
from nonosat.run.executor import Executor, InProcess
from nonosat.run.jobs import Job
from nonosat.run.questions import Question, given_pictures, with_floor
from nonosat.run.records import ChunkResult, Item, Row
from nonosat.run.work import work

NAME = 24
"""Characters for the name of the slowest puzzle."""


def ask(question: Question, asked: Asked) -> list[int]:
    """Ask a question about puzzles; return the exit codes of all that came out."""
    _refuse(asked)
    typed: ReadItem | None = None
    if not asked.paths or asked.rows is not None or asked.cols is not None:
        from nonosat.cli.puzzles import read_one  # most puzzles are in files

        try:
            typed = read_one(asked.paths, asked.rows, asked.cols)
        except NonosatError as err:
            if question.clues(unread := ReadFailure(err, TYPED)) is None:
                raise
            typed = unread
    asked = asked._replace(paths=[] if typed else expanded(asked.paths or ()))
    if KERNEL != "native":
        _warn_of_slow_kernel()
    job, lines = _job(question, asked), LinePrinter(asked, question)
    with ExitStack() as stack:
        files = Files([lines])
        if asked.writes:
            from nonosat.cli.check_files import open_files

            files = open_files(asked, question, lines, stack)
        kept, sinks = files.kept, files.sinks
        share = None if asked.in_order else Share(asked.paths or (), lines)
        items = _items(asked, typed, lines, files, share)
        try:
            with (
                lines.watch,
                closing(_executor(asked, lines)) as executor,
                closing(executor.run(items, job)) as results,
            ):
                for result in results:
                    for file in result.skipped:
                        lines.skipped.add(file)
                    for row in result.rows:
                        if share is not None:
                            share.take(row)
                        for sink in sinks:
                            sink.take(row)
                    if share is not None:
                        share.settled(result)
        except KeyboardInterrupt:
            lines.leave_interrupted()
        except NonosatError as err:
            if kept is None or not kept.written:
                raise
            complain(err)
            words = [*asked.context.obj, *([] if asked.resume else ["--resume"])]
            command = shlex.join(["nonosat", *words])
            complain(f"finished puzzles are in {kept.path}; continue with: {command}")
            raise typer.Exit(code_of(err)) from err
        try:
            for sink in reversed(sinks):  # the totals first
                sink.finish()
        except KeyboardInterrupt:
            if kept is not None and kept.written:
                complain(f"the rows are in {kept.path}; --resume --force writes the other files")
            raise
        return lines.codes


def _refuse(asked: Asked) -> None:
    """Refuse options that do not go together, for every question."""
    if asked.resume and asked.output is None:
        raise UsageError("--resume needs -o FILE")
    if asked.force and not asked.writes:
        raise UsageError("--force needs -o, --copy-to or --report")
    if asked.known is not None and not asked.in_order:
        raise UsageError(
            "--known cannot be combined with --jobs, --cluster, -o, --copy-to or --report"
        )


def _items(
    asked: Asked,
    typed: ReadItem | None,
    lines: LinePrinter,
    files: Files,
    share: Share | None,
) -> Iterator[Item]:
    """The puzzles to ask about: in order they are read here, else by workers."""
    lines.several = not asked.in_order
    pieces: Iterable[UnreadRecord | ReadItem | Path] = [typed] if typed else ()
    if typed is None:
        pieces = walk_records(asked.paths or (), asked.from_, files.skip)
    if asked.in_order:
        pieces = _titled((one for piece in pieces for one in read_record(piece)), lines)
    for number, piece in enumerate(pieces):
        if isinstance(piece, Path):
            lines.skipped.add(piece)
            continue
        item = Item(number, piece, files.finished.past_of(piece) if files.finished else ())
        if share is not None:
            share.started(item)
        yield item


def _titled(items: Iterator[ReadItem | Path], lines: LinePrinter) -> Iterator[ReadItem | Path]:
    """Yield the items, and note before each of them whether it is one of several."""
    item = next(items, None)
    while item is not None:
        following = next(items, None)
        if isinstance(item, Path) or isinstance(following, Path) or following is None:
            lines.numbered = not isinstance(item, Path) and item.position > 1
        else:
            lines.several, lines.numbered = True, following.position > 1 or item.position > 1
        yield item
        item = following


def _job(question: Question, asked: Asked) -> Job:
    wanted = frozenset[str](asked.filter_)
    copies = asked.copy_to is not None and not asked.filter_
    if copies or (asked.output is None and (asked.sort or not asked.as_json)):
        # Of a check, two solutions are printed; other answers are printed whole.
        wanted |= frozenset(question.means) if question.heavy is None else question.heavy
    return Job(
        asked.backend,
        asked.limit,
        wanted=wanted,
        palettes=asked.report is not None,
        rows=asked.output is not None or asked.report is not None or asked.as_json,
        clues_only=asked.clues_only,
        question=question,
    )


def _executor(asked: Asked, lines: LinePrinter) -> Executor:
    """The executor that does the work, to be closed."""
    if asked.in_order:
        return InOrder(asked, lines)
    if asked.cluster is not None:
        from nonosat.run.cluster import Cluster

        security = asked.cluster_security.split(",") if asked.cluster_security else None
        return Cluster(asked.cluster, asked.jobs, security, asked.insecure, complain)
    if asked.jobs in (None, 1):
        return InProcess()
    from nonosat.run.processes import Processes

    return Processes(asked.jobs)


class InOrder(Executor):
    """Asks about each puzzle in this thread before the next, shows what it does, and keeps all answers.

    Ctrl-C ends a search, but what is known by then is a row.
    """

    def __init__(self, asked: Asked, lines: LinePrinter) -> None:
        self._known_file, self._lines = asked.known, lines
        self._done = 0

    def run(self, items: Iterable[Item], job: Job) -> Generator[ChunkResult]:
        """See `Executor.run`.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        for item in items:
            result = work(job, [item], self._answer)
            yield result
            self._done += 1
            ends = (row.result.stop.reason for row in result.rows if row.result is not None)
            if Reason.INTERRUPTED in ends:
                raise KeyboardInterrupt

    def _answer(self, job: Job, item: Item, found: ReadItem, clues: Clues) -> Row:
        question, lines, known = job.question, self._lines, None
        lines.watch.at(puzzle_name(found.source, found.position), self._done)
        if self._known_file and isinstance(clues, Puzzle):
            known = options.known_option(self._known_file, clues)
        limits = Limits(job.seconds)
        search = question.begin(clues, job.backend, limits, known, given_pictures(found))
        lines.watch.news = partial(stage_of, search, clues.height * clues.width)
        try:
            answer = search.run()
            if not lines.several and question.heavy and question.word(answer) in question.heavy:
                answer = question.add(answer, known)
        except KeyboardInterrupt:
            answer = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
        if answer.error:
            answer = with_floor(answer, clues, known)
        return job.row(item, found, clues, answer)

    def close(self) -> None:
        """Nothing outlives the run."""


class Share:
    """Shows how much of a collection is done, how fast, what came out, and what took longest."""

    def __init__(self, paths: Sequence[str], lines: LinePrinter) -> None:
        self._lines = lines
        self._start = time.monotonic()
        self._started = self._started_bytes = 0
        self._slowest = (0.0, "")
        self._open: set[tuple[str, int]] = set()
        """Source and position of hard puzzles that are not done."""
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()
        lines.watch.news = self.words
        lines.watch.at("")

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def started(self, item: Item) -> None:
        self._started += 1
        self._started_bytes += item.bytes

    def take(self, row: Row) -> None:
        self._open.discard((row.source, row.position))
        if row.seconds > self._slowest[0]:
            self._slowest = row.seconds, puzzle_name(row.source, row.position)

    def settled(self, result: ChunkResult) -> None:
        """Note the hard puzzles that a chunk leaves to do."""
        for item in result.later:
            if item.slow and not isinstance(item.piece, UnreadRecord):
                self._open.add((item.piece.source, item.piece.position))

    def words(self) -> str:
        """The share in words; the thread that shows them calls it."""
        verdicts = Counter(dict(self._lines.verdicts))
        count = verdicts.total()
        rate = count / max(0.1, time.monotonic() - self._start)
        parts = [f"{count:,} done" + (f", {len(self._open):,} open" if self._open else "")]
        parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
        parts.append(", ".join(f"{n:,} {name}" for name, n in verdicts.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            short = name if len(name) <= NAME else "…" + name[1 - NAME :]
            parts.append(f"slowest {seconds:.1f} s {short}")
        if self._total:
            # Pieces under way are not done: take off the bytes that they have on average.
            share = self._started_bytes / self._total * min(1.0, count / max(1, self._started))
            parts.insert(0, f"{min(99, int(100 * share))} %")
        return "; ".join(filter(None, parts))


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


def _warn_of_slow_kernel() -> None:
    remedy = (
        "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps "
        "--no-binary nonosat nonosat"
    )
    if os.environ.get(CHOICE):
        remedy = f"unset {CHOICE}"
    complain(f"using the Python kernel, about fifty times slower than the C++ kernel; {remedy}")
