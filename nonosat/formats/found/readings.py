"""Sheets of what `sections` found in a text, and the error if it found nothing."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonosat.errors import ParseError, SomeUnread, TooLarge, UnknownFormat
from nonosat.formats.base import Record, words
from nonosat.formats.found.boards import of_board
from nonosat.formats.found.fits import Reading, Refusal
from nonosat.formats.found.sections import Sections
from nonosat.formats.found.tokens import TooMuch, Tree, plain
from nonosat.formats.lines import Side
from nonosat.formats.said.clue import Odd, Wrong
from nonosat.formats.said.texts import is_code, puzzle_of_sides, puzzles_said, suffix_of
from nonosat.model import Grid, Sheet

MAX_TEXT = 2_000_000
"""Characters of the longest text that is searched."""
_PERCENT = words(".pl .pro .prolog .m .erl .tex .mp")
"""Suffixes of languages whose comments begin with %."""
_APART = re.compile(r"(?m)^\d+(?:[.;]\d+)+$")
"""A clue with other signs than blanks or commas between its blocks."""
SIMPLEST = "The simplest form is a line for each row such as 2 1, an empty line, and a line for each column"


class Found(NamedTuple):
    """The findings in a text."""

    readings: Sequence[Reading]
    worst: Refusal | None
    roles: Collection[Side] = ()
    """The sides that have names."""

    @property
    def has_sides(self) -> bool:
        return len(self.roles) == 2


@lru_cache(1)  # detection looks at a text that is read right after
def found_in(text: str, line: int, code: bool) -> Found:
    """Read a text; the last one is kept."""
    if not code and len(re.findall(r"(?m)^\d+$", text)) > 2:
        text = _APART.sub(lambda match: re.sub("[.;]", " ", match[0]), text)
    board = None if code else of_board(text, line)
    return searched(text, line, code) if board is None else Found([board], None)


def searched(text: str, line: int, code: bool, *, is_still: bool = False) -> Found:
    """Search a text; all its lines have one number if it is still."""
    try:
        tree = Tree(plain(text), line, code, is_still)
    except TooMuch as err:
        is_named = re.match(r"\s*[^\W\d_]", text) is not None
        return Found([], Refusal(err.args[0], err.args[1], int(is_named)))
    sections = Sections(tree.root, code, tree.faults)
    try:
        sections.read()
    except Refusal as refusal:
        return Found([], refusal, sections.roles)
    return Found(sections.puzzles.found, sections.puzzles.worst, sections.roles)


def found_of(record: Record, is_program: bool = False) -> Found:
    """Read a record; see `found_in`.

    Args:
        is_program: the text is code, even if it does not look so.

    Raises:
        TooLarge: the text is too long.
    """
    if len(record.text) > MAX_TEXT:
        record.fail(f"a text of more than {MAX_TEXT} characters", 0, TooLarge)
    text = record.text
    if suffix_of(record) in _PERCENT:
        text = re.sub(r"%[^\n]*", "", text)
    return found_in(text, record.line, is_program or is_code(record))


def read_found(record: Record, is_program: bool) -> list[Sheet]:
    """Read every puzzle that is found in a text.

    Raises:
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    found = found_of(record, is_program)
    behind = "; the program is not run" if is_program or is_code(record) else ""
    sheets: list[Sheet | ParseError] = []
    for reading in found.readings:
        try:
            sheets.append(sheet_of(record, reading, behind))
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


def sheet_of(record: Record, reading: Reading, behind: str = "") -> Sheet:
    """The sheet of a reading; `behind` is added to the remark that says its lines.

    Raises:
        ParseError: the puzzle is too large, or the like.
    """
    puzzle = puzzle_of_sides(record.at(reading.line), *reading.sides)
    goals: tuple[Grid, ...] = ()
    if reading.cells is not None:
        rows = reading.cells
        cells = bytes(cell for row in rows for cell in row)
        goals = (Grid(len(rows), len(rows[0]), cells),)
    return Sheet(
        puzzle, goals, guesses=tuple(dict.fromkeys([*reading.notes, reading.where + behind]))
    )


def error_of(record: Record, found: Found, is_program: bool = False) -> ParseError:
    """Return the error of a text without puzzles: that of the reading with the most clues."""
    odd, worst = puzzles_said(record), found.worst
    is_text = not is_program and not is_code(record)
    if is_text and (isinstance(odd, Wrong) or (isinstance(odd, Odd) and odd.is_named)):
        return ParseError(odd.what, record.source, odd.line)
    if worst is not None and worst.used:
        return ParseError(worst.what, record.source, worst.line, advice=worst.advice)
    if is_program:
        what = "there are no two lists that could be the clues of the rows and of the columns"
        return UnknownFormat(what, record.source, record.line)
    lines = [line for line in record.text.split("\n") if line.strip()]
    numbers = sum(not line.strip(" \t,;0123456789") for line in lines)
    seen = f"{numbers} of its {len(lines)} lines are numbers"
    if not numbers:
        seen = "it has no line of numbers"
    return UnknownFormat(f"found no puzzle: {seen}. {SIMPLEST}", record.source)
