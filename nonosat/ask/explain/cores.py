"""The smallest set of conditions that contradict each other, as assumptions of a SAT engine.

First any such set is made minimal: a condition is dropped if the others contradict without it.
The smallest comes from implicit hitting sets: every set that contradicts must share a condition
with each known *correction set*, whose removal lets the rest hold. A smallest set with
that property is at most as large as any contradiction. If it contradicts itself, it is a smallest one (Ignatiev,
Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization",
CP 2015).
"""

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonosat.ask.effort import EFFORT
from nonosat.ask.repair.fewest import Fewest
from nonosat.errors import LimitReached
from nonosat.limits import Deadline
from nonosat.solving.backends.engines import EngineAnswer, Oracle

Satisfied = Callable[[list[int]], set[int]]
"""Returns the conditions that hold in a model."""


class Core(NamedTuple):
    """Conditions that contradict each other; all of them are needed if `minimal`."""

    literals: list[int]
    minimal: bool
    smallest: bool
    """Proved: no fewer conditions contradict each other."""


def find_core(
    oracle: Oracle,
    literals: Sequence[int],
    held: Satisfied,
    deadline: Deadline,
    patience: float,
    first: Sequence[int] = (),
) -> Core | None:
    """Find few conditions that contradict each other; return None if all can hold.

    Args:
        literals: one for each condition.
        patience: seconds for the search for the smallest set.
        first: conditions that are known to contradict each other.
    """
    answer = oracle.ask(first or literals, deadline.remaining())
    if answer is EngineAnswer.STOPPED:
        raise deadline.error()
    if answer is EngineAnswer.MODEL:
        return None
    core, minimal = _minimal(oracle, oracle.core(), deadline)
    if not minimal:
        return Core(core, False, False)
    give_up = time.monotonic() + min(patience, deadline.remaining())
    return _smallest(oracle, literals, core, held, deadline, give_up)


def _minimal(oracle: Oracle, core: list[int], deadline: Deadline) -> tuple[list[int], bool]:
    """Drop unneeded conditions one by one; return the rest, and whether there was time for all."""
    kept: list[int] = []
    while core:
        *rest, tried = core
        try:
            answer = oracle.ask([*kept, *rest], deadline.remaining())
        except LimitReached:
            answer = EngineAnswer.STOPPED
        if answer is EngineAnswer.STOPPED:
            return [*kept, *core], False
        if answer is EngineAnswer.MODEL:
            kept.append(tried)
            core = rest
        else:
            needed = set(oracle.core())
            core = [literal for literal in rest if literal in needed]
    return kept, True


def _smallest(
    oracle: Oracle,
    literals: Sequence[int],
    best: list[int],
    held: Satisfied,
    deadline: Deadline,
    give_up: float,
) -> Core:
    """Look for a set smaller than `best`, or prove that there is none, until `give_up`."""
    hitting, numbers = Fewest(1), {literal: at for at, literal in enumerate(literals, 1)}
    patience = deadline.part(max(0.0, give_up - time.monotonic()))
    with contextlib.suppress(LimitReached):
        while True:
            choices = hitting.find(patience) or ()
            chosen = [literal for literal, number in numbers.items() if number in choices]
            if len(chosen) >= len(best):
                return Core(best, True, True)
            answer = oracle.ask(chosen, give_up - time.monotonic())
            if answer is EngineAnswer.NO_MODEL:
                return Core(chosen, True, True)
            if answer is EngineAnswer.STOPPED:
                break
            together, met = _grown(oracle, literals, set(chosen), held, give_up)
            if together is None:
                break
            hitting.add(numbers[literal] for literal in literals if literal not in together)
            if len(met) < len(best):
                found, minimal = _minimal(oracle, met, deadline)
                best = found if minimal else best
    return Core(best, True, False)


def _grown(
    oracle: Oracle, literals: Sequence[int], chosen: set[int], held: Satisfied, give_up: float
) -> tuple[set[int] | None, list[int]]:
    """Add conditions to some that can hold together, until nearly no more can be added.

    Returns:
        The conditions, or None if there was no time; the smallest contradicting set on the way.
    """
    rest = [literal for literal in literals if literal not in chosen]
    dropped: list[int] = []
    met = list(literals)
    while (
        answer := oracle.ask([*chosen, *rest], give_up - time.monotonic())
    ) is EngineAnswer.NO_MODEL:
        core = oracle.core()
        met = min(met, core, key=len)
        dropped.append(next(literal for literal in core if literal not in chosen))
        rest.remove(dropped[-1])
    if answer is EngineAnswer.STOPPED:
        return None, met
    together = held(oracle.model)
    for literal in dropped:
        seconds = min(EFFORT.condition, give_up - time.monotonic())
        if literal not in together:
            answer = oracle.ask([*together, literal], seconds)
            if answer is EngineAnswer.MODEL:
                together |= held(oracle.model)
    return together, met
