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
from typing import NamedTuple

from nonosat.advice import Advice
from nonosat.errors import ParseError, PuzzleError, SomeUnread, TooLarge, UnknownFormat, Unsure
from nonosat.formats.base import (
    ClueLine,
    Doubt,
    Record,
    one_line,
    raise_with_clues,
    sure,
    unsure,
    words,
)
from nonosat.formats.found.fits import ALONE, Reading, Refusal, Sides
from nonosat.formats.found.fits import Block as ReadBlock
from nonosat.formats.lines import Inked
from nonosat.formats.said import people
from nonosat.formats.said.grid import palette_of_tokens, read_picture
from nonosat.model import BLACK_AND_WHITE, Block, Clue, Grid, Palette, Puzzle, Sheet
from nonosat.model.css_colors import color_name, free_name, parse_color
from nonosat.model.sheet import ROWS_FIRST

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
_BARE = re.compile(r"(?:[ \n]*+(?:0|[1-9][0-9]{0,3})(?![0-9]))++[ \n]*+")
MAX_BARE = 400_000
"""Characters of the longest text of digits and blanks that is read without its tokens."""
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
    from nonosat.formats.found.nameless import (  # most texts are told to the letter
        bare_lines,
        of_lines,
    )
    from nonosat.formats.found.sections import Sections
    from nonosat.formats.found.tokens import TooNested

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
        is_named = re.match(r"\s*[^\W\d_]", text) is not None
        nested = Refusal("lists nested more than 40 deep", err.args[0], int(is_named))
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


@lru_cache(1)
def _told_in(text: str, line: int, code: bool) -> list[people.Told] | people.Odd | people.Wrong:
    try:
        return people.told(text, line, code)
    except (people.Odd, people.Wrong) as err:
        return err


def told_of(record: Record) -> list[people.Told] | people.Odd | people.Wrong:
    """The puzzles that a text tells to the letter, or why it does not."""
    suffix = os.path.splitext(record.source)[1].lower()
    text = _COLOR.sub("", record.text)
    return _told_in(text, record.line, is_code(record.text, suffix))


def tells(record: Record) -> bool:
    """True if a text tells its puzzles to the letter, even with a mistake in them."""
    return len(record.text) <= MAX_TOLD and isinstance(told_of(record), list)


MAX_TOLD = 4_000_000


def _toml(record: Record) -> object:
    """The value of a file of TOML; None if it is none."""
    if not record.source.lower().endswith((".toml", ".tml")):
        return None
    import tomllib

    try:
        return tomllib.loads(record.text)
    except tomllib.TOMLDecodeError:
        return None


def _sheets_of_told(record: Record, puzzles: Sequence[people.Told]) -> list[Sheet]:
    colors = {match[1]: parse_color(match[2]) for match in _COLOR.finditer(record.text)}
    made = []
    for one in puzzles:
        if one.cells and not one.rows:
            grid, palette = read_picture(one.cells)
            made.append(record.at(one.line).picture(grid, palette, title=one_line(one.title)))
            continue
        rows, cols = ([item.clue for item in side] for side in (one.rows, one.cols))
        lines = [item.line for item in one.rows], [item.line for item in one.cols]
        sides = Sides(tuple(rows), tuple(cols), lines)
        notes = [] if one.is_named or rows == cols else [ROWS_FIRST]
        if one.is_alone or (not one.is_named and all(len(clue) < 2 for clue in (*rows, *cols))):
            notes.append(ALONE)
        sheet = sheet_of(record, Reading(sides, notes, one.line), colors)
        goals: tuple[Grid, ...] = ()
        if one.cells:
            grid = read_picture(one.cells)[0]
            if sheet.puzzle.accepts(grid):
                goals = (grid,)
            else:
                notes = [
                    *notes,
                    Doubt("not sure: the picture beside the clues does not have these clues"),
                ]
        title = one_line(one.title)
        if record.source.lower().endswith(_QUOTED):
            title = title.strip("\"'")
        made.append(replace(sheet, goals=goals, title=title, guesses=tuple(notes)))
    return sure(record, made)


