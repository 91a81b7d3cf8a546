"""Faults that campaigns must find. The functions run in the campaign's own processes."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from nonosat.backends.line import LineLogic
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


def key_error(file: File) -> Fault | None:
    """The reader of mk stumbles over a question mark."""

    def read(record: Any) -> Any:
        return {}[record.text] if "?" in record.text else MK.read(record)

    with patch.dict(FORMATS._found, mk=MK._replace(read=read)):
        return readers.read_it(file)
