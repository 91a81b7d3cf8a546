"""Line logic, probing and recursion: the propagator of the kernel, run to the end."""

from __future__ import annotations

from collections.abc import Generator

from nonosat.backends.base import new_board, propagate
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace


class Line:
    """Settles whole lines exactly, probes single cells, and guesses where that is not enough."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        board = new_board(puzzle, known, deadline)
        if not propagate(board, trace):
            return
        before = board.counters["lines"]
        try:
            while (cells := board.next_solution()) is not None:
                yield Grid(puzzle.height, puzzle.width, cells)
        finally:
            counters = {**board.counters, "lines": board.counters["lines"] - before}
            for name, number in counters.items():
                trace.count(name, number)
            if board.depth:
                trace.difficulty = f"guessing {board.depth}"
        if not (trace.line_solvable or board.depth):
            trace.difficulty = "probing"
