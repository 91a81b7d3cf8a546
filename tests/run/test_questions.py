"""Every question about many puzzles: the same options, the same rows whoever answers, the same safety."""

import csv
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from command import begun, run, wait_for
from conftest import at_night, without_files
from puzzle_collections import MIXED, QUESTIONS, collection, puzzle_line, size_of

from nonosat import cli

VARYING = ("seconds", "cpu_seconds", "counters", "attempt")
EXPLAINED = MIXED[-6:]
"""Several solutions, clues that contradict themselves, no JSON, no solution ..."""


def rows_of(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Rows in the order of the collection, without what may differ between two runs."""
    rows = [{k: v for k, v in json.loads(line).items() if k not in VARYING} for line in lines]
    return sorted(rows, key=lambda row: (row["source"], row["position"]))


@pytest.mark.parametrize("question", ["count", *at_night("check", "rate", "backbone", "conflict")])
def test_the_same_rows_whoever_answers(question: str, tmp_path: Path) -> None:
    path = collection(tmp_path, EXPLAINED)
    here = run(question, path.name, "--json", cwd=tmp_path)
    rows = rows_of(here.stdout.splitlines())
    assert [row["position"] for row in rows] == list(range(1, len(EXPLAINED) + 2))
    assert all(
        [*json.loads(line)][-2:] == ["clue_hash", "attempt"] for line in here.stdout.splitlines()
    )
    there = run(question, path.name, "--json", "--jobs", 2, cwd=tmp_path)
    assert rows_of(there.stdout.splitlines()) == rows
    assert sorted(there.stderr.splitlines()) == sorted(here.stderr.splitlines())
    kept = run(question, path.name, "-o", "out.jsonl", cwd=tmp_path)
    assert rows_of((tmp_path / "out.jsonl").read_text().splitlines()) == rows
    assert kept.returncode == there.returncode == here.returncode
    table = run(question, path.name, "-o", "out.csv", "--jobs", 2, cwd=tmp_path)
    with (tmp_path / "out.csv").open(newline="") as file:
        assert csv.DictReader(file).fieldnames == [*json.loads(here.stdout.splitlines()[0])]
    assert table.returncode == here.returncode


@pytest.mark.parametrize("question", QUESTIONS)
def test_resume_asks_only_what_is_missing(question: str, tmp_path: Path) -> None:
    path = collection(tmp_path, EXPLAINED)
    out = tmp_path / "out.jsonl"
    first = run(question, path.name, "-o", out.name, cwd=tmp_path)
    whole = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(whole[:3]) + whole[3][:20])
    done = run(question, path.name, "-o", out.name, "--resume", cwd=tmp_path)
    assert "; 3 done before; " in done.stdout
    assert out.read_bytes().startswith(b"".join(whole[:3]))
    assert rows_of(out.read_text().splitlines()) == rows_of(map(bytes.decode, whole))
    again = run(question, path.name, "-o", out.name, "--resume", cwd=tmp_path)
    assert f"; {len(whole)} done before; " in again.stdout
    assert first.returncode == done.returncode == again.returncode


@pytest.mark.parametrize("question", QUESTIONS)
def test_resume_refuses_the_rows_of_another_question(question: str, tmp_path: Path) -> None:
    path, other = collection(tmp_path, EXPLAINED), QUESTIONS[QUESTIONS.index(question) - 1]
    run(other, path.name, "-o", "out.jsonl", cwd=tmp_path)
    before = (tmp_path / "out.jsonl").read_bytes()
    done = run(question, path.name, "-o", "out.jsonl", "--resume", cwd=tmp_path)
    assert done.returncode == 3
    assert f"out.jsonl:1: not a row of a {question} (it has no " in done.stderr
    assert (tmp_path / "out.jsonl").read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the rows are read while they are written")
@pytest.mark.parametrize("question", ["check", *at_night(*QUESTIONS[1:])])
def test_kill_and_resume_lose_nothing(question: str, tmp_path: Path) -> None:
    path = collection(tmp_path, (puzzle_line(20, 20, seed) for seed in range(150)))
    out, args = tmp_path / "out.jsonl", [path.name, "--limit", 60, "--jobs", 2, "-o", "out.jsonl"]
    process = begun(question, *args, cwd=tmp_path)
    wait_for(lambda: size_of(out))
    process.kill()
    process.communicate()
    kept = out.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    done_before = whole.count(b"\n")
    assert 0 < done_before < 150
    done = run(question, *args, "--resume", cwd=tmp_path)
    assert f"; {done_before} done before; " in done.stdout
    assert out.read_bytes().startswith(whole)
    rows = rows_of(out.read_text().splitlines())
    assert [row["position"] for row in rows] == list(range(1, 151))
    assert {row["error"] for row in rows} == {None}


MADE_UP = '''
import dataclasses

import typer

from nonosat.run.questions import Question, columns_with
from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.output import say
from nonosat.errors import FINISHED
from nonosat.solving.result import Ended, Verdict
from nonosat.solving.search import BaseSearch


@dataclasses.dataclass(frozen=True)
class Ink(Ended):
    cells: int
    stop: object = FINISHED

    def to_dict(self):
        return {"cells": self.cells, "error": self.error or None}


class InkSearch(BaseSearch):
    def __init__(self, puzzle, limits):
        super().__init__(limits)
        self.cells = sum(block.length for clue in puzzle.rows for block in clue)

    def _work(self):
        pass

    def result(self):
        return Ink(self.cells, self._stop)


def ink(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
):
    """Count the cells with ink."""
    return ask(QUESTION, context, lambda row: say(f"{row.result.cells} cells have ink"))


QUESTION = Question(
    "ink", "ink:QUESTION", lambda puzzle, backend, limits, known: InkSearch(puzzle, limits),
    lambda puzzle, backend: Ink(0), columns_with("source", "position", cells=int), "cells",
    lambda row: "counted", {"counted": Verdict.UNIQUE},
)
'''


def test_a_made_up_question_is_one_file_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/ink.py").write_text(MADE_UP)
    monkeypatch.syspath_prepend(tmp_path / "home")
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path / "home")])
    monkeypatch.setitem(cli.COMMANDS, "ink", "Count the inked cells.")  # the line
    path = collection(tmp_path, [puzzle_line(3, 3), '{"rows": [[2]], "columns": [[1], [1]]}'])
    assert "2 cells have ink" in run("ink", path.name, cwd=tmp_path).stdout
    for jobs in (1, 2):
        out = f"{jobs}.csv"
        done = run("ink", path.name, "--jobs", jobs, "-o", out, cwd=tmp_path)
        assert (done.returncode, without_files(done.stderr)) == (0, "")
        assert done.stdout.startswith("2 puzzles: 2 counted; ")
        with (tmp_path / out).open(newline="") as file:
            assert [row["cells"] for row in csv.DictReader(file)][1:] == ["2"]
    assert (
        "2 done before"
        in run("ink", path.name, "-o", out, "--resume", "--force", cwd=tmp_path).stdout
    )
