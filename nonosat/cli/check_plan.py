"""The options of ``nonosat check``: what they ask for, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonosat.api import DEFAULT_BACKEND
from nonosat.errors import UsageError
from nonosat.model import Named
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
    typed: Named | None = None
    """The puzzle of --rows and --cols."""

    def check_options(self) -> None:
        """Refuse options that do not go together.

        Raises:
            UsageError: two options exclude each other, or one needs another.
        """
        for is_broken, why in RULES:
            if is_broken(self):
                raise UsageError(why)

    @property
    def security(self) -> list[str] | None:
        """The files of ``--cluster-security``."""
        return None if self.cluster_security is None else self.cluster_security.split(",")

    @property
    def writes(self) -> bool:
        """True if the check writes rows, copies or a page."""
        return any(name is not None for name in (self.output, self.copy_to, self.report))

    @property
    def in_order(self) -> bool:
        """True if puzzles are checked one after another, False if in any order."""
        beside = self.jobs is not None or self.cluster is not None
        return self.cubes is not None or not (beside or self.writes)

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts whose puzzles are copied."""
        return frozenset(verdict.value for verdict in self.filter_ or ())

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the rows."""
        from nonosat.batch.columns import RATING, ROW_FACTS  # plain lines have no rows

        return (*(FACTS if self.in_order else ROW_FACTS), *((RATING,) if self.rate else ()))


_THREE_FILES = "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS"
RULES: tuple[tuple[Callable[[Plan], object], str], ...] = (
    (lambda it: it.filter_ and it.copy_to is None, "--filter goes with --copy-to"),
    (
        lambda it: it.copy_to is not None and not it.filter_,
        "--copy-to goes with --filter VERDICT",
    ),
    (
        lambda it: it.resume and it.output is None,
        "--resume goes with -o FILE, the file of rows to go on with",
    ),
    (
        lambda it: it.force and not it.writes,
        "--force is about the files of -o, --copy-to and --report",
    ),
    (
        lambda it: it.cubes is not None and (it.writes or it.certify is not None),
        "--cubes is about one puzzle; it does not go with -o, --copy-to, --report or --certify",
    ),
    (
        lambda it: it.known is not None and not it.in_order,
        "--known is about one puzzle; it does not go with many",
    ),
    (
        lambda it: it.known is not None and it.certify is not None,
        "--certify proves the verdict of the clues alone, without --known",
    ),
    (
        lambda it: it.known is not None and it.rate,
        "--rate is about the clues alone, without --known",
    ),
    (
        lambda it: it.report == "-",
        "--report writes a page to a file; - is for the lines of the check",
    ),
    (
        lambda it: (
            it.cluster_security is not None
            and (it.cluster in (None, "local") or it.cluster_security.count(",") != 2)
        ),
        _THREE_FILES,
    ),
    (
        lambda it: it.jobs is not None and it.cluster not in (None, "local"),
        "--jobs does not go with the address of a cluster: it has its workers",
    ),
)
"""Pairs of options that do not go together, and why."""
