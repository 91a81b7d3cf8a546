"""A puzzle as clauses: the direct encoding, to be compared with the order encoding.

For each block and each start there is a Boolean "the block starts here": one of them holds, no two
do, and no two starts of neighbors that would overlap. A block of unknown length has one for each start
and each end. This is the direct encoding of de Kleer, "A
comparison of ATMS and CSP techniques", IJCAI 1989, named so by Walsh, "SAT v CSP", CP 2000. The
variables and how they determine the cells are those of Bosch's integer program, "Painting by
numbers", Optima 65, 2001: a start inks its cells, and an inked cell has a start that inks it.
"""

from collections.abc import Iterator
from itertools import pairwise

from nonosat.kernel import highest, ones
from nonosat.model import Clue
from nonosat.solving.backends.encoding import ClueEncoding


class DirectEncoding(ClueEncoding):
    """See the module: many more clauses than those of `Encoding`."""

    def _least(self, clue: Clue, starts: list[int]) -> int:
        sizes = [bits.bit_count() for bits in starts]
        for at, block in enumerate(clue):
            if block.length is None:  # its ends, too
                sizes[at] = sizes[at] * (sizes[at] + 1) // 2
        return sum(size * (size - 1) // 2 for size in sizes)

    def _encode_line(self, clue: Clue, starts: list[int], cells: list[dict[int, int]]) -> None:
        chosen = [
            {span: self._new() for span in spans_of(clue, j, starts, len(cells))}
            for j in range(len(clue))
        ]
        inked_by: list[dict[int, list[int]]] = [{} for _ in cells]
        for (_, color), spans in zip(clue, chosen, strict=True):
            literals = [*spans.values()]
            self.clauses.append(literals)
            for i, literal in enumerate(literals):
                self._check_limits()
                for other in literals[:i]:
                    self.clauses.append((-literal, -other))
            for (start, end), literal in spans.items():
                for cell in range(start, end):
                    self.clauses.append((-literal, cells[cell][color]))
                    inked_by[cell].setdefault(color, []).append(literal)
        for (block, spans), (following, nexts) in pairwise(zip(clue, chosen, strict=True)):
            gap = block.color == following.color
            for (_, end), literal in spans.items():
                self._check_limits()
                for (later, _), other in nexts.items():
                    if later < end + gap:
                        self.clauses.append((-literal, -other))
        for options, inked in zip(cells, inked_by, strict=True):
            self._check_limits()
            for color, literal in options.items():
                if color:
                    self.clauses.append((-literal, *inked.get(color, [])))


def spans_of(clue: Clue, j: int, starts: list[int], n: int) -> Iterator[tuple[int, int]]:
    """The first cell, and the one behind the last, of a block in all places that it may have."""
    length = clue[j].length
    last = n
    if j + 1 < len(clue):
        last = highest(starts[j + 1]) - (clue[j].color == clue[j + 1].color)
    for start in ones(starts[j]):
        if length is not None:
            yield start, start + length
        else:
            for end in range(start + 1, last + 1):
                yield start, end
