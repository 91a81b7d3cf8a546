"""One line, exactly: which colors each cell has in some placement of the blocks.

Glossary, used throughout the kernel:

* *line*: a row or a column of n cells. *allowed*: one bit set per color; bit i of ``allowed[c]``
  tells that cell i may still have color c. Color 0 is blank.
* *boundary* i, 0 <= i <= n: "everything before cell i is settled, nothing from cell i on is".
* *start set* of a block: the cells at which it can start in some placement of the whole line.
* *step* of a block: its length, plus one for the blank it needs when the next block has the same
  color. From start p the block leads to boundary p + step.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.kernel.bits import spread, stairs

Clue = Sequence[tuple[int, int]]
"""(length, color) of each block, in order."""
Blocks = tuple[tuple[int, int, int], ...]
"""(length, color, step) of each block, in order; made by `prepare`."""
Allowed = Sequence[int]


def prepare(clue: Clue) -> Blocks:
    """Add the step to each block."""
    following = [color for _, color in clue[1:]] + [0] * bool(clue)
    return tuple(
        (length, color, length + (color == after))
        for (length, color), after in zip(clue, following, strict=True)
    )


def place(blocks: Blocks, allowed: Allowed, n: int) -> tuple[list[int], int] | None:
    """The start set of each block and the cells that can be blank, or None: no placement.

    Two passes. Forward: the boundaries reachable with the first j blocks placed. Backward: the
    boundaries from which blocks j.. can be completed. A start counts when both sides meet.
    """
    blank = allowed[0]
    reach = spread(1, blank)
    before = [reach]  # before[j]: boundaries reachable with j blocks placed and blanks behind them
    fits = []  # fits[j]: starts of block j that its own cells and the blocks before it admit
    for length, color, step in blocks:
        fit = allowed[color]
        size = 1
        while size + size <= length:
            fit &= fit >> size
            size += size
        if size < length:
            fit &= fit >> (length - size)
        if step > length:
            fit &= blank >> length
        fit &= reach
        if not fit:
            return None
        reach = spread(fit << step, blank)
        fits.append(fit)
        before.append(reach)
    if not reach >> n & 1:
        return None

    runs_of_blanks = stairs(blank)
    can_blank = 0
    after = 1 << n  # boundaries from which the blocks still to come can be completed
    for j in range(len(blocks), -1, -1):
        for size, runs in runs_of_blanks:
            after |= after >> size & runs
        # Cell i is blank between blocks: boundary i reached, boundary i + 1 leads on.
        can_blank |= before[j] & after >> 1
        if j:
            length, color, step = blocks[j - 1]
            after = fits[j - 1] = fits[j - 1] & after >> step
            if step > length:
                can_blank |= after << length  # the separating blank
    return fits, can_blank & blank


def starts(blocks: Blocks, allowed: Allowed, n: int) -> list[int] | None:
    """The exact start set of each block as a bit set, or None when the line has no placement."""
    placed = place(blocks, allowed, n)
    return placed and placed[0]


def narrow(blocks: Blocks, allowed: Allowed, n: int) -> list[int] | None:
    """Keep exactly the colors of each cell that some placement of the line uses.

    Args:
        blocks: the prepared clue.
        allowed: one bit set per color, as in the glossary.
        n: cells of the line.

    Returns:
        Subsets of `allowed`, in its order, or None when the line has no placement.

    Cost: O(k log n) operations on ints of n bits for k blocks.
    """
    placed = place(blocks, allowed, n)
    if placed is None:
        return None
    found = [0] * len(allowed)
    found[0] = placed[1]
    for (length, color, _), smear in zip(blocks, placed[0], strict=True):
        size = 1
        while size + size <= length:
            smear |= smear << size
            size += size
        if size < length:
            smear |= smear << (length - size)
        found[color] |= smear
    return found
