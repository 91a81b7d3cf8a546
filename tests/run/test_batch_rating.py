"""``check --rate``: how hard each puzzle is, in lines, rows, tables and on the page."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path

import pytest
from conftest import ROOT
from puzzle_collections import ROW_FACTS, check, collection

import nonosat
from nonosat import dumps, load
from nonosat.ask.explain import difficulty
from nonosat.ask.explain.difficulty import Rating, rate
from nonosat.cli.ask import InOrder
from nonosat.cli.check_lines import LinePrinter
from nonosat.cli.check_options import CheckOptions
from nonosat.errors import Reason, Stop
from nonosat.files import walk
from nonosat.generators import Recipe, make
from nonosat.model import SourcedSheet
from nonosat.run.jobs import Job
from nonosat.run.records import Item
from nonosat.run.work import rating_of
from nonosat.solving.result import Verdict

EASY = '{"rows": [[2], [1]], "columns": [[2], [1]]}'
SWITCH = '{"rows": [[1], [1]], "columns": [[1], [1]]}'
NO_CLUE = '{"rows": [[2]], "columns": [[1]]}'
TRIALS = (ROOT / "data/drawn/first-steps.jsonl").read_text().splitlines()[0]
DOMINO = dumps([make("domino", Recipe(19, 19))], "jsonl").strip()
LINES = [EASY, SWITCH, NO_CLUE, TRIALS]


def rows_of(text: str) -> list[dict]:
    return sorted(map(json.loads, text.splitlines()), key=lambda row: row["position"])


@pytest.mark.parametrize("jobs", [(), ("--jobs", 2)], ids=["in order", "in any order"])
def test_rows_have_what_rate_says(tmp_path: Path, jobs: tuple) -> None:
    path = collection(tmp_path, LINES)
    done = check(path.name, "--rate", "--json", *jobs, cwd=tmp_path)
    assert done.returncode == 10
    rows = rows_of(done.stdout)
    assert [*rows[0]][-1] == "rating"
    (sheet,) = load(str(collection(tmp_path, [EASY], "easy.jsonl")))
    assert rows[0]["rating"] == rate(sheet.puzzle).to_dict()
    assert rows[0]["rating"]["stars"] == 1
    assert rows[1]["rating"]["verdict"] == "multiple"
    assert rows[1]["rating"]["score"] is None
    assert rows[2]["rating"] is None


def test_lines_have_stars(tmp_path: Path) -> None:
    path = collection(tmp_path, [EASY, SWITCH])
    done = check(path.name, "--rate", cwd=tmp_path)
    first, second = (line for line in done.stdout.splitlines() if line.startswith(path.name))
    assert first.split()[-2] == "*"
    assert second.endswith("s  -")


def test_a_limit_ends_the_rating_and_keeps_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    """The check is done; trials inside trials take longer than what it has left."""
    job = Job(more=("rating",), seconds=0.1)
    sheet = make("domino", Recipe(19, 19))
    result = dataclasses.replace(nonosat.check(sheet.puzzle), seconds=0.05)
    rating = rating_of(job, result)
    found = SourcedSheet(sheet, "hard")
    lines = LinePrinter(CheckOptions(["hard"]))
    lines.take(job.row(Item(0, found), found, sheet.puzzle, result, rating=rating))
    said = " ".join(capsys.readouterr().out.split())
    lines.finish()
    assert lines.codes == [0, 30]
    assert " unique needs search " in said
    assert said.endswith("no rating: the limit of 0.1 s was reached")


def test_ctrl_c_ends_the_rating_and_keeps_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(difficulty, "rate", interrupted)
    path = collection(tmp_path, [EASY])
    plan = CheckOptions([str(path)], rate=True)
    items = [Item(0, piece) for piece in walk([str(path)]) if not isinstance(piece, Path)]
    results = InOrder(plan, LinePrinter(plan)).run(items, Job(more=plan.more))
    (row,) = next(results).rows
    assert row.verdict == "unique"
    assert row.rating == Rating(Verdict.UNIQUE, stop=Stop(Reason.INTERRUPTED))
    with pytest.raises(KeyboardInterrupt):
        next(results)


@pytest.mark.slow
def test_a_rating_may_take_longer_than_the_first_go(tmp_path: Path) -> None:
    path = collection(tmp_path, [DOMINO])
    done = check(path.name, "--rate", "--json", "--jobs", 1, cwd=tmp_path)
    assert done.returncode == 0
    (row,) = rows_of(done.stdout)
    assert row["rating"]["class"] == "guessing"


def test_tables_and_the_page_have_columns(tmp_path: Path) -> None:
    path = collection(tmp_path, LINES)
    args = (path.name, "--rate", "-o", "out.csv", "--report", "page.html")
    assert check(*args, cwd=tmp_path).returncode == 10
    with (tmp_path / "out.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0])[: len(ROW_FACTS)] == ROW_FACTS
    assert [row["stars"] for row in table] == ["1", "", "", "3"]
    assert float(table[0]["score"]) < float(table[3]["score"])
    page = (tmp_path / "page.html").read_text()
    assert "<th" in page
    assert "★★★ " in page


def test_resume_rates_what_has_no_rating_yet(tmp_path: Path) -> None:
    path = collection(tmp_path, [EASY, SWITCH])
    check(path.name, "-o", "out.jsonl", cwd=tmp_path)
    done = check(path.name, "-o", "out.jsonl", "--resume", "--rate", cwd=tmp_path)
    assert "done before" not in done.stdout
    again = check(path.name, "-o", "out.jsonl", "--resume", "--rate", cwd=tmp_path)
    assert "2 done before" in again.stdout
    rows = rows_of((tmp_path / "out.jsonl").read_text())
    assert [row.get("rating", {}).get("stars") for row in rows if "rating" in row] == [1, None]
