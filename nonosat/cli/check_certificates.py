"""The certificates that ``nonosat check --certify`` makes when all puzzles are checked."""

from __future__ import annotations

from pathlib import Path

from nonosat.batch.outcome import Outcome
from nonosat.batch.sinks import Sink
from nonosat.certificates.many import folder_names
from nonosat.cli.certify import write_certificates
from nonosat.cli.check_plan import PROVED, Plan
from nonosat.cli.streams import outlive_stdout
from nonosat.model import Named


class Certificates(Sink):
    """Certificates of the puzzles of a collection, a folder for each.

    Attributes:
        made: where they are, by source and position.
    """

    def __init__(self, plan: Plan, folder: str) -> None:
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
        names = folder_names(found)
        folders = [Path(self._folder, name) for name in names]
        self.codes = list(
            write_certificates(found, folders, plan.limit, jobs=plan.jobs or 1, quiet=plan.as_json)
        )
        for it, folder, code in zip(found, folders, self.codes, strict=True):
            if not code:
                self.made[it.source, it.position] = str(folder)
