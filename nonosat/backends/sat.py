"""Clause learning: the order encoding of what line logic left open, on any engine of PySAT."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from nonosat.backends.base import open_board
from nonosat.backends.encoding import Encoding
from nonosat.backends.engines import ENGINES, start_engine
from nonosat.backends.race import Entrant, race
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace


class Sat:
    """A SAT engine on the order encoding; found pictures are blocked on their cells."""

    engines = ENGINES

    def __init__(self, engine: str = next(iter(ENGINES))) -> None:
        self.engine = engine

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`."""
        board = yield from open_board(puzzle, known, deadline, trace)
        if board is None:
            return
        deadline.check_engine()
        trace.engine = self.engine
        encoding = Encoding(board, puzzle.clues, deadline)
        entrant = Entrant(self.engine, partial(start_engine, self.engine))
        yield from race(encoding, [entrant], (), deadline, trace)
