"""Sheets of what `sections` found in a text, and the error if it found nothing.

A text is code if its suffix or its statements say so; only then are changes of lists looked for, and only
there does a picture need a name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from nonosat.errors import ParseError, PuzzleError, SomeUnread, TooLarge, UnknownFormat
from nonosat.formats.base import ClueLine, Record, is_data, one_line, raise_with_clues, words
from nonosat.formats.fits import Block as ReadBlock
from nonosat.formats.fits import Reading, Refusal, Sides, Weight
from nonosat.formats.lines import CLUE, Inked
from nonosat.formats.nameless import bare_lines, of_lines
from nonosat.formats.sections import Sections
from nonosat.formats.text.grid import palette_of_tokens
from nonosat.formats.tokens import TooNested
from nonosat.formats.values import length_of
from nonosat.model import BLACK_AND_WHITE, Block, Clue, Grid, Palette, Puzzle, Sheet
from nonosat.model.css_colors import color_name, free_name, parse_color

MAX_TEXT = 8_000_000
"""Characters of the longest text that is read so."""
_CODE = words(
    ".py .js .mjs .cjs .ts .tsx .jsx .java .go .rs .kt .kts .c .h .cc .cpp .hpp .cs .rb .php .lua .pl .pm "
    ".lp .hs .ml .scala .clj .lisp .el .scm .rkt .r .jl .m .swift .dart .ex .exs .erl .nim .zig .d .f90 "
    ".bas .pas .groovy .ipynb .sh .co .mod"
)
_DATA = words(
    ".txt .csv .tsv .json .jsonl .yaml .yml .toml .ini .cfg .conf .dat .md .xml .dzn .non .clues"
)
_STATEMENT = re.compile(
    r"(?m)^[ \t]*(?:import|from|def|class|function|const|let|var|public|private|static|package|use|fn|"
    r"return|#include|end)\b."
)
_TITLE = re.compile(r"(?im)^[ \t-]*(?:title|name)[ \t]*[:=][ \t]*(.*)$")
_CREDIT = re.compile(
    r"(?im)^([ \t-]*)(title|name|author|by|copyright|license|source|date|id|url|comment|notes?|description)"
    r"[ \t]*[:=](?![ \t]*(?:[\[({].*,|\[.*\]|\(.*\)|\{.*\})[ \t;]*$).*$"
)
_FACT = re.compile(r"(?m)^(data[ \t]*\([ \t]*)('(?:\\.|[^'\\\n])*'|[a-z]\w*)[ \t]*,")
"""The beginning of a fact of Prolog, with a title."""
_COLOR = re.compile(r"(?m)^[ \t]*([a-zA-Z])[ \t:=]+(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})[ \t]*$")
_QUOTED = (".yml", ".yaml", ".toml", ".ini")
"""Suffixes of files whose texts may be in quotation marks."""
_DIGIT = re.compile("[0-9]")
_TOPIC = re.compile(
    r"(?i)nonogram|picross|griddler|hanjie|paint.?by.?number|pbn|japanese.?crossword"
)
_NUMERIC = " \t,;.:/|-?[](){}0123456789"
"""Characters of lines that are nothing but numbers."""
_BARE = re.compile(r"(?:[ \n]*+(?:0|[1-9][0-9]{0,3})(?![0-9]))++[ \n]*+")
MAX_BARE = 400_000
"""Characters of the longest text of digits and blanks that is read without its tokens."""
_DOTTED = re.compile(r"(?m)^[ \t]*\d+\.\d.*$")
_RULE = re.compile(r"[-=_#&*%~]+")
LARGEST_BY_SIGHT = 99
"""Larger numbers look like clues only if the two sides fit each other."""
SIMPLEST = "The simplest form is a line for each row such as 2 1, an empty line, and a line for each column"


class Found(NamedTuple):
    """The findings in a text."""

    readings: Sequence[Reading]
    worst: Refusal | None
    has_sides: bool
    """Both sides have names."""
    titles: Sequence[tuple[int, str]]
    """Lines that are titles, and their texts."""
    colors: dict[str, str]
    """Letter -> the color that the text declares for it."""


def is_code(text: str, suffix: str) -> bool:
    """True if a text is a program."""
    return suffix in _CODE or (suffix not in _DATA and bool(_STATEMENT.search(text)))


@lru_cache(1)  # detection looks at a text that is read right after
def found_in(text: str, line: int, code: bool) -> Found:
    """Read a text; the last one is kept."""
    if len(text) <= MAX_BARE and _BARE.fullmatch(text):
        try:
            return Found(of_lines(bare_lines(text, line), [], {}), None, False, [], {})
        except Refusal:
            pass  # once more by the tokens, for pictures and errors
    titles: list[tuple[int, str]] = []
    colors: dict[str, str] = {}
    if facts := [*_FACT.finditer(text)]:
        titles = [
            (
                line + text.count("\n", 0, match.start()),
                re.sub(r"\\(.)", r"\1", match[2].strip("'")),
            )
            for match in facts
            if match[2] != "untitled"
        ]
        text = _FACT.sub(r"\1untitled,", text)
    elif not code:
        titles = [
            (line + text.count("\n", 0, match.start()), match[1].strip())
            for match in _TITLE.finditer(text)
        ]
        text = _CREDIT.sub(r"\1\2", text)
        colors = {match[1]: parse_color(match[2]) for match in _COLOR.finditer(text)}
        text = _COLOR.sub("", text)
        if colors:  # the third number of the size is that of the colors
            text = re.sub(rf"(?m)\A(\s*\d+[ \t]+\d+)[ \t]+{len(colors)}[ \t]*$", r"\1", text)
    sections: Sections | None = None
    try:
        sections = Sections(text, line, code)
        sections.read()
    except TooNested as err:
        nested = Refusal("lists nested more than 40 deep", err.args[0], Weight.NAMED)
        return Found([], nested, False, titles, colors)
    except Refusal as refusal:
        return Found([], refusal, bool(sections and len(sections.roles) == 2), titles, colors)
    if not titles and not code:
        lines = text.split("\n", 50)
        first = min((reading.line for reading in sections.puzzles.found), default=0)
        above = [one.line for one in sections.words if one.line < first][:1]
        titles = [
            (at, lines[at - line].strip("#*-= \t"))
            for at in above
            if at - line < len(lines) and "=" not in lines[at - line].strip("= ")
        ]
    has_sides = len(sections.roles) == 2
    return Found(sections.puzzles.found, sections.puzzles.worst, has_sides, titles, colors)


def found_of(record: Record, is_program: bool = False) -> Found:
    """Read a record; see `found_in`.

    Args:
        is_program: the text is code, even if it does not look so.

    Raises:
        TooLarge: the text is too long.
    """
    if len(record.text) > MAX_TEXT:
        record.fail(f"a text of more than {MAX_TEXT} characters", 0, TooLarge)
    suffix = os.path.splitext(record.source)[1].lower()
    return found_in(record.text, record.line, is_program or is_code(record.text, suffix))


def read(record: Record, is_program: bool = False) -> list[Sheet]:
    """Read every puzzle of a text; see `found_of`.

    Raises:
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    found = found_of(record, is_program)
    sheets: list[Sheet | ParseError] = []
    titles = [*found.titles]
    suffix = os.path.splitext(record.source)[1].lower()
    for reading in found.readings:
        above = [title for title in titles if title[0] <= reading.line]
        titles = titles[len(above) :]
        title = one_line(above[-1][1]) if above else ""
        if suffix in _QUOTED:
            title = title.strip("\"'")
        try:
            sheets.append(replace(sheet_of(record, reading, found.colors), title=title))
        except ParseError as err:
            sheets.append(err)
    if found.worst is not None or not sheets:
        error = error_of(record, found, is_program)
        if not sheets:
            raise error
        sheets.append(error)
    if any(isinstance(one, ParseError) for one in sheets):
        raise SomeUnread(sheets)
    record.check_count(sheets[1:])
    return [one for one in sheets if isinstance(one, Sheet)]


