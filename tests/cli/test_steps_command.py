"""``nonosat steps``: lists, files, and what it refuses."""

import json
import os
import signal
from pathlib import Path

import pytest
from command import begun, run, without_times
from conftest import ROOT
from explain_puzzles import random_puzzle

import nonosat

AMBIGUOUS = "tests/data/ambiguous/horizontales-5x5.txt"


def test_a_list_of_steps() -> None:
    done = run("steps", "--rows", "1r 2k;3k", "--cols", "1r 1k;2k;2k")
    assert (done.returncode, done.stderr) == (0, "")
    assert without_times(done.stdout).splitlines() == [
        "   1. row 1 (1r 2k): simple boxes: 2-3 black; 1 red   rkk",
        "   2. row 2 (3k): simple boxes: 1-3 black   kkk",
        "   3. solved",
        "       1r",
        "       1k 2k 2k",
        " 1r 2k  r  k  k",
        "    3k  k  k  k",
        "unique solution: 2 steps",
    ]


def test_the_cells_of_a_long_line_are_below_its_words() -> None:
    done = run("steps", "--rows", "100", "--cols", ";".join(["1"] * 100))
    words, cells, *_ = done.stdout.splitlines()
    assert "row 1 (100)" in words
    assert cells.strip() == "#" * 100


def test_an_ambiguous_puzzle_says_that_it_rests_on_a_guess() -> None:
    done = run("steps", AMBIGUOUS)
    assert done.returncode == 0
    assert "\n  18.   guess 1: row 1, column 2 is blank\n" in done.stdout
    assert without_times(done.stdout).splitlines()[-1] == (
        "several solutions, so that no reasoning decides them: this one rests on 1 guess, "
        "another differs in 6 cells: 23 steps, 1 guess"
    )


def test_json_lines_rebuild_the_board() -> None:
    done = run("steps", "data/drawn/clownfish.g", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    *taken, end = (json.loads(line) for line in done.stdout.splitlines())
    cells = {}
    for number, step in enumerate(taken, 1):
        assert step["step"] == number
        for row, col, char in step.get("decided", []):
            cells[row, col] = char
    solution = taken[-1]["solution"]
    assert ["".join(cells[r, c] for c in range(26)) for r in range(18)] == solution
    puzzle = nonosat.load(ROOT / "data/drawn/clownfish.g")[0].puzzle
    (want,) = nonosat.check(puzzle).solutions
    assert solution == want.drawn(puzzle.palette.chars)
    said = {"kind": "end", "verdict": "unique", "steps": len(taken), "guesses": 0}
    assert end.items() >= said.items()


def test_no_solution_and_a_limit_have_their_exit_codes() -> None:
    done = run("steps", "--rows", "1;2;1", "--cols", "1;1 1;1")
    assert done.returncode == 20
    assert without_times(done.stdout).splitlines()[-1].startswith("no solution: ")
    done = run("steps", "data/drawn/windmill.non", "--limit", "0.01")
    assert done.returncode == 30
    assert "not solved (the limit of 0.01 s was reached): " in done.stdout.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_stops_the_steps_at_once(tmp_path: Path) -> None:
    nonosat.dump([nonosat.Sheet(random_puzzle(1, 45))], tmp_path / "hard.non")
    process = begun("steps", "hard.non", "--json", cwd=tmp_path)
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert first["step"] == 1
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "nonosat: interrupted\n"
    assert json.loads(out.splitlines()[-1])["error"] == "interrupted"
