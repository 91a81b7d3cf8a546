"""Run PySAT engines so that they never miss a deadline and never swallow Ctrl-C.

An engine solves one set of clauses in the background: `begin` starts it, `stop` ends it early,
and `answer` is the outcome. Engines that can be interrupted run in a thread of this process, where
PySAT releases the GIL. The others run in a child process that can be killed.
"""

import contextlib
import enum
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from nonosat.child import Child, ask_kept, keep
from nonosat.errors import EngineFailed, NonosatError
from nonosat.limits import Deadline
from nonosat.registry import PYSAT, require
from nonosat.solving.backends.background import Background
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.tuning import TUNING

with require("hard puzzles need PySAT", *PYSAT):
    from pysat.solvers import Solver, SolverNames


class EngineKind(enum.Enum):
    """The way to run an engine of PySAT without ever missing a deadline."""

    INTERRUPTIBLE = "runs in this process"
    INCREMENTAL = "runs in a child process, which keeps what it learned"
    ONE_SHOT = "runs in a fresh child process for each solution"


ENGINES = {
    "glucose42": EngineKind.INTERRUPTIBLE,
    "glucose4": EngineKind.INTERRUPTIBLE,
    "glucose3": EngineKind.INTERRUPTIBLE,
    "minisat22": EngineKind.INTERRUPTIBLE,
    "minisatgh": EngineKind.INTERRUPTIBLE,
    "maplesat": EngineKind.INTERRUPTIBLE,
    "maplecm": EngineKind.INTERRUPTIBLE,
    "maplechrono": EngineKind.INTERRUPTIBLE,
    "mergesat3": EngineKind.INTERRUPTIBLE,
    "cadical103": EngineKind.INCREMENTAL,
    "cadical153": EngineKind.INCREMENTAL,
    "cadical195": EngineKind.INCREMENTAL,
    "cadical300": EngineKind.INCREMENTAL,
    "lingeling": EngineKind.INCREMENTAL,
    # A second call aborts the whole process, so it never gets one.
    "kissat404": EngineKind.ONE_SHOT,
}
"""PySAT's names; the first is the default. CaDiCaL, Lingeling and Kissat cannot be interrupted."""

NO_BUDGET = -1
"""As many conflicts as it takes."""


class EngineAnswer(enum.Enum):
    """The answer of an engine."""

    MODEL = enum.auto()
    NO_MODEL = enum.auto()
    """Proved: the clauses contradict each other."""
    STOPPED = enum.auto()


class Overtaken(Exception):
    """Stops an engine's thread after another engine has won."""


class Engine(ABC):
    """One set of clauses being solved again and again, in the background.

    Attributes:
        answer: valid once `begin` has called back.
        model: the literals of the variables 1.. in order, after EngineAnswer.MODEL.
        conflicts: their number so far.
    """

    def __init__(self) -> None:
        self.answer: EngineAnswer = EngineAnswer.STOPPED
        self.model: list[int] = []
        self.conflicts = 0
        self._background = Background()

    @property
    def error(self) -> Exception | None:
        """Why it stopped by itself, if it did."""
        return self._background.error

    def begin(self, call_back: Callable[[], None]) -> None:
        """Start looking for a model, and call `call_back` at the end."""
        self.answer = EngineAnswer.STOPPED
        self._background.begin(self.work, call_back)

    @abstractmethod
    def work(self) -> None:
        """The work of the thread: set `answer`, and `model` if there is one."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the work that `begin` started, and wait until it has stopped."""

    @abstractmethod
    def add(self, clause: list[int], phases: Sequence[int] = ()) -> None:
        """Add a clause for good, and set the polarities to try first to `phases`."""

    def close(self) -> None:
        """Stop, and free everything."""
        self.stop()


def start_engine(name: str, clauses: Clauses, phases: Sequence[int], deadline: Deadline) -> Engine:
    """Make the engine called `name` for a set of clauses."""
    if ENGINES[name] is EngineKind.INTERRUPTIBLE:
        return InThread(name, clauses, phases, deadline)
    return _InChild(name, clauses, phases)


def _load(name: str, clauses: Clauses, check: Callable[[], None]) -> Any:
    solver = Solver(name=getattr(SolverNames, name)[0])
    solver.append_formula(clauses.watched(check), no_return=True)
    return solver


def set_phases(solver: Any, phases: Sequence[int]) -> None:
    """Have a solver of PySAT try these polarities first, where it can."""
    if phases:
        with contextlib.suppress(NotImplementedError):  # cadical103, lingeling, kissat404
            solver.set_phases(phases)


def _conflicts(solver: Any) -> int:
    try:
        return int((solver.accum_stats() or {}).get("conflicts", 0))
    except NotImplementedError:  # kissat404
        return 0


def failure(name: str, error: Exception) -> NonosatError:
    """The error to raise for the one that an engine has stopped with."""
    if isinstance(error, NonosatError):
        return error
    failed = EngineFailed(f"engine {name} failed: {error!r}")
    failed.__cause__ = error
    return failed


