"""A board of lines: the colors still possible for each cell, kept by row and by column."""

from collections.abc import Collection, Iterator

from nonosat.ask.explain.events import CellColors
from nonosat.ask.explain.rules import Rule, Sets
from nonosat.kernel import Board, narrow, ones, prepare, several, with_color
from nonosat.limits import Deadline
from nonosat.model import Cell, Clues, Domains, PuzzleLine
from nonosat.solving.backends.base import new_board


class LineBoard:
    """The colors still possible in each line. Lines are numbered from 0, first rows, then columns.

    Each cell is kept twice, in its row and in its column; `put` and `keep` change both. Its
    colors are bits: ``sets[line][color]`` has the bit of each cell that can have the color.

    Args:
        clues: may contradict each other.
        known: the colors that are known to be possible, besides the given cells.
    """

    __slots__ = ("_blocks", "height", "lines", "of", "sets", "width")

    def __init__(self, clues: Clues, known: Domains | None, deadline: Deadline) -> None:
        self.of: Clues = clues
        self.lines: list[PuzzleLine] = [*clues.lines]
        self.height: int = clues.height
        self.width: int = clues.width
        self._blocks = [prepare(line.clue) for line in self.lines]
        start = clues.start(known)
        self.sets: list[Sets] = []
        for line in self.lines:
            deadline.check()
            self.sets.append(start.read(line))

    def copy(self) -> "LineBoard":
        """Return a copy."""
        other = object.__new__(LineBoard)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.sets = self.sets[:]
        return other

    def through(self, cell: Cell) -> tuple[int, int]:
        """Return the numbers of the row and of the column of a cell."""
        return cell[0], self.height + cell[1]

    def domains(self) -> Domains:
        """Return the colors that each cell can still have."""
        return Domains(self.width, tuple(self.sets[: self.height]))

    def options(self, cell: Cell) -> list[int]:
        """Return the colors that a cell can have."""
        return [c for c, bits in enumerate(self.sets[cell[0]]) if bits >> cell[1] & 1]

    def others(self, cell: Cell, color: int) -> list[int]:
        """Return the colors that a cell can have besides one."""
        return [c for c in self.options(cell) if c != color]

    def open_cells(self, among: Collection[int] | None = None) -> Iterator[Cell]:
        """Yield the cells that can have several colors, row by row.

        Args:
            among: yield only cells with both lines in here; None means all lines.
        """
        for row in range(self.height):
            if among is None or row in among:
                for col in ones(several(self.sets[row])):
                    if among is None or self.height + col in among:
                        yield row, col

    def says(self, line: int, rule: Rule | None = None) -> Sets | None:
        """Return the colors that a line leaves to its cells, or None if it has no placement.

        Args:
            rule: the only rule to use; None means that all placements are considered.
        """
        exact = narrow(self._blocks[line], self.sets[line], len(self.lines[line].cells))
        if exact is None:
            return None
        return tuple(exact) if rule is None else self.by_rule(line, rule)

    def by_rule(self, line: int, rule: Rule) -> Sets:
        """Return the colors that one rule leaves to the cells of a line. The line must have a placement."""
        return rule.narrow(self.lines[line].clue, self.sets[line], len(self.lines[line].cells))

    def put(self, line: int, sets: Sets) -> list[int]:
        """Keep only `sets` of a line; return the crossing lines that changed."""
        gone = 0
        for old, new in zip(self.sets[line], sets, strict=True):
            gone |= old & ~new
        if not gone:
            return []
        self.sets[line] = sets
        is_row = line < self.height
        bit = 1 << (line if is_row else line - self.height)
        crossed = []
        for at in ones(gone):
            crossing = self.height + at if is_row else at
            self.sets[crossing] = tuple(
                [
                    bits if sets[color] >> at & 1 else bits & ~bit
                    for color, bits in enumerate(self.sets[crossing])
                ]
            )
            crossed.append(crossing)
        return crossed

    def keep(self, cell: Cell, colors: Collection[int]) -> None:
        """Leave only these colors to a cell."""
        row, bit = cell[0], 1 << cell[1]
        self.put(row, tuple(b if c in colors else b & ~bit for c, b in enumerate(self.sets[row])))

    def supposing(self, cell: Cell, color: int) -> "LineBoard":
        """Return a copy on which a cell has a color."""
        trial = self.copy()
        trial.keep(cell, [color])
        return trial

    def trial(self, cell: Cell, color: int, deadline: Deadline) -> Board:
        """Return the board with a cell in a color, as a board of the kernel."""
        (row, col), rows = cell, self.sets[: self.height]
        rows[row] = with_color(rows[row], 1 << col, color)
        return new_board(self.of, Domains(self.width, tuple(rows)), deadline)

    def changes(self, before: "LineBoard") -> tuple[CellColors, CellColors]:
        """Return the cells decided and the colors excluded since an earlier board."""
        decided, excluded = [], []
        for row in range(self.height):
            gone = 0
            for old, new in zip(before.sets[row], self.sets[row], strict=True):
                gone |= old & ~new
            for cell in ((row, col) for col in ones(gone)):
                left = self.options(cell)
                if len(left) > 1:
                    excluded += [(*cell, c) for c in before.options(cell) if c not in left]
                else:
                    decided += [(*cell, c) for c in left]
        return tuple(decided), tuple(excluded)
