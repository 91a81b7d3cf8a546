"""The kernel's search as an engine of a race: attempts without end, beside the clause learners."""

from collections.abc import Callable, Generator, Sequence

from nonosat.model import Grid
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import Engine, EngineAnswer, Overtaken
from nonosat.solving.backends.restarts import AttemptClock, Restarts
from nonosat.solving.search import Trace


class Searcher(Engine):
    """An `Engine` that runs searches. It excludes the solutions that are known."""

    def __init__(self, before: Restarts, encoding: Encoding, tried: int, *_: object) -> None:
        super().__init__()
        self._encoding = encoding
        self._stopped = False
        patience = AttemptClock(self._check)
        own = before.own_board(patience)
        past = before.found, Trace(), before.tuning, before.shortest
        self._restarts = Restarts(own, before.clues, patience, *past)
        self._tried = tried
        self._running: Generator[Grid, None, bool] | None = None
        self._near: Grid | None = None
        self._untold: Grid | None = None  # found, and perhaps another engine was faster

    def _check(self) -> None:
        if self._stopped:
            raise Overtaken

    def begin(self, call_back: Callable[[], None]) -> None:
        self._stopped = False
        if self._untold is not None:  # it was not taken: it is to be found again
            self._restarts.found.discard(self._untold)
            self._near, self._running, self._untold = self._untold, None, None
        super().begin(call_back)

    def work(self) -> None:
        """Search until there is an answer."""
        try:
            while self.answer is EngineAnswer.STOPPED:
                self._go_on()
        except Overtaken:
            self._running = None

    def _go_on(self) -> None:
        """Continue the present attempt, or begin the next one, until it ends or finds a picture."""
        if self._running is None:
            if self._near is not None:
                self._running = self._restarts.dive(
                    self._restarts.tuning.picture_seconds, self._near
                )
                self._near = None
            else:
                self._tried += 1
                self._running = self._restarts.attempt(self._tried)
        try:
            self._untold = next(self._running)
        except StopIteration as end:
            self._running = None
            if end.value:
                self.answer: EngineAnswer = EngineAnswer.NO_MODEL
        else:
            literals = self._encoding.picture_literals(self._untold)
            self.model: list[int] = sorted(literals, key=abs)
            self.answer = EngineAnswer.MODEL

    def stop(self) -> None:
        self._background.stop(self._interrupt)

    def _interrupt(self) -> None:
        self._stopped = True

    def add(self, clause: list[int], phases: Sequence[int] = ()) -> None:
        """See `Engine.add`. The clause blocks the picture that the phases are of."""
        grid = self._encoding.grid(list(phases))
        if grid == self._untold:
            self._untold = None
        else:
            self._restarts.found.add(grid)
            self._near, self._running = grid, None
