"""``nonosat verify``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nonosat.certificates.verification import find_certificates, is_about
from nonosat.certificates.verify import main
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import say
from nonosat.errors import Refused, UsageError
from nonosat.files import load


def verify(
    folders: Annotated[
        list[str],
        typer.Argument(metavar="DIR...", help="Certificates, made by certify, or folders of them."),
    ],
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle", metavar="FILE", help="Require that they are about the puzzle in this file."
        ),
    ] = None,
) -> list[int]:
    """Check certificates: does each prove what it claims?

    Runs the very program that lies in each certificate as verify.py, but not that copy of it:
    anybody could have changed that. It needs no solver. Exit code 0 means that all are right,
    40 that one is refused; the reason is printed. A folder that holds no certificate is an error
    of its own: exit code 3.

    A certificate proves its claim about its own puzzle.json. With --puzzle it is refused, too, if
    that has not the clues and the given cells of your file.

    Examples:

      nonosat verify certificates/*

      nonosat verify certificate --puzzle puzzle.non
    """
    meant = None
    if puzzle is not None:
        sheets = load(puzzle)
        if len(sheets) != 1:
            raise UsageError(f"{puzzle} has {len(sheets)} puzzles; --puzzle takes one")
        meant = sheets[0].puzzle
    codes = []
    for folder in find_certificates(folders):
        codes.append(main([folder]))
        if meant is not None and not codes[-1] and not is_about(Path(folder), meant):
            say(f"{folder}: refused: it is not about the puzzle in {puzzle}")
            codes[-1] = code_of(Refused)
    return codes
