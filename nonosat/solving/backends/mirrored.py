"""Mirrored puzzles, folded along the middle: half of the picture, when the other half is the same.

Where all rows read the same from both ends, and the columns do so together, a picture that is its
own mirror image is a solution, most likely: somebody drew it so. Its left half is a puzzle of its
own. A row has the first half of its blocks there, and of a block in the middle the half that ends at
the fold; without one, the cell at the fold is blank. The columns stay as they are. This puzzle has
exactly the mirrored solutions of the whole. It has half of the cells, so it is solved where the whole
is out of reach. It says nothing of solutions that are not mirrored.

The same holds for top and bottom, with rows and columns exchanged.
"""

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.kernel import Rows, columns
from nonosat.model import Block, Clue, Clues, Domains, Grid


class HalfPuzzle(NamedTuple):
    """Half of a mirrored puzzle."""

    clues: Clues
    """Of the left half, or of the top half turned so that its rows are columns."""
    known: Domains
    """The known cells."""
    width: int
    """Of the whole, across the fold."""
    turned: bool
    """It is the top half."""

    def unfold(self, half: Grid) -> Grid:
        """The whole picture of a solution."""
        rest = self.width // 2
        rows = [half.cells[at : at + half.width] for at in range(0, len(half.cells), half.width)]
        whole = [row + row[:rest][::-1] for row in rows]
        if self.turned:
            whole = [bytes(column) for column in zip(*whole, strict=True)]
        return Grid(len(whole), len(whole[0]), b"".join(whole))


def fold(clues: Clues, known: Rows) -> HalfPuzzle | None:
    """Fold a puzzle left to right, or else top to bottom.

    Args:
        known: the colors that the cells of each row can have.

    Returns:
        The folded puzzle, or None if no solution can be its own mirror image.
    """
    if is_mirrored(clues.rows, clues.cols):
        rows, cols, turned = clues.rows, clues.cols, False
    elif is_mirrored(clues.cols, clues.rows):
        rows, cols, turned = clues.cols, clues.rows, True
        known = tuple(columns(known, clues.width))
    else:
        return None
    width, middle = len(cols), (len(cols) + 1) // 2
    halves, sets = [], []
    for row, colors in zip(rows, known, strict=True):
        blocks, inner = _halved(row, width)
        if blocks is None:
            return None
        halves.append(blocks)
        sets.append(_folded_sets(colors, width, inner))
    folded = Clues(tuple(halves), cols[:middle], clues.palette)
    return HalfPuzzle(folded, Domains(middle, tuple(sets)), width, turned)


def is_mirrored(along: tuple[Clue, ...], across: tuple[Clue, ...]) -> bool:
    """Return True if the clues are symmetric about a fold across the lines of `along`.

    The one solution of a puzzle with one solution then is its own mirror image.
    """
    return len(across) > 1 and across == across[::-1] and all(clue == clue[::-1] for clue in along)


def _halved(clue: Clue, width: int) -> tuple[Clue | None, Block]:
    """Return the clue of the left half, and the block that touches the fold (color 0 without one).

    No clue if the middle block cannot lie in the middle.
    """
    count = len(clue)
    left = clue[: count // 2]
    if not count % 2:
        return Clue(left), Block(1, 0)
    length, color = clue[count // 2]
    if length is None:
        return Clue((*left, Block(None, color))), Block(1, color)
    inner = Block((length + 1) // 2, color)
    return (Clue((*left, inner)) if length % 2 == width % 2 else None), inner


def _folded_sets(colors: Sequence[int], width: int, inner: Block) -> tuple[int, ...]:
    """Return the known cells of the left half of a row, if the right one is the same and `inner` is at the fold."""
    middle = (width + 1) // 2
    half = (1 << middle) - 1
    decided = half & ~(half >> inner.least)
    return tuple(
        bits
        & int(f"{bits:0{width}b}"[::-1], 2)
        & (half if color == inner.color else half & ~decided)
        for color, bits in enumerate(colors)
    )
