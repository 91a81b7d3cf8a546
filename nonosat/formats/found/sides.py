"""The sides that a text names, and the lines below each name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats.found.entries import Labelled
from nonosat.formats.found.fits import Refusal, Stated
from nonosat.formats.found.tokens import Lexeme
from nonosat.formats.found.values import BLANK, OneClue, depth
from nonosat.formats.lines import Role, Side, Size
from nonosat.model import MAX_SIDE

HEIGHTS = {Side.ROW: Size.HEIGHT, Side.COLUMN: Size.WIDTH}
"""The size that the number of lines of a side is."""


class SideLines:
    """The clues of one side, or of one line of it, and the entry that names them."""

    def __init__(self, role: Role, entry: Labelled) -> None:
        self.role: Role = role
        self.entry: Labelled = entry
        self.line: int = entry.line
        assert role.side is not None
        self.side: Side = role.side
        self.index: int | None = None
        """Of the line that it is."""
        self.items: list[Any] = []
        self.tokens: list[Lexeme] = [*entry.val]
        """The values of its lines."""
        self.depth: int = 0
        """That of the lists behind the name."""
        self.count: list[int] = []
        """A lone number behind the name, which is a size or the only clue."""
        self.is_joined: bool = False
        """It was made of several, each with a number."""
        self.lines: list[int] = []
        self.dashes: list[int] = []
        """The lines below the name that begin with a dash, as in YAML."""
        self.commas: list[int] = []
        """The lines below the name that end with a comma."""
        self.below: int = 0
        """Lines below the name."""
        self.bare: list[int] = []
        """The items that are lines of only a dash."""

    def check_style(self) -> None:
        """Refuse a side if only some lines begin with a dash, or only some end with a comma.

        If all do, a dash alone is an empty clue.
        """
        what = ""
        if 0 < len(self.dashes) < self.below:
            what = f"only {len(self.dashes)} of {self.below} lines of the {self.side.value}s begin with a dash"
        elif 0 < len(self.commas) < self.below - 1:
            what = f"only {len(self.commas)} of {self.below} lines of the {self.side.value}s end with a comma"
        if what:
            raise Refusal(what, (self.dashes or self.commas)[0], 1)
        for at in self.bare if self.dashes else ():
            self.items[at] = OneClue()

    def add_line(self, item: Any, entry: Labelled) -> None:
        """Add a line below the name."""
        self.add(item, entry.line)
        self.below += 1
        if entry.val[0].text == "-":
            self.dashes.append(entry.line)
        if entry.val[-1].is_sign(","):
            self.commas.append(entry.line)

    def add(self, item: Any, line: int) -> None:
        if len(self.items) >= MAX_SIDE:
            what = f"more than {MAX_SIDE} clues of one side"
            raise Refusal(what, line, 1)
        self.items.append(item)
        if item is not BLANK:
            self.lines.append(line)


def joined(
    sides: Sequence[SideLines], sizes: list[Stated], errors: list[Refusal]
) -> list[SideLines]:
    """Join sides with a name for each clue, as in ``Row 1: 2 1``; sizes and errors that are found are added."""
    found: list[SideLines] = []
    last: dict[Side, SideLines | None] = {}
    for side in sides:
        entry, before = side.entry, last.get(side.side)
        filled = [item for item in side.items if item is not BLANK]
        is_bare = not entry.val and not entry.comment and entry.sign != "=" and side.index is None
        if is_bare and not filled and before and found[-1] is before and not before.entry.sign:
            side.items = filled = [[]]  # a name alone among others: an empty clue
        is_line = (
            len(filled) == 1
            and isinstance(filled[0], list)
            and depth(filled[0]) <= 2
            and not (is_bare and filled != [[]])
            and not (side.index is None and entry.sign and depth(filled[0]) > 1)
        )
        if side.index is not None and not side.is_joined:
            if is_line:
                side.items = [[side.index, *filled[0]]]
            elif filled:  # rows (5):
                sizes.append(Stated(HEIGHTS[side.side], [side.index], side.line))
        if is_line and before and _continues(side, before, found[-1]):
            before.items += side.items
            before.tokens += side.tokens
            before.lines += side.lines or [side.line]
            before.index, before.is_joined = side.index, True
            continue
        if is_line and before and 0 < (before.index or 0) < (side.index or 0):
            what = f"{side.side.value} {side.index} comes behind {side.side.value} {before.index}"
            errors.append(Refusal(what, side.line, 1))
        last[side.side] = side if is_line else None
        found.append(side)
    return found


def _continues(side: SideLines, before: SideLines, last: SideLines) -> bool:
    """True if a line with a name of its own follows on another."""
    if side.index is not None or before.index is not None:
        return side.index is not None and side.index == (
            before.index + 1 if before.index is not None else None
        )
    is_same = side.entry.name[:-1] == before.entry.name[:-1]
    return is_same and (side.entry.is_call or last is before)


def matched(
    rows: Sequence[SideLines], cols: Sequence[SideLines]
) -> Iterator[tuple[SideLines, SideLines]]:
    """Yield pairs of sides: those whose names are otherwise equal, then the others in order."""
    rests = [[side.role.rest for side in sides] for sides in (rows, cols)]
    if all(len({*names}) == len(names) for names in rests):
        by_name = {side.role.rest: side for side in cols}
        left, free = [], {id(side) for side in cols}
        for row in rows:
            col = by_name.get(row.role.rest)
            if col is None:
                left.append(row)
            else:
                free.discard(id(col))
                yield row, col
        yield from zip(left, (col for col in cols if id(col) in free), strict=False)
    else:
        yield from zip(rows, cols, strict=False)
