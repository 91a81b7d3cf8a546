"""OR-Tools CP-SAT: one constraint per line, of those that line logic left open or of all.

The constraint is an automaton (Pesant, "A regular language membership constraint for finite
sequences of variables", CP 2004), or a table of all placements (Bessière and Régin, "Arc consistency
for general constraint networks: preliminary results", IJCAI 1997). Beside them is the order encoding,
whose clauses are Boolean constraints.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from functools import partial
from typing import ClassVar, NamedTuple

from ortools.sat.python import cp_model

from nonosat.child import Child, ask_kept, keep
from nonosat.errors import LimitReached
from nonosat.limits import Deadline
from nonosat.model import Clue, Domains, Grid, Puzzle
from nonosat.solving.backends.background import run_interruptibly
from nonosat.solving.backends.base import new_board, open_cells
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.one_line import LinePuzzle
from nonosat.solving.backends.placements import count_placements
from nonosat.solving.search import Trace

Variable = cp_model.IntVar | int
Question = tuple[Puzzle, Domains, str]
"""A puzzle, what is known, and the variant."""
Reply = tuple[bytes | None, bool, dict[str, int]]
"""The cells of a further solution; whether the search was finished; counters."""

MEMORY = 2 << 30
"""Memory limit of the solver's process, in bytes."""


class CpSat:
    """A constraint model of the open cells; found pictures are forbidden and it is solved again.

    The solver's own enumeration is not used: with several workers it loses solutions silently.
    Models so large that the solver does not heed its time limit run in a child process. Without a
    variant: line logic, then automata for the lines it left open.
    """

    variants: ClassVar[dict[str, str]] = {
        "plain": "an automaton per line of the clues, without line logic before it",
        "clauses": "the order encoding of the clues, without line logic before it",
        "table": "a table of placements per line of the clues, without line logic before it",
    }

    def __init__(self, variant: str = "") -> None:
        self.variant = variant

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        known = yield from open_cells(puzzle, known, deadline, trace, self.variant != "")
        if known is None:
            return
        trace.engine = "CP-SAT"
        trace.stage = "solving a model"
        bound = BOUNDS[self.variant]
        size = bound.size(puzzle, deadline)
        if size > bound.largest:
            raise LimitReached(bound.refusal.format(size, bound.largest))
        is_large = size > bound.large
        task = (puzzle, known, self.variant)
        with ExitStack() as stack:
            if is_large:
                child = stack.enter_context(Child(MEMORY))
                child.ask(keep, _model_of, task, Deadline(None), deadline=deadline)
            else:
                model = _model_of(task, deadline)
            while True:
                seconds = deadline.remaining()
                if is_large:
                    outcome = child.ask(ask_kept, "next", seconds, deadline=deadline)
                else:  # in a thread, because the solver swallows Ctrl-C
                    outcome = run_interruptibly(partial(model.next, seconds), model.stop, deadline)
                cells, exhausted, counters = outcome
                for name, number in counters.items():
                    trace.count(name, number)
                if cells is None:
                    if not exhausted:
                        raise deadline.error()
                    return
                yield Grid(puzzle.height, puzzle.width, cells)


def table_size(puzzle: Puzzle, deadline: Deadline) -> int:
    """Cells of the placements of all lines; counting ends where they are too many."""
    size = 0
    for line in puzzle.lines:
        deadline.check()
        size += len(line.cells) * count_placements(line.clue, len(line.cells))
        if size > BOUNDS["table"].largest:
            break
    return size


def order_size(puzzle: Puzzle, deadline: Deadline) -> int:
    """The starts that all blocks can have, and the ends of those of unknown length."""
    size = 0
    for line in puzzle.lines:
        orders = len(line.clue) + sum(block.length is None for block in line.clue)
        size += orders * (len(line.cells) - line.clue.room + 1)
    return size


def expanded_size(puzzle: Puzzle, deadline: Deadline) -> int:
    """Arcs of all automata, times the cells of their lines."""
    return sum(len(line.cells) * sum(b.least + 2 for b in line.clue) for line in puzzle.lines)


class _Bound(NamedTuple):
    """Size limits of the models of a variant."""

    size: Callable[[Puzzle, Deadline], int]
    large: int
    """Beyond this presolve does not react within 0.2 s, so the model needs a child process."""
    largest: int
    """Beyond this CP-SAT takes more than 2 GB, or with clauses 1.2 GB before it searches."""
    refusal: str


AUTOMATA = _Bound(expanded_size, 500_000, 20_000_000, "the automata take {:,} steps; backend cpsat handles at most {:,}")  # fmt: skip
BOUNDS = {
    "": AUTOMATA,
    "plain": AUTOMATA,
    "clauses": _Bound(order_size, 40_000, 500_000, "the blocks have {:,} starts and ends; backend cpsat:clauses handles at most {:,}"),
    "table": _Bound(table_size, 200_000, 5_000_000, "the tables have more than {1:,} cells, the most that backend cpsat:table handles"),
}  # fmt: skip


