"""Simpson's ``.non`` with the colors, goals and ``====`` packs of nonogram-db.

Sources: Steve Simpson's description of the format, his nonolib, nonogram4j, nonogram-db, pbnsolve.
One keyword starts each line; clues follow bare ``rows`` and ``columns``; every other word is a
property with an optional, quoted value. Blank clue lines: see `sized_puzzle`.

Where programs differ: a repeated credit is joined by a comma; of several ``saved`` pictures the
last counts; ``color 0 #rrggbb`` is our own addition for a background that is not white (programs
that do not know it skip it as a property). ``?`` in a clue, for a number that is not known, is our
own addition, too.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nonosat.errors import CannotHold, ParseError
from nonosat.formats.base import Format, Holds, Record, TextLine, ink_letters, printable
from nonosat.formats.named.clue_lines import sized_puzzle, write_clue
from nonosat.formats.palettes import palette_of_letters
from nonosat.model import (
    BLACK_AND_WHITE,
    INK_COLORS,
    Domains,
    Grid,
    Palette,
    Puzzle,
    Sheet,
    default_palette,
)
from nonosat.model.css_colors import color_name, parse_color

_CREDITS = {
    "catalogue": "id",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
    "source": "source",
}
"""Property -> field of the sheet."""
_SIZES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}
_KEYWORDS = {*_CREDITS, *_SIZES, "maxrule", "goal", "saved", "given", "color"}
_KEYWORD_LINE = re.compile(r"(?m)^[ \t]*(?:width|height|color|goal|saved|given)\b")
_DIGITS = frozenset("0123456789")
_MISTYPED = re.compile(r"[lIoO][0-9lI|oO, \t]*\Z")
"""A clue that begins with a letter that looks like a digit, and no property."""
_NONNY = re.compile(
    r"^[ \t]*color[ \t]+([^\W\d]\w*)[ \t]+([0-9a-fA-F]{6})(?:[ \t]+\S)?[ \t]*$", re.MULTILINE
)
_PICTURE = re.compile(r"""["'01?a-z \t,.|]*\Z""")
_NO_CELL = re.compile(r"[^01?a-z]+")
_SUFFIX = re.compile(r"[0-9?]([a-z])")
_BARE = re.compile(r"[0-9?](?![0-9a-z])")
_QUOTED = re.compile(r"""(["'])((?:\\.|(?!\1)[^\\])*+)\1\Z""", re.DOTALL)
_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9._-]*\Z")


def read(record: Record) -> list[Sheet]:
    """Read every puzzle, parted by lines of ``=`` or by a repeated size."""
    if "color" in record.text:
        record = record._replace(content=_lettered(record.text))
    try:
        return _Reader(record).read()
    except ParseError:
        from nonosat.formats.said.texts import puzzles_said, read_said  # few files need it

        is_sized = _KEYWORD_LINE.search(record.text)
        if is_sized or not isinstance(puzzles_said(record), list):
            raise
        said = read_said(record)
        return said if isinstance(said, list) else []


def _lettered(text: str) -> str:
    """A text with letters for inks, where it has Nonny's names: ``color red D00000 #``, ``red 2 green 1``."""
    looks = dict(_NONNY.findall(text))
    if not looks or len(looks) > 26:
        return text
    letters: dict[str, str] = {}
    for name in looks:
        own = [char for char in name.lower() if char.isalpha() and char.isascii()]
        letters[name] = next(
            char for char in (*own, *"abcdefghijklmnopqrstuvwxyz") if char not in letters.values()
        )
    block = "|".join(map(re.escape, letters))
    text = _NONNY.sub(lambda found: f"color {letters[found[1]]} #{found[2]}", text)
    return re.sub(
        rf"^[ \t]*(?:(?:{block})[ \t]+[0-9]+[ \t,]*)+$",
        lambda line: ",".join(
            f"{length}{letters[name]}"
            for name, length in re.findall(r"(\w+)[ \t]+([0-9]+)", line[0])
        ),
        text,
        flags=re.MULTILINE,
    )


def write(sheets: Sequence[Sheet]) -> str:
    """Write puzzles with ``====`` between them. Cells narrowed to several colors become ``?``."""
    return "\n====\n\n".join(_written(sheet) for sheet in sheets)


