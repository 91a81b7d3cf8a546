"""The other solutions of the puzzle of a picture, one difference at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from nonosat.backends.auto import others
from nonosat.backends.base import new_board
from nonosat.backends.encoding import Encoding
from nonosat.backends.engines import Answer, Oracle
from nonosat.errors import WrongAnswer
from nonosat.judge import first_violation
from nonosat.model import Domains, Grid, Palette, Puzzle
from nonosat.repair.patches import Patch, fits, split
from nonosat.result import Deadline, Trace

PATIENCE = 0.1
"""Seconds for a question, before the engines that are made for hard ones take over."""

BANDS = 4, 8, 16
"""So many rows or columns side by side are looked at alone where the whole is too much."""


def given_cells(picture: Grid, colors: int, cells: Iterable[int]) -> Domains:
    """Some cells of a picture, and nothing about the others."""
    masks = [(1 << colors) - 1] * len(picture.cells)
    for cell in cells:
        masks[cell] = 1 << picture.cells[cell]
    return Domains.of_cells(picture.height, picture.width, colors, masks)


class Others:
    """Answers which cells of a picture can be otherwise, with the same clues.

    Use it as a context manager; leaving it frees the engine.

    Raises:
        LimitReached: the deadline passed, here or in a method.
    """

    def __init__(self, picture: Grid, palette: Palette, deadline: Deadline) -> None:
        self._picture, self._deadline = picture, deadline
        self._oracle: Oracle | None = None
        self._puzzle = puzzle = Puzzle.of_grid(picture, palette)
        board = new_board(puzzle, None, deadline)
        if not board.propagate():
            raise WrongAnswer("line logic refuted a picture that has these clues")
        if board.cells() is not None:  # all decided by line logic
            return
        self._encoding = Encoding(board, deadline)
        self._same = {
            cell: literals[picture.cells[cell]] for cell, literals in self._encoding.open_cells
        }
        # Beginning at the picture itself it soon meets others near by.
        near = self._encoding.picture_literals(picture)
        self._oracle = Oracle(self._encoding.clauses, deadline, near)
        self._oracle.add([-literal for literal in self._same.values()])

    def __enter__(self) -> Others:
        return self

    def __exit__(self, *_: object) -> None:
        if self._oracle is not None:
            self._oracle.__exit__()

    def patches(self, given: Iterable[int] = ()) -> list[Patch]:
        """Patches that share no cell, and change none of the given cells; each as small as it gets.

        An empty list proves that there is no other solution with these cells.
        """
        return self._patches(given, thorough=True)

    def packing(self) -> list[Patch]:
        """The same, but with all that is found without much more work."""
        found = more = self.patches()
        given: set[int] = set()
        while more:
            given.update(*more)
            more = self._patches(given, thorough=False)
            found = [*found, *more]
        return found

    def _patches(self, given: Iterable[int], thorough: bool) -> list[Patch]:
        if self._oracle is None:
            return []
        fixed = [cell for cell in given if cell in self._same]
        answer = self._oracle.ask([self._same[cell] for cell in fixed], PATIENCE)
        if answer is Answer.MODEL:
            return self._of_model()
        if answer is Answer.NO_MODEL or not thorough:
            return []
        near = self._near(fixed)
        if near:
            return near
        other = self._searched(fixed)
        return [self._shrunk(patch) for patch in split(self._picture, other)] if other else []

    def _of_model(self) -> list[Patch]:
        """The patches of the solution that the engine has found."""
        assert self._oracle is not None
        other = self._encoding.grid(self._oracle.model)
        return [self._shrunk(patch) for patch in split(self._picture, other)]

    def _near(self, given: Iterable[int]) -> list[Patch]:
        """Patches that lie in a few rows or columns side by side; those are soon found."""
        assert self._oracle is not None
        picture, fixed = self._picture, set(given)
        found: list[Patch] = []
        for many in BANDS:
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
                    while self._oracle.ask(outside, PATIENCE) is Answer.MODEL:
                        patches = self._of_model()
                        found += patches
                        fixed.update(*patches)
                        outside += [self._same[cell] for patch in patches for cell in patch]
            if found:
                break
        return found

    def _searched(self, given: list[int]) -> Grid | None:
        """Another solution with the given cells, by the engines for what is hard."""
        known = given_cells(self._picture, len(self._puzzle.palette.colors), given)
        search = others(
            [self._picture], self._puzzle, known=known, deadline=self._deadline, trace=Trace()
        )
        with contextlib.closing(search):
            other = next(search, None)
        if other is not None and first_violation(self._puzzle, other):
            raise WrongAnswer("an engine gave a picture that has other clues")
        return other

    def _shrunk(self, patch: Patch) -> Patch:
        """A patch of some of these cells, which holds no smaller one."""
        assert self._oracle is not None
        within = dict(patch)
        assumed = [literal for cell, literal in self._same.items() if cell not in within]
        for cell in sorted(patch):
            if len(within) == 4:  # a smaller one changes how often some line has some color
                break
            if cell not in within:
                continue
            if self._oracle.ask([*assumed, self._same[cell]]) is Answer.NO_MODEL:
                continue  # without this cell there is none
            other = self._encoding.grid(self._oracle.model)
            left = {
                at: other.cells[at] for at in within if other.cells[at] != self._picture.cells[at]
            }
            assumed += [self._same[at] for at in within if at not in left]
            within = left
        if not fits(self._picture, within):
            raise WrongAnswer("the SAT engine gave a model of something else")
        return within
