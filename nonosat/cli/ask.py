"""The one loop of all questions about many puzzles: a source, an executor, and sinks."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from nonosat.cli import options
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_options import PROVED, RULES, CheckOptions
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, puzzle_name
from nonosat.cli.progress import stage_of
from nonosat.errors import NonosatError, Reason, Stop, UsageError, WrongAnswer, internal_error
from nonosat.files import ReadFailure, ReadItem, SkipFile, UnreadRecord, walk, walk_records
from nonosat.files.walk import expanded
from nonosat.kernel import CHOICE
from nonosat.kernel import name as KERNEL
from nonosat.limits import Deadline, Limits
from nonosat.model import TYPED, Clues, Puzzle, SourcedSheet
from nonosat.run.outcome import Checked, Outcome
from nonosat.run.questions import Question, given_pictures, with_floor

if TYPE_CHECKING:
    from nonosat.ask.explain.difficulty import Rating
    from nonosat.run.executor import Executor
    from nonosat.run.finished_rows import FinishedRows
    from nonosat.run.jobs import ChunkResult, Job, Task

NAME = 24
"""Characters for the name of the slowest puzzle."""


def ask(question: Question, plan: CheckOptions, words: Sequence[str]) -> list[int]:
    """Ask a question about puzzles; return the exit codes of all that came out.

    Args:
        words: the command line, to be repeated where a run can be continued.
    """
    typed: ReadItem | None = None
    if not plan.paths or plan.rows is not None or plan.cols is not None:
        from nonosat.cli.puzzles import read_one  # most puzzles are in files

        try:
            typed = read_one(plan.paths, plan.rows, plan.cols)
        except NonosatError as err:
            if question.clues(unread := ReadFailure(err, TYPED)) is None:
                raise
            typed = unread
    for is_broken, why in RULES:
        if is_broken(plan):
            raise UsageError(why)
    plan = plan._replace(paths=[] if typed else expanded(plan.paths or ()))
    if KERNEL != "native":
        _warn_of_slow_kernel()
    lines = LinePrinter(plan, question)
    with ExitStack() as stack:
        sinks: Sequence[Any] = [lines]
        without = files = None
        if plan.writes or plan.certify is not None:
            from nonosat.cli.check_files import open_files
            from nonosat.files.write import is_one_of

            files = open_files(plan, question, lines, stack)
            sinks, without = [*files.sinks, lines], is_one_of(files.names)
        if plan.in_order:
            outcomes = ask_in_order(question, plan, typed, lines, without)
        else:
            finished = files.finished if files else None
            outcomes = _ask_in_any_order(question, plan, typed, lines, without, finished)
        kept = files.kept if files else None
        try:
            with lines.watch, closing(outcomes):
                for outcome in outcomes:
                    for sink in sinks:
                        sink.take(outcome)
        except KeyboardInterrupt:
            lines.leave_interrupted()
        except NonosatError as err:
            if kept is None or not kept.written:
                raise
            complain(err)
            command = shlex.join(["nonosat", *words, *([] if plan.resume else ["--resume"])])
            complain(f"finished puzzles are in {kept.path}; continue with: {command}")
            raise typer.Exit(code_of(err)) from err
        try:
            for sink in reversed(sinks):  # the totals first; the files when all else is known
                sink.finish()
        except KeyboardInterrupt:
            if kept is not None and kept.written:
                complain(f"the rows are in {kept.path}; --resume --force writes the other files")
            raise
        return [code for sink in sinks for code in getattr(sink, "codes", ())]


def ask_in_order(
    question: Question,
    plan: CheckOptions,
    typed: ReadItem | None,
    lines: LinePrinter,
    without: SkipFile | None = None,
) -> Generator[Outcome]:
    """Ask about each puzzle where it was read, before the next.

    Raises:
        KeyboardInterrupt: Ctrl-C; what was known of the last puzzle is yielded before.
    """
    items: Iterable[ReadItem | Path] = walk(plan.paths or (), plan.from_, without)
    items = [typed] if typed is not None else _titled(iter(items), lines)
    done = 0
    for number, item in enumerate(items):
        if isinstance(item, Path):
            lines.skipped.add(item)
            continue
        if plan.clues_only and isinstance(item, SourcedSheet):
            item = item.clues_only()
        clues = question.clues(item, plan.clues_only)
        if clues is None:
            assert isinstance(item, ReadFailure)
            checked = Checked(item, failure=item.error)
        else:
            lines.watch.at(puzzle_name(item.source, item.position), done)
            checked = _ask_one(question, plan, item, clues, lines)
        done += 1
        yield _outcome(question, plan, checked, number)
        if checked.result is not None and checked.result.stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt


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


def _outcome(question: Question, plan: CheckOptions, checked: Checked, number: int = 0) -> Outcome:
    line = None
    if plan.as_json:
        from nonosat.run.columns import row_line
        from nonosat.run.jobs import clue_hash

        clues = question.clues(checked.found)
        checked = checked._replace(clue_hash=None if clues is None else clue_hash(clues))
        line = row_line(checked, question, *plan.more)
    word = "" if checked.result is None else question.word(question.view(checked.result))
    return Outcome.of(checked, word, number, line)


def _ask_one(
    question: Question, plan: CheckOptions, found: ReadItem, clues: Clues, lines: LinePrinter
) -> Checked:
    """Ask about a puzzle. Ctrl-C ends search and rating, but keeps what is known by then."""
    known = None
    if plan.known and isinstance(clues, Puzzle):
        known = options.known_option(plan.known, clues)
    try:
        search = question.begin(
            clues, plan.backend, Limits(plan.limit), known, given_pictures(found)
        )
        lines.watch.news = partial(stage_of, search, clues.height * clues.width)
        try:
            answer = search.run()
            if not lines.several and question.heavy and question.word(answer) in question.heavy:
                answer = question.add(answer, known)
            rating = _rate(plan, answer) if plan.rate else None
        except KeyboardInterrupt:
            answer = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
            rating = _rate(plan, answer) if plan.rate else None
        if answer.error:
            answer = with_floor(answer, clues, known)
        return Checked(found, answer, rating=rating)
    except WrongAnswer as err:
        return Checked(found, failure=err)
    except NonosatError:
        raise
    except Exception as err:  # a bug of ours: of this puzzle, and not the end of the others
        return Checked(found, failure=internal_error(err))


def _rate(plan: CheckOptions, result: Any) -> Rating:
    """Rate a puzzle in the time that its check has left; not after Ctrl-C."""
    from nonosat.ask.explain.difficulty import Rating, rate  # takes long to load

    if result.stop.reason is Reason.INTERRUPTED:
        return Rating(result.verdict, stop=result.stop)
    left = Deadline(plan.limit, processors=1, spent=result.seconds).left()
    return rate(result.puzzle, limits=left, checked=result)


def _ask_in_any_order(
    question: Question,
    plan: CheckOptions,
    typed: ReadItem | None,
    lines: LinePrinter,
    without: SkipFile | None,
    finished: FinishedRows | None,
) -> Generator[Outcome]:
    """Ask about puzzles by an executor, but for those that are finished."""
    from nonosat.run.executor import run_all
    from nonosat.run.jobs import Task

    paths = plan.paths or ()
    lines.several = True
    share = Share(paths, lines)

    def tasks() -> Iterator[Task]:
        pieces = walk_records(paths, plan.from_, without)
        for number, piece in enumerate(pieces if typed is None else [typed]):
            if isinstance(piece, Path):
                lines.skipped.add(piece)
                continue
            if plan.clues_only and isinstance(piece, SourcedSheet):
                piece = piece.clues_only()
            task = Task(number, piece, finished.past_of(piece) if finished else ())
            share.started(task)
            yield task

    with closing(_executor(plan)) as executor:
        for result in run_all(tasks(), _job(question, plan), executor):
            for file in result.skipped:
                lines.skipped.add(file)
            for outcome in result.outcomes:
                share.take(outcome)
                yield outcome
            share.settled(result)


def _job(question: Question, plan: CheckOptions) -> Job:
    from nonosat.run.jobs import Job

    wanted = plan.verdicts | (PROVED if plan.certify is not None else set())
    copies = plan.copy_to is not None and not plan.verdicts
    if copies or (plan.output is None and (plan.sort or not plan.as_json)):
        # Of a check, two solutions are printed; other answers are printed whole.
        wanted |= question.printed
    return Job(
        plan.backend,
        plan.limit,
        wanted=wanted,
        palettes=plan.report is not None,
        rows=plan.output is not None or plan.report is not None or plan.as_json,
        more=plan.more,
        clues_only=plan.clues_only,
        target=question.target,
    )


def _executor(plan: CheckOptions) -> Executor:
    """The executor that does the work, to be closed."""
    if plan.cluster is not None:
        from nonosat.run.cluster import Cluster

        security = plan.cluster_security.split(",") if plan.cluster_security else None
        return Cluster(plan.cluster, plan.jobs, security, plan.insecure, complain)
    if plan.jobs in (None, 1):
        from nonosat.run.executor import InProcess

        return InProcess()
    from nonosat.run.processes import Processes

    return Processes(plan.jobs)


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
        lines.watch.at("starting")

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def started(self, task: Task) -> None:
        self._started += 1
        self._started_bytes += task.bytes

    def take(self, outcome: Outcome) -> None:
        self._open.discard((outcome.source, outcome.position))
        if outcome.seconds > self._slowest[0]:
            self._slowest = outcome.seconds, puzzle_name(outcome.source, outcome.position)

    def settled(self, result: ChunkResult) -> None:
        """Show the outcomes that were taken, and what they leave to do."""
        for task in result.later:
            if task.slow and not isinstance(task.piece, UnreadRecord):
                self._open.add((task.piece.source, task.piece.position))
        verdicts = self._lines.verdicts
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
        self._lines.watch.at("; ".join(filter(None, parts)))


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
