"""Puzzles as large as they may be: every way to ask stops in time, in little memory, with a reason."""

import pickle
import random
import time
from collections.abc import Iterator

import brute_force
import pytest
from command import python
from conftest import ways

from nonosat.ask.all_solutions import backbone, count
from nonosat.ask.explain.step_search import stepwise
from nonosat.errors import LimitReached
from nonosat.kernel import Board
from nonosat.kernel import name as kernel_name
from nonosat.limits import Deadline, Limits
from nonosat.model import Puzzle
from nonosat.solving import api
from nonosat.solving.backends import make_backend
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.result import Verdict
from tests.lateness import LATE

pytestmark = pytest.mark.slow

SECONDS = 0.3
"""The limit of each test."""

in_time_only = pytest.mark.usefixtures("in_time")


def random_puzzle(height: int, width: int) -> Puzzle:
    return Puzzle.of_grid(brute_force.random_grid(random.Random(1), height, width, 1, 0.5))


PUZZLES = {
    "four million cells": lambda: Puzzle.of([[1]] * 2000, [[1]] * 2000),
    "the longest rows": lambda: random_puzzle(2, 10_000),
    "500x500": lambda: random_puzzle(500, 500),
}


@pytest.fixture(params=PUZZLES, scope="module")
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return PUZZLES[request.param]()


@pytest.fixture
def in_time() -> Iterator[None]:
    for name in ("cpsat", "mip", "sat"):
        make_backend(name)  # what it loads is not the puzzle's time
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < SECONDS + LATE


@in_time_only
@pytest.mark.parametrize("name", [*ways(), "sat:cadical195"])
def test_backends_stop_in_time(puzzle: Puzzle, name: str) -> None:
    result = api.check(puzzle, backend=name, limits=Limits(SECONDS))
    assert (result.verdict is Verdict.UNKNOWN) == bool(result.error)


@in_time_only
def test_counts_and_backbones_stop_in_time(puzzle: Puzzle) -> None:
    number = count(puzzle, limits=Limits(SECONDS / 2))
    assert number.exact != bool(number.error)
    shared = backbone(puzzle, limits=Limits(SECONDS / 2))
    assert shared.complete != bool(shared.error)


@in_time_only
def test_steps_stop_in_time(puzzle: Puzzle) -> None:
    with pytest.raises(LimitReached):
        for _ in stepwise(puzzle, None, Deadline(SECONDS / 2)):
            pass


@in_time_only
@pytest.mark.both_kernels
def test_the_longest_rows_stop_in_time() -> None:
    puzzle = PUZZLES["the longest rows"]()
    result = api.check(puzzle, limits=Limits(SECONDS / 2))
    assert (result.verdict is Verdict.UNKNOWN) == bool(result.error)


def test_what_does_not_fit_is_refused_before_it_is_made() -> None:
    """In a process that may have 2 GB."""
    done = python("-c", REFUSED)
    assert done.stdout.splitlines() == [
        "auto: more than 1,000,000 cells are open, too many for clauses",
        "sat: more than 1,000,000 cells are open, too many for clauses",
        "cpsat: the automata take 150,000,000 steps; backend cpsat handles at most 20,000,000",
    ], done.stderr


REFUSED = """
import resource
import nonosat
from nonosat.solving.backends.auto import TUNING, Auto
# Probing and the edges come first, decide no cell, and would take 22 and 30 s.
Auto.__init__.__defaults__ = (TUNING._replace(most_root_seconds=0.3, most_edge_lines=0),)
resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
puzzle = nonosat.Puzzle.of([[1]] * 5000, [[1]] * 5000)
for backend in ("auto", "sat", "cpsat"):
    result = nonosat.check(puzzle, backend=backend, limits=nonosat.Limits(600))
    print(f"{backend}: {result.error}")
"""


def test_a_board_of_too_many_colors_is_refused() -> None:
    if kernel_name == "reference":
        pytest.skip("Python's ints are as large as they must be")
    with pytest.raises(MemoryError):
        Board([[(1, 1)]] * 5000, [[(1, 1)]] * 5000, 256)


def test_clauses_are_what_was_added() -> None:
    lists = [[1, -2], [], [3], [-(2**31) + 1]]
    clauses = Clauses(lists)
    copy = clauses.copy()
    clauses.append((4, 5))
    assert (list(copy), len(copy)) == (lists, 4)
    assert (list(clauses), len(clauses)) == ([*lists, [4, 5]], 5)
    sent = pickle.loads(pickle.dumps(clauses, protocol=pickle.HIGHEST_PROTOCOL))
    assert list(sent) == list(clauses)


def test_no_memory_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it runs out: nothing is claimed."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    puzzle = Puzzle.of([[1]] * 3, [[1]] * 3)
    monkeypatch.setattr("nonosat.solving.backends.base.Board", fail)
    result = api.check(puzzle)
    assert (result.verdict, result.error) == (Verdict.UNKNOWN, "out of memory")
    assert backbone(puzzle).error == "out of memory"
    assert count(puzzle).error == "out of memory"
