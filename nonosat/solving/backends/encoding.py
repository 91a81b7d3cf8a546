"""Encode a puzzle, or what line logic left open, as clauses (order encoding). Needs no solver.

The kernel makes the clauses; its clauses.py explains them. This module converts pictures into
literals and models into pictures.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import chain, groupby
from operator import or_

from nonosat.errors import LimitReached
from nonosat.kernel import Board, Rows, decided_colors, ones, several
from nonosat.limits import Deadline
from nonosat.model import Clue, Domains, Grid, PuzzleLine
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.tuning import TUNING, Tuning

GLANCE = 4096
"""Cells handled between two looks at the clock."""


class Encoding:
    """Clauses whose models are exactly the solutions of a board.

    Args:
        board: settled by propagation and free of contradiction; or new, with nothing known. Its tick
            is called while the clauses are made.
        deadline: for all other work.
        guarded: encode only these lines (rows first, then columns), each so that it holds only
            where its guard does. The board is to be untouched then, and each of them to have a
            placement.
        tuning: has the limits on clauses and open cells.

    Raises:
        LimitReached: the deadline passed, or there are more clauses or cells than that. Where it
            can be foreseen, nothing is built.

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
        deadline: Deadline,
        guarded: Sequence[int] | None = None,
        tuning: Tuning = TUNING,
    ) -> None:
        self.height: int = board.height
        self.width: int = board.width
        self._deadline, self._most = deadline, tuning.most_clauses
        deadline.check()
        rows = board.rows()
        lines = _open_lines(rows, tuning.most_open)
        if guarded is None:
            encoded = board.clauses(lines, False, self._most)
        else:
            encoded = board.clauses(guarded, True, self._most)
        if encoded is None:
            raise self._too_large()
        self.variables: int = encoded[2]
        self.open_cells: list[tuple[int, dict[int, int]]] = encoded[3]
        self.guards: dict[int, int]
        self.guards, self._orders, self._ends = encoded[4:]
        self.clauses: Clauses = Clauses.of_bytes(*encoded[:2])
        self._decided = b"".join(decided_colors(sets, self.width) for sets in rows)
        deadline.check()

    def _too_large(self) -> LimitReached:
        return LimitReached(f"the undecided cells need more than {self._most:,} clauses")

    def keep(self, known: Domains) -> None:
        """Allow open cells only the colors that they have in `known`."""
        for number, (cell, options) in enumerate(self.open_cells):
            if not number % GLANCE:
                self._deadline.check()
            allowed = known.mask(*divmod(cell, self.width))
            for color, literal in options.items():
                if not allowed >> color & 1:
                    self.clauses.append([-literal])

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
            # Two colors share one variable per cell; with more colors, each has its own.
            others = {-literal for literal in options.values()} - {-likely, likely}
            literals += [likely, *others]
        for line, orders in self._orders:
            self._deadline.check()
            for (first, starts), median in zip(orders, medians[line], strict=True):
                literals += _order_literals(first, starts, median)
        lines = Grid(self.height, self.width, cells).lines() if self._ends else []
        for line, block, first, ends in self._ends:
            self._deadline.check()
            start = medians[line][block]
            run = next(groupby(lines[line][start:]))[1]
            literals += _order_literals(first, ends, start + len(list(run)))
        return literals

    def picture_literals(self, grid: Grid) -> list[int]:
        """Phases for every variable, as they are in a picture."""
        return self.hint_literals(grid.cells, [*map(_begins, grid.lines())])

    def dimacs(self) -> str:
        """The clauses in DIMACS CNF."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


class ClueEncoding(Encoding):
    """The same models as those of `Encoding`, by other clauses: one line of the clues after another.

    Args:
        board: new, with nothing known.
        lines: all of the puzzle, rows first.
    """

    def __init__(self, board: Board, lines: Iterable[PuzzleLine], deadline: Deadline) -> None:
        super().__init__(board, deadline, guarded=())  # the cells, and none of the lines
        tasks = []
        least = 0
        for number, line in enumerate(lines):
            deadline.check()
            tasks.append((line, board.starts(number) or []))
            least += self._least(line.clue, tasks[number][1])
            if least > self._most:
                raise self._too_large()
        options = [literals for _, literals in self.open_cells]
        for line, starts in tasks:
            self._encode_line(line.clue, starts, [options[cell] for cell in line.cells])

    def _least(self, clue: Clue, starts: list[int]) -> int:
        """A lower bound on the clauses of a line, from the starts that each block can have."""
        raise NotImplementedError

    def _encode_line(self, clue: Clue, starts: list[int], cells: list[dict[int, int]]) -> None:
        """Add the clauses of a line; `cells` has the literals of each cell by color."""
        raise NotImplementedError

    def _new(self) -> int:
        self.variables: int = self.variables + 1
        return self.variables

    def _check_limits(self) -> None:
        self._deadline.check()
        if len(self.clauses) > self._most:
            raise self._too_large()


def _open_lines(rows: Rows, most: int) -> list[int]:
    """The lines with an open cell, rows first; refuses too many such cells."""
    in_rows = [several(sets) for sets in rows]
    if sum(cells.bit_count() for cells in in_rows) > most:
        raise LimitReached(f"more than {most:,} cells are open, too many for clauses")
    return [row for row, cells in enumerate(in_rows) if cells] + [
        len(rows) + col for col in ones(reduce(or_, in_rows, 0))
    ]


def _order_literals(first: int, positions: int, position: int) -> chain[int]:
    """The literals of the variables of an order, if their object is at `position`."""
    end = first + positions.bit_count() - 1
    reached = min(first + (positions & ((1 << position) - 1)).bit_count(), end)
    return chain(range(-first, -reached, -1), range(reached, end))


def _begins(cells: bytes) -> list[int]:
    """The starts of the blocks of a finished line.

    >>> _begins(bytes([1, 1, 0, 2, 1]))
    [0, 3, 4]
    """
    return [i for i, color in enumerate(cells) if color and (i == 0 or cells[i - 1] != color)]
