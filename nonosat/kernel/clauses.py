"""The open part of a board, as clauses of propositional logic: the order encoding.

For each block and each start p there is a variable "the block starts at or before p". Neighbors
are ordered through these, and cells follow from them directly: a cell between a block's first and
last position is covered, a cell between two blocks is blank. No further variables, so a model
decides every cell and every cell assignment fits at most one model.

The method is that of Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14, 2009,
for the positions; start sets bound every block, so that what line logic has settled is not encoded
at all. On a board on which no line was solved yet these are all starts at which a block fits into
the length of its line, and the clauses are those of the clues alone.

A *literal* is the number of a variable, from 1, or minus that. A clause that holds anyway is left
out, and so is a literal that never holds.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.kernel.bits import highest, lowest, ones, several
from nonosat.kernel.line import Blocks

TRUE = 1 << 40
"""A literal that always holds; ``-TRUE`` never does. Neither reaches a clause."""


class Encoded(NamedTuple):
    """The clauses of a board, and what their variables mean."""

    clauses: bytes
    """The literals of each clause and a 0 behind it, as ints of the machine."""
    number: int
    """Of clauses."""
    variables: int
    cells: list[tuple[int, dict[int, int]]]
    """For each cell with several colors left its number, row by row, and the literal "it has this
    color" by color. Of two colors the second has the variable, of more each has its own."""
    guards: dict[int, int]
    """By line the literal without which its clauses say nothing."""
    orders: list[tuple[int, list[tuple[int, int]]]]
    """For each line its blocks: the variable of the first start, and the start set. The variables
    of the other starts come next, but the last start has none."""


class Known(NamedTuple):
    """The knowledge of a board that clauses are made of."""

    rows: Sequence[Sequence[int]]
    width: int
    blocks: Sequence[Blocks]
    """The clue of each line."""
    starts: Callable[[int], list[int] | None]
    """The start sets of a line as known now."""


def encode(
    known: Known, lines: Sequence[int], guarded: bool, most: int, tick: Callable[[], None]
) -> Encoded | None:
    """The clauses of some lines of a board; see `Board.clauses`."""
    positions = 0
    for line in lines:
        tick()
        positions += sum(bits.bit_count() - 1 for bits in _placed(known.starts, line))
        if positions > most:
            return None
    encoder = _Encoder(known.rows, known.width, most, tick)
    try:
        encoder.add_cells()
        if guarded:
            encoder.guards = {line: encoder.new() for line in lines}
        for line in lines:
            encoder.add_line(line, known.blocks[line], _placed(known.starts, line))
        encoder.check()
    except _TooMany:
        return None
    cells = list(encoder.literals.items())
    clauses = encoder.clauses.tobytes()
    return Encoded(clauses, encoder.count, encoder.variables, cells, encoder.guards, encoder.orders)


def _placed(starts: Callable[[int], list[int] | None], line: int) -> list[int]:
    found = starts(line)
    if found is None:
        raise ValueError("a line without a placement has no clauses")
    return found


class _TooMany(Exception):
    """There are more clauses than allowed."""


