"""Does this grid satisfy these clues? Every answer of every backend passes here.

It looks at the finished picture alone and shares no code with the solvers.
"""

from __future__ import annotations

from operator import itemgetter

from nonosat.model import Grid, Puzzle, clue_of

_SPACED = b" " + b"#" * 255
"""Turns blank cells into spaces, and all others into signs."""


def first_violation(puzzle: Puzzle, grid: Grid) -> str | None:
    """Say what is wrong with `grid`, or None when it satisfies every clue.

    >>> first_violation(Puzzle.of([[2]], [[1], [1]]), Grid(1, 2, bytes([1, 0])))
    'row 1 reads 1, its clue is 2'
    """
    if (grid.height, grid.width) != (puzzle.height, puzzle.width):
        return (
            f"the picture is {grid.width}x{grid.height}, "
            f"the puzzle is {puzzle.width}x{puzzle.height}"
        )
    if max(grid.cells) >= len(puzzle.palette.colors):
        return f"the picture uses color {max(grid.cells)}, which the puzzle does not have"
    one_ink = puzzle.palette.is_black_and_white
    for axis, clues, line in (
        ("row", puzzle.rows, grid.row),
        ("column", puzzle.cols, grid.column),
    ):
        for index, clue in enumerate(clues):
            cells = line(index)
            if one_ink:  # the common case, several times as fast
                runs = cells.translate(_SPACED).split()
                if [*map(len, runs)] == [*map(itemgetter(0), clue)]:
                    continue
            found = clue_of(cells)
            if found != clue:
                text = puzzle.palette.clue_text
                return f"{axis} {index + 1} reads {text(found)}, its clue is {text(clue)}"
    return None
