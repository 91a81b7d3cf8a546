"""``nonosat repair``."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from nonosat.cli.options import (
    CHECK_SECONDS,
    FromOption,
    JsonOption,
    LimitOption,
    ToOption,
    count_option,
    output_option,
)
from nonosat.cli.output import reported


class Way(enum.StrEnum):
    """How to make a puzzle unique."""

    CHANGED = "changed"
    GIVEN = "given"


def repair(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A picture, or a puzzle file that has its picture; - for stdin. Without a picture "
            "the first solution found is taken for it.",
        ),
    ],
    photo: Annotated[
        str | None,
        typer.Option(
            "--photo",
            metavar="WIDTHxHEIGHT",
            help="FILE is a photo or drawing, to be made a picture of so many cells.",
        ),
    ] = None,
    colors: Annotated[
        int, typer.Option("--colors", metavar="K", help="With --photo: so many inks at most.")
    ] = 1,
    only: Annotated[
        Way | None,
        typer.Option(
            "--only",
            metavar="changed|given",
            help="Look for one answer: cells to change, or cells to print as given.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="ROWS,COLS",
            help="Change no cell in these rows and columns, as 3,7 or 1-5,2-9; can be repeated.",
        ),
    ] = None,
    count: Annotated[str, count_option("Propose so many ways to change cells.")] = "1",
    limit: LimitOption = CHECK_SECONDS,
    as_json: JsonOption = False,
    output: Annotated[
        str | None,
        output_option(
            "Save the puzzle with the changed cells; with --only given that with given cells."
        ),
    ] = None,
    from_: FromOption = None,
    to: ToOption = None,
) -> None:
    """Say which cells of a picture to change, or to give, so that its puzzle has one solution.

    The fewest are looked for, and it is told whether fewer are proved impossible. Of equally many
    changes those come first that disturb the picture least: no symmetry broken, no lonely cells,
    no new borders. In the pictures the cells are marked. --limit is for each of the two answers.
    The exit code is 0 when both are found and proved, 10 when --keep leaves no way, and 30 when
    the limit came first.

    Examples:

      nonosat repair drawing.pbm

      nonosat repair drawing.pbm --keep 1-5,1-20 -n 3

      nonosat repair drawing.pbm -o mended.non

      nonosat repair drawing.pbm --only given -o with-givens.json

      nonosat repair photo.jpg --photo 30x30
    """
    from nonosat.cli.repaired import repair_all  # loads pysat

    with reported():
        repair_all(
            file,
            photo=photo,
            colors=colors,
            only=only,
            keep=keep or [],
            count=count,
            limit=limit,
            as_json=as_json,
            output=output,
            format=from_,
            to=to,
        )
