"""cwc: cwd with colors, as webpbn exports it. Strictly positional.

Height, width and number of inks, one per line; the lengths of the rows, a blank line, the inks of
their blocks (from 1), a blank line, and the same for the columns. An empty clue is an empty line.
The file does not say what the inks look like. Source: webpbn's export.
"""

from collections.abc import Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, TextLine
from nonosat.formats.named.clue_lines import BLANKS, read_clues
from nonosat.model import MAX_INKS, Block, Clue, Sheet, default_palette


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
    if not 0 < inks <= MAX_INKS:
        record.fail(f"{inks} inks are not supported: 1 to {MAX_INKS}", lines[2].number)
    parts = _parts(record, lines, (height, height, width, width))
    rows, cols = (
        [
            _colored(record, clue, colors, inks)
            for clue, colors in zip(read_clues(lengths, record, BLANKS), colors, strict=True)
        ]
        for lengths, colors in (parts[:2], parts[2:])
    )
    return [Sheet(record.puzzle(rows, cols, default_palette(inks)))]


def _parts(
    record: Record, lines: Sequence[TextLine], counts: Sequence[int]
) -> list[Sequence[TextLine]]:
    """The four lists, with a blank line between them. Blank lines at the end are easily lost."""
    due = 3 + sum(counts) + len(counts) - 1
    last = lines[-1].number
    if len(lines) < due - 2:
        record.fail(f"{len(lines)} lines, expected {due}", last)
    if extra := next((line for line in lines[due:] if line.text.strip()), None):
        record.fail(f"{extra.text.strip()[:20]!r} behind the last of {due} lines", extra.number)
    lines = [*lines, *[TextLine("", last)] * 3]
    parts: list[Sequence[TextLine]] = []
    start = 3
    for count in counts:
        parts.append(lines[start : start + count])
        start += count + 1
        if lines[start - 1].text.strip():
            what = f"{lines[start - 1].text.strip()[:20]!r} where a blank line parts two lists"
            record.fail(what, lines[start - 1].number)
    return parts


def _colored(record: Record, line: ClueLine, colors: TextLine, inks: int) -> ClueLine:
    words = [] if colors.text.strip() == "0" else colors.text.split()
    numbers = [record.number(word, colors.number, "number of an ink") for word in words]
    if len(numbers) != len(line.clue):
        record.fail(f"{len(numbers)} inks for {len(line.clue)} blocks", colors.number)
    for ink in numbers:
        if not 0 < ink <= inks:
            record.fail(f"{ink} is not one of {inks} inks", colors.number)
    blocks = (Block(block.length, ink) for block, ink in zip(line.clue, numbers, strict=True))
    return ClueLine(Clue(blocks), line.line)


CWC = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG, read, None)
