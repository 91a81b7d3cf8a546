"""keen: the clues of the rows, an empty line, the clues of the columns, as people type them.

::

    2 1      one row per line; 0 is an empty one
    3

    1        one column per line
    2

There is no header. The number of lines on each side is the size. Commas may stand
between blocks, and a letter behind each length is its color, ``2k 1r``. A second empty line is
refused, since it might mean an empty clue. ``?`` stands for a number that is not known. Known as webpbn's and gramcracker's "keen".
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import (
    Format,
    Holds,
    Line,
    Record,
    declared_size,
    ink_letters,
    make_puzzle,
)
from nonosat.formats.clue_lines import check_letters, read_clues, write_clue
from nonosat.formats.grid import LETTERS, inks_of_letters
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    parts: list[list[Line]] = [[]]
    gap = 0
    for line in record.lines():
        if line.text.strip():
            if gap and parts[-1]:
                parts.append([])
            if len(parts) > 2:
                what = "a second empty line (an empty row or column is written 0)"
                record.fail(what, gap)
            parts[-1].append(line)
            gap = 0
        elif parts[-1]:
            gap = gap or line.number
    if len(parts) < 2:
        record.fail("no empty line between the rows and the columns", record.line)
    rows, cols = parts
    declared_size(len(rows), len(cols), record, rows[0].number)
    try:
        palette, inks = inks_of_letters(record.text)
    except PuzzleError as err:
        raise ParseError(str(err), record.source, record.line) from err
    if inks is not None:
        check_letters(Record(line.text, record.source, line.number) for line in (*rows, *cols))
    clues = [read_clues(part, record, inks=inks, blots=True) for part in parts]
    return [Sheet(make_puzzle(record, clues[0], clues[1], palette))]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle.

    Raises:
        CannotHold: more inks than there are letters.
    """
    puzzle = sheets[0].puzzle
    colored = not puzzle.palette.is_black_and_white
    letters = ["", *ink_letters(puzzle.palette, LETTERS)] if colored else []
    rows, cols = (
        [write_clue(clue, letters=letters) for clue in clues]
        for clues in (puzzle.rows, puzzle.cols)
    )
    return "\n".join([*rows, "", *cols]) + "\n"


KEEN = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.BLOTS, read, write)
