"""Asks a person at the terminal whether what was found in a file is meant."""

import os
import sys
from itertools import islice

import typer

from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, say, title_line
from nonosat.errors import NonosatError, Unsure
from nonosat.files.read import all_sheets, chosen_puzzle, stream
from nonosat.formats.entry import FOUND
from nonosat.model import SourcedSheet


def consent(file: str | None) -> str | None:
    """Return the --from under which a file is read; None if its content says what it is.

    Only at a terminal a file whose puzzles are not sure is shown.

    Raises:
        typer.Exit: the person does not mean what was found.
    """
    if not (file and sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    if not os.path.isfile(chosen_puzzle(file)[0]):
        return None
    try:
        all_sheets(islice(stream(file), 1))
        return None
    except Unsure as err:
        unsure = err
    except NonosatError:
        return None
    from nonosat.cli.colored import print_picture  # most files are sure
    from nonosat.draw.terminal import nothing_known

    complain(unsure)
    for item in stream(file, FOUND):
        if isinstance(item, SourcedSheet):
            say(title_line(item))
            puzzle, goals = item.sheet.puzzle, item.sheet.goals
            print_picture(puzzle, [*goals[0]] if goals else nothing_known(puzzle))
    try:
        answer = input("Read it so? [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() not in ("y", "yes"):
        raise typer.Exit(code_of(unsure))
    return FOUND
