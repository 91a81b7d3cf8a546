"""The fewest cells to print as given, so that a picture is the only solution of its puzzle.

A patch is a set of cells that can change together, so each patch must contain a given cell. The search
gives the fewest cells that hit the patches known so far. Another solution brings new patches, until
there is none. This is the implicit hitting set method of Moreno-Centeno and Karp, "The
implicit hitting set approach to solve combinatorial optimization problems", Operations Research
61, 2013.
"""

import contextlib
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nonosat.ask.effort import EFFORT, Effort
from nonosat.ask.repair.fewest import AT_LEAST, Fewest
from nonosat.ask.repair.other_solutions import Others, given_cells
from nonosat.ask.repair.patches import Patch
from nonosat.ask.repair.words import Mended, sentence
from nonosat.errors import FINISHED, LimitReached, Stop, WrongAnswer
from nonosat.kernel import ones, several
from nonosat.limits import NO_LIMITS, AnyLimits
from nonosat.model import AnyPicture, Cell, Domains, Grid, Palette, Puzzle, Sheet, picture_of
from nonosat.solving.api import check
from nonosat.solving.backends.base import new_board
from nonosat.solving.result import Verdict
from nonosat.solving.search import BaseSearch


@dataclass(frozen=True, slots=True, repr=False)
class Givens(Mended):
    """Cells to give, and what is proved about their number."""

    picture: Grid
    palette: Palette
    cells: tuple[Cell, ...] | None
    """With these cells given, the picture is the only solution; None if none were found in time."""
    at_least: int
    """The proved lower bound: fewer cells do not suffice."""
    seconds: float = 0.0
    stop: Stop = FINISHED
    """Why it ended."""

    def __str__(self) -> str:
        return sentence(self, "give")

    def domains(self) -> Domains:
        """Return the start of a solver: the given cells, and every color for the others."""
        cells = [row * self.picture.width + col for row, col in self.cells or ()]
        return given_cells(self.picture, len(self.palette.colors), cells)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self._facts("cells", "fewest", "at_least", "seconds")


class GivenSearch(BaseSearch[Givens]):
    """A search for the fewest given cells."""

    def __init__(
        self,
        picture: AnyPicture,
        palette: Palette | None = None,
        *,
        limits: AnyLimits = NO_LIMITS,
        effort: Effort = EFFORT,
    ) -> None:
        self._effort = effort
        super().__init__(limits)
        self.picture: Grid = picture_of(picture, palette)
        assert self.picture.palette is not None, "picture_of says so"
        self.palette: Palette = self.picture.palette
        self._fewest = Fewest(1)
        self._cells: tuple[int, ...] | None = None
        self._tried: set[int] = set()
        self._puzzle = Puzzle.of_grid(self.picture, self.palette)
        self._checked = False

    def _work(self) -> None:
        deadline = self._deadline
        kept = 0.0 if deadline.seconds is None else self._effort.checking * deadline.seconds
        deadline.postpone(-kept)
        limit = None
        try:
            with Others(self.picture, self._puzzle, deadline, self._effort) as others:
                self._search(others)
        except LimitReached as err:
            limit = err
        deadline.postpone(kept)
        if self._cells is None:
            with contextlib.suppress(LimitReached):  # what the patches found so far prove
                self._fewest.find(deadline.part(self._effort.bound * deadline.remaining()))
            self._fill()
        self._check()
        if limit is not None:
            raise limit

    def _search(self, others: Others) -> None:
        hits: Counter[int] = Counter()
        while self._cells is None or len(self._cells) > self._fewest.at_least:
            given = {choice - 1 for choice in self._fewest.find(self._deadline) or ()}
            self._tried = given
            self._trace.counters[AT_LEAST] = self._fewest.at_least
            patches: list[Patch] | None = others.patches(given)
            while patches:
                for patch in patches:
                    hits.update(patch)
                    self._fewest.add(cell + 1 for cell in patch)
                    given.add(max(patch, key=hits.__getitem__))
                # With one more cell a patch there are more of them. Hard ones wait:
                # with fewer cells, which hit all that is known, there are more solutions.
                patches = others.quick_patches(given)
            if patches is not None and (self._cells is None or len(given) < len(self._cells)):
                self._cells = tuple(sorted(given))

    def _fill(self) -> None:
        """Give more cells until line logic decides the others, and take back what is not needed."""
        given = self._tried
        known = self._settled(self._givens(given))
        rng = random.Random(0)
        while opened := _open(known):
            tried = rng.sample(opened, min(self._effort.samples, len(opened)))
            boards = [self._settled(known & self._givens([cell])) for cell in tried]
            left = [len(_open(board)) for board in boards]
            best = left.index(min(left))
            given.add(tried[best])
            known = boards[best]
        self._cells = tuple(sorted(given))
        until = self._deadline.part(self._deadline.remaining() / 2)  # the rest is for the check
        with contextlib.suppress(LimitReached):
            for cell in self._cells:
                until.check()
                if not _open(self._settled(self._givens(given - {cell}))):
                    given.discard(cell)
        self._cells = tuple(sorted(given))

    def _settled(self, known: Domains) -> Domains:
        board = new_board(self._puzzle, known, self._deadline)
        board.propagate()
        return Domains(known.width, board.rows())

    def _givens(self, cells: Iterable[int]) -> Domains:
        return given_cells(self.picture, len(self.palette.colors), cells)

    def _check(self) -> None:
        if self._cells is None:
            return
        known = self._givens(self._cells)
        sheet = Sheet(self._puzzle, goals=(self.picture,))
        result = check(sheet, limits=self._deadline.left(), known=known)
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        if result.solutions != (self.picture,):
            raise WrongAnswer("the picture is not the only solution with the given cells")
        self._checked = True

    def result(self) -> Givens:
        """Return the cells found, and the bound proved so far."""
        cells = None
        if self._cells is not None and self._checked:
            cells = tuple(divmod(cell, self.picture.width) for cell in self._cells)
        at_least = self._fewest.at_least
        return Givens(self.picture, self.palette, cells, at_least, self._seconds, self._stop)


def _open(known: Domains) -> list[int]:
    rows = enumerate(known.rows)
    return [row * known.width + col for row, sets in rows for col in ones(several(sets))]


def fewest_givens(
    picture: AnyPicture, palette: Palette | None = None, *, limits: AnyLimits = NO_LIMITS
) -> Givens:
    """Find the fewest cells to print as given, so that a picture's puzzle has one solution.

    A limit leaves that unproved; the result says so. See `GivenSearch`.

    >>> len(fewest_givens(["#.", ".#"]).cells or ())
    1

    Raises:
        UsageError, PuzzleError: no picture, or one in other colors than `palette`.
    """
    return GivenSearch(picture, palette, limits=limits).run()
