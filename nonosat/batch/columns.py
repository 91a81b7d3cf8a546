"""The columns of the rows of a collection. JSON, tables and the report follow from this list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonosat.batch.journal import Row, line_of
from nonosat.batch.outcome import FAILED, NOT_READ, Checked
from nonosat.columns import Column
from nonosat.files import Unread
from nonosat.result import COLUMNS, row_of

RATING, CERTIFICATE = "rating", "certificate"
ROW_COLUMNS = (
    *COLUMNS,
    Column("clue_hash", str, lambda checked: checked.clue_hash, "work", null=True),
    Column("attempt", int, lambda checked: checked.attempt, "work"),
)
"""The facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""
ALL_COLUMNS = (
    *ROW_COLUMNS,
    Column(
        RATING, dict, lambda checked: checked.rating and checked.rating.to_dict(), "work", null=True
    ),
    # Known at the end, see `with_certificate`: the folder.
    Column(CERTIFICATE, str, lambda checked: None, "work", null=True),
)
"""With those that rows have where they are asked for."""
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
ROW_FACTS = tuple(column.name for column in ROW_COLUMNS)
_BY_NAME = {column.name: column for column in ALL_COLUMNS}


def columns_of(facts: Iterable[str]) -> list[Column]:
    """The columns with these names."""
    return [_BY_NAME[name] for name in facts]


def row_line(checked: Checked, facts: Iterable[str]) -> bytes:
    """The row of a puzzle as JSON, with these keys."""
    found, result = checked.found, checked.result
    error = result.error if result else str(checked.failure or "")
    if isinstance(found, Unread):
        puzzle = None
        where = {"source": found.source, "position": found.position, "title": None, "remarks": []}
    else:
        puzzle, where = found.sheet.puzzle, found.facts
    where |= {"error": error}
    row = row_of(columns_of(facts), facts=where, puzzle=puzzle, result=result, work=checked)
    return line_of(row)


def with_certificate(row: Row, folders: Mapping[tuple[str, int], str]) -> Row:
    """A row that says where the certificate of its puzzle is; `folders` by source and position."""
    return row | {CERTIFICATE: folders.get((row["source"], row["position"]))}


def verdict_of(row: Row) -> str:
    """The verdict of a row, or why it has none; see `VERDICTS`."""
    if row["verdict"] is None:
        return NOT_READ if row["clue_hash"] is None else FAILED
    return str(row["verdict"])
