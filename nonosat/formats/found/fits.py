"""The clues that two lists may be, and whether they are a puzzle.

Two sides are a puzzle if each clue fits its line, the sums of each ink are equal, all or no blocks have
inks, a block is there, and all sizes that are written down agree. Of two that are each other transposed,
the first is read; if others fit, too, none is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from nonosat.advice import Advice
from nonosat.formats.base import Stated
from nonosat.formats.found.values import OneClue, depth
from nonosat.formats.lines import Inked, TextClue, are_short, ink_totals
from nonosat.formats.said.texts import ALONE
from nonosat.model.sheet import ROWS_FIRST

Clues: TypeAlias = tuple[TextClue, ...]
"""The clues of a side."""
WRITE_NAMES = Advice("headings")
"""Advice that always works."""
WRITE_SIZE = Advice("size")
FENCE = 5
"""Clues between two dashes that only part them."""
WINDOW = 4
"""A size in a program that is larger than this multiple of both sides is another's."""


class Sides(NamedTuple):
    """The clues of two sides, and the lines of the file where they are, as far as they are known."""

    rows: Clues
    cols: Clues
    lines: tuple[Sequence[int], Sequence[int]] = ((), ())


@dataclass(eq=False)
class Refusal(Exception):
    """Why something is not read."""

    what: str
    line: int = 0
    used: int = 0
    """The clues that the reading used; 0 if it does not look like one of a puzzle."""
    advice: Advice | None = None


@dataclass
class Reading:
    """The clues of a puzzle as they were read."""

    sides: Sides
    notes: list[str] = field(default_factory=list)
    line: int = 0
    """The first line of its clues."""
    where: str = ""
    """The lines that were read, in words."""
    cells: Sequence[Sequence[bool]] | None = None
    """Its picture, if it was read of one or beside one."""

    @property
    def key(self) -> tuple[Clues, Clues]:
        return self.sides.rows, self.sides.cols

    @property
    def is_single(self) -> bool:
        """No line has two blocks."""
        return all(len(clue) < 2 for side in self.key for clue in side)

    def turn(self) -> None:
        """Exchange the sides."""
        rows, cols, (row_lines, col_lines) = self.sides
        self.sides = Sides(cols, rows, (col_lines, row_lines))


def _ways(items: list[Any], is_inner: bool = False) -> Iterator[list[Any]]:
    """Yield the lists of clues that items may be.

    Args:
        is_inner: they are in brackets of their own.
    """
    is_lone = len(items) == 1 and isinstance(items[0], list) and not isinstance(items[0], OneClue)
    if is_lone and (not is_inner or depth(items[0]) > 1):  # [[1, 1]] is one clue
        yield from _ways(items[0], True)
    depths = {depth(item) for item in items}
    if depths <= {0, 1}:
        yield [item if isinstance(item, list) else [item] for item in items]


def _clean(clues: list[Any]) -> Clues | None:
    """The clues, those of a table without the zeros that fill it; None if they cannot be clues."""
    is_table = len({*map(len, clues)}) == 1 and any(0 in clue for clue in clues)
    found = []
    for clue in clues:
        blocks = [*clue]
        while blocks and blocks[-1] == 0 and (is_table or len(clue) == 1):
            blocks.pop()
        while blocks and blocks[0] == 0 and is_table:
            blocks.pop(0)
        for one in blocks:
            length = one.length if isinstance(one, Inked) else one
            if type(one) not in (int, Inked) or (length is not None and length < 1):
                return None
        found.append(tuple(blocks))
    return tuple(found)


def unfenced(one: list[Any], two: list[Any]) -> tuple[list[Any], list[Any]]:
    """Two sides without the empty clues that follow on each fifth clue of both, which only part them."""
    parted = []
    for items in (one, two):
        marks = [at for at, item in enumerate(items) if item == []]
        fence = [*range(FENCE, len(items), FENCE + 1)]
        if not fence or not {*fence} <= {*marks}:
            return one, two
        parted.append([item for at, item in enumerate(items) if at not in fence])
    return parted[0], parted[1]


