"""The columns of the rows of a collection. JSON, tables and the report follow from this list."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from nonosat.run.journal import JsonRow, line_of
from nonosat.run.questions import Question
from nonosat.run.records import Row
from nonosat.solving.columns import Column
from nonosat.solving.result import row_of

RATING, CERTIFICATE = "rating", "certificate"
WORK_COLUMNS = (
    Column("clue_hash", str, lambda row: row.clue_hash, "work", null=True),
    Column("attempt", int, lambda row: row.attempt, "work"),
)
"""The last facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""
OPTION_COLUMNS = (
    Column(RATING, dict, lambda row: row.rating and row.rating.to_dict(), "work", null=True),
    # Known at the end, see `with_certificate`: the folder.
    Column(CERTIFICATE, str, lambda row: None, "work", null=True),
)
"""Those that rows have where they are asked for."""
RATING_COLUMNS = (
    Column("stars", int, lambda rating: rating["stars"], null=True),
    Column("score", float, lambda rating: rating["score"], null=True),
    Column("class", str, lambda rating: rating["class"], null=True),
    Column("rounds", int, lambda rating: rating["rounds"], null=True),
    Column("hardest", str, lambda rating: rating["hardest"], null=True),
    Column("bottleneck", int, lambda rating: rating["bottleneck"], null=True),
    Column("not_rated", str, lambda rating: rating["error"], null=True),
)
"""The facts of a rating, each a column of a table."""


@functools.cache
def columns_of(question: Question, *more: str) -> tuple[Column, ...]:
    """The columns of the rows of a question, with these of `OPTION_COLUMNS`."""
    asked = (column for column in OPTION_COLUMNS if column.name in more)
    return (*question.columns, *WORK_COLUMNS, *asked)


def line_of_row(row: Row, question: Question, *more: str) -> bytes:
    """The facts of a puzzle as a line of JSON, with these of `OPTION_COLUMNS`."""
    sheet, answer = row.sheet, row.result
    seen = None if answer is None else question.view(answer)
    facts = {
        "source": row.source,
        "position": row.position,
        "title": sheet and sheet.title,
        "remarks": [*row.all_remarks],
        "error": seen["error"] if isinstance(seen, dict) else row.error,
    }
    columns = columns_of(question, *more)
    puzzle = sheet and sheet.puzzle
    return line_of(row_of(columns, facts=facts, puzzle=puzzle, result=seen, work=row))


def with_certificate(row: JsonRow, folders: Mapping[tuple[str, int], str]) -> JsonRow:
    """A row that says where the certificate of its puzzle is; `folders` by source and position."""
    return row | {CERTIFICATE: folders.get((row["source"], row["position"]))}
