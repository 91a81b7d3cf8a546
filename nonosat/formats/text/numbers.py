"""numbers: clues without a sign of any format, as people and their programs write them.

The order of sizes and sides is what the clues fit. Where they fit two orders, rows come first, and
`Sheet.guesses` says so. Signs that only decorate are taken away: quotation marks, brackets, ``;`` behind
each clue, and the filled cell in front of a length, as in ``#,2,#,1``. Rules and words are skipped
between sides and puzzles, but a word inside of a side is an error. ``r #d00000`` declares a color.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import Format, Holds, Record, TextLine
from nonosat.formats.text.clue_lines import sheet_of_parts
from nonosat.formats.text.grid import inks_of_lines
from nonosat.formats.text.layout import ROWS_FIRST, Layout, read_first
from nonosat.model import Palette, Puzzle, Sheet
from nonosat.model.css_colors import color_name, free_name, parse_color

_GAP = (None, "", None)
LAYOUTS = (
    Layout(size="height width", also=",", colored=True),
    Layout(size="width height", also=",", colored=True),
    Layout(size="height\nwidth", marks=_GAP, also=",", colored=True),
    Layout(size="width\nheight", marks=_GAP, also=",", colored=True),
    Layout(size="side", also=",", colored=True),
    Layout(size="height width", marks=("", "", None), also=","),
    Layout(size="width height", marks=("", "", None), also=","),
    Layout(size="height width", counted=True),
    Layout(size="height\nwidth", counted=True),
    Layout(size="width\nheight", counted=True),
    Layout(size="height\nwidth", end="|", also=","),
    Layout(size="height width", end="|", also=","),
    Layout(size="width height", end="|", also=","),
    Layout(marks=_GAP, also=",", colored=True),
    Layout(marks=_GAP, counted=True),
    Layout(end="|", also=","),
)
MAX_GROUPS = 4
"""Groups of lines of one puzzle among several: two sizes and two sides."""
MAX_GAPS = 100
_SIZE = re.compile(r"[ \t]*([0-9]{1,5})[ \t]*[xX\u00d7,;][ \t]*([0-9]{1,5})[ \t]*\Z")
_SIZES = re.compile(r"[ \t]*[0-9]+(?:(?:,|[ \t]+)[0-9]+){3}[ \t]*\Z")
_MARGIN = re.compile(r"[ \t]*##+(?:[, \t]|\Z)")
_RULE = re.compile(r"(?:[^\w\s?,;\"'()\[\]{}]|[_ \t])+\Z")
_WORDS = re.compile(
    r"(?=.{0,200}\Z)(?:(?![lIoO| ,]*\Z)[^\d?]*[^\W\d_]{2}[^\d?]*\Z|(?i:\W*(?:puzzle|nonogram|picture|level)\W*\d+\W*\Z))"
)
_LABEL = re.compile(r"\A[ \t]*[^\W\d_]{2,}[ \t]*[:=][ \t]*(?=[0-9][0-9 ,]*[;|/,])")
_FILLED = re.compile(r"(?:[#xX],[0-9]{1,5},?)+\Z")
_QUOTED = re.compile(
    r"[ \t]*(?:\"[0-9 ,]*\"|'[0-9 ,]*')(?:[ \t]*[,;][ \t]*(?:\"[0-9 ,]*\"|'[0-9 ,]*'))*[ \t]*\Z"
)
_GROUP = r"[\[({][ \t]*+([0-9]*+(?:[ \t,]++[0-9]++)*+)[ \t]*+[\])}]"
_SIDE = rf"{_GROUP}(?:[ \t,;]*+{_GROUP})*+"
_GROUPS = re.compile(rf"[ \t]*(?:{_SIDE}|[\[({{][ \t]*{_SIDE}[ \t]*[\])}}])[,;]?\Z")
_COLOR = re.compile(r"[ \t]*([a-zA-Z])[ \t:=]+(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})[ \t]*\Z")
_LETTERED = re.compile(r"[ \t]*(?:[0-9]{1,5}:[a-zA-Z](?:[ \t,]+|\Z))+\Z")
_CLUE = re.compile(r"[ \t]*(?:[0-9]+|\?)[a-zA-Z]?(?:[ \t,|]+(?:[0-9]+|\?)[a-zA-Z]?)*[ \t]*\Z")
WRITE_HEADINGS = "write Rows: above the rows and Columns: above the columns"
"""Advice that always works."""


def read(record: Record) -> list[Sheet]:
    """Read the one puzzle of a text, or those between its rules, words and blank lines."""
    text = _Text(record)
    whole, error = text.one(range(len(text.plain)))
    several, later = text.several()
    if whole and several:
        what = f"these lines are one puzzle or {len(several)}, since both fit"
        record.fail(f"{what}: {WRITE_HEADINGS} of each puzzle")
    sheets = [whole] if whole else several
    if not sheets:
        raise later or error or ParseError("there are no clues", record.source)
    return [_colored(sheet, text.colors) for sheet in sheets]


def is_meant(record: Record) -> bool:
    """Return True if lines begin with the number of their blocks, sides with that of their lines, or
    each side is a line of brackets: no other format has these."""
    text = _Text(record)
    filled = [at for at, line in enumerate(text.plain) if line]
    starts = [at for before, at in pairwise((-2, *filled)) if at > before + 1]
    if len(starts) == 2:
        lengths = filled.index(starts[1]), len(filled) - filled.index(starts[1])
        if [text.plain[at] for at in starts] == [str(length - 1) for length in lengths]:
            return True
    is_bracketed = sum("|" in line for line in text.plain) == 2 and "|" not in record.text
    return is_bracketed or text.is_led(range(len(text.plain)))


def is_made_of_clues(record: Record) -> bool:
    """Return True if the lines of a text are clues, rules and a few words, most of them clues."""
    text = _Text(record)
    filled = [line for line in text.plain if line]
    longest = max(map(len, text.words.values()), default=0)
    return len(text.words) <= len(filled) and longest < 40 and all(map(_CLUE.match, filled))


class _Text:
    """The lines of a text without signs that only decorate, by their place from 0."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.plain: list[str] = []
        self.rules: dict[int, str] = {}
        self.words: dict[int, str] = {}
        self.colors: dict[str, str] = {}
        """Letter -> its declared color."""
        self.lines = record.lines()
        texts = [_LABEL.sub("", line.text.rstrip()) for line in self.lines]
        filled = [text for text in texts if text]
        self.is_ended = len(filled) > 2 and all(
            text.endswith(";") and ";" not in text[:-1] for text in filled
        )
        two = "/" if "/" in "".join(filled) else ","
        is_two = len(filled) == 2 and all(
            re.fullmatch(f"[0-9 {'' if two == ',' else ','}]+(?:{two}[0-9 ,]+)+", text)
            for text in filled
        )
        for at, text in enumerate(texts):
            text = text.removesuffix(";") if self.is_ended else text
            self.plain.append(self._bare(text.replace(two, "|") if is_two else text, at))
        first = next((at for at, text in enumerate(self.plain) if text), 0)
        words = "".join(self.plain[first : first + 1]).split()
        if self.colors and words[2:] == [str(len(self.colors))]:
            self.plain[first] = f"{words[0]} {words[1]}"  # the third number is that of the colors

    def _bare(self, text: str, at: int) -> str:
        text = re.sub(r"\A[ \t]*\|(.*)\|\Z", r"\1", text)
        if size := _SIZE.match(text):
            return f"{size[1]} {size[2]}"
        if _RULE.match(text):
            self.rules[at] = text.strip()
            return ""
        if _WORDS.match(text):
            self.words[at] = text.strip()
            return ""
        if color := _COLOR.match(text):
            self.colors[color[1]] = parse_color(color[2])
            return ""
        if _FILLED.match(text):
            return ",".join(re.findall("[0-9]+", text))
        if _LETTERED.match(text):
            return text.replace(":", "")
        if _QUOTED.match(text):
            return "|".join(one or two for one, two in re.findall("\"([^\"]*)\"|'([^']*)'", text))
        if _GROUPS.match(text):
            return "|".join(one.strip() or "0" for one in re.findall(_GROUP, text))
        return text

    def one(self, span: range) -> tuple[Sheet | None, ParseError | None]:
        """Return the puzzle of some lines, or the error that helps most."""
        found: dict[frozenset[object], Sheet] = {}
        errors = []
        for sizes, reading in self._readings(span):
            try:
                sheet = reading()
                if sizes is not None:  # else a rule is part of the layout
                    self._check_words(span, sizes, sheet.puzzle)
                found.setdefault(frozenset((sheet.puzzle.rows, sheet.puzzle.cols)), sheet)
            except ParseError as err:
                errors.append(err)
        if len(found) > 1:
            both = (f"{one.puzzle.width}x{one.puzzle.height}" for one in found.values())
            what = f"these lines fit puzzles of {' and '.join(both)}: {WRITE_HEADINGS}"
            return None, ParseError(what, self.record.source, self.record.line + span[0])
        if not found and self.is_led(span):
            errors = [err for err in errors if "the first number is" in err.what] or errors
        return next(iter(found.values()), None), max(errors, key=_weight, default=None)

    def is_led(self, span: range) -> bool:
        """Return True if most lines begin with the number of their blocks, or sides with that of lines."""
        words = [self.plain[at].split() for at in span if self.plain[at]]
        led = sum(line[0] == str(len(line) - 1) for line in words)
        return len(words) > 4 and led >= len(words) - 3 and max(map(len, words)) > 2

    def several(self) -> tuple[list[Sheet], ParseError | None]:
        """Return the puzzles of the groups of lines, if each group or some in a row are one."""
        filled = [at for at, text in enumerate(self.plain) if text]
        ends = [at for at, after in pairwise((*filled, len(self.plain) + 1)) if after > at + 1]
        starts = [at for before, at in pairwise((-2, *filled)) if at > before + 1]
        sheets: list[Sheet] = []
        at = 0
        while at < len(starts):
            errors = []
            for count in range(1, min(MAX_GROUPS, len(starts) - at) + 1):
                sheet, error = self.one(range(starts[at], ends[at + count - 1] + 1))
                if sheet and min(sheet.puzzle.height, sheet.puzzle.width) > 1:
                    sheets.append(sheet)
                    at += count
                    break
                errors += [(_weight(error)[0], count > 1, error)] if error else []
            else:
                error = max(errors, key=lambda one: one[:2])[2] if errors else None
                return [], error if sheets else None
        return sheets if len(sheets) > 1 else [], None

    def _readings(self, span: range) -> Iterator[tuple[set[int] | None, Callable[[], Sheet]]]:
        """Yield places of sizes, and what may read the other lines as one puzzle."""
        record = self.record.at(self.record.line + span.start)
        filled = [at for at in span if self.plain[at]]
        lines = [TextLine(self.plain[at], self.record.line + at) for at in filled]
        if not lines:
            return
        content = "\n".join(self.plain[at] for at in span)
        first = len(lines[0].text.split())
        gaps = [at for at in range(1, len(filled)) if filled[at] > filled[at - 1] + 1]
        for one in LAYOUTS:  # a look at the lines is faster than to read them
            if one.end not in f"{lines[-1].text}\n" or (one.marks[0] is not None and not gaps):
                continue
            if not one.size or first == (2 if " " in one.size else 1):
                sizes = {*filled[: len(one.size.split("\n")) if one.size else 0]}
                yield sizes, partial(_first, one, record._replace(content=content))
        count = int(lines[0].text) if re.fullmatch("[0-9]{1,5}", lines[0].text) else len(lines)
        if 0 < count < len(lines) - 2 and lines[count + 1].text == str(len(lines) - count - 2):
            # Each side begins with the number of its lines.
            sizes = {filled[0], filled[count + 1]}
            yield sizes, partial(_split, record, lines[1 : count + 1], lines[count + 2 :])
        if self.is_ended and not gaps:
            gaps = [len(lines) // 2] if len(lines) % 2 == 0 else []
        parts = [lines[at:end] for at, end in pairwise((0, *gaps, len(lines)))]
        pairs = [*zip(parts[::2], parts[1::2], strict=False)]
        apart = [abs(_cells(rows) - _cells(cols)) for rows, cols in pairs]
        if len(parts) in range(4, MAX_GAPS, 2) and max(apart) in (1, 2) and "?" not in content:
            # These are several puzzles, one of them with a mistake.
            yield set(), partial(_split, record, *pairs[apart.index(max(apart))])
            gaps = []
        ruled = [gap for gap in gaps if not self._is_blank(filled[gap - 1], filled[gap])]
        for gap in gaps if self.is_ended or 1 < len(gaps) < MAX_GAPS else ():
            if len({*ruled, gap}) == len(gaps):  # no blank line is inside of a side
                yield set(), partial(_split, record, lines[:gap], lines[gap:])
        if sides := _margins(
            [line for line in self.lines[span.start : span.stop] if line.text.strip()]
        ):
            yield None, partial(sheet_of_parts, record, *sides)

    def _is_blank(self, start: int, end: int) -> bool:
        """Return True if no rule or word is in between; a lone sign may be an empty clue."""
        places = range(start, end)
        return not any(at in self.words or len(self.rules.get(at, "")) > 1 for at in places)

    def _check_words(self, span: range, sizes: set[int], puzzle: Puzzle) -> None:
        """Refuse words that are inside of a side, and rules in the place of empty clues."""
        words = [at for at in span if at in self.words]
        rules = [at for at in span if at in self.rules]
        filled = [at for at in span if (words or rules) and self.plain[at] and at not in sizes]
        if rules and len(filled) not in (2, puzzle.height + puzzle.width):
            what = f"{self.rules[rules[0]][:20]!r} is not an empty clue"
            self.record.fail(what, self.record.line + rules[0])
        cols = puzzle.width if len(filled) == puzzle.height + puzzle.width else len(filled) // 2
        after = {at: sum(place > at for place in filled) for at in (*words, *rules)}
        inside = {at for at in after if 0 < after[at] < len(filled)}
        for at in sorted(inside):
            if after[at] != cols and (at in words or cols not in after.values()):
                what = f"{(self.words.get(at) or self.rules[at])[:20]!r} is inside of a side"
                self.record.fail(f"{what}, and is not a clue", self.record.line + at)


def _weight(err: ParseError) -> tuple[bool, int]:
    """The larger, the more of a text was understood."""
    return isinstance(err.__cause__, PuzzleError), err.line


def _cells(lines: Sequence[TextLine]) -> int:
    return sum(int(word) for line in lines for word in re.findall("[0-9]{1,5}", line.text))


def _first(layout: Layout, record: Record) -> Sheet:
    return read_first([layout], record)[0]


def _split(record: Record, rows: Sequence[TextLine], cols: Sequence[TextLine]) -> Sheet:
    palette, inks = inks_of_lines([*rows, *cols], record)
    sheet = sheet_of_parts(record, rows, cols, palette, inks, blots=True)
    return replace(sheet, guesses=() if record.named else (ROWS_FIRST,))


def _colored(sheet: Sheet, colors: dict[str, str]) -> Sheet:
    """The sheet in the colors that the text declares."""
    if not colors:
        return sheet
    taken: set[str] = set()
    looks = []
    for name, rgb, char in sheet.puzzle.palette.colors:
        rgb = colors.get(char, rgb)
        look = color_name(rgb) or (char if char in colors else name)
        looks.append((free_name(taken, look), rgb, char))
    puzzle = Puzzle(sheet.puzzle.rows, sheet.puzzle.cols, Palette.of(looks))
    return replace(sheet, puzzle=puzzle)


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


NUMBERS = Format(
    Holds.CLUES | Holds.COLORS | Holds.BLOTS | Holds.OBLONG | Holds.SEVERAL, read, None
)
