"""The columns of the rows of a collection. JSON, tables and the report follow from this list."""

from __future__ import annotations

import functools

from nonosat.run.journal import line_of
from nonosat.run.questions import Question
from nonosat.run.records import Row
from nonosat.solving.columns import Column
from nonosat.solving.result import row_of

WORK_COLUMNS = (
    Column("clue_hash", str, lambda row: row.clue_hash, "work", null=True),
    Column("attempt", int, lambda row: row.attempt, "work"),
)
"""The last facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""


@functools.cache
def columns_of(question: Question) -> tuple[Column, ...]:
    """The columns of the rows of a question."""
    return (*question.columns, *WORK_COLUMNS)


def line_of_row(row: Row, question: Question) -> bytes:
    """The facts of a puzzle as a line of JSON."""
    sheet, answer = row.sheet, row.result
    seen = None if answer is None else question.view(answer)
    facts = {
        "source": row.source,
        "position": row.position,
        "title": sheet and sheet.title,
        "remarks": [*row.remarks, *getattr(answer, "remarks", ())],
        "error": seen["error"] if isinstance(seen, dict) else row.error,
    }
    columns = columns_of(question)
    puzzle = sheet and sheet.puzzle
    return line_of(row_of(columns, facts=facts, puzzle=puzzle, result=seen, work=row))
