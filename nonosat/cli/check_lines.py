"""Output of questions about many puzzles: a line or an answer per puzzle, and the totals."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

import typer

from nonosat.cli.advice import with_advice
from nonosat.cli.asked import Asked
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import (
    CONFLICT_ADVICE,
    NOT_THE_ONLY,
    Skipped,
    complain,
    complain_of_doubles,
    complain_of_remarks,
    conflict_advice,
    lacking,
    puzzle_name,
    say,
    say_json_line,
    terminal_columns,
    title_line,
    wrap_text,
)
from nonosat.cli.progress import Watch
from nonosat.errors import MissingExtra, ParseError, WrongAnswer
from nonosat.files import name_of
from nonosat.files.read import SkippedFile
from nonosat.model import TYPED, Puzzle, SourcedSheet
from nonosat.run.questions import CHECK, Question
from nonosat.run.records import FAILED, NOT_READ, Row
from nonosat.solving.backends.auto import GIVEN, SWITCHED
from nonosat.solving.result import Result, Verdict
from nonosat.words import cell_ranges, how_many_vary, plural

if TYPE_CHECKING:
    from nonosat.files import SkipFile
    from nonosat.run.finished_rows import FinishedRows
    from nonosat.run.journal import Journal

NAME = 40
"""Characters for the name of a puzzle, where there is room."""
MOST_LINES = 25
"""Lines that the picture of an ambiguous puzzle may take."""
COMPARED = 1000
"""The first puzzles that are compared with each other; a maker's folder has fewer."""
NAMED_ROWS = 5
"""Rows whose differing cells are named where there is no picture."""
UNANSWERED = {NOT_READ: ParseError, FAILED: WrongAnswer}
"""Why there is no answer, and the error whose exit code that has."""
LINE_LOGIC = {True: "no guessing", False: "needs search", None: "?"}


def fit_line(name: str, facts: str, error: str, width: int) -> list[str]:
    """One line for a puzzle, or several, broken between words, where that is longer than `width`.

    >>> fit_line("a.non", "5x5  unknown", "the limit was reached", 20)
    ['a.non   5x5  unknown', '  the limit was', '    reached']
    """
    room = max(0, min(NAME, width - len(facts) - 1))
    line = f"{name:<{room}} {facts}"
    if len(line) + len(error) + 2 * bool(error) <= width:
        return [f"{line}  {error}" if error else line]
    lines = [line] if len(name) <= room else [name, f"{'':<{room}} {facts}"]
    return lines + wrap_text(error, width, "  ")


def _words_for(source: str, result: Result) -> str:
    """The words that name a puzzle in a command."""
    if source == TYPED:
        from nonosat.formats.text.typed import typed_lines  # most puzzles are in files

        rows, cols = typed_lines(result.puzzle).values()
        return shlex.join(["--rows", rows, "--cols", cols])
    return "-" if source == name_of("-") else shlex.quote(source)


def show_check(row: Row, known_file: str | None) -> None:
    """Print the line of a puzzle that was checked, and the cells that vary."""
    name = puzzle_name(row.source, row.position)
    facts = f"{row.size:>9}  {row.verdict:<8}  {LINE_LOGIC[row.line_solvable]:<12}"
    facts += f" {row.seconds:8.3f} s"
    if row.inks > 1:
        facts += f"  {row.inks} colors"
    say(*fit_line(name, facts, row.ending, terminal_columns()))
    result = row.result
    if result is not None and result.verdict is Verdict.MULTIPLE:
        from nonosat.cli.colored import PIPED, draw_if_small, print_segments  # few checks draw
        from nonosat.draw.terminal import with_open

        varying = result.varies
        count = how_many_vary(len(varying), result.all_varying)
        if row.sheet is not None and row.sheet.goals:
            count = f"{NOT_THE_ONLY}: {count}"
        cells = with_open(result.solutions[0], varying)
        lines = draw_if_small(result.puzzle, cells, most=MOST_LINES)
        if lines is None:
            words = _words_for(row.source, result)
            both = f"to see both: nonosat solve {words} -n 2"
            if result.engine in (GIVEN, SWITCHED):  # from the clues alone it may take long
                both = f"to see both: nonosat check {words} --json"
            where = cell_ranges(varying, NAMED_ROWS)
            say(*wrap_text(f"{count}: {where}; {both}", min(terminal_columns(), PIPED), "  "))
        else:
            say(f"  {count}, marked ?:")
            print_segments(*lines)


CHECKED = CHECK._replace(show=show_check)
"""The question of ``check``, for people."""


def _by_score(row: Row) -> tuple[bool, float]:
    """The easiest first; puzzles without a rating last."""
    score = getattr(row.result, "score", None)
    return score is None, score or 0.0


def _title(row: Row, numbered: bool) -> str:
    """Name, size and credits of a puzzle in one line."""
    if row.sheet is None:  # its clues contradict themselves
        clues = row.result.clues
        name = puzzle_name(row.source, row.position, numbered)
        return f"{name}: {clues.width}x{clues.height}"
    return title_line(SourcedSheet(row.sheet, row.source, row.position, numbered))


class Sink(Protocol):
    """Takes every row, and writes its output by the end."""

    def take(self, row: Row) -> None:
        """Take a row. Rows come in any order."""

    def finish(self) -> None:
        """Write what remains, after the last row."""


class Files(NamedTuple):
    """The files that a run writes, and its lines."""

    sinks: Sequence[Sink] = ()
    skip: SkipFile | None = None
    """True for a file that the run writes, and therefore does not read."""
    kept: Journal | None = None
    """The journal, whose rows are kept even if the run fails; None if there is none."""
    finished: FinishedRows | None = None
    """The rows of earlier runs, with ``--resume``."""


