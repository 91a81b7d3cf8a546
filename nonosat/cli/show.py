"""``nonosat show``."""

from __future__ import annotations

from typing import Annotated

import typer

from nonosat.cli.options import FromOption
from nonosat.cli.output import picture, reported, title_line
from nonosat.files import load
from nonosat.model import Domains
from nonosat.render.text import OPEN, cells_of, nothing_known


def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A puzzle file, or - for stdin.")],
    from_: FromOption = None,
) -> None:
    """Show what a file holds, without solving: clues, given cells, finished pictures, credits.

    Example:

      nonosat show data/drawn/bicycle.non
    """
    with reported():
        sheets = load(file, from_)
        for position, sheet in enumerate(sheets, 1):
            if position > 1:
                print()
            name = f"{file}#{position}" if len(sheets) > 1 else file
            print(title_line(sheet, name))
            for field in ("id", "copyright", "license", "source"):
                value = getattr(sheet, field)
                if value:
                    print(f"{field}: {value}")
            for name, text in sheet.notes:
                print(f"{name}: {text}")
            if not sheet.puzzle.palette.is_black_and_white:
                inks = sheet.puzzle.palette.colors[1:]
                print("inks: " + ", ".join(f"{ink.char} {ink.name} {ink.rgb}" for ink in inks))
            for goal in sheet.goals:
                picture(sheet.puzzle, cells_of(goal))
            if sheet.givens is not None:
                print("given cells:")
                picture(sheet.puzzle, _given(sheet.givens))
            elif not sheet.goals:
                picture(sheet.puzzle, nothing_known(sheet.puzzle))


def _given(known: Domains) -> list[list[int]]:
    flat = [mask.bit_length() - 1 if mask & (mask - 1) == 0 else OPEN for mask in known.cells()]
    return [flat[i : i + known.width] for i in range(0, len(flat), known.width)]
