"""The columns of a table with one row for each puzzle."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

Part = Literal["facts", "puzzle", "result", "work"]


class Whole(int):
    """The type of a column of whole numbers of any size; tables have them as texts."""


class Column(NamedTuple):
    """One column of the results: its JSON key, its type, and how to compute it.

    JSON, JSON lines, CSV, Parquet, the report and the check of a journal follow from it.
    """

    name: str
    type: type
    """Of its JSON value."""
    of: Callable[[Any], Any]
    """Gets the value from the `part`."""
    part: Part = "facts"
    """A fact of a puzzle or of a result is null where there is none."""
    null: bool = False
    """It may be null in any row."""
    bits: int = 32
    """Of a number in Parquet."""
