"""``nonosat check``."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from nonosat import kernel
from nonosat.api import DEFAULT_BACKEND
from nonosat.batch.check import Puzzles, check_all
from nonosat.batch.crew import Alone, Crew
from nonosat.batch.sinks import Sink
from nonosat.cli import options
from nonosat.cli.asked import TYPED, typed_sheet
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_plan import Plan
from nonosat.cli.check_progress import OneByOne, Parts, Share
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.inputs import check_folders
from nonosat.cli.output import complain, exit_with, reported
from nonosat.errors import NonosatError
from nonosat.files import Found
from nonosat.files.write import is_one_of
from nonosat.result import Verdict

if TYPE_CHECKING:
    from nonosat.cli.check_files import Files

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH...]",
        help="Files, directories, globs, or - for stdin; without one, this directory.",
    ),
]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="Print only puzzles that are not unique, and totals.")
]
Output = Annotated[
    str | None,
    options.output(
        "Write one row per puzzle instead of printing lines. .jsonl grows with each "
        "puzzle; .csv and .parquet are written at the end, from FILE.jsonl beside them."
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with a file of rows: skip what it has already.")
]
Force = Annotated[
    bool, typer.Option("--force", help="Replace files of rows, copies or reports that exist.")
]
Filter = Annotated[
    list[Verdict] | None,
    typer.Option("--filter", help="Copy puzzles with this verdict; can be given repeatedly."),
]
CopyTo = Annotated[
    str | None,
    typer.Option(
        "--copy-to", metavar="FILE", help="Where --filter copies to; the suffix is the format."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: its scheduler's address, or local to make one here. Use "
        "only one that you trust: whoever reaches its ports can run code there and here.",
    ),
]
ClusterSecurity = Annotated[
    str | None,
    typer.Option(
        "--cluster-security",
        metavar="CA,CERT,KEY",
        help="The files of the cluster's authority, and of a certificate and its key for us.",
    ),
]
Insecure = Annotated[
    bool,
    typer.Option("--insecure", help="Take a --cluster on another machine that does not encrypt."),
]
Cubes = Annotated[
    int | None,
    typer.Option(
        "--cubes",
        metavar="N",
        min=2,
        max=100_000,
        help="Split one hard puzzle into N parts, for --jobs or --cluster.",
    ),
]
Rate = Annotated[
    bool, typer.Option("--rate", help="Also tell how hard it is for people: stars, score.")
]
ReportTo = Annotated[
    str | None, typer.Option("--report", metavar="FILE.html", help="Write a page to look at.")
]
Certify = Annotated[
    str | None,
    typer.Option(
        "--certify",
        metavar="DIR",
        help="Then write a certificate of each verdict; see `nonosat certify`.",
    ),
]


def check(
    paths: Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: Annotated[int | None, options.JOBS] = None,
    output: Output = None,
    resume: Resume = False,
    force: Force = False,
    filter_: Filter = None,
    copy_to: CopyTo = None,
    cluster: Cluster = None,
    cluster_security: ClusterSecurity = None,
    insecure: Insecure = False,
    cubes: Cubes = None,
    rate: Rate = False,
    report: ReportTo = None,
    certify: Certify = None,
    quiet: Quiet = False,
) -> None:
    """Check that each puzzle has exactly one solution.

    Prints one line per puzzle: name, size, verdict, whether line logic alone solves it, and the
    time. Directories are searched for puzzle files; .gz and .zip are unpacked on the way. Exit code
    0 means that every puzzle is unique.

    With --jobs, --cluster or -o, puzzles are done in any order, hard ones last. Whatever ends the
    work, --resume goes on with it.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check --rows "1;1" --cols "2;0"

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check collection.jsonl --rate --limit 10 -o results.csv

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check hard.non --cubes 64 --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    given = locals()
    with reported():
        typed = typed_sheet(paths, given.pop("rows"), given.pop("cols"))
        given["paths"] = paths or ([] if typed else ["."])
        plan = Plan(**given, typed=typed)  # its fields are these options
        plan.check_options()
        check_folders(plan.paths)
        _tell_kernel()
        exit_with(_check(plan))


