"""cwc: cwd with colors, as webpbn exports it. Strictly positional.

Height, width and number of inks, one per line; the lengths of the rows, a blank line, the inks of
their blocks (from 1), a blank line, and the same for the columns. An empty clue is an empty line.
The file does not say what the inks look like. Source: webpbn's export.
"""

from collections.abc import Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine
from nonosat.formats.named.clue_lines import BLANKS, read_clues
from nonosat.model import Block, Clue, Sheet, default_palette


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; its inks get the default colors."""
    lines = record.lines()
    if len(lines) < 3:
        record.fail("three lines must begin the file: height, width, number of inks")
    names = ("height", "width", "number of inks")
    height, width, inks = (
        record.number(line.text.strip(), line.number, name)
        for line, name in zip(lines, names, strict=False)
    )
    record.check_size(height, width, lines[0].number)
    with record.errors_at(lines[2].number):
        palette = default_palette(inks)
    due = 3 + 2 * height + 2 * width + 3
    last = lines[-1].number
    if len(lines) < due - 2:  # blank lines at the end are easily lost
        record.fail(f"{len(lines)} lines, expected {due}", last)
    lines = [*lines, *[TextLine("", last)] * 3]
    parts: list[Sequence[TextLine]] = []
    start = 3
    for count in (height, height, width, width):
        parts.append(lines[start : start + count])
        start += count
        gap = lines[start : start + 1] if len(parts) < 4 else lines[start:]
        for line in gap:
            if line.text.strip():
                what = f"{line.text.strip()[:20]!r} where a blank line parts two lists"
                record.fail(what, line.number)
        start += 1
    rows, cols = (
        [
            _colored(record, clue, colors)
            for clue, colors in zip(read_clues(lengths, record, BLANKS), colors, strict=True)
        ]
        for lengths, colors in (parts[:2], parts[2:])
    )
    return [Sheet(record.puzzle(rows, cols, palette))]


def _colored(record: Record, line: ClueLine, colors: TextLine) -> ClueLine:
    words = [] if colors.text.strip() == "0" else colors.text.split()
    numbers = [record.number(word, colors.number, "number of an ink") for word in words]
    if len(numbers) != len(line.clue):
        record.fail(f"{len(numbers)} inks for {len(line.clue)} blocks", colors.number)
    blocks = (Block(block.length, ink) for block, ink in zip(line.clue, numbers, strict=True))
    return ClueLine(Clue(blocks), line.line)


CWC = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG, read, None)
