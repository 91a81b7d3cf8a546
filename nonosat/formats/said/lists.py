"""Lists of clues as programs have them: written in Python, read in any language.

A file of nothing but the two lists is sure. The rest of a program is never run. Written are the
lists of Håkan Kjellerstrand's models for OR-Tools.
"""

from collections.abc import Sequence
from functools import partial

from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.stages import read_clue_text
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read every puzzle; see `read_clue_text`."""
    is_program = record.named
    if '"nbformat"' in record.text:
        from nonosat.formats.found.notebooks import program_of  # few files are notebooks

        record, is_program = program_of(record), True
    elif record.text.lstrip().startswith("<") and not record.text.lstrip().startswith("<?php"):
        from nonosat.formats.found.pages import read_page  # few files are pages

        return read_page(record)
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


_PYTHON = "{axis}s = {count}\n{axis}_rule_len = {length}\n{axis}_rules = [\n  [{rules}]]\n"
LISTS = Format(Holds.CLUES | Holds.OBLONG, read, partial(write_rules, _PYTHON, "],\n  ["))
