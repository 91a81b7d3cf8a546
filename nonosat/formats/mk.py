"""mk: the format of a Slovak program of that name, read by Olšák's grid and by pbnsolve too.

::

    H W      height, then width
    2 1      H rows; 0 is an empty line
    #        alone between rows and columns
    1        W columns

Sources: grid.c 1.2 (its mk mode), pbnsolve, and files found; the program mk itself is lost.

What other formats of bare clue lines share with mk stands here as functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.formats.base import (
    ClueLine,
    Line,
    Record,
    counted_lines,
    declared_size,
    make_puzzle,
    number,
    parse_clue,
)
from nonosat.model import Clue, Sheet


def read_header(
    lines: Sequence[Line], record: Record, first: str, second: str
) -> tuple[int, int, Line, Sequence[Line]]:
    """Read two numbers off the first line that is not blank.

    Args:
        first, second: what the numbers mean, for errors.

    Returns:
        Both numbers, their line, and the lines behind it.
    """
    start = next((i for i, line in enumerate(lines) if line.text.strip()), None)
    if start is None:
        record.fail("the file is empty", record.line)
    header = lines[start]
    words = header.text.split()
    if len(words) != 2:
        what = header.text.strip()[:20]
        record.fail(f"the first line must be {first} and {second}, not {what!r}", header.number)
    one, two = (
        number(word, record, header.number, name)
        for word, name in zip(words, (first, second), strict=True)
    )
    return one, two, header, lines[start + 1 :]


def read_clues(lines: Iterable[Line], record: Record, separators: str) -> list[ClueLine]:
    """Read one clue a line; a blank line and a lone 0 are the empty clue."""
    return [
        ClueLine(parse_clue(line.text, record, line.number, separators=separators), line.number)
        for line in lines
    ]


def pick_clues(
    lines: Sequence[Line], count: int, record: Record, what: str, at: Line, separators: str
) -> list[ClueLine]:
    """Read `count` clues from `lines`, which follow the line `at`, by the rule of blank lines."""
    if not lines:
        record.fail(f"0 {what} clues where {count} are due", at.number)
    return read_clues(counted_lines(lines, count, record, what), record, separators)


def spell(clue: Clue, separator: str = " ", empty: str = "0") -> str:
    """The text of a clue without colors."""
    return separator.join(str(block.length) for block in clue) or empty


class Mk:
    """Header, rows, ``#``, columns."""

    holds = frozenset({"clues", "oblong"})
    binary = False

    def read(self, record: Record) -> list[Sheet]:
        """Read the puzzle; commas between blocks are taken too, as pbnsolve does."""
        height, width, header, body = read_header(record.lines(), record, "height", "width")
        declared_size(height, width, record, header.number)
        marks = [i for i, line in enumerate(body) if line.text.startswith("#")]
        if len(marks) != 1:
            at = body[marks[1]] if marks else (body or [header])[-1]
            what = "a second line with #" if marks else "no line with # behind the rows"
            record.fail(what, at.number)
        parts = body[: marks[0]], body[marks[0] + 1 :]
        found = tuple(sum(bool(line.text.strip()) for line in part) for part in parts)
        if height != width and found == (width, height):
            record.fail(
                f"{width} rows and {height} columns follow; "
                f"the first line must be height, then width: {width} {height}",
                header.number,
            )
        rows = pick_clues(parts[0], height, record, "row", header, " \t,")
        cols = pick_clues(parts[1], width, record, "column", body[marks[0]], " \t,")
        return [Sheet(make_puzzle(record, rows, cols))]

    def write(self, sheets: Sequence[Sheet]) -> str:
        """Write the puzzle; an empty line is 0, since grid takes a blank line for the end."""
        puzzle = sheets[0].puzzle
        lines = [f"{puzzle.height} {puzzle.width}", *map(spell, puzzle.rows)]
        lines += ["#", *map(spell, puzzle.cols)]
        return "\n".join(lines) + "\n"
