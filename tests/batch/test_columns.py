"""A fact of a row is defined once: a column more is a fact more in whatever is written."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from command import python
from conftest import ROOT

COLLECTION = ROOT / "tests" / "data" / "collection"
WITH_BLOCKS = """
from nonosat import result
blocks = result.Column("blocks", int, lambda puzzle: sum(map(len, puzzle.clues)), "puzzle")
result.COLUMNS = (*result.COLUMNS, blocks)
result.FACTS = (*result.FACTS, "blocks")
from nonosat.__main__ import main
main()
"""
"""The command, with one fact more."""
WANT = [4, 4, 7, None, None, 2, 0]
"""Blocks of the puzzles in easy.jsonl."""
TEXTS = ["" if blocks is None else str(blocks) for blocks in WANT]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(COLLECTION, tmp_path / "puzzles")
    return tmp_path


def check(folder: Path, *args: str) -> str:
    done = python("-c", WITH_BLOCKS, "check", "puzzles/easy.jsonl", *args, cwd=folder)
    assert done.returncode == 20, done.stderr
    return done.stdout


def test_a_fact_more_is_in_all_that_is_written(folder: Path) -> None:
    lines = [json.loads(line) for line in check(folder, "--json").splitlines()]
    assert [line["blocks"] for line in lines] == WANT
    check(folder, "-o", "o.csv", "--report", "o.html")
    rows = [json.loads(line) for line in (folder / "o.csv.jsonl").read_text().splitlines()]
    assert [row["blocks"] for row in rows] == WANT
    with (folder / "o.csv").open(newline="") as file:
        assert [row["blocks"] for row in csv.DictReader(file)] == TEXTS
    head, *cells = (folder / "o.html").read_text().split("<tr>")[1:]
    assert head.rpartition('<button type="button">')[2].startswith("blocks<")
    shown = [cell.rpartition("<td")[2].partition(">")[2].partition("<")[0] for cell in cells]
    assert shown == [text or "&ndash;" for text in TEXTS]


def test_a_fact_more_is_in_parquet(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    check(folder, "-o", "o.parquet")
    column = parquet.read_table(folder / "o.parquet").column("blocks")
    assert (str(column.type), column.to_pylist()) == ("int32", WANT)


def test_journals_that_have_it_are_gone_on_with(folder: Path) -> None:
    check(folder, "-o", "o.jsonl")
    assert "7 done before" in check(folder, "-o", "o.jsonl", "--resume")
