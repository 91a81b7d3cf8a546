"""webpbn's XML: any number of puzzles with colors, credits, solutions and saved games.

Sources: the format page of webpbn.com (versions 0.1 to 0.3), pbnsolve, number-loom, nonogrid,
php-nonogram. The text is read as a stream by expat. No DTD is ever fetched: where a DOCTYPE
names one, our own list of HTML's entities takes its place, and no file may declare any itself.

Where programs differ: a repeated credit is joined by a comma; a complete picture of type
``solution`` counts as a goal, an incomplete one as a saved game; the last saved game counts.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from nonosat.errors import ParseError, TooLarge
from nonosat.formats.base import (
    ClueLine,
    Format,
    Holds,
    Record,
    declared_size,
    fitting_goals,
    ink_letters,
    make_puzzle,
    number,
    one_line,
    printable,
)
from nonosat.formats.palettes import make_palette
from nonosat.model import (
    MAX_INKS,
    MAX_SIDE,
    Block,
    Clue,
    Color,
    Domains,
    Grid,
    Palette,
    Puzzle,
    Sheet,
)
from nonosat.model.css_colors import color_char, free_name, parse_color

MAX_PUZZLES = 100_000
MAX_DEPTH = 50
_ENTITIES = "".join(
    f'<!ENTITY {name} "&#{code};">'
    for name, code in html.entities.name2codepoint.items()
    if name not in ("amp", "lt", "gt", "quot")  # XML has these
)
_CREDITS = ("source", "id", "title", "author", "copyright")
_NOTES = ("authorid", "description", "note")
_CELL = re.compile(r"\[[^][?|]+\]|.", re.DOTALL)
_TRUNCATED = (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)
_RESERVED = frozenset("|[]?/\\")
_CHARS = "".join(chr(c) for c in (*range(33, 127), *range(0x3B1, 0x52F)) if chr(c) not in _RESERVED)


def read(record: Record) -> list[Sheet]:
    """Read every ``<puzzle>`` of the ``<puzzleset>``."""
    return _Reader(record).read()


def write(sheets: Sequence[Sheet]) -> str:
    """Write a ``<puzzleset>``, columns first as webpbn does, every color declared.

    Notes whose name webpbn does not have are written as ``<note>name: text</note>``.
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    series = {dict(sheet.notes).get("series", "") for sheet in sheets}
    shared = series.pop() if len(series) == 1 else ""
    if shared:
        lines.append(f"<title>{_escaped(shared)}</title>")
    for sheet in sheets:
        lines += _puzzle_lines(sheet, shared)
    return "\n".join([*lines, "</puzzleset>"]) + "\n"


class _Element(NamedTuple):
    path: str
    """Names from the root, in lower case, each with a slash before it."""
    attributes: dict[str, str]
    line: int
    text: list[str]


class _Picture(NamedTuple):
    kind: str
    text: str
    line: int


class _Draft:
    """One ``<puzzle>``, collected from the elements read up to now."""

    def __init__(self, element: _Element) -> None:
        self.line = element.line
        self.background = element.attributes.get("backgroundcolor", "white")
        self.default = element.attributes.get("defaultcolor", "black")
        self.colors: dict[str, Color] = {}
        self.clues: dict[str, list[tuple[list[tuple[int | None, str]], int]]] = {}
        """``rows`` or ``columns`` -> per line its blocks (length, color or "") and its line."""
        self.pictures: list[_Picture] = []
        self.texts: dict[str, list[str]] = {}
        self.notes: list[tuple[str, str]] = []

    def credits(self) -> dict[str, Any]:
        return {name: ", ".join(texts) for name, texts in self.texts.items()}


