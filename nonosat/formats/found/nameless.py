"""Lines of numbers that no name says the side of: one puzzle, or several one behind the other.

A size may come first. The two sides are groups with something between them, or as many lines as the
size says.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.formats.base import Size, Stated
from nonosat.formats.found.fits import WRITE_NAMES, Fits, Reading, Refusal
from nonosat.formats.found.tokens import Lexeme
from nonosat.formats.found.values import is_plain
from nonosat.formats.said.clue import lengths

MAX_GROUPS = 4
"""Groups of lines of one puzzle: two sizes and two sides."""
MAX_STARTS = 4_000
"""Groups of lines of a text that are tried as several puzzles."""


class LooseLine(NamedTuple):
    """A line of a text that belongs to no side."""

    value: Any
    """The list of a clue; the text of a rule, which parts what is above from what is below; else None."""
    line: int
    tokens: Sequence[Lexeme] = ()
    is_named: bool = False

    @property
    def is_clue(self) -> bool:
        return isinstance(self.value, list)


_Items = list[tuple[Any, int]]
"""Clues with their lines."""


def of_lines(lines: Sequence[LooseLine], sizes: Sequence[Stated]) -> list[Reading]:
    """Read the one puzzle of some lines, or those of their groups.

    Raises:
        Refusal: there is no puzzle in the lines, or several readings fit.
    """
    groups = [*_groups(lines, False)]
    if not 1 <= len(groups) <= MAX_STARTS:
        raise Refusal("there are no clues of two sides", lines[0].line)
    try:
        return [_one(lines, groups, sizes)]
    except Refusal:
        if len(found := _several(groups)) > 1:
            return found
        raise


def _groups(lines: Sequence[LooseLine], are_dashes: bool) -> Iterator[_Items]:
    """Yield the clues that follow on each other.

    Args:
        are_dashes: lines of a dash are empty clues, not rules.
    """
    group: _Items = []
    for line in lines:
        if line.is_clue:
            group.append((line.value, line.line))
        elif are_dashes and line.value == "-":
            group.append(([], line.line))
        elif group:
            yield group
            group = []
    if group:
        yield group


def _several(groups: Sequence[_Items]) -> list[Reading]:
    """The puzzles of groups of lines, if each group or some in a row are one."""
    found: list[Reading] = []
    at = 0
    while at < len(groups):
        for end in range(at + 1, min(at + MAX_GROUPS, len(groups)) + 1):
            try:
                found.append(_one((), groups[at:end], []))
            except Refusal:
                continue
            break
        else:
            return []
        at = end
    return found


def _one(lines: Sequence[LooseLine], groups: Sequence[_Items], sizes: Sequence[Stated]) -> Reading:
    """One puzzle, by every hypothesis on the size and the place between the sides."""
    begin = groups[0][0][1]
    fits = Fits(begin, WRITE_NAMES, is_nameless=True)
    hypotheses = (
        [groups, [*_groups(lines, True)]] if any(one.value == "-" for one in lines) else [groups]
    )
    for parts in hypotheses:
        for size, body in _heads(parts):
            stated = [*sizes, *([Stated(Size.BOTH, size, begin)] if size else [])]
            for one, two in _cuts(body, stated):
                sides = [item for item, _ in one], [item for item, _ in two]
                fits.add(*sides, stated, ([at for _, at in one], [at for _, at in two]))
    made = fits.forced()
    sums = [[sum(lengths(clue)) for clue in side] for side in made.key]
    if made.is_single and any(
        len(one) > 2 and one == [*range(one[0], one[0] + len(one))] for one in sums
    ):
        what = "each line is one number, and they count up: these may be lists of anything"
        raise Refusal(what, begin)
    made.where = f"lines {begin} to {groups[-1][-1][1]} are read"
    return made


def _heads(groups: Sequence[_Items]) -> Iterator[tuple[list[int], Sequence[_Items]]]:
    """Yield what may be the size above the clues, or nothing, and the groups of clues below it."""
    yield [], groups
    first, *second = [item for group in groups[:2] for item, _ in group][:2]
    leads = [(1, first)] if is_plain(first) and len(first) < 3 else []
    if second and is_plain(first + second[0]) and len(first) == len(second[0]) == 1:
        leads.append((2, [*first, *second[0]]))
    for count, size in leads:
        body = [[*group] for group in groups]
        while count and body:
            taken = min(count, len(body[0]))
            body[0] = body[0][taken:]
            count -= taken
            body = body[not body[0] :]
        if body:
            yield size, body


def _cuts(groups: Sequence[_Items], sizes: Sequence[Stated]) -> Iterator[tuple[_Items, _Items]]:
    """Yield the two sides that groups of lines may be: two groups, or one that is cut by a size."""
    if len(groups) == 2:
        yield groups[0], groups[1]
    elif len(groups) == 1:
        (items,) = groups
        if len(items) == 2:
            yield items[:1], items[1:]
        numbers = [number for size in sizes for number in size.numbers]
        numbers = numbers * 2 if len(numbers) == 1 else numbers
        for cut in {*numbers} if len(numbers) == 2 and sum(numbers) == len(items) else ():
            yield items[:cut], items[cut:]
