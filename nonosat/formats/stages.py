"""Texts of clues in stages: what they say to the letter, or else what is found by searching, with a doubt.

The formats: ``headings`` name the sides, ``numbers`` have no sign of any format, and ``lists`` are those of
programs, read in any language. A program is never run. Written are the lists of Håkan Kjellerstrand's
models for OR-Tools.
"""

import json
import re
from collections.abc import Sequence
from functools import partial

from nonosat.errors import ParseError, SomeUnread, UnknownFormat
from nonosat.formats.base import Doubt, Format, Holds, Record, one_line, some_read, with_doubt
from nonosat.formats.named.clue_lines import write_clue
from nonosat.formats.said.clue import Odd
from nonosat.formats.said.grid import suffixes
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
        value = json.loads(json.dumps(tomllib.loads(record.text), default=str))  # dates are texts
        return read_value(record._replace(content=""), value)
    except (tomllib.TOMLDecodeError, ParseError):
        return []  # it may still be found


def read_lists(record: Record) -> list[Sheet]:
    """Read every puzzle; see `read_clue_text`."""
    is_program = record.named
    is_page = record.text.lstrip().startswith("<") and not record.text.lstrip().startswith("<?php")
    if is_page or '"nbformat"' in record.text:
        from nonosat.formats.found.pages import program_of, read_page  # few files are these

        if is_page:
            return read_page(record)
        record, is_program = program_of(record), True
    return read_clue_text(record, is_program)


def write_rules(form: str, between: str, sheets: Sequence[Sheet]) -> str:
    """Write the data of a model in a form, with zeros in front of clues so that all are equally long."""
    text = ""
    for axis, clues in (("row", sheets[0].puzzle.rows), ("col", sheets[0].puzzle.cols)):
        length = max(1, *map(len, clues))
        rules = [["0"] * (length - len(clue)) + [block.number for block in clue] for clue in clues]
        listed = between.join(map(", ".join, rules))
        text += form.format(axis=axis, count=len(clues), length=length, rules=listed)
    return text


def write_headings(sheets: Sequence[Sheet]) -> str:
    (sheet,) = sheets
    puzzle = sheet.puzzle
    letters = suffixes(puzzle.palette)
    title = one_line(sheet.title)
    lines = [f"Title: {title}"] if title else []
    lines += [f"Width: {puzzle.width}", f"Height: {puzzle.height}", ""]
    lines += ["Rows:", *(write_clue(clue, letters=letters) for clue in puzzle.rows), ""]
    lines += ["Columns:", *(write_clue(clue, letters=letters) for clue in puzzle.cols)]
    return "\n".join(lines) + "\n"


HEADINGS = Format(
    Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.TITLE | Holds.BLOTS,
    read_clue_text,
    write_headings,
)
NUMBERS = Format(
    Holds.CLUES | Holds.COLORS | Holds.BLOTS | Holds.OBLONG | Holds.SEVERAL, read_clue_text, None
)
_PYTHON = "{axis}s = {count}\n{axis}_rule_len = {length}\n{axis}_rules = [\n  [{rules}]]\n"
LISTS = Format(Holds.CLUES | Holds.OBLONG, read_lists, partial(write_rules, _PYTHON, "],\n  ["))
