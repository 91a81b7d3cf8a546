"""spoj: the input of SPOJ's problem JCROSS: a number of puzzles, then for each its height and width
on a line, the rows and the columns, each a line whose blocks are ended by 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import TooLarge
from nonosat.formats.base import Format, Holds, Line, Record, declared_size, number
from nonosat.formats.clue_lines import BLANKS, sheet_of_parts, write_clue
from nonosat.model import Clue, Sheet

MAX_PUZZLES = 100_000


def read(record: Record) -> list[Sheet]:
    """Read every puzzle. Lines mean nothing, since each clue has its 0."""
    words = [(word, line.number) for line in record.lines() for word in line.text.split()]
    if not words:
        record.fail("the file is empty", record.line)
    count = number(words[0][0], record, words[0][1], "number of puzzles")
    if count > MAX_PUZZLES:
        raise TooLarge(f"more than {MAX_PUZZLES} puzzles", record.source, words[0][1])
    sheets: list[Sheet] = []
    at = 1
    while at < len(words):
        if len(sheets) == count:
            record.fail(f"more than the {count} puzzles that are due", words[at][1])
        if at + 2 > len(words):
            record.fail("the height and width of a puzzle are due", words[at][1])
        (high, line), (wide, _) = words[at : at + 2]
        height, width = (number(word, record, line) for word in (high, wide))
        declared_size(height, width, record, line)
        at += 2
        clues: list[Line] = []
        while len(clues) < height + width:
            blocks = []
            first = words[min(at, len(words) - 1)][1]
            while at < len(words) and words[at][0] != "0":
                blocks.append(words[at][0])
                at += 1
            if at == len(words):
                what = f"the file ends after {len(clues)} of {height + width} clues ended by 0"
                record.fail(what, words[-1][1])
            at += 1
            clues.append(Line(" ".join(blocks) or "0", first))
        sheets.append(sheet_of_parts(record, clues[:height], clues[height:], BLANKS))
    if len(sheets) < count or not sheets:
        record.fail(f"{len(sheets)} puzzles where {count} are due", words[-1][1])
    return sheets


def write(sheets: Sequence[Sheet]) -> str:
    """Write every puzzle."""
    lines = [str(len(sheets))]
    for sheet in sheets:
        puzzle = sheet.puzzle
        lines.append(f"{puzzle.height} {puzzle.width}")
        lines += map(_ended, (*puzzle.rows, *puzzle.cols))
    return "\n".join(lines) + "\n"


def _ended(clue: Clue) -> str:
    return f"{write_clue(clue, empty='')} 0".strip()


SPOJ = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG, read, write)
