"""The fillings that a line can still have: a graph of shared nodes, one level per open cell.

A *language* is a set of words of one length: the fillings of some cells of a line. A `Node` is a
language by its first letters: for each color that cell can have, the language of what follows.
Equal languages are the same node (in one `Store`), so that lines that look different, but have
equally many cells to fill in the same ways, are recognized as the same. Such graphs are known as
multi-valued decision diagrams; sharing equal nodes is due to Bryant, "Graph-based algorithms for
Boolean function manipulation", IEEE Trans. Computers 35(8), 1986.

A *mask* packs a set of colors for each cell of a word into one int: `colors` bits per cell, the
first cell lowest.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonosat.kernel import Blocks, several


class Node:
    """A language of words of `length` cells. Compared by identity: see `Store`."""

    __slots__ = ("_number", "kids", "length", "support")

    def __init__(self, kids: "tuple[tuple[int, Node], ...]", length: int, support: int) -> None:
        self.kids: tuple[tuple[int, Node], ...] = kids
        """(color, language of the rest), in order of the colors."""
        self.length: int = length
        self.support: int = support
        """The colors that each cell has in some word, as a mask."""
        self._number = 0

    def number(self) -> int:
        """Return the number of its words."""
        if not self._number:
            levels = [dict.fromkeys([self])]
            while levels[-1]:
                levels.append(
                    {kid: None for node in levels[-1] for _, kid in node.kids if not kid._number}
                )
            for level in reversed(levels):
                for node in level:
                    node._number = node._number or sum(kid._number for _, kid in node.kids)
        return self._number


END = Node((), 0, 0)
"""The language of the empty word alone."""
END._number = 1


class LinePart(NamedTuple):
    """A factor of a language: the words of some of its cells, which do not depend on the others."""

    node: Node
    at: tuple[int, ...]
    """The numbers of its cells in the whole."""


class Cut(NamedTuple):
    """A language restricted to a mask."""

    support: int
    """The colors that are left, as a mask over the cells of the whole."""
    parts: tuple[LinePart, ...]
    """Independent factors over the cells that are not decided; their product is the language."""


class Store:
    """Makes nodes, and keeps each language once.

    Args:
        colors: of the puzzle, blank included.
        tick: called now and then during long work; what it raises passes through.
        room: the most nodes, and the most cuts, that are remembered; then all are forgotten. Nodes
            in use live on, but equal new ones are made again: that costs time, never correctness.
    """

    def __init__(self, colors: int, tick: Callable[[], None], room: int = 400_000) -> None:
        self.colors = colors
        self.tick: Callable[[], None] = tick
        self._room = room
        self._nodes: dict[tuple[tuple[int, Node], ...], Node] = {}
        self._cuts: dict[tuple[Node, int, Node], Cut | None] = {}

    def node(self, kids: tuple[tuple[int, Node], ...]) -> Node:
        """Return the language that begins with the colors of `kids`, which has at least one."""
        found = self._nodes.get(kids)
        if found is None:
            support = first = 0
            for color, kid in kids:
                first |= 1 << color
                support |= kid.support
            if len(self._nodes) >= self._room:
                self._nodes.clear()
                self._cuts.clear()
            found = Node(kids, kids[0][1].length + 1, support << self.colors | first)
            self._nodes[kids] = found
        return found

    def line(self, blocks: Blocks, starts: Sequence[int], allowed: Sequence[int], n: int) -> Node:
        """Return the fillings of the open cells of a line.

        Cost: O(n + starts x length) nodes.
        """
        twice = several(allowed)
        # after[i]: the words that can follow boundary i and contain block j and all later blocks.
        after: list[Node | None] = [None] * n + [END]
        for j in range(len(blocks), -1, -1):
            self.tick()
            if j < len(blocks):
                length, color, gap = blocks[j]
                behind, after = after, [None] * (n + 1)
                inside = self._inside(blocks[j], behind, allowed, n) if length is None else []
            for i in range(n, -1, -1):
                kids: list[tuple[int, Node]] = []
                if i < n and allowed[0] >> i & 1:
                    rest = after[i + 1]
                    if rest is not None:
                        kids.append((0, rest))
                if j < len(blocks) and starts[j] >> i & 1:
                    if length is None:
                        rest = inside[i + 1]
                    elif (rest := behind[i + length + gap]) is not None:
                        if gap and twice >> (i + length) & 1:
                            rest = self.node(((0, rest),))
                        for cell in range(i + length - 1, i, -1):
                            if twice >> cell & 1:
                                rest = self.node(((color, rest),))
                    if rest is not None:
                        kids.append((color, rest))
                if kids:
                    # A decided cell has one color, and is left out of the words.
                    after[i] = self.node(tuple(kids)) if twice >> i & 1 else kids[0][1]
        found = after[0]
        assert found is not None, "the start sets are exact, and not empty"
        return found

    def _inside(
        self,
        block: tuple[int | None, int, int],
        behind: Sequence[Node | None],
        allowed: Sequence[int],
        n: int,
    ) -> list[Node | None]:
        """The possible next cells at each boundary if a block of unknown length fills the cell before it.

        Args:
            behind: what can follow each boundary when the block and its gap are over.
        """
        _, color, gap = block
        twice = several(allowed)
        inside: list[Node | None] = [None] * (n + 1)
        inside[n] = None if gap else behind[n]
        for i in range(n - 1, -1, -1):
            # The block is over: a blank or, without a gap, another color. Or it goes on.
            over = (behind[i + 1] if allowed[0] >> i & 1 else None) if gap else behind[i]
            further = inside[i + 1] if allowed[color] >> i & 1 else None
            if not twice >> i & 1:
                inside[i] = over or further  # one color is left, so there is one of them at most
                continue
            kids = [] if over is None else [(0, over)] if gap else list(over.kids)
            if further is not None:
                kids.append((color, further))
            if kids:
                inside[i] = self.node(tuple(sorted(kids, key=lambda kid: kid[0])))
        return inside

    def cut(self, node: Node, mask: int, end: Node = END) -> Cut | None:
        """Return the words whose cells have colors of `mask` only, or None if there are none.

        Drops the cells that this decides. Splits the rest into independent factors: wherever the
        language of what follows is always the same.

        Args:
            end: a language that can follow some words of `node`: only these words are kept, and
                of them only what comes before `end`.

        Cost: O(nodes below `node`); nothing when it was asked before.
        """
        key = node, mask, end
        if key not in self._cuts:
            if len(self._cuts) >= self._room:
                self._cuts.clear()
            self._cuts[key] = self._cut(node, mask, end)
        return self._cuts[key]

    def _cut(self, node: Node, mask: int, end: Node) -> Cut | None:
        self.tick()
        width, full = self.colors, (1 << self.colors) - 1
        # Down: the nodes that are reached through colors of the mask.
        levels = [[node]]
        allowed = []
        for cell in range(node.length - end.length):
            here = mask >> cell * width & full
            allowed.append(here)
            reached = {kid: None for node in levels[-1] for c, kid in node.kids if here >> c & 1}
            levels.append(list(reached))
        # Up: keep those that lead to the end of a word, and collect the colors of these words.
        alive = {end}
        support = 0
        for level, here in zip(levels[-2::-1], reversed(allowed), strict=True):
            colors = 0
            for node in level:
                for color, kid in node.kids:
                    if here >> color & 1 and kid in alive:
                        colors |= 1 << color
                        alive.add(node)
            if not colors:
                return None
            support = support << width | colors
        # Up again: build the nodes without the decided cells, and cut where only one node is left.
        new = {end: END}
        parts: list[LinePart] = []
        at: list[int] = []
        for cell in range(len(allowed) - 1, -1, -1):
            colors = support >> cell * width & full
            level = [node for node in levels[cell] if node in alive]
            if colors & (colors - 1):
                at.append(cell)
                for node in level:
                    kids = [(c, new[k]) for c, k in node.kids if colors >> c & 1 and k in alive]
                    new[node] = self.node(tuple(kids))
            else:
                for node in level:
                    new[node] = next(new[k] for c, k in node.kids if colors >> c & 1 and k in alive)
            if at and (len(level) == 1 or len({new[node] for node in level}) == 1):
                parts.append(LinePart(new[level[0]], tuple(reversed(at))))
                at = []
                for node in level:
                    new[node] = END
        return Cut(support, tuple(reversed(parts)))
