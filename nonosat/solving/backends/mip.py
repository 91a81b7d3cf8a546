"""Bosch's integer program on SCIP, which comes with OR-Tools.

Bosch, "Painting by numbers", Optima 65, 2001: a 0-1 variable says that a block starts at a cell, another
that a cell has a certain ink. Each block starts once, and the next one behind it. A cell has the ink of the
blocks of its row that cover it, and of its column. Bosch has inequalities for this; as blocks do not
overlap, equations say the same in half of the program. SCIP computes with floating-point numbers. The
judge looks at its pictures; its proofs, that there are no more, hold within its tolerances.
"""

from collections.abc import Generator, Iterable
from itertools import pairwise
from typing import Any, ClassVar

from ortools.linear_solver import pywraplp

from nonosat.child import Child, ask_kept, keep
from nonosat.errors import EngineFailed, LimitReached
from nonosat.limits import Deadline
from nonosat.model import Clue, Domains, Grid, Puzzle, PuzzleLine
from nonosat.solving.backends.base import new_board, open_cells
from nonosat.solving.backends.direct import spans_of
from nonosat.solving.search import Trace

LARGEST = 2_000_000
"""Coefficients: twice as many take 1.2 GB before the search begins."""
MEMORY = 2 << 30
"""Memory limit of the solver's process, in bytes."""


class Mip:
    """The program of what line logic left open, or of the clues. Found pictures are forbidden."""

    variants: ClassVar[dict[str, str]] = {
        "plain": "the integer program of the clues, without line logic before it"
    }

    def __init__(self, variant: str = "") -> None:
        self.variant = variant

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        known = yield from open_cells(puzzle, known, deadline, trace, self.variant != "")
        if known is None:
            return
        size = sum(map(_size, puzzle.lines))
        if size > LARGEST:
            raise LimitReached(
                f"the program has {size:,} coefficients; backend mip handles at most {LARGEST:,}"
            )
        trace.engine, trace.stage = "SCIP", "solving an integer program"
        with Child(MEMORY) as child:
            child.ask(keep, _Program, puzzle, known, not self.variant, deadline=deadline)
            while (cells := child.ask(ask_kept, "next", deadline=deadline)) is not None:
                yield Grid(puzzle.height, puzzle.width, cells)


def _size(line: PuzzleLine) -> int:
    """About the most coefficients that the program of a line can have."""
    clue, cells = line.clue, len(line.cells)
    starts = cells - clue.room + 1
    spans = [starts if block.length else starts * (starts + 1) // 2 for block in clue]
    inked = sum(n * (block.length or starts) for n, block in zip(spans, clue, strict=True))
    return cells + inked + sum(a * b for a, b in pairwise(spans))


class _Program:
    """The program of one puzzle, in a child process; `narrowed`: without starts that what is known rules out."""

    def __init__(self, puzzle: Puzzle, known: Domains, narrowed: bool) -> None:
        self._solver = pywraplp.Solver.CreateSolver("SCIP")
        self._cells: list[dict[int, Any]] = []
        for mask in known.cells():
            inks = range(1, len(puzzle.palette.colors))
            self._cells.append({ink: self._solver.IntVar(0, mask >> ink & 1, "") for ink in inks})
            if not mask & 1:  # it cannot be blank
                self._bound(1, self._cells[-1].values())
        board = new_board(puzzle.clues_only(), known if narrowed else None, Deadline(None))
        for number, line in enumerate(puzzle.lines):
            cells = [self._cells[cell] for cell in line.cells]
            self._add_line(line.clue, board.starts(number) or [], cells)

    def _bound(
        self, least: int, plus: Iterable[Any], minus: Iterable[Any] = (), most: float = float("inf")
    ) -> None:
        """The sum of some variables, less others, is between two bounds."""
        row = self._solver.Constraint(least, most)
        for sign, variables in ((1, plus), (-1, minus)):
            for variable in variables:
                row.SetCoefficient(variable, sign)

    def _add_line(self, clue: Clue, starts: list[int], line: list[dict[int, Any]]) -> None:
        blocks = [
            {span: self._solver.IntVar(0, 1, "") for span in spans_of(clue, j, starts, len(line))}
            for j in range(len(clue))
        ]
        covering: list[dict[int, list[Any]]] = [{ink: [] for ink in cell} for cell in line]
        for (_, ink), spans in zip(clue, blocks, strict=True):
            self._bound(1, spans.values(), most=1)
            for span, here in spans.items():
                for at in range(*span):
                    covering[at][ink].append(here)
        for (block, spans), (following, nexts) in pairwise(zip(clue, blocks, strict=True)):
            gap = block.color == following.color
            for (_, end), here in spans.items():
                later = [then for (start, _), then in nexts.items() if start >= end + gap]
                self._bound(0, later, [here])
        for cell, covered in zip(line, covering, strict=True):
            for ink, variable in cell.items():
                self._bound(0, covered[ink], [variable], most=0)

    def next(self) -> bytes | None:
        """The cells of a further solution, or None if there are no more."""
        status = self._solver.Solve()
        if status == pywraplp.Solver.INFEASIBLE:
            return None
        if status != pywraplp.Solver.OPTIMAL:
            raise EngineFailed(f"SCIP ended with status {status}")
        found = bytes(
            sum(ink * round(variable.solution_value()) for ink, variable in cell.items())
            for cell in self._cells
        )
        # Some cell loses its ink, or some blank gets one.
        another = self._solver.Constraint(1 - sum(map(bool, found)), float("inf"))
        for cell, ink in zip(self._cells, found, strict=True):
            for variable in [cell[ink]] if ink else cell.values():
                another.SetCoefficient(variable, -1 if ink else 1)
        return found
