"""webpbn's XML: any number of puzzles with colors, credits, solutions and saved games.

Sources: the format page of webpbn.com (versions 0.1 to 0.3), pbnsolve, number-loom, nonogrid,
php-nonogram.

Where programs differ: a repeated credit is joined by a comma; a complete picture of type
``solution`` counts as a goal, an incomplete one as a saved game; the last saved game counts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.errors import ParseError, PuzzleError, TooLarge
from nonosat.formats.base import ClueLine, Format, Holds, Record, ink_letters, one_line, printable
from nonosat.formats.named.xml_elements import Element, elements
from nonosat.formats.palettes import make_palette
from nonosat.model import (
    MAX_INKS,
    MAX_SIDE,
    Block,
    Clue,
    Color,
    Domains,
    Grid,
    Puzzle,
    Sheet,
)
from nonosat.model.css_colors import color_char, free_name, parse_color

_CREDITS = ("source", "id", "title", "author", "copyright")
_NOTES = ("authorid", "description", "note")
_NAMED = re.compile(r"([A-Za-z][\w.-]{0,40}): (\S.*)\Z", re.DOTALL)
"""A note that webpbn has no element for, as the writer writes it."""
_CELL = re.compile(r"\[[^][?|]+\]|.", re.DOTALL)
_RESERVED = frozenset("|[]?/\\")
_COUNT = ("puzzleset", "puzzle", "clues", "line", "count")
_CHARS = "".join(chr(c) for c in (*range(33, 127), *range(0x3B1, 0x52F)) if chr(c) not in _RESERVED)


def read(record: Record) -> list[Sheet]:
    if not record.text.strip():
        record.fail("the file is empty", 0)
    if re.match(r"\s*Puzzle \d+ does not exist", record.text):
        record.fail("webpbn says that this puzzle does not exist")
    if not record.text.lstrip().startswith("<"):
        record.fail("this is not XML: it does not start with '<'")
    sheets: list[Sheet] = []
    series, draft = _Draft(), _Draft()
    images: list[Element] = []
    counts: list[tuple[int | None, str]] = []
    lines: list[_Line] = []
    seen: dict[tuple[str, str], tuple[int | None, str]] = {}
    for element in elements(record):
        text = element.text.strip()
        if element.path == _COUNT:  # most of a file, and most of them come again
            said = text, element.attributes.get("color", "")
            if said not in seen:
                length = record.number(text, element.line, "block length")
                # 0 stands for a blot: the block is there, but its length cannot be read.
                seen[said] = length or None, said[1].strip().casefold()
            counts.append(seen[said])
            continue
        if text and element.path[-1] in ("line", "clues"):
            record.fail(f"{text[:20]!r} among clues, expected <count>", element.line)
        match element.path:
            case ("puzzleset",):
                pass
            case ("puzzleset", "puzzle"):
                record.check_count(sheets, element.line)
                sheets.append(_sheet(record, draft, element))
                draft = _Draft()
            case ("puzzleset", "puzzle", "clues", "line"):
                if len(lines) == MAX_SIDE:
                    record.fail(f"more than {MAX_SIDE} lines of clues", element.line, TooLarge)
                lines.append((counts, element.line))
                counts = []
            case ("puzzleset", "puzzle", "clues"):
                draft.clues.append((element.attributes.get("type", ""), element.line, lines))
                lines = []
            case ("puzzleset", "puzzle", "solution", "image"):
                images.append(element)
            case ("puzzleset", "puzzle", "solution"):
                kind = element.attributes.get("type", "goal").lower()
                if kind not in ("goal", "solution", "saved"):
                    record.fail(f"unknown type of solution {kind[:20]!r}", element.line)
                draft.pictures += [(kind, image) for image in images]
                images = []
            case ("puzzleset", "puzzle", "color"):
                _color(record, draft, element)
            case ("puzzleset", "puzzle", name):
                draft.say(name, text, _NOTES)
            case ("puzzleset", name):
                series.say(name, text, ())
            case (root, *_) if root != "puzzleset":
                record.fail(f"the XML holds <{root[:20]}>, not <puzzleset>", element.line)
    if not sheets:
        record.fail("there is no <puzzle> in this file", record.line + record.text.count("\n"))
    return _with_series(sheets, series.credits())


def _with_series(sheets: Sequence[Sheet], texts: dict[str, str]) -> list[Sheet]:
    """The sheets with what was said about the whole set."""
    notes = tuple(
        (name, texts[key]) for name, key in (("series", "title"), ("note", "note")) if key in texts
    )
    shared = [(key, texts[key]) for key in ("author", "copyright", "source") if key in texts]
    return [
        replace(
            sheet,
            notes=notes + sheet.notes,
            **{key: text for key, text in shared if not getattr(sheet, key)},  # type: ignore[arg-type]  # str fields
        )
        for sheet in sheets
    ]


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


@dataclass
class _Draft:
    """Facts about a puzzle, or about the whole set, in the elements read up to now."""

    colors: dict[str, Color] = field(default_factory=dict)
    clues: "list[tuple[str, int, list[_Line]]]" = field(default_factory=list)
    """``rows`` or ``columns``, where they begin, and their lines."""
    pictures: list[tuple[str, Element]] = field(default_factory=list)
    """``goal``, ``solution`` or ``saved``, and the image."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    notes: list[tuple[str, str]] = field(default_factory=list)

    def say(self, name: str, text: str, notes: Sequence[str]) -> None:
        if text and name in notes:
            named = _NAMED.match(text) if name == "note" else None
            self.notes.append((named[1], named[2]) if named else (name, text))
        elif text and name in (*_CREDITS, "note"):
            self.texts.setdefault(name, []).append(text)

    def credits(self) -> dict[str, Any]:
        return {name: ", ".join(texts) for name, texts in self.texts.items()}


