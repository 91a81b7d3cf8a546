"""Recognize clues that a person can read but no format does, written in signs of their own.

::

    2.2
    4.4
    9
    --
    1
    ...

Such a text counts as a puzzle that cannot be read; otherwise a folder with it would seem free of
mistakes. Tables, lists and logs are also numbers. Clues differ from them in three ways: lines have
different numbers of blocks, the other side has enough lines for the blocks of each line, and both
sides have about the same number of filled cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from nonosat.formats.base import Record, TextLine
from nonosat.formats.text.clue_lines import MAX_CLUE

_LENGTH = r"(?:[1-9][0-9]{0,2}[a-zA-Z]?|\?)"
_BETWEEN = r"(?:[ \t]*[-.,;:/|_+&*][ \t]*|[ \t]+)"
_CLUE = re.compile(
    rf"[ \t]*(?:[-*\u2022][ \t]+)?[\[({{\"']*(0|{_LENGTH}(?:{_BETWEEN}{_LENGTH})*)[\])}}\"',;.| \t]*\Z"
)
"""A clue in any signs; 0 is not allowed among other blocks, which excludes most dates and times."""
_READ = re.compile(r"[ \t]*[0-9?]+[a-zA-Z]?(?:(?:[ \t]+|[ \t]*,[ \t]*)[0-9?]+[a-zA-Z]?)*[ \t]*\Z")
"""A clue as nearly all formats write it."""
MAX_SIDES = 12
"""Maximum blocks of such lines; a text with more is a document with numbers in it."""
LARGEST_BY_SIGHT = 99
"""Larger numbers count as clues only if the two sides fit each other."""


class _Clue(NamedTuple):
    line: TextLine
    lengths: list[int]
    """Lengths of its blocks; 0 means unknown."""

    @property
    def cells(self) -> int:
        """Minimum length of its line in cells. Blocks of two colors may touch."""
        apart = not any(map(str.isalpha, self.line.text))
        return sum(self.lengths) + apart * (len(self.lengths) - 1)


_Side = Sequence[_Clue]


def unread_line(record: Record) -> TextLine | None:
    """Return the first line that formats cannot read in a text that people see as clues.

    None means that the text is not clearly a puzzle.
    """
    lines = record.lines()
    filled = sum(bool(line.text.strip()) for line in lines)
    sides = list(_blocks(lines))
    clues = list(chain.from_iterable(sides))
    if 2 * len(clues) < filled or not 2 <= len(sides) <= MAX_SIDES:
        return None
    apart = filled - len(clues)
    ends = list(accumulate(map(len, sides)))[:-1]
    halves = [(clues[:end], clues[end:]) for end in ends]  # a typo can cut a side in two
    for rows, cols in (*pairwise(sides), *halves):
        first, second = rows[0].line.number, cols[0].line.number
        between = lines[rows[-1].line.number - record.line + 1 : second - record.line]
        if _fit(rows, cols) or (len(sides) == 2 and apart < 3 and _by_sight(rows, cols, between)):
            return next(
                (line for line in lines[first - record.line :] if not _READ.match(line.text)), None
            )
    return None


def _blocks(lines: Sequence[TextLine]) -> Iterator[list[_Clue]]:
    """Yield groups of clues without other lines between them."""
    block: list[_Clue] = []
    for line in (*lines, TextLine("", 0)):
        match = _CLUE.match(line.text) if len(line.text) <= MAX_CLUE else None
        if match is not None:
            words = re.findall(r"[0-9]+|\?", match[1])
            block.append(_Clue(line, [0 if word == "?" else int(word) for word in words]))
            continue
        if block:
            yield block
        block = []


def _fit(rows: _Side, cols: _Side) -> bool:
    """Return True if two sides could belong to one puzzle, apart from a mistake or two."""
    large = sum(clue.cells > len(cols) for clue in rows) + sum(
        clue.cells > len(rows) for clue in cols
    )
    if large > 1 or not _are_many(rows, cols):
        return False
    one, two = (sum(sum(clue.lengths) for clue in side) for side in (rows, cols))
    known = all(0 not in clue.lengths[1:] and clue.lengths != [0] for clue in (*rows, *cols))
    if abs(one - two) > max(2, (one + two) // 20) and known:
        return False
    return _is_ragged(rows, cols) or (one == two and not _is_numbering(rows, cols))


def _by_sight(rows: _Side, cols: _Side, between: Sequence[TextLine]) -> bool:
    """Return True if a text is only clues, with one line of signs or words between the sides."""
    words = [line.text for line in between if line.text.strip()]
    if len(words) != 1 or re.search("[0-9]", words[0]) or not _are_many(rows, cols):
        return False
    largest = max(max(clue.lengths) for clue in (*rows, *cols))
    return largest <= LARGEST_BY_SIGHT and _is_ragged(rows, cols)


def _are_many(rows: _Side, cols: _Side) -> bool:
    return min(len(rows), len(cols)) > 1 and len(rows) + len(cols) > 4


def _is_ragged(rows: _Side, cols: _Side) -> bool:
    """Return True if lines have different numbers of blocks; in a table they have equally many."""
    return len({len(clue.lengths) for clue in (*rows, *cols)}) > 1


def _is_numbering(rows: _Side, cols: _Side) -> bool:
    """Return True if a side is consecutive numbers, as in numbered lists and page numbers."""
    return any(
        all(one.lengths <= two.lengths for one, two in pairwise(side)) for side in (rows, cols)
    )
