"""headings: clues under "Rows" and "Columns", as people and programs write them into a text.

There is a clue a line below each word, ``Rows: 2 1, 3, 0``, ``Row 1: 2 1`` and so on, or YAML. The words
may be other usual ones, such as Across and Down, in any case, and rows or columns may come first. An
empty clue is 0 or, in YAML, [] or nothing behind its dash. A line before the first heading is the title.
Blocks may have letters behind them as colors; ``?`` is a number that is not known.

YAML is read by its rules as far as clues need them: lists in dashes or brackets, texts in quotes or
behind ``|``, comments. A library would not be smaller, since texts without YAML need the same lines, and
files that a plain installation reads would need an extra. Between a heading and the end of its clues,
what is not understood is an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from nonosat.errors import ParseError, TooLarge
from nonosat.formats.base import Format, Holds, Record, TextLine, one_line
from nonosat.formats.text.clue_lines import sheet_of_parts, write_clue
from nonosat.formats.text.grid import inks_of_lines, suffixes
from nonosat.formats.text.sides import plain_name, side_of
from nonosat.model import MAX_SIDE, Sheet

_HEADING = re.compile(
    r"[ \t#*\[]*(?:-[ \t]+)?(?P<name>[^\W\d][^\W\d_]*+(?:[ _-]_*+[^\W\d_]++){0,2}+)[ \t_]*+(?P<number>[0-9]{1,5})?[\])*]*[ \t]*"
    r"(?:[:=][ \t]*(?P<rest>.*)|)\Z"
)
_LETTERED = re.compile(r"(?P<name>[rRcC])[ \t]+(?P<clue>[0-9][0-9 \t]*)\Z")
"""A line for each row or column."""
_SIZE = re.compile(r"\w?[ \t]*[0-9]+[ \tx,]+[0-9]+\Z")
_TITLE = re.compile(r"[ \t-]*(?:title|name)[ \t]*[:=][ \t]*(.*)\Z", re.IGNORECASE)
_SIZES = {
    **dict.fromkeys(("height", "nrows", "rowcount", "numrows", "numberofrows"), "row"),
    **dict.fromkeys(("width", "ncols", "colcount", "columncount", "numcols", "numberofcolumns"), "column"),
    **dict.fromkeys(("size", "dimensions"), "both"),
}  # fmt: skip
"""Names of sizes -> the side whose lines they count."""
_SHORT = {**dict.fromkeys(("r", "h", "hor"), "row"), **dict.fromkeys(("c", "v", "ver"), "column")}
_LABELLED = re.compile(r"(?<![^\W\d_])([^\W\d_]++[ _]?[0-9]{1,5})[ \t]*+[:=]")
"""A numbered heading; a line may have several."""
_SPELLINGS = (
    (re.compile(r"\A([ \t-]*)([\"'])(\w[\w -]*)\2[ \t]*:"), r"\1\3:"),  # a key in quotation marks
    (
        re.compile(r"\A([^\W\d]++)[ \t]*+\|?[ \t]*+(?<=[ \t|])(?=[0-9][0-9 ,]*+[;|/])"),
        r"\1: ",
    ),  # rows 2;1
    (
        re.compile(r"\A([^\W\d_]+)[ \t]*\([ \t]*([0-9]{1,5})[ \t]*\)[ \t]*:?\Z"),
        r"\1: \2",
    ),  # rows (2):
    (re.compile(r"\A([0-9]{1,5})[ \t]+([^\W\d_]+s)[ \t]*:?\Z"), r"\2: \1"),  # 2 rows
    (re.compile(r"\A((?i:rows|columns|cols))[ \t]+([0-9]{1,5})\Z"), r"\1: \2"),
)
_TEMPLATE = re.compile(r"`(\s*[^\W\d][^`:\n]*:[ \t]*\n[^`]*)`")
"""A string of JavaScript or TypeScript that begins with a heading."""
_NONE = frozenset(
    ("-", "\N{EN DASH}", "\N{EM DASH}", "[]", "{}", "()", "empty", "none", '""', "''")
)
_BULLET = re.compile(r"(?:[*\u2022]|[0-9]{1,5}[:)])[ \t]+(?=\S)")
_DASHES = re.compile(r"[ \t]*(?:-(?:[ \t]+|\Z))*")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_RULE = re.compile(r"([-=_~*/+.])\1+\Z")
_WORDS = re.compile(r"(?=.{0,200}\Z)[^0-9?]*[^\W\d]{2}[^0-9?]*\Z")
_AROUND = " \t[](){}\"'"


def read(record: Record) -> list[Sheet]:
    """Read every puzzle; in a program, those of its template strings."""
    strings = [
        record._replace(
            content=match[1], line=record.line + record.text.count("\n", 0, match.start())
        )
        for match in _TEMPLATE.finditer(record.text)
    ]
    return [sheet for one in strings or [record] for sheet in _Reader(one).read()]


class _List:
    """The clues of one side under a heading, or behind numbered ones."""

    def __init__(self, line: int) -> None:
        self.line = line
        """Of the heading; 0 if each clue has its own."""
        self.count: int | None = None
        """A lone number behind the heading, which is a size or the only clue."""
        self.is_full = False
        """The clues are behind the heading, so that none follow below."""
        self.clues: list[TextLine] = []
        self.indent: int | None = None
        """Characters before the dashes of its clues."""
        self.is_open = False
        """Nothing was behind the last dash or heading: what is below belongs to it."""


class _Reader:
    """Goes through the lines, and makes a sheet of each pair of sides."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.sheets: list[Sheet] = []
        self._begin()

    def _begin(self) -> None:
        self.sides: dict[str, list[_List]] = {"row": [], "column": []}
        self.sizes: list[tuple[str, list[int], int]] = []
        """A side or both, its numbers, and their line."""
        self.title = ""
        self.now: _List | None = None
        self.is_comment = False
        self.gaps: list[int] = []
        """The lines below an empty line that continue the clues above it."""

    @property
    def _is_complete(self) -> bool:
        return all(any(one.clues for one in lists) for lists in self.sides.values())

    def read(self) -> list[Sheet]:
        is_gap = False
        for line in self.record.lines():
            text = line.text
            if not _TITLE.match(text):
                text = re.sub(r"(?<![ \t])[ \t]+#(?:[ \t].*)?\Z", "", text)
            if text.strip():
                self._line(TextLine(text, line.number), is_gap)
            is_gap = not text.strip()
        self._finish()
        return self.sheets

    def _line(self, line: TextLine, is_gap: bool) -> None:
        labelled = _LABELLED.split(line.text)
        if len(labelled) > 3 and not labelled[0].strip():
            for label, clue in zip(labelled[1::2], labelled[2::2], strict=True):
                self._line(TextLine(f"{label}: {clue.strip(' ,;')}", line.number), is_gap)
            return
        for pattern, plain in _SPELLINGS:
            line = line._replace(text=pattern.sub(plain, line.text))
        text = line.text.strip()
        if titled := _TITLE.match(text):
            if self._is_complete:
                self._finish()
            self.title, self.now = self.title or one_line(titled[1]), None
        elif lettered := _LETTERED.match(text):
            clue = TextLine(lettered["clue"], line.number)
            self._numbered(_axis(lettered["name"])).clues.append(clue)
        elif (match := _HEADING.match(text)) and _is_heading(match):
            self.is_comment = text.startswith("#")
            self._heading(match, line.number)
        elif text.startswith("#"):
            self.now = None if self.is_comment else self.now  # another part, or a comment
        elif match and match["rest"] is not None:
            self._key(match, line.number)
        elif self.now is not None and is_gap and _WORDS.match(text) and text not in _NONE:
            self.now = None
        elif self.now is not None:
            if not _RULE.match(text) and not (self.is_comment and text.startswith("-")):
                if is_gap and self.now.clues and self.now.indent is None:
                    self.gaps.append(line.number)
                self._clue(self.now, line)
        elif any(self.sides.values()):
            if re.match(r"[-\[({\"']*[0-9]", line.text):
                self.record.fail(f"{text[:20]!r} is below no heading", line.number)
        elif _SIZE.match(text):
            self._size("both", text, line.number)
        elif not self.title:
            self.title = one_line(text.strip("# "))

    def _numbered(self, axis: str) -> _List:
        lists = self.sides[axis]
        if not lists or lists[0].line:
            lists.insert(0, _List(0))
        self.now = lists[0]
        return lists[0]

    def _heading(self, match: re.Match[str], line: int) -> None:
        axis, rest = _axis(match["name"]), (match["rest"] or "").strip()
        number = match["number"]
        if self._is_complete and (number == "1" or (not number and self.sides[axis][-1].line)):
            self._finish()
        if number:
            one = self._numbered(axis)
            if int(number) != len(one.clues) + 1:
                self.record.fail(f"{axis} {number}, expected {len(one.clues) + 1}", line)
            self._take(one, rest, line)
            one.is_open, one.is_full = not rest, bool(rest)
            return
        self.now = one = _List(line)
        self.sides[axis].append(one)
        if re.fullmatch("[0-9]{1,5}", rest):
            one.count = int(rest)
        elif rest.strip(_AROUND) and not re.fullmatch("[|>][+-]?", rest):
            one.is_full = sum(map(rest.count, "[({")) == sum(map(rest.count, "])}"))
            parts = _parted(rest) if one.is_full else _grouped(self.record, TextLine(rest, line))
            for part in parts:
                self._take(one, part, line)

    def _key(self, match: re.Match[str], line: int) -> None:
        """Take a line with another name than of a side: it may be a size, and ends the clues above."""
        if match["number"]:
            what = f"{match[0].strip()[:20]!r} is numbered, but neither a row nor a column"
            self.record.fail(what, line)
        self.now = None
        if side := _SIZES.get(plain_name(match["name"])):
            self._size(side, match["rest"], line)

    def _size(self, side: str, text: str, line: int) -> None:
        numbers = re.findall("[0-9]{1,6}", text)
        if 0 < len(numbers) <= 1 + (side == "both"):
            self.sizes.append((side, [*map(int, numbers)], line))

    def _clue(self, one: _List, line: TextLine) -> None:
        """Take a line below a heading: a clue, a part of one in a list of YAML, or only brackets."""
        start = _DASHES.match(line.text)
        assert start is not None
        dashes, text = start[0].count("-"), line.text[start.end() :].strip()
        at = len(start[0]) - len(start[0].lstrip())
        if not dashes and not text.strip(_AROUND + ",;") and text.rstrip(",;") not in _NONE:
            return  # a bracket or quotation marks around all
        if one.is_full:
            what = f"{text[:20]!r} is below clues that are behind their heading"
            self.record.fail(what, line.number)
        if dashes == 1 and not text and one.clues and one.indent is None and not one.is_open:
            self._take(one, "", line.number)  # as a sign for an empty line, among lines without it
        elif (
            0 < dashes < 3 and one.indent in (None, at) and not (one.is_open and one.indent is None)
        ):
            self._take(one, text, line.number)
            one.indent, one.is_open = at, dashes == 2 or not text
        elif dashes < 2 and one.is_open and at > (-1 if one.indent is None else one.indent):
            before = one.clues.pop()
            self._take(one, f"{before.text} {text}", before.number)
            one.is_open, one.is_full = dashes > 0, one.is_full or (not dashes and not one.line)
        elif dashes or one.indent is not None:
            what = "is not part of the list above: its dash must be below the others"
            self.record.fail(f"{line.text.strip()[:20]!r} {what}", line.number)
        else:
            for part in _grouped(self.record, TextLine(text, line.number)):
                self._take(one, part, line.number)

    def _take(self, one: _List, text: str, line: int) -> None:
        text = text.strip().rstrip(",;")
        one.clues.append(TextLine("" if text in _NONE else text.strip(_AROUND), line))
        if len(one.clues) > MAX_SIDE:  # a megabyte of them would take seconds
            self.record.fail(f"more than {MAX_SIDE} clues of one side", line, TooLarge)

    def _sheet(self, sides: Sequence[Sequence[TextLine]]) -> Sheet:
        rows, cols = _without_ends(*sides)
        palette, inks = inks_of_lines([*rows, *cols], self.record)
        return sheet_of_parts(self.record, rows, cols, palette, inks, blots=True)

    def _fits(self, sides: Sequence[Sequence[TextLine]]) -> bool:
        with suppress(ParseError):
            return bool(self._sheet(sides))
        return False

    def _finish(self) -> None:
        """Make a sheet of what was read, and check the sizes that the text states."""
        record, guesses = self.record, list[str]()
        sides = []
        are_bare = True
        for axis, lists in self.sides.items():
            for one in lists:
                if one.count is None:
                    continue
                if not one.clues and any(other.clues for other in lists):
                    self.sizes.append((axis, [one.count], one.line))
                elif not one.clues:
                    self._take(one, str(one.count), one.line)
                elif len(one.clues) != one.count:
                    what = f"{one.count} is behind the heading of {len(one.clues)} {axis}s"
                    record.fail(f"{what}: it is not their number (a clue belongs below)", one.line)
                else:
                    what = f"{one.count} is read as the number of {axis}s, not as a clue"
                    guesses.append(f"line {one.line}: {what}")
            found = [one for one in lists if one.clues]
            if not found:
                record.fail(f"there are no clues of {axis}s")
            if len(found) > 1:
                record.fail(f"a second list of {axis}s", found[1].line)
            are_bare &= not found[0].is_full and found[0].indent is None and bool(found[0].line)
            sides.append([line._replace(text=line.text or "0") for line in found[0].clues])
        counts = [str(len(side) - 1) for side in sides]
        sheet = None
        if are_bare and not self.sizes and [side[0].text for side in sides] == counts != ["0", "0"]:
            with suppress(ParseError):
                sheet = self._sheet([side[1:] for side in sides])
        places = " and ".join(str(side[0].number) for side in sides)
        if sheet is None:
            sheet = self._sheet(sides)
        elif self._fits(sides):
            what = f"the numbers of lines {places} may be clues or count those below"
            record.fail(f"{what}: write them behind the headings if they count, else a size above")
        else:
            guesses.append(f"lines {places} are read as the numbers of the clues below")
        if self.gaps:
            guesses.append(f"the empty line above line {self.gaps[0]} is not read as a clue")
        for axis, numbers, line in self.sizes:
            record.check_stated(numbers, sheet.puzzle, line, axis)
        record.check_count(self.sheets)
        self.sheets.append(replace(sheet, title=self.title, guesses=tuple(guesses)))
        self._begin()


