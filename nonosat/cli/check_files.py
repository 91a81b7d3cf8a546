"""The files that ``nonosat check`` writes: rows, a table, copies of puzzles, and a report."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from nonosat.batch.copies import Copies
from nonosat.batch.jobs import CERTIFICATE, RATING, Done, with_certificate
from nonosat.batch.journal import Journal, rewrite
from nonosat.batch.ledger import Ledger
from nonosat.batch.report_page import report as report_page
from nonosat.batch.table import check_table, is_journal, write_table
from nonosat.cli.output import complain
from nonosat.cli.streams import outlive_stdout
from nonosat.errors import UsageError
from nonosat.files.write import check_outputs, write_text
from nonosat.model import Palette


class CheckFiles:
    """Writes what was asked for with ``-o``, ``--copy-to`` and ``--report``.

    Rows are written as they come, everything else by `finish`. Use it as a context manager.

    Attributes:
        names: all files that are written.
        journal: gets the rows; None if nobody needs them.
        ledger: what the journal had before, with ``--resume``.

    Raises:
        NonosatError: a file cannot be written, or something would be lost that is not given up.
    """

    def __init__(
        self,
        paths: Sequence[str],
        output: str | None,
        resume: bool,
        force: bool,
        verdicts: frozenset[str],
        copy_to: str | None,
        report: str | None,
        facts: Sequence[str],
    ) -> None:
        if report == "-":
            raise UsageError("--report writes a page to a file; - is for the lines of the check")
        self._output, self._report, self._verdicts = output, report, verdicts
        self._facts = facts
        self.ledger: Ledger | None = None
        self._palettes: dict[tuple[str, int], Palette] = {}
        self.names = self._checked(paths, copy_to, resume, force)
        outlive_stdout()
        with ExitStack() as stack:
            self.journal = self._open_journal(stack, resume, force)
            self._copies = Copies(copy_to) if copy_to is not None else None
            if self.journal is not None and resume:
                self.ledger = Ledger.of(self.journal, rated=RATING in facts)
            self._stack = stack.pop_all()

    def __enter__(self) -> CheckFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _checked(
        self, paths: Sequence[str], copy_to: str | None, resume: bool, force: bool
    ) -> list[str]:
        others = [name for name in (copy_to, self._report) if name is not None]
        rows, tables = [], []
        if self._output is not None:
            check_table(self._output)
            rows = [self._rows_path(self._output)]  # the journal judges what is in it
            tables = [] if is_journal(self._output) else [self._output]
        # With --resume the table is made again from all rows.
        new = [] if force else others if resume else [*tables, *others]
        remedy = "--force replaces it" + (", and keeps the rows" if resume else "")
        check_outputs([*rows, *tables, *others], paths, new=new, remedy=remedy)
        return [*rows, *tables, *others]

    @staticmethod
    def _rows_path(output: str) -> str:
        """The journal: what was asked for, or beside the table."""
        return output if is_journal(output) else f"{output}.jsonl"

    def _open_journal(self, stack: ExitStack, resume: bool, force: bool) -> Journal | None:
        """The file of rows: the one asked for, one beside the table, or one for the report alone."""
        if self._output is not None:
            rows = self._rows_path(self._output)
            return stack.enter_context(Journal(rows, resume=resume, replace=force))
        if self._report is None:
            return None
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
        return stack.enter_context(Journal(Path(folder, "rows.jsonl")))

    @property
    def kept(self) -> str:
        """The file that keeps the rows of this run if it fails; "" if there is none."""
        if self._output is None or self.journal is None or not self.journal.written:
            return ""
        return self.journal.path

    def take(self, done: Done) -> None:
        """Keep what is needed of a puzzle; its row is in the journal already."""
        if self._copies is not None and done.sheet and done.outcome in self._verdicts:
            self._copies.add(done.number, done.position, done.sheet)
        if done.palette is not None:
            self._palettes[done.source, done.position] = done.palette

    def finish(self, certificates: Mapping[tuple[str, int], str] | None = None) -> str:
        """Write what is written at the end; a line about the copies, if there are any.

        Args:
            certificates: where they are, by source and position, if they were asked for.
        """
        line = ""
        if self._copies is not None:
            lost = self._copies.finish()
            if lost:
                complain(f"{self._copies.format} does not keep: {', '.join(lost)}")
            line = f"{self._copies.path}: {len(self._copies)} copied"
        if self.journal is not None:
            self.journal.close()
            facts = self._facts
            if certificates is not None:
                facts = (*facts, CERTIFICATE)
                rewrite(self.journal.path, partial(with_certificate, folders=certificates))
            if self._output is not None and not is_journal(self._output):
                write_table(self.journal.path, self._output, facts)
            if self._report is not None:
                write_text(self._report, report_page(self.journal.path, self._palettes))
        return line
