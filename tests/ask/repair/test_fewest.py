"""The fewest choices that satisfy clauses, against trying all."""

import random
from itertools import combinations

import pytest

pytest.importorskip("pysat", reason="python-sat is not installed")

from nonosat.ask.repair.fewest import Fewest
from nonosat.errors import LimitReached
from nonosat.limits import Deadline


def satisfied(clauses: list[list[int]], chosen: frozenset[int]) -> bool:
    return all(any((lit > 0) == (abs(lit) in chosen) for lit in clause) for clause in clauses)


def least(clauses: list[list[int]], choices: int, rivals: int) -> int | None:
    for size in range(choices + 1):
        for chosen in combinations(range(1, choices + 1), size):
            cells = {(choice - 1) // rivals for choice in chosen}
            if len(cells) == size and satisfied(clauses, frozenset(chosen)):
                return size
    return None


@pytest.mark.parametrize(("rivals", "signs"), [(1, (1,)), (1, (1, 1, -1)), (3, (1, 1, 1, -1))])
def test_agrees_with_trying_all(rivals: int, signs: tuple[int, ...]) -> None:
    rng = random.Random(rivals)
    for _ in range(60):
        fewest, clauses = Fewest(rivals), []
        for _ in range(rng.randint(1, 12)):
            clause = [c * rng.choice(signs) for c in rng.sample(range(1, 10), rng.randint(1, 4))]
            clauses.append(clause)
            fewest.add(clause)
            if rng.random() < 0.5:  # asked in between, it goes on from what it knows
                continue
            expected = least(clauses, 9, rivals)
            assert fewest.at_least <= (9 if expected is None else expected)
            found = fewest.find(Deadline(None))
            assert fewest.possible == (expected is not None)
            if found is None or expected is None:
                assert found is expected
                break
            assert satisfied(clauses, found)
            assert len(found) == fewest.at_least == expected


def test_many_needs_far_apart_are_counted_one_by_one() -> None:
    fewest = Fewest(1)
    for part in range(200):
        fewest.add(range(10 * part + 1, 10 * part + 9))
    assert len(fewest.find(Deadline(5)) or ()) == 200


def test_an_empty_clause_is_impossible() -> None:
    fewest = Fewest(1)
    fewest.add([])
    assert fewest.find(Deadline(None)) is None
    assert not fewest.possible


def test_a_limit_leaves_what_is_proved() -> None:
    fewest = Fewest(1)
    fewest.add([1, 2])
    fewest.find(Deadline(None))
    fewest.add([3, 4])
    with pytest.raises(LimitReached):
        fewest.find(Deadline(0))
    assert (fewest.at_least, fewest.possible) == (1, True)


@pytest.mark.parametrize(
    ("rivals", "clauses", "useful"),
    [
        (1, [[1, 2, 3], [3, 4, 5]], [3]),
        (1, [[1, 2], [1, 2, 3]], [1]),
        (1, [[1, 2], [1, 3], [-1, 2]], [1, 2, 3]),  # something is against 1
        (2, [[1, 3], [1, 5], [2, 5]], [1, 3, 5]),  # 1 and 2 exclude each other
    ],
)
def test_choices_that_another_one_can_stand_in_for_are_left_out(
    rivals: int, clauses: list[list[int]], useful: list[int]
) -> None:
    fewest = Fewest(rivals)
    for clause in clauses:
        fewest.add(clause)
    (part,) = fewest._parts
    assert fewest._useful(part) == useful
    found = fewest.find(Deadline(None))
    assert found is not None
    assert len(found) == least(clauses, 5, rivals)
