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

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from nonosat.formats.base import Format, Holds, Record, TextLine, one_line
from nonosat.formats.named.clue_lines import sized_puzzle, write_clue
from nonosat.model import BLACK_AND_WHITE, Domains, Grid, Sheet

_HEADING = re.compile(r"\[[ \t]*([a-z]{3})[^\]]*\]?", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}")
_KNOWN = frozenset(("des", "lic", "dim", "row", "col", "sol", "wor", "sta", "loc", "ori", "his"))


def read(record: Record) -> list[Sheet]:
    """Read the puzzle, with its picture and an unfinished game."""
    sections = _sections(record)
    height, width, at = _size(record, sections)
    solution = _cells(record, sections.get("sol", []), height, width, "12")
    work = _cells(record, sections.get("wor", []), height, width, "0123")
    goal = Grid(height, width, bytes(cell - 1 for cell in solution)) if solution else None
    crossed: tuple[str, ...] = ()
    if "row" in sections or "col" in sections or goal is None:
        parts = [sections.get(name, []) for name in ("row", "col")]
        puzzle, crossed = sized_puzzle(record.at(at), parts, (height, width), BLACK_AND_WHITE)
    else:
        puzzle = record.picture(goal).puzzle
    saved = None
    if {*work} & {1, 2} and not crossed:
        masks = ({1: 1, 2: 2}.get(cell, 3) for cell in work)
        saved = Domains.of_cells(height, width, 2, masks)
    goals = [(goal, sections["sol"][0].number)] if goal else []
    fitting, guesses = record.fitting_goals(puzzle, goals)
    return [Sheet(puzzle, fitting, saved, guesses=crossed + guesses, **_credits(sections))]


def _sections(record: Record) -> dict[str, list[TextLine]]:
    """Map the three letters of each heading to the section's lines that are not blank."""
    found: dict[str, list[TextLine]] = {}
    body: list[TextLine] = []
    for line in record.lines():
        text = line.text.strip()
        if match := _HEADING.match(text):
            name = match[1].lower()
            if name in found and name in _KNOWN:
                record.fail(f"a second section {text[:20]!r}", line.number)
            body = found[name] = []
        elif text:
            body.append(TextLine(text, line.number))
    return found


def _size(record: Record, sections: dict[str, list[TextLine]]) -> tuple[int, int, int]:
    lines = sections.get("dim", [])
    words = [(word, line.number) for line in lines for word in re.split(r"[ \t,]+", line.text)]
    if len(words) != 2:
        at = lines[0].number if lines else record.line
        record.fail("[Dimensions] must have two numbers: rows, then columns", at)
    height, width = (record.number(word, line) for word, line in words)
    record.check_size(height, width, words[0][1])
    return height, width, words[0][1]


def _cells(
    record: Record, lines: Sequence[TextLine], height: int, width: int, known: str
) -> list[int]:
    """Return the numbers of a picture, row by row; none if the file has no such picture."""
    if len(lines) not in (0, height):
        record.fail(f"the picture has {len(lines)} rows, the puzzle {height}", lines[0].number)
    cells: list[int] = []
    for line in lines:
        words = line.text.split()
        if len(words) != width or not {*words} <= {*known}:
            what = f"this is not a row of {width} cells: 1 blank, 2 filled"
            record.fail(what if known == "12" else f"{what}, 0 unknown", line.number)
        cells += map(int, words)
    return cells


def _credits(sections: Mapping[str, Sequence[TextLine]]) -> dict[str, Any]:
    """Return title, author, license, date and difficulty. Empty lines are skipped, as in the program."""
    title, *rest = [line.text for line in sections.get("des", [])] or [""]
    notes = []
    if rest and re.fullmatch(r"[0-9]{1,3}", rest[-1]):
        notes.append(("difficulty", rest.pop()))
    notes += [("date", text) for text in rest if _DATE.search(text)]
    return {
        "title": unquote(title),
        "author": ", ".join(text for text in rest if not _DATE.search(text)),
        "license": " ".join(line.text for line in sections.get("lic", [])),
        "notes": tuple(notes),
    }


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
        lines += ["[Solution grid]", *map(" ".join, sheet.goals[0].drawn(["1", "2"]))]
    if sheet.saved:
        text = "".join("_120"[mask] for mask in sheet.saved.cells())
        starts = range(0, len(text), puzzle.width)
        lines += ["[Working grid]", *(" ".join(text[at : at + puzzle.width]) for at in starts)]
    return "\n".join(lines) + "\n"


GNO = Format(Holds.CLUES | Holds.GOAL | Holds.SAVED | Holds.OBLONG | Holds.TITLE, read, write)
