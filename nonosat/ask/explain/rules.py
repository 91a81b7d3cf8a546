"""The rules that people use to solve a line, simplest first.

Their names are those that guides to solving by hand use. The ranges of blocks, and runs that belong
to one block only, are as in Yu, Lee and Chen, "An efficient algorithm for solving nonograms", Applied
Intelligence 35, 2011. All rules hold for any number of inks: two blocks need a gap between them only
if they have the same color.

Each rule looks at one line alone. It may miss much, but what it finds holds in every placement. Rules
do not use lines with a block of unknown length.

Words used here: a *wall* of a color is a cell that cannot have it (for one ink: a blank, or the
border). A *run* is a longest series of cells known to be of one ink. The *places* of a block are
the starts it may still have, as a bit set; they may hold impossible starts, but lack no possible one.
A *candidate* of a run is a block that can cover it.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonosat.kernel import highest, lowest, ones, several
from nonosat.model import OPEN, Clue

ALL_PLACEMENTS = "every placement agrees"
"""The name of the exact line solver, which is used when no rule finds anything."""
SIMPLE_BOXES = "simple boxes"
Sets = tuple[int, ...]
"""For each color the cells that can have it."""
ALL_RELATED = 5
"""The weight of that: more facts than people can keep in mind at once."""


class KnownRun(NamedTuple):
    """Cells `first` .. `last` are known to be of this ink, their neighbors are not."""

    first: int
    last: int
    color: int


class LineFacts:
    """One line, and facts about it that several rules need; each is computed on first use."""

    def __init__(self, clue: Clue, sets: Sets, n: int) -> None:
        self.clue: Clue = clue
        self.sets: Sets = sets
        self.n: int = n
        self.blocks: tuple[tuple[int, int], ...] = clue.lengths_and_colors()
        """The length and the color of each block."""
        decided = ~several(sets)
        self.sure: tuple[int, ...] = tuple(bits & decided for bits in sets)
        """For each color the cells known to have it."""

    @cached_property
    def cells(self) -> list[int]:
        """The color of each cell, or OPEN."""
        cells = [OPEN] * self.n
        for color, bits in enumerate(self.sure):
            for i in ones(bits):
                cells[i] = color
        return cells

    @cached_property
    def runs(self) -> list[KnownRun]:
        """The runs of known ink, first to last."""
        return list(_runs(self.cells))

    @cached_property
    def by_walls(self) -> list[int]:
        """The places of each block, by walls and by the order of the blocks."""
        return _in_order(self, [_fits(self, *block) for block in self.blocks])

    @cached_property
    def by_runs(self) -> list[int]:
        """The places of each block, also by runs that belong to one block only."""
        return _with_runs(self)

    def candidates(self, run: KnownRun, places: list[int]) -> list[int]:
        """Return the blocks that can cover a run."""
        size = run.last - run.first + 1
        return [
            j
            for j, (length, color) in enumerate(self.blocks)
            if color == run.color and length >= size and places[j] & _covering(run, length)
        ]


@lru_cache(maxsize=512)
def _line(clue: Clue, sets: Sets, n: int) -> LineFacts:
    """Return the facts of a line; kept, since one rule after the other asks for them."""
    return LineFacts(clue, sets, n)


class Notes:
    """The colors that a rule leaves the cells of a line."""

    def __init__(self, sets: Sets) -> None:
        self.sets: list[int] = list(sets)

    def ink(self, first: int, end: int, color: int) -> None:
        """Cells `first` .. `end` - 1 are of this color."""
        if first < end:
            cells = (1 << end) - (1 << first)
            for other in range(len(self.sets)):
                if other != color:
                    self.sets[other] &= ~cells

    def exclude(self, cells: int, color: int) -> None:
        """A set of cells is not of this color."""
        self.sets[color] &= ~cells


class Rule(NamedTuple):
    """A way of reasoning about one line that people know."""

    name: str
    related: int
    """The kinds of facts that it brings together: its weight in the rating of a puzzle."""
    about: str
    find: Callable[[LineFacts, Notes], None]
    """Notes what the rule finds out about a line."""

    def narrow(self, clue: Clue, sets: Sets, n: int) -> Sets:
        """Subsets of `sets`, each with at least the cells that some placement of the line needs.

        >>> from nonosat.model import Block, Clue
        >>> RULES[0].narrow(Clue([Block(1)]), (0b101, 0b111), 3)  # cell 1 is inked
        (5, 2)
        """
        if not clue.is_complete:
            return sets
        found = Notes(sets)
        self.find(_line(clue, sets, n), found)
        return tuple(found.sets)


def complete(line: LineFacts, found: Notes) -> None:
    """If all cells of a color are found, no open cell has that color."""
    for color in range(1, len(line.sets)):
        if line.sure[color].bit_count() == sum(n for n, ink in line.blocks if ink == color):
            found.exclude(~line.sure[color], color)


def simple_boxes(line: LineFacts, found: Notes) -> None:
    """Push all blocks to one end, then to the other: cells that a block covers both times are ink.

    Leaves out finished cells at both ends of the line, and does not look at known cells in between.
    If the blocks have no room to move, the gaps are known, too.
    """
    clue, sets, n = line.clue, line.sets, line.n
    low, first = _finished(line.cells, clue, sets)
    mirrored = tuple(int(f"{bits:0{n}b}"[::-1], 2) if n else 0 for bits in sets)
    behind, last = _finished(line.cells[::-1], Clue(clue[::-1]), mirrored)
    high = n - behind
    blocks = Clue(clue[first : len(clue) - last])
    if low >= high or not blocks:
        return
    slack = high - low - blocks.room
    start = low
    for j, (length, color) in enumerate(blocks.lengths_and_colors()):
        found.ink(start + slack, start + length, color)
        start += length
        if j + 1 < len(blocks) and blocks[j + 1].color == color:
            if not slack:
                found.ink(start, start + 1, 0)
            start += 1


def punctuation(line: LineFacts, found: Notes) -> None:
    """A run as long as the longest block that it can belong to is finished: its color ends there."""
    for run in line.runs:
        longest = max((line.blocks[j][0] for j in line.candidates(run, line.by_runs)), default=0)
        if run.last - run.first + 1 == longest:
            found.exclude((1 << run.first >> 1) | 1 << run.last + 1, run.color)


def simple_spaces(line: LineFacts, found: Notes) -> None:
    """Exclude a color from cells that none of its blocks can reach."""
    _unreached(line, line.by_runs, found)


def glue(line: LineFacts, found: Notes) -> None:
    """A run near the border or a wall must grow away from it: its block does not fit in between."""
    for run in line.runs:
        blocks = line.candidates(run, line.by_runs)
        if not blocks:
            continue
        others = ~line.sets[run.color]  # walls, and 1 bits for the borders
        before = highest(others & (1 << run.first) - 1) + 1
        after = run.last + 1 + lowest(others >> run.last + 1)
        ends, starts = [], []
        for j in blocks:
            length = line.blocks[j][0]
            places = line.by_runs[j] & _covering(run, length)
            ends.append(max(before, lowest(places)) + length)
            starts.append(min(after - length, highest(places)))
        found.ink(run.last + 1, min(ends), run.color)
        found.ink(max(starts), run.first, run.color)


def forcing(line: LineFacts, found: Notes) -> None:
    """Walls leave blocks less room: overlaps within it are ink, and gaps too narrow are blank."""
    _overlaps(line, line.by_walls, found)
    _unreached(line, line.by_walls, found)


def joining_and_splitting(line: LineFacts, found: Notes) -> None:
    """Runs of one block are joined. Runs that together would be too long for any block are split."""
    for run, after in pairwise(line.runs):
        if run.color != after.color:
            continue
        ours = line.candidates(run, line.by_runs)
        theirs = line.candidates(after, line.by_runs)
        if len(ours) == 1 and ours == theirs:
            found.ink(run.last + 1, after.first, run.color)
        elif after.first == run.last + 2:
            joined = KnownRun(run.first, after.last, run.color)
            if not line.candidates(joined, line.by_runs):
                found.exclude(1 << run.last + 1, run.color)


def tied_blocks(line: LineFacts, found: Notes) -> None:
    """Like forcing, but with runs as well: overlaps within the room left to each block are ink."""
    _overlaps(line, line.by_runs, found)


RULES = (
    Rule("line complete", 2, "all blocks of the clue, or of one color, are found: no open cell has that color", complete),  # the clue, the ink
    Rule(SIMPLE_BOXES, 2, "a long block covers the middle of its room, wherever it begins", simple_boxes),  # a block, the room in the line
    Rule("punctuation", 2, "a finished block has cells of another color on both sides", punctuation),  # a run, the blocks that it can be
    Rule("glue", 3, "a block that is near a border or a blank must grow away from it", glue),  # a run, its block, a wall
    Rule("simple spaces", 3, "cells that no block can reach are blank", simple_spaces),  # runs, their blocks, the order of blocks
    Rule("forcing", 3, "blanks leave blocks little room, and gaps that fit no block are blank", forcing),  # walls, blocks, their order
    Rule("joining and splitting", 3, "filled cells of one block are joined; those too far apart for one block are split", joining_and_splitting),  # two runs, the blocks that they can be
    Rule("tied blocks", 4, "a block that contains a known cell has little room, and covers the middle of it", tied_blocks),  # runs, walls, blocks, their order
)  # fmt: skip
"""Simplest first; the comments list the facts that each rule relates."""


def _runs(cells: list[int]) -> Iterator[KnownRun]:
    first = 0
    for i in range(1, len(cells) + 1):
        if i == len(cells) or cells[i] != cells[first]:
            if cells[first] > 0:
                yield KnownRun(first, i - 1, cells[first])
            first = i


def _finished(cells: list[int], clue: Clue, sets: Sets) -> tuple[int, int]:
    """Return the number of finished cells at the beginning, and of the blocks in them."""
    i = done = 0
    while i < len(cells) and cells[i] != OPEN:
        end = i + 1
        while end < len(cells) and cells[end] == cells[i]:
            end += 1
        if cells[i]:
            grows = end < len(cells) and sets[cells[i]] >> end & 1
            if grows or done == len(clue) or clue[done] != (end - i, cells[i]):
                break
            done += 1
        i = end
    return i, done


def _fits(line: LineFacts, length: int, color: int) -> int:
    """Return the starts where a block meets no wall and does not touch other ink of its color."""
    fit = line.sets[color]
    for _ in range(length - 1):
        fit &= fit >> 1
    sure = line.sure[color]
    return fit & ~(sure << 1) & ~(sure >> length)


def _in_order(line: LineFacts, places: list[int]) -> list[int]:
    """Keep the places that leave room for the blocks before and after."""
    places = places[:]
    clue = line.clue
    start = 0
    for j, (length, color) in enumerate(line.blocks):
        places[j] &= -1 << start
        gap = j + 1 < len(clue) and clue[j + 1].color == color
        start = lowest(places[j]) + length + gap
    end = line.n
    for j in range(len(clue) - 1, -1, -1):
        length, color = line.blocks[j]
        places[j] &= (1 << max(0, end - length + 1)) - 1
        gap = j > 0 and clue[j - 1].color == color
        end = highest(places[j]) - gap
    return places


def _with_runs(line: LineFacts) -> list[int]:
    """Tie each run with a single candidate to that block, until nothing changes."""
    places = line.by_walls
    changed = True
    while changed:
        changed = False
        for run in line.runs:
            blocks = line.candidates(run, places)
            if len(blocks) == 1:
                tied = places[blocks[0]] & _covering(run, line.blocks[blocks[0]][0])
                if tied != places[blocks[0]]:
                    places = [tied if j == blocks[0] else old for j, old in enumerate(places)]
                    changed = True
        ordered = _in_order(line, places)
        changed |= ordered != places
        places = ordered
    return places


def _covering(run: KnownRun, length: int) -> int:
    """Return the starts that let a block of this length cover a run."""
    return (1 << run.first + 1) - (1 << max(0, run.last - length + 1))


def _overlaps(line: LineFacts, places: list[int], found: Notes) -> None:
    """Ink the cells that a block covers in all its places."""
    for (length, color), bits in zip(line.blocks, places, strict=True):
        if bits:
            found.ink(highest(bits), lowest(bits) + length, color)


def _unreached(line: LineFacts, places: list[int], found: Notes) -> None:
    """Exclude each color from cells that no block of it can cover."""
    for color in range(1, len(line.sets)):
        reached = 0
        for (length, ink), bits in zip(line.blocks, places, strict=True):
            if ink == color:
                for _ in range(length):
                    reached |= bits
                    bits <<= 1
        found.exclude(~reached, color)
