"""The marks of a player that are wrong in every solution.

A checker that compares with one picture denies valid other solutions. So a mark counts as wrong only
if no solution agrees with it. The backbone settles most marks; what it leaves open, where solutions
differ and there are several inks, is searched for mark by mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonosat.all_solutions.shared_cells import BackboneSearch
from nonosat.api import Search
from nonosat.errors import FINISHED, LimitReached, Stop
from nonosat.limits import NO_LIMITS, Limits
from nonosat.model import Cell, Domains, Grid, Puzzle
from nonosat.result import Ended
from nonosat.search import BaseSearch


@dataclass(frozen=True, slots=True)
class WrongMarks(Ended):
    """The marks that are proved to be wrong."""

    cells: tuple[Cell, ...]
    """Proved: no solution agrees with the mark of this cell."""
    possible: bool | None
    """True if a solution agrees with all marks, False if none does, None if it is not settled."""
    stop: Stop = FINISHED
    """Why the search ended. After a limit more marks may be wrong."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "cells": [list(cell) for cell in self.cells],
            "possible": self.possible,
            "error": self.error or None,
        }


def wrong_marks(
    puzzle: Puzzle,
    marks: Domains,
    *,
    known: Domains | None = None,
    limits: Limits = NO_LIMITS,
) -> WrongMarks:
    """Find the marks that no solution agrees with.

    Args:
        marks: those of the player: per cell the colors that are left to it.
        known: only solutions in these domains count: cells that are given.

    >>> from nonosat.model import Puzzle
    >>> puzzle = Puzzle.of([[1], [1]], [[1], [1]])  # two solutions: the diagonals
    >>> wrong_marks(puzzle, Domains.of_cells(2, 2, 2, [2, 3, 3, 2])).cells
    ()
    >>> found = wrong_marks(puzzle, Domains.of_cells(2, 2, 2, [2, 2, 3, 3]))
    >>> found.cells, found.possible
    ((), False)

    Raises:
        UsageError: the marks, or the known cells, are of another size.
        WrongAnswer: a backend gave a grid that is not a solution.
    """
    return MarkSearch(puzzle, marks, known=known, limits=limits).run()


class MarkSearch(BaseSearch[WrongMarks]):
    """A search for wrong marks under way; see `wrong_marks`."""

    def __init__(
        self,
        puzzle: Puzzle,
        marks: Domains,
        *,
        known: Domains | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        puzzle.check_known(marks)
        super().__init__(limits)
        self.puzzle, self.marks, self.known = puzzle, marks, known
        self.wrong: list[Cell] = []
        self.possible: bool | None = None

    def result(self) -> WrongMarks:
        """Return the marks proved wrong so far."""
        return WrongMarks(tuple(self.wrong), self.possible, self._stop)

    def _work(self) -> None:
        shared = BackboneSearch(self.puzzle, limits=self._deadline.left(), known=self.known)
        backbone = shared.run()
        full = (1 << len(self.puzzle.palette.colors)) - 1
        marked = {
            divmod(at, self.puzzle.width): mask
            for at, mask in enumerate(self.marks.cells())
            if mask != full
        }
        if backbone.solvable is False:
            self.wrong, self.possible = [*marked], False
            return
        fixed = {divmod(at, self.puzzle.width): color for at, color in enumerate(backbone.cells)}
        self.wrong = [
            cell
            for cell, mask in marked.items()
            if fixed[cell] >= 0 and not mask >> fixed[cell] & 1
        ]
        if self.wrong:
            self.possible = False
        if backbone.stop != FINISHED:
            raise LimitReached(backbone.stop)
        solutions = list(shared.solutions)
        # A cell that varies takes each of two colors, but not each of three.
        for cell, mask in marked.items():
            if fixed[cell] >= 0 or any(mask >> grid[cell] & 1 for grid in solutions):
                continue
            grid = self._solution({cell: mask})
            if grid is None:
                self.wrong.append(cell)
                self.possible = False
            else:
                solutions.append(grid)
        self.wrong.sort()
        if self.possible is None:
            self.possible = self._solution(marked) is not None

    def _solution(self, marked: dict[Cell, int]) -> Grid | None:
        """Return a solution that agrees with these marks; None is a proof that there is none."""
        puzzle = self.puzzle
        known = puzzle.start(self.known)
        cells = [
            mask & marked.get(divmod(at, puzzle.width), mask)
            for at, mask in enumerate(known.cells())
        ]
        if not all(cells):
            return None
        colors = len(puzzle.palette.colors)
        search = Search(
            puzzle,
            at_most=1,
            limits=self._deadline.left(),
            known=Domains.of_cells(puzzle.height, puzzle.width, colors, cells),
        )
        grid = next(iter(search), None)
        if search.limit is not None:
            raise search.limit
        return grid
