"""A line of a puzzle, and the clue beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from nonosat.model.grid import Palette
    from nonosat.model.puzzle import Clues

_RUN = re.compile(rb"([^\0])\1*", re.DOTALL)
AXES = ("row", "column")
Automaton = list[dict[int, int]]
"""For each state, color -> next state. It starts in the first state. Only the last one accepts."""


class Block(NamedTuple):
    """A run of `length` >= 1 equal cells of one ink."""

    length: int
    color: int = 1

    @property
    def number(self) -> str:
        """The number that stands for it in a printed clue."""
        return str(self.length)


class Clue(tuple[Block, ...]):
    """The blocks of one line in order; an empty clue is that of an empty line.

    It equals the tuple of its blocks.

    >>> Clue.of_cells(bytes([1, 1, 0, 2]))
    (Block(length=2, color=1), Block(length=1, color=2))
    """

    __slots__ = ()

    @classmethod
    def of_cells(cls, cells: bytes) -> Clue:
        """The clue of a finished line, from the colors of its cells."""
        return cls([Block(m.end() - m.start(), cells[m.start()]) for m in _RUN.finditer(cells)])

    @property
    def room(self) -> int:
        """The fewest cells of a line that can have this clue.

        >>> Clue([Block(2), Block(1), Block(1, color=2)]).room
        5
        """
        gaps = sum(a.color == b.color for a, b in pairwise(self))
        return sum(block.length for block in self) + gaps

    @property
    def filled(self) -> int:
        """The number of cells that its blocks fill."""
        return sum(block.length for block in self)

    def matches(self, cells: bytes) -> bool:
        """Tell if a finished line has this clue, from the colors of its cells."""
        return Clue.of_cells(cells) == self

    def text(self, palette: Palette) -> str:
        """The clue as people type it: ``5 2 2``, or ``2k 1r`` with several inks; empty is ``0``."""
        if palette.is_black_and_white:
            return " ".join(block.number for block in self) or "0"
        return " ".join(f"{b.number}{palette.colors[b.color].char}" for b in self) or "0"

    def to_json(self, palette: Palette) -> list[Any]:
        """The clue as JSON has it: lengths of the ink ``#``, else pairs of a length and a character."""
        named = ((block.length, palette.colors[block.color].char) for block in self)
        return [length if char == "#" else [length, char] for length, char in named]

    def automaton(self) -> Automaton:
        """The smallest automaton that accepts the lines with this clue, of any length.

        >>> Clue.of_cells(bytes([1, 0, 1])).automaton()
        [{0: 0, 1: 1}, {0: 2}, {0: 2, 1: 3}, {0: 3}]
        """
        states: Automaton = [{0: 0}]
        for at, block in enumerate(self):
            for _ in range(block.length):
                states[-1][block.color] = len(states)
                states.append({})
            if at + 1 < len(self) and self[at + 1].color == block.color:
                states[-1][0] = len(states)  # at least one blank before the next block
                states.append({})
            states[-1][0] = len(states) - 1
        return states


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column of a puzzle.

    >>> str(Line("row", 2)), Line("column", 1).number(height=10), Line.at(11, height=10)
    ('row 3', 11, Line(axis='column', index=1))
    """

    axis: str
    """``row`` or ``column``."""
    index: int
    """From 0, from the top or the left."""

    @classmethod
    def at(cls, number: int, height: int) -> Line:
        """The line with a number in the order of `Clues.clues`: the rows, then the columns."""
        return cls("row", number) if number < height else cls("column", number - height)

    def number(self, height: int) -> int:
        """Its number in that order, from 0."""
        return self.index if self.axis == "row" else height + self.index

    def clue(self, clues: Clues) -> Clue:
        """The clue beside it."""
        return (clues.rows if self.axis == "row" else clues.cols)[self.index]

    def to_json(self) -> dict[str, Any]:
        """The line as JSON has it: ``{"axis": "row", "index": 0}``."""
        return {"axis": self.axis, "index": self.index}

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"
