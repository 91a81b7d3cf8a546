"""The number of solutions of a puzzle, without listing them.

The backbone is taken out first (shared_cells.py); what varies usually falls into small independent
components, whose counts are multiplied (components.py). A large component is counted in bands of
growing height between which it is held to one solution. That gives better and better lower bounds;
the last band is the component.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

from nonosat.ask.all_solutions.components import (
    Component,
    ComponentCounter,
    Factor,
    Numbering,
    banded,
    settle,
)
from nonosat.ask.all_solutions.languages import Store
from nonosat.ask.all_solutions.shared_cells import BackboneSearch
from nonosat.errors import FINISHED, LimitReached, Stop
from nonosat.kernel import ones, prepare, several
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import AXES, AnyKnown, Domains, Grid, Puzzle, Sheet, puzzle_of
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.solving.backends import AnyBackend
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Ended
from nonosat.solving.search import BaseSearch
from nonosat.words import digits

BACKBONE, BACKBONE_SHARE = 10.0, 0.5
"""The most that the backbone may take before the count: seconds, and a share of the limit."""
SMALL = 80
"""The most cells of a component that is counted as a whole, not in bands."""
LOWEST_BAND = 4
"""Rows of the first bands."""

LARGE = 15
"""Digits of the largest number that is printed without its rough size."""
MANY_PARTS = 12
"""The most independent parts that are named, the largest first."""


@dataclass(frozen=True, slots=True, repr=False)
class Count(Ended):
    """The number of solutions of a puzzle, or a lower bound of it."""

    puzzle: Puzzle
    number: int
    exact: bool
    """True if `number` is exact, False if it is a lower bound."""
    parts: tuple[int, ...] = ()
    """The number of cells of each independent part; empty if the search ended before it knew them."""
    decided: int | None = None
    """See `Ended.decided`."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why it ended."""

    def __str__(self) -> str:
        return count_line(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form. The number may be longer than other programs can read."""
        return self._facts(
            *("number", "exact", "parts", "decided", "seconds"),
            height=self.puzzle.height,
            width=self.puzzle.width,
            colors=len(self.puzzle.palette.inks),
        )


def roughly(number: int) -> str:
    """The number in full, and its rough size if it has many digits.

    >>> roughly(24), roughly(2432902008176640000)
    ('24', '2432902008176640000 (about 2.43e18)')
    """
    full = digits(number)
    if len(full) <= LARGE:
        return full
    return f"{full} (about {full[0]}.{full[1:3]}e{len(full) - 1})"


def count_line(result: Count, nothing: str = "no solution", ending: str = "") -> str:
    """Say the number of solutions; `nothing` says that there is none."""
    noun = "solution" if result.number == 1 else "solutions"
    if result.exact and not result.number:
        what = nothing
    else:
        what = f"{'exactly' if result.exact else 'at least'} {roughly(result.number)} {noun}"
    reason = f" ({ending or result.error})" if result.error else ""
    line = f"{what}{reason}, {result.seconds:.3f} s"
    if len(result.parts) > 1:
        largest = sorted(result.parts, reverse=True)
        named = ", ".join(map(str, largest[:MANY_PARTS])) + (
            ", ..." if len(largest) > MANY_PARTS else ""
        )
        line += f" ({len(largest)} independent parts of {named} cells)"
    return line


class CountSearch(BaseSearch[Count]):
    """A count under way.

    Args:
        backend: finds the first two solutions.
        limits: of the whole count.
        known: only solutions in these domains count.
    """

    def __init__(
        self,
        puzzle: Puzzle | Sheet,
        *,
        backend: AnyBackend = DEFAULT_BACKEND,
        limits: AnyLimits = NO_LIMITS,
        known: AnyKnown | None = None,
    ) -> None:
        super().__init__(limits)
        self.puzzle: Puzzle = puzzle_of(puzzle)
        patience = min(BACKBONE, BACKBONE_SHARE * self._deadline.remaining())
        self._backbone = BackboneSearch(
            self.puzzle, backend=backend, limits=limits, known=known, patience=patience
        )
        self._trace = self._backbone._trace
        self._least, self._exact = 0, False
        self._components: list[Component] = []

    def _work(self) -> None:
        search, deadline = self._backbone, self._deadline
        self._trace.stage = "looking for cells that all solutions share"
        found = search.run()
        if found.complete and not found.varying:
            self._least, self._exact = int(bool(found.solvable)), True
            return
        deadline.check()
        if not search.solutions:
            raise LimitReached(found.stop)
        self._trace.stage = "counting"
        store = Store(len(self.puzzle.palette.colors), deadline.check)
        self._components = components(
            self.puzzle, search.domains(), search.solutions[0], deadline, store
        )
        least = dict.fromkeys(range(len(self._components)), 1)
        try:
            self._multiply(store, least)
        finally:
            self._least = prod(least.values())
        self._exact = True

    def _multiply(self, store: Store, least: dict[int, int]) -> None:
        """Count each component; `least` gets better and better lower bounds, at last the counts."""
        counter = ComponentCounter(store)
        todo = dict(enumerate(self._components))
        height = LOWEST_BAND
        while todo:
            for index, component in list(todo.items()):
                whole = len(component.cells) <= SMALL or component.height <= height
                product = 1
                for part in [component] if whole else banded(store, component, height):
                    number, cause = counter.count(part)
                    product *= number
                    if cause is not None:
                        least[index] = max(least[index], product)
                        raise cause
                least[index] = max(least[index], product)
                if whole:
                    del todo[index]
            height += height // 3

    def result(self) -> Count:
        """Return the number, or the lower bound proved so far."""
        return Count(
            self.puzzle,
            max(self._least, len(set(self._backbone.solutions))),
            self._exact,
            tuple(len(component.cells) for component in self._components),
            self._backbone.result().decided,
            self._seconds,
            self._stop,
        )


def components(
    puzzle: Puzzle, known: Domains, guide: Grid, deadline: Deadline, store: Store
) -> list[Component]:
    """Return the independent parts of a puzzle, small ones first; `guide` is a solution within `known`."""
    board = new_board(puzzle, known, deadline)
    board.propagate()
    width = puzzle.width
    left = Domains(width, board.rows())
    factors: tuple[list[Factor], list[Factor]] = [], []
    for number, line in enumerate(puzzle.lines):
        deadline.check()
        allowed = left.read(line)
        twice = several(allowed)
        if twice:
            starts = board.starts(number)
            assert starts is not None, "the guide is a solution"
            node = store.line(prepare(line.clue), starts, allowed, len(line.cells))
            factors[AXES.index(line.axis)].append(
                Factor(node, tuple(line.cells[i] for i in ones(twice)))
            )
    whole = Component(*factors, Numbering(width, dict(enumerate(guide.cells))))
    found = settle(store, whole)
    assert found is not None, "the guide is a solution"
    return [component.upright() for component in found]


def count(
    puzzle: Puzzle | Sheet,
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    limits: AnyLimits = NO_LIMITS,
    known: AnyKnown | None = None,
) -> Count:
    """Count the solutions of a puzzle, exactly unless a limit comes first. See `CountSearch`.

    >>> from nonosat.model import Puzzle
    >>> count(Puzzle.of([[1]] * 25, [[1]] * 25)).number  # the factorial of 25
    15511210043330985984000000
    """
    return CountSearch(puzzle, backend=backend, limits=limits, known=known).run()
