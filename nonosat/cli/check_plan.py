"""The options of ``nonosat check``: what they ask for, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.api import DEFAULT_BACKEND
from nonosat.batch.jobs import Job
from nonosat.batch.outcome import RATING, ROW_FACTS
from nonosat.errors import UsageError
from nonosat.model import Sheet
from nonosat.result import FACTS, Verdict

PROVED = frozenset(verdict.value for verdict in Verdict if verdict is not Verdict.UNKNOWN)
"""The verdicts that can have a certificate."""


class Plan(NamedTuple):
    """All options of a check; the fields are named as they are, and mean the same."""

    paths: Sequence[str]
    backend: str = DEFAULT_BACKEND
    limit: float | None = None
    known: str | None = None
    clues_only: bool = False
    as_json: bool = False
    from_: str | None = None
    jobs: int | None = None
    output: str | None = None
    resume: bool = False
    force: bool = False
    filter_: Sequence[Verdict] | None = None
    copy_to: str | None = None
    cluster: str | None = None
    cluster_security: str | None = None
    insecure: bool = False
    cubes: int | None = None
    rate: bool = False
    report: str | None = None
    certify: str | None = None
    quiet: bool = False
    typed: Sheet | None = None
    """The puzzle of --rows and --cols."""

    def check_options(self) -> None:
        """Look whether all goes together.

        Raises:
            UsageError: two options do not go together, or one needs another.
        """
        given = self._given()
        for rule in RULES:
            if rule.option in given and rule.needs != bool(given.intersection(rule.others)):
                raise UsageError(rule.why)

    def _given(self) -> set[str]:
        """The options that were given, and the kinds of work that they come to."""
        options: dict[str, object] = {
            "--known": self.known,
            "--jobs": self.jobs,
            "-o": self.output,
            "--resume": self.resume or None,
            "--force": self.force or None,
            "--filter": self.filter_ or None,
            "--copy-to": self.copy_to,
            "--cluster-security": self.cluster_security,
            "--cubes": self.cubes,
            "--rate": self.rate or None,
            "--report": self.report,
            "--certify": self.certify,
            "in any order": None if self.in_order else "",
            "ADDRESS": None if self.cluster in (None, "local") else "",
            "three files": "" if len(self.security or ()) == 3 else None,
            "- as a page": "" if self.report == "-" else None,
        }
        return {name for name, value in options.items() if value is not None}

    @property
    def security(self) -> list[str] | None:
        """The files of ``--cluster-security``."""
        return None if self.cluster_security is None else self.cluster_security.split(",")

    @property
    def writes(self) -> bool:
        """It writes rows, copies or a page."""
        return any(name is not None for name in (self.output, self.copy_to, self.report))

    @property
    def in_order(self) -> bool:
        """One puzzle after the other; else they are done in any order."""
        beside = self.jobs is not None or self.cluster is not None
        return self.cubes is not None or not (self.writes or beside)

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts with which puzzles are copied."""
        return frozenset(verdict.value for verdict in self.filter_ or ())

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the rows."""
        return (*(FACTS if self.in_order else ROW_FACTS), *((RATING,) if self.rate else ()))

    def job(self) -> Job:
        """The question about each puzzle."""
        wanted = self.verdicts | (PROVED if self.certify is not None else set())
        if self.output is None and not self.as_json:
            wanted |= {Verdict.MULTIPLE.value}  # two solutions are printed
        rows = self.output is not None or self.report is not None or self.as_json
        return Job(
            self.backend,
            self.limit,
            wanted=wanted,
            palettes=self.report is not None,
            row_facts=self.facts if rows else None,
            rate=self.rate,
            in_order=self.in_order,
            clues_only=self.clues_only,
        )


class Rule(NamedTuple):
    """An option that does not go with any of the others, or that needs one of them."""

    option: str
    others: frozenset[str]
    why: str
    needs: bool = False


def _needs(option: str, others: str, why: str) -> Rule:
    return Rule(option, frozenset(others.split(", ")), why, needs=True)


def _excludes(option: str, others: str, why: str) -> Rule:
    return Rule(option, frozenset(others.split(", ")), why)


_THREE_FILES = "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS"
RULES = (
    _needs("--filter", "--copy-to", "--filter goes with --copy-to"),
    _needs("--copy-to", "--filter", "--copy-to goes with --filter VERDICT"),
    _needs("--resume", "-o", "--resume goes with -o FILE, the file of rows to go on with"),
    _needs(
        "--force",
        "-o, --copy-to, --report",
        "--force is about the files of -o, --copy-to and --report",
    ),
    _excludes(
        "--cubes",
        "-o, --copy-to, --report, --certify",
        "--cubes is about one puzzle; it does not go with -o, --copy-to, --report or --certify",
    ),
    _excludes("--known", "in any order", "--known is about one puzzle; it does not go with many"),
    _excludes(
        "--known",
        "--certify",
        "--certify proves the verdict of the clues alone, without --known",
    ),
    _excludes("--known", "--rate", "--rate is about the clues alone, without --known"),
    _excludes(
        "--report",
        "- as a page",
        "--report writes a page to a file; - is for the lines of the check",
    ),
    _needs("--cluster-security", "ADDRESS", _THREE_FILES),
    _needs("--cluster-security", "three files", _THREE_FILES),
    _excludes(
        "--jobs",
        "ADDRESS",
        "--jobs does not go with the address of a cluster: it has its workers",
    ),
)
