"""Tables of the rows of a journal, written when all is done: CSV, or Parquet with its extra."""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from nonosat.batch.columns import RATING, RATING_COLUMNS, ROW_FACTS, columns_of
from nonosat.batch.journal import Row, read_with_offsets, row_at
from nonosat.columns import Column
from nonosat.errors import UsageError
from nonosat.files.write import replacing, write_whole
from nonosat.foreign import encodable, no_formula
from nonosat.registry import require

JOURNALS = (".jsonl", ".ndjson")
GROUP = 10_000
"""Rows that a Parquet file keeps together, and that are in memory at once."""


def is_journal(path: str) -> bool:
    """A file of this name is the journal itself; so are devices such as ``/dev/full``."""
    return Path(path).suffix.lower() in JOURNALS or (
        os.path.exists(path) and not os.path.isfile(path)
    )


def check_table(path: str) -> None:
    """Refuse, before the work, a table that could not be written after it.

    Raises:
        UsageError: an unknown suffix.
        MissingExtra: Parquet without pyarrow.
    """
    suffix = Path(path).suffix.lower()
    if is_journal(path) or suffix == ".csv":
        return
    if suffix != ".parquet":
        raise UsageError(f"{path}: rows are written to .jsonl, .csv or .parquet")
    with require("Parquet needs pyarrow", "nonosat[parquet]", "pyarrow"):
        importlib.import_module("pyarrow")


def write_table(journal: str, path: str, facts: Sequence[str] = ROW_FACTS) -> None:
    """Write the rows of a journal in the order of files and positions.

    Args:
        facts: the columns; a rating becomes several.

    Raises:
        OutputError: it cannot be written; what was there before is untouched.
    """
    plain = columns_of(name for name in facts if name != RATING)
    rated = RATING_COLUMNS if RATING in facts else ()
    rows = (_flat(row, plain, rated) for row in rows_in_order(journal))
    if Path(path).suffix.lower() == ".csv":
        write_whole(path, _csv(rows, [*plain, *rated]))
    else:
        _write_parquet(rows, path, [*plain, *rated])


def rows_in_order(journal: str) -> Iterator[Row]:
    """The rows of a journal by file and position; the last one where a place has several.

    Memory: some 100 bytes a row, not the rows.
    """
    offsets, positions, sources = array("Q"), array("Q"), array("Q")
    names: dict[str, int] = {}
    sorted_already = True
    before = (-1, -1)
    for offset, row in read_with_offsets(journal):
        offsets.append(offset)
        positions.append(row["position"])
        sources.append(names.setdefault(row["source"], len(names)))
        here = (sources[-1], positions[-1])
        sorted_already = sorted_already and here > before
        before = here
    rank = array("Q", [0]) * len(names)
    for place, name in enumerate(sorted(names)):
        rank[names[name]] = place
    order: Iterable[int] = range(len(offsets))
    if not sorted_already or list(names) != sorted(names):
        # One number as the key: a tuple would take half as much again.
        order = sorted(order, key=lambda at: rank[sources[at]] << 64 | positions[at])
    with open(journal, "rb") as file:
        last: Row | None = None
        for at in order:
            row = row_at(file, offsets[at])
            if last is not None and (row["source"], row["position"]) != (
                last["source"],
                last["position"],
            ):
                yield last
            last = row
        if last is not None:
            yield last


def _flat(row: Row, plain: Iterable[Column], rated: Iterable[Column]) -> Row:
    """A row whose nested values are JSON; absent ones are None."""
    rating = row.get(RATING)
    flat = {column.name: row.get(column.name) for column in plain}
    flat |= {column.name: rating and column.of(rating) for column in rated}
    for name, value in flat.items():
        if isinstance(value, list | dict):
            flat[name] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        elif isinstance(value, str):  # the name of a file need not be text
            flat[name] = encodable(value)
    return flat


def _csv(rows: Iterable[Row], columns: Sequence[Column]) -> Iterator[bytes]:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in columns)
    for row in rows:
        writer.writerow(
            no_formula(value) if isinstance(value, str) else value for value in row.values()
        )
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def _write_parquet(rows: Iterator[Row], path: str, columns: Sequence[Column]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    def kind(column: Column) -> Any:
        integer = {16: pa.int16, 32: pa.int32, 64: pa.int64}[column.bits]
        kinds = {int: integer, float: pa.float64, bool: pa.bool_}
        return kinds.get(column.type, pa.string)()

    schema = pa.schema([(column.name, kind(column)) for column in columns])
    with replacing(path) as name, pq.ParquetWriter(name, schema) as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema))
