"""Cells that vary near a solution that is known: windows of it are solved again.

All cells outside of a window keep their colors, so it is a small puzzle of its own: the picture in
the window, and the cells around it, which are given. A block that leaves the window begins or ends
in these. Each other solution of the small puzzle makes another one of the whole.
"""

import dataclasses
from collections.abc import Iterator

from nonosat.ask.excerpt import Box, cut_out
from nonosat.errors import WrongAnswer
from nonosat.kernel import ones, several
from nonosat.limits import Deadline
from nonosat.model import Cell, Domains, Grid, Puzzle
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Result, Verdict

SIDE = 12
"""Cells of a window, in both directions."""
MOST_WORK = 70_000
"""Lines solved in all windows, some .05 seconds. A limit of seconds would find other cells each time."""
OF_WINDOW, OF_BOARD = 200, 50
"""Lines that could be solved in the time it takes to cut out a window, and to make a board."""
ENDLESS = Deadline(None)


def look_around(result: Result, known: Domains | None = None, most: int = MOST_WORK) -> Result:
    """Return a result of several solutions with more of the cells that vary: the same ones each time.

    Args:
        known: that of the search.
        most: the work before the walk ends, in lines solved.

    >>> from nonosat.solving.api import check
    >>> result = check(Puzzle.of([1, 1, 1], [1, 1, 1]))
    >>> len(result.varies) < len(look_around(result).varies)
    True
    """
    if result.verdict is not Verdict.MULTIPLE or result.most_varying == len(result.varies):
        return result
    walk = _Walk(result, known, most)
    while walk.go_around():
        pass
    return dataclasses.replace(result, more_varying=tuple(walk.found))


def _corners(height: int, width: int) -> Iterator[Cell]:
    """The top left cells of windows: first side by side, then those that overlap them."""
    half = SIDE // 2
    for row, col in ((0, 0), (half, half), (0, half), (half, 0)):
        for top in range(row, height, SIDE):
            yield from ((top, left) for left in range(col, width, SIDE))


class _Walk:
    """A walk from solution to solution, a window at a time.

    Attributes:
        found: the cells where the solutions differ.
    """

    def __init__(self, result: Result, known: Domains | None, most: int) -> None:
        self.found = {*result.varies}
        self._picture = result.solutions[0]
        self._palette = result.puzzle.palette
        self._given = result.puzzle.within(known)
        self._left = most
        self._seen: dict[Cell, Grid] = {}
        """The picture of each window after its last search."""

    def go_around(self) -> bool:
        """Search every window once; return True if that found more cells, and lines are left."""
        number = len(self.found)
        for top, left in _corners(*self._picture.shape):
            if self._left > 0:
                self._search(top, left)
        return len(self.found) > number and self._left > 0

    def _search(self, top: int, left: int) -> None:
        """Find the cells of a window that vary while all others keep their colors."""
        picture = self._picture
        box = Box(top, left, top + SIDE, left + SIDE)
        cells, small, start = cut_out(picture, len(self._palette.colors), box)
        if self._seen.get((top, left)) == small:
            return
        puzzle = Puzzle.of_grid(small, self._palette)
        first_row, first_col = divmod(cells[0], picture.width)
        if self._given is not None:
            given = self._given.rows[first_row : first_row + small.height]
            start = tuple(
                tuple(bits & may >> first_col for bits, may in zip(*sets, strict=True))
                for sets in zip(start, given, strict=True)
            )
        board = new_board(puzzle, Domains(small.width, start), ENDLESS)
        board.propagate()
        self._left -= OF_WINDOW + board.counters["lines"]
        rows, other = board.rows(), small
        for row, sets in enumerate(rows):
            for col in ones(several(sets)):
                if self._left <= 0 or (first_row + row, first_col + col) in self.found:
                    continue
                color = small.cells[row * small.width + col]
                without = (*sets[:color], sets[color] & ~(1 << col), *sets[color + 1 :])
                changed = Domains(small.width, (*rows[:row], without, *rows[row + 1 :]))
                near = new_board(puzzle, changed, ENDLESS)
                near.restart(picture=other.cells, straight=True)
                found = near.next_solution()
                self._left -= OF_BOARD + near.counters["lines"]
                if found is not None:
                    other = Grid(*small.shape, found)
                    if (complaint := puzzle.violation(other)) is not None:
                        raise WrongAnswer(f"the kernel gave a wrong answer: {complaint}")
                    self.found.update(
                        (first_row + r, first_col + c) for r, c in small.differs(other)
                    )
        self._seen[top, left] = other
        whole = bytearray(picture.cells)
        for cell, color in zip(cells, other.cells, strict=True):
            whole[cell] = color
        self._picture = Grid(*picture.shape, bytes(whole))
