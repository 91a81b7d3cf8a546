"""Encode the open part of a board as clauses of propositional logic (order encoding).

For each block and each start p there is a variable "the block starts at or before p". These
variables order neighboring blocks and determine the cells: a cell between a block's first and last
position is covered, and a cell between two blocks is blank. There are no further variables for
positions, so a model decides every cell, and every picture fits at most one model. Only a block of
unknown length also has variables for its end: "the block ends at or before boundary p".

Positions are encoded as in Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14,
2009. Start sets bound every block, so nothing that line logic has settled is encoded. On a board
without a solved line, the start set of a block has every start that fits into the line, and the
clauses express the clues alone.

A *crop* is a part of the board: only clauses that speak of nothing but its cells, and of positions that decide
these, are made, of all lines that cross it. Leaving clauses out only allows more, so every solution of
the board satisfies what is left: what the clauses of a crop exclude, the board excludes, too.

A *literal* is the number of a variable, from 1, or its negative. Clauses that are always true and
literals that are always false are left out.
"""

from array import array
from collections.abc import Callable, Sequence
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from nonosat.kernel.bits import highest, lowest, ones, several
from nonosat.kernel.line import Blocks, Placed

TRUE = 1 << 40
"""A literal that always holds; ``-TRUE`` never does. Neither reaches a clause."""


class Crop(NamedTuple):
    """Rows and columns that lie side by side, each from the first to before the end."""

    top: int
    bottom: int
    left: int
    right: int


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
    """For each line, the literal that activates its clauses."""
    orders: list[tuple[int, list[tuple[int, int]]]]
    """For each line its blocks: the variable of the first start, and the start set. The variables
    of the other starts come next, but the last start has none. Meaningless for a crop."""
    ends: list[tuple[int, int, int, int]]
    """For each block of unknown length its line, its number in it, and the variable of the first end
    with the end set, as in `orders`."""


class BoardKnowledge(NamedTuple):
    """The knowledge of a board that clauses are made of."""

    rows: Sequence[Sequence[int]]
    width: int
    blocks: Sequence[Blocks]
    """The clue of each line."""
    place: Callable[[int], Placed | None]
    """The start and end sets of a line as known now."""


def encode(
    known: BoardKnowledge,
    lines: Sequence[int],
    guarded: bool,
    most: int,
    tick: Callable[[], None],
    part: Sequence[int] | None = None,
) -> Encoded | None:
    """The clauses of some lines of a board; see `Board.clauses`."""
    if len(set(lines)) < len(lines):
        raise ValueError("a line is repeated")
    height = len(known.rows)
    crop = Crop(*(part or (0, height, 0, known.width)))
    if part and not (
        0 <= crop.top < crop.bottom <= height and 0 <= crop.left < crop.right <= known.width
    ):
        raise IndexError("no such part")
    inside = {*range(crop.top, crop.bottom), *range(height + crop.left, height + crop.right)}
    if not inside.issuperset(lines):
        raise IndexError("no such line")
    positions = 0
    for line in lines if part is None else ():
        tick()
        placed = _placed(known.place, line)
        positions += sum(bits.bit_count() - 1 for bits in placed.starts)
        for (length, _, _), bits in zip(known.blocks[line], placed.ends, strict=True):
            positions += bits.bit_count() - 1 if length is None else 0
        if positions > most:
            return None
    encoder = _Encoder(known, most, tick, crop)
    try:
        encoder.add_cells()
        if guarded:
            encoder.guards = {line: encoder.new() for line in lines}
        for line in lines:
            encoder.add_line(line, known.blocks[line], _placed(known.place, line))
        encoder.check()
    except _TooMany:
        return None
    clauses = encoder.clauses.tobytes(), encoder.count, encoder.variables
    cells = list(encoder.literals.items())
    return Encoded(*clauses, cells, encoder.guards, encoder.orders, encoder.ends)


def _placed(place: Callable[[int], Placed | None], line: int) -> Placed:
    found = place(line)
    if found is None:
        raise ValueError("a line without a placement has no clauses")
    return found


class _TooMany(Exception):
    """Raised when there are more clauses than allowed."""


