"""Faults that campaigns must find. The functions run in the campaign's own processes."""

from __future__ import annotations

import os
import re
from typing import Any
from unittest.mock import patch

import nonosat.kernel
from nonosat.backends.line import LineLogic
from nonosat.errors import ParseError
from nonosat.formats import FORMATS
from nonosat.formats.layouts import MK

from . import agreement, readers
from .campaign import Fault
from .mutate import File
from .puzzles import Clues


def lying_backend(clues: Clues) -> agreement.Answer:
    """The backend `line` keeps one of several solutions for itself."""
    honest = LineLogic.solutions

    def solutions(self: LineLogic, *args: Any, **kwargs: Any) -> Any:
        grids = list(honest(self, *args, **kwargs))
        yield from grids[:1] if len(grids) == 2 else grids

    with patch.object(LineLogic, "solutions", solutions):
        return agreement.answer(clues)


def wrong_count(clues: Clues) -> agreement.Answer:
    """Where there are 13 cells and a solution, one solution too many is counted by one kernel."""
    fault, said = agreement.answer(clues)
    if nonosat.kernel.name == "reference" and said.get("number") and len(clues.rows) > 1:
        said["number"] += 1
    return agreement.Answer(fault, said)


def crash(clues: Clues) -> agreement.Answer:
    """The process ends at a block of two cells."""
    if any((2, 1) in clue for clue in clues.rows):
        os.abort()
    return agreement.answer(clues)


def key_error(file: File) -> Fault | None:
    """The reader of mk stumbles over a question mark."""

    def read(record: Any) -> Any:
        return {}[record.text] if "?" in record.text else MK.read(record)

    with patch.dict(FORMATS._found, mk=MK._replace(read=read)):
        return readers.read_it(file)


def hog(file: File) -> Fault | None:
    """The reader of mk takes 150 MB when there is no number."""

    def read(record: Any) -> Any:
        if not re.search("[0-9]", record.text):
            bytearray(150 << 20)
            raise ParseError("no number")
        return MK.read(record)

    with patch.dict(FORMATS._found, mk=MK._replace(read=read)):
        return readers.read_it(file)
