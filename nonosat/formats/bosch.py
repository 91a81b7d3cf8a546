"""bosch: the data of Robert Bosch's integer program, which pbnsolve reads as "lp".

::

    number_of_rows: 4
    number_of_columns: 5
    row_1 number_of_clusters: 2 size(s): 2 1
    column_5 number_of_clusters: 0 size(s):

The text is words separated by blanks. The word before a colon can be anything, and the rows and
columns can come in any order. Source: pbnsolve, which says that the program reads by position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle, number
from nonosat.formats.clue_lines import MAX_CLUE, write_clue
from nonosat.model import Block, Clue, Sheet

_LINE = re.compile(r"(row|column)_([0-9]{1,6})\Z")


class _Words:
    """The words of the text in order, each with its line number."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._words = [(word, line.number) for line in record.lines() for word in line.text.split()]
        self._at = 0

    def more(self) -> bool:
        """Return True if there is another word."""
        return self._at < len(self._words)

    def next(self, due: str) -> tuple[str, int]:
        """Return the next word and its line."""
        if not self.more():
            line = self._words[-1][1] if self._words else self._record.line
            self._record.fail(f"the file ends, expected {due}", line)
        self._at += 1
        return self._words[self._at - 1]

    def number(self, label: str | None) -> int:
        """Return the number after a label; None accepts any word with a colon as the label."""
        due = label or "a word with a colon"
        word, line = self.next(due)
        if word.lower() != label if label else not word.endswith(":"):
            self._record.fail(f"{word[:20]!r}, expected {due}", line)
        text, line = self.next("a number")
        return number(text, self._record, line)


def read(record: Record) -> list[Sheet]:
    """Read the puzzle."""
    words = _Words(record)
    sizes = [words.number(label) for label in ("number_of_rows:", "number_of_columns:")]
    declared_size(sizes[0], sizes[1], record, record.line)
    found: dict[str, dict[int, ClueLine]] = {"row": {}, "column": {}}
    while words.more():
        word, line = words.next("a row or column")
        match = _LINE.match(word)
        if match is None:
            record.fail(f"{word[:20]!r}, expected a row or column such as row_1", line)
        axis, at = match[1], int(match[2])
        if not 0 < at <= sizes[axis == "column"]:
            record.fail(f"{word} is not one of {sizes[axis == 'column']}", line)
        if at in found[axis]:
            record.fail(f"{word} is there twice", line)
        found[axis][at] = ClueLine(_clue(record, words, word, line), line)
    clues = []
    for axis, size in zip(found, sizes, strict=True):
        if len(found[axis]) != size:
            missing = next(at for at in range(1, size + 1) if at not in found[axis])
            record.fail(f"{axis}_{missing} is missing", record.line)
        clues.append([found[axis][at] for at in range(1, size + 1)])
    return [Sheet(make_puzzle(record, clues[0], clues[1]))]


def _clue(record: Record, words: _Words, name: str, line: int) -> Clue:
    count = words.number(None)
    if count > MAX_CLUE:
        record.fail(f"{name} cannot have {count} blocks", line)
    label, at = words.next("a word with a colon")
    if not label.endswith(":"):
        record.fail(f"{label[:20]!r}, expected a word with a colon", at)
    blocks = []
    for _ in range(count):
        text, at = words.next("a block length")
        length = number(text, record, at, "block length")
        if not length:
            record.fail("a block cannot have length 0; an empty line has 0 blocks", at)
        blocks.append(Block(length))
    return Clue(blocks)


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle, rows first, each on three lines: the program reads by position."""
    puzzle = sheets[0].puzzle
    lines = [f"number_of_rows: {puzzle.height}", f"number_of_columns: {puzzle.width}"]
    for axis, clues in (("row", puzzle.rows), ("column", puzzle.cols)):
        lines.append("")
        for at, clue in enumerate(clues, 1):
            sizes = f"size(s): {write_clue(clue, empty='')}".rstrip()
            lines += [f"{axis}_{at}", f"number_of_clusters: {len(clue)}", sizes]
    return "\n".join(lines) + "\n"


BOSCH = Format(Holds.CLUES | Holds.OBLONG, read, write)
