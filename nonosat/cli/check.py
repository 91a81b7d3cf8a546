"""``nonosat check``."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat import kernel
from nonosat.api import DEFAULT_BACKEND
from nonosat.batch.check import check_all
from nonosat.batch.crew import Alone, Crew
from nonosat.batch.jobs import RATING, ROW_FACTS, ChunkResult, Job, with_certificate
from nonosat.cli import options
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_progress import Collection, OneByOne, Parts
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, exit_with, reported, say, say_json
from nonosat.errors import NonosatError, UsageError
from nonosat.files.write import is_one_of
from nonosat.result import FACTS, Verdict

if TYPE_CHECKING:
    from nonosat.cli.check_certificates import Certificates
    from nonosat.cli.check_files import CheckFiles


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, directories, globs, or - for stdin."),
    ],
    backend: options.Backend = DEFAULT_BACKEND,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: Annotated[int | None, options.JOBS] = None,
    output: Annotated[
        str | None,
        options.output(
            "Write one row per puzzle instead of printing lines. .jsonl grows with each "
            "puzzle; .csv and .parquet are written at the end, from FILE.jsonl beside them."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a file of rows: skip what it has already.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace files of rows, copies or reports that exist.")
    ] = False,
    filter_: Annotated[
        list[Verdict] | None,
        typer.Option("--filter", help="Copy puzzles with this verdict; can be given repeatedly."),
    ] = None,
    copy_to: Annotated[
        str | None,
        typer.Option(
            "--copy-to", metavar="FILE", help="Where --filter copies to; the suffix is the format."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Work on a Dask cluster: its scheduler's address, or local to make one here. Use "
            "only one that you trust: whoever reaches its ports can run code there and here.",
        ),
    ] = None,
    cluster_security: Annotated[
        str | None,
        typer.Option(
            "--cluster-security",
            metavar="CA,CERT,KEY",
            help="The files of the cluster's authority, and of a certificate and its key for us.",
        ),
    ] = None,
    insecure: Annotated[
        bool,
        typer.Option(
            "--insecure", help="Take a --cluster on another machine that does not encrypt."
        ),
    ] = False,
    cubes: Annotated[
        int | None,
        typer.Option(
            "--cubes",
            metavar="N",
            min=2,
            max=100_000,
            help="Split one hard puzzle into N parts, for --jobs or --cluster.",
        ),
    ] = None,
    rate: Annotated[
        bool, typer.Option("--rate", help="Also tell how hard it is for people: stars, score.")
    ] = False,
    report: Annotated[
        str | None, typer.Option("--report", metavar="FILE.html", help="Write a page to look at.")
    ] = None,
    certify: Annotated[
        str | None,
        typer.Option(
            "--certify",
            metavar="DIR",
            help="Then write a certificate of each verdict; see `nonosat certify`.",
        ),
    ] = None,
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

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check collection.jsonl --rate --limit 10 -o results.csv

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check hard.non --cubes 64 --cluster tls://10.0.0.1:8786 --cluster-security ca.pem,cert.pem,key.pem
    """
    with reported():
        if filter_ and copy_to is None:
            raise UsageError("--filter goes with --copy-to")
        if copy_to is not None and not filter_:
            raise UsageError("--copy-to goes with --filter VERDICT")
        if resume and output is None:
            raise UsageError("--resume goes with -o FILE, the file of rows to go on with")
        writes = output is not None or copy_to is not None or report is not None
        if force and not writes:
            raise UsageError("--force is about the files of -o, --copy-to and --report")
        if cubes is not None and (writes or certify is not None):
            raise UsageError(
                "--cubes is about one puzzle; it does not go with -o, --copy-to, --report or --certify"
            )
        in_order = cubes is not None or not (writes or jobs is not None or cluster is not None)
        if known is not None and not in_order:
            raise UsageError("--known is about one puzzle; it does not go with many")
        if known is not None and certify is not None:
            raise UsageError("--certify proves the verdict of the clues alone, without --known")
        if known is not None and rate:
            raise UsageError("--rate is about the clues alone, without --known")
        _tell_kernel()
        verdicts = frozenset(verdict.value for verdict in filter_ or ())
        rating = (RATING,) if rate else ()
        facts = (*ROW_FACTS, *rating)
        with ExitStack() as stack:
            files = None
            if writes:
                from nonosat.cli.check_files import CheckFiles

                files = stack.enter_context(
                    CheckFiles(paths, output, resume, force, verdicts, copy_to, report, facts)
                )
            certificates = None
            if certify is not None:
                from nonosat.cli.check_certificates import PROVED, Certificates

                certificates = Certificates(certify)
            lines = LinePrinter(
                as_json, output is not None, in_order, later=certify is not None, known=known
            )
            if certificates is not None:  # whatever ends the work, what was found is printed
                stack.callback(_print_held, lines, certificates)
            printed = {Verdict.MULTIPLE.value} if output is None and not as_json else set()
            row_facts: Sequence[str] | None = None
            if files is not None and files.journal is not None:
                row_facts = facts
            elif as_json:
                row_facts = (*FACTS, *rating) if in_order else facts
            job = Job(
                backend,
                limit,
                wanted=verdicts | printed | (PROVED if certify is not None else set()),
                palettes=report is not None,
                row_facts=row_facts,
                rate=rate,
                in_order=in_order,
                clues_only=clues_only,
            )
            written = [*(files.names if files else []), *([certify] if certify else [])]
            display = Parts() if cubes else OneByOne() if in_order else Collection(paths)
            try:
                with _crew(cluster, jobs, cluster_security, insecure) as crew, display:
                    results = check_all(
                        paths,
                        job,
                        crew,
                        format=from_,
                        without=is_one_of(written),
                        known=partial(options.known_cells, known),
                        cubes=cubes,
                        journal=files.journal if files else None,
                        ledger=files.ledger if files else None,
                        started=display.started,
                        report=display.parts,
                    )
                    interrupted = _print_all(results, lines, display, files, certificates)
            except KeyboardInterrupt:
                interrupted = True
            except NonosatError as err:
                if files is None or not files.kept:
                    raise
                complain(err)
                complain(f"what was done is in {files.kept}; go on with --resume")
                raise typer.Exit(code_of(err)) from err
            if interrupted and cubes is not None:
                complain("interrupted; nothing is known yet")
                raise typer.Exit(INTERRUPTED)
            lines.summary()
            if interrupted:
                hint = f"; go on with -o {output} --resume" if output is not None else ""
                complain(f"interrupted; the rest was not looked at{hint}")
                raise typer.Exit(INTERRUPTED)
            codes = lines.codes
            if certificates is not None:
                codes += certificates.write(limit, jobs or 1, quiet=as_json)
            if files is not None:
                try:
                    copied = files.finish(certificates.made if certificates else None)
                except KeyboardInterrupt:
                    if files.kept:
                        complain(f"the rows are in {files.kept}; --resume --force writes the rest")
                    raise
                if copied and not as_json:
                    say(copied)
            exit_with(codes)


