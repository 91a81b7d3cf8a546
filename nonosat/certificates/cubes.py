"""Cuts a formula into cubes: sets of assumptions such that every assignment fits exactly one.

The cube with the fewest consequences is cut next, at the variable that decides the most on both
sides: cube and conquer, of Heule, Kullmann, Wieringa, Biere, "Cube and Conquer: Guiding CDCL SAT
Solvers by Lookaheads", 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from nonosat.registry import PYSAT, require

Cube = tuple[int, ...]

LOOKAHEADS = 200
"""Variables that are tried for each cut."""


def split_formula(clauses: Sequence[tuple[int, ...]], count: int) -> list[Cube]:
    """Cut a formula into `count` cubes, or fewer if it has too few open variables."""
    with require("cubes need PySAT", *PYSAT):
        from pysat.solvers import Minisat22

    whole: list[Cube] = []
    heap: list[tuple[int, Cube]] = [(0, ())]
    with Minisat22(bootstrap_with=clauses) as solver:
        while heap and len(heap) + len(whole) < count:
            _, cube = heappop(heap)
            sides = _cut(solver, cube)
            whole += [] if sides else [cube]
            for side in sides:
                heappush(heap, side)
    return sorted([*whole, *(cube for _, cube in heap)], key=lambda cube: [-x for x in cube])


def _cut(solver: Any, cube: Cube) -> list[tuple[int, Cube]]:
    """Cut a cube in two, each with the number of literals that follow; none if it cannot be cut."""
    variables = solver.nof_vars()
    possible, implied = solver.propagate(assumptions=cube)
    decided = {abs(literal) for literal in (*cube, *implied)}
    open_ = [x for x in range(1, variables + 1) if x not in decided]
    best, sides_of_best = -1, list[tuple[int, Cube]]()
    for x in open_[:: max(1, len(open_) // LOOKAHEADS)] if possible else ():
        sides = []
        for literal in (x, -x):
            fine, found = solver.propagate(assumptions=[*cube, literal])
            sides.append((len(found) if fine else variables, (*cube, literal)))
        score = sides[0][0] * sides[1][0]
        if score > best:
            best, sides_of_best = score, sides
    return sides_of_best


def denied(cube: Cube) -> bytes:
    """Return the clause "not this cube", as written in a proof."""
    return b" ".join([b"%d" % -literal for literal in cube])


def prefixes(cubes: Sequence[Cube]) -> list[Cube]:
    """Return the cubes that were cut, each after its parts."""
    cut = {cube[:size] for cube in cubes for size in range(len(cube))}
    return sorted(cut, key=len, reverse=True)
