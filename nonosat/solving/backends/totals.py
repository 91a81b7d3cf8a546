"""Deductions from the totals of all lines together: a flow between rows and columns.

Each open cell can carry one unit of a color from its row to its column; each row sends as many as its
clue still needs, each column takes as many. Without such a flow there is no solution. A cell that
lies on no cycle of what a flow leaves is the same in every flow, so it is decided.
"""

from collections.abc import Callable, Sequence

from nonosat.kernel import Rows, columns, ones, several, with_color
from nonosat.model import Clues

MOST = 40_000
"""Cells of a board; on larger ones a flow takes as long as many guesses."""


def narrow_by_totals(puzzle: Clues, rows: Rows, check: Callable[[], None]) -> Rows | None:
    """Return what the totals leave of the colors of each cell, or None without a solution.

    Args:
        check: called now and then; ends the work by raising.
    """
    blocks = (block for clue in puzzle.clues for block in clue)
    if len(puzzle.rows) * len(puzzle.cols) > MOST or any(block.length is None for block in blocks):
        return rows
    for ink in range(1, len(puzzle.palette.colors)):
        check()
        opened = [sets[ink] & several(sets) for sets in rows]
        decided = [(sets[ink] & ~cells,) for sets, cells in zip(rows, opened, strict=True)]
        sends, takes = (
            [
                sum(block.least for block in clue if block.color == ink) - done.bit_count()
                for clue, (done,) in zip(clues, lines, strict=True)
            ]
            for clues, lines in (
                (puzzle.rows, decided),
                (puzzle.cols, columns(decided, len(puzzle.cols))),
            )
        )
        used = _flow(opened, sends, takes, check)
        if used is None:
            return None
        rows = tuple(_decided(rows, opened, used, ink, check))
    return rows


def _flow(
    opened: Sequence[int], sends: list[int], takes: list[int], check: Callable[[], None]
) -> list[int] | None:
    """For each row the columns that it sends a unit to; None if there is no such flow."""
    if sum(sends) != sum(takes) or min(*sends, *takes) < 0:
        return None
    used = [0] * len(opened)
    for row in sorted(range(len(opened)), key=sends.__getitem__, reverse=True):
        for col in sorted(ones(opened[row]), key=takes.__getitem__, reverse=True)[: sends[row]]:
            if takes[col]:
                used[row] |= 1 << col
                takes[col] -= 1
                sends[row] -= 1
    for row, lacking in enumerate(sends):
        for _ in range(lacking):
            check()
            # Breadth first, from rows to columns with a unit less, and back to rows with one more.
            wanting = sum(1 << col for col, left in enumerate(takes) if left)
            came, queue, seen = {row: (-1, -1)}, [row], 0
            for at in queue:
                reached = opened[at] & ~used[at] & ~seen
                if reached & wanting:
                    break
                seen |= reached
                for other, sent in enumerate(used):
                    if sent & reached and other not in came:
                        came[other] = at, next(ones(sent & reached))
                        queue.append(other)
            else:
                return None
            col = next(ones(reached & wanting))
            takes[col] -= 1
            while at >= 0:
                used[at] |= 1 << col
                at, col = came[last := at]
                if at >= 0:
                    used[last] &= ~(1 << col)
    return used


def _decided(
    rows: Rows, opened: Sequence[int], used: Sequence[int], ink: int, check: Callable[[], None]
) -> list[tuple[int, ...]]:
    """The colors that some flow has, beside those of the lines."""
    free = [cells & ~sent for cells, sent in zip(opened, used, strict=True)]
    reach = [
        1 << row | sum(1 << other for other, sent in enumerate(used) if sent & cells)
        for row, cells in enumerate(free)
    ]
    for via in range(len(reach)):
        check()
        reach = [reached | reach[via] if reached >> via & 1 else reached for reached in reach]
    decided = []
    for row, sets in enumerate(rows):
        loses = gains = 0
        for other in ones(reach[row]):
            loses |= free[other]
        for other, reached in enumerate(reach):
            if reached >> row & 1:
                gains |= used[other]
        must, never = used[row] & ~loses, free[row] & ~gains
        changed = with_color(sets, must, ink)
        decided.append(tuple(b & ~never if c == ink else b for c, b in enumerate(changed)))
    return decided
