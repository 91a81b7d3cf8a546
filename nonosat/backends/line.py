"""Line logic, probing and recursion: the propagator of the kernel, run to the end."""

from __future__ import annotations

from collections.abc import Generator

from nonosat.backends.base import new_board, propagate, search
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Listener, Solved, Trace


class Line:
    """Settles whole lines exactly, probes single cells, and guesses where that is not enough."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        board = new_board(puzzle, known, deadline)
        possible = propagate(board, trace)
        if trace.listener is not None:
            yield from _told(trace.listener, puzzle, known, deadline, trace)
        elif possible:
            yield from search(board, trace)


def _told(
    listener: Listener, puzzle: Puzzle, known: Domains | None, deadline: Deadline, trace: Trace
) -> Generator[Grid]:
    """The same in steps that are told to somebody; much slower."""
    from nonosat.backends.stepwise import stepwise  # nobody else needs it

    depth = 0
    for step in stepwise(puzzle, known, deadline, listener.rules, trace.counters):
        depth = max(depth, step.depth)
        if not trace.line_solvable:
            trace.difficulty = f"guessing {depth}" if depth else "probing"
        listener.hear(step)
        if isinstance(step, Solved):
            yield step.grid
