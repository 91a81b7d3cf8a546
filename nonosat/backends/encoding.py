"""What is left of a puzzle as clauses: the order encoding. Needs no solver.

For each block and each position p there is a Boolean "the block starts at or before p". Neighbors
are ordered through these, and cells follow from them directly: a cell between a block's first and
last position is covered, a cell between two blocks is blank. No further variables, so a model
decides every cell and every cell assignment fits at most one model.

The method is that of Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14, 2009,
for the positions; start sets of the line kernel bound every block, so that what line logic
has settled is not encoded at all.
"""

from __future__ import annotations

from itertools import pairwise

from nonosat.errors import LimitReached
from nonosat.kernel import Board
from nonosat.model import Clue, Domains, Grid
from nonosat.result import Deadline

TRUE = 1 << 40
"""A literal that always holds; ``-TRUE`` never does. Neither reaches a clause."""

MAX_CLAUSES = 10_000_000
"""More do not fit in a few gigabytes; a random 500x500 puzzle has that many."""


class Encoding:
    """Clauses whose models are exactly the solutions of a board.

    Args:
        board: settled by propagation, free of contradiction.
        deadline: checked once per block.

    Raises:
        LimitReached: the deadline, or more clauses than MAX_CLAUSES.

    Attributes:
        clauses: lists of non-zero literals, as in DIMACS.
        variables: their number; the first ones belong to the open cells.
        open_cells: for each cell with several colors left its number, row by row, and the literal
            "it has this color" by color.
    """

    def __init__(self, board: Board, clues: list[Clue], deadline: Deadline) -> None:
        self.height, self.width, self.colors = board.height, board.width, board.colors
        self.clauses: list[list[int]] = []
        self.variables = 0
        self._orders: list[tuple[int, list[_Order]]] = []
        masks = Domains(board.width, board.rows()).cells()
        self._literal = [self._cell_literals(mask) for mask in masks]
        self.open_cells = [
            (cell, literals)
            for cell, literals in enumerate(self._literal)
            if TRUE not in literals.values()
        ]
        open_cells = {cell for cell, _ in self.open_cells}
        self._deadline = deadline
        for line, clue in enumerate(clues):
            if line < self.height:
                cells = range(line * self.width, (line + 1) * self.width)
            else:
                cells = range(line - self.height, self.height * self.width, self.width)
            if not open_cells.isdisjoint(cells):
                starts = board.starts(line)
                assert starts is not None, "a settled line has a placement"
                self._encode_line(line, clue, starts, [self._literal[cell] for cell in cells])

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _cell_literals(self, mask: int) -> dict[int, int]:
        """color -> literal for every color that the cell can still have."""
        options = [color for color in range(self.colors) if mask >> color & 1]
        if len(options) == 1:
            return {options[0]: TRUE}
        if len(options) == 2:
            ink = self._new()
            return {options[0]: -ink, options[1]: ink}
        literals = {color: self._new() for color in options}
        chosen = list(literals.values())
        self.clauses.append(chosen)
        self.clauses += [[-a, -b] for i, a in enumerate(chosen) for b in chosen[:i]]
        return literals

    def _check_limits(self) -> None:
        self._deadline.check()
        if len(self.clauses) > MAX_CLAUSES:
            raise LimitReached(
                f"what line logic leaves open takes more than {MAX_CLAUSES:,} clauses"
            )

    def _encode_line(
        self, line: int, clue: Clue, starts: list[int], cells: list[dict[int, int]]
    ) -> None:
        orders = [_Order(start, self) for start in starts]
        self._orders.append((line, orders))
        inks = {color: [cell.get(color, -TRUE) for cell in cells] for _, color in clue}
        blanks = [cell.get(0, -TRUE) for cell in cells]
        # Literals "starts at or before p" by position, long enough for every p that is asked for.
        tables = [order.table(len(cells)) for order in orders]
        for j, ((length, color), order, table) in enumerate(zip(clue, orders, tables, strict=True)):
            self._check_limits()
            for before, after in pairwise(order.literals()):
                self.clauses.append([-before, after])
            # Covered: starts in (i - length, i] puts this color on cell i.
            low, high = order.low, order.high
            begun = table[low : high + length]
            passed = [-TRUE] * length + table[low:high]
            self._imply(begun, passed, inks[color][low : high + length])
            # Neighbors: the next block at or before p + step needs this one at or before p. Where
            # p + 1 is no start, the clause at p + 1 says more.
            if j + 1 < len(clue):
                step = length + (clue[j + 1].color == color)
                following = tables[j + 1][low + step : high + step]
                for here, after, later in zip(
                    table[low:high], table[low + 1 : high + 1], following, strict=True
                ):
                    if here != after:
                        self._clause(-later, here)
        for j in range(len(clue) + 1):
            # Gap: block j - 1 has ended before cell i and block j starts after it.
            self._check_limits()
            first = orders[j - 1].low + clue[j - 1].length if j else 0
            end = orders[j].high if j < len(clue) else len(cells)
            if end > first:
                ended = [TRUE] * (end - first)
                if j:
                    length = clue[j - 1].length
                    ended = tables[j - 1][first - length : end - length]
                begun = tables[j][first:end] if j < len(clue) else [-TRUE] * (end - first)
                self._imply(ended, begun, blanks[first:end])

    def _imply(self, present: list[int], absent: list[int], then: list[int]) -> None:
        """For each position: what is present and not absent implies the third literal."""
        for on, off, result in zip(present, absent, then, strict=True):
            if result != TRUE and on != off:
                self._clause(-on, off, result)

    def _clause(self, *literals: int) -> None:
        """Add a clause unless it always holds; constants vanish."""
        if TRUE not in literals:
            self.clauses.append([literal for literal in literals if literal != -TRUE])

    def grid(self, model: list[int]) -> Grid:
        """The picture of a model, given as literals of variables 1.. in order."""
        cells = bytearray(next(iter(literals)) for literals in self._literal)
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
        for cell, options in self.open_cells:
            likely = options[cells[cell]]
            # With two colors one variable tells both; with more each has its own.
            others = {-literal for literal in options.values()} - {-likely, likely}
            literals += [likely, *others]
        for line, orders in self._orders:
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
        self.low = (starts & -starts).bit_length() - 1
        self.high = starts.bit_length() - 1
        self._literal = []
        for p in range(self.low, self.high):
            if starts >> p & 1:
                self._literal.append(encoding._new())
            else:
                self._literal.append(self._literal[-1])

    def table(self, cells: int) -> list[int]:
        """The literal of every position of the line; constant outside the bounds."""
        return [-TRUE] * self.low + self._literal + [TRUE] * (cells + 1 - self.high)

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
