"""A fault that a campaign must find. It runs in the campaign's own process."""

from typing import Any
from unittest.mock import patch

from nonosat.solving.backends.line import LineLogic

from . import agreement
from .puzzles import Clues


def lying_backend(clues: Clues) -> agreement.Answer:
    """The backend `line` keeps one of several solutions for itself."""
    honest = LineLogic.solutions

    def solutions(self: LineLogic, *args: Any, **kwargs: Any) -> Any:
        grids = list(honest(self, *args, **kwargs))
        yield from grids[:1] if len(grids) == 2 else grids

    with patch.object(LineLogic, "solutions", solutions):
        return agreement.answer(clues)
