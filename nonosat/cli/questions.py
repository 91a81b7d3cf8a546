"""Asking for the clues of a puzzle, line by line of conversation."""

from __future__ import annotations

from nonosat.cli.typed import typed_clues, typed_puzzle
from nonosat.errors import NonosatError, UsageError
from nonosat.model import Puzzle


def ask_puzzle() -> Puzzle:
    """Ask for rows and columns until they make a puzzle.

    Raises:
        UsageError: the input ended.
    """
    print("Type the clues of all rows, from top to bottom: numbers with blanks between them,")
    print("rows with ; between them, 0 for an empty row. Colored blocks carry a letter: 2k 1r.")
    rows = _ask("rows")
    while True:
        cols = _ask("columns")
        if not cols:
            rows = _ask("rows")
            continue
        try:
            return typed_puzzle(rows, cols)
        except NonosatError as err:
            print(f"That does not fit: {err}.")
            print("Type the columns again, or nothing to type the rows again.")


def _ask(name: str) -> str:
    """One answer that reads as clues; only columns may be left empty."""
    while True:
        try:
            answer = input(f"{name}: ").strip()
        except EOFError:
            print()
            raise UsageError("the input ended before the clues were complete") from None
        if not answer and name == "columns":
            return ""
        try:
            typed_clues(name, answer)
        except NonosatError as err:
            print(f"{err}. Once more:")
        else:
            return answer
