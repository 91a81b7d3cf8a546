"""The default: line logic, and clause learning for what it leaves open."""

from __future__ import annotations

from collections.abc import Generator

from nonosat.backends.base import finished, new_board, propagate
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace


class Auto:
    """Line logic first; a SAT engine is loaded only for a puzzle that needs one."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        board = new_board(puzzle, known, deadline)
        if not propagate(board, trace):
            return
        grid = finished(board)
        if grid is not None:
            yield grid
            return
        from nonosat.backends.sat import Sat  # loads pysat

        yield from Sat().learn(puzzle, board, deadline, trace)
