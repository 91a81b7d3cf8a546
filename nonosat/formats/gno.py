"""gno: the files of Gnonograms, in sections under ``[headings]``; only three letters count.

::

    [Description]     name, author, date, difficulty: one per line
    [Dimensions]      rows, then columns
    [Row clues]       one per line, 0 for an empty one
    [Column clues]
    [Solution grid]   one row per line: 1 blank, 2 filled
    [Working grid]    0 unknown, 1 blank, 2 filled

Blank lines mean nothing. Source: the program's reader and writer, and its manual.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from nonosat.errors import ParseError
from nonosat.formats.base import (
    Format,
    Holds,
    Record,
    TextLine,
    declared_size,
    fitting_goals,
    is_slip,
    make_puzzle,
    number,
    one_line,
    refuse_count,
    sheet_of_picture,
)
from nonosat.formats.clue_lines import counted_lines, read_clues, write_clue
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Puzzle, Sheet

_HEADING = re.compile(r"[ \t]*\[[ \t]*([a-z]{3})[^\]]*\]?", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}")
_KNOWN = frozenset(("des", "lic", "dim", "row", "col", "sol", "wor", "sta", "loc", "ori", "his"))


def read(record: Record) -> list[Sheet]:
    """Read the puzzle, with its picture and an unfinished game."""
    sections = _sections(record)
    height, width, at = _size(record, sections)
    goal = _grid(record, sections, "sol", height, width)
    if "row" in sections or "col" in sections or goal is None:
        puzzle = _puzzle(record, sections, height, width, at)
    else:
        puzzle = sheet_of_picture(record, _picture(record, goal, sections["sol"])).puzzle
    goals = []
    if goal is not None:
        line = sections["sol"][0].number
        goals.append((_picture(record, goal, sections["sol"]), line))
    work = _grid(record, sections, "wor", height, width)
    saved = None
    if work is not None and {*work} & {1, 2}:
        masks = ({1: 1, 2: 2}.get(cell, 3) for cell in work)
        saved = Domains.of_cells(height, width, 2, masks)
    fitting, guesses = fitting_goals(record, puzzle, goals)
    sheet = Sheet(puzzle, fitting, saved, guesses=guesses)
    return [_credited(sheet, sections)]


def _sections(record: Record) -> dict[str, list[TextLine]]:
    """Map the three letters of each heading to the section's lines that are not blank."""
    found: dict[str, list[TextLine]] = {}
    body: list[TextLine] | None = None
    for line in record.lines():
        match = _HEADING.match(line.text)
        if match:
            name = match[1].lower()
            if name in found and name in _KNOWN:
                record.fail(f"a second section {line.text.strip()[:20]!r}", line.number)
            body = found[name] = []
        elif body is not None and line.text.strip():
            body.append(TextLine(line.text.strip(), line.number))
    return found


def _size(record: Record, sections: dict[str, list[TextLine]]) -> tuple[int, int, int]:
    lines = sections.get("dim", [])
    words = [(word, line.number) for line in lines for word in re.split(r"[ \t,]+", line.text)]
    if len(words) != 2:
        at = lines[0].number if lines else record.line
        record.fail("[Dimensions] must have two numbers: rows, then columns", at)
    height, width = (number(word, record, line) for word, line in words)
    declared_size(height, width, record, words[0][1])
    return height, width, words[0][1]


def _puzzle(
    record: Record, sections: dict[str, list[TextLine]], height: int, width: int, at: int
) -> Puzzle:
    parts = []
    for name, what, count in (("row", "row", height), ("col", "column", width)):
        lines = sections.get(name, [])
        if not lines:
            record.fail(f"no {what} clues, expected {count}", at)
        for line in lines:
            if "?" in line.text:
                what = "clues with ?, which Gnonograms shows when a line is too hard to number"
                record.fail(f"{what}, are not supported", line.number)
        parts.append(lines)
    try:
        rows, cols = (
            counted_lines(lines, count, record, what)
            for lines, count, what in zip(parts, (height, width), ("row", "column"), strict=True)
        )
    except ParseError as err:
        if not is_slip((len(parts[0]), len(parts[1])), (height, width)):
            raise
        clues = [read_clues(part, record) for part in parts]
        refuse_count(err, clues[0], clues[1], BLACK_AND_WHITE, (height, width))
    return make_puzzle(record, read_clues(rows, record), read_clues(cols, record))


def _grid(
    record: Record, sections: dict[str, list[TextLine]], name: str, height: int, width: int
) -> bytes | None:
    """Return the numbers of a picture, row by row; None if the file has no such picture."""
    lines = sections.get(name)
    if not lines:
        return None
    if len(lines) != height:
        record.fail(f"the picture has {len(lines)} rows, the puzzle {height}", lines[0].number)
    cells = bytearray()
    for line in lines:
        words = line.text.split()
        if len(words) != width:
            what = f"this row has {len(words)} cells, the puzzle is {width} wide"
            record.fail(what, line.number)
        for word in words:
            if word not in ("0", "1", "2", "3"):
                record.fail(
                    f"{word[:20]!r} is not a cell: 0 unknown, 1 blank, 2 filled", line.number
                )
        cells += bytes(map(int, words))
    return bytes(cells)


def _picture(record: Record, cells: bytes, lines: Sequence[TextLine]) -> Grid:
    width = len(cells) // len(lines)
    for at, cell in enumerate(cells):
        if cell not in (1, 2):
            record.fail(f"{cell} is not a cell of a finished picture", lines[at // width].number)
    return Grid(len(lines), width, bytes(cell - 1 for cell in cells))


def _credited(sheet: Sheet, sections: dict[str, list[TextLine]]) -> Sheet:
    """Add title, author, date and difficulty. Empty lines are skipped, as in the program."""
    title, *rest = [line.text for line in sections.get("des", [])] or [""]
    notes = []
    if rest and re.fullmatch(r"[0-9]{1,3}", rest[-1]):
        notes.append(("difficulty", rest.pop()))
    dates = [text for text in rest if _DATE.search(text)]
    notes += [("date", text) for text in dates]
    author = ", ".join(text for text in rest if text not in dates)
    license = " ".join(line.text for line in sections.get("lic", []))
    return Sheet(
        sheet.puzzle,
        sheet.goals,
        sheet.saved,
        title=unquote(title),
        author=author,
        license=license,
        notes=tuple(notes),
    )


def write(sheets: Sequence[Sheet]) -> str:
    """Write the puzzle. The program itself takes 5 to 54 cells a side."""
    (sheet,) = sheets
    puzzle = sheet.puzzle
    sides = (puzzle.height, puzzle.width)
    title = one_line(sheet.title).replace("%", "%25").replace("[", "%5B")
    lines = ["[Description]", title] if title else []
    lines += ["[Dimensions]", *map(str, sides)]
    for name, clues in (("Row", puzzle.rows), ("Column", puzzle.cols)):
        lines += [f"[{name} clues]", *(write_clue(clue, ", ") for clue in clues)]
    if sheet.goals:
        rows = sheet.goals[0].drawn(["1", "2"])
        lines += ["[Solution grid]", *map(" ".join, rows)]
    if sheet.saved:
        text = "".join("_120"[mask] for mask in sheet.saved.cells())
        starts = range(0, len(text), puzzle.width)
        lines += ["[Working grid]", *(" ".join(text[at : at + puzzle.width]) for at in starts)]
    return "\n".join(lines) + "\n"


GNO = Format(Holds.CLUES | Holds.GOAL | Holds.SAVED | Holds.OBLONG | Holds.TITLE, read, write)
