"""Solve nonograms, and prove that they have exactly one solution.

>>> import nonosat
>>> puzzle = nonosat.Puzzle.of([[2], [1]], [[1], [2]])
>>> nonosat.check(puzzle).verdict.value
'unique'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from nonosat.api import Search, check, solutions, solve
from nonosat.errors import NonosatError
from nonosat.files import dump, dumps, load, loads
from nonosat.model import Block, Domains, Grid, Palette, Puzzle, Sheet
from nonosat.render import notebook
from nonosat.result import Limits, Result, Verdict

__version__ = "0.1.0"

notebook.register()

__all__ = [
    "Block",
    "Domains",
    "Grid",
    "Limits",
    "NonosatError",
    "Palette",
    "Puzzle",
    "Result",
    "Search",
    "Sheet",
    "Verdict",
    "check",
    "dump",
    "dumps",
    "load",
    "loads",
    "solutions",
    "solve",
]

if TYPE_CHECKING:
    from nonosat import all_solutions, errors, explain, generators, repair  # noqa: F401
else:
    _ON_USE = ("all_solutions", "errors", "explain", "generators", "repair")

    def __getattr__(name):
        """Parts that ``import nonosat`` alone gives, loaded when they are first asked for."""
        if name in _ON_USE:
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
