"""Lines of numbers that no name says the side of: one puzzle, or several one behind the other.

The order of sizes and sides, what blank lines are, and where one side ends is what the clues fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple

from nonosat.formats.found.cells import Cells
from nonosat.formats.found.entries import Labelled
from nonosat.formats.found.fits import (
    WRITE_NAMES,
    Clues,
    Fits,
    Reading,
    Refusal,
    Sides,
    Stated,
)
from nonosat.formats.found.values import BLANK, OneClue, is_plain, length_of, total
from nonosat.formats.lines import LineKind, Size
from nonosat.model.sheet import ROWS_FIRST

MAX_GROUPS = 4
"""Groups of lines of one puzzle among several: two sizes and two sides."""
MAX_STARTS = 4_000
"""Groups of lines of a text that are tried as several puzzles."""
MAX_WORDS = 3
"""Lines of words above clues without a name."""
_MODES = ("plain", "counted", "led")


SHORT = 4
"""Words with fewer letters, among clues, are clues with a mistake."""
_DIGITS = str.maketrans("lI|oO", "11100")
"""Signs that look like digits."""


def not_a_number(text: str, line: int) -> Refusal:
    """The error about a word in the place of a clue; it names letters that look like digits."""
    meant = text.translate(_DIGITS)
    hint = f" ({meant}?)" if meant != text and meant.isdigit() else ""
    return Refusal(f"{text[:20]!r} is not a number{hint}", line, 1)


class LooseLine(NamedTuple):
    """A line of a text that belongs to no side."""

    kind: LineKind
    value: Any
    line: int
    entry: Labelled | None = None


def bare_lines(text: str, start: int) -> list[LooseLine]:
    """The lines of a text of digits and blanks; `start` is the number of the first."""
    found = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start):
        numbers = [*map(int, line.split())]
        if not numbers:
            found.append(LooseLine(LineKind.BLANK, BLANK, number))
        else:
            value = numbers if len(numbers) < 2 else OneClue(numbers)
            found.append(LooseLine(LineKind.CLUE, value, number))
    return found


def of_lines(
    lines: Sequence[LooseLine], sizes: Sequence[Stated], drawn: Mapping[tuple[Clues, Clues], Cells]
) -> list[Reading]:
    """Read the one puzzle of some lines, or those of their groups.

    Args:
        drawn: the clues of pictures beside the lines, and their cells.

    Raises:
        Refusal: there is no puzzle in the lines, or several readings fit.
    """
    others = sum(line.kind in (LineKind.WORDS, LineKind.RULE) for line in lines)
    if sum(line.kind is LineKind.CLUE for line in lines) < others:
        what = "there are numbers, but most lines are not clues"
        raise Refusal(what, lines[0].line)
    failed, whole = None, None
    try:
        whole = _one(lines, sizes)
    except Refusal as refusal:
        failed = refusal
    several = _several(lines, whole)
    if whole and len(several) > 1:
        what = f"these lines are one puzzle or {len(several)}, since both fit"
        raise Refusal(what, lines[0].line, 1, advice=WRITE_NAMES)
    if whole is None:
        if len(several) > 1:
            return several
        assert failed is not None
        raise failed
    if drawn and whole.key not in drawn:
        if whole.key[::-1] not in drawn:
            what = "the picture beside the clues does not have these clues"
            raise Refusal(what, whole.line, 1)
        rows, cols, (row_lines, col_lines) = whole.sides
        whole.sides = Sides(cols, rows, (col_lines, row_lines))
    if drawn:
        whole.cells = drawn[whole.key]
        whole.notes = [note for note in whole.notes if note != ROWS_FIRST]
    return [whole]


def _several(lines: Sequence[LooseLine], whole: Reading | None) -> list[Reading]:
    """The puzzles of groups of lines, if each group or some in a row are one.

    Args:
        whole: the puzzle of all lines together.
    """
    kinds = [line.kind is LineKind.CLUE for line in lines]
    starts = [at for at, is_clue in enumerate(kinds) if is_clue and not (at and kinds[at - 1])]
    if not 1 < len(starts) <= MAX_STARTS:
        return []
    ends = [*starts[1:], len(lines)]
    found: list[Reading] = []
    at = 0
    while at < len(starts):
        for last in range(at, min(at + MAX_GROUPS, len(starts))):
            if at == 0 and last == len(starts) - 1 and whole is not None:
                return []
            try:
                found.append(_one(lines[starts[at] : ends[last]], []))
            except Refusal:
                continue
            break
        else:
            return []
        at = last + 1
    return found


def _one(lines: Sequence[LooseLine], sizes: Sequence[Stated]) -> Reading:
    """One puzzle, by every hypothesis on sizes, blank lines and the end of the first side."""
    places = [at for at, line in enumerate(lines) if line.kind is LineKind.CLUE]
    above = lines[: places[0]] if places else lines
    if len(places) < 2 or sum(line.kind is LineKind.WORDS for line in above) > MAX_WORDS:
        raise Refusal("there are no clues of two sides", lines[0].line)
    begin = lines[places[0]].line
    after = [line for line in lines[places[-1] :] if line.kind is LineKind.WORDS]
    if len(after) > 2:
        raise Refusal(f"{after[0].value[:20]!r} is not a clue", after[0].line)
    heads = _heads(lines, places, sizes)
    fits = Fits(begin, WRITE_NAMES, is_nameless=True)
    keeps = (False, True) if any(line.kind is not LineKind.CLUE for line in lines) else (False,)
    for skip, size in heads:
        body = lines[places[skip - 1] + 1 if skip else 0 :]
        stated = [Stated(Size.BOTH, size[:2], begin)] if size else []
        for keep in keeps:
            for one, two in _cuts(body, size, keep):
                sides = [item for item, _ in one], [item for item, _ in two]
                where = [at for _, at in one], [at for _, at in two]
                fits.add(*sides, stated, _MODES, where)
    small = [{len(rows), len(cols)} for rows, cols in fits.readings]
    small = [one for one in small if min(one) < 2 and len(places) < 8]
    is_stated = any(skip == 1 and size and {*size} == small[0] for skip, size in heads if small)
    if small and len(small) == len(fits.readings) and not is_stated:
        what = "there are too few clues: these lines may be anything"
        raise Refusal(what, begin)
    made = fits.forced()
    if all(len(clue) < 2 for side in made.key for clue in side) and any(
        map(_is_counting, made.key)
    ):
        what = "each line is one number, and they count up: these may be lists of anything"
        raise Refusal(what, begin)
    return made


def _is_counting(side: Clues) -> bool:
    numbers = [length_of(clue[0]) if clue else 0 for clue in side]
    return len(numbers) > 2 and numbers == [*range(1, len(numbers) + 1)]


def _heads(
    lines: Sequence[LooseLine], places: Sequence[int], sizes: Sequence[Stated]
) -> list[tuple[int, list[int] | None]]:
    """Candidates for the size: the number of its lines, and its numbers; None if it is not one."""
    one, two = (
        line.value if is_plain(line.value) else [] for line in (lines[at] for at in places[:2])
    )
    stated: list[int] = next(
        ([*size.numbers] for size in sizes if size.size is Size.BOTH),
        [size.numbers[0] for size in sizes],
    )
    heads: list[tuple[int, list[int] | None]] = [(0, stated if len(stated) in (1, 2) else None)]
    if 0 < len(one) < 5:
        heads.append((1, one if len(one) > 1 else one * 2))
    if len(one) == len(two) == 1:
        heads.append((2, one + two))
    return heads


_Items = list[tuple[Any, int]]
"""Clues with their lines."""


def _cuts(
    body: Sequence[LooseLine], size: Sequence[int] | None, keep: bool
) -> Iterator[tuple[_Items, _Items]]:
    """Yield the two sides that lines may be: cut at a gap, by the sizes, or at the half.

    Args:
        keep: blank lines are clues.
    """
    items: _Items = []
    gaps: dict[int, set[LineKind]] = {}
    for line in body:
        if line.kind is LineKind.CLUE:
            items.append((line.value, line.line))
        elif keep and (line.kind is LineKind.BLANK or line.value == "-"):
            items.append((BLANK, line.line))
        elif items:
            gaps.setdefault(len(items), set()).add(line.kind)
    hard = {at for at, kinds in gaps.items() if kinds != {LineKind.BLANK} and at < len(items)}
    if not keep:
        for cut in _places(items, {*gaps}, hard, size):
            yield items[:cut], items[cut:]
    elif size is not None:
        yield from _by_size(items, hard, size)
    else:
        yield from _by_sum(items, hard)


def _places(items: _Items, gaps: set[int], hard: set[int], size: Sequence[int] | None) -> list[int]:
    count = len(items)
    is_square = size is not None and (len(size) == 1 or size[0] == size[1])
    places = {count // 2} if count == 2 or is_square else set()
    if size is None:
        places |= hard or {at for at in gaps if at < count}
        is_long = any(len(item) > 1 for item, _ in items)
        if not gaps - {count} and count % 2 == 0 and is_long:
            places.add(count // 2)
    elif len(size) == 4:
        places |= {*size[2:]}
    else:
        tables = {at for at in gaps if at < count and len(items[0][0]) in size[:2]}
        places |= {*size[:2]} if sum(size[:2]) == count or len(size) == 1 else hard or tables
    first = items[0][0] if items else []
    if len(first) == 1 and type(first[0]) is int:
        other = first[0] + 1  # each side begins with the number of its lines
        is_apart = not gaps - {other, count}
        if is_apart and 0 < other < count and items[other][0] == [count - other - 1]:
            places.add(other)
    places = {cut for cut in places if 0 < cut < count and hard <= {cut}}
    if len(places) <= 4:
        return sorted(places)
    # Of many gaps, those with the same sums on both sides, or one near the middle for its error.
    sums = [0, *accumulate(total(item) for item, _ in items)]
    counted = [0, *accumulate(total(item) - total(item[:1]) for item, _ in items)]
    equal = {
        cut
        for cut in places
        if 0 < 2 * sums[cut] == sums[-1] or 0 < 2 * counted[cut] == counted[-1]
    }
    return sorted(equal) or [min(places, key=lambda cut: abs(2 * sums[cut] - sums[-1]))]


def _by_size(items: _Items, hard: set[int], size: Sequence[int]) -> Iterator[tuple[_Items, _Items]]:
    """Yield the sides of a size, where blank lines are clues."""
    if len(size) not in (2, 3) or not any(item is BLANK for item, _ in items):
        return
    clues = [([] if item is BLANK else item, at) for item, at in items]
    found: dict[bool, list[tuple[_Items, _Items]]] = {True: [], False: []}
    for one, two in {(size[0], size[1]), (size[1], size[0])}:
        # A blank line behind the size means one between the sides.
        for lead, cut in ((0, one), (0, one + 1), (1, one + 2)):
            skipped = [*items[:lead], *items[lead + one : cut], *items[cut + two :]]
            is_blank = all(item is BLANK for item, _ in skipped)
            if len(items) >= cut + two and is_blank and hard <= {lead + one, cut}:
                found[cut == one + 1].append((clues[lead : lead + one], clues[cut : cut + two]))
    is_parted = len(items) > sum(size[:2]) and found[True]  # there is a line for the gap
    yield from found[True] if is_parted else chain(found[True], found[False])


def _by_sum(items: _Items, hard: set[int]) -> Iterator[tuple[_Items, _Items]]:
    """Yield the sides around each blank line with the same sums on both sides."""
    clues = [([] if item is BLANK else item, at) for item, at in items]
    filled = [at for at, (item, _) in enumerate(items) if item is not BLANK]
    last = max(filled, default=0) + 1
    if sum(item is BLANK for item, _ in items[:last]) < 2:
        return  # a lone gap has been tried
    sums = [total(item) for item, _ in clues]
    whole, done = sum(sums), 0
    for at, (item, _) in enumerate(items[:last]):
        if item is BLANK and 2 * done == whole:
            around = [clues[near][0] for near in (at - 1, at + 1) if 0 <= near < last]
            if not any(clue in ([], [0]) for clue in around) and hard <= {at, at + 1}:
                yield clues[:at], clues[at + 1 : last]
        done += sums[at]
