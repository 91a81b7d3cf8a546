"""columns-first: a file that does not say which side comes first, where its columns do.

Its format is found by its content. Only puzzles with that doubt change.
"""

from __future__ import annotations

import os
from dataclasses import replace

from nonosat.formats import make_format
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.detect.detect import detect
from nonosat.model import ROWS_FIRST, Puzzle, Sheet


def read(record: Record) -> list[Sheet]:
    name = detect(record.text, os.path.splitext(record.source)[1], record.source, True)
    format = make_format(name)
    if format.binary:
        record.fail(f"columns-first is for clues in text, this is {name}", 0)
    sheets = format.read(record._replace(named=False))
    return [_turned(sheet) if ROWS_FIRST in sheet.guesses else sheet for sheet in sheets]


def _turned(sheet: Sheet) -> Sheet:
    """The sheet with rows for columns. It has no goals, since a goal shows the order."""
    puzzle = Puzzle(sheet.puzzle.cols, sheet.puzzle.rows, sheet.puzzle.palette)
    guesses = tuple(guess for guess in sheet.guesses if guess != ROWS_FIRST)
    return replace(sheet, puzzle=puzzle, guesses=guesses)


COLUMNS_FIRST = Format(Holds.CLUES | Holds.COLORS | Holds.SEVERAL | Holds.OBLONG, read, None)
