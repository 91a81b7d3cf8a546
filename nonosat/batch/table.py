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

from nonosat.batch.jobs import RATING, ROW_FACTS
from nonosat.batch.journal import Row, read_with_offsets, row_at
from nonosat.errors import UsageError
from nonosat.files.write import replacing, write_whole
from nonosat.foreign import encodable, no_formula
from nonosat.registry import require

JOURNALS = (".jsonl", ".ndjson")
GROUP = 10_000
"""Rows that a Parquet file keeps together, and that are in memory at once."""
_RATING_COLUMNS = {
    "stars": "stars",
    "score": "score",
    "class": "class",
    "rounds": "rounds",
    "hardest": "hardest",
    "bottleneck": "bottleneck",
    "not_rated": "error",
}
"""What a rating becomes in a table: column -> its key."""
_NESTED = ("solutions", "differs", "counters")
"""Facts that become JSON in a cell of the table."""


def is_journal(path: str) -> bool:
    """Whether a file of this name is the journal itself; devices such as ``/dev/full`` are."""
    return Path(path).suffix.lower() in JOURNALS or (
        os.path.exists(path) and not os.path.isfile(path)
    )


def check_table(path: str) -> None:
    """Refuse before the work what could not be written after it.

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
    names = [name for name in facts if name != RATING]
    columns = names if RATING not in facts else [*names, *_RATING_COLUMNS]
    rows = (_flat(row, columns) for row in rows_in_order(journal))
    if Path(path).suffix.lower() == ".csv":
        write_whole(path, _csv(rows, columns))
    else:
        _write_parquet(rows, path, columns)


def rows_in_order(journal: str) -> Iterator[Row]:
    """The rows of a journal by file and position; the last one where a place has several.

    Memory: some 60 bytes a row, not the rows.
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
        order = sorted(order, key=lambda at: (rank[sources[at]], positions[at]))
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


def _flat(row: Row, columns: Sequence[str]) -> dict[str, Any]:
    """A row whose nested values are JSON; absent ones are None."""
    rating = row.get(RATING) or {}
    facts = row | {column: rating.get(key) for column, key in _RATING_COLUMNS.items()}
    flat = {name: facts.get(name) for name in columns}
    for name, value in flat.items():
        if name in _NESTED and value is not None:
            flat[name] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        elif isinstance(value, str):  # the name of a file need not be text
            flat[name] = encodable(value)
    return flat


def _csv(rows: Iterable[Row], columns: Sequence[str]) -> Iterator[bytes]:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(
            no_formula(value) if isinstance(value, str) else value for value in row.values()
        )
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def _write_parquet(rows: Iterator[Row], path: str, columns: Sequence[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "position": pa.int64(),
        "height": pa.int32(),
        "width": pa.int32(),
        "colors": pa.int16(),
        "line_solvable": pa.bool_(),
        "seconds": pa.float64(),
        "cpu_seconds": pa.float64(),
        "attempt": pa.int32(),
        "stars": pa.int32(),
        "score": pa.float64(),
        "rounds": pa.int32(),
        "bottleneck": pa.int32(),
    }
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in columns])
    with replacing(path) as name, pq.ParquetWriter(name, schema) as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema))