class _Reader:
    """Follows expat's events; `open` are the elements around the current place."""

    def __init__(self, record: Record) -> None:
        text = record.text.lstrip()
        self.record = record
        self.text = text
        # Blank lines before the XML declaration are not XML, but harmless.
        self.offset = record.line - 1 + record.text[: len(record.text) - len(text)].count("\n")
        self.parser = expat.ParserCreate("utf-8")
        self.open: list[_Element] = []
        self.draft: _Draft | None = None
        self.series = _Draft(_Element("", {}, 0, []))
        """Holds the credits of the whole set."""
        self.sheets: list[Sheet] = []

    def read(self) -> list[Sheet]:
        parser = self.parser
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = lambda text: self.open[-1].text.append(text)
        parser.EntityDeclHandler = self._entity_declared
        parser.SkippedEntityHandler = self._entity_unknown
        parser.ExternalEntityRefHandler = self._doctype
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
        if not self.text:
            self.record.fail("the file is empty")
        if re.match(r"Puzzle \d+ does not exist", self.text):
            self._fail("webpbn says that this puzzle does not exist")
        if not self.text.startswith("<"):
            self._fail("this is not XML: it does not start with '<'")
        try:
            parser.Parse(self.text.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as err:
            what = f"broken XML: {expat.ErrorString(err.code)}"
            if expat.ErrorString(err.code) in _TRUNCATED:
                what = "the file ends before its first element"
                if self.open:
                    what = f"the file ends inside of <{self.open[-1].path.rpartition('/')[2][:20]}>"
            raise ParseError(what, self.record.source, self.offset + err.lineno) from err
        if not self.sheets:
            self._fail("there is no <puzzle> in this file")
        return self._with_series()

    def _with_series(self) -> list[Sheet]:
        """The sheets with what was said about the whole set."""
        texts = self.series.credits()
        notes = tuple(
            (name, texts[key])
            for name, key in (("series", "title"), ("note", "note"))
            if key in texts
        )
        shared = [(key, texts[key]) for key in ("author", "copyright", "source") if key in texts]
        sheets = []
        for sheet in self.sheets:
            given = {key: text for key, text in shared if not getattr(sheet, key)}
            sheets.append(replace(sheet, notes=notes + sheet.notes, **given))
        return sheets

    def _line(self) -> int:
        return self.offset + self.parser.CurrentLineNumber

    def _fail(self, what: str, line: int = 0, error: type[ParseError] = ParseError) -> NoReturn:
        raise error(what, self.record.source, line or self._line())

    def _entity_declared(self, name: str, *_: object) -> None:
        self._fail(f"the file declares an entity ({name[:20]}); that is refused as unsafe")

    def _entity_unknown(self, name: str, _: bool) -> None:
        self._fail(f"unknown entity '&{name[:20]};'")

    def _doctype(self, context: str, *_: object) -> int:
        """Supply the entities of HTML instead of the DTD that the DOCTYPE names."""
        dtd = self.parser.ExternalEntityParserCreate(context)
        dtd.EntityDeclHandler = None
        dtd.Parse(_ENTITIES, True)
        return 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.lower()
        if not self.open and name != "puzzleset":
            self._fail(f"the XML holds <{name[:20]}>, not <puzzleset>")
        if len(self.open) == MAX_DEPTH:
            self._fail(f"elements nested more than {MAX_DEPTH} deep", error=TooLarge)
        path = f"{self.open[-1].path if self.open else ''}/{name}"
        element = _Element(path, attributes, self._line(), [])
        self.open.append(element)
        if path == "/puzzleset/puzzle":
            kind = attributes.get("type", "grid").lower()
            if kind == "triddler":
                self._fail("triddlers are not supported")
            if kind != "grid":
                self._fail(f"unknown type of puzzle {kind[:20]!r}")
            if len(self.sheets) == MAX_PUZZLES:
                self._fail(f"more than {MAX_PUZZLES} puzzles", error=TooLarge)
            self.draft = _Draft(element)
        elif (draft := self.draft) is None:
            pass
        elif path == "/puzzleset/puzzle/clues":
            kind = attributes.get("type", "")
            if kind not in ("rows", "columns"):
                self._fail(f"<clues> must be of type rows or columns, not {kind[:20]!r}")
            if kind in draft.clues:
                self._fail(f"a second list of {kind}")
            draft.clues[kind] = []
        elif path == "/puzzleset/puzzle/clues/line":
            clues = draft.clues[self.open[-2].attributes["type"]]
            if len(clues) == MAX_SIDE:
                self._fail(f"more than {MAX_SIDE} lines of clues", error=TooLarge)
            clues.append(([], element.line))

    def _end(self, _: str) -> None:
        element = self.open.pop()
        parent, _, name = element.path.rpartition("/")
        draft = self.draft
        if parent == "/puzzleset" and name == "puzzle" and draft:
            self.sheets.append(_sheet(self.record, draft))
            self.draft = None
        elif parent == "/puzzleset":
            self._credit(self.series, name, element)
        elif draft is None:
            pass
        elif parent == "/puzzleset/puzzle/clues/line" and name == "count":
            draft.clues[self.open[-2].attributes["type"]][-1][0].append(self._count(element))
        elif parent == "/puzzleset/puzzle/solution" and name == "image":
            kind = self.open[-1].attributes.get("type", "goal").lower()
            if kind not in ("goal", "solution", "saved"):
                self._fail(f"unknown type of solution {kind[:20]!r}", self.open[-1].line)
            draft.pictures.append(_Picture(kind, "".join(element.text), element.line))
        elif parent == "/puzzleset/puzzle" and name == "color":
            self._color(draft, element)
        elif parent == "/puzzleset/puzzle":
            self._credit(draft, name, element)

    def _credit(self, draft: _Draft, name: str, element: _Element) -> None:
        text = "".join(element.text).strip()
        if not text:
            return
        if name in _NOTES and draft is not self.series:
            draft.notes.append((name, text))
        elif name in _CREDITS or name == "note":
            draft.texts.setdefault(name, []).append(text)

    def _count(self, element: _Element) -> tuple[int | None, str]:
        text = "".join(element.text).strip()
        length = number(text, self.record, element.line, "block length")
        # 0 stands for a blot: the block is there, but nobody can read how long it is.
        return length or None, element.attributes.get("color", "").strip().casefold()

    def _color(self, draft: _Draft, element: _Element) -> None:
        name = element.attributes.get("name", "").strip()
        char = element.attributes.get("char", "")
        char = "" if char == " " else char  # number-loom's blank, which no picture can show
        value = "".join(element.text).strip()
        rgb = parse_color(value, bare_hex=True, names=False)
        called = f"color {name[:20]!r}"
        what, error = "", ParseError
        if not name:
            what = "a <color> without a name"
        elif re.search(r"[/\\]", value):
            what = "triangles are not supported"
        elif not rgb:
            what = f"{called} is {value[:20]!r}, not 3 or 6 hexadecimal digits"
        elif len(char) > 1 or char.isspace() or char in _RESERVED:
            what = f"{called} cannot have the char {char[:20]!r}"
        elif name.casefold() in draft.colors:
            what = f"{called} is declared twice"
        elif char and any(color.char == char for color in draft.colors.values()):
            what = f"two colors have the char {char!r}"
        elif len(draft.colors) > MAX_INKS:
            what, error = f"more than {MAX_INKS} inks are not supported", TooLarge
        if what:
            self._fail(what, element.line, error)
        draft.colors[name.casefold()] = Color(name, rgb, char)


class _Colors:
    """The colors of one puzzle: its palette, and the palette's index of each name and char."""

    def __init__(self, record: Record, draft: _Draft, line: int) -> None:
        declared = draft.colors
        taken = {color.char for color in declared.values()}
        # White and black exist undeclared, but only where something refers to them.
        implied = {
            name: Color(name, rgb, "" if char in taken else char)
            for name, rgb, char in (("white", "#ffffff", "."), ("black", "#000000", "X"))
            if name not in declared
        }
        known = implied | declared
        background = draft.background.strip().casefold()
        if background not in known:
            record.fail(f"the background color {draft.background[:20]!r} is not declared", line)
        used = {color for clues in draft.clues.values() for clue, _ in clues for _, color in clue}
        if "" in used:
            used.add(draft.default.strip().casefold())
        used = used.union(*(picture.text for picture in draft.pictures)) - {""}
        order = [name for name in implied if name in used or known[name].char in used]
        order = [background, *(name for name in [*order, *declared] if name != background)]
        entries = [known[name] for name in order]
        self.palette = make_palette(
            record,
            # webpbn's X for black is a convention rather than a choice.
            [(name, rgb, color_char(rgb) if char == "X" else char) for name, rgb, char in entries],
            line,
        )
        self.of_name = {name: index for index, name in enumerate(order)}
        self.of_char = {color.char: index for index, color in enumerate(entries) if color.char}
        self.default = draft.default.strip().casefold()

    def ink(self, record: Record, name: str, line: int) -> int:
        """The ink of a count that names a color, or ("") does not."""
        what = "" if name else " (the default, as the count names no color)"
        name = name or self.default
        index = self.of_name.get(name)
        if index is None:
            record.fail(f"color {name[:20]!r} is not declared{what}", line)
        if index == 0:
            record.fail(f"a block cannot have the background color {name[:20]!r}{what}", line)
        return index

    def masks(self, record: Record, picture: _Picture) -> tuple[int, int, list[int]]:
        """Height, width, and per cell the bit set of its possible colors."""
        parts = picture.text.split("|")
        line, width = picture.line, -1
        masks: list[int] = []
        if len(parts) % 2 == 0:
            record.fail("every row of an image begins and ends with '|': one is missing", line)
        values = {char: 1 << index for char, index in self.of_char.items()}
        if picture.kind != "goal":
            values["?"] = (1 << len(self.palette.colors)) - 1
        for index, part in enumerate(parts):
            if index % 2 == 0 and part.strip():
                record.fail(f"{part.strip()[:20]!r} is between the rows of the image", line)
            if index % 2:
                row = [self._mask(record, cell, values, line) for cell in _CELL.findall(part)]
                if width not in (-1, len(row)):
                    what = f"the image's row {index // 2 + 1} has {len(row)} cells"
                    record.fail(f"{what}, the first has {width}", line)
                width = len(row)
                masks += row
            line += part.count("\n")
        if not masks:
            record.fail("an image without cells", picture.line)
        return len(parts) // 2, width, masks

    def _mask(self, record: Record, cell: str, values: dict[str, int], line: int) -> int:
        mask = 0
        if cell[0] == "[" and len(cell) > 1 and "?" in values:
            for char in cell[1:-1]:
                mask |= self._mask(record, char, values, line)
            return mask
        if cell not in values:
            if cell == "?" or len(cell) > 1:
                record.fail(f"a goal cannot have a cell that is not decided: {cell[:20]!r}", line)
            record.fail(f"{cell!r} in the image is not a char of a color", line)
        return values[cell]


def _sheet(record: Record, draft: _Draft) -> Sheet:
    at = Record("", record.source, draft.line)
    colors = _Colors(record, draft, draft.line)
    images = [(picture, *colors.masks(record, picture)) for picture in draft.pictures]
    goals, saved = [], []
    for picture, height, width, masks in images:
        declared_size(height, width, record, picture.line)
        complete = all(mask & (mask - 1) == 0 for mask in masks)
        if picture.kind == "goal" or (picture.kind == "solution" and complete):
            grid = Grid(height, width, bytes(mask.bit_length() - 1 for mask in masks))
            goals.append((grid, picture.line))
        else:
            saved.append((height, width, masks, picture.line))
    if len(draft.clues) == 1:
        missing = "rows" if "columns" in draft.clues else "columns"
        at.fail(f"the puzzle has no <clues> for its {missing}", draft.line)
    if draft.clues:
        rows, cols = (
            [
                ClueLine(Clue(Block(n, colors.ink(record, ink, line)) for n, ink in blocks), line)
                for blocks, line in clues
            ]
            for clues in (draft.clues["rows"], draft.clues["columns"])
        )
        declared_size(len(rows), len(cols), record, draft.line)
        puzzle = make_puzzle(at, rows, cols, colors.palette)
    elif goals:
        puzzle = Puzzle.of_grid(goals[0][0], colors.palette)
    else:
        at.fail("the puzzle has neither clues nor a goal", draft.line)
    game = None
    for height, width, masks, line in saved:
        if (height, width) != (puzzle.height, puzzle.width):
            what = f"the saved picture is {width}x{height}"
            record.fail(f"{what}, the puzzle is {puzzle.width}x{puzzle.height}", line)
        game = Domains.of_cells(height, width, len(colors.palette.colors), masks)
    notes = tuple(draft.notes)
    fitting, guesses = fitting_goals(record, puzzle, goals)
    return Sheet(puzzle, fitting, game, **draft.credits(), notes=notes, guesses=guesses)


def _puzzle_lines(sheet: Sheet, series: str) -> Iterator[str]:
    puzzle, palette = sheet.puzzle, sheet.puzzle.palette
    names = _names(palette)
    chars = [".", "X"]
    if not palette.is_black_and_white:
        chars[1:] = ink_letters(palette, _CHARS.replace(".", ""))
    yield (
        f'<puzzle type="grid" backgroundcolor={quoteattr(names[0])} '
        f"defaultcolor={quoteattr(names[1])}>"
    )
    for name in _CREDITS:
        text = getattr(sheet, name)
        if text:
            yield f"<{name}>{_escaped(text)}</{name}>"
    for name, text in sheet.notes:
        if name in _NOTES:
            yield f"<{name}>{_escaped(text)}</{name}>"
        elif (name, text) != ("series", series):
            yield f"<note>{_escaped(f'{name}: {text}')}</note>"
    for name, char, color in zip(names, chars, palette.colors, strict=True):
        yield f"<color name={quoteattr(name)} char={quoteattr(char)}>{color.rgb[1:]}</color>"
    tags = ["<count>"] * 2
    if not palette.is_black_and_white:
        tags = [f"<count color={quoteattr(name)}>" for name in names]
    for kind, clues in (("columns", puzzle.cols), ("rows", puzzle.rows)):
        yield f'<clues type="{kind}">'
        for clue in clues:
            yield f"<line>{''.join(f'{tags[b.color]}{b.length or 0}</count>' for b in clue)}</line>"
        yield "</clues>"
    for goal in sheet.goals:
        cells = [escape(chars[color]) for color in goal.cells]
        yield from _image_lines("goal", cells, goal.width)
    if sheet.saved:
        shown = {(1 << len(chars)) - 1: "?"} | {1 << i: escape(c) for i, c in enumerate(chars)}
        cells = [
            shown.get(mask)
            or "[" + "".join(escape(c) for i, c in enumerate(chars) if mask >> i & 1) + "]"
            for mask in sheet.saved.cells()
        ]
        yield from _image_lines("saved", cells, sheet.saved.width)
    yield "</puzzle>"


def _image_lines(kind: str, cells: list[str], width: int) -> Iterator[str]:
    yield f'<solution type="{kind}"><image>'
    for start in range(0, len(cells), width):
        yield "|" + "".join(cells[start : start + width]) + "|"
    yield "</image></solution>"


def _names(palette: Palette) -> list[str]:
    """The colors' names as attributes can hold them, all different."""
    taken: set[str] = set()
    return [free_name(taken, one_line(color.name) or "color") for color in palette.colors]


def _escaped(text: str) -> str:
    """Text for an element."""
    return escape(printable(text), {"\r": "&#13;"})


WEBPBN = Format(
    Holds.CLUES
    | Holds.COLORS
    | Holds.RGB
    | Holds.NAMES
    | Holds.GOAL
    | Holds.GOALS
    | Holds.SAVED
    | Holds.SEVERAL
    | Holds.OBLONG
    | Holds.BLOTS
    | Holds.NOTES
    | Holds.SOURCE
    | Holds.ID
    | Holds.TITLE
    | Holds.AUTHOR
    | Holds.COPYRIGHT,
    read,
    write,
)
