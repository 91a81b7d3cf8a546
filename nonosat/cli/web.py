"""``nonosat web``."""

import os
from typing import Annotated

import typer

from nonosat.cli import options
from nonosat.cli.output import complain, complain_of_remarks, say
from nonosat.cli.puzzles import a_folder
from nonosat.files import first_sheets, name_of, stream
from nonosat.files.read import chosen_puzzle, holds_puzzle
from nonosat.model import SourcedSheet
from nonosat.registry import require


def web(
    file: options.File = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            show_default="7346, or a free one if that is taken",
            help="The port; 0 takes a free one. A browser keeps games for each port.",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
    from_: options.From = None,
) -> None:
    """Draw, play, check and step through puzzles in a browser.

    Prints the address of the page and serves it, on this machine only, until Ctrl-C. The address
    contains a secret: anyone with the address can use the page.

    Examples:

      nonosat web

      nonosat web data/drawn/fox.json

      nonosat web puzzle.non --port 8080 --no-browser
    """
    from nonosat.web.endpoints import MOST_SHEETS

    if file is not None and os.path.isdir(file):
        raise a_folder(file, f"`nonosat site {file} -o OUT` makes a page of all")
    sheets, more = ([], False) if file is None else first_sheets(stream(file, from_), MOST_SHEETS)
    name, several = name_of(file or ""), more or len(sheets) > 1
    named = [SourcedSheet(sheet, name, at, several) for at, sheet in enumerate(sheets, 1)]
    for item in named:
        complain_of_remarks(item.name, item.sheet.remarks)
    path = chosen_puzzle(file or "-")[0]
    drawing = len(named) == 1 and os.path.isfile(path) and not holds_puzzle(path, clues=True)
    if more:
        complain(f"{file} has more than {MOST_SHEETS} puzzles; the page takes the first ones")
    with require("the page needs starlette and uvicorn", "nonosat[web]", "starlette", "uvicorn"):
        from nonosat.web.server import serve
        from nonosat.web.start_data import start_data
    serve(
        start_data([item.titled().sheet for item in named], more, file, drawing),
        port=port,
        browser=not no_browser,
        announce=say,
    )
