"""Several engines on the same clauses: the first answer counts, and all learn of it."""

import contextlib
import math
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from nonosat.limits import Deadline
from nonosat.model import Grid
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import Engine, EngineAnswer, failure
from nonosat.solving.search import Trace


class Entrant(NamedTuple):
    """An engine that takes part."""

    label: str
    """Its name in messages, and in the result if it wins."""
    start: Callable[[Clauses, Sequence[int], Deadline], Engine]
    """Makes the engine for a set of clauses, with polarities to try first."""
    delay: float = 0.0
    """Seconds after which it joins, if no other engine has won yet."""
    phases: Callable[[], Sequence[int]] | None = None
    """Returns the polarities to try first; called when the engine joins."""
    free: bool = False
    """True if it ignores `phases` of solutions and keeps its own polarities.

    This halves the time of a proof that there is no other solution."""
    leaves: float = math.inf
    """Seconds after which it gives way to those that stay: what it is good at is not to be found."""


def race(
    encoding: Encoding,
    entrants: Sequence[Entrant],
    blocked: Iterable[Grid],
    deadline: Deadline,
    trace: Trace,
) -> Generator[Grid]:
    """Yield every solution of an encoding that is not in `blocked`; returning proves no more.

    A found picture is blocked on its cells and becomes the phases of all engines, since another
    solution is usually near.

    Raises:
        LimitReached: the deadline passed first, or every engine has failed.
    """
    trace.count("variables", encoding.variables)
    trace.count("clauses", len(encoding.clauses))
    trace.stage = "learning clauses"
    clauses = encoding.clauses
    for grid in blocked:
        clauses.append([-literal for literal in encoding.cell_literals(grid)])
    engines = _Engines(entrants, clauses, deadline)
    try:
        while True:
            label, engine = engines.run()
            trace.engine = label
            trace.counters["conflicts"] = engines.conflicts()
            if engine.answer is EngineAnswer.NO_MODEL:
                return
            grid = encoding.grid(engine.model)
            yield grid
            block = [-literal for literal in encoding.cell_literals(grid)]
            engines.add(block, engine.model)
    finally:
        engines.close()


class _Engines:
    """The engines that have joined so far, and those still to come."""

    def __init__(self, entrants: Sequence[Entrant], clauses: Clauses, deadline: Deadline) -> None:
        self._coming = sorted(entrants, key=lambda entrant: entrant.delay)
        self._clauses, self._deadline = clauses, deadline
        self._phases: Sequence[int] = ()
        self._running: list[tuple[Entrant, Engine]] = []
        self._started = time.monotonic()
        self._left = 0
        """Conflicts of engines that have left."""
        self._wake = threading.Event()

    def run(self) -> tuple[str, Engine]:
        """Let all engines work until one has an answer, and stop the others."""
        self._deadline.check()
        self._wake.clear()
        try:
            for _, engine in self._running:
                engine.begin(self._wake.set)
            while True:
                self._let_join()
                self._let_leave()
                if not self._deadline.wait_until(self._wake.wait, self._seconds_to_wait()):
                    self._deadline.check()
                    continue
                self._wake.clear()
                for entrant, engine in self._running:
                    if engine.answer is not EngineAnswer.STOPPED:
                        return entrant.label, engine
                self._drop_failed()
        finally:
            for _, engine in self._running:
                engine.stop()

    def _let_join(self) -> None:
        while self._coming and self._coming[0].delay <= time.monotonic() - self._started:
            entrant = self._coming.pop(0)
            phases: Sequence[int] = ()
            if not entrant.free:
                phases = self._phases or (entrant.phases() if entrant.phases else ())
            engine = entrant.start(self._clauses, phases, self._deadline)
            self._running.append((entrant, engine))
            engine.begin(self._wake.set)

    def _let_leave(self) -> None:
        passed = time.monotonic() - self._started
        leaving = [pair for pair in self._running if pair[0].leaves <= passed]
        if any(entrant.leaves == math.inf for entrant, _ in self._running):
            for pair in leaving:
                pair[1].close()
                self._left += pair[1].conflicts
                self._running.remove(pair)

    def _seconds_to_wait(self) -> float:
        """Seconds until the next engine joins or leaves."""
        ends = [entrant.leaves for entrant, _ in self._running]
        at = min(ends) if math.inf in ends else math.inf  # else no engine would stay
        if self._coming:
            at = min(at, self._coming[0].delay)
        return max(0.0, self._started + at - time.monotonic())

    def _drop_failed(self) -> None:
        for entrant, engine in [*self._running]:
            if (error := engine.error) is not None:
                engine.close()
                self._running.remove((entrant, engine))
                if not self._running and not self._coming:
                    raise failure(entrant.label, error)

    def add(self, clause: list[int], phases: Sequence[int]) -> None:
        """Add a clause to all engines, including those that join later."""
        self._clauses.append(clause)
        self._phases = phases
        for entrant, engine in self._running:
            engine.add(clause, () if entrant.free else phases)

    def conflicts(self) -> int:
        """Return the total number of conflicts of all engines."""
        return self._left + sum(engine.conflicts for _, engine in self._running)

    def close(self) -> None:
        """Stop and free all engines, even if Ctrl-C interrupts this."""
        with contextlib.ExitStack() as stack:
            for _, engine in self._running:
                stack.callback(engine.close)
