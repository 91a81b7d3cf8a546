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
    """

    def __init__(self, board: Board, clues: list[Clue], deadline: Deadline) -> None:
        self.height, self.width, self.colors = board.height, board.width, board.colors
        self.clauses: list[list[int]] = []
        self.variables = 0
        self._orders: list[tuple[int, list[_Order]]] = []
        self._literal = [self._cell_literals(mask) for mask in self._masks(board)]
        self._open = [
            (cell, literals)
            for cell, literals in enumerate(self._literal)
            if TRUE not in literals.values()
        ]
        open_cells = {cell for cell, _ in self._open}
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

    def _masks(self, board: Board) -> list[int]:
        return list(Domains(board.width, board.rows()).cells())

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

    def _add(self, *literals: int) -> None:
        """Add a clause unless it always holds; constants vanish."""
        clause = [literal for literal in literals if literal != -TRUE]
        if TRUE not in clause and not (len(clause) == 2 and clause[0] == -clause[1]):
            self.clauses.append(clause)

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
        for order in orders:
            for before, after in pairwise(order.literals()):
                self._add(-before, after)
        last = len(clue) - 1
        for j, ((length, color), order) in enumerate(zip(clue, orders, strict=True)):
            self._check_limits()
            # Covered: starts in (i - length, i] puts this color on cell i.
            for i in range(order.low, order.high + length):
                literal = cells[i].get(color, -TRUE)
                if literal != TRUE:
                    started, passed = order.at(i), order.at(i - length)
                    if started != passed:
                        self._add(-started, passed, literal)
            if j < last:
                following = orders[j + 1]
                step = length + (clue[j + 1].color == color)
                for p in range(order.low, order.high):
                    if order.at(p) != order.at(p + 1):  # else the clause at p + 1 says more
                        self._add(-following.at(p + step), order.at(p))
        for j in range(len(clue) + 1):
            self._check_limits()
            # Gap: block j - 1 has ended before cell i and block j starts after it.
            first = orders[j - 1].low + clue[j - 1].length if j else 0
            end = orders[j].high if j <= last else len(cells)
            for i in range(first, end):
                literal = cells[i].get(0, -TRUE)
                if literal != TRUE:
                    ended = orders[j - 1].at(i - clue[j - 1].length) if j else TRUE
                    begun = orders[j].at(i) if j <= last else -TRUE
                    self._add(-ended, begun, literal)

    def grid(self, model: list[int]) -> Grid:
        """The picture of a model, given as literals of variables 1.. in order."""
        cells = bytearray(next(iter(literals)) for literals in self._literal)
        for cell, literals in self._open:
            for color, literal in literals.items():
                if (model[abs(literal) - 1] > 0) == (literal > 0):
                    cells[cell] = color
        return Grid(self.height, self.width, bytes(cells))

    def cell_literals(self, grid: Grid) -> list[int]:
        """The literals that hold in `grid`, one an open cell: phases, or negated a blocking clause."""
        return [literals[grid.cells[cell]] for cell, literals in self._open]

    def hint_literals(self, cells: bytes, medians: list[list[int]]) -> list[int]:
        """Phases for every variable, from the kernel's `hints`."""
        literals = self.cell_literals(Grid(self.height, self.width, cells))
        for line, orders in self._orders:
            for order, median in zip(orders, medians[line], strict=True):
                literals += order.phases(median)
        return literals

    def dimacs(self) -> str:
        """The clauses in DIMACS CNF."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


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

    def at(self, p: int) -> int:
        """The literal for position p, a constant outside the bounds."""
        if p < self.low:
            return -TRUE
        return TRUE if p >= self.high else self._literal[p - self.low]

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
