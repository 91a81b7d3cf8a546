"""Writes the rows of a finished journal as a table: CSV, or Parquet with its extra."""

import csv
import importlib
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from nonosat.advice import Advice
from nonosat.errors import UsageError
from nonosat.files.write import replacing, write_whole
from nonosat.registry import require
from nonosat.run.journal import JsonRow, read_with_offsets, row_at
from nonosat.run.questions import CHECK, Question
from nonosat.run.rows import columns_of
from nonosat.sanitize import encodable, no_formula
from nonosat.solving.columns import Column, Whole
from nonosat.words import digits

JOURNALS = (".jsonl", ".ndjson")
GROUP = 10_000
"""Rows of a group in a Parquet file, all in memory at once."""


def is_journal(path: str) -> bool:
    """Return True if a file of this name is a journal, not a table; devices are journals."""
    return Path(path).suffix.lower() in JOURNALS or (
        os.path.exists(path) and not os.path.isfile(path)
    )


def check_table(path: str) -> None:
    """Check before the work that a table can be written after it."""
    suffix = Path(path).suffix.lower()
    if is_journal(path) or suffix == ".csv":
        return
    if suffix != ".parquet":
        raise UsageError(
            f"{path}: the suffix must be .jsonl, .csv or .parquet", advice=Advice("other outputs")
        )
    with require("Parquet needs pyarrow", "nonosat[parquet]", "pyarrow"):
        importlib.import_module("pyarrow")


def write_table(journal: str, path: str, question: Question = CHECK) -> None:
    """Write the rows of a journal in the order of files and positions; see `columns_of`."""
    columns = columns_of(question)
    rows = (_flat(row, columns) for row in rows_in_order(journal))
    write_rows(rows, path, columns)


def write_rows(rows: Iterator[JsonRow], path: str, columns: Sequence[Column]) -> None:
    """Write rows whose values are those of the columns, in their order."""
    if Path(path).suffix.lower() == ".csv":
        write_whole(path, _csv(rows, columns))
    else:
        _write_parquet(rows, path, columns)


def rows_in_order(journal: str) -> Iterator[JsonRow]:
    """Yield the rows of a journal by file and position, only the last one of each place."""
    names: dict[str, str] = {}  # each name is kept once
    places = sorted(
        (names.setdefault(row["source"], row["source"]), row["position"], offset)
        for offset, row in read_with_offsets(journal)
    )
    with open(journal, "rb") as file:
        for _, same in groupby(places, itemgetter(0, 1)):
            *_, (_, _, offset) = same
            yield row_at(file, offset)


def _flat(row: JsonRow, columns: Iterable[Column]) -> JsonRow:
    """Return a row with nested values as JSON, and None for missing ones."""
    flat = {column.name: row.get(column.name) for column in columns}
    for name, value in flat.items():
        if isinstance(value, list | dict):
            flat[name] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        elif isinstance(value, str):  # file names need not be valid text
            flat[name] = encodable(value)
    for column in columns:
        if column.type is Whole and flat[column.name] is not None:
            flat[column.name] = digits(row[column.name])
    return flat


def _csv(rows: Iterable[JsonRow], columns: Sequence[Column]) -> Iterator[bytes]:
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


def _write_parquet(rows: Iterator[JsonRow], path: str, columns: Sequence[Column]) -> None:
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
