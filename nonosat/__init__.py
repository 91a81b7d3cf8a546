"""Solve nonograms, and prove that they have exactly one solution.

>>> import nonosat
>>> puzzle = nonosat.Puzzle.of([[2], [1]], [[1], [2]])
>>> nonosat.check(puzzle).verdict.value
'unique'
"""

TYPE_CHECKING = False  # importing typing takes long, and type checkers know this name

__version__ = "0.1.0"

__all__ = [
    "Backbone",
    "Backend",
    "Block",
    "Blotted",
    "Book",
    "BookStyle",
    "Changes",
    "Color",
    "Conflict",
    "Count",
    "Deadline",
    "Domains",
    "Givens",
    "Grid",
    "Hint",
    "InputError",
    "LimitReached",
    "Limits",
    "Line",
    "LinePlacements",
    "MissingExtra",
    "NonosatError",
    "OutputError",
    "Palette",
    "ParseError",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Reason",
    "Refused",
    "Result",
    "Search",
    "Sheet",
    "Step",
    "Stop",
    "Trace",
    "Typo",
    "Unsure",
    "UsageError",
    "Verdict",
    "Why",
    "WrongAnswer",
    "backbone",
    "blot",
    "book",
    "certify",
    "check",
    "check_many",
    "conflict",
    "count",
    "digitize",
    "dump",
    "dumps",
    "fewest_changes",
    "fewest_givens",
    "generate",
    "hint",
    "line",
    "link_of",
    "load",
    "loads",
    "rate",
    "show",
    "solutions",
    "solve",
    "steps",
    "verify",
    "why",
]

if TYPE_CHECKING:
    from nonosat import ask as ask
    from nonosat import errors as errors
    from nonosat import generators as generators
    from nonosat.ask.all_solutions.counting import Count, count
    from nonosat.ask.all_solutions.shared_cells import Backbone, backbone
    from nonosat.ask.blots import Blotted, blot
    from nonosat.ask.explain.cell import Why, why
    from nonosat.ask.explain.conflict import Conflict, conflict
    from nonosat.ask.explain.difficulty import Rating, rate
    from nonosat.ask.explain.events import Step
    from nonosat.ask.explain.hints import Hint, hint
    from nonosat.ask.explain.steps import steps
    from nonosat.ask.explain.typos import Typo
    from nonosat.ask.line import LinePlacements, line
    from nonosat.ask.repair import Changes, Givens, fewest_changes, fewest_givens
    from nonosat.certificates.bundle import certify
    from nonosat.certificates.verify_many import verify
    from nonosat.draw.books.make import Book, book
    from nonosat.draw.books.style import BookStyle
    from nonosat.draw.files import show
    from nonosat.errors import (
        InputError,
        LimitReached,
        MissingExtra,
        NonosatError,
        OutputError,
        ParseError,
        PuzzleError,
        Reason,
        Refused,
        Stop,
        Unsure,
        UsageError,
        WrongAnswer,
    )
    from nonosat.files import dump, dumps, load, loads
    from nonosat.files.photo import digitize
    from nonosat.formats.named.link import link_of
    from nonosat.generators.families import generate
    from nonosat.limits import Deadline, Limits
    from nonosat.model import (
        Block,
        Color,
        Domains,
        Grid,
        Line,
        Palette,
        Puzzle,
        Sheet,
    )
    from nonosat.run.many import check_many
    from nonosat.solving.api import Search, check, solutions, solve
    from nonosat.solving.backends.base import Backend
    from nonosat.solving.result import Result, Verdict
    from nonosat.solving.search import Progress, Trace
else:
    _HOMES = {
        "solving.api": "Search check solutions solve",
        "errors": "InputError LimitReached MissingExtra NonosatError OutputError ParseError PuzzleError "
        "Reason Refused Stop Unsure UsageError WrongAnswer",
        "files": "dump dumps load loads",
        "files.photo": "digitize",
        "model": "Block Color Domains Grid Line Palette Puzzle Sheet",
        "limits": "Deadline Limits",
        "solving.result": "Result Verdict",
        "solving.backends.base": "Backend",
        "solving.search": "Progress Trace",
        "ask.all_solutions.counting": "Count count",
        "ask.line": "LinePlacements line",
        "ask.all_solutions.shared_cells": "Backbone backbone",
        "run.many": "check_many",
        "draw.books.make": "Book book",
        "draw.books.style": "BookStyle",
        "certificates.bundle": "certify",
        "certificates.verify_many": "verify",
        "ask.explain.cell": "Why why",
        "ask.explain.conflict": "Conflict conflict",
        "ask.explain.difficulty": "Rating rate",
        "ask.explain.events": "Step",
        "ask.explain.hints": "Hint hint",
        "ask.explain.steps": "steps",
        "ask.explain.typos": "Typo",
        "draw.files": "show",
        "formats.named.link": "link_of",
        "ask.blots": "Blotted blot",
        "generators.families": "generate",
        "ask.repair": "Changes Givens fewest_changes fewest_givens",
    }
    """Module -> what is loaded from it when it is first asked for.

    Most programs need little of it, and the command line must run before anything takes long: only
    there can it report Ctrl-C in one line.
    """
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
    _PACKAGES = (
        "ask", "draw", "errors", "files", "formats", "generators", "kernel", "limits", "model", "solving",
    )  # fmt: skip
    """These need no import of their own."""

    def __getattr__(name):
        from importlib import import_module

        if name in _PACKAGES:
            return import_module(f"{__name__}.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = found
        return found

    def __dir__():
        return [*__all__, *(name for name in globals() if name.startswith("__"))]
