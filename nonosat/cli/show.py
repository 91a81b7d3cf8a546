"""``nonosat show``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from nonosat.cli.options import FromOption
from nonosat.cli.output import picture, reported, say, title_line
from nonosat.errors import UsageError
from nonosat.files import load
from nonosat.model import Domains, Sheet
from nonosat.render.text import OPEN, cells_of, nothing_known


def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A puzzle file, or - for stdin.")],
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Draw into a file: .svg or .png of one puzzle, .pdf or .html to print one or "
            "several.",
        ),
    ] = None,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution",
            help="Draw the solution: instead of the empty puzzle, or on pages behind the puzzles.",
        ),
    ] = False,
    page: Annotated[
        str, typer.Option("--page", metavar="A4|Letter", help="The paper of a .pdf or .html.")
    ] = "A4",
    from_: FromOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="KIND", help="svg, png, pdf or html; else the suffix decides."
        ),
    ] = None,
) -> None:
    """Show what a file holds, or draw it to be printed and solved on paper.

    Without -o: clues, given cells, finished pictures and credits, without solving. Where a file
    has no solution, --solution solves the puzzle.

    Examples:

      nonosat show data/drawn/bicycle.non

      nonosat show data/drawn/bicycle.non -o bicycle.svg

      nonosat show data/drawn/first-steps.jsonl -o steps.pdf --solution --page Letter
    """
    with reported():
        if output is None:
            if solution or to or page != "A4":
                raise UsageError("--solution, --page and --to are for drawing: say where with -o")
            _print(load(file, from_), file)
            return
        from nonosat.cli.drawing import check_drawing, draw

        check_drawing(output, to, page)
        draw(load(file, from_), file, output, to, solution=solution, page=page)


def _print(sheets: Sequence[Sheet], file: str) -> None:
    for position, sheet in enumerate(sheets, 1):
        if position > 1:
            say("")
        name = f"{file}#{position}" if len(sheets) > 1 else file
        say(title_line(sheet, name))
        for field in ("id", "copyright", "license", "source"):
            value = getattr(sheet, field)
            if value:
                say(f"{field}: {value}")
        for name, text in sheet.notes:
            say(f"{name}: {text}")
        if not sheet.puzzle.palette.is_black_and_white:
            inks = sheet.puzzle.palette.colors[1:]
            say("inks: " + ", ".join(f"{ink.char} {ink.name} {ink.rgb}" for ink in inks))
        for goal in sheet.goals:
            picture(sheet.puzzle, cells_of(goal))
        if sheet.givens is not None:
            say("given cells:")
            picture(sheet.puzzle, _given(sheet.givens))
        elif not sheet.goals:
            picture(sheet.puzzle, nothing_known(sheet.puzzle))


def _given(known: Domains) -> list[list[int]]:
    flat = [mask.bit_length() - 1 if mask & (mask - 1) == 0 else OPEN for mask in known.cells()]
    return [flat[i : i + known.width] for i in range(0, len(flat), known.width)]