_Line = tuple[list[tuple[int | None, str]], int]
"""The blocks of a line (length, color or ""), and where it begins."""


def _color(record: Record, draft: _Draft, element: Element) -> None:
    name = element.said("name")
    char = element.attributes.get("char", "")
    char = "" if char == " " else char  # number-loom's blank, which no picture can show
    value = element.text.strip()
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
        raise error(what, record.source, element.line)
    draft.colors[name.casefold()] = Color(name, rgb, char)


class _Colors:
    """The colors of one puzzle: its palette, and the palette's index of each name and char."""

    def __init__(self, record: Record, draft: _Draft, puzzle: Element) -> None:
        declared, line = draft.colors, puzzle.line
        self.default = puzzle.said("defaultcolor", "black").casefold()
        taken = {color.char for color in declared.values()}
        # White and black exist undeclared, but only where something refers to them.
        implied = {
            name: Color(name, rgb, "" if char in taken else char)
            for name, rgb, char in (("white", "#ffffff", "."), ("black", "#000000", "X"))
            if name not in declared
        }
        known = implied | declared
        paper = puzzle.said("backgroundcolor", "white")
        background = paper.casefold()
        if background not in known:
            record.fail(f"the background color {paper[:20]!r} is not declared", line)
        used = {color for *_, lines in draft.clues for clue, _ in lines for _, color in clue}
        if "" in used:
            used.add(self.default)
        used = used.union(*(image.text for _, image in draft.pictures)) - {""}
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
        self.blocks: dict[tuple[int | None, str], Block] = {}
        """Those of counts that were read; most come again."""

    def block(self, record: Record, count: tuple[int | None, str], line: int) -> Block:
        """The block of a new count, which may name ("") no color."""
        length, name = count
        what = "" if name else " (the default, as the count names no color)"
        name = name or self.default
        index = self.of_name.get(name)
        if index is None:
            record.fail(f"color {name[:20]!r} is not declared{what}", line)
        if index == 0:
            record.fail(f"a block cannot have the background color {name[:20]!r}{what}", line)
        block = self.blocks[count] = Block(length, index)
        return block

    def masks(self, record: Record, kind: str, image: Element) -> tuple[int, int, list[int]]:
        """Height, width, and per cell the bit set of its possible colors."""
        parts = image.text.split("|")
        line, width = image.line, -1
        masks: list[int] = []
        if len(parts) % 2 == 0:
            record.fail("every row of an image begins and ends with '|': one is missing", line)
        values = {char: 1 << index for char, index in self.of_char.items()}
        if kind != "goal":
            values["?"] = (1 << len(self.palette.colors)) - 1
        for index, part in enumerate(parts):
            if index % 2 == 0 and part.strip():
                record.fail(f"{part.strip()[:20]!r} is between the rows of the image", line)
            if index % 2:
                row = [
                    values.get(cell) or self._mask(record, cell, values, line)
                    for cell in _CELL.findall(part)
                ]
                if width not in (-1, len(row)):
                    what = f"the image's row {index // 2 + 1} has {len(row)} cells"
                    record.fail(f"{what}, the first has {width}", line)
                width = len(row)
                masks += row
            line += part.count("\n")
        if not masks:
            record.fail("an image without cells", image.line)
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


