"""A puzzle, or what line logic left of it, as clauses: the order encoding. Needs no solver.

For each block and each position p there is a Boolean "the block starts at or before p". Neighbors
are ordered through these, and cells follow from them directly: a cell between a block's first and
last position is covered, a cell between two blocks is blank. No further variables, so a model
decides every cell and every cell assignment fits at most one model.

The method is that of Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14, 2009,
for the positions; start sets of the line kernel bound every block, so that what line logic
has settled is not encoded at all. On a board on which no line was solved yet these are all starts
at which a block fits into the length of its line, and the clauses are those of the clues alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from nonosat.backends.clauses import Clauses
from nonosat.errors import LimitReached
from nonosat.kernel import Board, Rows, highest, lowest, ones, several
from nonosat.model import Clue, Domains, Grid
from nonosat.result import Deadline

TRUE = 1 << 40
"""A literal that always holds; ``-TRUE`` never does. Neither reaches a clause."""

MAX_CLAUSES = 5_000_000
"""With more, the engines of a race would take more than 2 GB."""
MAX_OPEN = 1_000_000
"""Open cells, some 300 bytes each."""
GLANCE = 4096
"""Cells handled between two looks at the clock."""


class Encoding:
    """Clauses whose models are exactly the solutions of a board.

    Args:
        board: settled by propagation and free of contradiction; or new, with nothing known.
        deadline: checked at least once per row and block.
        guarded: encode only these lines (rows first, then columns), each so that it holds only
            where its guard does. The board is to be untouched then, and each of them to have a
            placement.

    Raises:
        LimitReached: the deadline passed, or it takes more than MAX_CLAUSES clauses or MAX_OPEN
            cells. Where that can be foreseen, nothing is built.

    Attributes:
        clauses: lists of non-zero literals, as in DIMACS.
        variables: their number; the first ones belong to the open cells.
        open_cells: for each cell with several colors left its number, row by row, and the literal
            "it has this color" by color.
        guards: the literal of each guarded line.
    """

    def __init__(
        self,
        board: Board,
        clues: Sequence[Clue],
        deadline: Deadline,
        guarded: Sequence[int] | None = None,
    ) -> None:
        self.height, self.width, self.colors = board.height, board.width, board.colors
        self.clauses = Clauses()
        self.variables = 0
        self._orders: list[tuple[int, list[_Order]]] = []
        self._deadline = deadline
        rows = board.rows()
        lines = self._open_lines(rows) if guarded is None else guarded
        self._foresee(board, lines)
        self._decided = _decided(rows, self.width)
        self._literal: dict[int, dict[int, int]] = {}
        for row, sets in enumerate(rows):
            deadline.check()
            for col in ones(several(sets)):
                options = [color for color, bits in enumerate(sets) if bits >> col & 1]
                self._literal[row * self.width + col] = self._cell_literals(options)
        self.open_cells = list(self._literal.items())
        settled = [{color: TRUE} for color in range(self.colors)]
        self.guards = {line: self._new() for line in guarded or ()}
        for line in lines:
            deadline.check()
            if line < self.height:
                cells = range(line * self.width, (line + 1) * self.width)
            else:
                cells = range(line - self.height, self.height * self.width, self.width)
            starts = board.starts(line)
            assert starts is not None, "a settled line has a placement"
            literals = [self._literal.get(cell) or settled[self._decided[cell]] for cell in cells]
            self._unless = (-self.guards[line],) if guarded else ()
            self._encode_line(line, clues[line], starts, literals)

    def _open_lines(self, rows: Rows) -> list[int]:
        """The lines with an open cell, rows first."""
        in_rows = [several(sets) for sets in rows]
        if sum(cells.bit_count() for cells in in_rows) > MAX_OPEN:
            raise LimitReached(f"more than {MAX_OPEN:,} cells are open, too many for clauses")
        return [row for row, cells in enumerate(in_rows) if cells] + [
            self.height + col for col in ones(reduce(or_, in_rows, 0))
        ]

    def _foresee(self, board: Board, lines: Sequence[int]) -> None:
        """Refuse what would be too large, by the number of positions alone."""
        least = 0
        for line in lines:
            self._deadline.check()
            least += sum(self._least(bits.bit_count()) for bits in board.starts(line) or ())
            if least > MAX_CLAUSES:
                raise _too_large()

    def _least(self, starts: int) -> int:
        """A bound from below on the clauses of a block with so many starts."""
        return starts - 1

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _cell_literals(self, options: list[int]) -> dict[int, int]:
        """color -> literal for every color that an open cell can still have."""
        if len(options) == 2:
            ink = self._new()
            return {options[0]: -ink, options[1]: ink}
        literals = {color: self._new() for color in options}
        chosen = list(literals.values())
        self.clauses.append(chosen)
        for i, a in enumerate(chosen):
            for b in chosen[:i]:
                self.clauses.append((-a, -b))
        self._check_limits()
        return literals

    def _check_limits(self) -> None:
        self._deadline.check()
        if len(self.clauses) > MAX_CLAUSES:
            raise _too_large()

    def _encode_line(
        self, line: int, clue: Clue, starts: list[int], cells: list[dict[int, int]]
    ) -> None:
        orders = []
        for start in starts:
            self._check_limits()
            orders.append(_Order(start, self))
        self._orders.append((line, orders))
        used = {color for _, color in clue}
        inks = {color: [cell.get(color, -TRUE) for cell in cells] for color in used}
        blanks = [cell.get(0, -TRUE) for cell in cells]
        for j, ((length, color), order) in enumerate(zip(clue, orders, strict=True)):
            self._check_limits()
            for before, after in pairwise(order.literals()):
                self._clause(-before, after)
            # Covered: starts in (i - length, i] puts this color on cell i.
            low, high = order.low, order.high
            here = order.between(low, high)
            begun = here + [TRUE] * length
            passed = [-TRUE] * length + here
            self._imply(begun, passed, inks[color][low : high + length])
            # Neighbors: the next block at or before p + step needs this one at or before p. Where
            # p + 1 is no start, the clause at p + 1 says more.
            if j + 1 < len(clue):
                step = length + (clue[j + 1].color == color)
                following = orders[j + 1].between(low + step, high + step)
                for at, after, later in zip(here, [*here, TRUE][1:], following, strict=True):
                    if at != after:
                        self._clause(-later, at)
        for j in range(len(clue) + 1):
            # Gap: block j - 1 has ended before cell i and block j starts after it.
            self._check_limits()
            first = orders[j - 1].low + clue[j - 1].length if j else 0
            end = orders[j].high if j < len(clue) else len(cells)
            if end > first:
                ended = [TRUE] * (end - first)
                if j:
                    length = clue[j - 1].length
                    ended = orders[j - 1].between(first - length, end - length)
                begun = orders[j].between(first, end) if j < len(clue) else [-TRUE] * (end - first)
                self._imply(ended, begun, blanks[first:end])

    def _imply(self, present: list[int], absent: list[int], then: list[int]) -> None:
        """For each position: what is present and not absent implies the third literal."""
        for on, off, result in zip(present, absent, then, strict=True):
            if result != TRUE and on != off:
                self._clause(-on, off, result)

    def _clause(self, *literals: int) -> None:
        """Add a clause unless it always holds; constants vanish."""
        if TRUE not in literals:
            kept = (literal for literal in literals if literal != -TRUE)
            self.clauses.append([*self._unless, *kept])

    def keep(self, known: Domains) -> None:
        """Allow open cells only the colors that they have in `known`."""
        for row, sets in enumerate(known.rows):
            self._deadline.check()
            full = (1 << self.width) - 1
            for color, bits in enumerate(sets):
                for col in ones(full & ~bits):
                    self.clauses.append([-self._literal[row * self.width + col][color]])

    def grid(self, model: list[int]) -> Grid:
        """The picture of a model, given as literals of variables 1.. in order."""
        cells = bytearray(self._decided)
        for cell, literals in self.open_cells:
            for color, literal in literals.items():
                if (model[abs(literal) - 1] > 0) == (literal > 0):
                    cells[cell] = color
        return Grid(self.height, self.width, bytes(cells))

    def cell_literals(self, grid: Grid) -> list[int]:
        """The literals that hold in `grid`, one an open cell: phases, or negated a blocking clause."""
        return [literals[grid.cells[cell]] for cell, literals in self.open_cells]

    def hint_literals(self, cells: bytes, medians: list[list[int]]) -> list[int]:
        """Phases for every variable, from the kernel's `hints`."""
        literals = []
        for number, (cell, options) in enumerate(self.open_cells):
            if not number % GLANCE:
                self._deadline.check()
            likely = options[cells[cell]]
            # With two colors one variable tells both; with more each has its own.
            others = {-literal for literal in options.values()} - {-likely, likely}
            literals += [likely, *others]
        for line, orders in self._orders:
            self._deadline.check()
            for order, median in zip(orders, medians[line], strict=True):
                literals += order.phases(median)
        return literals

    def picture_literals(self, grid: Grid) -> list[int]:
        """Phases for every variable, as they are in a picture."""
        lines = [grid.row(r) for r in range(self.height)]
        lines += [grid.column(c) for c in range(self.width)]
        return self.hint_literals(grid.cells, [_begins(cells) for cells in lines])

    def dimacs(self) -> str:
        """The clauses in DIMACS CNF."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def _too_large() -> LimitReached:
    return LimitReached(f"what is open takes more than {MAX_CLAUSES:,} clauses")


def _decided(rows: Rows, width: int) -> bytes:
    """The color of every decided cell, row by row; 0 for open ones."""
    packed = []
    for sets in rows:
        once = ~several(sets)
        row = 0  # one byte per cell
        for color, bits in enumerate(sets[1:], 1):
            if bits & once:
                digits = f"{bits & once:0{width}b}".encode()[::-1]
                row |= int.from_bytes(digits.translate(_INKED[color]), "little")
        packed.append(row.to_bytes(width, "little"))
    return b"".join(packed)


_INKED = [bytes([0]) * ord("1") + bytes([color]) + bytes(206) for color in range(256)]
"""For each color what turns the digit 1 into it, and all else into 0."""


def _begins(cells: bytes) -> list[int]:
    """Where the blocks of a finished line start.

    >>> _begins(bytes([1, 1, 0, 2, 1]))
    [0, 3, 4]
    """
    return [i for i, color in enumerate(cells) if color and (i == 0 or cells[i - 1] != color)]


class _Order:
    """The literals "starts at or before p" of one block.

    Positions that are no start share the literal of the position before: no clause is needed.
    """

    def __init__(self, starts: int, encoding: Encoding) -> None:
        self.low, self.high = lowest(starts), highest(starts)
        self._literal = []
        for p in range(self.low, self.high):
            if starts >> p & 1:
                self._literal.append(encoding._new())
            else:
                self._literal.append(self._literal[-1])

    def between(self, first: int, end: int) -> list[int]:
        """The literals of the positions from `first` to before `end`; constant outside the bounds."""
        low, high = min(max(first, self.low), end), max(min(end, self.high), first)
        inside = self._literal[low - self.low : high - self.low] if low < high else []
        return [-TRUE] * (low - first) + inside + [TRUE] * (end - max(low, high))

    def phases(self, position: int) -> list[int]:
        """The literals as they are when the block starts at `position`."""
        return [
            self._literal[p - self.low] * (1 if p >= position else -1)
            for p in range(self.low, self.high)
            if p == self.low or self._literal[p - self.low] != self._literal[p - self.low - 1]
        ]

    def literals(self) -> list[int]:
        """The distinct ones, in order."""
        return list(dict.fromkeys(self._literal))
