"""Sinks of rows that print: lines, totals, the exit code, and what is said at the end of a check."""

import contextlib
import os
import shlex
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.advice import with_advice
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import (
    FoundFiles,
    Remarks,
    Skipped,
    complain,
    complain_of_doubles,
    conflict_advice,
    lacking,
    say,
    terminal_columns,
    title_line,
    wrap_text,
)
from nonosat.cli.progress import Watch
from nonosat.errors import MissingExtra, NonosatError, ParseError, WrongAnswer
from nonosat.files import Piece, Record
from nonosat.model import Puzzle, SourcedSheet, puzzle_name
from nonosat.run.executor import Executor
from nonosat.run.questions import FAILED, NOT_READ, SKIPPED
from nonosat.run.rows import Row
from nonosat.run.source import Past, Source
from nonosat.solving.result import Verdict
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.files import SkipFile
    from nonosat.run.journal import Journal

Meanings = Mapping[str, Verdict | type[NonosatError]]
"""The words of answers; see `Question.means`."""
Show = Callable[[Row], None]
"""Prints the answer in a row."""
UNANSWERED: Meanings = {NOT_READ: ParseError, FAILED: WrongAnswer}
"""Why there is no answer, and the error whose exit code that has."""
COMPARED = 1000
"""The first puzzles that are compared with each other; a maker's folder has fewer."""
NAME = 24
"""Characters for the name of the slowest puzzle."""


class Sink:
    """Takes every row, and says or writes what remains after the last one.

    A sink gets all that it needs when it is made.
    """

    def take(self, row: Row) -> None:
        """Take a row. Rows come in any order."""

    def finish(self) -> None:
        """Say or write what remains."""


class Files(NamedTuple):
    """The files that a run writes; most runs write none."""

    sinks: Sequence[Sink] = ()
    skip: "SkipFile | None" = None
    """True for a file that the run writes, and therefore does not read."""
    kept: "Journal | None" = None
    """The journal, whose rows are kept even if the run fails; None if there is none."""
    past: Callable[[Record | Piece], tuple[Past, ...]] = lambda piece: ()
    """The history of a piece, with ``--resume``."""


class Lines(Sink):
    """Shows each answer, and complains of puzzles that have none.

    Args:
        watch: makes way for the lines.
        titled: whether a line before the answer names the puzzle, if it is one of several.
        shows_all: whether rows without an answer are shown, too.
        silent: words whose rows are not shown.
        named: files that were named: an unsure one has a line of its own.
    """

    def __init__(
        self,
        show: Show,
        watch: Watch,
        *,
        titled: bool = False,
        shows_all: bool = False,
        silent: Collection[str] = (),
        named: Collection[str] = (),
    ) -> None:
        self._show, self._watch = show, watch
        self._titled, self._shows_all, self._silent = titled, shows_all, silent
        self._named = {*named}
        self._lacking: Skipped | None = None
        self._unsure: FoundFiles | None = None
        self._remarks: Remarks | None = None

    def take(self, row: Row) -> None:
        is_loose = row.unsure and row.source not in self._named
        if is_loose and not row.before:
            self._unsure = self._unsure or FoundFiles()
            self._unsure.add(row.source, row.error)
        if row.before or row.word == SKIPPED:
            return
        unread = row.word in UNANSWERED
        if self._watch.shown and (row.remarks or unread or row.word not in self._silent):
            self._watch.hide()
        if row.remarks:
            self._remarks = self._remarks or Remarks()
            self._remarks.add(row.source, puzzle_name(row.source, row.position), row.remarks)
            if row.alone:
                self._remarks.complain()
        if unread and not is_loose:
            self._complain(row)
        if row.word not in self._silent and (self._shows_all or not unread):
            if self._titled and not row.alone:
                say(_title(row))
            self._show(row)

    def _complain(self, row: Row) -> None:
        if row.lacking:
            self._lacking = self._lacking or lacking()
            self._lacking.add(row.source, row.error)
            return
        what = row.error
        if not what.startswith(row.source):
            what = f"{puzzle_name(row.source, row.position)}: {what}"
        what = with_advice(what, row.advice)
        advice = conflict_advice([puzzle_name(row.source, row.position, row.several)])
        complain(f"{what} ({advice})" if row.refused else what)

    def finish(self) -> None:
        for said in (self._remarks, self._unsure, self._lacking):
            if said is not None:
                said.complain()


def _title(row: Row) -> str:
    """Name, size and credits of a puzzle in one line."""
    if row.sheet is None:  # its clues contradict themselves
        clues = row.result.clues
        return f"{puzzle_name(row.source, row.position, row.several)}: {clues.width}x{clues.height}"
    return title_line(SourcedSheet(row.sheet, row.source, row.position, row.several))


