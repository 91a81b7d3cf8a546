"""The events of a search that a person can follow."""

from __future__ import annotations

from dataclasses import dataclass, field

from nonosat.model import Cell, Grid, Line

CellColors = tuple[tuple[int, int, int], ...]
"""(row, column, color) of some cells."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a search that somebody follows."""

    depth: int
    """The number of guesses it rests on; 0 is certain."""

    @property
    def decided(self) -> CellColors:
        """Cells that were open before, with the only color left to them."""
        return ()

    @property
    def excluded(self) -> CellColors:
        """Colors that cells cannot have any more, of cells still open after it."""
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
    """A step that tells something new about cells. Together such steps rebuild the board."""

    decided: CellColors = field()  # else the property would be its default
    excluded: CellColors = field()


@dataclass(frozen=True, slots=True)
class Deduced(Change):
    """One line said it."""

    line: Line = field()
    rule: str = field()


@dataclass(frozen=True, slots=True)
class Refuted(Change):
    """A color was tried on a cell, and some line had no placement then: it is another color."""

    cell: Cell
    color: int
    """The one that was tried."""
    chain: tuple[Line, ...]
    """The lines to look at, in order; the last one has no placement."""

    @property
    def line(self) -> Line:
        """The line without a placement."""
        return self.chain[-1]


@dataclass(frozen=True, slots=True)
class Guessed(Change):
    """A color was given to a cell for no reason; `depth` counts this guess, too."""

    cell: Cell
    color: int


@dataclass(frozen=True, slots=True)
class Contradicted(Step):
    """A line has no placement: there is no further solution under this guess, or at all."""

    line: Line = field()


@dataclass(frozen=True, slots=True)
class TakenBack(Change):
    """The board is again as it was before the last guess, less the color that was guessed."""

    cell: Cell
    color: int
    refuted: bool
    """True if it was wrong; else its solutions have all been told."""


@dataclass(frozen=True, slots=True)
class Solved(Step):
    """Every cell is decided."""

    grid: Grid