def _is_puzzle(rows: Clues, cols: Clues) -> bool:
    """True if each clue fits its line, and the sums of each ink are equal, if all lengths are known."""
    if not are_short(rows, cols):
        return False
    one, two = ink_totals(rows), ink_totals(cols)
    blocks = chain.from_iterable((*rows, *cols))
    is_known = all(not isinstance(block, Inked) or block.length for block in blocks)
    return bool(one) and not (is_known and one != two) and not ("" in one and len(one) > 1)


def misstated(
    sizes: Sequence[Stated], sides: Sides, is_code: bool, used: int = 1
) -> Refusal | None:
    """The complaint about a size that two sides do not have; in a program, something large has its own."""
    height, width = len(sides.rows), len(sides.cols)
    for one in sizes:
        is_large = is_code and min(one.numbers) > WINDOW * max(height, width)
        if not is_large and (what := one.wrong(height, width)):
            return Refusal(what, one.line, used)
    return None


class Fits:
    """The readings of two lists of items as rows and columns, and why other readings fail."""

    def __init__(
        self, line: int, advice: Advice | None, *, is_nameless: bool, is_code: bool = False
    ) -> None:
        """`advice` is for several readings that fit; `line` is for errors without a line."""
        self.line: int = line
        self.advice: Advice | None = advice
        self.is_nameless: bool = is_nameless
        self.is_code: bool = is_code
        self.used: int = 0
        """The clues of the largest pair that was tried."""
        self.readings: dict[tuple[Clues, Clues], Sides] = {}
        """The readings that fit."""
        self.wrong: Refusal | None = None
        """The complaint about a size, where the clues fit."""

    def add(
        self,
        one: list[Any],
        two: list[Any],
        sizes: Sequence[Stated],
        places: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> None:
        """Try two lists of items; `places` are the lines of their clues."""
        both = unfenced(one, two)
        sides = ([clues for way in _ways(items) if (clues := _clean(way))] for items in both)
        for rows, cols in product(*sides):
            lines = (
                places[0] if len(places[0]) == len(rows) else (),
                places[1] if len(places[1]) == len(cols) else (),
            )
            found = Sides(rows, cols, lines)
            if not self.is_code or max(len(rows), len(cols)) > 1:  # as in row{0}
                self.used = max(self.used, len(rows) + len(cols))
            if not _is_puzzle(rows, cols):
                continue
            wrong = misstated(sizes, found, self.is_code, self.used)
            self.wrong = wrong or self.wrong
            if wrong is None:
                self.readings.setdefault((rows, cols), found)

    def forced(self) -> Reading:
        """The one reading, or the first of two that are each other transposed.

        Raises:
            Refusal: there is none, or there are others.
        """
        self.prefer([key for key in self.readings if max(map(len, key)) > 1])  # no lone cell
        if self.is_code:
            self.prefer([key for key in self.readings if min(map(len, key)) > 1])
        if len({frozenset(key) for key in self.readings}) > 1:
            sizes = [f"{len(cols)}x{len(rows)}" for rows, cols in self.readings][:2]
            what = f"these clues fit puzzles of {' and '.join(sizes)}"
            raise Refusal(what, self.line, self.used, self.advice)
        if self.wrong and not self.readings:
            raise self.wrong
        if not self.readings:
            what = "these are not the clues of two sides"
            raise Refusal(what, self.line, 0 if self.is_nameless else self.used)
        (rows, cols), sides = next(iter(self.readings.items()))
        if min(len(rows), len(cols)) < 2 and (self.is_nameless or self.is_code):
            raise Refusal("a puzzle of one line is read below headings only", self.line)
        reading = Reading(sides, [], self.line)
        if self.is_nameless and rows != cols:
            reading.notes.append(ROWS_FIRST)
        if reading.is_single:
            reading.notes.append(ALONE)
        return reading

    def prefer(self, keys: Iterable[tuple[Clues, Clues]]) -> None:
        """Keep only the readings among `keys`, if there are any."""
        kept = {key: self.readings[key] for key in keys if key in self.readings}
        self.readings = kept or self.readings
