"""The fewest choices that satisfy clauses; more clauses can be added.

Clauses that share no choice (and no rival of one) form independent parts. Each part is solved alone,
starting at its lower bound, so distant choices do not multiply the cost.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.limits import Deadline
from nonosat.solving.backends.clauses import Clauses, counter

AT_LEAST = "at_least"
"""The name of the counter that holds the proved lower bound on the choices."""
Clause = frozenset[int]
"""Numbers of choices from 1; -5 is satisfied when choice 5 is not made."""


@dataclass(eq=False)
class _Part:
    """Clauses that share choices or rivals."""

    clauses: set[Clause]
    groups: set[int]
    """The groups of rivals of the choices in the clauses."""
    at_least: int
    """The proved lower bound on the choices."""
    best: frozenset[int] | None
    """The fewest choices that satisfy the clauses; None if they are not known."""


class Fewest:
    """Collects clauses, and finds the fewest choices that satisfy them.

    Args:
        rivals: choices (k * rivals, (k + 1) * rivals] exclude each other.

    Attributes:
        possible: False when it is proved that no choice satisfies the clauses.
    """

    def __init__(self, rivals: int) -> None:
        self.possible: bool = True
        self._rivals = rivals
        self._parts: list[_Part] = []

    @property
    def at_least(self) -> int:
        """The proved lower bound on the choices."""
        return sum(part.at_least for part in self._parts)

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause: one of these choices is made, or (negative) is not made."""
        clause = frozenset(literals)
        self.possible &= bool(clause)
        groups = {self._group(literal) for literal in clause}
        joined = [part for part in self._parts if not part.groups.isdisjoint(groups)]
        best: frozenset[int] | None = None
        if all(part.best is not None for part in joined):
            best = frozenset().union(*(part.best or () for part in joined))
            if not any((literal > 0) == (abs(literal) in best) for literal in clause):
                best = None
        self._parts = [part for part in self._parts if part not in joined]
        self._parts.append(
            _Part(
                {clause}.union(*(part.clauses for part in joined)),
                groups.union(*(part.groups for part in joined)),
                sum(part.at_least for part in joined),
                best,
            )
        )

    def _group(self, literal: int) -> int:
        return (abs(literal) - 1) // self._rivals

    def find(self, deadline: Deadline) -> frozenset[int] | None:
        """Return the fewest choices that satisfy all clauses, or None if no choices do."""
        for part in self._parts:
            if self.possible and part.best is None:
                self._find_best(part, deadline)
        if not self.possible:
            return None
        return frozenset().union(*(part.best or () for part in self._parts))

    def _find_best(self, part: _Part, deadline: Deadline) -> None:
        """Find the fewest choices of a part, allowing one more at a time."""
        from nonosat.solving.backends.engines import EngineAnswer, Oracle  # loads pysat

        numbers = {choice: at for at, choice in enumerate(self._useful(part), 1)}
        clauses = [
            [numbers[c] if c > 0 else -numbers[-c] for c in clause if abs(c) in numbers]
            for clause in part.clauses
            if not any(c < 0 and -c not in numbers for c in clause)
        ]
        clauses += self._exclusions(numbers)
        while part.best is None:
            deadline.check()
            # One more than the bound mostly suffices.
            most = min(part.at_least + 1, len(numbers))
            counting, outputs = counter(len(numbers), most)
            with Oracle(Clauses([*clauses, *counting]), deadline) as oracle:
                if oracle.ask([]) is EngineAnswer.NO_MODEL:
                    self.possible = False
                    return
                while part.best is None and part.at_least <= most:
                    bound = [-outputs[part.at_least]] if part.at_least < len(outputs) else []
                    if oracle.ask(bound) is EngineAnswer.NO_MODEL:
                        part.at_least += 1
                        continue
                    chosen = [choice for choice, at in numbers.items() if oracle.model[at - 1] > 0]
                    part.best = frozenset(chosen)

    def _useful(self, part: _Part) -> list[int]:
        """Return the choices of a part, without those that another choice can replace.

        The other choice satisfies at least the same clauses, and no clause forbids it.
        """
        satisfied: dict[int, int] = {}  # numbers of clauses, as bits
        against = set()
        for at, clause in enumerate(part.clauses):
            for literal in clause:
                if literal > 0:
                    satisfied[literal] = satisfied.get(literal, 0) | 1 << at
                else:
                    against.add(-literal)
        rivals = Counter(self._group(choice) for choice in satisfied)
        useful: list[int] = []
        stand_ins: list[int] = []
        for choice in sorted(satisfied, key=lambda c: (-satisfied[c].bit_count(), c)):
            bits = satisfied[choice]
            if any(not bits & ~other for other in stand_ins):
                continue
            useful.append(choice)
            if choice not in against and rivals[self._group(choice)] == 1:
                stand_ins.append(bits)
        return sorted(useful)

    def _exclusions(self, numbers: dict[int, int]) -> list[list[int]]:
        groups: dict[int, list[int]] = {}
        for choice, at in numbers.items():
            groups.setdefault(self._group(choice), []).append(at)
        return [
            [-a, -b] for group in groups.values() for i, a in enumerate(group) for b in group[:i]
        ]
