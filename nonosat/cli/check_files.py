"""The files that ``nonosat check`` writes: rows, a table, copies of puzzles, and a report."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from nonosat.batch.copies import Copies
from nonosat.batch.journal import Journal
from nonosat.batch.ledger import Ledger
from nonosat.batch.rows import ReportPage, Rows
from nonosat.batch.sinks import Folders, Sink
from nonosat.batch.table import check_table, is_journal
from nonosat.cli.check_plan import Plan
from nonosat.cli.output import complain, label, named, saving, say
from nonosat.cli.streams import outlive_stdout
from nonosat.files.write import check_outputs
from nonosat.render.words import plural


class Files(NamedTuple):
    """The files of a check."""

    names: Sequence[str]
    """The names of all files that are written."""
    sinks: Sequence[Sink]
    journal: Journal | None
    """The journal, whose rows are kept even if the run fails."""
    ledger: Ledger | None
    """The rows of earlier runs, with ``--resume``."""

    @property
    def kept(self) -> str:
        """The file that keeps the rows of this run if it fails; "" if there is none."""
        return self.journal.path if self.journal is not None and self.journal.written else ""


def open_files(plan: Plan, folders: Folders | None, stack: ExitStack) -> Files:
    """Open what was asked for with ``-o``, ``--copy-to`` and ``--report``.

    Args:
        folders: where the certificates are, when the work is done.
        stack: closes the files.

    Raises:
        NonosatError: a file cannot be written, or one is there already that --force is to replace.
    """
    names = _checked_names(plan)
    stack.enter_context(saving(*names[plan.resume :]))  # the first is the journal, which goes on
    outlive_stdout()
    sinks: list[Sink] = []
    journal = _open_journal(plan, stack)
    if journal is not None:
        if plan.report is not None:
            sinks.append(ReportPage(journal.path, plan.report))
        table = None if plan.output is None or is_journal(plan.output) else plan.output
        sinks.append(Rows(journal, plan.facts, table, folders))
    if plan.copy_to is not None:
        sinks.append(_TellingCopies(plan.copy_to, plan.verdicts, quiet=plan.as_json))
    ledger = None
    if journal is not None and plan.resume:
        ledger = Ledger.of(journal, rated=plan.rate)
        if doubled := ledger.doubled:
            older = plural(len(doubled), "doubled row")
            places = [label(*place, several=True) for place in sorted(set(doubled))]
            complain(
                f"{journal.path}: dropped {older} of {named(places, len(places))}; the last of each place stays"
            )
    return Files(names, sinks, journal if plan.output is not None else None, ledger)


def _checked_names(plan: Plan) -> list[str]:
    others = [name for name in (plan.copy_to, plan.report) if name is not None]
    rows, tables = [], []
    if plan.output is not None:
        check_table(plan.output)
        rows = [_rows_path(plan.output)]  # the journal judges what is in it
        tables = [] if is_journal(plan.output) else [plan.output]
    # With --resume the table is made again from all rows.
    new = [] if plan.force else others if plan.resume else [*tables, *others]
    remedy = "--force replaces it" + (", and keeps the rows" if plan.resume else "")
    clueless = [] if plan.force else tables
    check_outputs([*rows, *tables, *others], plan.paths, new=new, clueless=clueless, remedy=remedy)
    return [*rows, *tables, *others]


def _rows_path(output: str) -> str:
    """The journal: what was asked for, or beside the table."""
    return output if is_journal(output) else f"{output}.jsonl"


def _open_journal(plan: Plan, stack: ExitStack) -> Journal | None:
    """The file of rows: the one asked for, one beside the table, or one for the report alone."""
    if plan.output is not None:
        rows = _rows_path(plan.output)
        return stack.enter_context(Journal(rows, resume=plan.resume, replace=plan.force))
    if plan.report is None:
        return None
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="nonosat-"))
    return stack.enter_context(Journal(Path(folder, "rows.jsonl")))


class _TellingCopies(Copies):
    """Says at the end how many puzzles were copied, and what is lost.

    Args:
        quiet: say only what is lost.
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
