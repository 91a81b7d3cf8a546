"""picross: the format of picross-solver, one grid after another.

::

    # a comment
    GRID title
    ROWS
    [ 2 1 ]
    [ ]          an empty row
    COLUMNS
    [ 1 ]

Rows and columns may come in either order. Source: picross-solver's reader and writer.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import TooLarge
from nonosat.formats.base import Format, Holds, Record, TextLine, one_line
from nonosat.formats.clue_lines import sheet_of_parts, write_clue
from nonosat.model import Sheet

MAX_PUZZLES = 100_000


class _Draft:
    """One grid, collected from the lines read up to now."""

    def __init__(self, title: str, line: int) -> None:
        self.title, self.line = title, line
        self.sections: dict[str, list[TextLine]] = {}
        self.open = ""

    def sheet(self, record: Record) -> Sheet:
        """The puzzle, when all of its lines are known."""
        for name in ("ROWS", "COLUMNS"):
            if name not in self.sections:
                record.fail(f"the grid has no {name}", self.line)
        at = Record("", record.source, self.line)
        made = sheet_of_parts(at, self.sections["ROWS"], self.sections["COLUMNS"])
        return Sheet(made.puzzle, title=self.title)


def read(record: Record) -> list[Sheet]:
    """Read every grid."""
    sheets: list[Sheet] = []
    draft: _Draft | None = None
    for line in record.lines():
        text = line.text.strip()
        word = text.split(None, 1)[0] if text else ""
        if not text or text.startswith("#"):
            continue
        if word == "GRID":
            if draft is not None:
                sheets.append(draft.sheet(record))
            if len(sheets) == MAX_PUZZLES:
                raise TooLarge(f"more than {MAX_PUZZLES} puzzles", record.source, line.number)
            draft = _Draft(text[4:].strip(), line.number)
        elif draft is None:
            record.fail(f"{text[:20]!r} comes before the first GRID", line.number)
        elif text in ("ROWS", "COLUMNS"):
            if text in draft.sections:
                record.fail(f"a second list of {text}", line.number)
            draft.open = text
            draft.sections[text] = []
        elif not draft.open:
            record.fail(f"{text[:20]!r} is outside of ROWS and COLUMNS", line.number)
        elif not (text.startswith("[") and text.endswith("]") and len(text) > 1):
            record.fail(f"{text[:20]!r} is not a clue such as [ 2 1 ]", line.number)
        else:
            draft.sections[draft.open].append(TextLine(text[1:-1].strip() or "0", line.number))
    if draft is None:
        record.fail("there is no GRID in this file", record.line)
    return [*sheets, draft.sheet(record)]


def write(sheets: Sequence[Sheet]) -> str:
    """Write every grid."""
    return "\n".join(map(_written, sheets))


def _written(sheet: Sheet) -> str:
    lines = [f"GRID {one_line(sheet.title)}".rstrip()]
    for name, clues in (("ROWS", sheet.puzzle.rows), ("COLUMNS", sheet.puzzle.cols)):
        lines.append(name)
        lines += [f"[ {write_clue(clue, empty='')} ]".replace("  ", " ") for clue in clues]
    return "\n".join(lines) + "\n"


PICROSS = Format(Holds.CLUES | Holds.SEVERAL | Holds.OBLONG | Holds.TITLE, read, write)
