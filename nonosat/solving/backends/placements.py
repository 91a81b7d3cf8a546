"""Solve by listing placements, as described in the texts that nonosat grew from.

The backend lists all placements of every line once; a binomial coefficient gives their number in
advance. Then it removes the placements that contradict known cells, and fills in the cells on which
all remaining placements agree ("simple boxes" for ink, "simple spaces" for blanks). It alternates
between rows and columns until nothing changes. Then it guesses the color of the first open cell,
and tries the other colors of that cell later.
"""

from collections.abc import Generator
from functools import reduce
from itertools import accumulate
from math import comb, log10
from operator import or_

from nonosat.errors import LimitReached
from nonosat.kernel import columns, decided_colors, lowest, ones, prepare, several
from nonosat.limits import Deadline
from nonosat.model import Clue, Domains, Grid, Puzzle
from nonosat.solving.search import Trace

MAX_PLACEMENTS = 2_000_000
"""The most placements in all lists of a puzzle together; those of short lines take some 200 MB."""
MAX_BYTES = 500_000_000
"""The most bytes that they may take."""
GLANCE = 4096
"""Placements, or blocks of them, that are handled between two looks at the clock."""


def count_placements(clue: Clue, cells: int) -> int:
    """The exact number of placements of a clue in a line of `cells` unknown cells.

    The blanks that no two blocks need between them can go before, between and behind the k blocks:
    comb(free + k, k) ways. If u blocks have an unknown length, they share these cells, too:
    comb(free + k + u, k + u) ways.

    >>> from nonosat.model import Block, Clue
    >>> count_placements(Clue((Block(4), Block(3))), 10)
    6
    """
    free = cells - clue.room
    takers = len(clue) + sum(block.length is None for block in clue)
    return comb(free + takers, takers) if free >= 0 else 0


def list_placements(clue: Clue, cells: int, deadline: Deadline) -> list[int]:
    """List the placements of a clue in a line of `cells` unknown cells.

    Each is one number; cell i of color c has bit ``c * cells + i``. One operation then finds
    the bits that all placements share or lack, for all cells and colors.
    """
    placements: list[int] = []
    blocks = prepare(clue)
    full = (1 << cells) - 1
    # The last start that leaves room for this block and all behind it.
    rooms = (block.least + gap for block, (_, _, gap) in zip(clue, blocks, strict=True))
    latest = [cells - room for room in accumulate(reversed([*rooms]))][::-1]
    # Depth-first over (block to place, first free cell, bits so far); the stack holds one line only.
    stack = [(0, 0, full)]
    work = 0
    while stack:
        if not work % GLANCE:
            deadline.check()
        work += 1
        j, first, bits = stack.pop()
        if j == len(blocks):
            placements.append(bits)
            continue
        length, color, gap = blocks[j]
        for start in range(latest[j], first - 1, -1):
            longest = latest[j] - start + 1 if length is None else length
            for size in range(length or 1, longest + 1):
                inked = (1 << size) - 1 << start
                moved = bits ^ inked | inked << color * cells
                stack.append((j + 1, start + size + gap, moved))
    return placements


class Placements:
    """Lists all placements of all lines; refuses puzzles whose lists would not fit in memory."""

    def solutions(
        self, puzzle: Puzzle, *, known: Domains | None, deadline: Deadline, trace: Trace
    ) -> Generator[Grid]:
        """See `Backend.solutions`. Too many placements raise LimitReached, too."""
        number = size = 0
        for line in puzzle.lines:
            deadline.check()
            of_line = count_placements(line.clue, len(line.cells))
            number += of_line
            size += of_line * (len(line.cells) * len(puzzle.palette.colors) // 8 + 40)
            if number > MAX_PLACEMENTS or size > MAX_BYTES:
                raise LimitReached(
                    f"the placements up to {line} are about 10^{number.bit_length() * log10(2):.0f}; "
                    f"backend placements lists at most {MAX_PLACEMENTS:,}, and {MAX_BYTES:,} bytes"
                )
        trace.count("placements", number)
        trace.stage = "listing placements"
        lists = [list_placements(line.clue, len(line.cells), deadline) for line in puzzle.lines]
        trace.stage = "searching"
        search = _Search(puzzle, known or puzzle.unknown(), deadline, trace)
        yield from search.run(lists)


Lists = list[list[int]]
Possible = list[int]
"""Per line (rows, then columns) the possible colors of its cells, in the bits of a placement."""


class _Search:
    def __init__(self, puzzle: Puzzle, known: Domains, deadline: Deadline, trace: Trace) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette.colors)
        self.deadline, self.trace = deadline, trace
        self.known: Possible = []
        for rows, cells in (
            (known.rows, self.width),
            (columns(known.rows, self.width), self.height),
        ):
            for sets in rows:
                deadline.check()
                self.known.append(sum(bits << color * cells for color, bits in enumerate(sets)))

    def run(self, lists: Lists) -> Generator[Grid]:
        """Depth-first over the first undecided cell; the stack holds what is still to be tried."""
        stack = [(lists, self.known)]
        while stack:
            settled = self._settle(*stack.pop())
            if settled is None:
                continue
            lists, known = settled
            full, rows = (1 << self.width) - 1, list[list[int]]()
            for bits in known[: self.height]:
                self.deadline.check()
                rows.append([bits >> color * self.width & full for color in range(self.colors)])
            row = next((row for row, sets in enumerate(rows) if several(sets)), None)
            if row is None:
                cells = b"".join(decided_colors(sets, self.width) for sets in rows)
                yield Grid(self.height, self.width, cells)
                continue
            self.trace.count("guesses")
            col = lowest(several(rows[row]))
            options = [color for color, bits in enumerate(rows[row]) if bits >> col & 1]
            for color in options:  # blank goes on the stack first: inks are tried before it
                marked = known[:]
                for other in options:
                    if other != color:
                        marked[row] ^= 1 << other * self.width + col
                        marked[self.height + col] ^= 1 << other * self.height + row
                stack.append((lists, marked))

    def _settle(self, lists: Lists, known: Possible) -> tuple[Lists, Possible] | None:
        """Rows, then columns, until nothing changes; None when a line has no placement left."""
        lists, known = lists[:], known[:]
        dirty = set(range(len(lists)))
        while dirty:
            for line in range(len(lists)):  # rows come first
                if line in dirty:
                    dirty.discard(line)
                    before = known[line]
                    self.trace.count("lines")
                    lists[line] = self._keep(lists[line], ~before)
                    possible = reduce(or_, lists[line], 0)
                    if not lists[line]:
                        return None
                    if possible != before:
                        known[line] = possible
                        dirty |= self._cross(known, line, before ^ possible)
        return lists, known

    def _keep(self, placements: list[int], excluded: int) -> list[int]:
        kept: list[int] = []
        for at in range(0, len(placements), GLANCE):
            self.deadline.check()
            kept += [p for p in placements[at : at + GLANCE] if not p & excluded]
        return kept

    def _cross(self, known: Possible, line: int, gone: int) -> set[int]:
        """Remove what a line has lost from the crossing lines; returns those lines."""
        is_row = line < self.height
        cells, other = (self.width, self.height) if is_row else (self.height, self.width)
        index = line if is_row else line - self.height
        touched = set()
        for bit in ones(gone):
            color, cell = divmod(bit, cells)
            crossing = self.height + cell if is_row else cell
            known[crossing] &= ~(1 << color * other + index)
            touched.add(crossing)
        return touched
