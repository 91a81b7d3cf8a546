"""The cells that have the same color in every solution: the backbone.

Line logic first; then two solutions, whose differing cells vary; then for each cell that is left the
question to a SAT engine whether it can be otherwise. "No" proves it fixed, and is kept as a clause;
"yes" comes with a solution, and every cell where it differs from the first solution varies. This is the
iterative algorithm with assumptions of Marques-Silva, Janota and Lynce, "On computing backbones of
propositional theories", ECAI 2010. Questions that take long are put off, and asked again with more
patience when the others are answered.
"""

import math
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from nonosat.errors import FINISHED, Stop, WrongAnswer
from nonosat.kernel import Rows, ones, several, with_color
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import OPEN, UNSETTLED, AnyKnown, Domains, Grid, Puzzle, Sheet, puzzle_of
from nonosat.solving.api import DEFAULT_BACKEND, Search
from nonosat.solving.backends import AnyBackend
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Ended, Verdict
from nonosat.solving.search import BaseSearch
from nonosat.words import known_of, plural

FIRST_QUESTION = 0.05
"""Seconds for a question about one cell in the first round; they double with each round."""


@dataclass(frozen=True, slots=True, repr=False)
class Backbone(Ended):
    """The cells that all solutions of a puzzle share, and those that differ, as far as proved."""

    puzzle: Puzzle
    solvable: bool | None
    """True if there is a solution, False if there is none, None if neither was proved in time."""
    cells: tuple[int, ...]
    """Row by row: the color that the cell has in every solution; OPEN: two solutions differ in
    it; UNSETTLED: neither is proved. Where no solution is known, a color means "if there is any"."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why it ended."""

    def __str__(self) -> str:
        return backbone_line(self)

    @property
    def fixed(self) -> int:
        """The number of cells proved to be the same in every solution."""
        return len(self.cells) - self.varying - self.unsettled

    @property
    def decided(self) -> int | None:
        """See `Ended.decided`."""
        return self.fixed if self.fixed or self.solvable else None

    @property
    def varying(self) -> int:
        """The number of cells proved to differ between solutions."""
        return self.cells.count(OPEN)

    @property
    def unsettled(self) -> int:
        """The number of cells about which nothing is proved."""
        return self.cells.count(UNSETTLED)

    @property
    def complete(self) -> bool:
        """True if everything is settled."""
        return self.solvable is False or (self.solvable is True and not self.unsettled)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: ``rows`` of characters, ``?`` where solutions differ, ``!`` unsettled."""
        chars = {OPEN: "?", UNSETTLED: "!"}
        chars |= {i: color.char for i, color in enumerate(self.puzzle.palette.colors)}
        return self._facts(
            *("solvable", "decided", "fixed", "varying", "unsettled", "seconds"),
            height=self.puzzle.height,
            width=self.puzzle.width,
            colors=len(self.puzzle.palette.inks),
            rows=["".join(map(chars.__getitem__, row)) for row in self.rows()],
        )

    def with_domains(self, domains: Domains) -> "Backbone":
        return replace(self, cells=tuple(_settled(domains)))

    def rows(self) -> list[list[int]]:
        """Return the cells row by row."""
        width = self.puzzle.width
        return [list(self.cells[i : i + width]) for i in range(0, len(self.cells), width)]


def backbone_line(result: Backbone, nothing: str = "no solution") -> str:
    """Say how many cells are fixed, vary or are undecided; `nothing` says that there is no solution."""
    reason = f" ({result.error})" if result.error else ""
    if result.solvable is False:
        what = nothing
    else:
        parts = [
            f"{result.fixed} of {plural(len(result.cells), 'cell')} {'is' if result.fixed == 1 else 'are'} the same in every solution"
        ]
        if result.varying:
            parts.append(f"{result.varying} vary, marked ?")
        if result.unsettled:
            parts.append(f"{result.unsettled} not settled, marked !")
        if result.solvable is None:
            parts.append("no solution found")
        what = "; ".join(parts)
    return f"{what}{reason}, {result.seconds:.3f} s"


class BackboneSearch(BaseSearch[Backbone]):
    """A search for the backbone under way.

    Args:
        backend: finds the first two solutions.
        limits: of the whole search.
        known: only solutions in these domains count.
        patience: seconds for the questions that begin when two solutions are known.

    Attributes:
        solutions: those that were met.
    """

    def __init__(
        self,
        puzzle: Puzzle | Sheet,
        *,
        backend: AnyBackend = DEFAULT_BACKEND,
        limits: AnyLimits = NO_LIMITS,
        known: AnyKnown | None = None,
        patience: float = math.inf,
    ) -> None:
        super().__init__(limits)
        self.puzzle: Puzzle = puzzle_of(puzzle)
        puzzle = self.puzzle
        self.solutions: list[Grid] = []
        self._known = known = puzzle.known_cells(known)
        self._patience = patience
        self._search = Search(puzzle, backend=backend, at_most=2, limits=limits, known=known)
        self._trace = self._search._trace
        self._solvable: bool | None = None
        self._rows: Rows = ()
        self._cells = [UNSETTLED] * (puzzle.height * puzzle.width)

    def _work(self) -> None:
        puzzle, deadline = self.puzzle, self._deadline
        self._trace.stage = "looking for two solutions"
        board = new_board(puzzle, self._known, deadline)
        try:
            possible = board.propagate()
        finally:
            self._rows = board.rows()
            self._cells = _settled(Domains(puzzle.width, self._rows))
        if not possible:
            self._solvable = False
            self._cells = [UNSETTLED] * len(self._cells)
            return
        if (cells := board.cells()) is not None:  # all decided by line logic: the only solution
            self._take(Grid(puzzle.height, puzzle.width, cells))
            self._cells = list(cells)
            return
        deadline.check()
        try:
            for grid in self._search:
                self._take(grid)
        finally:
            result = self._search.result()
            if result.known is not None:  # probing decides more
                self._rows = result.known.rows
                pairs = zip(self._cells, _settled(result.known), strict=True)
                self._cells = [old if new == UNSETTLED else new for old, new in pairs]
        if result.verdict is Verdict.NONE:
            self._solvable = False
        elif result.verdict is Verdict.UNIQUE:
            self._cells = list(self.solutions[0].cells)
        elif self._search.ended_by is not None:
            raise self._search.ended_by
        elif UNSETTLED in self._cells:
            deadline.check_engine()
            self._ask(deadline.part(self._patience))

    def _ask(self, deadline: Deadline) -> None:
        from nonosat.solving.backends.encoding import Encoding
        from nonosat.solving.backends.engines import EngineAnswer, Oracle  # loads pysat

        self._trace.stage = "asking about one cell after another"
        puzzle, first = self.puzzle, self.solutions[0]
        board = new_board(puzzle, self.domains(), deadline)
        board.propagate()
        encoding = Encoding(board, deadline)
        literals = {cell: options[first.cells[cell]] for cell, options in encoding.open_cells}
        patience = FIRST_QUESTION
        with Oracle(encoding.clauses, deadline) as oracle:
            while UNSETTLED in self._cells:
                for cell, literal in literals.items():
                    if self._cells[cell] != UNSETTLED:
                        continue
                    answer = oracle.ask([-literal], patience)
                    if answer is EngineAnswer.NO_MODEL:
                        self._cells[cell] = first.cells[cell]
                        oracle.add([literal])
                    elif answer is EngineAnswer.MODEL:
                        grid = encoding.grid(oracle.model)
                        if grid.cells[cell] == first.cells[cell]:
                            raise WrongAnswer("the SAT engine gave a model of something else")
                        self._take(grid)
                patience *= 2

    def _take(self, grid: Grid) -> None:
        if (complaint := self.puzzle.violation(grid)) is not None:
            raise WrongAnswer(f"a picture of the engine is not a solution: {complaint}")
        self._solvable = True
        self.solutions.append(grid)
        for row, col in self.solutions[0].differs(grid):
            self._cells[row * grid.width + col] = OPEN

    def domains(self) -> Domains:
        """Return the colors that line logic and the backbone leave to each cell; there must be a solution."""
        width = self.puzzle.width
        rows = []
        for row, allowed in enumerate(self._rows):
            for col in ones(several(allowed)):
                color = self._cells[row * width + col]
                if color >= 0:
                    allowed = with_color(allowed, 1 << col, color)
            rows.append(allowed)
        return Domains(width, tuple(rows))

    def result(self) -> Backbone:
        """Return the cells proved so far."""
        cells = tuple(self._cells)
        return Backbone(self.puzzle, self._solvable, cells, self._seconds, self._stop)


def _settled(domains: Domains) -> list[int]:
    """Row by row the color of each cell that has only one, and else UNSETTLED."""
    return [*chain.from_iterable(known_of(domains, UNSETTLED))]


def backbone(
    puzzle: Puzzle | Sheet,
    *,
    backend: AnyBackend = DEFAULT_BACKEND,
    limits: AnyLimits = NO_LIMITS,
    known: AnyKnown | None = None,
) -> Backbone:
    """Find the cells that are the same in every solution.

    A limit leaves cells unsettled; the result says so. See `BackboneSearch`.

    >>> from nonosat.model import Puzzle
    >>> backbone(Puzzle.of([[1], [1], [1]], [[1], [1], [1]])).varying
    9
    """
    return BackboneSearch(puzzle, backend=backend, limits=limits, known=known).run()
