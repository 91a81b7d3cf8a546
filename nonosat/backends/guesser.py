"""An engine that guesses a whole picture, and lets a clause learner repair what is wrong with it.

Belief propagation with reinforcement (kernel/belief.py) gives a picture in which all lines are
right, or few are wrong. A clause learner assumes all its cells. They contradict the clues, and the
learner tells which of them it needs to see that: the core. These are given up, and the rest is
assumed again, until what is left can be completed or takes the learner too long. Each step takes
few conflicts as long as most cells are assumed. So the learner gives up what it must and keeps
the rest. In maximum satisfiability this is the phase of disjoint cores. It finds a first solution
of puzzles with many solutions where clause learners alone get lost. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from nonosat.backends.base import guess, own_board
from nonosat.backends.clauses import Clauses
from nonosat.backends.encoding import Encoding
from nonosat.backends.engines import Answer, InThread, Overtaken, set_phases
from nonosat.backends.tuning import Tuning
from nonosat.kernel import Board
from nonosat.model import Clue, Grid
from nonosat.result import Deadline

ENGINE = "glucose42"


class Guesser(InThread):
    """See the module. It looks for a first picture only, and then leaves the race.

    Args:
        board: settled; what it knows is used.
        clues: of all rows, then of all columns.
        best: a guess to repair before others are made, if there is one.
    """

    def __init__(
        self,
        board: Board,
        clues: Sequence[Clue],
        encoding: Encoding,
        tuning: Tuning,
        best: tuple[Grid, list[list[int]]] | None,
        clauses: Clauses,
        phases: Sequence[int],
        deadline: Deadline,
    ) -> None:
        super().__init__(ENGINE, clauses, phases, deadline, tuning.stop_seconds)
        self._stopped = False  # a board may tick while it is made
        self._board = own_board(board, clues, self._tick)
        self._encoding, self._tuning, self._best = encoding, tuning, best

    def _tick(self) -> None:
        if self._stopped:
            raise Overtaken

    def work(self) -> None:
        """Guess again and again, and try to repair each guess."""
        try:
            for picture, medians in self._guesses():
                set_phases(self._solver, self._encoding.hint_literals(picture.cells, medians))
                if self._repair(picture):
                    return
        except Overtaken:
            return

    def _guesses(self) -> Iterator[tuple[Grid, list[list[int]]]]:
        if self._best is not None:
            yield self._best
        for number in count(1):
            yield guess(self._board, self._tuning.repair_rounds, number, self._tuning)

    def _repair(self, picture: Grid) -> bool:
        """Find a solution that keeps what it can of a picture; False: not within the conflicts."""
        assumed = self._encoding.cell_literals(picture)
        while True:
            self._tick()
            self.budget(self._tuning.repair_conflicts)
            solvable = self._solve(assumed)
            core = set(self.core()) if solvable is False else ()
            if not core:
                return bool(solvable)
            assumed = [literal for literal in assumed if literal not in core]

    def stop(self) -> None:
        """See `Engine.stop`."""
        self._stopped = True
        super().stop()

    def begin(self, call_back: Callable[[], None]) -> None:
        """See `Engine.begin`; after a first picture there is nothing more to do."""
        self.answer = Answer.STOPPED
        if not self._stopped:
            super().begin(call_back)
