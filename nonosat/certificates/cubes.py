"""Cutting a formula into cubes: sets of assumptions, of which every assignment fits exactly one.

The cube with the fewest consequences is cut next, at the variable that decides the most on both
sides: cube and conquer, of Heule, Kullmann, Wieringa, Biere, "Cube and Conquer: Guiding CDCL SAT
Solvers by Lookaheads", 2011.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

Cube = tuple[int, ...]

LOOKAHEADS = 200
"""How many variables are tried for each cut."""


def split(clauses: Sequence[tuple[int, ...]], count: int) -> list[Cube]:
    """Cut into `count` cubes, or fewer if there is not so much to cut."""
    from pysat.solvers import Minisat22

    with Minisat22(bootstrap_with=clauses) as solver:
        variables = solver.nof_vars()
        done: list[Cube] = []
        heap: list[tuple[int, Cube]] = [(0, ())]
        while heap and len(heap) + len(done) < count:
            _, cube = heapq.heappop(heap)
            possible, implied = solver.propagate(assumptions=cube)
            decided = {abs(literal) for literal in (*cube, *implied)}
            open_ = [x for x in range(1, variables + 1) if x not in decided]
            if not possible or not open_:
                done.append(cube)
                continue
            best, cut = -1, [(0, cube)]
            for x in open_[:: max(1, len(open_) // LOOKAHEADS)]:
                sides = []
                for literal in (x, -x):
                    fine, found = solver.propagate(assumptions=[*cube, literal])
                    sides.append((len(found) if fine else variables, (*cube, literal)))
                score = sides[0][0] * sides[1][0]
                if score > best:
                    best, cut = score, sides
            for side in cut:
                heapq.heappush(heap, side)
    return sorted([*done, *(cube for _, cube in heap)], key=lambda cube: [-x for x in cube])


def denied(cube: Cube) -> bytes:
    """The clause "not this cube", as it is written in a proof."""
    return b" ".join([b"%d" % -literal for literal in cube])


def prefixes(cubes: Sequence[Cube]) -> list[Cube]:
    """The cubes that were cut, each after its parts."""
    cut = {cube[:size] for cube in cubes for size in range(len(cube))}
    return sorted(cut, key=len, reverse=True)
