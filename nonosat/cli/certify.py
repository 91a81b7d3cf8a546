"""``nonosat certify``."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from nonosat.certificates.bundle import MOST
from nonosat.certificates.many import CertificateOrder, certify_all, folder_names
from nonosat.cli import options
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, report_errors, say
from nonosat.cli.puzzles import PuzzleFiles
from nonosat.cli.streams import ignore_stdout_errors
from nonosat.errors import NonosatError, UsageError
from nonosat.model import SourcedSheet


def certify(
    paths: options.Files,
    output: Annotated[
        str,
        options.output("The folder to make; for several puzzles it gets a folder for each.", "DIR"),
    ],
    limit: options.Limit = None,
    jobs: Annotated[int, options.JOBS] = 1,
    most: Annotated[
        float,
        typer.Option(
            "--max-proof",
            metavar="GB",
            min=0,
            help="Give up when the proof, before it is trimmed, needs more disk than that.",
        ),
    ] = MOST / 1e9,
    clues_only: options.CluesOnly = False,
    from_: options.From = None,
) -> list[int]:
    """Prove the verdict to somebody who does not trust nonosat.

    Solves each puzzle and writes a folder with the puzzle, the picture, a proof that there is no
    other, and a short program that checks all this: verify.py. It needs Python and nothing else.
    If there is no picture at all, that is proved; if there are several, two are shown.

    Each certificate is verified before its folder gets its name. One that is there already is
    kept, so an interrupted run goes on where it stopped.
    Exit code 0 means that there is a certificate for every puzzle.

    Examples:

      nonosat certify puzzle.non -o certificate

      nonosat certify collection.jsonl -o certificates --limit 60 --jobs 4
    """
    codes = list[int]()
    with report_errors(lambda: 0 in codes):
        files = PuzzleFiles(paths, from_, [output])
        if not most < math.inf:  # also refuses nan, which a range lets through
            raise UsageError(f"--max-proof must be a finite number of GB, got {most:g}")
        found = [item.clues_only() if clues_only else item for item in files.readable()]
        codes += files.codes
        several = len(found) + len(codes) > 1
        names = folder_names(found)
        folders = [Path(output, name) if several else Path(output) for name in names]
        ignore_stdout_errors()
        for code in write_certificates(found, folders, limit, int(most * 1e9), jobs):
            codes.append(code)
    return codes


def write_certificates(
    found: Sequence[SourcedSheet],
    folders: Sequence[Path],
    limit: float | None,
    most: int = MOST,
    jobs: int = 1,
) -> Iterator[int]:
    """Make certificates and print a line for each. Yields an exit code for each, 0 if it is made."""
    orders = [
        CertificateOrder(item.sheet, folder, limit, most)
        for item, folder in zip(found, folders, strict=True)
    ]
    for item, (order, outcome) in zip(found, certify_all(orders, jobs), strict=True):
        if isinstance(outcome, NonosatError):
            complain(f"{item.name}: {outcome}")
            yield code_of(outcome)
            continue
        say(f"{item.name}: {outcome.value}, {order.folder}")
        yield 0
