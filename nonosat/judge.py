"""Check that a grid satisfies the clues and has the given cells. All answers of backends pass here.

This looks at the finished picture alone and shares no code with the solvers.
"""

from __future__ import annotations

from itertools import chain

from nonosat.model import Clue, Grid, Puzzle, cell_name

_SPACED = b" " + b"#" * 255
"""Turns blank cells into spaces, and all others into signs."""


def first_violation(puzzle: Puzzle, grid: Grid) -> str | None:
    """Say what is wrong with `grid`, or return None if it satisfies all clues and has the given cells.

    >>> first_violation(Puzzle.of([[2]], [[1], [1]]), Grid(1, 2, bytes([1, 0])))
    'row 1 reads 1, its clue is 2'
    """
    height, width, colors = len(puzzle.rows), len(puzzle.cols), len(puzzle.palette.colors)
    if (grid.height, grid.width) != (height, width):
        return f"the picture is {grid.width}x{grid.height}, the puzzle is {width}x{height}"
    if foreign := grid.cells.translate(None, bytes(range(colors))):
        return f"the picture uses color {max(foreign)}, which the puzzle does not have"
    if puzzle.givens is not None and (cell := next(puzzle.givens.outside(grid), None)) is not None:
        return f"{cell_name(cell)} is not as given"
    if colors == 2 and _black_runs_fit(puzzle, grid):
        return None
    for line in puzzle.lines:
        found = Clue.of_cells(grid.read(line))
        if not line.clue.covers(found):
            reads, wanted = (clue.text(puzzle.palette) for clue in (found, line.clue))
            return f"{line} reads {reads}, its clue is {wanted}"
    return None


def _black_runs_fit(puzzle: Puzzle, grid: Grid) -> bool:
    """Return True if all runs of a black and white picture have the lengths in the clues.

    This common case is several times as fast as line by line.
    """
    signs = grid.cells.translate(_SPACED)
    width = grid.width
    for clues, lines in (
        (puzzle.rows, [signs[at : at + width] for at in range(0, len(signs), width)]),
        (puzzle.cols, [signs[at::width] for at in range(width)]),
    ):
        runs = [line.split() for line in lines]
        if [*map(len, runs)] != [*map(len, clues)]:
            return False
        lengths = [block[0] for clue in clues for block in clue]
        if [*map(len, chain.from_iterable(runs))] != lengths:
            return False
    return True