class _Encoder:
    def __init__(
        self, known: BoardKnowledge, most: int, tick: Callable[[], None], crop: Crop
    ) -> None:
        self.clauses = array("i")
        self.count = self.variables = 0
        self.literals: dict[int, dict[int, int]] = {}
        self.guards: dict[int, int] = {}
        self.orders: list[tuple[int, list[tuple[int, int]]]] = []
        self.ends: list[tuple[int, int, int, int]] = []
        self._rows, self._width, self._most, self._tick = known.rows, known.width, most, tick
        self._crop, self._span = crop, (0, 0)
        self._unless: tuple[int, ...] = ()

    def new(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def check(self) -> None:
        """Check the deadline and the number of clauses."""
        self._tick()
        if self.count > self._most:
            raise _TooMany

    def add_cells(self) -> None:
        """Give literals to every open cell."""
        top, bottom, left, right = self._crop
        for row, sets in enumerate(self._rows[top:bottom], top):
            self._tick()
            for col in ones(several(sets) & (1 << right) - (1 << left)):
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

    def add_line(self, line: int, blocks: Blocks, placed: Placed) -> None:
        """Add the clauses of one line: those of cells from `begin` to before `stop`."""
        begin, stop = self._span = self._crop[2:] if line < len(self._rows) else self._crop[:2]
        orders, ends = self._add_variables(line, blocks, placed)
        self._unless = (-self.guards[line],) if line in self.guards else ()
        cells = self._cells(line)
        inks = {
            color: [cell.get(color, -TRUE) for cell in cells]
            for color in {0, *(color for _, color, _ in blocks)}
        }
        for j, ((length, color, gap), order, end) in enumerate(
            zip(blocks, orders, ends, strict=True)
        ):
            self.check()
            for before, after in pairwise(order.variables):
                self._clause(-before, after)
            if length is None:
                self._end_after_start(order, end)
            # Covered: a block that has started at or before cell i, and has not ended, inks it.
            low, high = max(order.low, begin), min(end.high, stop)
            self._imply(order.between(low, high), end.between(low, high), inks[color][low:high])
            # Neighbors: if the next block starts at or before p + gap, this one ends at or before
            # p. If p + 1 is not an end, the clause at p + 1 is stronger.
            if j + 1 < len(blocks):
                low, high = max(end.low, begin), min(end.high, stop - gap)
                here = end.between(low, high)
                following = orders[j + 1].between(low + gap, high + gap)
                for at, after, later in zip(
                    here, end.between(low + 1, high + 1), following, strict=True
                ):
                    if at != after:
                        self._clause(-later, at)
        for j in range(len(blocks) + 1):
            # Gap: block j - 1 has ended before cell i and block j starts after it.
            self.check()
            first = max(ends[j - 1].low if j else 0, begin)
            last = min(orders[j].high if j < len(blocks) else len(cells), stop)
            if last > first:
                ended = ends[j - 1].between(first, last) if j else [TRUE] * (last - first)
                begun = (
                    orders[j].between(first, last) if j < len(blocks) else [-TRUE] * (last - first)
                )
                self._imply(ended, begun, inks[0][first:last])

    def _add_variables(
        self, line: int, blocks: Blocks, placed: Placed
    ) -> "tuple[list[_Order], list[_Order]]":
        """Give variables to the starts of all blocks of a line, and to the ends that need some."""
        orders, ends = [], []
        begin, stop = self._span
        starting, ending = (1 << stop) - (1 << begin), (2 << stop) - (1 << begin)
        for j, (length, _, _) in enumerate(blocks):
            self.check()
            window = starting | (0 if length is None else ending >> length)
            order = _Order(placed.starts[j], self.variables + 1, window)
            self.variables += len(order.variables)
            orders.append(order)
            if length is None:
                end = _Order(placed.ends[j], self.variables + 1, ending)
                self.variables += len(end.variables)
                self.ends.append((line, j, end.first, end.positions))
            else:
                end = order.later(length)
            ends.append(end)
        self.orders.append((line, [(order.first, order.positions) for order in orders]))
        return orders, ends

    def _end_after_start(self, start: "_Order", end: "_Order") -> None:
        """Add clauses that make a block of unknown length end after its first cell."""
        for before, after in pairwise(end.variables):
            self._clause(-before, after)
        # To end at or before p, a block has to start before p. If p is not an end, the clause of
        # the previous end is stronger.
        begin, stop = self._span
        for p in ones(end.positions & (2 << stop) - (2 << begin)):
            self._clause(-end.by(p), start.by(p - 1))

    def _cells(self, line: int) -> list[dict[int, int]]:
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
    """The literals "starts at or before p" of one block, or "ends at or before p".

    A position that is not a start shares the literal of the previous position, without a clause.

    Args:
        window: the positions whose literals are used. The first of each run of them has its own.
    """

    def __init__(self, positions: int, first: int, window: int) -> None:
        self.positions, self.first = positions, first
        self.low, self.high = lowest(positions), highest(positions)
        begins = window & ~(window << 1) & -1 << self.low
        own = (positions | begins) & window & (1 << self.high) - 1
        self.variables = range(first, first + own.bit_count())
        self._literal: list[int] = []
        variable = first - 1
        for p in range(self.low, self.high):
            variable += own >> p & 1
            self._literal.append(variable)

    def later(self, by: int) -> "_Order":
        """The same literals of later positions: of the ends of a block whose length is known."""
        other = copy(self)
        other.positions <<= by
        other.low, other.high = self.low + by, self.high + by
        return other

    def by(self, p: int) -> int:
        """The literal of one position."""
        return self.between(p, p + 1)[0]

    def between(self, first: int, end: int) -> list[int]:
        """The literals of the positions from `first` to before `end`; constant outside the bounds."""
        end = max(first, end)
        low, high = min(max(first, self.low), end), max(min(end, self.high), first)
        inside = self._literal[low - self.low : high - self.low] if low < high else []
        return [-TRUE] * (low - first) + inside + [TRUE] * (end - max(low, high))
