"""Clause learning: the order encoding of what line logic left open, on any engine of PySAT."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Any, Protocol

from pysat.solvers import Solver, SolverNames

from nonosat.backends.base import finished, new_board, propagate
from nonosat.backends.encoding import Encoding
from nonosat.backends.interrupt import run_interruptibly
from nonosat.child import Child
from nonosat.kernel import Board
from nonosat.model import Domains, Grid, Puzzle
from nonosat.result import Deadline, Trace


class Kind(enum.Enum):
    """How an engine of PySAT can be run without ever missing a deadline."""

    INTERRUPTIBLE = "runs in this process"
    INCREMENTAL = "runs in a child process, which keeps what it learned"
    ONE_SHOT = "runs in a fresh child process for each solution"


ENGINES = {
    "glucose42": Kind.INTERRUPTIBLE,
    "glucose4": Kind.INTERRUPTIBLE,
    "glucose3": Kind.INTERRUPTIBLE,
    "minisat22": Kind.INTERRUPTIBLE,
    "minisatgh": Kind.INTERRUPTIBLE,
    "maplesat": Kind.INTERRUPTIBLE,
    "maplecm": Kind.INTERRUPTIBLE,
    "maplechrono": Kind.INTERRUPTIBLE,
    "mergesat3": Kind.INTERRUPTIBLE,
    "cadical103": Kind.INCREMENTAL,
    "cadical153": Kind.INCREMENTAL,
    "cadical195": Kind.INCREMENTAL,
    "cadical300": Kind.INCREMENTAL,
    "lingeling": Kind.INCREMENTAL,
    # A second call aborts the whole process, so it never gets one.
    "kissat404": Kind.ONE_SHOT,
}
"""PySAT's names; the first is the default. CaDiCaL, Lingeling and Kissat cannot be interrupted."""

CHUNK = 20_000
"""Clauses handed over between two looks at the clock."""


class Sat:
    """A SAT engine on the order encoding; found pictures are blocked on their cells."""

    engines = ENGINES

    def __init__(self, engine: str = next(iter(ENGINES))) -> None:
        self.engine = engine

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
        else:
            yield from self.learn(puzzle, board, deadline, trace)

    def learn(
        self, puzzle: Puzzle, board: Board, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """Yield the solutions of a board that line logic has settled but not finished."""
        encoding = Encoding(board, [*puzzle.rows, *puzzle.cols], deadline)
        trace.count("variables", encoding.variables)
        trace.count("clauses", len(encoding.clauses))
        trace.engine = self.engine
        with ExitStack() as stack:
            engine: _Engine
            if ENGINES[self.engine] is Kind.INTERRUPTIBLE:
                engine = _InThread(self.engine, encoding.clauses, deadline)
            else:
                engine = _InChild(self.engine, encoding.clauses, deadline)
            stack.callback(engine.close)
            while True:
                model = engine.solve()
                trace.counters["conflicts"] = engine.conflicts
                if model is None:
                    return
                grid = encoding.grid(model)
                yield grid
                literals = encoding.cell_literals(grid)
                engine.add([-literal for literal in literals], literals)


class _Engine(Protocol):
    """One clause set being solved, again and again."""

    conflicts: int

    def solve(self) -> list[int] | None:
        """A model, or None: there is none. Raises LimitReached."""

    def add(self, clause: list[int], phases: list[int]) -> None:
        """Add a clause; try the polarities of `phases` first from now on."""

    def close(self) -> None:
        """Stop whatever runs and free it."""


def _load(name: str, clauses: list[list[int]], check: Callable[[], None]) -> Any:
    solver = Solver(name=getattr(SolverNames, name)[0])
    for at in range(0, len(clauses), CHUNK):
        check()
        solver.append_formula(clauses[at : at + CHUNK], no_return=True)
    return solver


def _set_phases(solver: Any, phases: list[int]) -> None:
    with contextlib.suppress(NotImplementedError):  # cadical103, lingeling
        solver.set_phases(phases)


def _conflicts(solver: Any) -> int:
    try:
        return int((solver.accum_stats() or {}).get("conflicts", 0))
    except NotImplementedError:  # kissat404
        return 0


class _InThread:
    """An engine that can be interrupted: it works in a thread, this one watches the clock."""

    def __init__(self, name: str, clauses: list[list[int]], deadline: Deadline) -> None:
        self._deadline = deadline
        self._solver = _load(name, clauses, deadline.check)
        self.conflicts = 0

    def solve(self) -> list[int] | None:
        self._deadline.check()
        solver = self._solver
        solver.clear_interrupt()
        solvable = run_interruptibly(
            lambda: solver.solve_limited(expect_interrupt=True), solver.interrupt, self._deadline
        )
        self.conflicts = _conflicts(solver)
        if solvable is None:
            raise self._deadline.error()
        return list(solver.get_model()) if solvable else None

    def add(self, clause: list[int], phases: list[int]) -> None:
        self._solver.add_clause(clause)
        _set_phases(self._solver, phases)

    def close(self) -> None:
        self._solver.delete()


class _InChild:
    """An engine that cannot be interrupted: it works in a child process that can be killed."""

    def __init__(self, name: str, clauses: list[list[int]], deadline: Deadline) -> None:
        self._name, self._clauses, self._deadline = name, clauses, deadline
        self._child: Child | None = None
        self._news: tuple[list[int], list[int]] | None = None
        self.conflicts = 0

    def solve(self) -> list[int] | None:
        if self._child is None:
            self._child = Child("nonosat.backends.sat:serve")
            request: tuple[str, Any, Any] = (self._name, self._clauses, None)
        else:
            request = ("", *(self._news or ((), ())))
        model, self.conflicts = self._child.call(request, self._deadline)
        return list(model) if model is not None else None

    def add(self, clause: list[int], phases: list[int]) -> None:
        if ENGINES[self._name] is Kind.ONE_SHOT:
            self._clauses.append(clause)
            self.close()
            self._child = None
        else:
            self._news = clause, phases

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()


def serve() -> Callable[[tuple[str, Any, Any]], tuple[list[int] | None, int]]:
    """What runs in the child: the first request names the engine and brings all clauses."""
    solver: Any = None

    def answer(request: tuple[str, Any, Any]) -> tuple[list[int] | None, int]:
        nonlocal solver
        name, clauses, phases = request
        if name:
            solver = _load(name, clauses, lambda: None)
        else:
            solver.add_clause(clauses)
            _set_phases(solver, phases)
        return (solver.get_model() if solver.solve() else None), _conflicts(solver)

    return answer
