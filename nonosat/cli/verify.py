"""``nonosat verify``."""

from __future__ import annotations

from typing import Annotated

import typer

from nonosat.certify.verify import main
from nonosat.cli.output import exit_with, reported


def verify(
    folders: Annotated[
        list[str], typer.Argument(metavar="DIR...", help="Certificates, made by certify.")
    ],
) -> None:
    """Check certificates: does each prove what it claims?

    Runs the very program that lies in each certificate as verify.py, but not that copy of it:
    anybody could have changed that. It needs no solver. Exit code 0 means that all are right,
    40 that one is refused; the reason is printed.

    Examples:

      nonosat verify certificates/*
    """
    with reported():
        exit_with([main(folders)])