def sheet_of(record: Record, reading: Reading, colors: dict[str, str]) -> Sheet:
    """Make a sheet of a reading.

    Raises:
        ParseError: the puzzle is too large, or the like.
    """
    puzzle = read_puzzle(record.at(reading.line), reading.sides)
    goals: tuple[Grid, ...] = ()
    if reading.cells is not None:
        rows = reading.cells
        cells = bytes(cell for row in rows for cell in row)
        goals = (Grid(len(rows), len(rows[0]), cells),)
    sheet = Sheet(puzzle, goals, guesses=tuple(dict.fromkeys(reading.notes)))
    return _colored(sheet, colors) if colors else sheet


def read_puzzle(record: Record, sides: Sides) -> Puzzle:
    """The puzzle of two sides; errors name the line of the clue."""
    blocks = [block for side in sides[:2] for clue in side for block in clue]
    if all(type(block) is int for block in blocks) and len(blocks) > 0:
        try:
            return Puzzle.of_lengths(sides.rows, sides.cols)  # type: ignore[arg-type]  # all are int
        except PuzzleError:
            pass  # again, for the line of the clue
    with record.errors_at():
        palette, inks = _palette(blocks)
    rows, cols = (
        [
            ClueLine(Clue(_block(block, inks) for block in clue), line)
            for clue, line in zip(side, lines or [record.line] * len(side), strict=True)
        ]
        for side, lines in zip(sides[:2], sides.lines, strict=True)
    )
    record.check_size(len(rows), len(cols))
    return record.puzzle(rows, cols, palette)


