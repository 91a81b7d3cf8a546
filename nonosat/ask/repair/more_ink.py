"""Quick proposals: few changes that line logic finds, or thicker lines.

A few changes anywhere can delete half of an outline; thicker lines only add ink. These searches need no
PySAT, and prove nothing about the number of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.ask.repair.changes import ChangeSearch
from nonosat.ask.repair.line_solvable import cells_left_open, nearest_line_solvable
from nonosat.ask.repair.patches import differing, patched
from nonosat.model import Grid
from nonosat.solving.api import check
from nonosat.solving.result import Verdict


class NearestSearch(ChangeSearch):
    """A search for few changes after which line logic is enough."""

    def _work(self) -> None:
        def choices(grid: Grid, cell: int) -> Iterable[int]:
            kept = cell in self._keep
            return () if kept else (c for c in range(self._colors) if c != grid.cells[cell])

        near: Grid | None = self.picture
        if cells_left_open(self._puzzle(self.picture), self._deadline):
            near = nearest_line_solvable(self.picture, self.palette, choices, self._deadline)
        if near is not None:
            self._take(near)


class ThickerSearch(ChangeSearch):
    """A search for lines that are thicker by one cell, to one side and upwards or downwards."""

    def _work(self) -> None:
        for grid in self._brushed():
            if self._found and len(differing(self.picture, grid)) >= self._size:
                continue
            result = check(self._puzzle(grid), limits=self._deadline.left())
            self._deadline.check()
            if result.verdict is Verdict.UNIQUE:
                self._take(grid)

    def _brushed(self) -> Iterator[Grid]:
        yield self.picture
        for down in (1, -1):
            for right in (1, -1):
                beside: dict[int, int] = {}
                for at, color in enumerate(self.picture.cells):
                    for dr, dc in ((0, right), (down, 0), (down, right)):
                        to = _moved(self.picture, at, dr, dc)
                        if color and to is not None and not self.picture.cells[to]:
                            beside.setdefault(to, color)
                if self._keep.isdisjoint(beside):
                    yield patched(self.picture, beside)


def _moved(grid: Grid, cell: int, down: int, right: int) -> int | None:
    """Return the cell so far away, or None beyond the border."""
    row, col = cell // grid.width + down, cell % grid.width + right
    return row * grid.width + col if 0 <= row < grid.height and 0 <= col < grid.width else None
