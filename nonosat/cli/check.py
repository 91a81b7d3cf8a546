"""``nonosat check``."""

from __future__ import annotations

from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.asked import Asked
from nonosat.cli.check_lines import CHECKED
from nonosat.errors import UsageError
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.result import Verdict


def check(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
    filter_: Annotated[
        list[Verdict] | None,
        typer.Option("--filter", help="Copy puzzles with this verdict. Can be repeated."),
    ] = None,
    copy_to: options.CopyTo = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Work on a Dask cluster: its scheduler's address, or local to make one here. Use "
            "only one that you trust: anyone who reaches its ports can run code there and here.",
        ),
    ] = None,
    cluster_security: Annotated[
        str | None,
        typer.Option(
            "--cluster-security",
            metavar="CA,CERT,KEY",
            help="Files for TLS: the cluster's authority, our certificate and its key.",
        ),
    ] = None,
    insecure: Annotated[
        bool,
        typer.Option("--insecure", help="Allow an unencrypted connection to a remote --cluster."),
    ] = False,
    report: Annotated[
        str | None,
        typer.Option("--report", metavar="FILE.html", help="Write a report as a web page."),
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option("-q", "--quiet", help="Print only puzzles that are not unique, and totals."),
    ] = False,
) -> list[int]:
    """Check that each puzzle has exactly one solution.

    Prints one line per puzzle: name, size, verdict, whether it can be solved without guessing, and the
    time. Directories are searched for puzzle files; .gz and .zip are unpacked on the way. Exit code
    0 means that every puzzle is unique.

    With --jobs, --cluster or -o, puzzles are done in any order, hard ones last. --resume
    continues after any interruption.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check --rows "1;1" --cols "2;0"

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check puzzles --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    filter_ = filter_ or []
    if rows is None and cols is None:
        paths = paths or ["."]
    asked = Asked(**locals())
    if filter_ and copy_to is None:
        raise UsageError("--filter needs --copy-to")
    if copy_to is not None and not filter_:
        raise UsageError("--copy-to needs --filter VERDICT")
    if report is not None and not report.lower().endswith((".html", ".htm")):
        raise UsageError("--report writes a page to FILE.html; for a spreadsheet: -o FILE.csv")
    if cluster_security is not None and (
        cluster in (None, "local") or cluster_security.count(",") != 2
    ):
        raise UsageError(
            "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS"
        )
    if jobs is not None and cluster not in (None, "local"):
        raise UsageError("--jobs does not go with the address of a cluster: it has its workers")
    return ask(CHECKED, asked)
