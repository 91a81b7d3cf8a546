"""The certificates that ``nonosat check --certify`` makes when all puzzles are checked."""

from __future__ import annotations

from pathlib import Path

from nonosat.batch.jobs import Done
from nonosat.certificates.many import folder_names
from nonosat.cli.certify import write_certificates
from nonosat.cli.inputs import Puzzled
from nonosat.cli.streams import outlive_stdout
from nonosat.result import Verdict

PROVED = frozenset(verdict.value for verdict in Verdict if verdict is not Verdict.UNKNOWN)
"""The verdicts that can have a certificate."""


class Certificates:
    """Certificates of the puzzles of a collection.

    Args:
        folder: gets a folder for each.

    Attributes:
        made: where they are, by source and position.
    """

    def __init__(self, folder: str) -> None:
        outlive_stdout()
        self.made: dict[tuple[str, int], str] = {}
        self._folder = folder
        self._puzzles: dict[tuple[int, int], Puzzled] = {}

    def take(self, done: Done) -> None:
        """Keep a puzzle whose verdict is to be certified."""
        if done.sheet is not None and done.outcome in PROVED:
            puzzled = Puzzled(done.source, done.position, done.sheet)
            self._puzzles[done.number, done.position] = puzzled

    def write(self, seconds: float | None, jobs: int, quiet: bool) -> list[int]:
        """Make the certificates, in the order of the files; see `write_certificates`."""
        found = [puzzled for _, puzzled in sorted(self._puzzles.items(), key=lambda it: it[0])]
        names = folder_names([(it.sheet, it.source) for it in found])
        folders = [Path(self._folder, name) for name in names]
        codes = write_certificates(found, folders, seconds, jobs=jobs, quiet=quiet)
        for it, folder, code in zip(found, folders, codes, strict=True):
            if not code:
                self.made[it.source, it.position] = str(folder)
        return codes
