"""Petr Olšák's ``.g``, as his program grid reads it (also pbnsolve, nonogrid, number-loom).

Free text, then optional colors behind a ``#d`` line, then the rows and the columns, each behind a
line that starts with ``:``. There are no sizes: every line of a section is a clue, an empty one
too. Source: grid 1.2 and its manual. Colors have X11 names.

The free text is ours to interpret: its first line is the title, lines such as ``Author: name``
are credits, the rest is kept as a note. Grid ignores all of it.
"""

import re
from collections.abc import Sequence
from typing import Any

from nonosat.formats.base import CREDITS, Format, Holds, Record, TextLine, ink_letters, one_line
from nonosat.formats.named.clue_lines import read_clues, write_clue
from nonosat.formats.palettes import palette_of_letters
from nonosat.model import BLACK_AND_WHITE, Palette, Sheet
from nonosat.model.css_colors import color_name, parse_color

_COLOR = re.compile(r"[ \t]*([^ \t,:]):(?:([^ \t])(?=[ \t])|[ \t]|(?=#))[ \t]*([^ \t]+)(.*)")
_LABEL = re.compile(r"(title|author|copyright|license|source|id):(.*)", re.IGNORECASE)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&()*+-;<=>?@[]^_{|}~"


def read(record: Record) -> list[Sheet]:
    """Read the puzzle; blank lines in a section are empty clues."""
    lines = record.lines()
    if lines and not record.text.endswith("\n") and not lines[-1].text.strip():
        lines.pop()  # a line is ended by a newline, so this is not an empty column
    if not lines:
        record.fail("the file is empty", 0)
    if lines[0].text[:1].isdigit():
        record.fail("a .g file cannot start with a digit", lines[0].number)
    marks = [at for at, line in enumerate(lines) if line.text[:1] in (":", "#")]
    rows_at = next((at for at in marks if lines[at].text[0] == ":"), len(lines))
    cols_at = next((at for at in marks if at > rows_at), len(lines))
    end = next((at for at in marks if at > cols_at and lines[at].text[0] == ":"), len(lines))
    for at, name in ((rows_at, "rows"), (cols_at, "columns")):
        if at == len(lines):
            record.fail(f"no line that starts with ':' and begins the {name}", lines[-1].number)
    palette, inks = _colors(record, lines[marks[0] : rows_at])
    rows, cols = lines[rows_at + 1 : cols_at], lines[cols_at + 1 : end]
    place = record.at(lines[rows_at].number)
    place.check_size(len(rows), len(cols))
    clues = [read_clues(side, record, inks=inks) for side in (rows, cols)]
    return [Sheet(place.puzzle(clues[0], clues[1], palette), **_credits(lines[: marks[0]]))]


def write(sheets: Sequence[Sheet]) -> str:
    """Write one puzzle; credits go on one line each."""
    (sheet,) = sheets
    puzzle, palette = sheet.puzzle, sheet.puzzle.palette
    texts = {label: one_line(getattr(sheet, label)) for label in CREDITS}
    # The title has its label too: bare, it could be the sign of another format.
    lines = [f"{label.capitalize()}: {text}" for label, text in texts.items() if text]
    suffixes = ["", ""]
    if [color.rgb for color in palette.colors] != [c.rgb for c in BLACK_AND_WHITE.colors]:
        suffixes[1:] = ink_letters(palette, _LETTERS)
        default = 1 if palette.is_black_and_white else 0
        default = next((i for i in palette.inks if palette.colors[i].rgb == "#000000"), default)
        lines += ["#d", _color_line("0", " ", palette, 0)]
        for ink in palette.inks:
            letter, shown = ("1", "X") if ink == default else (suffixes[ink], suffixes[ink])
            lines.append(_color_line(letter, shown, palette, ink))
        suffixes[default] = ""
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        lines += [f": {name}", *(write_clue(clue, empty="", letters=suffixes) for clue in clues)]
    lines.append(":")
    return "\n".join(lines) + "\n"


def _colors(record: Record, lines: Sequence[TextLine]) -> tuple[Palette, dict[str, int] | None]:
    """Read the lines from the first ``#`` one on: the palette, and the ink of each suffix."""
    if not lines:
        return BLACK_AND_WHITE, None
    opening = lines[0].text[:2].lower()
    if opening == "#t":
        record.fail("triddlers are not supported", lines[0].number)
    if opening != "#d":
        record.fail("only '#d' can come here, which begins the colors", lines[0].number)
    declared: dict[str, tuple[str, str]] = {}
    for line in lines[1:]:
        if line.text.strip():
            letter, name, rgb = _color(record, line)
            if letter in declared:
                record.fail(f"color {letter!r} is declared twice", line.number)
            declared[letter] = name, rgb
    declared.pop("6", None)  # the outside of a triddler; means nothing in a rectangle
    paper, rgb = declared.pop("0", ("white", "#ffffff"))
    inks = {"" if letter == "1" else letter: look for letter, look in declared.items()}
    return palette_of_letters(record, inks, False, lines[0].number, (paper or "background", rgb))


def _color(record: Record, line: TextLine) -> tuple[str, str, str]:
    """One color line: the suffix in clues, a name or "", ``#rrggbb``."""
    match = _COLOR.match(line.text)
    if match is None or (match[1].isdigit() and match[1] not in "016"):
        record.fail(f"{line.text[:20]!r} is not a color such as 'r:%  #D00000  red'", line.number)
    letter, _, word, comment = match.groups()
    comment = one_line(comment)
    if re.search(r"[/\\]", word) or re.match(r"[<>]{2}", comment):
        record.fail("triangles are not supported", line.number)
    rgb = parse_color(word, x11=True)
    if not rgb:
        record.fail(f"unknown color {word[:20]!r}", line.number)
    return letter, comment or ("" if word.startswith("#") else word.lower()) or color_name(rgb), rgb


def _credits(lines: Sequence[TextLine]) -> dict[str, Any]:
    credits: dict[str, Any] = {}
    rest = []
    for line in lines:
        text = line.text.strip()
        label = _LABEL.match(text)
        if label and label[1].lower() not in credits:
            credits[label[1].lower()] = label[2].strip()
        elif text and "title" not in credits:
            credits["title"] = text
        elif text:
            rest.append(text)
    return credits | {"notes": (("comment", "\n".join(rest)),) if rest else ()}


def _color_line(letter: str, shown: str, palette: Palette, index: int) -> str:
    color = palette.colors[index]
    # A comment that begins with < and > would make the color a triangle.
    comment = one_line(color.name).lstrip("<> ")
    return f"{letter}:{shown}  {color.rgb.upper()}   {comment}".rstrip()


OLSAK = Format(
    Holds.CLUES | Holds.COLORS | Holds.RGB | Holds.NAMES | Holds.OBLONG | Holds.CREDITS, read, write
)
