"""A correction in the text that a puzzle was typed in: everything else stays as it is."""

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import NonosatError
from nonosat.files.read import loads
from nonosat.model import Clue, Puzzle

_NUMBER = re.compile(r"[0-9]+|\b[lIoO]\b")
MOST = 1000
"""Texts that are tried."""


def mended_text(text: str, old: Clue, new: Clue, puzzle: Puzzle) -> str | None:
    """Return a text with another clue in the place of an old one; None if no such text reads as the puzzle.

    Each place with the old numbers is tried, then a line inserted, deleted or exchanged with the next.
    Reading the text says whether it was the right one.
    """
    clues = [[block.length for block in clue] or [0] for clue in (old, new)]
    for number, candidate in enumerate(_candidates(text.splitlines(keepends=True), *clues)):
        if number == MOST:
            break
        try:
            (sheet,) = loads(candidate)
        except (NonosatError, ValueError):
            continue
        if (sheet.puzzle.rows, sheet.puzzle.cols) == (puzzle.rows, puzzle.cols):
            return candidate
    return None


def _candidates(
    lines: Sequence[str], old: Sequence[int | None], new: Sequence[int | None]
) -> Iterator[str]:
    for at, line in enumerate(lines):
        found = [*_NUMBER.finditer(line)]
        values = [int(one[0].translate(_LOOKS_LIKE)) for one in found]
        gap = line[found[0].end() : found[1].start()] if len(found) > 1 else " "
        for first in range(len(found) - len(old) + 1):
            if values[first : first + len(old)] == old:
                start, end = found[first].start(), found[first + len(old) - 1].end()
                words = (gap if gap.strip() in ("", ",", ".") else " ").join(map(str, new))
                changed = line[:start] + words + line[end:]
                yield "".join([*lines[:at], changed, *lines[at + 1 :]])
    inserted = " ".join(map(str, new)) + "\n"
    for at in range(len(lines)):
        yield "".join([*lines[:at], inserted, *lines[at:]])
        yield "".join([*lines[:at], *lines[at + 1 :]])
        yield "".join([*lines[:at], *lines[at + 1 : at + 2], lines[at], *lines[at + 2 :]])


_LOOKS_LIKE = str.maketrans("lIoO", "1100")
