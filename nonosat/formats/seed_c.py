"""seed-c: numbers of a square puzzle, each line ended by 0: ``3, 2, 0, 0, 1, 1, 0, ... 0``.

N, then N rows and N columns, each its blocks and a 0, then one more 0. An empty line is its 0
alone. Line breaks count as blanks. Source: README of a Portuguese student project, which probably
stops at the first two zeros in a row; here the 2N lines are counted instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle, number
from nonosat.model import Block, Clue, Sheet


def _numbers(record: Record) -> Iterator[tuple[int, int]]:
    """Each number between commas, with its line."""
    at = record.line
    for word in record.text.rstrip().split(","):
        bare = word.strip(" \t\n")
        line = at + word[: word.find(bare)].count("\n")
        yield number(bare, record, line), line
        at += word.count("\n")


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; the closing 0 may be missing, or be there twice."""
    if not record.text.strip():
        record.fail("the file is empty", record.line)
    numbers = _numbers(record)
    side, at = next(numbers)
    declared_size(side, side, record, at)
    clues = []
    blocks: list[Block] = []
    for value, at in numbers:
        if value:
            blocks.append(Block(value))
            continue
        clues.append(ClueLine(Clue(blocks), at))
        blocks = []
        if len(clues) == 2 * side:
            break
    if len(clues) < 2 * side:
        open_end = ", and the last lacks its 0" if blocks else ""
        record.fail(f"{len(clues)} clues ended by 0 where {2 * side} are due{open_end}", at)
    puzzle = make_puzzle(record, clues[:side], clues[side:])
    for count, (value, at) in enumerate(numbers):
        if value or count == 2:
            record.fail(f"{value} stands behind the last of {2 * side} clues", at)
    return [Sheet(puzzle)]


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle on one line; its program of origin may stop at an empty line."""
    puzzle = sheets[0].puzzle
    numbers = [str(puzzle.height)]
    for clue in puzzle.clues:
        numbers += [*(block.number for block in clue), "0"]
    return ", ".join([*numbers, "0"]) + "\n"


SEED_C = Format(Holds.CLUES, read, write)
