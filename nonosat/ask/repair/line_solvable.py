"""A picture near another one that line logic solves.

Cells change one after another, each time the one after which line logic leaves the fewest cells open.
Then changes that are not needed are undone, and two changes are replaced by one where one suffices.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from nonosat.ask.repair.patches import Patch, differing, patched
from nonosat.errors import LimitReached
from nonosat.kernel import ones, several
from nonosat.limits import Deadline
from nonosat.model import Clue, Grid, Palette
from nonosat.model.puzzle import Clues
from nonosat.solving.backends.base import new_board

Choices = Callable[[Grid, int], Iterable[int]]
"""The other colors that a cell of a picture may get."""
_Clues = tuple[Sequence[Clue], Sequence[Clue]]
"""Of the rows, and of the columns."""
MOST_TRIES = 2_500
"""Changes tried for each cell; of more, these are drawn at random."""


def cells_left_open(puzzle: Clues, deadline: Deadline) -> list[int]:
    """Return the cells that line logic leaves open. The puzzle has a solution."""
    board = new_board(puzzle, None, deadline)
    board.propagate()
    lines = enumerate(board.rows())
    return [row * puzzle.width + col for row, sets in lines for col in ones(several(sets))]


def nearest_line_solvable(
    picture: Grid, palette: Palette, choices: Choices, deadline: Deadline
) -> Grid | None:
    """Return a picture with few changes that line logic solves; None if the choices run out.

    Raises:
        LimitReached: the deadline passed before a picture was found.
    """
    changed = _Search(picture, palette, choices, deadline).solvable()
    if changed is None:
        return None
    half = deadline.part(deadline.remaining() / 2)  # the caller checks the picture in the rest
    return _Search(picture, palette, choices, half).smaller(changed)


class _Search:
    def __init__(
        self, picture: Grid, palette: Palette, choices: Choices, deadline: Deadline
    ) -> None:
        self._picture, self._palette = picture, palette
        self._choices, self._deadline = choices, deadline
        self._rng = random.Random(0)

    def solvable(self) -> Grid | None:
        """Change cells until line logic solves the picture; a cell changes once at most."""
        grid = self._picture
        opened = self._open(grid, {})
        while opened:
            ways = list(self._ways(grid, range(len(grid.cells))))
            if len(ways) > MOST_TRIES:
                ways = self._rng.sample(ways, MOST_TRIES)
            if not ways:
                return None
            clues = _clues(grid)
            way = min(ways, key=lambda way: len(self._open(grid, way, clues)))
            opened = self._open(grid, way)
            grid = patched(grid, way)
        return grid

    def _open(self, grid: Grid, way: Patch, clues: _Clues | None = None) -> list[int]:
        """Return the open cells of a picture after a change; `clues` are those before it."""
        rows, cols = map(list, clues or _clues(grid))
        changed = patched(grid, way)
        for cell in way:
            row, col = divmod(cell, grid.width)
            rows[row] = Clue.of_cells(changed.row(row))
            cols[col] = Clue.of_cells(changed.column(col))
        puzzle = Clues(tuple(rows), tuple(cols), self._palette)
        return cells_left_open(puzzle, self._deadline)

    def _ways(self, grid: Grid, cells: Iterable[int]) -> Iterator[Patch]:
        for cell in cells:
            if grid.cells[cell] == self._picture.cells[cell]:
                yield from ({cell: color} for color in self._choices(grid, cell))

    def smaller(self, grid: Grid) -> Grid:
        """Undo changes that are not needed, and replace two by one, until the deadline."""
        try:
            while (smaller := self._without(grid, 1) or self._without(grid, 2)) is not None:
                grid = smaller
        except LimitReached:
            pass
        return grid

    def _without(self, grid: Grid, undone: int) -> Grid | None:
        """Return a solvable picture with one change less: one undone, or two replaced by one."""
        for cells in itertools.combinations(differing(self._picture, grid), undone):
            before = patched(grid, {cell: self._picture.cells[cell] for cell in cells})
            opened = self._open(before, {})
            if not opened:
                return before
            if undone == 2:
                near = sorted({cell for at in opened for cell in _around(grid, at)})
                clues = _clues(before)
                for way in self._ways(before, near):
                    if not self._open(before, way, clues):
                        return patched(before, way)
        return None


def _clues(grid: Grid) -> _Clues:
    clues = grid.clues()
    return clues[: grid.height], clues[grid.height :]


def _around(grid: Grid, cell: int) -> Iterator[int]:
    """Yield a cell and those that touch it, corners included."""
    row, col = divmod(cell, grid.width)
    for r in range(max(0, row - 1), min(grid.height, row + 2)):
        yield from range(
            r * grid.width + max(0, col - 1), r * grid.width + min(grid.width, col + 2)
        )
