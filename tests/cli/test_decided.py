"""A search that ends early says how much of the picture is certain, and `solve -o` keeps it."""

import json
import random
import re
import signal
import sys
from pathlib import Path
from typing import Any

import brute_force
import pytest
from command import alive, begun, children_of, run, wait_for, wait_for_work
from conftest import at_night, without_files
from puzzle_collections import QUESTIONS

import nonosat
from nonosat import Domains, Grid, Limits, Result, Search, Verdict
from nonosat.solving.api import line_logic
from nonosat.solving.backends import BACKENDS


def known_of(path: Path) -> Domains:
    """What line logic decides."""
    (sheet,) = nonosat.load(path)
    known = line_logic(sheet.puzzle, None, 60)
    assert known is not None
    assert 16 * 60 <= known.decided < 76 * 60
    return known


@pytest.mark.parametrize("more", ["", *at_night("--jobs 2")])
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_says_how_much_is_certain(
    question: str, more: str, open_puzzle: Path
) -> None:
    args = [question, open_puzzle, "--limit", "0.4", *more.split()]
    row = json.loads(run(*args, "--json").stdout)
    done = run(*args)
    assert done.returncode == 30
    assert row["decided"] >= known_of(open_puzzle).decided
    if question == "backbone":
        assert row["decided"] == row["fixed"]
        assert re.search(r"[0-9]+ of [0-9]+ cells are the same in every solution", done.stdout)
    else:  # another run, which may decide more or fewer cells until the limit
        found = re.search(r"([0-9,]+) of 4,560 cells are certain", done.stdout)
        assert found is not None
        assert int(found[1].replace(",", "")) >= known_of(open_puzzle).decided


@pytest.mark.parametrize("question", [*QUESTIONS, "solve"])
def test_what_is_answered_says_how_much_the_clues_decide(question: str) -> None:
    def decided(*words: str) -> object:
        return json.loads(run(question, *words, "--json").stdout)["decided"]

    assert decided("--rows", "2;1", "--cols", "2;1") == 4
    if question != "solve":  # which ends with the first solution
        assert decided("--rows", "1;1;2", "--cols", "1;1;2") == 5
    assert decided("--rows", "1 1;0;1 1", "--cols", "1;1 1;1") is None


