"""The other solutions of the puzzle of a picture, one difference at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from nonosat.ask.effort import EFFORT, Effort
from nonosat.ask.repair.patches import Patch, fits, split
from nonosat.errors import WrongAnswer
from nonosat.kernel import with_color
from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving.backends.auto import others
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.search import Trace

if TYPE_CHECKING:
    from nonosat.solving.backends.engines import Oracle


def given_cells(picture: Grid, colors: int, cells: Iterable[int]) -> Domains:
    """Return the domains where only these cells of a picture are known."""
    rows = [((1 << picture.width) - 1,) * colors] * picture.height
    for cell in cells:
        row, col = divmod(cell, picture.width)
        rows[row] = with_color(rows[row], 1 << col, picture.cells[cell])
    return Domains(picture.width, tuple(rows))


class Others(contextlib.AbstractContextManager["Others"]):
    """Finds cells of a picture that can have other colors with the same clues.

    Use it as a context manager; leaving it frees the engine.
    """

    def __init__(
        self, picture: Grid, puzzle: Puzzle, deadline: Deadline, effort: Effort = EFFORT
    ) -> None:
        self._picture, self._puzzle = picture, puzzle
        self._deadline, self._effort = deadline, effort
        self._oracle: Oracle | None = None
        self._selectors = 0
        board = new_board(puzzle, None, deadline)
        if not board.propagate():
            raise WrongAnswer("line logic refuted a picture that has these clues")
        if board.cells() is not None:  # all decided by line logic
            return
        from nonosat.solving.backends.engines import Oracle  # loads pysat

        self._encoding = Encoding(board, deadline)
        self._same = {
            cell: literals[picture.cells[cell]] for cell, literals in self._encoding.open_cells
        }
        # A search that begins at the picture soon finds other solutions nearby.
        near = self._encoding.picture_literals(picture)
        self._oracle = Oracle(self._encoding.clauses, deadline, near)
        self._oracle.add([-literal for literal in self._same.values()])

    def __exit__(self, *_: object) -> None:
        if self._oracle is not None:
            self._oracle.__exit__()

    def patches(self, given: Collection[int] = ()) -> list[Patch]:
        """Find patches that share no cell, and change no given cell. Each contains no smaller patch.

        An empty list proves that there is no other solution with the given cells.
        """
        quick = self.quick_patches(given)
        if quick is not None:
            return quick
        fixed = [cell for cell in given if cell in self._same]
        near = self._near(fixed)
        if near:
            return near
        patches = self._asked(fixed, self._effort.long)
        if patches is not None:
            return patches
        other = self._searched(fixed)
        return [self._shrunk(patch) for patch in split(self._picture, other)] if other else []

    def quick_patches(self, given: Collection[int] = ()) -> list[Patch] | None:
        """Find the same with little work; return None if that was not enough."""
        if self._oracle is None:
            return []
        return self._asked([cell for cell in given if cell in self._same], self._effort.quick)

    def packing(self) -> list[Patch]:
        """Find patches that share no cell, and more of them as long as that takes little work."""
        found: list[Patch] = []
        more: list[Patch] | None = self.patches()
        while more:
            found += more
            more = self.quick_patches(set().union(*found))
        return found

    def _asked(self, fixed: Iterable[int], conflicts: int) -> list[Patch] | None:
        """Return the patches of a solution with these cells, or None after `conflicts` without an answer."""
        from nonosat.solving.backends.engines import EngineAnswer

        assert self._oracle is not None
        answer = self._oracle.ask([self._same[cell] for cell in fixed], conflicts=conflicts)
        if answer is EngineAnswer.STOPPED:
            return None
        return self._of_model() if answer is EngineAnswer.MODEL else []

    def _of_model(self) -> list[Patch]:
        assert self._oracle is not None
        other = self._encoding.grid(self._oracle.model)
        return [self._shrunk(patch) for patch in split(self._picture, other)]

    def _near(self, given: Iterable[int]) -> list[Patch]:
        """Find patches within a few neighboring rows or columns, which is fast."""
        from nonosat.solving.backends.engines import EngineAnswer

        assert self._oracle is not None
        picture, fixed = self._picture, set(given)
        found: list[Patch] = []
        for many in self._effort.bands:
            for of_columns, lines in enumerate((picture.height, picture.width)):
                for first in range(0, lines, many // 2):
                    band = range(first, first + many)
                    outside = [
                        literal
                        for cell, literal in self._same.items()
                        if cell in fixed or divmod(cell, picture.width)[of_columns] not in band
                    ]
                    if len(outside) == len(self._same):
                        continue
                    while (
                        self._oracle.ask(outside, conflicts=self._effort.quick)
                        is EngineAnswer.MODEL
                    ):
                        patches = self._of_model()
                        found += patches
                        fixed.update(*patches)
                        outside += [self._same[cell] for patch in patches for cell in patch]
            if found:
                break
        return found

    def _searched(self, given: list[int]) -> Grid | None:
        """Look for another solution with the given cells, with engines for hard puzzles."""
        known = given_cells(self._picture, len(self._puzzle.palette.colors), given)
        search = others(
            [self._picture], self._puzzle, known=known, deadline=self._deadline, trace=Trace()
        )
        with contextlib.closing(search):
            other = next(search, None)
        if other is not None and self._puzzle.violation(other):
            raise WrongAnswer("an engine gave a picture that has other clues")
        return other

    def _shrunk(self, patch: Patch) -> Patch:
        """Return a patch within these cells that contains no smaller patch."""
        from nonosat.solving.backends.engines import EngineAnswer

        assert self._oracle is not None
        within = dict(patch)
        assumed = [literal for cell, literal in self._same.items() if cell not in within]
        while len(within) > 4:  # a smaller one changes how often some line has some color
            # One question for all cells at once: does a patch leave one of them as it is?
            self._selectors += 1
            smaller = self._encoding.variables + self._selectors
            self._oracle.add([-smaller, *(self._same[cell] for cell in within)])
            answer = self._oracle.ask([*assumed, smaller])
            self._oracle.add([-smaller])
            if answer is EngineAnswer.NO_MODEL:
                break
            other = self._encoding.grid(self._oracle.model)
            left = {
                at: other.cells[at] for at in within if other.cells[at] != self._picture.cells[at]
            }
            assumed += [self._same[at] for at in within if at not in left]
            within = left
        if not fits(self._picture, within):
            raise WrongAnswer("the SAT engine gave a model of something else")
        return within
