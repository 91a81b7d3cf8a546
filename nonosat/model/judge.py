"""Check that a grid satisfies the clues and has the given cells. All answers of backends pass here.

This looks at the finished picture alone and shares no code with the solvers.
"""

from collections.abc import Sequence
from itertools import chain

from nonosat.model.colors import Palette
from nonosat.model.domains import Domains
from nonosat.model.grid import Grid, cell_name
from nonosat.model.line import Clue, Line

_SPACED = b" " + b"#" * 255
"""Turns blank cells into spaces, and all others into signs."""


def first_violation(
    rows: Sequence[Clue], cols: Sequence[Clue], palette: Palette, givens: Domains | None, grid: Grid
) -> str | None:
    """Say what is wrong with `grid`, or return None; see `Puzzle.violation`."""
    height, width, colors = len(rows), len(cols), len(palette.colors)
    if (grid.height, grid.width) != (height, width):
        return f"the picture is {grid.width}x{grid.height}, the puzzle is {width}x{height}"
    if foreign := grid.cells.translate(None, bytes(range(colors))):
        return f"the picture uses color {max(foreign)}, which the puzzle does not have"
    if givens is not None and (cell := next(givens.outside(grid), None)) is not None:
        return f"{cell_name(cell)} is not as given"
    if colors == 2 and _black_runs_fit(rows, cols, grid):
        return None
    for axis, clues, read in (("row", rows, grid.row), ("column", cols, grid.column)):
        for index, clue in enumerate(clues):
            found = Clue.of_cells(read(index))
            if not clue.covers(found):
                reads, wanted = found.text(palette), clue.text(palette)
                return f"{Line(axis, index)} reads {reads}, its clue is {wanted}"
    return None


def _black_runs_fit(rows: Sequence[Clue], cols: Sequence[Clue], grid: Grid) -> bool:
    """Return True if all runs of a black and white picture have the lengths in the clues.

    This common case is several times as fast as line by line.
    """
    signs = grid.cells.translate(_SPACED)
    width = grid.width
    for clues, lines in (
        (rows, [signs[at : at + width] for at in range(0, len(signs), width)]),
        (cols, [signs[at::width] for at in range(width)]),
    ):
        runs = [line.split() for line in lines]
        if [*map(len, runs)] != [*map(len, clues)]:
            return False
        lengths = [block[0] for clue in clues for block in clue]
        if [*map(len, chain.from_iterable(runs))] != lengths:
            return False
    return True
