"""headings: clues under "Rows" and "Columns", as people and programs write them into a text.

There is a clue a line below each word, ``Rows: 2 1, 3, 0``, ``Row 1: 2 1`` and so on, or YAML. The words
may be other usual ones, such as Across and Down, in any case, and rows or columns may come first. An
empty clue is 0 or, in YAML, []. A line before the first heading is the title. Blocks may have letters
behind them as colors; ``?`` is a number that is not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nonosat.errors import TooLarge
from nonosat.formats.base import Format, Holds, Record, TextLine, one_line
from nonosat.formats.clue_lines import sheet_of_parts, write_clue
from nonosat.formats.grid import inks_of_lines, suffixes
from nonosat.formats.sides import side_of
from nonosat.model import MAX_SIDE, Sheet

_HEADING = re.compile(
    r"[ \t#*\[]*(?P<name>[^\W\d][^\W\d_]*+(?:[ _-]_*+[^\W\d_]++){0,2}+)[ \t_]*+(?P<number>[0-9]{1,5})?[\])*]*[ \t]*"
    r"(?:[:=][ \t]*(?P<rest>.*)|)\Z"
)
_LETTERED = re.compile(r"(?P<name>[rRcC])[ \t]+(?P<clue>[0-9][0-9 \t]*)\Z")
"""A line for each row or column."""
_SIZE = re.compile(r"\w?[ \t]*[0-9]+[ \tx,]+[0-9]+\Z")
_TITLE = re.compile(r"title[ \t]*[:=][ \t]*(.*)\Z", re.IGNORECASE)
_TEMPLATE = re.compile(r"`(\s*[^\W\d][^`:\n]*:[ \t]*\n[^`]*)`")
"""A string of JavaScript or TypeScript that begins with a heading."""
_NONE = frozenset(
    ("-", "\N{EN DASH}", "\N{EM DASH}", "[]", "{}", "()", "empty", "none", '""', "''")
)


def read(record: Record) -> list[Sheet]:
    """Read the puzzle, or the one in each template string of a program."""
    strings = [
        record._replace(
            content=match[1], line=record.line + record.text.count("\n", 0, match.start())
        )
        for match in _TEMPLATE.finditer(record.text)
    ]
    return [_read_one(one) for one in strings or [record]]


def _read_one(record: Record) -> Sheet:
    sides: dict[str, list[TextLine]] = {}
    title = ""
    side: list[TextLine] | None = None
    is_comment = False
    for line in record.lines():
        text = line.text.strip()
        if lettered := _LETTERED.match(text):
            lettered_side = sides.setdefault(_axis(lettered["name"]), [])
            lettered_side.append(TextLine(lettered["clue"], line.number))
            continue
        match = _HEADING.match(text)
        axis = _axis(match["name"]) if match else ""
        if match and axis and (match["number"] is None or match["rest"] is not None):
            is_comment = text.startswith("#")
            if sides.get(axis) and match["number"] is None:
                record.fail(f"a second list of {axis}s", line.number)
            side = sides.setdefault(axis, [])
            side += _headed(record, match, axis, len(side) + 1, line.number)
        elif is_comment and text.startswith(("#", "-")):
            side = None if text[0] == "#" else side  # another part, or a rule between groups
        elif side is not None and text:
            side.append(_clue(line))
            if len(side) > MAX_SIDE:  # a megabyte of them would take seconds
                record.fail(f"more than {MAX_SIDE} clues of one side", line.number, TooLarge)
        elif text and not title and not side and not _SIZE.match(text) and not is_comment:
            found = _TITLE.match(text)
            title = one_line(found[1] if found else text.strip("# "))
    for axis in ("row", "column"):
        if not sides.get(axis):
            record.fail(f"there are no clues of {axis}s")
    rows, cols = _without_ends(sides["row"], sides["column"])
    palette, inks = inks_of_lines([*rows, *cols], record)
    return replace(sheet_of_parts(record, rows, cols, palette, inks, blots=True), title=title)


def _headed(
    record: Record, heading: re.Match[str], axis: str, due: int, line: int
) -> list[TextLine]:
    """Return the clues behind a heading: one if it has a number, which must be the next."""
    rest = heading["rest"] or ""
    if heading["number"] is None:
        return [_clue(TextLine(part, line)) for part in _parted(rest)] if rest else []
    if int(heading["number"]) != due:
        record.fail(f"{axis} {heading['number']}, expected {due}", line)
    return [_clue(TextLine(rest, line))]


def _axis(name: str) -> str:
    return {"r": "row", "c": "column"}.get(name.lower()) or side_of(name)


def _without_ends(rows: list[TextLine], cols: list[TextLine]) -> list[list[TextLine]]:
    """The clues without the 0 at their ends, if each of several has one."""
    sides = [rows, cols]
    words = [line.text.split()[-2:] for line in (*rows, *cols)]
    if not all(
        two[-1:] == ["0"] and (len(two) < 2 or two[0].strip("0").isdigit()) for two in words
    ):
        return sides
    return [[line._replace(text=line.text[:-1].strip() or "0") for line in side] for side in sides]


def _parted(text: str) -> list[str]:
    """Return the clues on one line, split at semicolons, slashes or bars, else at commas."""
    for sign in ";/|":
        if sign in text:
            return text.strip(f" \t{sign}").split(sign)
    bracketed = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    if bracketed and not re.sub(r"[\[({][^\[\](){}]*[\])}]", "", text).strip(" \t,[](){}"):
        return bracketed
    return text.strip(" \t,").split(",")


def _clue(line: TextLine) -> TextLine:
    """A clue without the brackets, bullets and quotation marks around it."""
    text = line.text.strip()
    bullet = re.match(r"(?:[-*•]|[0-9]{1,5}[:)])[ \t]+(?=\S)", text)
    text = (text[bullet.end() :] if bullet else text).rstrip(",;")
    return TextLine(
        "0" if text in _NONE or not text else text.strip(" \t[](){}\"'") or "0", line.number
    )


def write(sheets: Sequence[Sheet]) -> str:
    (sheet,) = sheets
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    title = one_line(sheet.title)
    lines = [f"Title: {title}", ""] if title else []
    lines += ["Rows:", *(write_clue(clue, letters=letters) for clue in puzzle.rows), ""]
    lines += ["Columns:", *(write_clue(clue, letters=letters) for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


HEADINGS = Format(
    Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.TITLE | Holds.BLOTS, read, write
)