def _palette(blocks: Sequence[ReadBlock]) -> tuple[Palette, dict[str, int]]:
    names = sorted({block.ink for block in blocks if isinstance(block, Inked)} - {""})
    if not names:
        return BLACK_AND_WHITE, {"": 1}
    bare = [b for b in blocks if not isinstance(b, Inked) or not b.ink]
    if bare:
        inked = [b for b in blocks if isinstance(b, Inked) and b.ink]
        odd, other = (_shown(two[0]) for two in (inked, bare))
        if len(inked) < len(bare):
            raise PuzzleError(f"{odd!r} has a letter for its color, {other!r} has none")
        raise PuzzleError(f"block {other!r} does not say its color")
    return palette_of_tokens(names)


def _shown(block: ReadBlock) -> str:
    if isinstance(block, Inked):
        return f"{'?' if block.length is None else block.length}{block.ink}"
    return str(block)


def _block(block: ReadBlock, inks: dict[str, int]) -> Block:
    if isinstance(block, Inked):
        return Block(block.length, inks[block.ink])
    return Block(block, inks[""])


def _colored(sheet: Sheet, colors: dict[str, str]) -> Sheet:
    """The sheet in the colors that the text declares."""
    taken: set[str] = set()
    looks = []
    for name, rgb, char in sheet.puzzle.palette.colors:
        rgb = colors.get(char, rgb)
        look = color_name(rgb) or (char if char in colors else name)
        looks.append((free_name(taken, look), rgb, char))
    puzzle = Puzzle(sheet.puzzle.rows, sheet.puzzle.cols, Palette.of(looks))
    return replace(sheet, puzzle=puzzle)


NAMES = ("headings", "lists", "prolog", "numbers")
"""The formats that are read here."""


def nearest_format(record: Record, found: Found) -> str:
    """The format that a text comes nearest to."""
    suffix = os.path.splitext(record.source)[1].lower()
    if re.search(r"(?m)^[a-z]\w*[ \t]*\(", record.text) and re.search(
        r"(?m)\]\s*\)\s*\.[ \t]*$", record.text
    ):
        return "prolog"
    if is_code(record.text, suffix) or re.search(
        r"(?:=|:|\A)\s*[\[({]{1,2}\s*[\[({\d]", record.text
    ):
        return "lists"
    return "headings" if found.has_sides else "numbers"


