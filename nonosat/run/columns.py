"""The columns of the rows of a collection. JSON, tables and the report follow from this list."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from nonosat.files import ReadFailure
from nonosat.run.journal import Row, line_of
from nonosat.run.outcome import Checked
from nonosat.run.questions import Question, question_of
from nonosat.solving.columns import Column
from nonosat.solving.result import row_of

RATING, CERTIFICATE = "rating", "certificate"
WORK_COLUMNS = (
    Column("clue_hash", str, lambda checked: checked.clue_hash, "work", null=True),
    Column("attempt", int, lambda checked: checked.attempt, "work"),
)
"""The last facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""
OPTION_COLUMNS = (
    Column(
        RATING, dict, lambda checked: checked.rating and checked.rating.to_dict(), "work", null=True
    ),
    # Known at the end, see `with_certificate`: the folder.
    Column(CERTIFICATE, str, lambda checked: None, "work", null=True),
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
def columns_of(target: str, *more: str) -> tuple[Column, ...]:
    """The columns of the rows of a question, with these of `OPTION_COLUMNS`; see `question_of`."""
    asked = (column for column in OPTION_COLUMNS if column.name in more)
    return (*question_of(target).columns, *WORK_COLUMNS, *asked)


def row_line(checked: Checked, question: Question, *more: str) -> bytes:
    """The row of a puzzle as JSON, with these of `OPTION_COLUMNS`."""
    found, answer = checked.found, checked.result
    error = str(checked.failure or "") if answer is None else answer.error
    seen = None if answer is None else question.view(answer)
    if isinstance(found, ReadFailure):
        puzzle = None
        where = {"source": found.source, "position": found.position, "title": None, "remarks": []}
    else:
        puzzle, where = found.sheet.puzzle, found.facts
    where["remarks"] = [*checked.remarks]
    where["error"] = seen["error"] if isinstance(seen, dict) else error
    columns = columns_of(question.target, *more)
    return line_of(row_of(columns, facts=where, puzzle=puzzle, result=seen, work=checked))


def with_certificate(row: Row, folders: Mapping[tuple[str, int], str]) -> Row:
    """A row that says where the certificate of its puzzle is; `folders` by source and position."""
    return row | {CERTIFICATE: folders.get((row["source"], row["position"]))}