class LinePrinter:
    """Prints a line or a JSON object per puzzle, and the totals at the end.

    Attributes:
        watch: shows the progress, and makes way for the lines.
        skipped: the files that turned out not to be puzzles.
        verdicts: the number of puzzles with each word of an answer, or without one.
        several: whether there is more than one puzzle.
        numbered: whether the next puzzle is one of several in its file.
    """

    def __init__(self, asked: Asked, question: Question = CHECKED) -> None:
        self.watch: Watch = Watch(limit=asked.limit)
        self.several = self.numbered = False
        self._question = question
        self._checks = question.name == CHECK.name
        self.skipped: Skipped = Skipped()
        self._lacking: Skipped | None = None
        self._asked = asked
        self._to_sort: list[Row] = []
        self._before = 0
        self._ambiguous: list[str] = []
        self._checked: list[tuple[str, Puzzle]] = []
        """Names and puzzles, to find those of one picture."""
        self.verdicts: Counter[str] = Counter()
        self._other_codes: set[int] = set()
        self._start = time.perf_counter()

    def take(self, row: Row) -> None:
        self.verdicts[row.verdict] += 1
        if row.verdict == Verdict.MULTIPLE.value and row.sheet and row.sheet.goals:
            self._ambiguous.append(row.source)
        compares = self._asked.in_order and self._checks
        if compares and row.sheet and self.verdicts.total() <= COMPARED:
            name = puzzle_name(row.source, row.position)
            self._checked.append((name, row.sheet.puzzle))
        if row.lacking:
            self._other_codes.add(code_of(MissingExtra))
        self._before += row.before
        if row.remarks and not row.before:
            self.watch.hide()
            complain_of_remarks(puzzle_name(row.source, row.position), row.remarks)
        quiet = self._asked.output is not None
        if self._asked.quiet and row.verdict == Verdict.UNIQUE.value:
            return
        unread = row.verdict in (NOT_READ, FAILED)
        if row.before or (quiet and not unread):
            return
        if self.watch.shown:
            self.watch.hide()
        if unread:
            self._complain(row)
        if self._asked.sort and not quiet:
            self._to_sort.append(row)
        else:
            self._show(row)

    def _show(self, row: Row) -> None:
        """Print a JSON object, or what people want to know."""
        if self._asked.as_json and self._asked.output is None:
            assert row.line is not None  # JSON has nothing that a terminal obeys
            say_json_line(row.line.decode().rstrip("\n"))
        elif row.verdict not in UNANSWERED:
            if self._question.titled and self.several:
                say(_title(row, self.numbered))
            self._question.show(row, self._asked.known)

    def _complain(self, row: Row) -> None:
        what = row.error
        if row.lacking:
            self._lacking = self._lacking or lacking()
            self._lacking.add(SkippedFile.of(row.source, what))
            return
        if not what.startswith(row.source):
            what = f"{puzzle_name(row.source, row.position)}: {what}"
        what = with_advice(what, row.advice)
        complain(f"{what} ({CONFLICT_ADVICE})" if row.refused else what)

    def leave_interrupted(self) -> NoReturn:
        """Print what is known when Ctrl-C has ended the work, and leave."""
        if self.verdicts:
            self.finish()
        parts = ["interrupted"]
        if self.verdicts.keys() <= {Verdict.UNKNOWN.value, *UNANSWERED}:
            parts.append("nothing found yet")
        elif self._checks:
            parts.append("the remaining puzzles were not checked")
        if self._asked.output is not None:
            parts.append(f"continue with -o {self._asked.output} --resume")
        complain("; ".join(parts))
        raise typer.Exit(INTERRUPTED)

    def finish(self) -> None:
        means = {**self._question.means, **UNANSWERED}
        self.codes: list[int] = [code_of(means[word]) for word in self.verdicts or [NOT_READ]]
        self.codes += self._other_codes
        self._to_sort.sort(key=_by_score)
        for row in self._to_sort:
            self._show(row)
        if self._lacking is not None:
            self._lacking.report()
        if self._asked.as_json or not (self._checks or self._asked.output):
            if not self.verdicts:
                complain("no puzzle found")
            self.skipped.report()
            return
        counted = self.verdicts.most_common()
        if not self._asked.in_order:  # else chance would order equal numbers
            counted.sort(key=lambda entry: (-entry[1], [*means].index(entry[0])))
        parts = [f"{number} {verdict}" for verdict, number in counted]
        line = "no puzzle found"
        if parts:
            line = f"{plural(self.verdicts.total(), 'puzzle')}: {', '.join(parts)}"
        if self._before:
            line += f"; {self._before} done before"
        if skipped := self.skipped.count:
            line += f"; {plural(skipped, 'other file')} skipped"
        say(*wrap_text(f"{line}; {time.perf_counter() - self._start:.2f} s", terminal_columns()))
        if skipped:
            self.skipped.report()
        if self._checks and self._asked.paths == ["."] and self.verdicts.keys() <= {NOT_READ}:
            complain("to check input from a pipe: nonosat check -")
        if self._checks and self.verdicts[Verdict.NONE.value]:
            complain(conflict_advice(self._asked.known))
        if self._checks and len(self._checked) > 1:
            complain_of_doubles(self._checked)
        if self._checks and self._ambiguous:
            file = self._ambiguous[0] if len({*self._ambiguous}) == 1 else "FILE"
            complain(
                f"`nonosat repair {shlex.quote(file)}` proposes small changes that leave one solution; "
                f"`nonosat web {shlex.quote(file)}` shows them while you draw"
            )
