"""`nonosat.check_many`: the results of `check`, in order, from any number of processes."""

import random
import threading
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from brute_force import random_grid

import nonosat
from nonosat import Limits, Puzzle, Sheet
from tests.lateness import LATE

HARD = Puzzle.of_grid(random_grid(random.Random(1), 70, 70, 1, 0.45))


def puzzles(count: int) -> Iterator[Puzzle]:
    rng = random.Random(5)
    for _ in range(count):
        yield Puzzle.of_grid(random_grid(rng, rng.randint(1, 9), rng.randint(1, 9), 1, 0.6))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_results_are_those_of_check_in_order(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.run.many.AHEAD", 30)
    found = list(nonosat.check_many(puzzles(100), jobs=jobs))
    assert [(result.puzzle, result.verdict) for result in found] == [
        (puzzle, nonosat.check(puzzle).verdict) for puzzle in puzzles(100)
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_keep_where_their_puzzles_come_from(jobs: int, folder: Path) -> None:
    nonosat.dump([Sheet(puzzle, title=str(i)) for i, puzzle in enumerate(puzzles(2))], "a.jsonl")
    nonosat.dump(list(puzzles(1)), "b.non")
    loaded = [*nonosat.load("a.jsonl"), *nonosat.load("b.non"), *puzzles(1)]
    found = [result.to_dict() for result in nonosat.check_many(loaded, jobs=jobs)]
    assert [(facts["source"], facts["position"], facts["title"]) for facts in found] == [
        ("a.jsonl", 1, "0"), ("a.jsonl", 2, "1"), ("b.non", 1, None), (None, None, None),
    ]  # fmt: skip


def test_a_hard_puzzle_keeps_its_place() -> None:
    easy = Sheet(Puzzle.of([1], [1]), title="one")
    found = nonosat.check_many([easy, HARD, easy], jobs=2, limits=Limits(0.5))
    assert [result.verdict.value for result in found] == ["unique", "unknown", "unique"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_closing_ends_puzzles_without_end(jobs: int) -> None:
    results = nonosat.check_many(cycle([Puzzle.of([1], [1])]), jobs=jobs)
    assert next(results).is_unique
    results.close()
    assert next(results, None) is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancel_ends_all(jobs: int) -> None:
    cancel = threading.Event()
    results = nonosat.check_many(
        iter([*puzzles(1), HARD]), jobs=jobs, limits=Limits(LATE, cancel=cancel)
    )
    if jobs == 1:
        next(results)
    threading.Timer(0.3, cancel.set).start()
    with pytest.raises(nonosat.LimitReached, match="cancelled"):
        list(results)


@pytest.mark.parametrize("jobs", [1, 2])
def test_wrong_arguments_fail_at_the_call(jobs: int) -> None:
    for arguments in ({"puzzles": 5}, {"backend": "no"}, {"jobs": 0}, {"limits": "x"}):
        with pytest.raises(nonosat.UsageError):
            nonosat.check_many(**{"puzzles": [], "jobs": jobs, **arguments})  # type: ignore[arg-type]
    with pytest.raises(nonosat.UsageError):
        list(nonosat.check_many([1], jobs=jobs))  # type: ignore[list-item]
