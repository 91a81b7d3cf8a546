"""The cells that are the same in every solution: against listing, and under limits."""

import json
import random
import time
from itertools import product

import brute_force
import pytest
from command import run, without_times

from nonosat.ask.all_solutions.shared_cells import BackboneSearch, backbone
from nonosat.errors import LimitReached
from nonosat.limits import Deadline, Limits
from nonosat.model import OPEN, UNSETTLED, Domains, Grid, Puzzle
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.engines import EngineAnswer, Oracle
from tests.lateness import LATE

pytest.importorskip("pysat", reason="python-sat is not installed")

HARD = Puzzle.of_grid(brute_force.random_grid(random.Random(0), 30, 30, 1, 0.4))
AMBIGUOUS = "tests/data/ambiguous/horizontales-5x5.txt"


def shared(grids: list[Grid]) -> tuple[int, ...]:
    """What it must be, given all solutions."""
    columns = zip(*(grid.cells for grid in grids), strict=True)
    return tuple(colors[0] if len(set(colors)) == 1 else OPEN for colors in columns)


@pytest.mark.both_kernels
@pytest.mark.parametrize(
    ("height", "width", "colors", "every"),
    [(3, 3, 2, 1), (4, 4, 2, 60), (2, 3, 3, 2), (3, 2, 3, 2), (2, 2, 4, 1)],
)
def test_agrees_with_brute_force(height: int, width: int, colors: int, every: int) -> None:
    for puzzle, grids in brute_force.some_puzzles(height, width, colors, every):
        result = backbone(puzzle)
        assert result.cells == shared(list(grids))
        assert (result.solvable, result.complete, result.unsettled) == (True, True, 0)


@pytest.mark.both_kernels
def test_in_known_cells_only_and_without_a_solution() -> None:
    puzzle = Puzzle.of([[1]] * 3, [[1]] * 3)
    known = Domains.of_cells(3, 3, 2, [2] + [3] * 8)
    assert backbone(puzzle, known=known).rows() == [[1, 0, 0], *[[0, OPEN, OPEN]] * 2]
    none = backbone(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]]))
    assert (none.solvable, none.complete) == (False, True)


@pytest.mark.both_kernels
def test_a_line_solvable_puzzle_asks_nobody() -> None:
    one = backbone(Puzzle.of([[2], [1]], [[1], [2]]), limits=Limits(_engines=False))
    assert (one.rows(), one.complete) == ([[1, 1], [0, 1]], True)
    result = backbone(Puzzle.of([[1]] * 3, [[1]] * 3), limits=Limits(_engines=False))
    assert not result.complete
    assert "engine" in result.error


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_limit_is_held_and_nothing_unproved_is_claimed(seconds: float) -> None:
    start = time.monotonic()
    search = BackboneSearch(HARD, limits=Limits(seconds))
    search.run()
    assert time.monotonic() - start < seconds + LATE
    result = search.result()
    if not result.complete:
        assert result.error == f"the limit of {seconds:g} s was reached"
    for cell, color in enumerate(result.cells):
        met = {grid.cells[cell] for grid in search.solutions}
        if color == OPEN:
            assert len(met) > 1
        elif color != UNSETTLED:
            assert met <= {color}


def test_a_question_without_patience_stays_open() -> None:
    """Twelve pigeons in eleven holes take an engine more than a moment."""
    holes, pigeons = 11, 12
    at = [[p * holes + h + 1 for h in range(holes)] for p in range(pigeons)]
    clauses = Clauses(at)
    for h, (i, a) in product(range(holes), enumerate(at)):
        for b in at[:i]:
            clauses.append([-a[h], -b[h]])
    with Oracle(clauses, Deadline(None)) as oracle:
        assert oracle.ask([], 0.05) is EngineAnswer.STOPPED
        assert (
            oracle.ask([1, 2 + holes - 1], 10.0) is EngineAnswer.NO_MODEL
        )  # both in the first hole
    with Oracle(clauses, Deadline(0.2)) as oracle, pytest.raises(LimitReached):
        oracle.ask([], 10.0)


def test_assumptions_hold_for_one_question() -> None:
    with Oracle(Clauses([[1, 2]]), Deadline(None)) as oracle:
        assert oracle.ask([-1], 10.0) is EngineAnswer.MODEL
        assert oracle.model == [-1, 2]
        assert oracle.ask([-1, -2], 10.0) is EngineAnswer.NO_MODEL
        assert oracle.ask([1], 10.0) is EngineAnswer.MODEL
        oracle.add([-1])
        assert oracle.ask([1], 10.0) is EngineAnswer.NO_MODEL


def test_the_command() -> None:
    done = run("backbone", AMBIGUOUS)
    assert (done.returncode, done.stderr) == (0, "")
    assert without_times(done.stdout).splitlines() == [
        "       1 1 1",
        "     3 2 1 1 2",
        "   2 . ? # ? .",
        "   1 ? ? . . .",
        " 1 2 # . . # #",
        " 2 1 # # . . #",
        "   3 ? # # ? .",
        "19 of 25 cells are the same in every solution; 6 vary, marked ?",
    ]


def test_json() -> None:
    done = run("backbone", AMBIGUOUS, "--json")
    facts = json.loads(done.stdout)
    assert facts.pop("seconds") >= 0
    assert len(facts.pop("clue_hash")) == 32
    assert facts == {
        "source": AMBIGUOUS, "position": 1, "title": None, "remarks": [], "height": 5, "width": 5, "colors": 1,
        "solvable": True, "rows": [".?#?.", "??...", "#..##", "##..#", "?##?."],
        "decided": 19, "fixed": 19, "varying": 6, "unsettled": 0, "error": None, "attempt": 1,
    }  # fmt: skip


def test_exit_codes() -> None:
    for rows, cols, more, code, last in (
        ("1;2;1", "1;1,1;1", [], 20, "no solution"),
        ("2;1", "1;2", [], 0, "4 of 4 cells are the same in every solution"),
        ("1;1", "1;1", ["--limit", "0"], 30, "0 of 4 cells are the same in every solution; 4 not settled, marked !; no solution found (the limit of 0 s was reached)"),
    ):  # fmt: skip
        done = run("backbone", "--rows", rows, "--cols", cols, *more)
        assert (done.returncode, done.stderr) == (code, "")
        assert without_times(done.stdout).splitlines()[-1] == last
