"""The fewest conditions that contradict each other, against all sets of conditions, however engines answer."""

import random
from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from typing import cast

import pytest

from nonosat.ask.explain.cores import find_core
from nonosat.errors import LimitReached, Reason, Stop
from nonosat.limits import Deadline
from nonosat.solving.backends.engines import EngineAnswer, Oracle

WORLDS = 12
FULL = (1 << WORLDS) - 1


class TableOracle:
    """Answers by a table: each condition is the set of the worlds in which it holds.

    Args:
        stops: how often an answer is not known; where it is negative, the deadline passes as often.
    """

    def __init__(self, table: dict[int, int], rng: random.Random, stops: float) -> None:
        self.table, self._rng, self._stops, self.model = table, rng, stops, [0]
        self._cared = rng.choice([0.25, 0.9])
        """How often it looks for a core with no more than is needed: else few small ones are met."""
        self._core: list[int] = []

    def worlds(self, conditions: Sequence[int]) -> int:
        return reduce(and_, map(self.table.__getitem__, conditions), FULL)

    def ask(self, conditions: Sequence[int], seconds: float) -> EngineAnswer:
        if self._rng.random() < abs(self._stops):
            if self._stops < 0:
                raise LimitReached(Stop(Reason.TIME, seconds=1))
            return EngineAnswer.STOPPED
        left = self.worlds(conditions)
        if left:
            self.model = [self._rng.choice([at for at in range(WORLDS) if left >> at & 1])]
            return EngineAnswer.MODEL
        self._core = [*conditions]
        cares = self._rng.random() < self._cared
        tried = self._rng.randint(0, len(self._core)) if cares else 0
        for one in self._rng.sample(self._core, tried):
            rest = [other for other in self._core if other != one]
            self._core = self._core if self.worlds(rest) else rest
        return EngineAnswer.NO_MODEL

    def core(self) -> list[int]:
        return self._core

    def held(self, model: list[int]) -> set[int]:
        return {one for one, worlds in self.table.items() if worlds >> model[0] & 1}


@pytest.mark.parametrize("stops", [0.0, 0.03, 0.1, -0.03])
def test_what_is_proved_of_a_core_holds(stops: float) -> None:
    rng, seen = random.Random(3), set()
    for _ in range(500):
        holds = rng.uniform(0.5, 0.75)
        table = {
            one: sum(1 << at for at in range(WORLDS) if rng.random() < holds)
            for one in range(1, rng.randint(4, 13))
        }
        oracle = TableOracle(table, rng, stops)
        sizes = (
            number
            for number in range(1, len(table) + 1)
            if not all(map(oracle.worlds, combinations(table, number)))
        )
        fewest = next(sizes, None)
        first = [] if fewest is None or rng.random() < 0.5 else [*table]
        try:
            found = find_core(
                cast("Oracle", oracle), [*table], oracle.held, Deadline(60), 60, first
            )
        except LimitReached:
            assert stops
            continue
        if found is None:
            assert fewest is None
            continue
        assert not oracle.worlds(found.literals)
        if found.minimal:
            smaller = combinations(found.literals, len(found.literals) - 1)
            assert all(map(oracle.worlds, smaller))
        if found.smallest:
            assert found.minimal
            assert len(found.literals) == fewest
        assert stops or found.smallest
        seen.add((found.minimal, found.smallest))
    assert seen == ({(True, True)} if not stops else {(False, False), (True, False), (True, True)})
