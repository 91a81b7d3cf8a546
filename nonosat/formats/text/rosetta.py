"""rosetta: the puzzles of Rosetta Code's task "Nonogram solver": two lines, rows and columns.

``C BA CB`` are the clues 3, 2 1 and 3 2: each word is a line, each letter a block, A = 1, B = 2. A
puzzle of lines longer than 26 blocks, or with an empty line, cannot be written so. Blank lines part puzzles.
Other lines are titles, as ``--puzzle 1 -> boat``.
"""

from __future__ import annotations

from string import ascii_uppercase

from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine, one_line
from nonosat.model import Block, Clue, Sheet

_BLOCKS = {letter: Block(length) for length, letter in enumerate(ascii_uppercase, 1)}


def read(record: Record) -> list[Sheet]:
    sheets: list[Sheet] = []
    title, sides = "", list[list[ClueLine]]()
    for line in record.lines():
        if line.text.startswith("--") or any(map(str.islower, line.text)):
            title = title if sides else one_line(line.text.rpartition("->")[2].strip(" -"))
        elif line.text.strip():
            sides.append(_clues(record, line))
        if len(sides) == 2:
            rows, cols = sides
            record.check_size(len(rows), len(cols), rows[0].line)
            sheets.append(Sheet(record.at(rows[0].line).puzzle(rows, cols), title=title))
            title, sides = "", []
    if sides:
        record.fail("a line for the columns is missing", sides[0][0].line)
    if not sheets:
        record.fail("the file is empty")
    return sheets


def _clues(record: Record, line: TextLine) -> list[ClueLine]:
    clues = []
    for word in line.text.split():
        if not _BLOCKS.keys() >= {*word}:
            record.fail(f"{word[:20]!r} is not a clue of letters A to Z", line.number)
        clues.append(ClueLine(Clue(map(_BLOCKS.__getitem__, word)), line.number))
    return clues


ROSETTA = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG, read, None)