def read(record: Record, is_program: bool = False) -> list[Sheet]:
    """Read every puzzle of a text: what it tells to the letter, or what is found, if the user asked.

    Raises:
        Unsure: puzzles are found, but the user did not ask for them.
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    if (value := _toml(record)) is not None:
        from nonosat.formats.data.formats import read_value  # few texts are TOML

        try:
            return read_value(record._replace(content=""), value)
        except Unsure:
            raise
        except ParseError:
            pass  # it may still be found
    odd = told_of(record)
    if isinstance(odd, people.Wrong):
        error = ParseError(odd.what, record.source, odd.line, advice=odd.advice)
        if odd.size is None or odd.sides is None:
            raise error
        rows, cols = (
            [
                ClueLine(Clue(_block(block, {"": 1}) for block in one.clue), one.line)
                for one in side
                if all(type(block) is int for block in one.clue)
            ]
            for side in odd.sides
        )
        raise_with_clues(error, rows, cols, BLACK_AND_WHITE, odd.size)
    if not isinstance(odd, people.Odd):
        sheets = _sheets_of_told(record._replace(is_asked=True), odd)
        if not (
            record.is_asked
            and any(isinstance(one, Doubt) for sheet in sheets for one in sheet.guesses)
        ):
            return sure(record, sheets)
    if record.is_asked:
        return _read_found(record, is_program)
    try:
        sheets = _read_found(record, is_program)
    except SomeUnread as some:
        sheets = [one for one in some.found if isinstance(one, Sheet)]
    where = sorted({reading.line for reading in found_of(record, is_program).readings})
    shown = ", ".join(map(str, where[:4])) + (" ..." if len(where) > 4 else "")
    lines = "line" if len(where) == 1 else "lines"
    why = f"not sure: {odd.what} (line {odd.line}), so that nothing is claimed of {lines} {shown}"
    record.fail(unsure(sheets, why), odd.line, Unsure, Advice("found", (record.source,)))


def _read_found(record: Record, is_program: bool) -> list[Sheet]:
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


def nearest_format(record: Record, found: Found | None) -> str:
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
    if found is None:
        told = told_of(record)
        return "headings" if not isinstance(told, list) or told[0].is_named else "numbers"
    return "headings" if found.has_sides else "numbers"


def error_of(record: Record, found: Found, is_program: bool = False) -> ParseError:
    """The error about a text in which no puzzle is found: that of the reading which used the most clues."""
    odd, worst = told_of(record) if isinstance(record.content, str) else None, found.worst
    used = worst.used if worst is not None else 0
    suffix = os.path.splitext(record.source)[1].lower()
    is_text = not is_program and not is_code(record.text, suffix)
    if is_text and (
        isinstance(odd, people.Wrong) or (isinstance(odd, people.Odd) and odd.is_named)
    ):
        return ParseError(odd.what, record.source, odd.line)
    if worst is not None and used:
        label = f"{worst.label}: " if worst.label and found.readings else ""
        return ParseError(label + worst.what, record.source, worst.line, advice=worst.advice)
    if is_program:
        what = "there are no two lists that could be the clues of the rows and of the columns"
        return UnknownFormat(what, record.source, record.line)
    return UnknownFormat(no_puzzle(record.text), record.source)


def no_puzzle(text: str) -> str:
    """The message that there is nothing like a puzzle in a text."""
    lines = [line for line in text.split("\n") if line.strip()]
    numbers = sum(not line.strip(" \t,;0123456789") for line in lines)
    seen = f"{numbers} of its {len(lines)} lines are numbers"
    if not numbers:
        seen = "it has no line of numbers"
    return f"found no puzzle: {seen}. {SIMPLEST}"