def _axis(name: str) -> str:
    return _SHORT.get(name.lower()) or side_of(name)


def _is_heading(match: re.Match[str]) -> bool:
    return bool(_axis(match["name"])) and (match["number"] is None or match["rest"] is not None)


def _without_ends(*sides: Sequence[TextLine]) -> Sequence[Sequence[TextLine]]:
    """The clues without the 0 at their ends, if each of several has one."""
    words = [line.text.split()[-2:] for side in sides for line in side]
    if not all(
        two[-1:] == ["0"] and (len(two) < 2 or two[0].strip("0").isdigit()) for two in words
    ):
        return sides
    return [[line._replace(text=line.text[:-1].strip() or "0") for line in side] for side in sides]


def _parted(text: str) -> list[str]:
    """Return the clues behind a heading: in brackets, between semicolons, slashes or bars, else commas."""
    text = text.strip(" \t,;")
    if _is_whole(text):
        return _items(text[1:-1])
    for sign in ";/|":
        if sign in text:
            return text.strip(f" \t{sign}").split(sign)
    groups = _GROUP.findall(text)
    return groups if groups and not _GROUP.sub("", text).strip(" \t,") else _items(text)


def _is_whole(text: str) -> bool:
    """Return True if the first character is a bracket, and the last is its other."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "[({") - (char in "])}")
        if not depth:
            return at == len(text) - 1 > 0
    return False


def _items(text: str) -> list[str]:
    """Split at the commas and semicolons that are in no bracket."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "[({") - (char in "])}")
        if char in ",;" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _grouped(record: Record, line: TextLine) -> list[str]:
    """Return the clues of a line below a heading: one, or those in brackets."""
    text = _BULLET.sub("", line.text, count=1).rstrip(",; ")
    depth = sum(map(text.count, "[({")) - sum(map(text.count, "])}"))
    if depth == 1 and re.match(r"[\[({]\s*[\[({]", text):
        text, depth = text[1:], 0
    elif depth == -1 and re.search(r"[\])}]\s*[\])}]\Z", text):
        text, depth = text[:-1], 0
    if depth:
        record.fail(f"a bracket of {text[:20]!r} has no other on its line", line.number)
    groups = _GROUP.findall(text)
    if groups and _GROUP.sub("", text).strip(" \t,;[](){}"):
        record.fail(f"only a part of {text[:20]!r} is in brackets", line.number)
    return groups or [text]


def write(sheets: Sequence[Sheet]) -> str:
    (sheet,) = sheets
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    title = one_line(sheet.title)
    lines = [f"Title: {title}"] if title else []
    lines += [f"Width: {puzzle.width}", f"Height: {puzzle.height}", ""]
    lines += ["Rows:", *(write_clue(clue, letters=letters) for clue in puzzle.rows), ""]
    lines += ["Columns:", *(write_clue(clue, letters=letters) for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


HEADINGS = Format(
    Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.TITLE | Holds.BLOTS, read, write
)