class _Draft:
    """One puzzle, collected from the lines read up to now."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self.sections: dict[str, tuple[int, list[TextLine]]] = {}
        """``rows`` or ``columns`` -> line of the keyword, lines up to the next keyword."""
        self.colors: dict[str, tuple[str, int]] = {}
        """Letter -> rgb, and the line that declares it."""
        self.pictures: list[tuple[str, str, int]] = []
        """``goal`` or ``saved``, its cells, its line."""
        self.properties: list[tuple[str, str]] = []
        self.next: _Draft | None = None
        """Draft of a puzzle that follows without a ``====`` line."""

    def declare(self, letter: str, rgb: str, line: int, record: Record) -> None:
        if letter in self.colors:
            record.fail(f"color {letter!r} is declared twice", line)
        self.colors[letter] = rgb, line


class _Reader:
    """Goes through the lines; `draft` is the puzzle that they currently describe."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.lines = record.lines()
        self.at = 0
        self.draft = _Draft()
        self.sheets: list[Sheet] = []

    def read(self) -> list[Sheet]:
        section: list[TextLine] | None = None
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if section is not None and line.text[:1] in _DIGITS:
                start = self.at - 1  # most of a file, at once
                while self.at < len(self.lines) and self.lines[self.at][0][:1] in _DIGITS:
                    self.at += 1
                section += self.lines[start : self.at]
                continue
            text = line.text.strip()
            if text.startswith("#"):
                continue
            if text and not text.strip("="):
                section = None
                self._finish(line.number)
                self.draft = _Draft()
            elif text[:1].isalpha() and not (section is not None and _MISTYPED.match(text)):
                section = self._keyword(text, line.number)
            elif section is not None:
                section.append(line)
            elif text:
                self.record.fail(f"{text[:20]!r} is outside of 'rows' and 'columns'", line.number)
        self._finish(self.lines[-1].number if self.lines else 0)
        if not self.sheets:
            self.record.fail("there is no puzzle in this file", 0)
        return self.sheets

    def _keyword(self, text: str, line: int) -> list[TextLine] | None:
        """Take one keyword line; returns the list for its clues if it opens a section."""
        parts = text.split(None, 1)
        word, rest = parts[0].lower(), parts[1] if len(parts) > 1 else ""
        if word in ("rows", "columns") and not rest:
            if _SIZES[word] not in self.draft.sizes:
                self.record.fail(f"{_SIZES[word]!r} must be stated before {word!r}", line)
            if word in self.draft.sections:
                self.record.fail(f"a second list of {word}", line)
            lines: list[TextLine] = []
            self.draft.sections[word] = line, lines
            if len(self.draft.sections) == 2:
                self.draft.next = _Draft()
            return lines
        if word in _SIZES:
            self._size(_SIZES[word], rest, line)
        elif word in ("goal", "saved", "given"):
            self._picture(word, rest, line)
        elif word == "color":
            self._color(rest, line)
        elif word != "maxrule":
            properties = (self.draft.next or self.draft).properties
            properties.append((word if word in _CREDITS else parts[0], _value(rest)))
        return None

    def _size(self, name: str, text: str, line: int) -> None:
        if name in self.draft.sizes:
            if self.draft.next is None:
                self.record.fail(f"{name!r} is stated twice", line)
            following, self.draft.next = self.draft.next, None
            self._finish(line)
            self.draft = following
        self.draft.sizes[name] = self.record.number(text, line, name)
        if len(self.draft.sizes) == 2:
            self.record.check_size(self.draft.sizes["height"], self.draft.sizes["width"], line)

    def _color(self, text: str, line: int) -> None:
        words = text.split()
        rgb = parse_color(words[1], bare_hex=True) if len(words) == 2 else ""
        if not rgb or not re.match(r"[a-z0]\Z", words[0]):
            self.record.fail("a color is written as one letter a-z and #rrggbb", line)
        # Colors were declared for these clues already: more behind them is the next puzzle's.
        draft = self.draft.next if self.draft.next and self.draft.colors else self.draft
        draft.declare(words[0], rgb, line, self.record)

    def _picture(self, kind: str, text: str, line: int) -> None:
        """Take a picture, which may go on over further lines until it has all its cells."""
        parts = [_NO_CELL.sub("", text)]
        missing = self.draft.sizes.get("width", 0) * self.draft.sizes.get("height", 0)
        missing -= len(parts[0])
        while missing > 0 and self.at < len(self.lines):
            text = self.lines[self.at].text.strip()
            word = text.split(None, 1)[0].lower() if text else ""
            if word in _KEYWORDS or not _PICTURE.match(text):
                break
            parts.append(_NO_CELL.sub("", text))
            missing -= len(parts[-1])
            self.at += 1
        self.draft.pictures.append((kind, "".join(parts), line))

    def _finish(self, line: int) -> None:
        """Make a sheet of the draft, if it says anything; `line` is where it ends."""
        draft = self.draft
        if draft.next:
            draft.properties += draft.next.properties
            for letter, (rgb, at) in draft.next.colors.items():
                draft.declare(letter, rgb, at, self.record)
        if not any((draft.sizes, draft.sections, draft.colors, draft.pictures, draft.properties)):
            return
        for name in ("width", "height", "rows", "columns"):
            if name not in draft.sizes and name not in draft.sections:
                what = "does not state its" if name in _SIZES.values() else "has no"
                self.record.fail(f"the puzzle {what} {name!r}", line)
        self.record.check_count(self.sheets, line)
        self.sheets.append(_sheet(self.record, draft))