class Sorted(Sink):
    """Shows at the end the rows that were kept: the easiest first, those without a score last."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._rows: list[Row] = []

    def keep(self, row: Row) -> None:
        """Keep a row that `Lines` would show."""
        self._rows.append(row)

    def finish(self) -> None:
        scores = [getattr(row.result, "score", None) for row in self._rows]
        for at in sorted(range(len(scores)), key=lambda at: (scores[at] is None, scores[at] or 0)):
            self._show(self._rows[at])


class Totals(Sink):
    """Counts the words of the rows; in the end it says them, and which files were skipped.

    Args:
        says_counts: whether the totals are said.
        by_order: whether equal numbers are said in the order of `means`, not in that of the rows,
            which is chance where many work.

    Attributes:
        words: the number of puzzles with each word.
    """

    def __init__(self, means: Meanings, *, says_counts: bool, by_order: bool) -> None:
        self._means, self._says_counts, self._by_order = means, says_counts, by_order
        self.words: Counter[str] = Counter()
        self._before = 0
        self._skipped = Skipped()
        self._start = time.perf_counter()

    def take(self, row: Row) -> None:
        if row.word == SKIPPED:
            if not row.unsure:
                self._skipped.add(row.source, row.error)
            return
        self.words[row.word] += 1
        self._before += row.before

    def finish(self) -> None:
        if self._says_counts:
            counted = self.words.most_common()
            if self._by_order:
                order = [*self._means, *UNANSWERED]
                counted.sort(key=lambda entry: (-entry[1], order.index(entry[0])))
            parts = ", ".join(f"{number} {word}" for word, number in counted)
            total = plural(self.words.total(), "puzzle")
            line = f"{total}: {parts}" if counted else "no puzzle found"
            if self._before:
                line += f"; {self._before} done before"
            if self._skipped.count:
                line += f"; {plural(self._skipped.count, 'other file')} skipped"
            line += f"; {time.perf_counter() - self._start:.2f} s"
            say(*wrap_text(line, terminal_columns()))
        elif not self.words:
            complain("no puzzle found")
        if self._skipped.count:
            self._skipped.complain()


class ExitCode(Sink):
    """Collects the codes of the rows; the largest counts.

    Attributes:
        codes: those of all rows so far.
    """

    def __init__(self, means: Meanings) -> None:
        self._means = means
        self.codes: set[int] = set()

    def take(self, row: Row) -> None:
        if row.word != SKIPPED:
            outcome = self._means.get(row.word) or UNANSWERED[row.word]
            self.codes.add(code_of(MissingExtra if row.lacking else outcome))


class Doubles(Sink):
    """Names puzzles with one picture, among the first ones."""

    def __init__(self) -> None:
        self._puzzles: list[tuple[str, Puzzle]] = []

    def take(self, row: Row) -> None:
        if row.sheet and len(self._puzzles) < COMPARED:
            self._puzzles.append((puzzle_name(row.source, row.position), row.sheet.puzzle))

    def finish(self) -> None:
        if len(self._puzzles) > 1:
            complain_of_doubles(self._puzzles)


class NextCommands(Sink):
    """Says at the end of a check which command goes on from there.

    Args:
        has_known: whether cells are known, which may be why there is no solution.
        paths: what was asked about.
    """

    def __init__(self, has_known: bool, paths: Sequence[str]) -> None:
        self._has_known, self._paths = has_known, paths
        self._words: set[str] = set()
        self._unsolvable: set[str] = set()
        self._ambiguous: set[str] = set()
        """Puzzles with a picture that is not the only one."""

    def take(self, row: Row) -> None:
        self._words.add(row.word)
        if row.word == Verdict.NONE and not self._has_known:
            self._unsolvable.add(puzzle_name(row.source, row.position))
        if row.word == Verdict.MULTIPLE and row.sheet and row.sheet.goals:
            self._ambiguous.add(puzzle_name(row.source, row.position))

    def finish(self) -> None:
        if self._paths == ["."] and self._words <= {NOT_READ, SKIPPED}:
            complain("to check input from a pipe: nonosat check -")
        if self._unsolvable:
            complain(conflict_advice(self._named(self._unsolvable)))
        if self._ambiguous:
            names = self._named(self._ambiguous)
            files = shlex.join(names)
            shown = (
                f"; `nonosat web {files}` shows them while you draw"
                if len(self._ambiguous) == 1
                else ""
            )
            complain(
                f"`nonosat repair {files}` proposes small changes that leave one solution{shown}"
            )

    def _named(self, puzzles: Collection[str]) -> Sequence[str]:
        """The words that name a puzzle, or if there are several, all that was asked about."""
        return [*puzzles] if len(puzzles) == 1 else self._paths


class Share(Sink):
    """Shows how much of a collection is done, how fast, what came out, and what took longest."""

    def __init__(
        self,
        paths: Sequence[str],
        watch: Watch,
        source: Source,
        executor: Executor,
        totals: Totals,
    ) -> None:
        self._source, self._executor, self._totals = source, executor, totals
        self._start = time.monotonic()
        self._slowest = (0.0, "")
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()
        watch.at("", news=self.text)

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def take(self, row: Row) -> None:
        if row.seconds > self._slowest[0]:
            self._slowest = row.seconds, puzzle_name(row.source, row.position)

    def text(self) -> str:
        """The share in words; the thread that shows them calls it."""
        words = Counter(dict(self._totals.words))
        count = words.total()
        rate = count / max(0.1, time.monotonic() - self._start)
        still = f", {self._executor.open:,} open" if self._executor.open else ""
        parts = [f"{count:,} done{still}"]
        parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
        parts.append(", ".join(f"{n:,} {name}" for name, n in words.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            short = name if len(name) <= NAME else "…" + name[1 - NAME :]
            parts.append(f"slowest {seconds:.1f} s {short}")
        if self._total:
            # Pieces under way are not done: take off the bytes that they have on average.
            done = self._source.bytes * min(1.0, count / max(1, self._source.count))
            parts.insert(0, f"{min(99, int(100 * done / self._total))} %")
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
