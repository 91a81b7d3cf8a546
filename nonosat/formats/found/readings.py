"""Sheets of what `sections` found in a text, and the error if it found nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from nonosat.errors import ParseError, SomeUnread, TooLarge, UnknownFormat
from nonosat.formats.base import Record, one_line
from nonosat.formats.found.fits import Reading, Refusal
from nonosat.formats.said import people
from nonosat.formats.said.texts import (
    COLOR,
    QUOTED,
    colored,
    is_code,
    puzzle_of_sides,
    puzzles_said,
    suffix_of,
)
from nonosat.model import Grid, Sheet
from nonosat.model.css_colors import parse_color

MAX_TEXT = 8_000_000
"""Characters of the longest text that is read so."""
_TITLE = re.compile(r"(?im)^[ \t-]*(?:title|name)[ \t]*[:=][ \t]*(.*)$")
_CREDIT = re.compile(
    r"(?im)^([ \t-]*)(title|name|author|by|copyright|license|source|date|id|url|comment|notes?|description)"
    r"[ \t]*[:=](?![ \t]*(?:[\[({].*,|\[.*\]|\(.*\)|\{.*\})[ \t;]*$).*$"
)
_FACT = re.compile(r"(?m)^(data[ \t]*\([ \t]*)('(?:\\.|[^'\\\n])*'|[a-z]\w*)[ \t]*,")
"""The beginning of a fact of Prolog, with a title."""
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
        colors = {match[1]: parse_color(match[2]) for match in COLOR.finditer(text)}
        text = COLOR.sub("", text)
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
    return found_in(record.text, record.line, is_program or is_code(record))


def read_found(record: Record, is_program: bool) -> list[Sheet]:
    """Read every puzzle that is found in a text.

    Raises:
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    found = found_of(record, is_program)
    sheets: list[Sheet | ParseError] = []
    titles = [*found.titles]
    for reading in found.readings:
        above = [title for title in titles if title[0] <= reading.line]
        titles = titles[len(above) :]
        title = one_line(above[-1][1]) if above else ""
        if suffix_of(record) in QUOTED:
            title = title.strip("\"'")
        try:
            sheets.append(replace(_sheet(record, reading, found.colors), title=title))
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


def _sheet(record: Record, reading: Reading, colors: dict[str, str]) -> Sheet:
    puzzle = puzzle_of_sides(record.at(reading.line), *reading.sides)
    goals: tuple[Grid, ...] = ()
    if reading.cells is not None:
        rows = reading.cells
        cells = bytes(cell for row in rows for cell in row)
        goals = (Grid(len(rows), len(rows[0]), cells),)
    sheet = Sheet(puzzle, goals, guesses=tuple(dict.fromkeys(reading.notes)))
    return colored(sheet, colors) if colors else sheet


def error_of(record: Record, found: Found, is_program: bool = False) -> ParseError:
    """The error about a text in which no puzzle is found: that of the reading which used the most clues."""
    odd, worst = puzzles_said(record) if isinstance(record.content, str) else None, found.worst
    used = worst.used if worst is not None else 0
    is_text = not is_program and not is_code(record)
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