def _unescape(text: str) -> str:
    import html  # its table takes long to load

    return html.unescape(text)


def _value(text: str) -> str:
    """The value of a property: quotes and backslashes are undone, then HTML entities."""
    if found := _QUOTED.match(text):
        text = re.sub(r"\\(.)", r"\1", found[2])
    return _unescape(text) if "&" in text else text


def _sheet(record: Record, draft: _Draft) -> Sheet:
    width, height = draft.sizes["width"], draft.sizes["height"]
    parts = []
    for name, count in (("rows", height), ("columns", width)):
        line, region = draft.sections[name]
        if not any(clue.text.strip() for clue in region) and count > len(region):
            record.fail(f"no {name[:-1]} clues, expected {count}", line)
        # A blank line at the end parts the section from what follows; it is not a clue.
        parts.append(region[:-1] if region and not region[-1].text.strip() else region)
    line = draft.sections["rows"][0]
    palette, inks = _palette(record, draft, [*parts[0], *parts[1]], line)
    at = record._replace(line=line)
    puzzle, crossed = sized_puzzle(at, parts, (height, width), palette, inks, blots=True)
    notes, credits = _properties(draft)
    puzzle, goals, saved = _pictures(record, draft, puzzle, inks)
    fitting, guesses = record.fitting_goals(puzzle, goals)
    return Sheet(puzzle, fitting, saved, **credits, notes=notes, guesses=crossed + guesses)


def _pictures(
    record: Record, draft: _Draft, puzzle: Puzzle, inks: dict[str, int]
) -> tuple[Puzzle, list[tuple[Grid, int]], Domains | None]:
    """The puzzle with its given cells, the goals with their lines, and the last saved game."""
    height, width, colors = puzzle.height, puzzle.width, len(puzzle.palette.colors)
    goals, partial = [], dict[str, Domains]()
    for kind, cells, line in draft.pictures:
        if len(cells) != width * height:
            what = f"the {kind} picture has {len(cells)} cells, the puzzle {width * height}"
            record.fail(what, line)
        values = {letter: 1 << color for letter, color in inks.items() if letter}
        values["0"] = 1
        if "" in inks or colors == 2:
            values["1"] = 1 << inks.get("", 1)
        if kind != "goal":
            values["?"] = (1 << colors) - 1
        if not values.keys() >= set(cells):
            unknown = next(char for char in cells if char not in values)
            meaning = "an unknown cell" if unknown == "?" else "which is not a color of the clues"
            record.fail(f"the {kind} picture has {unknown!r}, {meaning}", line)
        if kind != "goal":
            masks = (values[char] for char in cells)
            partial[kind] = Domains.of_cells(height, width, colors, masks)
        else:
            table = {ord(char): mask.bit_length() - 1 for char, mask in values.items()}
            goals.append((Grid(height, width, cells.translate(table).encode("latin-1")), line))
    if "given" in partial:
        puzzle = replace(puzzle, givens=partial["given"])
    return puzzle, goals, partial.get("saved")


