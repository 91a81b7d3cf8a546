"""``nonosat verify``."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from nonosat.certificates.verify_many import find_certificates, is_about, proved_claims, refusal
from nonosat.cli import options
from nonosat.cli.exit_codes import code_of
from nonosat.cli.marks import marked, say_marks
from nonosat.cli.output import say
from nonosat.errors import LimitReached, Refused, UsageError
from nonosat.files import load
from nonosat.limits import Limits


def verify(
    folders: Annotated[
        list[str],
        typer.Argument(metavar="DIR...", help="Certificates, made by certify, or folders of them."),
    ],
    puzzle: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Require that each belongs to a puzzle in this file."),
    ] = None,
    limit: options.Limit = None,
) -> list[int]:
    """Check certificates: does each prove what it claims?

    Runs the very program that lies in each certificate as verify.py, but not that copy of it:
    anybody could have changed that. It needs no solver. Exit code 0 means that all are right,
    40 that one is refused; the reason is printed. 30: a limit came first, or 2 GB of memory did
    not suffice. A folder that holds no certificate is an error
    of its own: exit code 3.

    A certificate proves its claim about its own puzzle.json. With --puzzle it is refused, too, if
    that has not the clues and the given cells of a puzzle in your file.

    Examples:

      nonosat verify certificates/*

      nonosat verify certificate --puzzle puzzle.non
    """
    if (found := marked(folders)) is not None:
        return say_marks(found, options.CHECK_SECONDS if limit is None else limit)
    files = [name for name in folders if Path(name).is_file()]
    if puzzle is None and len(files) == 1 < len(folders):
        rest = [name for name in folders if name not in files]
        command = shlex.join(["nonosat", "verify", *rest, "--puzzle", *files])
        raise UsageError(f"{files[0]} is a file, and certificates are folders: `{command}`")
    meant = None if puzzle is None else [sheet.puzzle for sheet in load(puzzle)]
    codes = []
    for folder, claim in proved_claims(find_certificates(folders), Limits(limit)):
        code, line = 0, claim
        if isinstance(claim, LimitReached):
            code, line = code_of(claim), f"unknown: {claim}"
        elif isinstance(claim, Exception):
            code, line = code_of(Refused), refusal(claim)
        elif meant is not None and not any(is_about(Path(folder), one) for one in meant):
            what = "the puzzle" if len(meant) == 1 else f"any of the {len(meant)} puzzles"
            code, line = code_of(Refused), f"refused: it is not about {what} in {puzzle}"
        say(f"{folder}: {line}")
        codes.append(code)
    return codes
