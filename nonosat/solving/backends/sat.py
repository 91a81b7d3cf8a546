"""Clause learning on any engine of PySAT: of what line logic left open, or of the clues alone."""

from collections.abc import Generator
from functools import partial
from typing import ClassVar

from nonosat.kernel import Board
from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving.backends.base import new_board, open_board
from nonosat.solving.backends.direct import DirectEncoding
from nonosat.solving.backends.encoding import ClueEncoding, Encoding
from nonosat.solving.backends.engines import ENGINES, start_engine
from nonosat.solving.backends.race import Entrant, race
from nonosat.solving.backends.regular import RegularEncoding
from nonosat.solving.search import Trace

OTHERS: dict[str, type[ClueEncoding]] = {"direct": DirectEncoding, "regular": RegularEncoding}
"""The encodings besides the usual one, by variant."""


class Sat:
    """A SAT engine on clauses; found pictures are blocked on their cells.

    Without a variant: line logic, then the order encoding of what it left open.
    """

    engines: ClassVar[dict[str, str]] = {name: kind.value for name, kind in ENGINES.items()}
    variants: ClassVar[dict[str, str]] = {
        "plain": "the order encoding of the clues, without line logic before it",
        "direct": "the direct encoding of the clues, without line logic before it",
        "regular": "an automaton per line of the clues as clauses, without line logic before it",
    }

    def __init__(self, engine: str = next(iter(ENGINES)), variant: str = "") -> None:
        self.engine: str = engine
        self.variant: str = variant

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        board: Board | None
        if self.variant:
            board = new_board(puzzle.clues_only(), None, deadline)
        else:
            board = yield from open_board(puzzle, known, deadline, trace)
        if board is None:
            return
        deadline.check_engine()
        trace.stage = "making clauses"
        if self.variant in OTHERS:
            encoding: Encoding = OTHERS[self.variant](board, puzzle.lines, deadline)
        else:
            encoding = Encoding(board, deadline)
        if self.variant and known is not None:
            encoding.keep(known)
        trace.engine = self.engine
        entrant = Entrant(self.engine, partial(start_engine, self.engine))
        yield from race(encoding, [entrant], (), deadline, trace)
