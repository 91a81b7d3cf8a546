"""The proposal of a repair, and its proof, in words."""

from typing import TYPE_CHECKING

from nonosat.ask.repair.mend import Reached
from nonosat.errors import Reason
from nonosat.model import Cell, Grid, Palette
from nonosat.solving.result import Ended
from nonosat.words import cell_ranges, plural


class Mended(Ended):
    """The part of `Changes` and of `Givens` that is put into words."""

    __slots__ = ()
    palette: Palette
    at_least: int
    seconds: float
    possible: bool = True
    unproved: Reached | None = None
    if TYPE_CHECKING:

        @property
        def cells(self) -> "tuple[Cell, ...] | None": ...

    @property
    def fewest(self) -> bool:
        """True if it is proved that fewer cells do not suffice."""
        return self.cells is not None and len(self.cells) == self.at_least


NAMED = 12
"""The most cells that are listed; more are only marked in the picture."""


def sentence(result: Mended, verb: str, grid: Grid | None = None) -> str:
    """Return the first proposal, a grid or cells to give, and the proof; or why there is none."""
    if not result.cells:
        return without_cells(result, verb)
    return f"{proposal(result, [*result.cells], grid)} {proof(result)}"


def proposal(result: Mended, cells: "list[Cell]", grid: Grid | None) -> str:
    """Name the cells to change, grouped by their new color in `grid`, or to give without a grid."""
    many = plural(len(cells), "cell")
    if grid is None:
        return f"Give {many}: {cells_listed(cells)}."
    by_color: dict[str, list[Cell]] = {}
    for row, col in cells:
        color = grid[row, col]
        name = result.palette.colors[color].name if color else "blank"
        by_color.setdefault(name, []).append((row, col))
    if len(by_color) == 1:
        return f"Change {many} to {next(iter(by_color))}: {cells_listed(cells)}."
    if len(cells) > NAMED:
        return f"Change {many}: {cells_listed(cells)}."
    parts = [f"{cells_listed(of)} to {name}" for name, of in by_color.items()]
    return f"Change {many}: {'; '.join(parts)}."


def cells_listed(cells: "list[Cell]") -> str:
    """Name cells by their rows and columns, unless there are too many."""
    return "see the marks" if len(cells) > NAMED else cell_ranges(cells)


def bound(at_least: int) -> str:
    """The proved lower bound in words; "" if nothing is proved."""
    return f"Needs at least {plural(at_least, 'cell')}." if at_least else ""


def proof(result: Mended) -> str:
    """Say whether fewer cells are proved impossible."""
    words = f"Fewer may do. {bound(result.at_least)}".rstrip()
    return ("Proved: no fewer will do." if result.fewest else words) + ending_of(result)


def ending_of(result: Mended) -> str:
    """Why the search ended early, and its seconds."""
    reason = f"{result.error}, " if result.error else ""
    if result.error and result.stop.reason is Reason.TIME:
        reason = f"{result.error}; a larger limit may find fewer, "
    return f" ({reason}{result.seconds:.3f} s)"


def without_cells(result: Mended, verb: str) -> str:
    """Describe a search that found no cells to change."""
    if result.cells == ():
        return f"Nothing to {verb}: there is exactly one solution.{ending_of(result)}"
    if not result.possible:
        return f"Proved: no change will do, too many cells must be kept.{ending_of(result)}"
    words = f"Found no cells to {verb}. {bound(result.at_least)}".rstrip()
    if result.unproved is not None:
        words += f" With {without_proof(result.unproved)}."
    return words + ending_of(result)


def without_proof(reached: Reached) -> str:
    """Say what is known of a picture that may have a second solution."""
    many = plural(reached.changes, "changed cell")
    return f"{many} no second solution was found, but {reached.undecided:,} cells are not decided"
