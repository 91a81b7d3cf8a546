"""Cuts a formula into cubes: sets of assumptions such that every assignment fits exactly one.

The cube with the fewest consequences is cut next, at the variable that decides the most on both
sides: cube and conquer, of Heule, Kullmann, Wieringa, Biere, "Cube and Conquer: Guiding CDCL SAT
Solvers by Lookaheads", 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import count as numbers
from typing import Any, TypeVar

from nonosat.registry import PYSAT, require

Cube = tuple[int, ...]
T = TypeVar("T")

LOOKAHEADS = 200
"""Variables that are tried for each cut."""


def largest_first(
    parts: Iterable[tuple[Any, T]],
    cut: Callable[[T], Iterable[tuple[Any, T]] | None],
    count: int,
) -> list[T]:
    """Cut the largest part until there are at least `count` parts, or none can be cut.

    Args:
        parts: each with its sort key; the largest part has the lowest key.
        cut: returns the smaller parts in the same form; None if a part cannot be cut.
    """
    order = numbers()
    heap = [(key, next(order), part) for key, part in parts]
    heapify(heap)
    whole: list[T] = []
    while heap and len(heap) + len(whole) < count:
        _, _, part = heappop(heap)
        smaller = cut(part)
        if smaller is None:
            whole.append(part)
        for key, piece in smaller or ():
            heappush(heap, (key, next(order), piece))
    return [*whole, *(part for _, _, part in sorted(heap))]


def split_formula(clauses: Sequence[tuple[int, ...]], count: int) -> list[Cube]:
    """Cut a formula into `count` cubes, or fewer if it has too few open variables."""
    with require("cubes need PySAT", *PYSAT):
        from pysat.solvers import Minisat22

    with Minisat22(bootstrap_with=clauses) as solver:
        variables = solver.nof_vars()

        def cut(cube: Cube) -> list[tuple[tuple[int, Cube], Cube]] | None:
            possible, implied = solver.propagate(assumptions=cube)
            decided = {abs(literal) for literal in (*cube, *implied)}
            open_ = [x for x in range(1, variables + 1) if x not in decided]
            if not possible or not open_:
                return None
            best, sides_of_best = -1, []
            for x in open_[:: max(1, len(open_) // LOOKAHEADS)]:
                sides = []
                for literal in (x, -x):
                    fine, found = solver.propagate(assumptions=[*cube, literal])
                    sides.append((len(found) if fine else variables, (*cube, literal)))
                score = sides[0][0] * sides[1][0]
                if score > best:
                    best, sides_of_best = score, sides
            return [((implications, side), side) for implications, side in sides_of_best]

        everything: Cube = ()
        cubes = largest_first([((0, everything), everything)], cut, count)
    return sorted(cubes, key=lambda cube: [-x for x in cube])


def denied(cube: Cube) -> bytes:
    """Return the clause "not this cube", as written in a proof."""
    return b" ".join([b"%d" % -literal for literal in cube])


def prefixes(cubes: Sequence[Cube]) -> list[Cube]:
    """Return the cubes that were cut, each after its parts."""
    cut = {cube[:size] for cube in cubes for size in range(len(cube))}
    return sorted(cut, key=len, reverse=True)
