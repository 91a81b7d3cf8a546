"""Journals of an earlier version: they are gone on with, and what they hold stays as it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from conftest import ROOT
from puzzle_collections import Row, check, unvarying

JOURNALS = ROOT / "tests" / "data" / "journals"
WHOLE = 14
"""Puzzles of the collection."""
TOTALS = "14 puzzles: 7 unique, 3 not read, 2 failed, 1 multiple, 1 none"

#    journal     options      rows that count
OLD = [
    ("whole",     (),          14),
    ("half",      (),          7),
    ("jobs",      (),          14),
    ("rated",     ("--rate",), 14),
    ("rated",     (),          14),
    ("certified", ("--rate",), 14),
    ("certified", (),          14),
    ("whole",     ("--rate",), 0),
]  # fmt: skip


def rows_of(lines: Iterable[bytes]) -> list[Row]:
    """The last row of each puzzle, in the order of the collection, without what varies."""
    rows = {(row["source"], row["position"]): row for row in map(json.loads, lines)}
    return unvarying(rows[place] for place in sorted(rows))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(JOURNALS, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.parametrize(("name", "options", "count"), OLD)
@pytest.mark.parametrize("jobs", [(), ("--jobs", 2)], ids=["alone", "jobs"])
@pytest.mark.slow
def test_an_old_journal_is_gone_on_with(
    folder: Path, name: str, options: tuple[str, ...], count: int, jobs: tuple[object, ...]
) -> None:
    old = (folder / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    whole = [line for line in old if line.endswith(b"\n")]
    args = ("-b", "moody", "-o", f"{name}.jsonl", "--resume", *options, *jobs)
    done = check("puzzles", *args, cwd=folder)
    assert done.returncode == 70
    before = f"; {count} done before" if count else ""
    assert done.stdout.startswith(f"{TOTALS}{before}; ")
    new = (folder / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    assert new[: len(whole)] == whole
    assert len(new) == len(whole) + WHOLE - count
    like = "rated" if "--rate" in options else name if count == WHOLE else "whole"
    want = rows_of((JOURNALS / f"{like}.jsonl").read_bytes().splitlines())
    have = rows_of(new)
    for row in have if like != name else ():
        row.pop("certificate", None)
    assert [*map(json.dumps, have)] == [*map(json.dumps, want)]  # the order of the keys, too


@pytest.mark.parametrize(("name", "options"), [("whole", ()), ("rated", ("--rate",))])
def test_the_table_of_an_old_journal_is_the_same(
    folder: Path, name: str, options: tuple[str, ...]
) -> None:
    shutil.copy(folder / f"{name}.jsonl", folder / "now.csv.jsonl")
    done = check("puzzles", "-b", "moody", *options, "-o", "now.csv", "--resume", cwd=folder)
    assert done.returncode == 70
    assert (folder / "now.csv").read_bytes() == (JOURNALS / f"{name}.csv").read_bytes()


def test_puzzles_with_certain_verdicts_are_copied_from_what_was_done(folder: Path) -> None:
    args = ("--filter", "unique", "--copy-to", "good.jsonl", "--report", "page.html")
    done = check("puzzles", "-b", "moody", "-o", "jobs.jsonl", "--resume", *args, cwd=folder)
    assert "; 14 done before; " in done.stdout
    assert "good.jsonl: 7 copied" in done.stdout
    copied = map(json.loads, (folder / "good.jsonl").read_text().splitlines())
    assert [sheet.get("title") for sheet in copied] == [
        "Example C", "Corner", None, None, "Smile", "Tee", None,
    ]  # fmt: skip
    page = (folder / "page.html").read_text()
    assert page.count("<tr>") == 1 + WHOLE
    assert "#d00000" in page
