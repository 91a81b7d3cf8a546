"""The files that ``nonosat check`` writes: rows, a table, copies, a report, and certificates."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from nonosat.batch.copies import Copies
from nonosat.batch.journal import Journal
from nonosat.batch.ledger import Ledger
from nonosat.batch.outcome import Outcome
from nonosat.batch.rows import ReportPage, Rows
from nonosat.batch.sinks import Folders, Sink
from nonosat.batch.table import check_table, is_journal
from nonosat.certificates.many import folder_names
from nonosat.cli.certify import write_certificates
from nonosat.cli.check_options import PROVED, CheckOptions
from nonosat.cli.output import complain, list_names, puzzle_name, say
from nonosat.cli.streams import outlive_stdout
from nonosat.cli.writing import report_written
from nonosat.files.write import check_outputs
from nonosat.model import Named
from nonosat.render.words import plural


class Files(NamedTuple):
    """The files of a check, but for certificates."""

    names: Sequence[str] = ()
    """The names of all files that are written."""
    sinks: Sequence[Sink] = ()
    journal: Journal | None = None
    """The journal, whose rows are kept even if the run fails; None if there is none."""
    ledger: Ledger | None = None
    """The rows of earlier runs, with ``--resume``."""

    @property
    def kept(self) -> str:
        """The file that keeps the rows of this run if it fails; "" if there is none."""
        return self.journal.path if self.journal is not None and self.journal.written else ""


def open_files(plan: CheckOptions, folders: Folders | None, stack: ExitStack) -> Files:
    """Open what was asked for with ``-o``, ``--copy-to`` and ``--report``.

    Args:
        folders: where the certificates are, when the work is done.
        stack: closes the files.

    Raises:
        NonosatError: a file cannot be written, or one is there already that --force is to replace.
    """
    output, tables = plan.output, list[str]()
    others = [name for name in (plan.copy_to, plan.report) if name is not None]
    rows = output
    if output is not None:
        check_table(output)
        if not is_journal(output):
            rows, tables = f"{output}.jsonl", [output]
    names = [*([] if rows is None else [rows]), *tables, *others]
    # The journal judges what is in it. With --resume the table is made again from all rows.
    new = [] if plan.force else others if plan.resume else [*tables, *others]
    remedy = "--force replaces it" + (", and keeps the rows" if plan.resume else "")
    clueless = [] if plan.force else tables
    check_outputs(names, plan.paths or (), new=new, clueless=clueless, remedy=remedy)
    stack.enter_context(
        report_written(*names[plan.resume :])
    )  # the first is the journal, which goes on
    outlive_stdout()
    sinks: list[Sink] = []
    journal = ledger = None
    if rows is not None:
        journal = stack.enter_context(Journal(rows, resume=plan.resume, replace=plan.force))
    elif plan.report is not None:  # its rows
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
        journal = stack.enter_context(Journal(Path(folder, "rows.jsonl")))
    if journal is not None:
        if plan.report is not None:
            sinks.append(ReportPage(journal.path, plan.report))
        sinks.append(Rows(journal, plan.facts, tables[0] if tables else None, folders))
    if plan.copy_to is not None:
        sinks.append(_CountedCopies(plan.copy_to, plan.verdicts, quiet=plan.as_json))
    if journal is not None and plan.resume:
        ledger = Ledger.of(journal, rated=plan.rate)
        if doubled := ledger.doubled:
            older = plural(len(doubled), "doubled row")
            places = [puzzle_name(*place, several=True) for place in sorted(set(doubled))]
            complain(
                f"{journal.path}: dropped {older} of {list_names(places, len(places))}; the last of each place stays"
            )
    return Files(names, sinks, journal if rows is not None else None, ledger)


class _CountedCopies(Copies):
    """Copies that print their number at the end, and what they lose.

    Args:
        quiet: print only what is lost.
    """

    def __init__(self, path: str, verdicts: frozenset[str], quiet: bool) -> None:
        super().__init__(path, verdicts)
        self._quiet = quiet

    def finish(self) -> None:
        super().finish()
        if self.lost:
            complain(f"{self.format} does not keep: {', '.join(self.lost)}")
        if not self._quiet:
            say(f"{self.path}: {len(self)} copied")


class Certificates(Sink):
    """Certificates of the puzzles of a collection, a folder for each in `folder`.

    Attributes:
        made: where they are, by source and position.
    """

    def __init__(self, plan: CheckOptions, folder: str) -> None:
        outlive_stdout()
        self.made: dict[tuple[str, int], str] = {}
        self._plan, self._folder = plan, folder
        self._puzzles: dict[tuple[int, int], Named] = {}

    def take(self, outcome: Outcome) -> None:
        """Keep a puzzle whose verdict is to be certified."""
        if outcome.sheet is not None and outcome.verdict in PROVED:
            it = Named(outcome.sheet, outcome.source, outcome.position)
            self._puzzles[outcome.number, it.position] = it

    def finish(self) -> None:
        """Make the certificates, in the order of the files; see `write_certificates`."""
        plan = self._plan
        found = [self._puzzles[place] for place in sorted(self._puzzles)]
        folders = [Path(self._folder, name) for name in folder_names(found)]
        codes = write_certificates(
            found, folders, plan.limit, jobs=plan.jobs or 1, quiet=plan.as_json
        )
        self.codes = list(codes)
        for it, folder, code in zip(found, folders, self.codes, strict=True):
            if not code:
                self.made[it.source, it.position] = str(folder)
