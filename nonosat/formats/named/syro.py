"""syro: the texts of JSolver: a line a clue, which 0 ends; a line with # ends the rows, and the columns."""

from nonosat.formats.base import Format, Holds, Record, TextLine
from nonosat.formats.named.clue_lines import sheet_of_parts
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    parts: list[list[TextLine]] = [[]]
    for text, at in record.lines():
        words = text.split()
        if words == ["#"]:
            parts.append([])
        elif words:
            if words[-1] != "0":
                record.fail("this line has no 0 at its end", at)
            parts[-1].append(TextLine(" ".join(words[:-1]) or "0", at))
    if not parts[-1]:
        parts.pop()
    if len(parts) != 2:
        record.fail(f"{len(parts)} sides, expected 2 with # behind each", 0)
    return [sheet_of_parts(record, parts[0], parts[1])]


SYRO = Format(Holds.CLUES | Holds.OBLONG, read, None)
