"""A picture near another one whose puzzle has one solution, found greedily: for pictures too large for more.

Small windows come first, each with all other cells given. Where probing leaves cells of one open, the cell
changes that leaves the fewest open then. Larger windows follow, then the whole picture, where second solutions
that are found are broken one after another. In the end, changes that are not needed are undone in batches.
Changes found so are few, but nothing proves that fewer would not do.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from nonosat.ask.repair.other_solutions import Others
from nonosat.ask.repair.patches import Patch, differing, split
from nonosat.errors import LimitReached
from nonosat.kernel import Board, ones, several
from nonosat.limits import Deadline
from nonosat.model import Grid, Palette, Puzzle
from nonosat.solving.backends.base import is_large
from nonosat.solving.backends.restarts import AttemptClock, AttemptTimeout
from nonosat.solving.backends.switch import find_switch
from nonosat.solving.backends.tuning import TUNING

SMALL = 6
"""Cells a side of the first windows."""
LARGER = (9, 12, 16, 24, 34, 48, 96, 192)
NARROW = 24
"""In windows up to this side a change is measured in the whole window, else around it."""
TRIES = 16
"""Changes that are measured; of more, these are drawn at random."""
DIVE_SECONDS = 1.0
"""For a second solution of the whole picture."""
PATCH_SECONDS = 2.0
"""For more of them by clause learning, before these are broken."""
BATCH = 16
"""Changes that are undone together."""
UNDOING, LEAST_UNDOING = 0.25, 1.0
"""For this: a share of the time that mending took, and seconds."""


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
    """Many changes in small windows decided next to nothing, so the rest was not tried."""


class Box(NamedTuple):
    """A part of the picture, also beyond its borders: first row and column, and those behind the last."""

    top: int
    left: int
    bottom: int
    right: int

    def wider(self, margin: int) -> Box:
        return Box(self.top - margin, self.left - margin, self.bottom + margin, self.right + margin)


class _Window(NamedTuple):
    board: Board
    picture: Grid
    row: int
    """In the whole picture, as the next two: its first row."""
    col: int
    open: list[int]
    """The cells that probing leaves open."""


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
        # Tables of `bytes.translate` that make a color the digit 1, and all others 0.
        self._marks = [
            bytes(48 + (c == color) for c in range(256)) for color in range(self._colors)
        ]

    @property
    def _picture(self) -> Grid:
        return Grid(self._height, self._width, bytes(self._cells), self._original.palette)

    def run(self) -> Reached:
        """Mend until there is one solution, nothing helps, or the deadline."""
        proved = beyond = False
        begun = time.monotonic()
        with contextlib.suppress(LimitReached):
            proved, beyond = self._mend_all()
        with contextlib.suppress(LimitReached):
            if proved and self._changed():
                seconds = max(LEAST_UNDOING, UNDOING * (time.monotonic() - begun))
                self._undo(self._deadline.part(seconds))
        return Reached(
            self._picture, len(self._changed()), proved, 0 if proved else self._undecided, beyond
        )

    def _mend_all(self) -> tuple[bool, bool]:
        """Return whether one solution is left, and whether that is beyond this."""
        cells = self._height * self._width
        if self._quick_others(self._window(self._whole)) == []:
            return True, False
        for _ in range(2):
            self._sweep(SMALL, seconds=0)
        left = self._open(self._whole)
        if left > 0.9 * cells and len(self._changed()) > 0.01 * cells:
            return False, True
        # Where hardly anything is decided, only what is ambiguous is mended.
        careful = left > 0.5 * cells
        for size in LARGER:
            if size < max(self._height, self._width):
                self._sweep(size, seconds=2e-5 * size * size if careful else 0)
        if not careful:
            self._mend(self._whole, margin=0, seconds=0)
        elif self._open(self._whole):
            self._sow()
        while patches := self._others():
            for patch in patches:
                if not self._fits(patch):
                    continue
                cell = self._change(patch, patch, 6)
                if cell is None:
                    return False, False
                self._mend(self._around(cell, 6), margin=4, seconds=0)
        return True, False

    # -- windows -------------------------------------------------------------------------------

    def _window(self, box: Box) -> _Window:
        """Probe a window with all other cells given; a border of these belongs to its picture."""
        top, left = max(box.top, 0), max(box.left, 0)
        bottom, right = min(box.bottom, self._height), min(box.right, self._width)
        first, start = max(top - 1, 0), max(left - 1, 0)
        last, end = min(bottom + 1, self._height), min(right + 1, self._width)
        rows = [
            bytes(self._cells[row * self._width + start : row * self._width + end])
            for row in range(first, last)
        ]
        free = (1 << right - start) - (1 << left - start)
        known = []
        for row, line in enumerate(rows, first):
            may = free if top <= row < bottom else 0
            digits = line[::-1]
            known.append(tuple(int(digits.translate(mark), 2) | may for mark in self._marks))
        picture = Grid(last - first, end - start, b"".join(rows))
        across, down = [*map(_clue, rows)], [*map(_clue, zip(*rows, strict=True))]
        board = Board(across, down, self._colors, tuple(known), self._clock)
        board.sample = is_large(board, TUNING)
        board.probe()
        opened = [
            (first + row) * self._width + start + col
            for row, sets in enumerate(board.rows())
            for col in ones(several(sets))
        ]
        if box == self._whole:
            self._undecided = len(opened)
        return _Window(board, picture, first, start, opened)

    def _open(self, box: Box) -> int:
        return len(self._window(box).open)

    def _around(self, cell: int, distance: int) -> Box:
        row, col = divmod(cell, self._width)
        return Box(row, col, row + 1, col + 1).wider(distance)

    def _second(self, window: _Window, seconds: float) -> Patch | None:
        """The smallest patch of a second solution near the picture; {} without one, None if not found."""
        board, picture = window.board, window.picture
        board.restart(picture=picture.cells, straight=True)
        with contextlib.suppress(AttemptTimeout), self._clock.limited(seconds):
            while (other := board.next_solution()) is not None:
                if other != picture.cells:
                    patch = min(split(picture, Grid(*picture.shape, other)), key=len)
                    first = window.row * self._width + window.col
                    return {
                        first + cell // picture.width * self._width + cell % picture.width: color
                        for cell, color in patch.items()
                    }
            return {}
        return None

    def _quick_others(self, window: _Window) -> list[Patch] | None:
        """See `_others`; None if more work is needed."""
        if not window.open:
            return []
        picture = window.picture
        other = find_switch(picture, window.board.rows(), self._deadline.check)
        if other is not None:
            return [{cell: other.cells[cell] for cell in differing(picture, other)}]
        patch = self._second(window, DIVE_SECONDS)
        return patch if patch is None else [patch] if patch else []

    def _others(self) -> list[Patch]:
        """Patches of the whole picture; without any it is the only solution.

        Raises:
            LimitReached: it is not known whether there is one.
        """
        quick = self._quick_others(self._window(self._whole))
        if quick is not None:
            return quick
        picture = self._picture
        with Others(picture, Puzzle.of_grid(picture, self._palette), self._deadline) as others:
            found = others.patches()
            part = self._deadline.part(PATCH_SECONDS)
            while found and part.remaining():
                more = others.quick_patches(set().union(*found))
                if not more:
                    break
                found += more
        return found

    # -- changes -------------------------------------------------------------------------------

    def _changed(self) -> list[int]:
        return differing(self._original, self._picture)

    def _sweep(self, size: int, seconds: float) -> None:
        """Mend all windows of a size, which overlap by half of it."""
        step = size // 2
        for row in range(0, max(1, self._height - step), step):
            for col in range(0, max(1, self._width - step), step):
                box = Box(row, col, row + size, col + size)
                self._mend(box, margin=max(4, size // 8), seconds=seconds)

    def _mend(self, box: Box, margin: int, seconds: float) -> None:
        """Change cells of a window until probing decides it.

        Args:
            seconds: for a dive that finds a second solution: without one nothing changes. With 0 there is no dive.
        """
        while (window := self._window(box)).open:
            patch = self._second(window, seconds) if seconds else None
            if seconds and not patch:
                return
            narrow = box.bottom - box.top <= NARROW
            within = box.wider(margin) if narrow or not patch else None
            changed = self._change(patch or window.open, patch, 10, within)
            if changed is None:
                return

    def _change(
        self, cells: Iterable[int], patch: Patch | None, distance: int, within: Box | None = None
    ) -> int | None:
        """Make the change near these cells that leaves the fewest open; None if there is none.

        Args:
            patch: the change must break it.
            distance: open cells are counted up to so far away, or in `within`.
        """
        choices = [
            (cell, color) for cell in self._near(cells) for color in self._other_colors(cell)
        ]
        if len(choices) > TRIES:
            choices = self._rng.sample(choices, TRIES)
        best = None
        for cell, color in choices:
            before = self._cells[cell]
            worth = self._slack(cell, color) + self._shift(cell, color)
            self._cells[cell] = color
            if not patch or not self._fits(patch):
                key = (
                    self._open(within or self._around(cell, distance)),
                    worth,
                    self._rng.random(),
                    cell,
                    color,
                )
                best = key if best is None else min(best, key)
            self._cells[cell] = before
        if best is None:
            return None
        *_, cell, color = best
        self._cells[cell] = color
        return cell

    def _near(self, cells: Iterable[int]) -> list[int]:
        """These cells and those beside them that have not changed yet, and may."""
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

    def _slack(self, cell: int, color: int) -> int:
        """The room that the blocks of both lines gain by a change from ink to blank."""
        inked = sum(self._cells[near] > 0 for near in self._beside(cell))
        return (4 - inked) * ((self._cells[cell] > 0) - (color > 0))

    def _shift(self, cell: int, color: int) -> int:
        """The change of the number of inked cells around a cell, against the original."""
        row, col = divmod(cell, self._width)
        moved = (color > 0) - (self._cells[cell] > 0)
        for r in range(max(row - 2, 0), min(row + 3, self._height)):
            part = slice(
                r * self._width + max(col - 2, 0), r * self._width + min(col + 3, self._width)
            )
            moved += self._original.cells[part].count(0) - self._cells[part].count(0)
        return abs(moved)

    def _fits(self, patch: Patch) -> bool:
        """True if the patch changes the picture, and none of its clues."""
        lines = [
            slice(row * self._width, (row + 1) * self._width)
            for row in {c // self._width for c in patch}
        ]
        lines += [slice(col, None, self._width) for col in {c % self._width for c in patch}]
        before = [_clue(bytes(self._cells[line])) for line in lines]
        own = {cell: self._cells[cell] for cell in patch}
        for cell, color in patch.items():
            self._cells[cell] = color
        same = own != patch and before == [_clue(bytes(self._cells[line])) for line in lines]
        for cell, color in own.items():
            self._cells[cell] = color
        return same

    def _sow(self) -> None:
        """Ink a border line, or a part of it, if probing then decides all: what is decided grows from there."""
        height, width = self._height, self._width
        lines = [range(width), range((height - 1) * width, height * width)]
        lines += [range(0, height * width, width), range(width - 1, height * width, width)]
        best: list[int] | None = None
        for line in lines:
            for quarters in (4, 3, 2):
                blank = [
                    c
                    for c in line[: len(line) * quarters // 4]
                    if not self._cells[c] and c not in self._keep
                ]
                self._ink(blank, 1)
                settled = not self._open(self._whole)
                self._ink(blank, 0)
                if not settled:
                    break
                if best is None or len(blank) < len(best):
                    best = blank
        self._ink(best or (), 1)

    def _ink(self, cells: Iterable[int], color: int) -> None:
        for cell in cells:
            self._cells[cell] = color

    def _undo(self, deadline: Deadline) -> None:
        """Undo changes in batches while probing decides all."""
        cells = self._changed()
        self._rng.shuffle(cells)
        batches = [cells[at : at + BATCH] for at in range(0, len(cells), BATCH)]
        if self._open(self._whole):  # something else proved it
            return
        while batches and deadline.remaining():
            undone: dict[int, int] = {}
            settled = False
            try:
                for cell in batches.pop():
                    undone[cell] = self._cells[cell]
                    self._cells[cell] = self._original.cells[cell]
                    if self._open(self._around(cell, 8)):
                        self._cells[cell] = undone.pop(cell)
                settled = not self._open(self._whole)
            finally:  # also at the deadline
                if not settled:
                    for cell, color in undone.items():
                        self._cells[cell] = color
            if not settled and len(undone) > 1:
                half = len(undone) // 2
                batches += [[*undone][:half], [*undone][half:]]


@lru_cache(1 << 16)  # windows at one place hardly differ
def _clue(line: bytes | tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((len([*run]), color) for color, run in groupby(line) if color)
