"""The files that are made of rows: a journal, a table, a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from nonosat.batch.columns import CERTIFICATE, with_certificate
from nonosat.batch.journal import Journal, rewrite
from nonosat.batch.outcome import Outcome
from nonosat.batch.report_page import report
from nonosat.batch.sinks import Folders, Sink
from nonosat.batch.table import write_table
from nonosat.files.write import write_text
from nonosat.model import Palette


class Rows(Sink):
    """A row for each outcome in a journal, and the table that is made of it.

    Args:
        facts: the keys of the rows.
        table: the file of the table, if there is to be one.
        folders: the rows get the folders of their certificates at the end.
    """

    def __init__(
        self,
        journal: Journal,
        facts: Sequence[str],
        table: str | None = None,
        folders: Folders | None = None,
    ) -> None:
        self._journal, self._facts = journal, facts
        self._table, self._folders = table, folders

    def take(self, outcome: Outcome) -> None:
        """Write the row, unless the journal has it."""
        if outcome.line is not None:
            self._journal.append_lines([outcome.line])

    def finish(self) -> None:
        """Close the journal, add the certificates, make the table."""
        self._journal.close()
        facts = self._facts
        if self._folders is not None:
            facts = (*facts, CERTIFICATE)
            rewrite(self._journal.path, partial(with_certificate, folders=self._folders))
        if self._table is not None:
            write_table(self._journal.path, self._table, facts)


class Report(Sink):
    """A page to look at, made of a journal when all is done.

    Args:
        journal: the file of the rows.
        path: the file of the page.
    """

    def __init__(self, journal: str, path: str) -> None:
        self._journal, self._path = journal, path
        self._palettes: dict[tuple[str, int], Palette] = {}

    def take(self, outcome: Outcome) -> None:
        """Keep the palette of a colored puzzle."""
        if outcome.palette is not None:
            self._palettes[outcome.source, outcome.position] = outcome.palette

    def finish(self) -> None:
        """Write the page."""
        write_text(self._path, report(self._journal, self._palettes))
