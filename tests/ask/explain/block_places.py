"""The places of blocks that a player's marks prove."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.kernel import lowest, place, prepare, several
from nonosat.model import Clue, Clues, Domains

Span = tuple[int, int]
"""The first cell of a block in its line, and the cell after its last."""


def find_block_places(
    clues: Clues, marks: Domains
) -> tuple[list[list[Span | None]], list[list[Span | None]]]:
    """Find the place of each block of the rows and of the columns that the marks of its line prove.

    A place is proved if all its cells are marked with the ink of the block, and no placement of the line
    that agrees with the marks has the block elsewhere. Crossing lines do not count: that would give away
    more than a player sees. A line whose marks contradict its clue proves nothing.

    Args:
        marks: the cells that the player has marked; their blanks count, too.

    >>> from nonosat.model import Puzzle
    >>> puzzle = Puzzle.of([[2, 1]], [[1], [1], [], [1], []])
    >>> find_block_places(puzzle, Domains.of_cells(1, 5, 2, [2, 2, 3, 3, 3]))[0]
    [[(0, 2), None]]

    Raises:
        UsageError: the marks are of another size.
    """
    clues.known_cells(marks)
    spans = [places_in_line(line.clue, marks.read(line), len(line.cells)) for line in clues.lines]
    return spans[: clues.height], spans[clues.height :]


def places_in_line(clue: Clue, allowed: Sequence[int], n: int) -> list[Span | None]:
    possible = place(prepare(clue), allowed, n)
    if possible is None:
        return [None] * len(clue)
    sure = ~several(allowed)
    spans: list[Span | None] = []
    for block, begins, ends in zip(clue, possible.starts, possible.ends, strict=True):
        begin, end = lowest(begins), lowest(ends)
        cells = (1 << end) - (1 << begin)
        found = (
            begins == 1 << begin
            and ends == 1 << end
            and cells & ~(allowed[block.color] & sure) == 0
        )
        spans.append((begin, end) if found else None)
    return spans
