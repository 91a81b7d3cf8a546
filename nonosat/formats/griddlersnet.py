"""griddlersnet: pages and scripts of griddlers.net, which hold the clues of a puzzle.

They assign ``topHeader`` and ``leftHeader``: a list for each column or row, and in it a pair for each
block, the number of its color and its length. Neither names the colors, so default ones stand for
them. The puzzles belong to their authors, so nothing is written, and nothing is ever run. Sources:
programs that load such scripts.
"""

from __future__ import annotations

import re

from nonosat.errors import TooLarge
from nonosat.formats.base import ClueLine, Format, Holds, Record
from nonosat.formats.program_data import Items, Tokens
from nonosat.model import MAX_INKS, Block, Clue, Sheet, default_palette

_HEADERS = {"leftHeader": "rows", "topHeader": "columns"}


def read(record: Record) -> list[Sheet]:
    rows, cols = (_header(record, name, what) for name, what in _HEADERS.items())
    record.check_size(len(rows.values), len(cols.values), rows.line)
    sides = [[_pairs(record, clue, side.line) for clue in side.values] for side in (rows, cols)]
    numbers = sorted({color for side in sides for clue in side for color, _ in clue})
    if len(numbers) > MAX_INKS:
        record.fail(f"{len(numbers)} inks, and at most {MAX_INKS} are supported", 0, TooLarge)
    inks = {number: ink for ink, number in enumerate(numbers, 1)}
    row_clues, col_clues = (
        [ClueLine(Clue(Block(n, inks[color]) for color, n in clue), side.line) for clue in clues]
        for side, clues in zip((rows, cols), sides, strict=True)
    )
    palette = default_palette(max(1, len(numbers)))
    return [Sheet(record.at(rows.line).puzzle(row_clues, col_clues, palette))]


def _header(record: Record, name: str, what: str) -> Items:
    match = re.search(rf"\b{name}[\"']?\s*[:=]\s*(?=\[)", record.text)
    if match is None:
        record.fail(f"there is no {name} with the clues of the {what}")
    line = record.line + record.text.count("\n", 0, match.end())
    return Tokens(Record(record.text[match.end() :], record.source, line), r"//[^\n]*").items()


def _pairs(record: Record, clue: int | str | Items, line: int) -> list[tuple[int, int]]:
    """Color and length of each block."""
    pairs = []
    for block in clue.values if isinstance(clue, Items) else [clue]:
        match block:
            case Items(values=[int(color), int(length)]) if length > 0:
                pairs.append((color, length))
            case _:
                record.fail("a block is a pair of a color's number and a length", line)
    return pairs


GRIDDLERSNET = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG, read, None)
