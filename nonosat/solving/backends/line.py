"""Line logic, probing and recursion: the propagator of the kernel, run to the end."""

from collections.abc import Generator

from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving.backends.base import new_board, propagate, search
from nonosat.solving.search import Trace


class LineLogic:
    """Settles whole lines exactly, probes single cells, and guesses where that is not enough."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        board = new_board(puzzle, known, deadline)
        if not propagate(board, trace):
            return
        begun = False
        try:
            for grid in search(board, trace):
                begun = True
                yield grid
            begun = True
        finally:
            # All cells are probed before the first guess, so this does not depend on the clock.
            if not trace.line_solvable and (begun or board.depth):
                trace.difficulty = "guessing" if board.depth else "probing"
