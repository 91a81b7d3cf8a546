"""The files that questions about many puzzles write: rows, a table, copies, a report."""

import io
import os
import tempfile
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from nonosat.cli.asked import Asked
from nonosat.cli.output import complain, list_names, say
from nonosat.cli.sinks import Files, Sink
from nonosat.cli.streams import ignore_stdout_errors
from nonosat.cli.writing import report_written
from nonosat.errors import CannotHold, OutputError, naming_os_errors
from nonosat.files import dump_bytes, format_of_suffix, loads, write_text, write_whole
from nonosat.files.write import check_outputs, is_one_of
from nonosat.formats import make_format
from nonosat.formats.base import Holds, check_holds, lost_fields
from nonosat.model import Palette, Sheet, puzzle_name
from nonosat.run.finished_rows import FinishedRows
from nonosat.run.journal import Journal
from nonosat.run.questions import Question
from nonosat.run.report_page import report_html
from nonosat.run.rows import Row
from nonosat.run.table import check_table, is_journal, write_table
from nonosat.words import plural


def open_files(asked: Asked, paths: Sequence[str], question: Question, stack: ExitStack) -> Files:
    """Open what was asked for with ``-o``, ``--copy-to`` and ``--report``; the stack closes it."""
    rows, table = asked.output, None
    if asked.output is not None:
        check_table(asked.output)
        if not is_journal(asked.output):
            rows, table = f"{asked.output}.jsonl", asked.output
    others = [name for name in (asked.copy_to, asked.report) if name is not None]
    tables = [] if table is None else [table]
    names = [*([] if rows is None else [rows]), *tables, *others]
    # The journal judges what is in it. With --resume the table is made again from all rows.
    new = [] if asked.force else others if asked.resume else [*tables, *others]
    advice = "force and keep" if asked.resume else "force"
    check_outputs(names, paths, new=new, clueless=[] if asked.force else tables, advice=advice)
    # The first is the journal, which goes on.
    stack.enter_context(report_written(*names[asked.resume :]))
    ignore_stdout_errors()
    sinks: list[Sink] = []
    journal, past = None, Files().past
    if rows is not None:
        journal = stack.enter_context(Journal(rows, resume=asked.resume, replace=asked.force))
    elif asked.report is not None:  # its rows
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
        journal = stack.enter_context(Journal(Path(folder, "rows.jsonl")))
    if journal is not None:
        sinks.append(Rows(journal, question, table, asked.report))
    if asked.copy_to is not None:
        words = {*asked.filter_}
        sinks.append(Copies(asked.copy_to, words, question.copy, stack, quiet=asked.as_json))
    if journal is not None and asked.resume:
        finished = FinishedRows.of(journal, question)
        past = finished.past_of
        if doubled := finished.doubled:
            older = plural(len(doubled), "doubled row")
            places = [puzzle_name(*place, several=True) for place in sorted(set(doubled))]
            complain(
                f"{journal.path}: dropped {older} of {list_names(places, len(places))}; the last of each place stays"
            )
    return Files(sinks, is_one_of(names), None if rows is None else journal, past)


class Rows(Sink):
    """Writes each row to a journal, and at the end a table and a report."""

    def __init__(
        self, journal: Journal, question: Question, table: str | None, report: str | None
    ) -> None:
        self._journal, self._question = journal, question
        self._table, self._report = table, report
        self._palettes: dict[tuple[str, int], Palette] = {}

    def take(self, row: Row) -> None:
        """Write the row, unless it is in the journal already."""
        if row.line is not None:
            self._journal.append_lines([row.line])
        if row.palette is not None:
            self._palettes[row.source, row.position] = row.palette

    def finish(self) -> None:
        """Close the journal, write the table and the report."""
        self._journal.close()
        if self._table is not None:
            write_table(self._journal.path, self._table, self._question)
        if self._report is not None:
            write_text(self._report, report_html(self._journal.path, self._palettes))


class Copies(Sink):
    """Takes puzzles in any order and writes them in order at the end.

    Until then they are in a temporary file beside the target, so that memory does not grow.

    Args:
        words: copy the puzzles with these words; empty means all that `copy` has.
        copy: returns the puzzle of a row, or None.
        stack: closes the temporary file.
        quiet: whether nothing is said of their number.
    """

    def __init__(
        self,
        path: str,
        words: Collection[str],
        copy: Callable[[Row], Sheet | None],
        stack: ExitStack,
        *,
        quiet: bool,
    ) -> None:
        self.path = path
        self._words, self._copy, self._quiet = words, copy, quiet
        self.format: str = format_of_suffix(path)
        self._writer = make_format(self.format)
        if Holds.SEVERAL not in self._writer.holds:
            raise CannotHold(f"{self.format} holds one puzzle per file; use .jsonl")
        self._numbers, self._offsets = array("Q"), array("Q")
        self._lost: set[str] = set()
        with naming_os_errors(OutputError, path):
            file = tempfile.TemporaryFile(dir=Path(path).parent)  # noqa: SIM115  # closed by the stack
        self._file = stack.enter_context(file)

    def take(self, row: Row) -> None:
        """Keep the puzzle, if it has one of the words that were asked for."""
        if self._words and row.word not in self._words:
            return
        if (sheet := self._copy(row)) is None:
            return
        check_holds(self.format, self._writer.holds, [sheet])
        self._lost.update(lost_fields(self._writer.holds, [sheet]))
        with naming_os_errors(OutputError, self.path):
            self._offsets.append(self._file.seek(0, io.SEEK_END))
            self._numbers.append(row.number << 24 | row.position & 0xFFFFFF)
            self._file.write(dump_bytes([sheet], "jsonl"))

    def finish(self) -> None:
        """Write the file, whole or not at all; print how many there are, and what is lost."""
        if not (self._numbers or self._words):
            complain(f"nothing to correct: {self.path} was not written")
            return
        sheets = self._sheets()
        if self._writer.split:
            parts: Iterable[bytes] = (dump_bytes([sheet], self.format) for sheet in sheets)
        else:
            parts = [dump_bytes(list(sheets), self.format)]
        write_whole(self.path, parts)
        if self._lost:
            complain(f"{self.format} does not keep: {', '.join(sorted(self._lost))}")
        if not self._quiet:
            say(f"{self.path}: {len(self._numbers)} copied")

    def _sheets(self) -> Iterator[Sheet]:
        for at in sorted(range(len(self._numbers)), key=self._numbers.__getitem__):
            self._file.seek(self._offsets[at])
            yield from loads(self._file.readline(), "jsonl", os.fspath(self.path))