@pytest.mark.parametrize("question", [*QUESTIONS, "solve"])
def test_without_time_line_logic_still_counts(question: str, open_puzzle: Path) -> None:
    row = json.loads(run(question, open_puzzle, "--limit", "0", "--json").stdout)
    assert row["decided"] == known_of(open_puzzle).decided


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *(("begun.json", True), ("begun.png", True), ("begun.pbm", False)),
        *at_night(*((f"begun.{suffix}", True) for suffix in ("txt", "non", "gno", "svg"))),
        *at_night(("begun.xlsx", False)),
    ],
)
def test_solve_keeps_what_is_certain(
    name: str, kept: bool, open_puzzle: Path, tmp_path: Path
) -> None:
    done = run("solve", open_puzzle, "--limit", "0.4", "-o", name, cwd=tmp_path)
    assert done.returncode == 30
    assert (tmp_path / name).exists() == kept
    if not kept:
        assert " has no place for others" in done.stderr
        return
    assert f"of the cells; --known {name} continues from them" in done.stderr
    again = run("check", open_puzzle, "--known", name, "--limit", "0", "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["decided"] >= known_of(open_puzzle).decided
    (found,) = (int(n.replace(",", "")) for n in re.findall(r"([0-9,]+) of", done.stdout))
    assert json.loads(again.stdout)["decided"] == found


@pytest.mark.parametrize("suffix", ["png", "svg", "txt"])
def test_a_picture_of_what_all_solutions_share(suffix: str, tmp_path: Path) -> None:
    """As a puzzle it is refused: nobody drew its gray cells."""
    clues = ["--rows", "1;1;2", "--cols", "1;1;2"]
    name = f"common.{suffix}"
    done = run("backbone", *clues, "-o", name, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, f"nonosat: wrote {name}\n")
    again = run("backbone", *clues, "--known", name, "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["rows"] == ["?.?", "..#", "?#?"]
    if suffix != "txt":
        checked = run("check", name, cwd=tmp_path)
        assert checked.returncode == 3
        assert "partly solved" in checked.stderr
        assert "`nonosat check PUZZLE MARKS`" in checked.stderr
    several = run("backbone", "data/drawn", "-o", tmp_path / f"all.{suffix}")
    assert several.returncode == 2
    assert "is a picture of one puzzle, not of" in several.stderr


def test_a_solution_is_drawn(tmp_path: Path) -> None:
    done = run("solve", "--rows", "2;1", "--cols", "2;1", "-o", "two.svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "nonosat: wrote two.svg\n")
    (sheet,) = nonosat.load(tmp_path / "two.svg")
    assert [*sheet.goals[0]] == [b"\1\1", b"\1\0"]


def test_nothing_certain_and_nothing_asked_write_nothing(tmp_path: Path) -> None:
    clues = ["--rows", "1;1", "--cols", "1;1", "--limit", "0"]
    done = run("solve", *clues, "-o", "out.txt", cwd=tmp_path)
    assert done.stderr == "nonosat: out.txt not written: not every puzzle was solved\n"
    piped = run("solve", *clues, "-o", "-", cwd=tmp_path)
    assert (piped.stdout, piped.returncode) == ("", 30)


@pytest.mark.parametrize("backend", [entry.name for entry in BACKENDS])
def test_what_is_certain_holds_in_every_solution(backend: str) -> None:
    rng = random.Random(backend)
    seen = dict.fromkeys(Verdict, 0)
    for number in range(60):
        height, width, inks = rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 2)
        grid = brute_force.random_grid(rng, height, width, inks, rng.uniform(0.2, 0.7))
        puzzle = brute_force.puzzle_of(grid, inks)
        limits = [Limits(), Limits(_engines=False), Limits(0)][number % 3]
        search = Search(puzzle, backend=backend, at_most=rng.choice([1, 2, None]), limits=limits)
        result = search.run()
        seen[result.verdict] += 1
        check_certain(result, list(brute_force.solutions(puzzle)))
    assert seen[Verdict.UNIQUE]
    assert seen[Verdict.UNKNOWN]


def check_certain(result: Result, solutions: list[Grid]) -> None:
    """What a result says to be certain, each solution has."""
    pairs = zip(*(grid.cells for grid in solutions), strict=True)
    fixed = sum(len(set(colors)) == 1 for colors in pairs)
    assert result.decided is None or result.decided <= fixed
    if result.known is not None:
        assert not any(any(result.known.outside(grid)) for grid in solutions)
    if result.verdict is Verdict.UNIQUE:
        assert (result.decided, result.known) == (fixed, None)


# SIGTERM


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    "command", ["check --jobs 2 -o rows.jsonl", *at_night("check", "count", "solve -o begun.txt")]
)
def test_sigterm_is_as_ctrl_c(command: str, open_puzzle: Path, tmp_path: Path) -> None:
    name, *more = command.split()
    came: dict[int, Any] = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        folder = tmp_path / str(number)
        folder.mkdir()
        process = begun(name, open_puzzle, *more, cwd=folder)
        left: list[int] = []
        if "--jobs" in more:  # a worker, and the guarded process that it starts
            wait_for(lambda: any(map(children_of, children_of(process.pid))))  # noqa: B023
            left = children_of(process.pid)
            left += [child for worker in left for child in children_of(worker)]
        else:
            wait_for_work(process.pid, 1.0)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        wait_for(lambda: not any(map(alive, left)))  # noqa: B023
        out = re.sub(r" *[0-9.]+ s|[0-9,]+(?= of)", "", out)
        kept = sorted(file.name for file in folder.iterdir())
        came[number] = process.returncode, out, without_files(err), kept
    assert [came[number][0] for number in came] == [130, 143]
    assert came[signal.SIGINT][1:] == came[signal.SIGTERM][1:]
    assert "interrupted" in came[signal.SIGTERM][2]
    if not more:
        assert "cells are certain" in came[signal.SIGTERM][1]
