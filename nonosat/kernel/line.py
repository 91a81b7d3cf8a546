"""Solve one line exactly: find the colors that each cell has in some placement of the blocks.

Glossary, used throughout the kernel:

* *line*: a row or a column of n cells. *allowed*: one bit set per color; bit i of ``allowed[c]``
  is 1 if cell i may still have color c. Color 0 is blank.
* *boundary* i, 0 <= i <= n: the point before cell i; cells before it are settled, others are not.
* *start set* of a block: the cells where it can start in some placement of the whole line.
  *end set*: the boundaries behind its last cell in these placements.
* *gap* of a block: 1 if it needs a blank behind it because the next block has the same color, else 0.
  A block of length l leads from start p to boundary p + l + gap.
* A block of unknown length has the length None; it fills at least one cell.
"""

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.kernel.bits import spread, spread_down, stairs

Clue = Sequence[tuple[int | None, int]]
"""(length, color) of each block, in order."""
Blocks = tuple[tuple[int | None, int, int], ...]
"""(length, color, gap) of each block, in order; made by `prepare`."""
Allowed = Sequence[int]


class Placed(NamedTuple):
    """The common part of all placements of a line."""

    starts: list[int]
    """The exact start set of each block."""
    ends: list[int]
    """The exact end set of each block."""
    blank: int
    """The cells that can be blank."""


def prepare(clue: Clue) -> Blocks:
    """Add the gap to each block."""
    following = [color for _, color in clue[1:]] + [0] * bool(clue)
    return tuple(
        (length, color, int(color == after))
        for (length, color), after in zip(clue, following, strict=True)
    )


def place(blocks: Blocks, allowed: Allowed, n: int) -> Placed | None:
    """Find the start and end sets of all blocks, and the cells that can be blank.

    The forward pass finds the boundaries that the first j blocks can reach. The backward pass
    finds the boundaries where blocks j.. can begin and still fit. A start counts if both passes
    meet there.
    """
    blank = allowed[0]
    reach = spread(1, blank)
    before = [reach]  # before[j]: boundaries reachable with j blocks placed and blanks behind them
    fits = []  # fits[j]: starts of block j that its own cells and the blocks before it admit
    ends = []  # ends[j]: the boundaries behind block j and its gap, for these starts
    for length, color, gap in blocks:
        fit = allowed[color]
        if length is None:
            fit &= reach
            end = spread(fit << 1, allowed[color])
            if gap:
                end &= blank
        else:
            size = 1
            while size + size <= length:
                fit &= fit >> size
                size += size
            if size < length:
                fit &= fit >> (length - size)
            if gap:
                fit &= blank >> length
            fit &= reach
            end = fit << length
        if not end:
            return None
        reach = spread(end << gap, blank)
        fits.append(fit)
        ends.append(end)
        before.append(reach)
    if not reach >> n & 1:
        return None

    runs_of_blanks = stairs(blank)
    can_blank = 0
    after = 1 << n  # boundaries where the blocks j.. can begin and still fit
    for j in range(len(blocks), -1, -1):
        for size, runs in runs_of_blanks:
            after |= after >> size & runs
        # Cell i is blank between blocks: boundary i reached, boundary i + 1 leads on.
        can_blank |= before[j] & after >> 1
        if j:
            length, color, gap = blocks[j - 1]
            end = ends[j - 1] = ends[j - 1] & after >> gap
            if gap:
                can_blank |= end  # the separating blank
            if length is None:
                after = fits[j - 1] & spread_down(end >> 1, allowed[color])
            else:
                after = end >> length
            fits[j - 1] = after
    return Placed(fits, ends, can_blank & blank)


def narrow(blocks: Blocks, allowed: Allowed, n: int) -> list[int] | None:
    """Keep exactly the colors of each cell that some placement of the line uses.

    Cost: O(k log n) operations on ints of n bits for k blocks.
    """
    placed = place(blocks, allowed, n)
    if placed is None:
        return None
    found = [0] * len(allowed)
    found[0] = placed.blank
    for j, (length, color, _) in enumerate(blocks):
        smear = placed.starts[j]
        if length is None:
            # From some start and up to some end without leaving the color: so the block can be there.
            road = allowed[color]
            found[color] |= spread(smear, road) & spread_down(placed.ends[j] >> 1, road)
            continue
        size = 1
        while size + size <= length:
            smear |= smear << size
            size += size
        if size < length:
            smear |= smear << (length - size)
        found[color] |= smear
    return found
