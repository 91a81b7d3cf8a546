"""A line of a puzzle, and the clue beside it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from nonosat.errors import UsageError
from nonosat.model.colors import Palette

_RUN = re.compile(rb"([^\0])\1*", re.DOTALL)
AXES = ("row", "column")
UNKNOWN = "?"
"""The sign for a block of unknown length in printed and typed clues."""


class Automaton(NamedTuple):
    """A machine that reads the colors of a line, starting in the first state."""

    states: list[dict[int, int]]
    """Color -> next state, for each state."""
    final: list[int]
    """The possible last states of a line."""


class Block(NamedTuple):
    """A run of equal cells of one ink."""

    length: int | None
    """Length in cells, at least 1; None means unknown."""
    color: int = 1

    @property
    def number(self) -> str:
        """The text of the block in a printed clue: its length, or ``?``."""
        return UNKNOWN if self.length is None else str(self.length)

    @property
    def least(self) -> int:
        """Minimum length of the block in cells."""
        return 1 if self.length is None else self.length


@lru_cache(1024)  # twice as fast as making a block for each run
def _block_of(run: bytes) -> Block:
    return Block(len(run), run[0])


class Clue(tuple[Block, ...]):
    """The blocks of one line in order; the clue of an empty line is empty.

    A clue equals the tuple of its blocks.

    >>> Clue.of_cells(bytes([1, 1, 0, 2]))
    (Block(length=2, color=1), Block(length=1, color=2))
    """

    __slots__ = ()

    @classmethod
    def of_cells(cls, cells: bytes) -> "Clue":
        """Return the clue of a finished line, from the colors of its cells."""
        return cls([_block_of(run[0]) for run in _RUN.finditer(cells)])

    @property
    def room(self) -> int:
        """Minimum length of a line with this clue, in cells.

        >>> Clue([Block(2), Block(1), Block(1, color=2)]).room
        5
        """
        gaps = sum(a.color == b.color for a, b in pairwise(self))
        return sum(block.least for block in self) + gaps

    @property
    def is_complete(self) -> bool:
        """True if the lengths of all blocks are known."""
        return None not in [block[0] for block in self]

    def lengths_and_colors(self) -> tuple[tuple[int, int], ...]:
        """Return the (length, color) of each block."""
        pairs = tuple((length, color) for length, color in self if length is not None)
        if len(pairs) < len(self):
            raise ValueError(f"{self} has a block of unknown length")
        return pairs

    def covers(self, other: "Clue") -> bool:
        """Return True if filling in the unknown lengths can turn this clue into `other`.

        >>> Clue([Block(2), Block(None)]).covers(Clue([Block(2), Block(5)]))
        True
        """
        return self == other or (
            not self.is_complete
            and [block.color for block in self] == [block.color for block in other]
            and all(a.length in (None, b.length) for a, b in zip(self, other, strict=True))
        )

    def text(self, palette: Palette) -> str:
        """Return the clue as people type it: ``5 2 2``, or ``2k 1r`` with several inks.

        An empty clue is ``0``. A block of unknown length is ``?``, or ``?k``.
        """
        if palette.is_black_and_white:
            return (
                " ".join([UNKNOWN if length is None else str(length) for length, _ in self]) or "0"
            )
        return " ".join(f"{b.number}{palette.colors[b.color].char}" for b in self) or "0"

    def to_json(self, palette: Palette) -> list[Any]:
        """Return the clue for JSON: lengths if the ink is ``#``, else pairs (length, character).

        An unknown length is ``"?"``.
        """
        named = ((block.length or UNKNOWN, palette.colors[block.color].char) for block in self)
        return [length if char == "#" else [length, char] for length, char in named]

    def automaton(self) -> Automaton:
        """Return the smallest automaton that accepts lines of any length with this clue.

        >>> machine = Clue.of_cells(bytes([1, 0, 1])).automaton()
        >>> len(machine.states), machine.final
        (4, [3])
        """
        states: list[dict[int, int]] = [{0: 0}]
        doors = [0]  # the states where the next block can begin
        for block, after in zip_longest(self, self[1:]):
            for door in doors:
                states[door][block.color] = len(states)
            for cell in range(block.least):
                if cell:
                    states[-1][block.color] = len(states)
                states.append({})
            doors = [len(states) - 1]
            if block.length is None:
                states[-1][block.color] = doors[0]  # as many more as there are
            needs_gap = after is not None and after.color == block.color
            if needs_gap or block.length is None:
                states[-1][0] = len(states)  # a state of blanks, where this block cannot continue
                states.append({})
                doors = [len(states) - 1] if needs_gap else [*doors, len(states) - 1]
            states[-1][0] = len(states) - 1
        return Automaton(states, doors)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """A row or a column of a puzzle.

    >>> str(Line("row", 2)), Line("column", 1).number(height=10)
    ('row 3', 11)
    """

    axis: str
    """``row`` or ``column``."""
    index: int
    """Number of the line, from 0, counted from the top or the left."""

    def __post_init__(self) -> None:
        if self.axis not in AXES or not isinstance(self.index, int):
            raise UsageError(f"a line is Line('row', 0) or Line('column', 0), not {self!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and (self.axis, self.index) == (other.axis, other.index)

    def __hash__(self) -> int:
        return hash((self.axis, self.index))

    def __reduce__(self) -> "tuple[type[Line], tuple[str, int]]":
        return Line, (self.axis, self.index)

    def __repr__(self) -> str:
        return f"Line(axis={self.axis!r}, index={self.index})"

    def number(self, height: int) -> int:
        """Return its number from 0 in the order of `Clues.lines`: the rows, then the columns."""
        return self.index if self.axis == "row" else height + self.index

    def to_json(self) -> dict[str, Any]:
        """Return the line for JSON: ``{"axis": "row", "index": 0}``."""
        return {"axis": self.axis, "index": self.index}

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PuzzleLine(Line):
    """A line with its clue and its cells. It equals its `Line`, and prints and pickles like it."""

    clue: Clue
    cells: range
    """Numbers of its cells in order, counted row by row from 0."""
