"""An engine that guesses a whole picture, and lets a clause learner repair what is wrong with it.

Belief propagation with reinforcement (kernel/belief.py) gives a picture in which all lines are
right, or few are wrong. A clause learner repairs those: only the lines near the wrong ones are
free, all other cells are assumed. This finds a first solution of large puzzles with many solutions,
where clause learners alone get lost. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from nonosat.backends.base import guess, own_board, wrong_lines
from nonosat.backends.clauses import Clauses
from nonosat.backends.encoding import Encoding
from nonosat.backends.engines import Answer, InThread, Overtaken, set_phases
from nonosat.kernel import Board
from nonosat.model import Clue, Grid
from nonosat.result import Deadline

ENGINE = "glucose42"
ROUNDS = 300
"""The most rounds of belief propagation before reinforcement."""
REACHES = (1, 2, 4, 6, 8, 12, 16)
"""How many neighbors of a wrong line are free on either side of it, from try to try."""
CONFLICTS = 1000
"""What one repair may cost."""


class Guesser(InThread):
    """See the module. It looks for a first picture only, and then leaves the race.

    Args:
        board: settled; what it knows is used.
        clues: of all rows, then of all columns.
    """

    def __init__(
        self,
        board: Board,
        clues: Sequence[Clue],
        encoding: Encoding,
        clauses: Clauses,
        phases: Sequence[int],
        deadline: Deadline,
    ) -> None:
        super().__init__(ENGINE, clauses, phases, deadline)
        self._stopped = False  # a board may tick while it is made
        self._board = own_board(board, clues, self._tick)
        self._clues, self._encoding = clues, encoding

    def _tick(self) -> None:
        if self._stopped:
            raise Overtaken

    def work(self) -> None:
        """Guess again and again, and try to repair each guess."""
        try:
            for number in count(1):
                picture, medians = guess(self._board, ROUNDS, number)
                set_phases(self._solver, self._encoding.hint_literals(picture.cells, medians))
                if self._repair(picture):
                    return
        except Overtaken:
            return

    def _repair(self, picture: Grid) -> bool:
        literals = self._encoding.cell_literals(picture)
        for free in self._windows(picture):
            self._tick()
            assumed = [
                literal
                for literal, (cell, _) in zip(literals, self._encoding.open_cells, strict=True)
                if cell not in free
            ]
            self._solver.conf_budget(CONFLICTS)
            if self._solve(assumed):
                return True
        return False

    def _windows(self, picture: Grid) -> Iterator[set[int]]:
        """Sets of cells around the lines that are wrong in a guess, wider and wider."""
        h, w = picture.height, picture.width
        rows, cols = wrong_lines(picture, self._clues)
        for reach in REACHES:
            free = {row * w + col for row in _around(rows, reach, h) for col in range(w)}
            free |= {row * w + col for col in _around(cols, reach, w) for row in range(h)}
            if 2 * len(free) > h * w:
                return
            yield free
            if not free:
                return

    def stop(self) -> None:
        """See `Engine.stop`."""
        self._stopped = True
        super().stop()

    def begin(self, call_back: Callable[[], None]) -> None:
        """See `Engine.begin`; after a first picture there is nothing more to do."""
        self.answer = Answer.STOPPED
        if not self._stopped:
            super().begin(call_back)


def _around(lines: Sequence[int], reach: int, end: int) -> set[int]:
    """These lines and their neighbors within reach, of those before `end`."""
    return {
        near for line in lines for near in range(max(0, line - reach), min(end, line + reach + 1))
    }