class InThread(Engine):
    """An engine that can be interrupted; see `Engine`.

    Attributes:
        assumptions: literals that must hold in the model that is looked for next.
    """

    def __init__(
        self,
        name: str,
        clauses: Clauses,
        phases: Sequence[int],
        deadline: Deadline,
        stop_seconds: float = TUNING.stop_seconds,
    ) -> None:
        super().__init__()
        self.name = name
        self.assumptions: Sequence[int] = ()
        self._solver = _load(name, clauses, deadline.check)
        set_phases(self._solver, phases)
        self._stop_seconds = stop_seconds
        self._given_up = False

    @property
    def error(self) -> Exception | None:
        if self._given_up:
            return EngineFailed("the engine did not stop")
        return super().error

    def begin(self, call_back: Callable[[], None]) -> None:
        if self._given_up:
            self.answer = EngineAnswer.STOPPED
            call_back()
        else:
            self._solver.clear_interrupt()
            super().begin(call_back)

    def work(self) -> None:
        if self._solve(self.assumptions) is False:
            self.answer = EngineAnswer.NO_MODEL

    def _solve(self, assumed: Sequence[int]) -> bool | None:
        """Return whether a model satisfies all literals of `assumed`; None if stopped early."""
        solvable: bool | None = self._solver.solve_limited(assumed, expect_interrupt=True)
        if self._given_up:  # it is not awaited, and clauses may have come since
            return None
        self.conflicts: int = _conflicts(self._solver)
        if solvable:
            self.answer: EngineAnswer = EngineAnswer.MODEL
            self.model: list[int] = self._solver.get_model()
        return solvable

    def run(self, deadline: Deadline, seconds: float = threading.TIMEOUT_MAX) -> None:
        """Work until there is an answer, or for at most `seconds`.

        Raises:
            LimitReached: the deadline passed first, or the engine has failed.
        """
        done = threading.Event()
        try:
            self.begin(done.set)
            deadline.wait_until(done.wait, seconds)
        finally:
            self.stop()
        if self.error is not None:
            raise failure(self.name, self.error)
        if self.answer is EngineAnswer.STOPPED:
            deadline.check()

    def stop(self) -> None:
        if not self._given_up:  # else its thread runs on for a while, and is not awaited
            self._given_up = not self._background.stop(self._solver.interrupt, self._stop_seconds)

    def add(self, clause: list[int], phases: Sequence[int] = ()) -> None:
        if not self._given_up:
            self._solver.add_clause(clause)
            set_phases(self._solver, phases)

    def budget(self, conflicts: int) -> None:
        """Set the most conflicts of each search, or NO_BUDGET."""
        if not self._given_up:
            self._solver.conf_budget(conflicts)

    def core(self) -> list[int]:
        """After EngineAnswer.NO_MODEL: assumptions that cannot hold together, not always the fewest."""
        return list(self._solver.get_core() or ())

    def close(self) -> None:
        self.stop()
        if not self._given_up:  # else it is at work still
            self._solver.delete()


class Oracle(InThread, contextlib.AbstractContextManager["Oracle"]):
    """Answers one question after another about a set of clauses, keeping what it learns.

    Use it as a context manager; leaving it frees the engine. The clauses are not copied, and the
    polarities of `phases` are tried first, so that models stay close to them.

    Raises:
        LimitReached: the deadline passed while the engine was handed the clauses.
    """

    def __init__(self, clauses: Clauses, deadline: Deadline, phases: Sequence[int] = ()) -> None:
        deadline.check_engine()
        # Asked many questions with little patience: it must be one that stops at once. Most engines
        # soon go by the polarities of their last models; minisatgh keeps to those it was given.
        self._deadline = deadline
        super().__init__("minisatgh" if phases else "minisat22", clauses, phases, deadline)

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(
        self,
        assumptions: Sequence[int],
        seconds: float = threading.TIMEOUT_MAX,
        conflicts: int = NO_BUDGET,
    ) -> EngineAnswer:
        """Is there a model with these assumptions? STOPPED: not known within the budget.

        Raises:
            LimitReached: the deadline passed first, or the engine has failed.
        """
        self._deadline.check()
        self.assumptions = assumptions
        self.budget(conflicts)
        self.run(self._deadline, seconds)
        return self.answer


class _InChild(Engine):
    """An engine that cannot be interrupted: stopping it kills its process, and what it learned."""

    def __init__(self, name: str, clauses: Clauses, phases: Sequence[int]) -> None:
        super().__init__()
        self._name, self._clauses, self._phases = name, clauses.copy(), phases
        self._child: Child | None = None
        self._news = Clauses()

    def work(self) -> None:
        child, news = self._child, self._news
        self._news = Clauses()
        if child is None:
            child = self._child = Child()
            child.ask(keep, _Kept, self._name, self._clauses)
            news = Clauses()
        model, self.conflicts = child.ask(ask_kept, "next", news, self._phases)
        self.answer = EngineAnswer.NO_MODEL if model is None else EngineAnswer.MODEL
        self.model = model or []

    def stop(self) -> None:
        self._background.stop(self._kill)

    def _kill(self) -> None:
        if self._child is not None:
            self._child.kill()

    def add(self, clause: list[int], phases: Sequence[int] = ()) -> None:
        self._clauses.append(clause)
        self._news.append(clause)
        self._phases = phases
        if ENGINES[self._name] is EngineKind.ONE_SHOT or self.answer is EngineAnswer.STOPPED:
            self._kill()
            self._child = None

    def close(self) -> None:
        self.stop()
        self._kill()


class _Kept:
    """The solver of a child process, which keeps what it learned."""

    def __init__(self, name: str, clauses: Clauses) -> None:
        self._solver = _load(name, clauses, lambda: None)

    def next(self, news: Clauses, phases: Sequence[int]) -> tuple[list[int] | None, int]:
        """Add clauses and solve; return the model or None, and the conflicts so far."""
        solver = self._solver
        for clause in news:
            solver.add_clause(clause)
        set_phases(solver, phases)
        return (solver.get_model() if solver.solve() else None), _conflicts(solver)
