"""The events of a search that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass, field

from nonosat.model import Cell, Grid, Line

CellColors = tuple[tuple[int, int, int], ...]
"""(row, column, color) of some cells."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a search."""

    depth: int
    """The number of guesses that it rests on; 0 means certain."""

    @property
    def decided(self) -> CellColors:
        """Cells that were open before the step, each with its only color left."""
        return ()

    @property
    def excluded(self) -> CellColors:
        """Colors that are no longer possible, of cells that are still open."""
        return ()

    @property
    def line(self) -> Line | None:
        """The line of the step; None for a step about several lines."""
        return None

    @property
    def rule(self) -> str:
        """The rule that decided cells of one line; "" for other steps."""
        return ""


@dataclass(frozen=True, slots=True)
class Change(Step):
    """A step with news about cells. All such steps together rebuild the board."""

    decided: CellColors = field()  # else the property would be its default
    excluded: CellColors = field()


@dataclass(frozen=True, slots=True)
class Deduced(Change):
    """A rule decided or excluded colors in one line."""

    line: Line = field()
    rule: str = field()


@dataclass(frozen=True, slots=True)
class Refuted(Change):
    """A color was tried on a cell and left a line without a placement, so the cell has another color."""

    cell: Cell
    color: int
    """The color that was tried."""
    chain: tuple[Line, ...]
    """The lines to look at, in order; the last one has no placement."""

    @property
    def line(self) -> Line:
        """The line without a placement."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Guessed(Change):
    """A cell got a color without a reason; `depth` includes this guess."""

    cell: Cell
    color: int


@dataclass(frozen=True, slots=True)
class Contradicted(Step):
    """A line has no placement: there is no further solution under this guess, or at all."""

    line: Line = field()


@dataclass(frozen=True, slots=True)
class TakenBack(Change):
    """The board is as it was before the last guess, without the color that was guessed."""

    cell: Cell
    color: int
    refuted: bool
    """True if the guess was wrong, False if all its solutions have been found."""


@dataclass(frozen=True, slots=True)
class Solved(Step):
    """Every cell is decided."""

    grid: Grid
