"""A picture near another one whose puzzle has one solution, found greedily: for pictures too large for more.

Small windows come first, each with all other cells given. Where probing leaves cells of one open, the cell
changes that leaves the fewest open then. Larger windows follow, then the whole picture, where second solutions
that are found are broken one after another. In the end, changes that are not needed are undone in batches.
Changes found so are few, but nothing proves that fewer would not do.
"""

import contextlib
import random
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from nonosat.ask.excerpt import Box, cut_out
from nonosat.ask.repair.patches import Patch, differing, fits, split
from nonosat.errors import LimitReached
from nonosat.kernel import Board, ones, several
from nonosat.limits import Deadline
from nonosat.model import Clue, Grid, Palette, Puzzle, Sheet
from nonosat.solving.api import check
from nonosat.solving.backends.base import is_large
from nonosat.solving.backends.restarts import AttemptClock, AttemptTimeout
from nonosat.solving.backends.switch import find_switch
from nonosat.solving.backends.tuning import TUNING
from nonosat.solving.result import Verdict

SMALL = 6
"""Cells a side of the first windows."""
MANY, MOST_LEFT = 0.01, 3_000
"""Where these change more than this share of the cells and leave more open, mending takes minutes."""
LARGER = (9, 12, 16, 24, 34, 48, 96, 192)
AROUND = 8
"""Open cells are counted up to this distance from a change."""
TRIES = 16
"""Changes that are measured; of more, these are drawn at random."""
DIVE_SECONDS = 1.0
"""For a second solution of the whole picture."""
BATCH, UNDO_SECONDS = 16, 5.0
"""Changes that are undone together, and the time for this."""


class Reached(NamedTuple):
    """A picture after some changes."""

    picture: Grid
    changes: int
    """Cells that differ from the original."""
    proved: bool
    """It is the only solution of its puzzle; else no other one was found."""
    undecided: int
    """Cells that line logic and probing left open when all were last looked at."""
    beyond: bool
    """Many changes in small windows left many cells open, so the rest was not tried."""


class _Window(NamedTuple):
    board: Board
    cells: list[int]
    """Where its cells are in the whole picture."""
    picture: Grid
    open: list[int]
    """Those that probing leaves open."""


