"""The sides that a text names, and the lines below each name."""

from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats.base import Size
from nonosat.formats.found.entries import Labelled
from nonosat.formats.found.fits import Refusal
from nonosat.formats.found.tokens import Lexeme
from nonosat.formats.found.values import is_counting
from nonosat.formats.lines import Role, Side
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
        self.count: int = 0
        """A lone number behind the name, which is that of the lines below it, or the first clue."""
        self.is_joined: bool = False
        """It was made of several, each with a name."""
        self.lines: list[int] = []
        self.labels: list[int] = []
        """The numbers in front of its lines."""
        self.bad: Refusal | None = None
        """The error of an item that cannot be a clue."""

    def add(self, item: Any, line: int) -> None:
        if len(self.items) >= MAX_SIDE:
            raise Refusal(f"more than {MAX_SIDE} clues of one side", line, 1)
        self.items.append(item)
        self.lines.append(line)

    def spoil(self, what: str, line: int) -> None:
        self.bad = self.bad or Refusal(what, line, 1)

    def close(self) -> int:
        """Check the numbers of the lines; return the number that is said of them, or 0."""
        if self.labels and not is_counting(self.labels, len(self.items)):
            self.spoil(f"the lines of the {self.side.value}s do not count from 0 or 1", self.line)
        if not 0 < self.count == len(self.items) - 1:
            return 0
        del self.items[0], self.lines[0]
        return self.count


def joined(sides: Sequence[SideLines]) -> list[SideLines]:
    """Join sides with a name for each clue, as in ``Row 1: 2 1``."""
    found: list[SideLines] = []
    open_sides: dict[Side, SideLines] = {}
    for side in sides:
        before = open_sides.get(side.side)
        is_each = side.index is not None or side.entry.is_call
        if not is_each:
            found.append(side)
            continue
        if before is None or (
            side.index in (0, 1) and side.index != (before.labels or [0])[-1] + 1
        ):
            before = side
            side.is_joined = True
            found.append(side)
            open_sides[side.side] = side
        else:
            before.items += side.items
            before.lines += side.lines
            before.tokens += side.tokens
            before.bad = before.bad or side.bad
        before.labels += [] if side.index is None else [side.index]
    return [side for side in found if side.items or side.bad]


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
