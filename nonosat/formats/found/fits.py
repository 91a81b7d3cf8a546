"""The clues that the lines of two sides may be, and the readings that fit.

A reading fits if each clue fits its line, the sums of each ink are equal, all or no blocks have inks,
and all sizes that are written down agree. One that fits is read. Of two that are each other transposed,
the first is. If several others fit, the text is refused; if none does, the error is that of the reading
that came furthest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from nonosat.advice import Advice
from nonosat.formats.found.values import (
    BLANK,
    Mixed,
    OneClue,
    Value,
    depth,
    is_counting,
    is_plain,
    kinds_in,
    turned,
    within,
)
from nonosat.formats.lines import Inked, Size, TextBlock, TextClue
from nonosat.formats.said.texts import ALONE
from nonosat.model.sheet import ROWS_FIRST

Clues: TypeAlias = tuple[TextClue, ...]
"""The clues of a side."""
WRITE_NAMES = Advice("headings")
"""Advice that always works."""
WRITE_ZEROS = Advice("zeros")
WRITE_SIZE = Advice("size")
WRITE_OUT = Advice("lists")
READ_UPWARD = Advice("bottom up")


class Sides(NamedTuple):
    """The clues of two sides, and the lines of the file where they are, as far as they are known."""

    rows: Clues
    cols: Clues
    lines: tuple[Sequence[int], Sequence[int]] = ((), ())


class Refusal(Exception):
    """Why something is not read."""

    def __init__(
        self, what: str, line: int = 0, used: int = 0, advice: Advice | None = None
    ) -> None:
        """`used` are the clues that the reading used; 0 if it does not look like one of a puzzle."""
        super().__init__(what)
        self.what: str = what
        self.line: int = line
        self.used: int = used
        self.advice: Advice | None = advice
        self.label: str = ""
        """The name of the puzzle among several."""


class Stated(NamedTuple):
    """A size that is written down."""

    size: Size
    numbers: Sequence[int]
    line: int


@dataclass
class Reading:
    """The clues of a puzzle as they were read."""

    sides: Sides
    notes: list[str] = field(default_factory=list)
    line: int = 0
    """The first line of its clues."""
    cells: Sequence[Sequence[bool]] | None = None
    """Its picture, if it was read of one or beside one."""
    origin: Any = None
    """The group that it was found in."""

    @property
    def key(self) -> tuple[Clues, Clues]:
        return self.sides.rows, self.sides.cols


MODES = ("plain", "counted", "index 0", "index 1", "place 0", "place 1", "led", "cells")
"""The ways to write clues: plain, led by their count, by the number of their line (from 0 or 1), as
facts of line, place and length, a side led by its count, as cells of 0 and 1."""
INDEXES = MODES[2:4]
_POLICIES = ("nothing", "inner", "every")
"""The meaning of a blank line: nothing; an empty clue between others; an empty clue also behind the last."""
_PADS = (0, None, -1)
OPEN = "nothing in the place of a clue is read as an empty line, which is usually written 0"
_NO_CLUES = "these are not the clues of two sides"


def ways(items: list[Any], policy: str, is_inner: bool = False) -> Iterator[tuple[list[Any], bool]]:
    """Yield the lists of clues that items may be, and whether they are columns of a table.

    Args:
        is_inner: they are in brackets of their own.
    """
    if BLANK in items:
        filled = [at for at, item in enumerate(items) if item is not BLANK] or [0]
        items = items[filled[0] : filled[-1] + 1] if policy == "inner" else items[filled[0] :]
        items = [
            [] if item is BLANK else item
            for item in items
            if item is not BLANK or policy != "nothing"
        ]
    is_lone = len(items) == 1 and isinstance(items[0], list) and not isinstance(items[0], OneClue)
    if is_lone and (not is_inner or depth(items[0]) > 1):  # [[1, 1]] is one clue
        yield from ways(items[0], policy, True)
    depths = {depth(item) for item in items}
    if depths <= {0, 1}:
        flat = [
            [one for one in item if one is not BLANK]
            if isinstance(item, list)
            else []
            if item is None
            else [item]
            for item in items
        ]
        yield flat, False
        if len({*map(len, flat)}) == 1 and len(flat) > 1 and len(flat[0]) > 1:
            yield [list(column) for column in zip(*flat, strict=True)], True
    elif len(items) > 1 and depths <= {1, 2}:
        fronts = [_front(item) for item in items if len(item) == 2]
        if len(fronts) == len(items) and fronts[0] in (0, 1) and is_counting(fronts, len(items)):
            yield (
                [
                    [front, *(item[1] if isinstance(item[1], list) else item[1:])]
                    for front, item in zip(fronts, items, strict=True)
                ],
                False,
            )
        elif depths == {2}:
            clues = (clue for item in items for clue in item if clue is not BLANK)
            yield [clue if isinstance(clue, list) else [clue] for clue in clues], False


def _front(item: list[Any]) -> Any:
    first = item[0]
    if isinstance(first, list) and len(first) == 1:
        first = first[0]
    return first if type(first) is int else None


def clean(clues: list[Any], mode: str) -> Clues | None:
    """The clues without counts, indexes, padding and terminators; None if they are not so written."""
    found: list[Any] | None = clues
    if mode == "led":
        found = clues[1:] if clues and clues[0] == [len(clues) - 1] else None
    elif mode == "counted":
        is_counted = all(clue and clue[0] == len(clue) - 1 for clue in clues)
        found = [clue[1:] for clue in clues] if is_counted else None
    elif mode == "cells":
        found = _of_cells(clues)
    elif mode != "plain":
        found = _by_index(clues, int(mode[-1]), mode.startswith("place"))
    cleaned = None if found is None else _without_pads(found)
    return cleaned if mode == "plain" or (cleaned and any(cleaned)) else None


def _of_cells(clues: list[Any]) -> list[Any] | None:
    """The runs of clues such as 1, 1, 0, 1, -1, which have a 1 for each cell."""
    if not all(one in (0, 1, -1) for clue in clues for one in clue):
        return None
    if not any(one in _PADS for clue in clues for one in clue[1:]):
        return None
    texts = ("".join("1" if one == 1 else "0" for one in clue) for clue in clues)
    return [[len(run) for run in text.split("0") if run] or [0] for text in texts]


def _by_index(clues: list[Any], first: int, is_by_place: bool) -> list[Any] | None:
    """Clues behind the number of their line; of facts (line, place, length), the lengths."""
    groups: dict[int, list[Any]] = {}
    for clue in clues:
        if not is_plain(clue) or (not groups and clue[0] != first):
            return None
        groups.setdefault(clue[0], []).append(clue[1:])
    if not groups or [*groups] != [*range(first, first + len(groups))]:
        return None
    lines = [*groups.values()]
    if not is_by_place:
        return [line[0] for line in lines] if len(lines) == len(clues) else None
    lines = [sorted(line) for line in lines]
    for line in lines:
        start = line[0][0] if line[0] else None
        if start not in (0, 1):
            return None
        if any(len(one) != 2 or one[0] != start + at for at, one in enumerate(line)):
            return None
    return [[one[1] for one in line] for line in lines]


def _without_pads(clues: list[Any]) -> Clues | None:
    kinds = {*map(type, chain.from_iterable(clues))}
    if kinds <= {int} and min(chain.from_iterable(clues), default=1) > 0:
        return tuple(map(tuple, clues))
    is_even = len({*map(len, clues)}) == 1
    is_ended = all(clue and clue[-1] in (0, -1) for clue in clues)
    found = []
    for clue in clues:
        start, end = 0, len(clue) - (is_ended and clue != [0])
        while end and (
            clue[end - 1] is None or (clue[end - 1] in _PADS and (is_even or clue == [0]))
        ):
            end -= 1
        while start < end and clue[start] in _PADS and is_even:
            start += 1
        blocks = clue[start:end]
        for one in blocks:
            length = one.length if isinstance(one, Inked) else one
            if isinstance(one, (list, str)) or one in _PADS or (length is not None and length < 1):
                return None
        found.append(tuple(blocks))
    return tuple(found)


def _is_puzzle(rows: Clues, cols: Clues, is_nameless: bool) -> bool:
    """True if each clue fits its line, and the sums of each ink are equal."""
    if not rows or not cols or (is_nameless and len(rows) == len(cols) == 1):
        return False
    totals: list[dict[str, int]] = []
    is_known = True
    for side, room in ((rows, len(cols)), (cols, len(rows))):
        inks: dict[str, int] = {}
        for clue in side:
            try:
                inks[""] = inks.get("", 0) + sum(clue)  # type: ignore[arg-type]
                least = sum(clue) + len(clue) - 1  # type: ignore[arg-type]
            except TypeError:
                least, is_all = _count(clue, inks)
                is_known &= is_all
            if least > room:
                return False
        totals.append(inks)
    one, two = ({ink: count for ink, count in side.items() if count} for side in totals)
    return not (is_known and (one != two or (is_nameless and not one))) and not (
        "" in one and len(one) > 1
    )


def _count(clue: Sequence[TextBlock], inks: dict[str, int]) -> tuple[int, bool]:
    """Count the cells of each ink; return how many cells a clue takes, and if all are known."""
    least, last, is_known = 0, None, True
    for block in clue:
        length, ink = block if isinstance(block, Inked) else (block, "")
        is_known &= length is not None
        inks[ink] = inks.get(ink, 0) + (1 if length is None else length)
        least += (1 if length is None else length) + (ink == last)
        last = ink
    return least, is_known


WINDOW = 4
"""A size in a program that is larger than this multiple of both sides is another's."""


