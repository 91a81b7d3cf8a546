"""Solve nonograms, and prove that they have exactly one solution.

>>> import nonosat
>>> puzzle = nonosat.Puzzle.of([[2], [1]], [[1], [2]])
>>> nonosat.check(puzzle).verdict.value
'unique'
"""

TYPE_CHECKING = False  # importing typing takes long, and type checkers know this name

__version__ = "0.1.0"

if TYPE_CHECKING:
    from nonosat import ask as ask, errors as errors, generators as generators
    from nonosat.ask.all_solutions.counting import Count as Count, count as count
    from nonosat.ask.all_solutions.shared_cells import Backbone as Backbone, backbone as backbone
    from nonosat.ask.blots import Blotted as Blotted, blot as blot
    from nonosat.ask.explain.cell import Why as Why, why as why
    from nonosat.ask.explain.conflict import Conflict as Conflict, conflict as conflict
    from nonosat.ask.explain.difficulty import Rating as Rating, rate as rate
    from nonosat.ask.explain.events import Step as Step
    from nonosat.ask.explain.hints import Hint as Hint, hint as hint
    from nonosat.ask.explain.steps import steps as steps
    from nonosat.ask.explain.typos import Typo as Typo
    from nonosat.ask.line import LinePlacements as LinePlacements, line as line
    from nonosat.ask.repair import (
        Changes as Changes,
        Givens as Givens,
        fewest_changes as fewest_changes,
        fewest_givens as fewest_givens,
    )
    from nonosat.certificates.bundle import certify as certify
    from nonosat.certificates.verify_many import verify as verify
    from nonosat.draw.books.make import Book as Book, book as book
    from nonosat.draw.books.style import BookStyle as BookStyle
    from nonosat.draw.files import show as show
    from nonosat.errors import (
        InputError as InputError,
        LimitReached as LimitReached,
        MissingExtra as MissingExtra,
        NonosatError as NonosatError,
        OutputError as OutputError,
        ParseError as ParseError,
        PuzzleError as PuzzleError,
        Reason as Reason,
        Refused as Refused,
        Stop as Stop,
        Unsure as Unsure,
        UsageError as UsageError,
        WrongAnswer as WrongAnswer,
    )
    from nonosat.files import dump as dump, dumps as dumps, load as load, loads as loads
    from nonosat.files.photo import digitize as digitize
    from nonosat.formats.named.link import link_of as link_of
    from nonosat.generators.families import generate as generate
    from nonosat.limits import Deadline as Deadline, Limits as Limits
    from nonosat.model import (
        Block as Block,
        Color as Color,
        Domains as Domains,
        Grid as Grid,
        Line as Line,
        Palette as Palette,
        Puzzle as Puzzle,
        Sheet as Sheet,
    )
    from nonosat.run.many import check_many as check_many
    from nonosat.solving.api import (
        Search as Search,
        check as check,
        solutions as solutions,
        solve as solve,
    )
    from nonosat.solving.backends.base import Backend as Backend
    from nonosat.solving.result import Result as Result, Verdict as Verdict
    from nonosat.solving.search import Progress as Progress, Trace as Trace
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
    __all__ = sorted(_HOME_OF)
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
