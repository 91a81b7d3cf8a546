"""The puzzles of a book: checked, rated, and put in order.

Somebody with a pencil cannot ask which of two solutions was meant. So only puzzles that are proved to have
one solution get in. The others are returned with the reason.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonosat.ask.all_solutions.windows import look_around
from nonosat.ask.explain.difficulty import rate
from nonosat.draw.books.puzzles import Numbered, why_too_small
from nonosat.draw.books.style import HEAD, BookStyle
from nonosat.errors import CannotHold, NonosatError
from nonosat.limits import NO_LIMITS, AnyLimits, Deadline
from nonosat.model import Grid, Sheet, SourcedSheet
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import how_many_vary


class SelectedPuzzle(NamedTuple):
    """A puzzle of the book."""

    sheet: Sheet
    name: str
    """Its name in messages."""
    solution: Grid
    """The only one."""
    stars: int | None
    """Difficulty from 1 to 5; None means that the puzzle has no rating."""
    score: float | None
    """The score behind the stars; None means that the puzzle has no rating."""
    why_unrated: str = ""
    """Why the puzzle has no rating, in words; "" if it has one."""


class LeftOut(NamedTuple):
    """A puzzle that the book has no place for."""

    sheet: Sheet
    name: str
    why: str
    """The reason in words."""
    reason: Verdict | type[NonosatError]
    """The verdict other than UNIQUE, or CannotHold if the puzzle is too large for the page."""


def select_puzzles(
    puzzles: Iterable[SourcedSheet], style: BookStyle, limits: AnyLimits = NO_LIMITS
) -> Iterator[SelectedPuzzle | LeftOut]:
    """Check and rate puzzles, one after another."""
    below = HEAD if style.cover == "head" else 0.0
    for item in puzzles:
        if too_small := why_too_small(Numbered(1, item.sheet, 1), style, below):
            yield LeftOut(item.sheet, item.name, too_small, CannotHold)
        else:
            yield select_puzzle(item, limits)


def select_puzzle(item: SourcedSheet, limits: AnyLimits = NO_LIMITS) -> SelectedPuzzle | LeftOut:
    """Check and rate a puzzle of any size."""
    sheet, name = item.sheet, item.name
    deadline = Deadline.of(limits)
    result = look_around(check(sheet, limits=limits))
    if result.verdict is not Verdict.UNIQUE:
        many = how_many_vary(len(result.varies), result.most_varying) if result.varies else ""
        why = ": ".join(filter(None, [result.verdict.words, many or result.error]))
        return LeftOut(sheet, name, why, result.verdict)
    rating = rate(sheet.puzzle, checked=result, limits=deadline.left())
    return SelectedPuzzle(
        sheet, name, result.solutions[0], rating.stars, rating.score, rating.why_not
    )


def in_order(chosen: Iterable[SelectedPuzzle], order: str) -> list[SelectedPuzzle]:
    """Return the puzzles as they are numbered in the book: by `BookStyle.order`.

    Of puzzles with the same stars the smaller come first, which also fills pages well.
    """
    if order == "given":
        return list(chosen)
    return sorted(
        chosen, key=lambda one: (one.stars or 6, len(one.solution.cells), one.score or 0.0)
    )
