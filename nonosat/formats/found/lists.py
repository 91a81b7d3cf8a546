"""Lists of clues as programs have them: written in Python, read in any language by `readings`.

A notebook is read as the program of its cells. The rest of a program is never run. Written are the lists
of Håkan Kjellerstrand's models for OR-Tools.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

from nonosat.errors import UnknownFormat
from nonosat.formats.base import Format, Holds, Record
from nonosat.formats.found import readings
from nonosat.model import Sheet


def read(record: Record) -> list[Sheet]:
    """Read every puzzle; see `readings.read`."""
    is_program = record.named
    if '"nbformat"' in record.text:
        record, is_program = _code(record), True
    return readings.read(record, is_program)


def _code(record: Record) -> Record:
    """The code cells of a notebook as one program; its lines keep their numbers if they can."""
    try:
        cells = json.loads(record.text)["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        lines = [line for source in sources for line in [*"".join(source).splitlines(True), "\n"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        record.fail("the notebook is damaged", kind=UnknownFormat)
    code, place = "", 0
    for line in lines:
        found = record.text.find(json.dumps(line, ensure_ascii=False)[1:-1], place)
        if line.strip() and found >= 0:
            behind = record.text.count("\n", place, found)
            code += "\n" * (max(1, behind) if place else behind - code.count("\n"))
            place = found
        code += line.rstrip("\n") if place else line
    return record._replace(content=code)


def write_rules(form: str, between: str) -> Callable[[Sequence[Sheet]], str]:
    """Make the writer of lists in a form of its own, with a text between two clues."""
    return partial(_write, form, between)


def _write(form: str, between: str, sheets: Sequence[Sheet]) -> str:
    """Write the data of a model, with zeros in front of clues so that all are equally long."""
    text = ""
    for axis, clues in (("row", sheets[0].puzzle.rows), ("col", sheets[0].puzzle.cols)):
        length = max(1, *map(len, clues))
        rules = [["0"] * (length - len(clue)) + [block.number for block in clue] for clue in clues]
        listed = between.join(map(", ".join, rules))
        text += form.format(axis=axis, count=len(clues), length=length, rules=listed)
    return text


_PYTHON = "{axis}s = {count}\n{axis}_rule_len = {length}\n{axis}_rules = [\n  [{rules}]]\n"
LISTS = Format(Holds.CLUES | Holds.OBLONG, read, write_rules(_PYTHON, "],\n  ["))
