"""rosetta: the puzzles of Rosetta Code's task "Nonogram solver": two lines, rows and columns.

``C BA CB`` are the clues 3, 2 1 and 3 2: each word is a line, each letter a block, A = 1, B = 2. A
puzzle of lines longer than 26 blocks, or with an empty line, cannot be written so. Blank lines part puzzles.
Other lines are titles, as ``--puzzle 1 -> boat``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from string import ascii_uppercase

from nonosat.errors import CannotHold
from nonosat.formats.base import (
    ClueLine,
    Format,
    Holds,
    Record,
    TextLine,
    declared_size,
    make_puzzle,
    one_line,
)
from nonosat.model import Block, Clue, Sheet

_BLOCKS = {letter: Block(length) for length, letter in enumerate(ascii_uppercase, 1)}


def read(record: Record) -> list[Sheet]:
    """Read every puzzle."""
    filled = [line for line in record.lines() if line.text.strip()]
    if not filled:
        record.fail("the file is empty", record.line)
    lines = [line for line in filled if not _is_title(line.text)]
    titles = {
        after: line.text.rpartition("->")[2].strip(" -")
        for line, after in pairwise(filled)
        if _is_title(line.text)
    }
    if len(lines) % 2:
        record.fail("a line for the columns is missing", lines[-1].number)
    sheets = []
    for at in range(0, len(lines), 2):
        rows, cols = (_clues(record, line) for line in lines[at : at + 2])
        declared_size(len(rows), len(cols), record, lines[at].number)
        place = Record("", record.source, lines[at].number)
        title = one_line(titles.get(lines[at], ""))
        sheets.append(Sheet(make_puzzle(place, rows, cols), title=title))
    return sheets


def _is_title(text: str) -> bool:
    return text.startswith("--") or any(map(str.islower, text))


def _clues(record: Record, line: TextLine) -> list[ClueLine]:
    clues = []
    for word in line.text.split():
        if not _BLOCKS.keys() >= {*word}:
            record.fail(f"{word[:20]!r} is not a clue of letters A to Z", line.number)
        clues.append(ClueLine(Clue(map(_BLOCKS.__getitem__, word)), line.number))
    return clues


def write(sheets: Sequence[Sheet]) -> str:
    """Write every puzzle.

    Raises:
        CannotHold: an empty line, or a block longer than 26.
    """
    parts = []
    for sheet in sheets:
        for clues in (sheet.puzzle.rows, sheet.puzzle.cols):
            if not all(clues):
                raise CannotHold("rosetta has no empty lines")
            parts.append(" ".join("".join(map(_letter, clue)) for clue in clues) + "\n")
        parts.append("\n")
    return "".join(parts[:-1])


def _letter(block: Block) -> str:
    length = int(block.number)
    if length > len(ascii_uppercase):
        raise CannotHold(f"rosetta has no blocks longer than {len(ascii_uppercase)}")
    return ascii_uppercase[length - 1]


ROSETTA = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG, read, write)
