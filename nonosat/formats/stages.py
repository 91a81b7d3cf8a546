"""Texts of clues in stages: what they say to the letter, or else what is found by searching, with a doubt."""

import re
from collections.abc import Sequence

from nonosat.errors import ParseError, SomeUnread, UnknownFormat
from nonosat.formats.base import Doubt, Record, some_read, with_doubt
from nonosat.formats.said.clue import Odd
from nonosat.formats.said.harmless import says_way
from nonosat.formats.said.texts import is_code, read_said, suffix_of
from nonosat.model import Sheet


def read_clue_text(record: Record, is_program: bool = False) -> list[Sheet]:
    """Read every puzzle of a text.

    Raises:
        UnknownFormat: nothing in it looks like a puzzle.
        ParseError: it has a mistake, or several readings fit.
        SomeUnread: so it is with some of the puzzles.
    """
    said = _of_toml(record) or read_said(record)
    if isinstance(said, Odd):
        doubts = [Doubt(said.what, said.line)]
    else:
        doubts = [one for sheet in said for one in sheet.guesses if isinstance(one, Doubt)]
        if not (record.is_asked and doubts):
            return said
    from nonosat.formats.found import readings  # a sure text does without

    found: Sequence[Sheet | ParseError]
    try:
        found = readings.read_found(record, is_program)
    except SomeUnread as some:
        found = [*some.found]
    except ParseError as err:
        if not is_code(record):
            raise
        raise UnknownFormat(err.what, err.source, err.line, advice=err.advice) from err
    where = sorted({reading.line for reading in readings.found_of(record, is_program).readings})
    return some_read(with_doubt(Doubt(doubts[0], doubts[0].line, where), found))


def _of_toml(record: Record) -> list[Sheet]:
    """Read a file of TOML; [] if it is none, or in no form that is read."""
    if suffix_of(record) not in (".toml", ".tml") or says_way(
        "\n".join(re.findall(r"(?m)^[^\"'#\n]*#(.*)", record.text))
    ):
        return []
    import tomllib

    from nonosat.formats.data.formats import read_value  # few texts are TOML

    try:
        return read_value(record._replace(content=""), tomllib.loads(record.text))
    except (tomllib.TOMLDecodeError, ParseError):
        return []  # it may still be found