def _sheet(record: Record, draft: _Draft, element: Element) -> Sheet:
    kind = element.attributes.get("type", "grid").lower()
    at = record.at(element.line)
    if kind == "triddler":
        at.fail("triddlers are not supported")
    if kind != "grid":
        at.fail(f"unknown type of puzzle {kind[:20]!r}")
    sides: dict[str, list[_Line]] = {}
    for kind, line, lines in draft.clues:
        if kind not in ("rows", "columns"):
            at.fail(f"<clues> must be of type rows or columns, not {kind[:20]!r}", line)
        if kind in sides:
            at.fail(f"a second list of {kind}", line)
        sides[kind] = lines
    colors = _Colors(record, draft, element)
    goals, saved = [], []
    for kind, image in draft.pictures:
        height, width, masks = colors.masks(record, kind, image)
        record.check_size(height, width, image.line)
        complete = all(mask & (mask - 1) == 0 for mask in masks)
        if kind == "goal" or (kind == "solution" and complete):
            grid = Grid(height, width, bytes(mask.bit_length() - 1 for mask in masks))
            goals.append((grid, image.line))
        else:
            saved.append((height, width, masks, image.line))
    if len(sides) == 1:
        missing = "rows" if "columns" in sides else "columns"
        at.fail(f"the puzzle has no <clues> for its {missing}")
    if sides:
        known = colors.blocks
        rows, cols = (
            [
                ClueLine(
                    Clue([known.get(c) or colors.block(record, c, line) for c in counts]), line
                )
                for counts, line in clues
            ]
            for clues in (sides["rows"], sides["columns"])
        )
        record.check_size(len(rows), len(cols), at.line)
        puzzle = at.puzzle(rows, cols, colors.palette)
    elif goals:
        puzzle = Puzzle.of_grid(goals[0][0], colors.palette)
    else:
        at.fail("the puzzle has neither clues nor a goal")
    game = None
    for height, width, masks, line in saved:
        if (height, width) != (puzzle.height, puzzle.width):
            what = f"the saved picture is {width}x{height}"
            record.fail(f"{what}, the puzzle is {puzzle.width}x{puzzle.height}", line)
        game = Domains.of_cells(height, width, len(colors.palette.colors), masks)
    notes = tuple(draft.notes)
    fitting, guesses = record.fitting_goals(puzzle, goals)
    guesses += _blotted(puzzle)
    return Sheet(puzzle, fitting, game, **draft.credits(), notes=notes, guesses=guesses)


def _blotted(puzzle: Puzzle) -> tuple[str, ...]:
    """A sentence about lone counts of 0, if the sums agree with empty lines in their place."""
    rows, cols = (
        tuple(Clue() if [block.length for block in clue] == [None] else clue for clue in side)
        for side in (puzzle.rows, puzzle.cols)
    )
    try:
        if puzzle.is_complete or not Puzzle(rows, cols, puzzle.palette).is_complete:
            return ()
    except PuzzleError:
        return ()
    return (
        "<count>0</count> is read as a blotted block, of unknown length, as webpbn means it; the sums "
        "agree with empty lines in its place, too, which are written without a <count>",
    )


def _puzzle_lines(sheet: Sheet, series: str) -> Iterator[str]:
    from xml.sax.saxutils import escape, quoteattr  # it loads urllib and ssl

    puzzle, palette = sheet.puzzle, sheet.puzzle.palette
    taken: set[str] = set()
    names = [free_name(taken, one_line(color.name) or "color") for color in palette.colors]
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
        if name in _NOTES and not (name == "note" and _NAMED.match(text)):
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


def _escaped(text: str) -> str:
    from xml.sax.saxutils import escape

    return escape(printable(text), {"\r": "&#13;"})


WEBPBN = Format(~(Holds.GIVENS | Holds.LICENSE), read, write)
