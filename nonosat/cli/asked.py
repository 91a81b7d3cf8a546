"""The puzzles that a command is asked about: those of a file, or one whose clues are typed."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence

from nonosat.cli.output import complain_of_remarks
from nonosat.errors import CannotHold, UsageError
from nonosat.files import dumps, load, name_of
from nonosat.formats import make_format
from nonosat.formats.base import Holds, check_holds
from nonosat.formats.typed import typed_puzzle
from nonosat.model import TYPED, Grid, Named, Puzzle, Sheet


def check_place(format: str, puzzles: Sequence[Sheet]) -> None:
    """Refuse a format that cannot hold the solutions of these puzzles, before they are sought.

    Raises:
        CannotHold: it has no place for them.
        MissingExtra: the package that writes it is not installed.
    """
    holds = make_format(format).holds
    if not holds & (Holds.GOAL | Holds.GOALS):
        raise CannotHold(f"{format} has no place for a solution; json, for one, has")
    dot = (Grid(1, 1, bytes(1)),)
    check_holds(format, holds, [dataclasses.replace(sheet, goals=dot) for sheet in puzzles])
    dumps([Sheet(Puzzle.of([[]], [[]]), dot)], format)


def asked_puzzles(
    file: str | None,
    rows: str | None,
    cols: str | None,
    from_: str | None = None,
    clues_only: bool = False,
) -> list[Named]:
    """Read the puzzles that the options name. Without any, ask for one on the terminal.

    Raises:
        UsageError: options that contradict each other, or nobody to ask.
        ParseError, PuzzleError, InputError: something cannot be read.
    """
    source, sheets = _sheets(file, rows, cols, from_)
    if clues_only:
        sheets = [sheet.clues_only() for sheet in sheets]
    several = len(sheets) > 1
    asked = [Named(sheet, source, at, several) for at, sheet in enumerate(sheets, 1)]
    for it in asked:
        complain_of_remarks(it.name, it.sheet.remarks)
    return asked


def _sheets(
    file: str | None, rows: str | None, cols: str | None, format: str | None
) -> tuple[str, list[Sheet]]:
    """The name of the source, and its puzzles."""
    if (typed := typed_named(file, rows, cols)) is not None:
        return TYPED, [typed.sheet]
    if file is not None:
        return name_of(file), load(file, format)
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("give a FILE, - for stdin, or --rows and --cols")
    from nonosat.cli.questions import ask_puzzle  # few people type

    return TYPED, [Sheet(ask_puzzle())]


def typed_named(file: object, rows: str | None, cols: str | None) -> Named | None:
    """The puzzle of ``--rows`` and ``--cols``; None if they were not given.

    Args:
        file: what is to be read instead; something empty if nothing is.

    Raises:
        UsageError: only one of them was given, or a file, too.
        ParseError, PuzzleError: they are not the clues of a puzzle.
    """
    if (rows is None) != (cols is None):
        raise UsageError("--rows and --cols go together")
    if rows is None or cols is None:
        return None
    if file:
        raise UsageError("give either FILE or --rows and --cols, not both")
    return Named(Sheet(typed_puzzle(rows, cols)), TYPED)
