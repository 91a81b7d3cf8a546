"""The files that questions about many puzzles write: rows, a table, copies, a report."""

from __future__ import annotations

import io
import os
import tempfile
from array import array
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from nonosat.cli.asked import Asked
from nonosat.cli.check_lines import Files, LinePrinter, Sink
from nonosat.cli.output import complain, list_names, puzzle_name, say
from nonosat.cli.streams import ignore_stdout_errors
from nonosat.cli.writing import report_written
from nonosat.errors import CannotHold, OutputError
from nonosat.files import dump_bytes, format_of_suffix, loads, write_text, write_whole
from nonosat.files.write import check_outputs, is_one_of
from nonosat.formats import make_format
from nonosat.formats.base import Holds, check_holds, lost_fields
from nonosat.model import Palette, Sheet
from nonosat.run.finished_rows import FinishedRows
from nonosat.run.journal import Journal
from nonosat.run.questions import Question
from nonosat.run.records import Row
from nonosat.run.report_page import report_html
from nonosat.run.table import check_table, is_journal, write_table
from nonosat.words import plural


def open_files(asked: Asked, question: Question, lines: LinePrinter, stack: ExitStack) -> Files:
    """Open what was asked for with ``-o``, ``--copy-to`` and ``--report``.

    A row is kept before anything is said about it.
    """
    output, tables = asked.output, list[str]()
    others = [name for name in (asked.copy_to, asked.report) if name is not None]
    rows = output
    if output is not None:
        check_table(output)
        if not is_journal(output):
            rows, tables = f"{output}.jsonl", [output]
    names = [*([] if rows is None else [rows]), *tables, *others]
    # The journal judges what is in it. With --resume the table is made again from all rows.
    new = [] if asked.force else others if asked.resume else [*tables, *others]
    advice = "force and keep" if asked.resume else "force"
    clueless = [] if asked.force else tables
    check_outputs(names, asked.paths or (), new=new, clueless=clueless, advice=advice)
    # The first is the journal, which goes on.
    stack.enter_context(report_written(*names[asked.resume :]))
    ignore_stdout_errors()
    sinks: list[Sink] = []
    journal = finished = None
    if rows is not None:
        journal = stack.enter_context(Journal(rows, resume=asked.resume, replace=asked.force))
    elif asked.report is not None:  # its rows
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
        journal = stack.enter_context(Journal(Path(folder, "rows.jsonl")))
    if journal is not None:
        table = tables[0] if tables else None
        sinks.append(Rows(journal, question, table, asked.report))
    if asked.copy_to is not None:
        sinks.append(Copies(asked.copy_to, asked, question))
    if journal is not None and asked.resume:
        finished = FinishedRows.of(journal, question)
        if doubled := finished.doubled:
            older = plural(len(doubled), "doubled row")
            places = [puzzle_name(*place, several=True) for place in sorted(set(doubled))]
            complain(
                f"{journal.path}: dropped {older} of {list_names(places, len(places))}; the last of each place stays"
            )
    kept = journal if rows is not None else None
    return Files([*sinks, lines], is_one_of(names), kept, finished)


class Rows:
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


class Copies:
    """Takes puzzles in any order and writes them in order at the end.

    Until then they are in a temporary file beside the target, so that memory does not grow.
    """

    def __init__(self, path: str, asked: Asked, question: Question) -> None:
        self.path = path
        self._verdicts, self._quiet, self._question = {*asked.filter_}, asked.as_json, question
        self.format: str = format_of_suffix(path)
        self._writer = make_format(self.format)
        if Holds.SEVERAL not in self._writer.holds:
            raise CannotHold(f"{self.format} holds one puzzle per file; use .jsonl")
        self._numbers, self._offsets = array("Q"), array("Q")
        self._lost: set[str] = set()
        try:
            self._file = tempfile.TemporaryFile(dir=Path(path).parent)  # noqa: SIM115  # closed by finish
        except OSError as err:
            raise OutputError(f"{path}: {err.strerror}") from err

    def take(self, row: Row) -> None:
        """Keep the puzzle, if it has one of the verdicts that were asked for."""
        if self._verdicts and row.verdict not in self._verdicts:
            return
        if (sheet := self._question.copy(row)) is None:
            return
        check_holds(self.format, self._writer.holds, [sheet])
        self._lost.update(lost_fields(self._writer.holds, [sheet]))
        try:
            self._offsets.append(self._file.seek(0, io.SEEK_END))
            self._numbers.append(row.number << 24 | row.position & 0xFFFFFF)
            self._file.write(dump_bytes([sheet], "jsonl"))
        except OSError as err:
            raise OutputError(f"{self.path}: {err.strerror}") from err

    def finish(self) -> None:
        """Write the file, whole or not at all; print how many there are, and what is lost."""
        if not (self._numbers or self._verdicts):
            self._file.close()
            complain(f"nothing to correct: {self.path} was not written")
            return
        sheets = self._sheets()
        if self._writer.split:
            parts: Iterable[bytes] = (dump_bytes([sheet], self.format) for sheet in sheets)
        else:
            parts = [dump_bytes(list(sheets), self.format)]
        write_whole(self.path, parts)
        self._file.close()
        if self._lost:
            complain(f"{self.format} does not keep: {', '.join(sorted(self._lost))}")
        if not self._quiet:
            say(f"{self.path}: {len(self._numbers)} copied")

    def _sheets(self) -> Iterator[Sheet]:
        for at in sorted(range(len(self._numbers)), key=self._numbers.__getitem__):
            self._file.seek(self._offsets[at])
            yield from loads(self._file.readline(), "jsonl", os.fspath(self.path))
