"""``nonosat convert``."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer

from nonosat.api import check
from nonosat.cli.options import (
    AuthorOption,
    CopyrightOption,
    FromOption,
    TitleOption,
    ToOption,
    credited,
    output_format,
)
from nonosat.cli.output import complain, reported
from nonosat.errors import CannotHold, UsageError
from nonosat.files import dump, load
from nonosat.formats import make_format
from nonosat.formats.base import losses
from nonosat.model import Sheet
from nonosat.result import Limits, Verdict

PATIENCE = 10.0
"""Seconds for finding the picture of a puzzle, where only pictures can be written."""


def convert(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Puzzle files, or - for stdin.")
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="What to write; - is stdout.")
    ] = "-",
    title: TitleOption = None,
    author: AuthorOption = None,
    copyright: CopyrightOption = None,
    from_: FromOption = None,
    to: ToOption = None,
) -> None:
    """Write puzzles in another format.

    The puzzles of several files end up in one. What the new format cannot keep is named on stderr;
    where it would lose clues or colors, nothing is written. For a picture format, a puzzle
    without a finished picture is solved, provided that its solution is unique.

    Examples:

      nonosat convert puzzle.xml -o puzzle.non

      nonosat convert picture.ppm --to webpbn

      nonosat convert a.non b.mk c.nin -o collection.jsonl

      nonosat convert draft.non --title Fox --author "A. Nony" -o fox.non
    """
    with reported():
        name = output_format(output, to, inputs=files)
        if name is None:
            raise UsageError("say the format with --to, or a file with -o")
        holds = make_format(name).holds
        sheets = [
            credited(sheet, title, author, copyright)
            for file in files
            for sheet in load(file, from_)
        ]
        if "clues" not in holds:
            sheets = [sheet if sheet.goals else _finished(sheet, name) for sheet in sheets]
        dump(sheets, output, name)
        lost = losses(holds, sheets)
        if lost:
            complain(f"{name} does not keep: {', '.join(lost)}")


def _finished(sheet: Sheet, name: str) -> Sheet:
    result = check(sheet.puzzle, limits=Limits(PATIENCE))
    if result.verdict is not Verdict.UNIQUE:
        raise CannotHold(
            f"{name} holds finished pictures only, and the puzzle has none; "
            f"solving it gave the verdict {result.verdict.value}"
        )
    complain("the picture was found by solving; it is the only solution")
    return dataclasses.replace(sheet, goals=result.solutions)