class _Model(ABC):
    """A model of one puzzle, solved again and again."""

    def __init__(self) -> None:
        self._solver = cp_model.CpSolver()
        # Measured in EXPERIMENTS.md: a second worker takes up to 1.6 times the CPU, and linear
        # relaxations cost more than they prune.
        self._solver.parameters.num_workers = 1
        self._solver.parameters.linearization_level = 0
        # Looking for symmetries can take seconds on a model of eight cells, and found none worth it.
        self._solver.parameters.symmetry_level = 0
        # Its handler would replace Python's, for good.
        self._solver.parameters.catch_sigint_signal = False
        self._model = cp_model.CpModel()

    def next(self, seconds: float) -> Reply:
        """Look for a solution, and forbid it."""
        solver = self._solver
        if seconds != float("inf"):
            solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self._model)
        counters = {"conflicts": solver.num_conflicts, "branches": solver.num_branches}
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None, status == cp_model.INFEASIBLE, counters
        cells = self._found()
        self._forbid(cells)
        return cells, False, counters

    @abstractmethod
    def _found(self) -> bytes:
        """The cells of the solution that the solver has found."""

    @abstractmethod
    def _forbid(self, cells: bytes) -> None:
        """Do not find them again."""

    def stop(self) -> None:
        """End what `next` is at, from another thread."""
        self._solver.stop_search()


class _Lines(_Model):
    """Variables for the open cells, and a constraint for every line with some.

    Without line logic before it all cells are open: what is known bounds their variables.
    """

    def __init__(self, task: Question, deadline: Deadline) -> None:
        super().__init__()
        puzzle, known, variant = task
        cells = self._cells = _cells(self._model, known, all_open=variant != "")
        add_line = _add_table if variant == "table" else _add_line
        for line in puzzle.lines:
            deadline.check()
            along = [cells[cell] for cell in line.cells]
            if not all(isinstance(cell, int) for cell in along):
                add_line(self._model, line.clue, along)

    def _found(self) -> bytes:
        return bytes(c if isinstance(c, int) else self._solver.value(c) for c in self._cells)

    def _forbid(self, cells: bytes) -> None:
        pairs = [(c, v) for c, v in zip(self._cells, cells, strict=True) if not isinstance(c, int)]
        self._model.add_forbidden_assignments([c for c, _ in pairs], [[v for _, v in pairs]])


class _Clauses(_Model):
    """The clauses of the order encoding."""

    def __init__(self, task: Question, deadline: Deadline) -> None:
        super().__init__()
        puzzle, known, _ = task
        self._encoding = Encoding(new_board(puzzle.clues_only(), None, deadline), deadline)
        self._encoding.keep(known)
        self._variables = [self._model.new_bool_var("") for _ in range(self._encoding.variables)]
        for clause in self._encoding.clauses.watched(deadline.check):
            self._add(clause)

    def _add(self, clause: Iterable[int]) -> None:
        variables = self._variables
        self._model.add_bool_or([variables[x - 1] if x > 0 else ~variables[-x - 1] for x in clause])

    def _found(self) -> bytes:
        values = map(self._solver.boolean_value, self._variables)
        model = [number if value else -number for number, value in enumerate(values, 1)]
        return self._encoding.grid(model).cells

    def _forbid(self, cells: bytes) -> None:
        grid = Grid(self._encoding.height, self._encoding.width, cells)
        self._add(-literal for literal in self._encoding.cell_literals(grid))


def _model_of(task: Question, deadline: Deadline) -> _Model:
    return (_Clauses if task[2] == "clauses" else _Lines)(task, deadline)


def _cells(model: cp_model.CpModel, known: Domains, all_open: bool) -> list[Variable]:
    """A variable for every open cell, the color itself for every other; or all variables."""
    cells: list[Variable] = []
    for mask in known.cells():
        options = [color for color in range(mask.bit_length()) if mask >> color & 1]
        if not options:
            model.add_bool_or([])  # nothing satisfies this
            options = [0]
        if len(options) == 1 and not all_open:
            cells.append(options[0])
        else:
            cells.append(model.new_int_var_from_domain(cp_model.Domain.from_values(options), ""))
    return cells


def _add_line(model: cp_model.CpModel, clue: Clue, cells: list[Variable]) -> None:
    states, final = clue.automaton()
    arcs = [
        (state, color, then) for state, steps in enumerate(states) for color, then in steps.items()
    ]
    model.add_automaton(cells, 0, final, arcs)


def _add_table(model: cp_model.CpModel, clue: Clue, cells: list[Variable]) -> None:
    """Add a constraint that lists all placements of a clue, ignoring known cells."""
    colors = 1 + max((block.color for block in clue), default=0)
    line = LinePuzzle(clue, len(cells), ((1 << len(cells)) - 1,) * colors)
    model.add_allowed_assignments(cells, [[*placement] for placement in line.placements()])
