"""taai: problem files of the TAAI, TCGA and ICGA tournaments, a stream of square puzzles.

::

    $1       number of the problem
    1<TAB>1  N columns; an empty line is an empty clue
    2        N rows

N is not stated: it is half the number of lines up to the next ``$``. A twin file holds the
solutions: N lines of N tokens 0 or 1 behind each ``$k``. Source: generator and reader of a contest
program, and recorded files.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from nonosat.errors import TooLarge
from nonosat.formats.base import MAX_BYTES, ClueLine, Holds, Record, TextLine, stream_format
from nonosat.formats.named.clue_lines import BLANKS, read_clues, write_clue
from nonosat.model import Grid, Sheet

_MARK = re.compile(r"\$([0-9]+)[ \t]*\Z")


def split(lines: Iterable[str], source: str = "<string>") -> Iterator[tuple[int, str]]:
    """Yield the lines from one ``$`` to before the next; blank lines before the first drop."""
    record: list[str] = []
    start = size = 0
    for at, line in enumerate(lines, 1):
        if line.startswith("$") and record:
            yield start, "\n".join(record) + "\n"
            record = []
        if not record:
            if not line.strip():
                continue
            start, size = at, 0
        size += len(line) + 1
        if size > MAX_BYTES:
            raise TooLarge(f"a problem of more than {MAX_BYTES} bytes", source, start)
        record.append(line)
    if record:
        yield start, "\n".join(record) + "\n"


def _sheet(record: Record) -> Sheet:
    """Read a problem, or its solution in the twin file."""
    mark, *lines = record.lines()
    match = _MARK.match(mark.text)
    if match is None:
        what = mark.text[:20]
        record.fail(f"a problem begins with $ and its number, not with {what!r}", mark.number)
    picture = _picture(lines)
    if picture is not None:
        return record.picture(picture, id=match[1])
    half = max(1, len(lines) // 2)
    record.check_size(half, half, mark.number)
    clues = _without_tail(read_clues(lines, record, BLANKS), lines)
    side, odd = divmod(len(clues), 2)
    if odd or not side:
        record.fail(f"{len(clues)} clue lines, expected as many columns as rows", mark.number)
    return Sheet(record.puzzle(clues[side:], clues[:side]), id=match[1])


def write(sheets: Sequence[Sheet]) -> str:
    """Write problems; the id of a sheet is its number if it is one, else its position."""
    lines = []
    for position, sheet in enumerate(sheets, 1):
        known = sheet.id.isascii() and sheet.id.isdigit()
        lines.append(f"${sheet.id if known else position}")
        lines += [write_clue(clue, "\t", "") for clue in (*sheet.puzzle.cols, *sheet.puzzle.rows)]
    return "".join(f"{line}\n" for line in lines)


def _picture(lines: Sequence[TextLine]) -> Grid | None:
    """The solution, if the lines are as many as the tokens of each, and all tokens 0 or 1."""
    if lines and lines[0].text.strip("01 \t"):
        return None
    rows = [line.text.split() for line in lines]
    while rows and not rows[-1]:
        rows.pop()
    side = len(rows)
    if side == 1 and len(lines) > 1:
        return None  # the clues of a column and of an empty row
    if not rows or any(len(row) != side or not {"0", "1"}.issuperset(row) for row in rows):
        return None
    return Grid(side, side, bytes(token == "1" for row in rows for token in row))


def _without_tail(clues: list[ClueLine], lines: Sequence[TextLine]) -> list[ClueLine]:
    """Drop blank lines behind the last row until there are as many columns as rows.

    A blank line is an empty clue as long as columns and rows have equal totals with it; if no
    number of dropped lines makes them equal, none is dropped.
    """
    if lines and lines[-1].text.strip():
        return clues
    totals = list(accumulate((sum(b.least for b in clue) for clue, _ in clues), initial=0))
    for count in range(len(clues), 0, -1):
        if count % 2 == 0 and 2 * totals[count // 2] == totals[count]:
            return clues[:count]
        if lines[count - 1].text.strip():
            break
    return clues


TAAI = stream_format(Holds.CLUES | Holds.ID, _sheet, write, split)