def _print_all(
    results: Iterator[ChunkResult],
    lines: LinePrinter,
    display: OneByOne,
    files: CheckFiles | None,
    certificates: Certificates | None,
) -> bool:
    """Print what comes out, as it comes; whether Ctrl-C ended the last search."""
    for result in results:
        display.add(result)
        lines.skipped += result.skipped
        for done in result.done:
            if lines.prints(done):
                display.hide()
            lines.add(done)
            if files is not None:
                files.take(done)
            if certificates is not None:
                certificates.take(done)
            if done.interrupted:
                return True
    return False


def _print_held(lines: LinePrinter, certificates: Certificates) -> None:
    for line in lines.held:
        say_json(with_certificate(json.loads(line), certificates.made))


def _tell_kernel() -> None:
    """Warn that the slow kernel serves."""
    if kernel.name == "native":
        return
    remedy = "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps nonosat"
    if os.environ.get(kernel.CHOICE):
        remedy = f"unset {kernel.CHOICE}"
    complain(f"the kernel in Python serves, some fifty times slower than in C++; {remedy}")


@contextlib.contextmanager
def _crew(
    cluster: str | None, jobs: int | None, security: str | None, insecure: bool
) -> Iterator[Crew]:
    """Whoever does the work, ended when the block is left.

    Raises:
        UsageError, MissingExtra, ClusterLost: see `cluster.Cluster`.
    """
    crew: Crew
    files = None if security is None else security.split(",")
    if files is not None and (len(files) != 3 or cluster in (None, "local")):
        raise UsageError(
            "--cluster-security CA,CERT,KEY names three files, for a --cluster ADDRESS"
        )
    if cluster is not None:
        if cluster != "local" and jobs is not None:
            raise UsageError("--jobs does not go with the address of a cluster: it has its workers")
        from nonosat.batch.cluster import Cluster

        crew = workers = Cluster(cluster, jobs, files, insecure)
        for warning in workers.warnings:
            complain(warning)
    elif jobs is None or jobs == 1:
        crew = Alone()
    else:
        from nonosat.batch.processes import Team

        crew = Team(jobs)
    try:
        yield crew
    finally:
        crew.close()