def error_of(record: Record, found: Found, is_program: bool = False) -> ParseError:
    """The error of the reading that came furthest."""
    worst = found.worst
    if is_program and (worst is None or worst.weight < Weight.ONE_SIDE):
        what = "there are no two lists that could be the clues of the rows and of the columns"
        return UnknownFormat(what, record.source, record.line)
    if worst is None or worst.weight < Weight.WORDS:
        return UnknownFormat(no_puzzle(record.text), record.source)
    if (dotted := _DOTTED.search(record.text)) and _are_by_sight(record.text):
        what = f"{dotted[0].strip()!r} may be decimals: write blanks or commas between blocks"
        return ParseError(
            what, record.source, record.line + record.text.count("\n", 0, dotted.start())
        )
    kind = ParseError if _is_meant(record, found, worst) else UnknownFormat
    try:
        if worst.sides is not None and not worst.what:
            read_puzzle(record.at(worst.line), worst.sides)
        error = kind(
            worst.what or "these are not the clues of two sides", record.source, worst.line
        )
        if worst.sides is not None and worst.size is not None:
            raise_with_clues(error, *_clue_lines(worst.sides), BLACK_AND_WHITE, worst.size)
        raise error
    except ParseError as err:
        label = f"{worst.label}: " if worst.label and found.readings else ""
        made = kind(label + err.what, record.source, err.line, advice=worst.advice)
        made.__cause__ = err.__cause__
        return made


def _clue_lines(sides: Sides) -> tuple[list[ClueLine], list[ClueLine]]:
    rows, cols = (
        [ClueLine(Clue(Block(length_of(block)) for block in clue), 0) for clue in side]
        for side in sides[:2]
    )
    return rows, cols


def no_puzzle(text: str) -> str:
    """The message that there is nothing like a puzzle in a text."""
    lines = [line for line in text.split("\n") if line.strip()]
    numbers = sum(not line.strip(" \t,;0123456789") for line in lines)
    seen = f"{numbers} of its {len(lines)} lines are numbers"
    if not numbers:
        seen = "it has no line of numbers"
    return f"found no puzzle: {seen}. {SIMPLEST}"


def _is_meant(record: Record, found: Found, worst: Refusal) -> bool:
    """True if a text that cannot be read is a puzzle with a mistake in it, and nothing else."""
    suffix = os.path.splitext(record.source)[1].lower()
    if is_code(record.text, suffix) and not is_data(record):
        return bool(_TOPIC.search(record.text)) and worst.weight >= Weight.CHANGED
    lines = [line for line in record.text.split("\n") if line.strip()]
    numbers = sum(not line.strip(_NUMERIC) and bool(_DIGIT.search(line)) for line in lines)
    if _are_by_sight(record.text):
        return True
    if not found.has_sides and worst.sides is None and 2 * numbers <= len(lines):
        return False
    is_sized = worst.weight >= Weight.ONE_SIDE
    if worst.weight >= Weight.NAMED or worst.sides is None:
        return is_sized
    return are_close(worst.sides, is_sized)


def _are_by_sight(text: str) -> bool:
    """True for a text of clues with different numbers of blocks, and a rule between the sides."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    rules = [at for at, line in enumerate(lines) if _RULE.fullmatch(line)]
    if len(rules) != 1 or not 1 < rules[0] < len(lines) - 2 or len(lines) < 6:
        return False
    clues = [
        [*map(int, re.findall(r"\d{1,6}", line))]
        for line in lines
        if CLUE.match(line) and line[0] != "-"
    ]
    return (
        len(clues) == len(lines) - 1
        and all(0 < min(clue) <= max(clue) <= LARGEST_BY_SIGHT for clue in clues if clue != [0])
        and len({*map(len, clues)}) > 1
    )


def are_close(sides: Sides, is_sized: bool) -> bool:
    """True if two sides could belong to one puzzle, apart from a mistake or two.

    Tables, lists and logs are also numbers. Clues differ from them in three ways: lines have different
    numbers of blocks, the other side has enough lines for each, and both sides have about the same sum.

    Args:
        is_sized: the numbers of lines are those of a size that is written down.
    """
    rows, cols = sides.rows, sides.cols
    if min(len(rows), len(cols)) < 2 or (len(rows) + len(cols) < 5 and not is_sized):
        return False
    sums, large = [], 0
    for side, room in ((rows, len(cols)), (cols, len(rows))):
        cells = [[*map(length_of, clue)] for clue in side]
        sums.append(sum(map(sum, cells)))
        large += sum(sum(clue) + len(clue) - 1 > room for clue in cells)
    one, two = sums
    if large > 1 or abs(one - two) > max(2, (one + two) // 20):
        return False
    return is_sized or len({len(clue) for clue in chain(rows, cols)}) > 1
