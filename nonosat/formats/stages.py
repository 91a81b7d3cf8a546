"""Texts of clues in stages: what they say to the letter, or else what is found by searching, with a doubt."""

from __future__ import annotations

from dataclasses import replace

from nonosat.errors import ParseError, SomeUnread
from nonosat.formats.base import Doubt, Record
from nonosat.formats.said.people import Odd
from nonosat.formats.said.texts import read_said, suffix_of
from nonosat.model import Sheet


def read_clue_text(record: Record, is_program: bool = False) -> list[Sheet]:
    """Read every puzzle of a text.

    Raises:
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    said = _of_toml(record) or read_said(record)
    if not isinstance(said, Odd):
        is_doubted = any(isinstance(one, Doubt) for sheet in said for one in sheet.guesses)
        if not (record.is_asked and is_doubted):
            return said
        said = Odd("a doubt", record.line)
    from nonosat.formats.found import readings  # a sure text does without

    if record.is_asked:
        return readings.read_found(record, is_program)
    try:
        sheets = readings.read_found(record, is_program)
    except SomeUnread as some:
        sheets = [one for one in some.found if isinstance(one, Sheet)]
    where = sorted({reading.line for reading in readings.found_of(record, is_program).readings})
    shown = ", ".join(map(str, where[:4])) + (" ..." if len(where) > 4 else "")
    lines = "line" if len(where) == 1 else "lines"
    why = f"{said.what} (line {said.line}), so that nothing is claimed of {lines} {shown}"
    doubt = Doubt(why, said.line)
    return [replace(sheet, guesses=(doubt, *sheet.guesses)) for sheet in sheets]


def _of_toml(record: Record) -> list[Sheet]:
    """Read a file of TOML; [] if it is none, or in no form that is read."""
    if suffix_of(record) not in (".toml", ".tml"):
        return []
    import tomllib

    from nonosat.formats.data.formats import read_value  # few texts are TOML

    try:
        return read_value(record._replace(content=""), tomllib.loads(record.text))
    except (tomllib.TOMLDecodeError, ParseError):
        return []  # it may still be found
