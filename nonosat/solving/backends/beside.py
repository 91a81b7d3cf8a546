"""A second solution beside a picture that is known: many blocks move a little, all at once.

Only cells near a change of color in their row and in their column may change. Line logic, or a short
search, then says at once whether there is such a solution. More cells each time, until that takes long.
"""

from collections.abc import Iterator, Sequence

from nonosat.kernel import Rows, columns
from nonosat.model import Grid
from nonosat.platforms.cpu import thread_seconds
from nonosat.solving.backends.restarts import AttemptTimeout, Restarts

REACHES = (1, 2, 3, 4, 6, 8, 12, 16)
"""Cells on either side of a change of color."""


def find_beside(picture: Grid, restarts: Restarts) -> Grid | None:
    """Return a new solution that differs from `picture` only near changes of color, or None if none is found."""
    tuning, begun = restarts.tuning, thread_seconds()
    for known in _tubes(picture, restarts.board.rows()):
        # The tick of `restarts` ends each part when its time is up, and on Ctrl-C.
        board = restarts.own_board(restarts.patience, known)
        board.sample = True
        left = tuning.beside_seconds - (thread_seconds() - begun)
        try:
            with restarts.patience.limited(left):
                if not board.probe() or board.cells() is not None:
                    continue
            board.restart("product", picture.cells, straight=True)
            with restarts.patience.limited(min(left, tuning.beside_search)):
                while (cells := board.next_solution()) is not None:
                    other = Grid(board.height, board.width, cells)
                    if other not in restarts.found:
                        return other
        except AttemptTimeout:
            if thread_seconds() - begun > tuning.beside_seconds:
                return None
    return None


def _tubes(picture: Grid, rows: Rows) -> Iterator[Rows]:
    """Yield what the cells may be, for each reach: `rows` near changes of color, else as in the picture."""
    height, width = picture.shape
    in_rows = _changes([*picture])
    in_cols = _changes([*map(picture.column, range(width))])
    inked = [tuple(_cells_of(line, color) for color in range(len(rows[0]))) for line in picture]
    for reach in REACHES:
        near_rows = [_widened(bits, reach, width) for bits in in_rows]
        near_cols = [(_widened(bits, reach, height),) for bits in in_cols]
        near = [
            here & there
            for here, (there,) in zip(near_rows, columns(near_cols, height), strict=True)
        ]
        yield tuple(
            tuple(may & (bits | ink) for may, ink in zip(sets, inks, strict=True))
            for sets, inks, bits in zip(rows, inked, near, strict=True)
        )


def _cells_of(line: bytes, color: int) -> int:
    """The cells of a line that have a color."""
    return int(line[::-1].translate(bytes(48 + (here == color) for here in range(256))), 2)


def _changes(lines: Sequence[bytes]) -> list[int]:
    """For each line the cells whose next cell has another color."""
    last = 1 << len(lines[0]) - 1
    found = []
    for line in lines:
        same = 0
        for color in {*line}:
            cells = _cells_of(line, color)
            same |= cells & (cells >> 1)
        found.append(~(same | last) & (2 * last - 1))
    return found


def _widened(changes: int, reach: int, length: int) -> int:
    """The cells within `reach` of a change of color."""
    cells = 0
    for step in range(reach):
        cells |= changes >> step | changes << step + 1
    return cells & (1 << length) - 1
