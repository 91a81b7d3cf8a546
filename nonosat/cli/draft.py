"""The clues of a puzzle while they are typed, without a terminal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from nonosat.errors import PuzzleError, UsageError
from nonosat.formats.text.typed import typed_sides
from nonosat.model import AXES, Clue, Line, Puzzle, check_size
from nonosat.words import plural


class Draft:
    """Lines of clues as typed. All that it takes reads as clues and fits its line."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {axis: [] for axis in AXES}
        self._count: dict[str, int] = {}  # how many lines there will be, once that is known
        self._sized = False  # the size was typed, not found from the lines
        self._gone_to: Line | None = None

    @property
    def place(self) -> Line | None:
        """The line to type now; None if all lines are there."""
        if self._gone_to is not None:
            return self._gone_to
        for axis in AXES:
            if len(self._lines[axis]) != self._count.get(axis):
                return Line(axis, len(self._lines[axis]))
        return None

    @property
    def is_whole(self) -> bool:
        """True if all lines are there."""
        return all(len(lines) == self._count.get(axis) for axis, lines in self._lines.items())

    @property
    def is_empty(self) -> bool:
        """True if no line was typed yet."""
        return not any(self._lines.values())

    def old(self) -> str:
        """Return the clue that the current line already has; "" for a new line."""
        place = self.place
        lines = self._lines[place.axis] if place else []
        return "".join(lines[place.index : place.index + 1]) if place else ""

    def count(self, axis: str) -> int | None:
        """Return the total number of rows or columns, or None if it is not known."""
        return self._count.get(axis)

    def may_end(self) -> bool:
        """Return True if input may end here, because the number of lines is not known."""
        place = self.place
        return bool(place and place.index and not self.old() and place.axis not in self._count)

    def set_size(self, width: int, height: int) -> None:
        """Say how large the puzzle is."""
        check_size(height, width)
        count = {"row": height, "column": width}
        for axis, lines in self._lines.items():
            if len(lines) > count[axis]:
                raise UsageError(f"there are {plural(len(lines), axis)} already")
        self._check(self._lines, count)
        self._count, self._sized, self._gone_to = count, True, None

    def add(self, text: str) -> str:
        """Take in the line to type now, or several with ``;`` between them.

        In place of an old line, several lines push those behind it on.

        Returns:
            A sentence about it: the room that the last line needs, and the total.
        """
        place = self.place
        if place is None:
            raise UsageError("all clues are typed; name the one to change, such as: row 3")
        axis, index = place.axis, place.index
        new = [part.strip() for part in re.split("[;\n]", text)]
        lines = [*self._lines[axis]]
        lines[index : index + 1] = new
        count = dict(self._count)
        if len(lines) > count.get(axis, len(lines)):
            if self._sized:
                raise UsageError(f"that would be {plural(len(lines), axis)} of {count[axis]}")
            del count[axis]
        self._check(self._lines | {axis: lines}, count)
        self._lines[axis], self._count = lines, count
        self._gone_to = None
        return self._summary(Line(axis, index + len(new) - 1))

    def end(self) -> None:
        """Enter: keep the old line, or there are no more rows or columns."""
        if self._gone_to is not None and self.old():
            self._gone_to = None
        elif self.may_end() and (place := self.place):
            count = self._count | {place.axis: place.index}
            self._check(self._lines, count)
            self._count, self._gone_to = count, None

    def back(self) -> None:
        """Go to the line before the one to type now."""
        order = [Line(axis, at) for axis in AXES for at in range(len(self._lines[axis]))]
        if (here := self.place) is not None:
            until = here.index + (len(self._lines["row"]) if here.axis == "column" else 0)
            del order[until:]
        if not order:
            raise UsageError("this is the first line")
        self._gone_to = order[-1]

    def go(self, place: Line) -> None:
        """Go to a line, to change it; or to the first that is missing."""
        axis, index = place.axis, place.index
        there = len(self._lines[axis])
        if not 0 <= index <= there:
            raise UsageError(f"only {plural(there, axis)} so far")
        if index == self._count.get(axis):
            if self._sized:
                what = f"the size says {plural(index, axis)}; for more, type another, as 20x15"
                raise UsageError(what)
            del self._count[axis]
        self._gone_to = place

    def delete(self, place: Line) -> None:
        """Take a line out. Those behind it move up."""
        axis, index = place.axis, place.index
        if not 0 <= index < len(self._lines[axis]):
            raise UsageError(f"only {plural(len(self._lines[axis]), axis)} so far")
        del self._lines[axis][index]
        if not self._sized:
            self._count.pop(axis, None)
        self._gone_to = None

    def puzzle(self) -> Puzzle:
        """The puzzle of all lines."""
        rows, cols, palette = typed_sides(*self._lines.values())
        return Puzzle(rows, cols, palette)

    def text(self) -> str:
        """The lines as typed, an empty line between rows and columns: whole, it is a ``keen`` file.

        Before it is whole, the size comes first if it was typed.
        """
        rows, cols = self._lines.values()
        size = [f"{self._count['column']}x{self._count['row']}"] if self._sized else []
        gap = [""] if cols or len(rows) == self._count.get("row") else []
        return "\n".join([*([] if self.is_whole else size), *rows, *gap, *cols, ""])

    def _check(self, lines: Mapping[str, list[str]], count: Mapping[str, int]) -> None:
        """Refuse lines that do not read as clues, or need more room than there is."""
        rows, cols, _ = typed_sides(*lines.values())
        for axis, other, side, clues in (
            ("row", "column", "wide", rows),
            ("column", "row", "high", cols),
        ):
            room = count.get(other)
            for index, clue in enumerate(clues):
                need = clue.room
                if room is not None and need > room:
                    what = f"{Line(axis, index)} needs {need} cells, the grid is {room} {side}"
                    raise PuzzleError(what, axis, index)

    def _summary(self, place: Line) -> str:
        """The room that a line needs, and the total so far."""
        rows, cols, palette = typed_sides(*self._lines.values())
        clues = dict(zip(AXES, (rows, cols), strict=True))
        room = self._count.get(AXES[1 - AXES.index(place.axis)])
        of = "" if room is None else f" of {room}"
        need = clues[place.axis][place.index].room
        ours, rest = _totals(clues[place.axis]), _totals(rows)
        of_rows = f" of {rest.total()}" if place.axis == "column" else ""
        known = all(clue.is_complete for clue in (*rows, *cols))
        summary = (
            f"{place} needs {need}{of} {'cell' if need == 1 and not of else 'cells'}; "
            f"so far {'' if known else 'at least '}{ours.total()}{of_rows} filled in {plural(len(clues[place.axis]), place.axis)}"
        )
        if not palette.is_black_and_white:
            summary += ": " + ", ".join(
                f"{ours[ink]}{f' of {rest[ink]}' if of_rows else ''} {palette.colors[ink].name}"
                for ink in palette.inks
            )
        return summary


def _totals(clues: tuple[Clue, ...]) -> Counter[int]:
    """The number of cells of each color, at the least."""
    totals: Counter[int] = Counter()
    for clue in clues:
        for block in clue:
            totals[block.color] += block.least
    return totals
