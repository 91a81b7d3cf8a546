"""Why a puzzle has no solution: the fewest lines that cannot hold together, and the likely typo.

With known cells of a puzzle that does have solutions: which of them are wrong, or cannot be together.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonosat.api import check, solve
from nonosat.backends.base import new_board
from nonosat.errors import FINISHED, LimitReached, MissingExtra, PuzzleError, Stop
from nonosat.explain.board import LineBoard
from nonosat.explain.chains import Chains, looked_at
from nonosat.explain.effort import EFFORT, Effort
from nonosat.explain.events import Contradicted, Deduced, Step
from nonosat.explain.tell import told
from nonosat.explain.typos import Typo, ranked, typos
from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.model import (
    Cell,
    Clues,
    Domains,
    Grid,
    Line,
    MissizedClues,
    Puzzle,
    Sheet,
    check_count,
    puzzle_of,
)
from nonosat.result import Ended, Verdict
from nonosat.search import BaseSearch

if TYPE_CHECKING:
    from nonosat.explain.cores import Core


@dataclass(frozen=True, slots=True)
class Conflict(Ended):
    """The contradictions of clues, or of known cells, and typos that explain them."""

    clues: Clues
    complaint: str = ""
    """The fault that the clues show before any solving: totals that differ, a clue that does not
    fit, a line too few or too many for the size that was declared."""
    solvable: bool | None = None
    """There is a solution (with the known cells, if the clues alone have one); None: not settled."""
    lines: tuple[Line, ...] = ()
    """Lines that cannot hold together; empty where none were found."""
    cells: tuple[Cell, ...] = ()
    """Known cells that the clues do not allow together, with all lines."""
    wrong: tuple[Cell, ...] = ()
    """Known cells that differ from the only solution."""
    minimal: bool = False
    """Without any one of the lines (or cells) the others could hold."""
    smallest: bool = False
    """Proved: no fewer lines (or known cells) contradict each other."""
    steps: tuple[Step, ...] = ()
    """A chain of steps that ends in the contradiction; empty where none was found. It begins with
    nothing known but `cells`, and looks at `lines` only, unless that takes too many trials: then at
    others, too."""
    start: Domains | None = None
    """The known cells that the steps begin with, if there are any."""
    typos: tuple[Typo, ...] = ()
    """Changes that give the clues a solution, likeliest first."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why the search ended."""

    @property
    def steps_look_at(self) -> set[Line]:
        """The lines of the steps."""
        return {step.line for step in self.steps if isinstance(step, Deduced | Contradicted)}

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: lines and cells from 0."""
        palette = self.clues.palette
        return {
            "height": len(self.clues.rows),
            "width": len(self.clues.cols),
            "solvable": self.solvable,
            "complaint": self.complaint or None,
            "lines": [line.to_json() for line in self.lines],
            "clues": [self.clues.clue(line).to_json(palette) for line in self.lines],
            "cells": [list(cell) for cell in self.cells],
            "wrong": [list(cell) for cell in self.wrong],
            "minimal": self.minimal,
            "smallest": self.smallest,
            "typos": [typo.to_dict() for typo in self.typos],
            "seconds": round(self.seconds, 6),
            "error": self.error or None,
        }


class ConflictSearch(BaseSearch[Conflict]):
    """A search for what is wrong with clues, or with known cells, under way.

    Args:
        clues: of a puzzle, or clues that contradict themselves.
        known: cells that are known. Like given ones, they count where the clues alone have solutions.
        limits: of the whole search. Half of the time that is left goes to the smallest set.

    Raises:
        UsageError: `known` is of another size.
    """

    def __init__(
        self,
        clues: Clues | Sheet,
        *,
        known: Domains | None = None,
        limits: Limits = NO_LIMITS,
        effort: Effort = EFFORT,
    ) -> None:
        super().__init__(limits)
        self._effort = effort
        if not isinstance(clues, Clues):
            clues = puzzle_of(clues)
        clues.check_known(known)
        self.clues = clues
        if isinstance(clues, Puzzle):
            self.clues = Clues(clues.rows, clues.cols, clues.palette)
        self._puzzle: Puzzle | None = None
        self._known = clues.within(known)  # given cells of a puzzle are asked like known ones
        # The facts of `Conflict`.
        self._complaint = ""
        self._solvable: bool | None = None
        self._lines: list[Line] = []
        self._cells: list[Cell] = []
        self._wrong: list[Cell] = []
        self._minimal = self._smallest = False
        self._steps: list[Step] = []
        self._start: Domains | None = None
        self._typos: list[Typo] = []

    def result(self) -> Conflict:
        """The contradictions found and proved so far."""
        return Conflict(
            clues=self.clues,
            complaint=self._complaint,
            solvable=self._solvable,
            lines=tuple(self._lines),
            cells=tuple(self._cells),
            wrong=tuple(self._wrong),
            minimal=self._minimal,
            smallest=self._smallest,
            steps=tuple(self._steps),
            start=self._start,
            typos=tuple(self._typos),
            seconds=self._seconds,
            stop=self._stop,
        )

    def _work(self) -> None:
        try:
            if isinstance(self.clues, MissizedClues):
                check_count(self.clues, *self.clues.size)
            self._puzzle = self.clues.puzzle()
        except PuzzleError as err:
            self._complaint, self._solvable = str(err), False
            if isinstance(self.clues, MissizedClues):
                self._find_typos()
                return
            if err.axis:  # the clue of one line cannot be
                self._lines = [Line(err.axis, err.index)]
                self._minimal = self._smallest = True
                self._find_typos()
                return
            if err.clues is None:  # no lines at all, or more than can be looked at
                return
        board = LineBoard(self.clues, None, self._deadline)
        everything = range(len(board.lines))
        moves = Chains(self._deadline).find(board, everything)
        core: Sequence[int] = sorted(set(looked_at(moves or ())))
        if not core and self._puzzle is not None:
            result = solve(self._puzzle, limits=self._deadline.left())
            if result.solutions:
                self._solvable = True
                if self._known is not None:
                    self._compare(self._puzzle, self._known)
                return
            if result.verdict is not Verdict.NONE:
                raise LimitReached(result.stop)
            core = everything
        self._solvable = False
        self._lines = [*map(board.lines.__getitem__, core)]
        if moves is not None:
            self._steps = list(told(board, moves))
            self._shrink(core, 0.0)
        elif core:
            self._shrink(core, self._patience())
        else:  # totals differ, and nothing else is known to be wrong
            left = (
                self._effort.uncounted
                if self._deadline.seconds is None
                else self._deadline.remaining() / 4
            )
            with contextlib.suppress(LimitReached):
                self._shrink(everything, 0.0, deadline=self._deadline.part(left))
        self._find_typos()
        if moves is not None:
            first = [line.number(board.height) for line in self._lines]
            self._shrink(everything, self._patience(), first)
        if self._lines:
            self._find_steps(self._lines, None)

    def _patience(self) -> float:
        """Seconds for finding the smallest set."""
        return (
            self._effort.smallest
            if self._deadline.seconds is None
            else self._deadline.remaining() / 2
        )

    # Lines

    def _shrink(
        self,
        lines: Sequence[int],
        patience: float,
        first: Sequence[int] = (),
        deadline: Deadline | None = None,
    ) -> None:
        """Take the fewest of these lines, which contradict each other.

        Without PySAT the lines that are known stay: they contradict each other, and some of them
        may not be needed for that.

        Args:
            first: some of the lines that contradict each other already.
        """
        with contextlib.suppress(MissingExtra):
            core = self._core_of(lines, patience, first, deadline or self._deadline)
            numbered = enumerate(self.clues.lines)
            self._lines = [line for number, line in numbered if number in core.literals]
            self._minimal, self._smallest = core.minimal, core.smallest

    def _core_of(
        self, lines: Sequence[int], patience: float, first: Sequence[int], deadline: Deadline
    ) -> Core:
        """The lines that `_shrink` takes; numbers in place of literals."""
        from nonosat.backends.encoding import Encoding
        from nonosat.backends.engines import Oracle  # loads pysat
        from nonosat.explain.cores import contradiction

        all_clues = self.clues.clues
        encoding = Encoding(new_board(self.clues, None, deadline), deadline, guarded=lines)
        line_of = {literal: line for line, literal in encoding.guards.items()}

        def held(model: list[int]) -> set[int]:
            found = encoding.grid(model).clues()
            guards = encoding.guards.items()
            return {guard for line, guard in guards if all_clues[line].covers(found[line])}

        with Oracle(encoding.clauses, deadline) as oracle:
            begin = [encoding.guards[line] for line in first]
            core = contradiction(oracle, list(line_of), held, deadline, patience, begin)
        assert core is not None, "these lines contradict each other"
        return core._replace(literals=[line_of[literal] for literal in core.literals])

    def _find_steps(self, lines: Sequence[Line] | None, known: Domains | None) -> None:
        """Look for a chain of steps that ends in the contradiction."""
        board = LineBoard(self.clues, known, self._deadline)
        numbers = None if lines is None else {line.number(board.height) for line in lines}
        chains = Chains(self._deadline.part(self._effort.steps), numbers)
        try:
            for depth in range(self._effort.depth + 1):
                moves = chains.find(board, range(len(board.lines)), depth=depth)
                if moves is not None:
                    self._steps, self._start = list(told(board, moves)), known
                    return
        except LimitReached:
            self._deadline.check()

    def _find_typos(self) -> None:
        found = []
        left = self._effort.typos if self._deadline.seconds is None else self._deadline.remaining()
        for typo in typos(self.clues, self._deadline.part(left), among=self._lines or None):
            found.append(typo)
            self._typos = ranked(found)
        self._deadline.check()

    # Known cells

    def _compare(self, puzzle: Puzzle, known: Domains) -> None:
        """Find the known cells that are wrong; the clues have a solution."""
        result = check(puzzle, limits=self._deadline.left())
        if result.verdict is Verdict.UNIQUE:
            self._wrong = _outside(known, result.solutions[0])
            self._solvable = not self._wrong
            if self._solvable:
                return
        else:
            with_known = solve(puzzle, known=known, limits=self._deadline.left())
            self._solvable = True if with_known.solutions else None
            if with_known.solutions:
                return
            if with_known.verdict is not Verdict.NONE:
                raise LimitReached(with_known.stop)
            self._solvable = False
        self._clash(puzzle, known)
        self._find_steps(None, _only(known, self._cells))

    def _clash(self, puzzle: Puzzle, known: Domains) -> None:
        """The fewest known cells that the clues do not allow together."""
        board = new_board(puzzle, None, self._deadline)
        board.propagate()
        settled = Domains(puzzle.width, board.rows())
        for number, masks in enumerate(zip(settled.cells(), known.cells(), strict=True)):
            if not masks[0] & masks[1]:
                self._cells = [divmod(number, puzzle.width)]
                self._minimal = self._smallest = True
                return
        from nonosat.backends.encoding import Encoding
        from nonosat.backends.engines import Oracle  # loads pysat
        from nonosat.explain.cores import contradiction

        encoding = Encoding(board, self._deadline)
        cell_of: dict[int, Cell] = {}
        for number, options in encoding.open_cells:
            cell = divmod(number, puzzle.width)
            possible = [c for c in options if known.mask(*cell) >> c & 1]
            if len(possible) == 1:
                cell_of[options[possible[0]]] = cell
            elif len(possible) < len(options):
                cell_of |= {-options[c]: cell for c in options if c not in possible}

        def held(model: list[int]) -> set[int]:
            return {lit for lit in cell_of if (model[abs(lit) - 1] > 0) == (lit > 0)}

        with Oracle(encoding.clauses, self._deadline) as oracle:
            core = contradiction(oracle, list(cell_of), held, self._deadline, self._patience())
        assert core is not None, "no solution has the known cells"
        self._cells = sorted({cell_of[literal] for literal in core.literals})
        self._minimal, self._smallest = core.minimal, core.smallest


def conflict(
    clues: Clues | Sheet, *, known: Domains | None = None, limits: Limits = NO_LIMITS
) -> Conflict:
    """Find what is wrong with clues, or with known cells. See `Conflict`.

    >>> found = conflict(Puzzle.of([[2], [2]], [[1], [1], [1], [1]]), limits=Limits(9))
    >>> found.solvable
    True
    """
    return ConflictSearch(clues, known=known, limits=limits).run()


def _outside(known: Domains, grid: Grid) -> list[Cell]:
    """The cells whose known colors are not those of a picture."""
    return [
        divmod(number, known.width)
        for number, (mask, color) in enumerate(zip(known.cells(), grid.cells, strict=True))
        if not mask >> color & 1
    ]


def _only(known: Domains, cells: Sequence[Cell]) -> Domains:
    """The same for these cells, and every color for the others."""
    full = (1 << len(known.rows[0])) - 1
    kept = set(cells)
    masks = (
        mask if divmod(number, known.width) in kept else full
        for number, mask in enumerate(known.cells())
    )
    return Domains.of_cells(known.height, known.width, len(known.rows[0]), masks)
