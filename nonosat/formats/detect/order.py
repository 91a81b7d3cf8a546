"""columns-first: a file that does not say which side comes first, where its columns do; and bottom-up.

Its format is found by its content. Only puzzles with that doubt change, or those without a picture.
"""

import os
from dataclasses import replace

from nonosat.formats import make_format
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.detect.detect import detect
from nonosat.model import ROWS_FIRST, Puzzle, Sheet


def _read(record: Record, order: str) -> list[Sheet]:
    name = detect(record.text, os.path.splitext(record.source)[1], record.source, True)
    format = make_format(name)
    if format.binary:
        record.fail(f"{order} is for clues in text, this is {name}", 0)
    return format.read(record._replace(named=False))


def read_asked(record: Record) -> list[Sheet]:
    """Read what is found by searching, too; `files` reads the bytes and streams of a file so."""
    return _read(record._replace(is_asked=True), "found")


def read_columns_first(record: Record) -> list[Sheet]:
    sheets = _read(record, "columns-first")
    return [_turned(sheet) if ROWS_FIRST in sheet.guesses else sheet for sheet in sheets]


def read_bottom_up(record: Record) -> list[Sheet]:
    sheets = _read(record, "bottom-up")
    return [sheet if sheet.goals else _upside_down(sheet) for sheet in sheets]


def _upside_down(sheet: Sheet) -> Sheet:
    puzzle = Puzzle(sheet.puzzle.rows[::-1], sheet.puzzle.cols, sheet.puzzle.palette)
    return replace(sheet, puzzle=puzzle, saved=None)


def _turned(sheet: Sheet) -> Sheet:
    """The sheet with rows for columns. It has no goals, since a goal shows the order."""
    puzzle = Puzzle(sheet.puzzle.cols, sheet.puzzle.rows, sheet.puzzle.palette)
    guesses = tuple(guess for guess in sheet.guesses if guess != ROWS_FIRST)
    return replace(sheet, puzzle=puzzle, guesses=guesses)


_HOLDS = Holds.CLUES | Holds.COLORS | Holds.SEVERAL | Holds.OBLONG
COLUMNS_FIRST = Format(_HOLDS, read_columns_first, None)
FOUND = Format(_HOLDS | Holds.BLOTS, read_asked, None)
BOTTOM_UP = Format(_HOLDS, read_bottom_up, None)
