"""numbers: clues without a sign of any format, as people and their programs write them.

The order of sizes and sides is what the clues fit. Where they fit two orders, rows come first, and
`Sheet.guesses` says so. Signs that only decorate are taken away: quotation marks, rules between the
sides, ``;`` behind each clue, and the filled cell in front of a length, as in ``#,2,#,1``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.errors import ParseError
from nonosat.formats.base import Format, Holds, Record, TextLine
from nonosat.formats.clue_lines import sheet_of_parts
from nonosat.formats.layout import Layout, read_first
from nonosat.model import Sheet

_GAP = (None, "", None)
LAYOUTS = (
    Layout(size="height width", also=","),
    Layout(size="width height", also=","),
    Layout(size="height\nwidth", marks=_GAP, also=","),
    Layout(size="width\nheight", marks=_GAP, also=","),
    Layout(size="height width", marks=("", "", None), also=","),
    Layout(size="width height", marks=("", "", None), also=","),
    Layout(size="height\nwidth", counted=True),
    Layout(size="width\nheight", counted=True),
    Layout(size="height\nwidth", end="|", also=","),
    Layout(marks=_GAP, also=",", colored=True),
    Layout(end="|", also=","),
)
_SIZE = re.compile(r"[ \t]*([0-9]{1,5})[ \t]*[xX\u00d7,;][ \t]*([0-9]{1,5})[ \t]*\Z")
_SIZES = re.compile(r"[ \t]*[0-9]+(?:(?:,|[ \t]+)[0-9]+){3}[ \t]*\Z")
_MARGIN = re.compile(r"[ \t]*##+(?:[, \t]|\Z)")
_RULE = re.compile(r"[ \t]*(?:([-=_~*|/+.])\1*|##+)[ \t]*\Z")
_FILLED = re.compile(r"(?:[#xX],[0-9]{1,5},?)+\Z")
_QUOTED = re.compile(
    r"[ \t]*(?:\"[0-9 ,]*\"|'[0-9 ,]*')(?:[ \t]*[,;][ \t]*(?:\"[0-9 ,]*\"|'[0-9 ,]*'))*[ \t]*\Z"
)


def read(record: Record) -> list[Sheet]:
    """Read the puzzle in the first layout that it fits."""
    lines = record.lines()
    texts = _plain(lines)
    filled = [*filter(None, texts)]
    sizes = len(re.findall("[0-9]+", filled[0])) if filled else 0
    # A look at the lines is faster than to read them.
    layouts = [
        one
        for one in LAYOUTS
        if (not one.size or sizes == (1 if "\n" in one.size else 2))
        and (one.marks[0] is None or len(filled) < len(texts))
    ]
    try:
        return read_first(layouts, record._replace(content="\n".join(texts)))
    except ParseError:
        sides = _margins([line for line in lines if line.text.strip()])
        if sides is None:
            raise
        return [sheet_of_parts(record, *sides)]


def _margins(lines: Sequence[TextLine]) -> tuple[list[TextLine], list[TextLine]] | None:
    """Return the rows and columns of a text with its column clues written vertically, as in print.

    Either the text begins with four numbers (the width, the height and the sizes of both margins),
    or a line of # separates the margins.
    """
    rule = next((at for at, line in enumerate(lines) if _MARGIN.match(line.text)), 0)
    high = rule
    if not rule and not (lines and _SIZES.match(lines[0].text)):
        return None
    words = [re.split(",|[ \t]+", line.text.strip(" \t")) for line in lines]
    if not rule:
        width, height, high, left = map(int, words[0])
        if {*map(len, words[1 + high :])} != {left} or len(words) != 1 + high + height:
            return None
        if {*map(len, words[1 : 1 + high])} != {width}:
            return None
    upper = [line.text.split(",") for line in lines[:rule]] or words[1 : 1 + high]
    if not high or len({*map(len, upper)}) != 1:
        return None
    start = lines[0 if rule else 1].number
    cols = [TextLine(_blocks(clue), start) for clue in zip(*upper, strict=True)]
    below = high + 1  # behind the rule, or the sizes
    rows = [TextLine(_blocks(words[at]), lines[at].number) for at in range(below, len(lines))]
    return rows, cols


def _blocks(words: Sequence[str]) -> str:
    return " ".join(word for word in words if word.strip(" \t0")) or "0"


def _plain(lines: Sequence[TextLine]) -> list[str]:
    """The lines without signs that only decorate, and with a blank line between two sides."""
    texts = [line.text.rstrip() for line in lines]
    filled = [text for text in texts if text]
    if len(filled) > 2 and all(text.endswith(";") and ";" not in text[:-1] for text in filled):
        texts = [text[:-1] for text in filled]
        if len(texts) % 2 == 0 and len(texts) == len(lines):
            texts.insert(len(texts) // 2, "")
    elif len(filled) == 2 and all(re.fullmatch("[0-9 ]+(?:,[0-9 ]+)+", text) for text in filled):
        texts = [text.replace(",", "|") for text in filled]
    return [*map(_bare, texts)]


def _bare(text: str) -> str:
    if size := _SIZE.match(text):
        return f"{size[1]} {size[2]}"
    if _RULE.match(text):
        return ""
    if _FILLED.match(text):
        return ",".join(re.findall("[0-9]+", text))
    if _QUOTED.match(text):
        return "|".join(one or two for one, two in re.findall("\"([^\"]*)\"|'([^']*)'", text))
    return text


NUMBERS = Format(Holds.CLUES | Holds.COLORS | Holds.BLOTS | Holds.OBLONG, read, None)
