"""The options of ``check`` and other questions about many puzzles, and which exclude each other."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Annotated, NamedTuple, get_type_hints

import typer

from nonosat.cli import options
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.result import Verdict


class CheckOptions(NamedTuple):
    """The options, as typer reads them and as the check uses them."""

    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH...]",
            help="Files, directories, globs, or - for stdin.",
        ),
    ] = None
    rows: options.Rows = None
    cols: options.Cols = None
    backend: options.Backend = DEFAULT_BACKEND
    limit: options.Limit = None
    known: options.Known = None
    clues_only: options.CluesOnly = False
    as_json: options.Json = False
    from_: options.From = None
    jobs: Annotated[int | None, options.JOBS] = None
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write one row per puzzle instead of printing lines. .jsonl grows with each "
            "puzzle; .csv and .parquet are written at the end, from FILE.jsonl beside them.",
        ),
    ] = None
    resume: options.Resume = False
    force: options.Force = False
    filter_: Annotated[
        list[Verdict] | None,
        typer.Option("--filter", help="Copy puzzles with this verdict. Can be repeated."),
    ] = None
    copy_to: Annotated[
        str | None,
        typer.Option(
            "--copy-to",
            metavar="FILE",
            help="Copy puzzles to FILE, whose suffix is the format: those of --filter, or corrected ones.",
        ),
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Work on a Dask cluster: its scheduler's address, or local to make one here. Use "
            "only one that you trust: anyone who reaches its ports can run code there and here.",
        ),
    ] = None
    cluster_security: Annotated[
        str | None,
        typer.Option(
            "--cluster-security",
            metavar="CA,CERT,KEY",
            help="Files for TLS: the cluster's authority, our certificate and its key.",
        ),
    ] = None
    insecure: Annotated[
        bool,
        typer.Option("--insecure", help="Allow an unencrypted connection to a remote --cluster."),
    ] = False
    sort: Annotated[
        bool,
        typer.Option("--sort", help="Print the easiest first, puzzles without a rating last."),
    ] = False
    report: Annotated[
        str | None,
        typer.Option("--report", metavar="FILE.html", help="Write a report as a web page."),
    ] = None
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", help="Print only puzzles that are not unique, and totals."),
    ] = False

    @property
    def writes(self) -> bool:
        """True if it writes rows, copies or a page."""
        return any(name is not None for name in (self.output, self.copy_to, self.report))

    @property
    def in_order(self) -> bool:
        """True if puzzles are checked one after another, False if in any order."""
        many = (self.jobs, self.cluster, self.output, self.copy_to, self.report)
        return all(value is None for value in many)

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts whose puzzles are copied."""
        return frozenset(verdict.value for verdict in self.filter_ or ())


RULES: tuple[tuple[Callable[[CheckOptions], object], str], ...] = (
    (lambda plan: plan.filter_ and plan.copy_to is None, "--filter needs --copy-to"),
    (
        lambda plan: plan.copy_to is not None and plan.filter_ is None,
        "--copy-to needs --filter VERDICT",
    ),
    (
        lambda plan: plan.resume and plan.output is None,
        "--resume needs -o FILE",
    ),
    (
        lambda plan: plan.force and not plan.writes,
        "--force needs -o, --copy-to or --report",
    ),
    (
        lambda plan: plan.known is not None and not plan.in_order,
        "--known cannot be combined with --jobs, --cluster, -o, --copy-to or --report",
    ),
    (
        lambda plan: (
            plan.report is not None and not plan.report.lower().endswith((".html", ".htm"))
        ),
        "--report writes a page to FILE.html; for a spreadsheet: -o FILE.csv",
    ),
    (
        lambda plan: (
            plan.cluster_security is not None
            and (plan.cluster in (None, "local") or plan.cluster_security.count(",") != 2)
        ),
        "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS",
    ),
    (
        lambda plan: plan.jobs is not None and plan.cluster not in (None, "local"),
        "--jobs does not go with the address of a cluster: it has its workers",
    ),
)
"""Options that do not go together, and why."""


def take_options(command: Callable[..., object], names: str = "", *, without: str = "") -> None:
    """Have typer read these options for a command, in the order of `CheckOptions`.

    Args:
        names: the options; "" means all.
        without: options to leave out.
    """
    hints = get_type_hints(CheckOptions, include_extras=True)
    wanted = set(names.split() or CheckOptions._fields) - set(without.split())
    given = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])
        for name, default in CheckOptions._field_defaults.items()
        if name in wanted
    ]
    context = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    command.__signature__ = Signature([context, *given])  # type: ignore[attr-defined]


MANY = "paths rows cols limit clues_only as_json from_ jobs output resume force"
"""The options of every question about many puzzles."""
