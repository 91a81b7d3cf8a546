"""A second solution beside a picture that is known: two rows and two columns exchange an ink.

A line *moves* an ink if one of its cells gets blank, a blank one gets the ink, and the clue stays. A
block goes on by a cell; a block of one cell goes anywhere between its neighbors. Where two rows make
opposite moves, and the two columns do, too, these four moves together make another solution.
"""

from collections.abc import Callable, Sequence

from nonosat.kernel import Rows, columns, ones
from nonosat.model import Grid

Moves = dict[tuple[int, int], int]
"""From one place in a line to another -> the lines that can make this move, as a bit set."""


def find_switch(picture: Grid, rows: Rows, check: Callable[[], None]) -> Grid | None:
    """Return a solution that differs in four cells from one that is known, or None if there is none.

    Args:
        rows: the colors that the cells can have.
        check: called now and then; ends the work by raising.
    """
    height, width = picture.shape
    cols = [*columns(rows, width)]
    for ink in {*picture.cells} - {0}:
        if not any(sets[0] & sets[ink] for sets in rows):
            continue
        of_cols = _moves([*picture], rows, ink, check)
        of_rows = _moves([*map(picture.column, range(width))], cols, ink, check)
        ends = [[0, 0] for _ in range(width)]  # the rows that can take ink away there, or bring it
        for (start, end), movable in of_rows.items():
            ends[start][0] |= movable
            ends[end][1] |= movable
        loses, gains = zip(*columns(ends, height), strict=True)
        for (upper, lower), down in of_cols.items():
            if upper > lower or not (up := of_cols.get((lower, upper), 0)):
                continue
            check()
            up &= loses[lower] & gains[upper]
            for one in ones(down & loses[upper] & gains[lower] if up else 0):
                for other in ones(up):
                    there, back = of_rows.get((one, other), 0), of_rows.get((other, one), 0)
                    if there >> upper & 1 and back >> lower & 1:
                        cells = bytearray(picture.cells)
                        cells[upper * width + one] = cells[lower * width + other] = 0
                        cells[upper * width + other] = cells[lower * width + one] = ink
                        return Grid(height, width, bytes(cells), picture.palette)
    return None


def _moves(
    lines: Sequence[bytes], may: Sequence[Sequence[int]], ink: int, check: Callable[[], None]
) -> Moves:
    """Find the moves across some parallel lines of a picture.

    Args:
        may: for each of the lines and each color, the cells that can have it.
    """
    found: Moves = {}
    # Tables that make a color the digit 1, and all others 0.
    marks = [bytes(48 + (color == marked) for color in range(256)) for marked in (ink, 0)]
    inked, blank = (
        [0, 0, *(int(line.translate(mark)[::-1], 2) for line in lines), 0, 0] for mark in marks
    )
    gives, takes = ([0, 0, *(sets[color] for sets in may), 0, 0] for color in (0, ink))
    for start in range(2, len(lines) + 2):
        blocks, end = inked[start] & ~inked[start - 1], start
        check()
        while blocks:
            ended = blocks & ~inked[end + 1]
            for step, left, at in ((1, start, end + 1), (-1, end, start - 1)):
                free = ended & gives[left] & blank[at]
                while free:
                    if movable := free & takes[at] & ~inked[at + step]:
                        key = left - 2, at - 2
                        found[key] = found.get(key, 0) | movable
                    at += step
                    free &= blank[at] if start == end else 0
            end += 1
            blocks &= inked[end]
    return found
