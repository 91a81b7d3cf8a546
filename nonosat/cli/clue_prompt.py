"""Asks for the clues of a puzzle in an editor of the user."""

import sys

from nonosat.errors import NonosatError, UsageError
from nonosat.formats.said.typed import typed_sides
from nonosat.model import Puzzle

HELP = """\
# Type the clues of all rows, from top to bottom, one per line: numbers with blanks
# between them, 0 for an empty line. Colored blocks carry a letter: 2k 1r. ? is a
# hidden number. Then a blank line, and the columns, from left to right. Save the
# file and leave the editor. Lines that begin with # do not count.
"""


def ask_puzzle() -> Puzzle:
    """Let the user type rows and columns until they make a puzzle.

    Raises:
        UsageError: nothing was typed, or there is no editor.
        NonosatError: the clues are wrong, and the user has left them so.
    """
    if not sys.stdout.isatty():
        raise UsageError("give a FILE, - for stdin, or --rows and --cols")
    import click  # few people type

    typed, remark = "", ""
    while True:
        before = f"{remark}{HELP}{typed}"
        try:
            text = click.edit(before, extension=".txt", require_save=False) or ""
        except click.ClickException as err:
            what = f"{err.format_message()}; EDITOR in the environment names an editor, or give --rows and --cols"
            raise UsageError(what) from err
        lines = [line.strip() for line in text.splitlines() if not line.startswith("#")]
        typed = "\n".join(lines).strip("\n") + "\n"
        if not typed.strip():
            raise UsageError("no clues were typed")
        rows, _, cols = typed.partition("\n\n")
        try:
            return Puzzle(*typed_sides(rows.splitlines(), cols.split("\n\n")[0].splitlines()))
        except NonosatError as err:
            if text == before:  # left as it was
                raise
            remark = f"# {err}\n#\n"
