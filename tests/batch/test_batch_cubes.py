"""One puzzle in parts: nothing lost between them, nothing twice, and the same verdict."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import brute_force
import pytest

from nonosat import api
from nonosat.batch import cubes
from nonosat.batch.crew import Alone, Answer
from nonosat.batch.cubes import check_by_cubes, split_puzzle
from nonosat.batch.jobs import ChunkResult, Job
from nonosat.batch.outcome import FAILED, Outcome
from nonosat.batch.processes import Team
from nonosat.errors import LimitReached, Reason, Stop, WrongAnswer
from nonosat.limits import Deadline
from nonosat.model import Domains, Puzzle, Sheet
from nonosat.result import Result, Verdict
from tests.lateness import LATE

PERMUTATIONS = Puzzle.of([[1]] * 5, [[1]] * 5)
NONE = Puzzle.of([[1, 1]] * 2 + [[1, 1]] * 2, [[2]] + [[1, 1]] * 2 + [[2]])


def random_puzzles(count: int, colors: int) -> list[Puzzle]:
    rng = random.Random(colors)
    grids = [brute_force.random_grid(rng, 7, 8, colors, 0.45) for _ in range(count)]
    return [brute_force.puzzle_of(grid, colors) for grid in grids]


PUZZLES = [PERMUTATIONS, NONE, *random_puzzles(12, 1), *random_puzzles(8, 3)]


def check_parts(puzzle: Puzzle, known: Domains | None, count: int) -> None:
    """Together the parts hold every solution once."""
    parts, filled = split_puzzle(puzzle, known, count, Deadline(None))
    found = list(filled)
    for cube in parts:
        part = api.solve(puzzle, known=cube, at_most=None, backend="line")
        assert part.exhausted
        found += part.solutions
    want = api.solve(puzzle, known=known, at_most=None, backend="line")
    assert len(found) == len(set(found))
    assert set(found) == set(want.solutions)


@pytest.mark.both_kernels
@pytest.mark.parametrize("count", [1, 7, 40, 10_000])
def test_the_parts_hold_every_solution_once(count: int) -> None:
    for puzzle in PUZZLES:
        check_parts(puzzle, None, count)


def test_there_are_as_many_parts_as_asked_for_in_time() -> None:
    assert len(split_puzzle(PERMUTATIONS, None, 16, Deadline(None))[0]) == 16
    parts, filled = split_puzzle(PERMUTATIONS, None, 1000, Deadline(None))
    assert (len(parts), len(filled)) == (0, 120)
    with pytest.raises(LimitReached):
        split_puzzle(PERMUTATIONS, None, 16, Deadline(0))


def test_known_cells_bind_all_parts() -> None:
    domains = Domains.of_cells(5, 5, 2, [2, 1, 1, 1, 1, *[1, 3, 3, 3, 3] * 4])  # the first is ink
    assert len(api.solve(PERMUTATIONS, known=domains, at_most=None).solutions) == 24
    check_parts(PERMUTATIONS, domains, 6)


@pytest.mark.both_kernels
@pytest.mark.slow
def test_the_same_verdict_as_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "FIRST_GO", 0.0)  # nothing is settled before it is cut
    crew = Team(2)
    verdicts = set()
    try:
        for puzzle in PUZZLES:
            result = check_by_cubes(Sheet(puzzle), Job(), crew, 5)
            want = api.check(puzzle)
            assert (result.verdict, result.error) == (want.verdict, "")
            assert len(set(result.solutions)) == len(want.solutions)
            if want.verdict is Verdict.UNIQUE:
                assert result.solutions == want.solutions
            verdicts.add(result.verdict)
    finally:
        crew.close()
    assert verdicts == {Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE}


@pytest.fixture
def unique_in_one_part(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Result]]:
    """Checks a puzzle with one solution as one part; gets what becomes of the part's outcome."""
    unique = next(p for p in PUZZLES if api.check(p).verdict is Verdict.UNIQUE)
    monkeypatch.setattr(cubes, "FIRST_GO", 0.0)
    monkeypatch.setattr(cubes, "split_puzzle", lambda *_: ([unique.unknown()], []))
    crew, honest = Alone(), cubes.collect

    def check(change: Callable[[Outcome], Outcome]) -> Result:
        def changed(*args: Any) -> Iterator[ChunkResult]:
            for chunk in honest(*args):
                yield chunk._replace(outcomes=[*map(change, chunk.outcomes)])

        monkeypatch.setattr(cubes, "collect", changed)
        return check_by_cubes(Sheet(unique), Job(), crew, 5)

    yield check
    crew.close()


def test_a_part_without_an_answer_leaves_the_verdict_open(
    unique_in_one_part: Callable[..., Result],
) -> None:
    def lost(outcome: Outcome) -> Outcome:
        assert outcome.result is not None
        stop = Stop(Reason.ENGINE_FAILED, "lost")
        result = replace(outcome.result, solutions=(), exhausted=False, stop=stop)
        return outcome._replace(result=result)

    result = unique_in_one_part(lost)
    assert (result.verdict, result.exhausted, result.error) == (Verdict.UNKNOWN, False, "lost")


def test_a_lie_about_a_part_is_loud(unique_in_one_part: Callable[..., Result]) -> None:
    def lied(outcome: Outcome) -> Outcome:
        return outcome._replace(result=None, verdict=FAILED, error="a backend lied")

    with pytest.raises(WrongAnswer, match="a backend lied"):
        unique_in_one_part(lied)


def test_the_limit_is_for_the_whole() -> None:
    result = check_by_cubes(Sheet(PERMUTATIONS), Job(seconds=0.0), Alone(), 5)
    assert result.verdict is Verdict.UNKNOWN
    assert result.error == str(Deadline(0.0).error())


def test_parts_that_wait_for_their_turn_do_not_begin_the_limit_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody gets to them here: the limit ends the whole nevertheless."""
    monkeypatch.setattr(cubes, "FIRST_GO", 0.0)

    class Nobody(Alone):
        def answers(self, timeout: float) -> list[Answer]:
            time.sleep(timeout)
            return []

    begin = time.monotonic()
    result = check_by_cubes(Sheet(PERMUTATIONS), Job(seconds=0.3), Nobody(), 5)
    assert time.monotonic() - begin < 0.3 + LATE
    assert result.verdict is Verdict.UNKNOWN
    assert result.error == "the limit of 0.3 s was reached"