def _properties(draft: _Draft) -> tuple[tuple[tuple[str, str], ...], dict[str, Any]]:
    credits: dict[str, list[str]] = {}
    notes = []
    for name, value in draft.properties:
        field, text = _CREDITS.get(name), printable(value)  # as they are written
        if field is None:
            notes.append((name, text))
        elif text:
            credits.setdefault(field, []).append(text)
    return tuple(notes), {field: ", ".join(texts) for field, texts in credits.items()}


def _palette(
    record: Record, draft: _Draft, clues: Sequence[TextLine], line: int
) -> tuple[Palette, dict[str, int]]:
    """The palette, and which ink each suffix (``""``: none) stands for.

    Inks come as declared, then as the clues use them; a bare number among suffixed ones is black.
    """
    used = dict.fromkeys(_SUFFIX.findall("\n".join([clue.text for clue in clues])))
    if not draft.colors and not used:
        return BLACK_AND_WHITE, {"": 1}
    colors = {letter: rgb for letter, (rgb, _) in draft.colors.items() if letter != "0"}
    own = {char: rgb for _, rgb, char in INK_COLORS}
    missing = [letter for letter in used if letter not in colors]
    for letter in missing:
        rgb = own.get(letter, "")
        colors[letter] = rgb if rgb not in colors.values() else ""
    spare = (color.rgb for color in default_palette(99).colors[1:])
    for letter in missing:
        colors[letter] = colors[letter] or next(rgb for rgb in spare if rgb not in colors.values())
    bare = any(_BARE.search(clue.text) for clue in clues if clue.text.strip(" \t,0"))
    paper, _ = draft.colors.get("0", ("#ffffff", 0))
    declared = {letter: (color_name(rgb), rgb) for letter, rgb in colors.items()}
    look = color_name(paper) or "background", paper
    return palette_of_letters(record, declared, bare, line, look)


def _written(sheet: Sheet) -> str:
    puzzle, palette = sheet.puzzle, sheet.puzzle.palette
    anything = (1 << len(palette.colors)) - 1
    if puzzle.givens and any(m.bit_count() > 1 and m != anything for m in puzzle.givens.cells()):
        raise CannotHold(
            "non gives each cell one color; in json a cell can have several to choose from"
        )
    lines = []
    for word, field in _CREDITS.items():
        text = getattr(sheet, field)
        if text:
            lines.append(f"{word} {_quoted(text)}")
    for name, text in sheet.notes:
        if not _PLAIN_WORD.match(name) or name.lower() in _KEYWORDS:
            # Such a name would not be read as one.
            name, text = "note", f"{name}: {text}" if name else text
        lines.append(f"{name} {_quoted(text)}")
    if palette.colors[0].rgb != "#ffffff":
        lines.append(f"color 0 {palette.colors[0].rgb}")
    letters, marks = [""], ["0", "1"]
    if palette.is_black_and_white and palette.colors[1].rgb == "#000000":
        letters.append("")
    else:
        letters += ink_letters(palette, "abcdefghijklmnopqrstuvwxyz")
        marks[1:] = letters[1:]
        lines += [f"color {letters[ink]} {palette.colors[ink].rgb}" for ink in palette.inks]
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    lines += ["", "rows", *(write_clue(clue, ",", letters=letters) for clue in puzzle.rows)]
    lines += ["", "columns", *(write_clue(clue, ",", letters=letters) for clue in puzzle.cols)]
    if sheet.goals or sheet.saved or puzzle.givens:
        lines.append("")
    if sheet.goals:
        lines.append('goal "' + "".join(sheet.goals[0].drawn(marks)) + '"')
    for word, domains in (("given", puzzle.givens), ("saved", sheet.saved)):
        if domains is not None:
            cells = (
                marks[m.bit_length() - 1] if m.bit_count() == 1 else "?" for m in domains.cells()
            )
            lines.append(f'{word} "{"".join(cells)}"')
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A property's value."""
    text = printable(text)
    if _unescape(text) != text or re.search(r"[\t\n\r]", text):
        text = text.replace("&", "&amp;")
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\t\n\r]", lambda match: f"&#{ord(match[0])};", text) + '"'


NON = Format(~(Holds.NAMES | Holds.GOALS), read, write)
