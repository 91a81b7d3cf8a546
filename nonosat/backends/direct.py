"""A puzzle as clauses: the direct encoding, to be compared with the order encoding.

For each block and each start there is a Boolean "the block starts here": one of them holds, no two
do, and no two starts of neighbors that would overlap. This is the direct encoding of de Kleer, "A
comparison of ATMS and CSP techniques", IJCAI 1989, named so by Walsh, "SAT v CSP", CP 2000. The
variables and how they determine the cells are those of Bosch's integer program, "Painting by
numbers", Optima 65, 2001: a start inks its cells, and an inked cell has a start that inks it.
"""

from __future__ import annotations

from itertools import pairwise

from nonosat.backends.encoding import TRUE, Encoding
from nonosat.kernel import ones
from nonosat.model import Clue


class DirectEncoding(Encoding):
    """The same models as those of `Encoding`, by other clauses: many more of them."""

    def _least(self, starts: int) -> int:
        return starts * (starts - 1) // 2

    def _encode_line(
        self, line: int, clue: Clue, starts: list[int], cells: list[dict[int, int]]
    ) -> None:
        chosen = [{start: self._new() for start in ones(bits)} for bits in starts]
        inked_by: list[dict[int, list[int]]] = [{} for _ in cells]
        for (length, color), begins in zip(clue, chosen, strict=True):
            literals = [*begins.values()]
            self.clauses.append(literals)
            for i, literal in enumerate(literals):
                self._check_limits()
                for other in literals[:i]:
                    self.clauses.append((-literal, -other))
            for start, literal in begins.items():
                for cell in range(start, start + length):
                    self._clause(-literal, cells[cell].get(color, -TRUE))
                    inked_by[cell].setdefault(color, []).append(literal)
        for (block, begins), (following, nexts) in pairwise(zip(clue, chosen, strict=True)):
            step = block.length + (block.color == following.color)
            for start, literal in begins.items():
                self._check_limits()
                for later, other in nexts.items():
                    if later < start + step:
                        self.clauses.append((-literal, -other))
        for options, inked in zip(cells, inked_by, strict=True):
            self._check_limits()
            for color, literal in options.items():
                if color:
                    self._clause(-literal, *inked.get(color, []))
