"""One line by itself: how many placements its clue has, which these are, and what they share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonosat.kernel import Blocks, Placed, highest, lowest, narrow, place, prepare, spread
from nonosat.model import Clue, Domains


@dataclass(frozen=True)
class LinePuzzle:
    """A clue, and what is known of the cells of its line.

    >>> from nonosat.model import Block
    >>> line = LinePuzzle.of((Block(3), Block(1)), [0b11] * 6)
    >>> line.count(), line.cells()
    (3, [3, 2, 2, 3, 3, 3])
    """

    clue: Clue
    length: int
    allowed: tuple[int, ...]
    """For each color a bit set of the cells that can have it, as far as known."""

    @classmethod
    def of(cls, clue: Clue, cells: Sequence[int], colors: int = 2) -> "LinePuzzle":
        """Make a line of the set of possible colors of each cell (bit k = color k)."""
        return cls(clue, len(cells), Domains.of_cells(1, len(cells), colors, cells).rows[0])

    @cached_property
    def _blocks(self) -> Blocks:
        return prepare(self.clue)

    @cached_property
    def _placed(self) -> Placed | None:
        """The exact start and end sets of the blocks; None without a placement."""
        return place(self._blocks, self.allowed, self.length)

    def count(self) -> int:
        """Return the exact number of placements, without listing them.

        Cost: O(k n) additions of big ints for k blocks and n cells.
        """
        if self._placed is None:
            return 0
        blank, n = self.allowed[0], self.length
        # ways[i]: the number of ways to fill the cells after boundary i with blocks j, j + 1, ...
        ways = [1] * (n + 1)
        for i in range(n - 1, -1, -1):
            ways[i] = ways[i + 1] if blank >> i & 1 else 0
        for j in range(len(self._blocks) - 1, -1, -1):
            (length, color, gap), begin = self._blocks[j], self._placed.starts[j]
            end, road = self._placed.ends[j], self.allowed[color]
            after, ways = ways, [0] * (n + 1)
            # Boundaries before the earliest end of the block before are not needed.
            first = lowest(self._placed.ends[j - 1]) + self._blocks[j - 1][2] if j else 0
            here = 0  # the ways of a block of unknown length from cell i on
            for i in range(highest(end) - 1, first - 1, -1):
                rest = ways[i + 1] if blank >> i & 1 else 0
                if length is None:
                    here += after[i + 1 + gap] if end >> i + 1 & 1 else 0
                    here = here if road >> i & 1 else 0
                elif begin >> i & 1:
                    here = after[i + length + gap]
                ways[i] = rest + here if begin >> i & 1 else rest
        return ways[0]

    def placements(self) -> Iterator[bytes]:
        """Yield the colors of the cells in each placement, blocks as far left as possible first."""
        if self._placed is None:
            return
        blank, starts = self.allowed[0], self._placed.starts
        chosen: list[tuple[int, int]] = []  # the start and the end of each block
        while True:
            # Every start in a start set can be completed, so descending never hits a dead end.
            while len(chosen) < len(self._blocks):
                j = len(chosen)
                least = chosen[-1][1] + self._blocks[j - 1][2] if j else 0
                start = least + lowest(starts[j] >> least)
                chosen.append((start, lowest(self._ends(j, start))))
            cells = bytearray(self.length)
            for (start, end), (_, color, _) in zip(chosen, self._blocks, strict=True):
                cells[start:end] = bytes([color]) * (end - start)
            yield bytes(cells)
            # The last block that can grow or move on does so; all between stays blank.
            while chosen:
                here, end = chosen.pop()
                j = len(chosen)
                if longer := self._ends(j, here) >> end + 1:
                    chosen.append((here, end + 1 + lowest(longer)))
                    break
                later = starts[j] >> here + 1
                if later:
                    gap = lowest(later) + 1
                    if blank >> here & (1 << gap) - 1 == (1 << gap) - 1:
                        chosen.append((here + gap, lowest(self._ends(j, here + gap))))
                        break
            else:
                return

    def _ends(self, j: int, start: int) -> int:
        """The ends that block j can have from one of its starts."""
        assert self._placed is not None
        length, color, _ = self._blocks[j]
        if length is not None:
            return 1 << start + length
        return spread(2 << start, self.allowed[color]) & self._placed.ends[j]

    def known(self) -> list[int]:
        """Return the colors that each cell was allowed at the beginning (bit k is color k)."""
        return list(Domains(self.length, (self.allowed,)).cells())

    def cells(self) -> list[int] | None:
        """Return the colors that each cell has in some placement; None without a placement."""
        found = narrow(self._blocks, self.allowed, self.length)
        return found and list(Domains(self.length, (tuple(found),)).cells())
