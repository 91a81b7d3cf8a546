"""``nonosat check``."""

from __future__ import annotations

import dataclasses
import os
import shlex
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from nonosat.api import DEFAULT_BACKEND, Search
from nonosat.batch.outcome import Checked, Outcome
from nonosat.batch.sinks import Sink
from nonosat.cli import options
from nonosat.cli.check_lines import LinePrinter, outcome_of
from nonosat.cli.check_plan import Plan
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.inputs import check_folders
from nonosat.cli.output import complain, exit_with, reported
from nonosat.errors import NonosatError, Reason, Stop, WrongAnswer, internal_error
from nonosat.files import Found, Without, nothing, walk
from nonosat.files.write import is_one_of
from nonosat.kernel import CHOICE
from nonosat.kernel import name as KERNEL
from nonosat.limits import Deadline, Limits
from nonosat.model import Named
from nonosat.result import Result, Verdict

if TYPE_CHECKING:
    from nonosat.cli.check_files import Files
    from nonosat.explain.difficulty import Rating

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
        "only one that you trust: anyone who reaches its ports can run code there and here.",
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
    bool, typer.Option("--rate", help="Also rate how hard it is for people: stars, score.")
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
    context: typer.Context,
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

    With --jobs, --cluster or -o, puzzles are done in any order, hard ones last. --resume
    continues after any interruption.

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
    with reported():
        typed = None
        if rows is not None or cols is not None:
            from nonosat.cli.asked import typed_named  # most puzzles are in files

            typed = typed_named(paths, rows, cols)
        plan = Plan(
            paths=paths or ([] if typed else ["."]),
            backend=backend,
            limit=limit,
            known=known,
            clues_only=clues_only,
            as_json=as_json,
            from_=from_,
            jobs=jobs,
            output=output,
            resume=resume,
            force=force,
            filter_=filter_,
            copy_to=copy_to,
            cluster=cluster,
            cluster_security=cluster_security,
            insecure=insecure,
            cubes=cubes,
            rate=rate,
            report=report,
            certify=certify,
            quiet=quiet,
            typed=typed,
        )
        plan.check_options()
        check_folders(plan.paths)
        if KERNEL != "native":
            _tell_kernel()
        exit_with(_check(plan, context.obj))


def _check(plan: Plan, words: Sequence[str]) -> Sequence[int]:
    """Do what is asked for, and return the exit codes of all that came out.

    Args:
        words: the command line, to be named where it should be repeated.
    """
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
        lines = LinePrinter(plan, folders)
        if folders is not None:
            stack.callback(lines.print_held)  # even if an error ends the work
        sinks.append(lines)
        if _feed(sinks, lines, plan, files, words):
            _tell_interrupted(plan, lines)
        try:
            for sink in reversed(sinks):  # the totals first; the files when all else is known
                sink.finish()
        except KeyboardInterrupt:
            if files is not None and files.kept:
                complain(f"the rows are in {files.kept}; --resume --force writes the rest")
            raise
        return [code for sink in sinks for code in sink.codes]


def _feed(
    sinks: Sequence[Sink], lines: LinePrinter, plan: Plan, files: Files | None, words: Sequence[str]
) -> bool:
    """Pass all outcomes to the sinks as they arrive. Return True if Ctrl-C interrupted this.

    Raises:
        NonosatError: the work as a whole cannot go on.
    """
    written = [*(files.names if files else ()), *([plan.certify] if plan.certify else ())]
    without = is_one_of(written) if written else nothing
    if plan.cubes is None and plan.in_order:
        outcomes = one_by_one(plan, lines, without)
    else:
        from nonosat.cli.check_many import by_parts, many

        if plan.cubes is not None:
            outcomes = by_parts(plan, lines, plan.cubes)
        else:
            outcomes = many(plan, lines, without, files.ledger if files else None)
    try:
        with lines.watch, closing(outcomes):
            for outcome in outcomes:
                for sink in sinks:
                    sink.take(outcome)
    except KeyboardInterrupt:
        return True
    except NonosatError as err:
        if files is None or not files.kept:
            raise
        complain(err)
        again = [] if plan.resume else ["--resume"]
        command = shlex.join(["nonosat", *words, *again])
        complain(f"what was done is in {files.kept}; go on with: {command}")
        raise typer.Exit(code_of(err)) from err
    return False


def one_by_one(plan: Plan, lines: LinePrinter, without: Without) -> Generator[Outcome]:
    """Check each puzzle where it was read, before the next.

    Raises:
        KeyboardInterrupt: Ctrl-C; what was known of the last puzzle is yielded before.
    """
    done = 0
    items: Iterable[Found | Path] = walk(plan.paths, plan.from_, without)
    if plan.typed is not None:
        items = [plan.typed]
    for number, found in enumerate(items):
        if isinstance(found, Path):
            lines.skipped.add(found)
            continue
        if isinstance(found, Named):
            lines.watch.at(found.name, done)
            checked = _checked(plan, found.clues_only() if plan.clues_only else found)
        else:
            checked = Checked(found, failure=found.error)
        yield outcome_of(plan, checked, number)
        done += 1
        if checked.result is not None and checked.result.stop.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt


def _checked(plan: Plan, found: Named) -> Checked:
    """A puzzle with its result. Ctrl-C ends search and rating, but keeps what is known by then."""
    puzzle = found.sheet.puzzle
    known = options.known_option(plan.known, puzzle)
    search = Search(puzzle, backend=plan.backend, at_most=2, limits=Limits(plan.limit), known=known)
    try:
        result = search.run()
        return Checked(found, result, rating=_rating(plan, result) if plan.rate else None)
    except KeyboardInterrupt:
        result = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
        return Checked(found, result, rating=_rating(plan, result) if plan.rate else None)
    except WrongAnswer as err:
        return Checked(found, failure=err)
    except NonosatError:
        raise
    except Exception as err:  # a bug of ours: of this puzzle, and not the end of the others
        return Checked(found, failure=internal_error(err))


def _rating(plan: Plan, result: Result) -> Rating:
    """Rate a puzzle in the time that its check has left; not after Ctrl-C."""
    from nonosat.explain.difficulty import Rating, rate  # takes long to load

    if result.stop.reason is Reason.INTERRUPTED:
        return Rating(result.verdict, stop=result.stop)
    left = Deadline(plan.limit, processors=1, spent=result.seconds).left()
    return rate(result.puzzle, limits=left, checked=result)


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
    remedy = (
        "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps "
        "--no-binary nonosat nonosat"
    )
    if os.environ.get(CHOICE):
        remedy = f"unset {CHOICE}"
    complain(f"the kernel in Python serves, some fifty times slower than in C++; {remedy}")
