"""Clues in a table ``[clues]``, colors in ``[colors]``: TOML for nonogrid, INI for pynogram.

Clues are on separate lines or separated by commas; an empty one is 0. A color is a name,
``R, G, B`` or hexadecimal digits, as in ``r = (208, 0, 0) %``; a block without letters is black. Sources:
the readers of both programs.
"""

import re
from collections.abc import Sequence
from functools import partial

from nonosat.errors import CannotHold
from nonosat.formats.base import Format, Holds, Record, Size, Stated, TextLine, ink_letters
from nonosat.formats.named.clue_lines import BLANKS, sheet_of_parts, write_clue
from nonosat.formats.palettes import palette_of_letters
from nonosat.model import Palette, Sheet
from nonosat.model.css_colors import color_name, parse_color

_COLOR = re.compile(r"(?<![^\s=:\"'\[])([^\s=:\"'\[]++)[ \t]*+[=:][ \t]*+\(([^()]*)\)")
_FRAME = re.compile(r"(?:defs[ \t]*=)?[ \t\[\]\"',]*\Z")
_SECTION = re.compile(r"\[+([^\[\]\"',]*)\]+[ \t]*(?:[#;].*)?\Z")
_KEY = re.compile(r"([^\s=:\[#;][^=:]*+)[=:][ \t]*+(.*)\Z")
_STATED = re.compile(
    r"(?:#[ \t]*|(?P<name>width|height|size)[ \t]*=\D?)[0-9]{1,5}(?:x[0-9]{1,5})?\W?\Z"
)
_SUFFIX = re.compile(r"(?<![0-9])[0-9]++([^\s0-9]++)")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read(record: Record) -> list[Sheet]:
    """Read TOML or INI: what is between quotes in TOML is as it would be in INI."""
    rows: list[TextLine] = []
    cols: list[TextLine] = []
    colors: list[TextLine] = []
    targets = {"rows": rows, "columns": cols, "cols": cols}
    section = ""
    sizes: list[Stated] = []
    target: list[TextLine] | None = None
    for line in record.lines():
        text = line.text.strip()
        if stated := _STATED.match(text):
            which = {"width": Size.WIDTH, "height": Size.HEIGHT}.get(stated["name"], Size.BOTH)
            sizes.append(Stated(which, [*map(int, re.findall("[0-9]+", text))], line.number))
        if not text or text[0] in "#;":
            continue
        if match := _SECTION.match(text):
            section, target = match[1].strip().lower().rpartition(".")[2], None
            if section.startswith("clues") and (section != "clues" or rows or cols):
                record.fail("a second section of clues; expected one", line.number)
        elif section == "colors":
            colors.append(TextLine(text, line.number))
        elif section == "clues":
            text, *comment = (part.strip() for part in re.split("[#;]", text, maxsplit=1))
            if comment and not comment[0].strip("0123456789 ,;'\"]") and comment[0]:
                what = f"{comment[0][:20]!r} is behind a sign for a comment, but looks like clues"
                record.fail(what, line.number)
            if key := _KEY.match(text):
                name, text = key[1].rstrip(" \t").strip("\"'").lower(), key[2]
                target = targets.get(name, [])
                if target:
                    record.fail(f"a second list of {name}; expected one", line.number)
            elif target is None:
                record.fail(f"{text[:20]!r} belongs to neither rows nor columns", line.number)
            clues = (clue.strip(" \t'\"[]") for clue in text.replace("\\n", ",").split(","))
            target += (TextLine(clue, line.number) for clue in clues if clue)
    for name in ("rows", "columns"):
        if not targets[name]:
            record.fail(f"[clues] has no {name}")
    palette, inks = _palette(record, [*rows, *cols], colors)
    sheet = sheet_of_parts(record, rows, cols, palette, inks, BLANKS)
    record.check_stated(sizes, sheet.puzzle)
    return [sheet]


def _palette(
    record: Record, lines: Sequence[TextLine], colors: Sequence[TextLine]
) -> tuple[Palette, dict[str, int]]:
    declared: dict[str, tuple[str, str]] = {}
    for line in colors:
        found = _COLOR.findall(line.text)
        if not found and not _FRAME.match(line.text):
            record.fail(f"{line.text[:20]!r} is not a color such as 'r = (red) %'", line.number)
        for name, look in found:
            if name in declared:
                record.fail(f"color {name[:20]!r} is declared twice", line.number)
            rgb = _look(record, look, line)
            declared[name] = color_name(rgb), rgb
    used = {suffix for line in lines for suffix in _SUFFIX.findall(line.text)}
    bare = any(re.search(r"[0-9](?![^\s])", line.text) for line in lines if line.text != "0")
    for name, (_, rgb) in [*declared.items()]:
        if name not in used and rgb == "#ffffff":
            del declared[name]  # the background, which has a name of its own in pynogram
    return palette_of_letters(record, declared, bare, lines[0].number)


def _look(record: Record, value: str, line: TextLine) -> str:
    parts = [part.strip() for part in value.split(",")]
    if len(parts) == 3 and all(
        re.fullmatch("[0-9]{1,3}", part) and int(part) < 256 for part in parts
    ):
        return "#" + bytes(map(int, parts)).hex()
    found = parse_color(value.strip(), bare_hex=True)
    if not found:
        record.fail(f"unknown color {value.strip()[:20]!r}", line.number)
    return found


def _write(is_toml: bool, sheets: Sequence[Sheet]) -> str:
    puzzle = sheets[0].puzzle
    paper, *inks = puzzle.palette.colors
    if paper.rgb != "#ffffff":
        raise CannotHold("the format has no place for a background that is not white")
    letters, colors = [], []
    if [ink.rgb for ink in inks] != ["#000000"]:
        letters = ["", *ink_letters(puzzle.palette, _LETTERS)]
        for letter, ink in zip(letters[1:], inks, strict=True):
            colors.append(f"{letter} = ({ink.rgb[1:].upper()}) {letter}")
    lines = [f"# {puzzle.width}x{puzzle.height}", "[clues]"]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        texts = [write_clue(clue, letters=letters) for clue in clues]
        if is_toml:
            lines += [f'{name} = """', *texts, '"""']
        else:
            lines += [f"{name} =", *(f"  {text}" for text in texts)]
    if colors and is_toml:
        colors = ["defs = [", *(f'  "{color}",' for color in colors), "]"]
    if colors:
        lines += ["", "[colors]", *colors]
    return "\n".join(lines) + "\n"


_HOLDS = Holds.CLUES | Holds.COLORS | Holds.RGB | Holds.OBLONG
TOML = Format(_HOLDS, read, partial(_write, True))
INI = Format(_HOLDS, read, partial(_write, False))