def agree(sizes: Sequence[Stated], sides: Sides, is_code: bool) -> tuple[bool, str]:
    """True if sizes that are written down are those of a puzzle, and a remark about those that are not."""
    height, width = len(sides.rows), len(sides.cols)
    have = {Size.HEIGHT: [height], Size.WIDTH: [width], Size.BOTH: sorted((height, width))}
    wrong = [
        one
        for one in sizes
        if sorted([*one.numbers] * (len(have[one.size]) // len(one.numbers) or 1)) != have[one.size]
    ]
    if not wrong:
        return True, ""
    if is_code and all(min(one.numbers) > WINDOW * max(height, width) for one in wrong):
        shown = " and ".join(str(one.numbers[0]) for one in wrong)
        return True, f"{shown} of line {wrong[0].line} is not the size of the puzzle"
    stated = {one.size: one.numbers[0] for one in sizes}
    if len(wrong) == 2 and (stated.get(Size.HEIGHT), stated.get(Size.WIDTH)) == (width, height):
        what = f"{height}x{width} is stated (width x height), but the clues are {width}x{height}"
        return True, f"{what}: rows and columns are read as they are named"
    return False, ""


def _may_fit(one: list[Any], two: list[Any]) -> bool:
    """False if two sides have other sums, and no numbers of blocks or of clues in front."""
    if 1 in (len(one), len(two)) or not {*map(type, chain(one, two))} <= {list, OneClue}:
        return True
    first, second = ([*chain.from_iterable(items)] for items in (one, two))
    if {*map(type, chain(first, second))} != {int} or min(chain(first, second)) < 0:
        return True
    is_led = all(items[:1] == [[len(items) - 1]] for items in (one, two))
    is_counted = all(item[:1] == [len(item) - 1] for item in chain(one, two))
    return sum(first) == sum(second) or is_led or is_counted


class Fits:
    """The readings of two lists of items as rows and columns, and why other readings fail."""

    def __init__(
        self,
        line: int,
        advice: Advice | None,
        *,
        is_nameless: bool,
        is_code: bool = False,
    ) -> None:
        """`advice` is for several readings that fit; `line` is for errors without a line."""
        self.line: int = line
        self.advice: Advice | None = advice
        self.is_nameless: bool = is_nameless
        self.is_code: bool = is_code
        self._is_mixed = False
        self.is_dashed: bool = False
        """A dash alone in a line may be an empty clue, also behind the last."""
        self.used: int = 0
        """The clues of the largest pair that was tried."""
        self.readings: dict[tuple[Clues, Clues], list[str]] = {}
        """The readings that fit, each with its notes."""
        self._lines: dict[tuple[Clues, Clues], Sides] = {}

    def add(
        self,
        one: list[Any],
        two: list[Any],
        sizes: Sequence[Stated],
        modes: Sequence[str],
        places: tuple[Sequence[int], Sequence[int]] = ((), ()),
    ) -> None:
        """Try two lists of items in all ways; `places` are the lines of their clues."""
        is_enough = bool(self.readings)
        if is_enough and not _may_fit(one, two):
            return
        kinds = kinds_in([*one, *two])
        has_blank = str in kinds
        policies: Sequence[str] = _POLICIES[:1]
        if has_blank:
            middles = [item for items in (one, two) for item in _middle(items)]
            is_between = any(item is BLANK or item in ([], None) for item in middles)
            is_between |= self.is_dashed
            policies = _POLICIES[: 3 if sizes or is_between else 2]
        is_open = has_blank or type(None) in kinds
        if OneClue in kinds and any(
            [] in level for level in (one, two, *one, *two) if isinstance(level, list)
        ):
            is_open |= any(type(item) is OneClue and not item for item in within([*one, *two]))
        is_stated = {Size.HEIGHT, Size.WIDTH} <= {stated.size for stated in sizes}
        upright: dict[tuple[Clues, Clues], Sides] = {}
        ways_by = {policy: [[*ways(items, policy)] for items in (one, two)] for policy in policies}
        for policy, mode in product(policies, modes):
            options = [
                [(clues, is_up) for way, is_up in side if (clues := clean(way, mode)) is not None]
                for side in ways_by[policy]
            ]
            for (rows, up), (cols, up_too) in product(*options):
                sides = Sides(cols, rows) if self.is_nameless and up else Sides(rows, cols)
                lines = (
                    places[0] if len(places[0]) == len(sides.rows) else (),
                    places[1] if len(places[1]) == len(sides.cols) else (),
                )
                sides = sides._replace(lines=lines)
                is_agreed, note = agree(sizes, sides, self.is_code)
                self.used = max(self.used, len(sides.rows) + len(sides.cols))
                if is_agreed and _is_puzzle(sides.rows, sides.cols, self.is_nameless):
                    is_told = is_stated and policy != "every"
                    notes = [OPEN] if is_open and not is_told and () in (*rows, *cols) else []
                    notes += [note] if note else []
                    if self.is_nameless and sides.rows != sides.cols:
                        notes.insert(0, ROWS_FIRST)
                    if up or up_too:
                        upright.setdefault(sides[:2], sides)
                    else:
                        self._lines.setdefault(sides[:2], sides)
                        self.readings.setdefault(sides[:2], notes)
        padded = (item for item in (*one, *two) if is_plain(item) and item[0] == 0 < item[-1])
        # Columns of a table are clues where its lines are not, or may be if both are padded.
        if not self.readings or (self.is_nameless and any(padded)):
            self._lines |= upright
            self.readings |= {key: [ROWS_FIRST] * self.is_nameless for key in upright}

        if any(len(side) == 1 and isinstance(side[0], Mixed) for side in (one, two)):
            self._is_mixed = True
            self.add(turned(one), turned(two), sizes, MODES[:1], places)

    def prefer(self, keys: Iterable[tuple[Clues, Clues]]) -> bool:
        """Keep only the readings among `keys`, if there are any."""
        kept = {key: self.readings[key] for key in keys if key in self.readings}
        self.readings = kept or self.readings
        return bool(kept)

    def forced(self) -> Reading:
        """The one reading, or the first of two that are each other transposed.

        Raises:
            Refusal: there is none, or there are others.
        """
        self.prefer([key for key in self.readings if max(map(len, key)) > 1])  # no lone cell
        if self._is_mixed and len(self.readings) > 1:
            small, *_, large = sorted(self.readings, key=lambda key: len(key[0]) * len(key[1]))
            if 2 * len(small[0]) * len(small[1]) < len(large[0]) * len(large[1]):
                sizes = [f"{len(cols)}x{len(rows)}" for rows, cols in (small, large)]
                what = f"blanks and signs may part clues: read as {sizes[0]}, not as {sizes[1]}"
                self.readings = {small: [*self.readings[small], what]}
        if len({frozenset(key) for key in self.readings}) > 1:
            sizes = [f"{len(cols)}x{len(rows)}" for rows, cols in self.readings][:2]
            what = f"these clues fit puzzles of {' and '.join(sizes)}"
            if sizes[0] == sizes[1]:
                what = f"these clues fit two puzzles of {sizes[0]}"
            raise Refusal(what, self.line, self.used, self.advice)
        if not self.readings:
            raise Refusal(_NO_CLUES, self.line, 0 if self.is_nameless else self.used)
        key, notes = next(iter(self.readings.items()))
        if self.is_nameless and all(len(clue) < 2 for side in key for clue in side):
            notes = [*notes, ALONE]
        return Reading(self._lines[key], notes, self.line)


def _middle(items: list[Any]) -> list[Value]:
    """The items between the first and the last that are not blank."""
    while len(items) == 1 and isinstance(items[0], list):
        items = items[0]
    filled = [at for at, item in enumerate(items) if item is not BLANK]
    return items[filled[0] : filled[-1]] if filled else []
