"""``nonosat check``."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Annotated

import typer

from nonosat import kernel
from nonosat.api import Search
from nonosat.cli.check_lines import Lines
from nonosat.cli.options import (
    DEFAULT,
    BackendOption,
    FromOption,
    JsonOption,
    KnownOption,
    LimitOption,
    known_cells,
    label,
)
from nonosat.cli.output import INTERRUPTED, complain, exit_with, reported
from nonosat.cli.progress import Watch
from nonosat.errors import NonosatError, Reason, Stop, UsageError, WrongAnswer, internal_error
from nonosat.files import Found, walk
from nonosat.result import Limits, Result, Verdict


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files, directories, globs, or - for stdin."),
    ],
    backend: BackendOption = DEFAULT,
    limit: LimitOption = None,
    known: KnownOption = None,
    as_json: JsonOption = False,
    from_: FromOption = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, max=1024, help="Work in N processes at once."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write a row a puzzle instead of printing lines: .jsonl grows as they are done; "
            ".csv and .parquet are made in the end, from FILE.jsonl beside it.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a file of rows: skip what is in it.")
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
            help="Work on a Dask cluster: its scheduler's address, or local to make one here. "
            "Only one that you trust: whoever reaches its ports can run code there and here.",
        ),
    ] = None,
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
    report: Annotated[
        str | None,
        typer.Option("--report", metavar="FILE.html", help="Write a page to look at."),
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

    Prints a line a puzzle: name, size, verdict, whether line logic alone solves it, and the time.
    Directories are searched for puzzle files; .gz and .zip are unpacked on the way. Exit code 0
    means: every puzzle is unique.

    With --jobs, --cluster or -o, puzzles may be done in any order, and hard ones come last;
    whatever ends the work, --resume goes on with it.

    Examples:

      nonosat check data

      nonosat check puzzle.non --limit 10

      nonosat check collection.jsonl --json -b sat:cadical195

      nonosat check collection.jsonl --jobs 4 --limit 60 -o results.jsonl

      nonosat check puzzles --jobs 4 --filter unique --copy-to good.jsonl --report report.html

      nonosat check hard.non --cubes 64 --cluster tcp://10.0.0.1:8786
    """
    with reported():
        if filter_ and copy_to is None:
            raise UsageError("--filter goes with --copy-to")
        if copy_to is not None and not filter_:
            raise UsageError("--copy-to goes with --filter VERDICT")
        if resume and output is None:
            raise UsageError("--resume goes with -o FILE, the file of rows to go on with")
        if force and output is None and copy_to is None and report is None:
            raise UsageError("--force is about the files of -o, --copy-to and --report")
        _tell_kernel()
        if cubes is not None:
            if any(option is not None for option in (output, copy_to, report, certify)):
                raise UsageError("--cubes is about one puzzle; it goes with --jobs and --cluster")
            from nonosat.cli.check_cubes import check_cubes

            check_cubes(paths, cubes, backend, limit, known, as_json, from_, jobs, cluster)
        elif any(
            option is not None for option in (jobs, output, copy_to, cluster, report, certify)
        ):
            if known is not None:
                raise UsageError("--known is about one puzzle; it does not go with many")
            from nonosat.cli.check_many import Plan, check_many

            verdicts = frozenset(verdict.value for verdict in filter_ or ())
            check_many(
                Plan(
                    paths, backend, limit, as_json, from_, jobs, output,
                    resume, verdicts, copy_to, cluster, report, force, certify,
                )
            )  # fmt: skip
        else:
            _check_here(paths, backend, limit, known, as_json, from_)


def _tell_kernel() -> None:
    """Say it when the slow kernel serves."""
    if kernel.name == "native":
        return
    remedy = "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps nonosat"
    if os.environ.get(kernel.CHOICE):
        remedy = f"unset {kernel.CHOICE}"
    complain(f"the kernel in Python serves, some fifty times slower than in C++; {remedy}")


def _check_here(
    paths: list[str],
    backend: str,
    limit: float | None,
    known: str | None,
    as_json: bool,
    from_: str | None,
) -> None:
    """One puzzle after another, in the order of the files."""
    lines = Lines(as_json)
    interrupted = False
    try:
        with Watch() as watch:
            for item in walk(paths, from_):
                if isinstance(item, Path):
                    lines.skipped += 1
                    continue
                watch.at(label(item.source, item.position, item.position > 1), lines.done)
                outcome = _outcome(item, backend, limit, known)
                watch.hide()
                lines.add(item, outcome)
                if isinstance(outcome, Result) and outcome.stop.reason is Reason.INTERRUPTED:
                    interrupted = True
                    break
    except KeyboardInterrupt:  # between two puzzles
        interrupted = True
    lines.summary()
    if interrupted:
        complain("interrupted; the rest was not looked at")
        raise typer.Exit(INTERRUPTED)
    exit_with(lines.codes)


def _outcome(
    item: Found, backend: str, limit: float | None, known: str | None
) -> Result | NonosatError:
    """The result for one puzzle, or the error in its place."""
    if item.sheet is None:
        assert item.error is not None
        return item.error
    puzzle = item.sheet.puzzle
    search = Search(
        puzzle,
        backend=backend,
        at_most=2,
        limits=Limits(limit),
        known=known_cells(known, puzzle),
    )
    try:
        for _ in search:
            pass
    except WrongAnswer as err:
        return err
    except KeyboardInterrupt:
        return dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
    except NonosatError:
        raise
    except Exception as err:
        return internal_error(err)
    return search.result()
