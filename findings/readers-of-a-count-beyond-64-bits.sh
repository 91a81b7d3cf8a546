#!/usr/bin/env bash
# DuckDB 2.0.1, polars 2.1.0, pandas 3.1.1 (PyPI): a number of solutions of 26 digits, in JSON lines.
#
# The guess: DuckDB takes it as a HUGEINT, as its type has 128 bits; polars, whose integers had 64 bits for
# long, refuses it; pandas makes a float of it.
# Seen: DuckDB makes DOUBLE of the whole column without a word, so small numbers beyond 2^53 lose digits,
# too; polars reads it exactly as Int128; pandas raises ValueError.
#
#   duckdb: DOUBLE 15511210043330986055303168 9007199254740992
#   polars: Int128 15511210043330985984000000 9007199254740993
#   pandas: ValueError
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from pathlib import Path

import duckdb
import pandas
import polars

Path("counts.jsonl").write_text(
    '{"number": 15511210043330985984000000}\n{"number": 9007199254740993}\n'
)
rows = duckdb.sql("select typeof(number), number from read_json('counts.jsonl')").fetchall()
print("duckdb:", rows[0][0], *(int(number) for _, number in rows))
column = polars.read_ndjson("counts.jsonl")["number"]
print("polars:", column.dtype, *column)
try:
    print("pandas:", *pandas.read_json("counts.jsonl", lines=True).number)
except ValueError as err:
    print("pandas:", type(err).__name__)
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
duckdb: DOUBLE 15511210043330986055303168 9007199254740992
polars: Int128 15511210043330985984000000 9007199254740993
pandas: ValueError
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
