"""The marks of a player that are wrong in every solution.

A checker that compares with one picture denies valid other solutions. So a mark counts as wrong only
if no solution agrees with it. The backbone settles most marks; what it leaves open, where solutions
differ and there are several inks, is searched for mark by mark.
"""

from dataclasses import dataclass
from typing import Any

from nonosat.ask.all_solutions.shared_cells import BackboneSearch
from nonosat.errors import FINISHED, LimitReached, Stop
from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.model import Cell, Domains, Grid, Puzzle
from nonosat.solving.api import Search
from nonosat.solving.result import Ended


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
        return self._facts("cells", "possible")


def wrong_marks(puzzle: Puzzle, marks: Domains, *, limits: Limits = NO_LIMITS) -> WrongMarks:
    """Find the marks that no solution agrees with.

    Args:
        marks: those of the player: per cell the colors that are left to it.

    >>> from nonosat.model import Puzzle
    >>> puzzle = Puzzle.of([[1], [1]], [[1], [1]])  # two solutions: the diagonals
    >>> wrong_marks(puzzle, Domains.of_cells(2, 2, 2, [2, 3, 3, 2])).cells
    ()
    >>> found = wrong_marks(puzzle, Domains.of_cells(2, 2, 2, [2, 2, 3, 3]))
    >>> found.cells, found.possible
    ((), False)

    Raises:
        UsageError: the marks are of another size.
        WrongAnswer: a backend gave a grid that is not a solution.
    """
    puzzle.known_cells(marks)
    deadline = Deadline.of(limits)
    search = BackboneSearch(puzzle, limits=limits)
    backbone = search.run()
    full = (1 << len(puzzle.palette.colors)) - 1
    marked = {
        divmod(at, puzzle.width): mask for at, mask in enumerate(marks.cells()) if mask != full
    }
    if backbone.solvable is False:
        return WrongMarks(tuple(marked), False)
    fixed = {divmod(at, puzzle.width): color for at, color in enumerate(backbone.cells)}
    wrong = [
        cell for cell, mask in marked.items() if fixed[cell] >= 0 and not mask >> fixed[cell] & 1
    ]
    stop = backbone.stop
    solutions = list(search.solutions)
    # A cell that varies takes each of two colors, but not each of three.
    left = {cell: mask for cell, mask in marked.items() if fixed[cell] < 0}
    possible: bool | None = None
    try:
        if stop == FINISHED:
            for cell, mask in left.items():
                if any(mask >> grid[cell] & 1 for grid in solutions):
                    continue
                if (grid := _solution(puzzle, {cell: mask}, deadline)) is None:
                    wrong.append(cell)
                else:
                    solutions.append(grid)
            if not wrong:
                possible = _solution(puzzle, marked, deadline) is not None
    except LimitReached as err:
        stop = err.stop
    return WrongMarks(tuple(sorted(wrong)), False if wrong else possible, stop)


def _solution(puzzle: Puzzle, marked: dict[Cell, int], deadline: Deadline) -> Grid | None:
    """Return a solution that agrees with these marks; None is a proof that there is none."""
    cells = [
        mask & marked.get(divmod(at, puzzle.width), mask)
        for at, mask in enumerate(puzzle.start(None).cells())
    ]
    if not all(cells):
        return None
    colors = len(puzzle.palette.colors)
    within = Domains.of_cells(puzzle.height, puzzle.width, colors, cells)
    search = Search(puzzle, at_most=1, limits=deadline.left(), known=within)
    grid = next(iter(search), None)
    if search.ended_by is not None:
        raise search.ended_by
    return grid