class Mender:
    """A picture that changes.

    Args:
        keep: cells, row by row, that must stay as they are.
    """

    def __init__(
        self, picture: Grid, palette: Palette, deadline: Deadline, keep: Collection[int] = ()
    ) -> None:
        self._original, self._cells = picture, bytearray(picture.cells)
        self._palette, self._colors = palette, len(palette.colors)
        self._height, self._width = picture.shape
        self._whole = Box(0, 0, *picture.shape)
        self._undecided = len(picture.cells)
        self._deadline, self._clock = deadline, AttemptClock(deadline.check)
        self._keep = frozenset(keep)
        self._rng = random.Random(0)

    @property
    def _picture(self) -> Grid:
        return Grid(self._height, self._width, bytes(self._cells), self._original.palette)

    def run(self) -> Reached:
        """Mend until there is one solution, nothing helps, or the deadline."""
        proved = beyond = False
        with contextlib.suppress(LimitReached):
            proved, beyond = self._mend_all()
            if proved:
                self._undo(self._deadline.part(UNDO_SECONDS))
        changes = len(self._changed())
        return Reached(self._picture, changes, proved, 0 if proved else self._undecided, beyond)

    def _mend_all(self) -> tuple[bool, bool]:
        """Return whether one solution is left, and whether that is beyond this."""
        if self._quick_others() == []:
            return True, False
        for _ in range(2):
            self._sweep(SMALL, seconds=0)
        left = self._open(self._whole)
        cells = self._height * self._width
        if left > MOST_LEFT and len(self._changed()) > MANY * cells:
            return False, True
        # Where hardly anything is decided, only what is ambiguous is mended.
        careful = left > 0.5 * cells
        for size in LARGER:
            if size < max(self._height, self._width):
                self._sweep(size, seconds=2e-5 * size * size if careful else 0)
        if not careful:
            self._mend(self._whole)
        elif self._open(self._whole):
            self._sow()
        while patches := self._others():
            for patch in patches:
                if fits(self._picture, patch):
                    cell = self._change(patch, patch)
                    if cell is None:
                        return False, False
                    self._mend(self._around(cell))
        return True, False

    # -- windows -------------------------------------------------------------------------------

    def _window(self, box: Box) -> _Window:
        """Probe a window with all other cells given; a border of these belongs to its picture."""
        cells, picture, known = cut_out(self._picture, self._colors, box)
        clues = [*map(_clue, picture.lines())]
        rows, cols = clues[: picture.height], clues[picture.height :]
        board = Board(rows, cols, self._colors, known, self._clock)
        board.sample = is_large(board, TUNING)
        board.probe()
        opened = [
            cells[row * picture.width + col]
            for row, sets in enumerate(board.rows())
            for col in ones(several(sets))
        ]
        if box == self._whole:
            self._undecided = len(opened)
        return _Window(board, cells, picture, opened)

    def _open(self, box: Box) -> int:
        return len(self._window(box).open)

    def _around(self, cell: int) -> Box:
        row, col = divmod(cell, self._width)
        return Box(row, col, row + 1, col + 1).wider(AROUND)

    def _second(self, window: _Window, seconds: float) -> list[Patch] | None:
        """The patches of a second solution near the picture; [] without one, None if not found."""
        board, cells, picture, _ = window
        board.restart(picture=picture.cells, straight=True)
        with contextlib.suppress(AttemptTimeout), self._clock.limited(seconds):
            for other in iter(board.next_solution, None):
                if other != picture.cells:
                    patches = split(picture, Grid(*picture.shape, other))
                    return [
                        {cells[cell]: color for cell, color in patch.items()} for patch in patches
                    ]
            return []
        return None

    def _quick_others(self) -> list[Patch] | None:
        """See `_others`; None if more work is needed."""
        window = self._window(self._whole)
        if not window.open:
            return []
        picture = window.picture
        other = find_switch(picture, window.board.rows(), self._deadline.check)
        if other is not None:
            return split(picture, other)
        return self._second(window, DIVE_SECONDS)

    def _others(self) -> list[Patch]:
        """Patches of the whole picture; without any it is the only solution.

        Raises:
            LimitReached: it is not known whether there is one.
        """
        quick = self._quick_others()
        if quick is not None:
            return quick
        picture = self._picture
        sheet = Sheet(Puzzle.of_grid(picture, self._palette), goals=(picture,))
        result = check(sheet, limits=self._deadline.left())
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.stop)
        return [patch for other in result.solutions for patch in split(picture, other)]

    # -- changes -------------------------------------------------------------------------------

    def _changed(self) -> list[int]:
        return differing(self._original, self._picture)

    def _sweep(self, size: int, seconds: float) -> None:
        """Mend all windows of a size, which overlap by half of it."""
        step = size // 2
        for row in range(0, max(1, self._height - step), step):
            for col in range(0, max(1, self._width - step), step):
                self._mend(Box(row, col, row + size, col + size), max(4, size // 8), seconds)

    def _mend(self, box: Box, margin: int = 4, seconds: float = 0) -> None:
        """Change cells of a window until probing decides it.

        Args:
            margin: open cells are counted so far beyond the window.
            seconds: for a dive that finds a second solution: without one nothing changes. With 0 there is no dive.
        """
        while (window := self._window(box)).open:
            if not seconds:
                changed = self._change(window.open, within=box.wider(margin))
            elif patches := self._second(window, seconds):
                patch = min(patches, key=len)
                changed = self._change(patch, patch)
            else:
                return
            if changed is None:
                return

    def _change(
        self, cells: Iterable[int], patch: Patch | None = None, within: Box | None = None
    ) -> int | None:
        """Make the change near these cells that leaves the fewest cells undecided; return None if there is no such change.

        Args:
            patch: the change must break it.
            within: where open cells are counted; None means around the change.
        """
        choices = [
            (cell, color) for cell in self._near(cells) for color in self._other_colors(cell)
        ]
        if len(choices) > TRIES:
            choices = self._rng.sample(choices, TRIES)
        ranked = []
        for cell, color in choices:
            before = self._cells[cell]
            self._cells[cell] = color
            if not patch or not fits(self._picture, patch):
                opened = self._open(within or self._around(cell))
                ranked.append((opened, self._rng.random(), cell, color))
            self._cells[cell] = before
        if not ranked:
            return None
        *_, cell, color = min(ranked)
        self._cells[cell] = color
        return cell

    def _near(self, cells: Iterable[int]) -> list[int]:
        """Return these cells and their neighbors that may change and have not changed yet."""
        beside = {near for cell in cells for near in (cell, *self._beside(cell))}
        return sorted(
            cell for cell in beside - self._keep if self._cells[cell] == self._original.cells[cell]
        )

    def _beside(self, cell: int) -> Iterator[int]:
        row, col = divmod(cell, self._width)
        if col:
            yield cell - 1
        if col + 1 < self._width:
            yield cell + 1
        if row:
            yield cell - self._width
        if row + 1 < self._height:
            yield cell + self._width

    def _other_colors(self, cell: int) -> set[int]:
        if self._colors == 2:
            return {1 - self._cells[cell]}
        return {0, *(self._cells[near] for near in self._beside(cell))} - {self._cells[cell]}

    def _sow(self) -> None:
        """Ink a border line if probing then decides all: what is decided grows from there."""
        height, width = self._height, self._width
        lines = [range(width), range((height - 1) * width, height * width)]
        lines += [range(0, height * width, width), range(width - 1, height * width, width)]
        for line in lines:
            before = bytes(self._cells)
            for cell in {*line} - self._keep:
                self._cells[cell] = self._cells[cell] or 1
            if not self._open(self._whole):
                return
            self._cells[:] = before

    def _undo(self, deadline: Deadline) -> None:
        """Undo changes in batches while probing decides all."""
        cells = self._changed()
        if not cells or self._open(self._whole):  # something else proved it
            return
        self._rng.shuffle(cells)
        batches = [cells[at : at + BATCH] for at in range(0, len(cells), BATCH)]
        while batches and deadline.remaining():
            batch, before, settled = batches.pop(), bytes(self._cells), False
            undone = []
            try:
                for cell in batch:
                    self._cells[cell] = self._original.cells[cell]
                    if self._open(self._around(cell)):
                        self._cells[cell] = before[cell]
                    else:
                        undone.append(cell)
                settled = not self._open(self._whole)
            finally:  # also at the deadline
                if not settled:
                    self._cells[:] = before
            if not settled and len(undone) > 1:
                half = len(undone) // 2
                batches += [undone[:half], undone[half:]]


_clue = lru_cache(1 << 16)(Clue.of_cells)  # windows at one place hardly differ
