"""An engine that guesses whole pictures and lets a clause learner complete their common part.

Belief propagation with reinforcement (kernel/belief.py) yields pictures with few or no wrong
lines. A guess that is not a solution need not be close to one. But several guesses, each with its
own random noise, agree on many cells, and most of these cells are right. A clause learner assumes
the cells on which a number of guesses agree, and then completes the picture or refutes the
assumption, usually within few conflicts. Fewer assumed cells are more likely to be completed, but
take longer. So the number of guesses that must agree goes up by one after each refutation, and
down by one when the learner takes too long.

If the cells on which all guesses agree are refuted, the learner returns a core: those cells that
its refutation uses. The engine drops the core and assumes the remaining cells. In maximum
satisfiability this is the phase of disjoint cores.

This finds a first solution of puzzles with many solutions, where clause learners alone get lost.
It proves nothing.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from nonosat.limits import Deadline
from nonosat.model import Grid
from nonosat.solving.backends.base import guess
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import EngineAnswer, InThread, Overtaken, set_phases
from nonosat.solving.backends.restarts import Restarts

ENGINE = "glucose42"


class Guesser(InThread):
    """See the module. It looks for a first picture only, and then leaves the race."""

    def __init__(
        self,
        before: Restarts,
        encoding: Encoding,
        clauses: Clauses,
        phases: Sequence[int],
        deadline: Deadline,
    ) -> None:
        super().__init__(ENGINE, clauses, phases, deadline, before.tuning.stop_seconds)
        self._stopped = False  # a board may tick while it is made
        self._board = before.own_board(self._tick)
        self._encoding, self._tuning, self._best = encoding, before.tuning, before.best

    def _tick(self) -> None:
        if self._stopped:
            raise Overtaken

    def work(self) -> None:
        """Guess again and again, and try to complete what the guesses agree on."""
        tuning = self._tuning
        rng = random.Random(0)
        guesses: list[set[int]] = []
        size = 1  # the number of guesses that have to agree
        try:
            for picture, medians in self._guesses():
                set_phases(self._solver, self._encoding.hint_literals(picture.cells, medians))
                cells = {*self._encoding.cell_literals(picture)}
                guesses = [*guesses[1 - tuning.agreeing :], cells]
                for _ in range(tuning.agreements):
                    size = max(1, min(size, len(guesses)))
                    agreed = set.intersection(*rng.sample(guesses, size))
                    solvable = self._complete(agreed)
                    if solvable is None:
                        size -= 1
                        continue
                    all_agreed = size == len(guesses)
                    if solvable or (all_agreed and self._repair(agreed)):
                        return
                    size += 1
                    if all_agreed:
                        break
        except Overtaken:
            return

    def _guesses(self) -> Iterator[tuple[Grid, list[list[int]]]]:
        if self._best is not None:
            yield self._best
        rounds = self._tuning.repair_rounds * (self._board.height + self._board.width)
        for number in count(1):
            yield guess(self._board, rounds, number, self._tuning, late=True)

    def _complete(self, agreed: Iterable[int]) -> bool | None:
        """Return whether a solution contains these literals; None if out of conflicts."""
        self._tick()
        self.budget(self._tuning.repair_conflicts)
        return self._solve(sorted(agreed, key=abs))

    def _repair(self, agreed: set[int]) -> bool:
        """Drop literals that conflict with the clues; return True once the rest is completed."""
        while core := set(self.core()):
            agreed = agreed - core
            solvable = self._complete(agreed)
            if solvable is not False:
                return bool(solvable)
        return False

    def stop(self) -> None:
        self._stopped = True
        super().stop()

    def begin(self, call_back: Callable[[], None]) -> None:
        """See `Engine.begin`; after a first picture there is nothing more to do."""
        self.answer = EngineAnswer.STOPPED
        if not self._stopped:
            super().begin(call_back)
