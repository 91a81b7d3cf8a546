"""columns-first: a file that does not say which side comes first, where its columns do.

Its format is found by its content. Only puzzles with that doubt change.
"""

from __future__ import annotations

import os
from dataclasses import replace

from nonosat.formats import make_format
from nonosat.formats.base import Format, Holds, Record, with_goals
from nonosat.formats.detect import detect
from nonosat.formats.layout import ROWS_FIRST
from nonosat.model import Grid, Puzzle, Sheet


def read(record: Record) -> list[Sheet]:
    """Read every puzzle."""
    name = detect(record.text, os.path.splitext(record.source)[1], record.source, True)
    if make_format(name).binary:
        record.fail(f"--from columns-first is for clues in text, this is {name}")
    sheets = make_format(name).read(record._replace(named=False))
    return [_turned(record, sheet) if ROWS_FIRST in sheet.guesses else sheet for sheet in sheets]


def _turned(record: Record, sheet: Sheet) -> Sheet:
    puzzle = sheet.puzzle
    puzzle = Puzzle(puzzle.cols, puzzle.rows, puzzle.palette)
    guesses = tuple(doubt for doubt in sheet.guesses if doubt != ROWS_FIRST)
    goals = [
        (Grid(g.width, g.height, b"".join(g.cells[at :: g.width] for at in range(g.width))), 0)
        for g in sheet.goals
    ]
    return with_goals(record, replace(sheet, puzzle=puzzle, goals=(), guesses=guesses), goals)


COLUMNS_FIRST = Format(Holds.CLUES | Holds.COLORS | Holds.SEVERAL | Holds.OBLONG, read, None)
