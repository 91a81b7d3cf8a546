"""Asks for the clues of a puzzle."""

from __future__ import annotations

import sys

from nonosat.cli.typed import typed_clues, typed_puzzle
from nonosat.errors import NonosatError, UsageError
from nonosat.model import Puzzle


def ask_puzzle() -> Puzzle:
    """Ask for rows and columns until they make a puzzle.

    Raises:
        UsageError: the input ended.
    """
    _say("Type the clues of all rows, from top to bottom: numbers with blanks between them,")
    _say("rows with ; between them, 0 for an empty row. Colored blocks carry a letter: 2k 1r.")
    rows = _ask("rows")
    while True:
        cols = _ask("columns")
        if not cols:
            rows = _ask("rows")
            continue
        try:
            return typed_puzzle(rows, cols)
        except NonosatError as err:
            _say(f"That does not fit: {err}.")
            _say("Type the columns again, or nothing to type the rows again.")


def _say(text: str) -> None:
    print(text, file=sys.stdout if sys.stdout.isatty() else sys.stderr)


def _ask(name: str) -> str:
    """One answer that reads as clues; only columns may be left empty."""
    while True:
        try:
            if sys.stdout.isatty():
                answer = input(f"{name}: ").strip()
            else:
                print(f"{name}: ", end="", file=sys.stderr, flush=True)
                answer = input().strip()
        except UnicodeDecodeError:
            _say("That is no text. Once more:")
            continue
        except EOFError:
            _say("")
            raise UsageError("the input ended before the clues were complete") from None
        if not answer and name == "columns":
            return ""
        try:
            typed_clues(name, answer)
        except NonosatError as err:
            _say(f"{err}. Once more:")
        else:
            return answer