def _check(plan: Plan) -> Sequence[int]:
    """Do what is asked for, and return the exit codes of all that came out."""
    with ExitStack() as stack:
        sinks: list[Sink] = []
        folders = files = None
        if plan.certify is not None:
            from nonosat.cli.check_certificates import Certificates

            certificates = Certificates(plan, plan.certify)
            sinks, folders = [certificates], certificates.made
        if plan.writes:
            from nonosat.cli.check_files import open_files

            files = open_files(plan, folders, stack)
            sinks = [*files.sinks, *sinks]  # a row is kept before anything is said about it
        display = Parts() if plan.cubes else OneByOne() if plan.in_order else Share(plan.paths)
        lines = LinePrinter(plan, display, folders)
        stack.callback(lines.print_held)  # whatever ends the work
        sinks += [display, lines]
        if _feed(plan, files, display, sinks):
            _tell_interrupted(plan, lines)
        try:
            for sink in reversed(sinks):  # the totals first; the files when all else is known
                sink.finish()
        except KeyboardInterrupt:
            if files is not None and files.kept:
                complain(f"the rows are in {files.kept}; --resume --force writes the rest")
            raise
        return [code for sink in sinks for code in sink.codes]


def _feed(plan: Plan, files: Files | None, display: OneByOne, sinks: Sequence[Sink]) -> bool:
    """Hand all outcomes to the sinks as they come. True: Ctrl-C ended that.

    Raises:
        NonosatError: the work as a whole cannot go on.
    """
    written = [*(files.names if files else ()), *([plan.certify] if plan.certify else ())]
    puzzles = Puzzles(
        plan.paths,
        plan.from_,
        without=is_one_of(written),
        known=partial(options.known_cells, plan.known),
        ledger=files.ledger if files else None,
        typed=[Found(TYPED, 1, plan.typed, None)] if plan.typed is not None else [],
    )
    try:
        with _crew(plan) as crew, display:
            for outcome in check_all(puzzles, plan.job(), crew, plan.cubes, display):
                for sink in sinks:
                    sink.take(outcome)
    except KeyboardInterrupt:
        return True
    except NonosatError as err:
        if files is None or not files.kept:
            raise
        complain(err)
        again = [] if plan.resume else ["--resume"]
        command = shlex.join(["nonosat", *sys.argv[1:], *again])
        complain(f"what was done is in {files.kept}; go on with: {command}")
        raise typer.Exit(code_of(err)) from err
    return False


def _tell_interrupted(plan: Plan, lines: LinePrinter) -> NoReturn:
    """Say what is known when Ctrl-C has ended the work, and leave."""
    if lines.began:
        lines.finish()
    known = "the rest was not looked at" if lines.proved else "nothing found yet"
    hint = f"; go on with -o {plan.output} --resume" if plan.output is not None else ""
    complain(f"interrupted; {known}{hint}")
    raise typer.Exit(INTERRUPTED)


def _tell_kernel() -> None:
    """Warn that the slow kernel serves."""
    if kernel.name == "native":
        return
    remedy = (
        "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps "
        "--no-binary nonosat nonosat"
    )
    if os.environ.get(kernel.CHOICE):
        remedy = f"unset {kernel.CHOICE}"
    complain(f"the kernel in Python serves, some fifty times slower than in C++; {remedy}")


@contextlib.contextmanager
def _crew(plan: Plan) -> Iterator[Crew]:
    """The crew that does the work, closed when the block is left.

    Raises:
        UsageError, MissingExtra, ClusterLost: see `cluster.Cluster`.
    """
    crew: Crew
    if plan.cluster is not None:
        from nonosat.batch.cluster import Cluster

        crew = Cluster(plan.cluster, plan.jobs, plan.security, plan.insecure, complain)
    elif plan.jobs in (None, 1):
        crew = Alone()
    else:
        from nonosat.batch.processes import Team

        crew = Team(plan.jobs)
    try:
        yield crew
    finally:
        crew.close()