class _Encoder:
    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        width: int,
        most: int,
        tick: Callable[[], None],
    ) -> None:
        self.clauses = array("i")
        self.count = self.variables = 0
        self.literals: dict[int, dict[int, int]] = {}
        self.guards: dict[int, int] = {}
        self.orders: list[tuple[int, list[tuple[int, int]]]] = []
        self._rows, self._width, self._most, self._tick = rows, width, most, tick
        self._unless: tuple[int, ...] = ()

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def check(self) -> None:
        """Look at the clock and at the number of clauses."""
        self._tick()
        if self.count > self._most:
            raise _TooMany

    def add_cells(self) -> None:
        """Give literals to every open cell."""
        for row, sets in enumerate(self._rows):
            self._tick()
            for col in ones(several(sets)):
                options = [color for color, bits in enumerate(sets) if bits >> col & 1]
                self.literals[row * self._width + col] = self._cell_literals(options)

    def _cell_literals(self, options: list[int]) -> dict[int, int]:
        if len(options) == 2:
            ink = self.new()
            return {options[0]: -ink, options[1]: ink}
        literals = {color: self.new() for color in options}
        chosen = list(literals.values())
        self._clause(*chosen)
        for i, a in enumerate(chosen):
            for b in chosen[:i]:
                self._clause(-a, -b)
        self.check()
        return literals

    def add_line(self, line: int, blocks: Blocks, starts: list[int]) -> None:
        """Add the clauses of one line."""
        orders = []
        for bits in starts:
            self.check()
            orders.append(_Order(bits, self.variables + 1))
            self.variables += bits.bit_count() - 1
        self.orders.append((line, [(order.first, order.starts) for order in orders]))
        self._unless = (-self.guards[line],) if line in self.guards else ()
        cells = self._cells(line)
        inks = {
            color: [cell.get(color, -TRUE) for cell in cells]
            for color in {0, *(color for _, color, _ in blocks)}
        }
        for j, ((length, color, step), order) in enumerate(zip(blocks, orders, strict=True)):
            self.check()
            for before, after in pairwise(order.variables):
                self._clause(-before, after)
            # Covered: starts in (i - length, i] puts this color on cell i.
            low, high = order.low, order.high
            here = order.between(low, high)
            begun = here + [TRUE] * length
            passed = [-TRUE] * length + here
            self._imply(begun, passed, inks[color][low : high + length])
            # Neighbors: the next block at or before p + step needs this one at or before p. Where
            # p + 1 is no start, the clause at p + 1 says more.
            if j + 1 < len(blocks):
                following = orders[j + 1].between(low + step, high + step)
                for at, after, later in zip(here, [*here, TRUE][1:], following, strict=True):
                    if at != after:
                        self._clause(-later, at)
        for j in range(len(blocks) + 1):
            # Gap: block j - 1 has ended before cell i and block j starts after it.
            self.check()
            first = orders[j - 1].low + blocks[j - 1][0] if j else 0
            end = orders[j].high if j < len(blocks) else len(cells)
            if end > first:
                ended = [TRUE] * (end - first)
                if j:
                    length = blocks[j - 1][0]
                    ended = orders[j - 1].between(first - length, end - length)
                begun = (
                    orders[j].between(first, end) if j < len(blocks) else [-TRUE] * (end - first)
                )
                self._imply(ended, begun, inks[0][first:end])

    def _cells(self, line: int) -> list[dict[int, int]]:
        """The literals of each cell of a line by color."""
        height, width = len(self._rows), self._width
        if line < height:
            at = [(line, col) for col in range(width)]
        else:
            at = [(row, line - height) for row in range(height)]
        return [
            self.literals.get(row * width + col)
            or {color: TRUE for color, bits in enumerate(self._rows[row]) if bits >> col & 1}
            for row, col in at
        ]

    def _imply(self, present: list[int], absent: list[int], then: list[int]) -> None:
        """For each position: what is present and not absent implies the third literal."""
        for on, off, result in zip(present, absent, then, strict=True):
            if result != TRUE and on != off:
                self._clause(-on, off, result)

    def _clause(self, *literals: int) -> None:
        """Add a clause unless it always holds; constants vanish."""
        if TRUE not in literals:
            kept = (literal for literal in literals if literal != -TRUE)
            self.clauses.extend((*self._unless, *kept, 0))
            self.count += 1


class _Order:
    """The literals "starts at or before p" of one block.

    Positions that are no start share the literal of the position before: no clause is needed.
    """

    def __init__(self, starts: int, first: int) -> None:
        self.starts, self.first = starts, first
        self.low, self.high = lowest(starts), highest(starts)
        self.variables = range(first, first + starts.bit_count() - 1)
        self._literal: list[int] = []
        variable = first - 1
        for p in range(self.low, self.high):
            variable += starts >> p & 1
            self._literal.append(variable)

    def between(self, first: int, end: int) -> list[int]:
        """The literals of the positions from `first` to before `end`; constant outside the bounds."""
        low, high = min(max(first, self.low), end), max(min(end, self.high), first)
        inside = self._literal[low - self.low : high - self.low] if low < high else []
        return [-TRUE] * (low - first) + inside + [TRUE] * (end - max(low, high))
