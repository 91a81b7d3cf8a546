"""A puzzle that a person fills, cell by cell."""

from __future__ import annotations

from dataclasses import replace

from nonosat.ask.all_solutions.wrong_marks import wrong_marks
from nonosat.ask.explain.conflict import conflict
from nonosat.ask.explain.hints import Hint, hint
from nonosat.errors import LimitReached, UsageError
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import Cell, Domains, Grid, Puzzle, Sheet, cell_name
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict

Move = tuple[int, int, int | None]  # row, column and new color; None if the cell was cleared
_Entry = tuple[Move, Domains]  # a move, and the known cells on its other side


class Game:
    """A puzzle that is being filled, from the saved game of a sheet on; `str` draws it.

    Two games are equal if they are of equal sheets and know the same of each cell; their moves may differ.

    >>> game = Game(Puzzle.of([2, 1], [2, 1]))
    >>> game.set((0, 0), 1)
    >>> game.set((1, 1), "#")
    >>> game.errors()
    ((1, 1),)
    >>> game.undo()
    (1, 1, 1)
    >>> print(game.hint())
    column 1 (2) is full; row 1 (2) is full
    """

    def __init__(self, puzzle: Puzzle | Sheet) -> None:
        self._sheet = Sheet.of(puzzle)
        self.puzzle: Puzzle = self._sheet.puzzle
        self.known: Domains = self._sheet.shown or self.puzzle.start(None)
        """The colors that the moves and the puzzle's given cells leave to each cell."""
        self._past: list[_Entry] = []
        self._future: list[_Entry] = []
        self._checked: Result | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.sheet == other.sheet

    def __hash__(self) -> int:
        raise TypeError("a game changes, so it has no hash")

    @property
    def sheet(self) -> Sheet:
        """The puzzle with this game as its saved game, as files keep it: without the moves."""
        return replace(self._sheet, saved=self.known)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that can be undone, the first one first."""
        return tuple(move for move, _ in self._past)

    def __str__(self) -> str:
        return str(self.sheet)

    def __repr__(self) -> str:
        return f"<Game {self.puzzle.width}x{self.puzzle.height}, {self.known.decided} known>"

    def _repr_svg_(self) -> str | None:
        return self.sheet._repr_svg_()

    def set(self, cell: Cell, color: int | str) -> None:
        """Give a cell a color: its number, or its character in the palette. 0 marks it as blank.

        Raises:
            UsageError: there is no such cell or color, or the puzzle gives the cell another color.
        """
        cell = self.puzzle.cell(cell)
        only = self.puzzle.start(self.puzzle.known_cells({cell: color}))
        if only.contradiction() is not None:
            raise UsageError(f"{cell_name(cell)} is given: it cannot be {color!r}")
        self._put(cell, only)

    def clear(self, cell: Cell) -> None:
        """Open a cell again; a given one stays. A cell outside is a UsageError."""
        self._put(self.puzzle.cell(cell), self.puzzle.start(None))

    def _put(self, cell: Cell, source: Domains) -> None:
        """Give a cell the colors that it has in `source`. If nothing changes, this is not a move."""
        (row, col), rows = cell, self.known.rows
        pairs = zip(rows[row], source.rows[row], strict=True)
        line = tuple(old & ~(1 << col) | new & 1 << col for old, new in pairs)
        known = Domains(self.known.width, (*rows[:row], line, *rows[row + 1 :]))
        if known != self.known:
            self._past.append(((row, col, _only_color(known.mask(row, col))), self.known))
            self._future.clear()
            self.known = known

    def undo(self) -> Move:
        """Take back the last move, and return it; a UsageError if there is none."""
        return self._step("take back", self._past, self._future)

    def redo(self) -> Move:
        """Make the last undone move again, and return it; a UsageError after any other move."""
        return self._step("make again", self._future, self._past)

    def _step(self, what: str, source: list[_Entry], target: list[_Entry]) -> Move:
        if not source:
            raise UsageError(f"there is no move to {what}")
        move, known = source.pop()
        target.append((move, self.known))
        self.known = known
        return move

    @property
    def grid(self) -> Grid:
        """The picture so far; open cells are blank."""
        cells = bytes(_only_color(mask) or 0 for mask in self.known.cells())
        return Grid(self.puzzle.height, self.puzzle.width, cells, self.puzzle.palette)

    @property
    def solved(self) -> bool:
        """True if the picture is a solution, whether its blank cells are marked or open."""
        return self.puzzle.accepts(self.grid)

    def errors(self, *, limits: AnyLimits = NO_LIMITS) -> tuple[Cell, ...]:
        """Return the wrong cells; none if some solution agrees with all cells.

        A cell is wrong if no solution agrees with it. If some solution agrees with each cell, but
        none with all, the fewest cells that contradict each other are returned. Without any solution,
        every marked cell is wrong.

        Raises:
            LimitReached: the limit passed first.
        """
        deadline = Deadline.of(limits)
        if self._checked is None:
            result = check(self.puzzle, limits=deadline.left())
            if result.verdict is Verdict.UNKNOWN:
                raise LimitReached(result.stop)
            self._checked = result
        if self._checked.is_unique:
            return tuple(self.known.outside(self._checked.solutions[0]))
        found = wrong_marks(self.puzzle, self.known, limits=deadline.left())
        if found.cells or found.possible or self._checked.verdict is Verdict.NONE:
            return found.cells
        if found.possible is None:
            raise LimitReached(found.stop)
        clash = conflict(self.puzzle, known=self.known, limits=deadline.left())
        if not clash.cells:
            raise LimitReached(clash.stop)
        return clash.cells

    def hint(self, *, limits: AnyLimits = NO_LIMITS) -> Hint:
        """Find the simplest next step; see `nonosat.hint`."""
        return hint(self.puzzle, known=self.known, limits=limits)


def _only_color(mask: int) -> int | None:
    """Return the color of a cell; None if several are possible."""
    return mask.bit_length() - 1 if mask.bit_count() == 1 else None
