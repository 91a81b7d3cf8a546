"""The table of families. A new one needs a function, and an entry here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from nonosat import api
from nonosat.errors import LimitReached, UsageError
from nonosat.generators import clues, pictures, text
from nonosat.generators.recipe import Recipe
from nonosat.kernel import Board
from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.result import Verdict

Maker = Callable[[Recipe, random.Random], Grid | Puzzle]


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of puzzles."""

    make: Maker
    """Returns a picture, or a puzzle if the family does not begin with a picture."""
    about: str
    size: tuple[int, int] = (20, 20)
    """Height and width, unless the user chooses."""
    density: bool = True
    """True if the user can choose a density."""
    inks: int = 1
    """The number of inks, unless the user chooses."""
    max_inks: int = 255
    solvable: bool = True
    """False if none of them has a solution."""


FAMILIES: dict[str, Family] = {
    "random": Family(pictures.uniform, "every cell inked with the same probability"),
    "tournament": Family(pictures.tournament, "the TAAI/TCGA recipe: exactly 50 % black in the first, 35 % in the last", (25, 25), max_inks=1),
    "domino": Family(clues.domino, "N-Dom of size 2N+1: unique, hard without learning", (9, 9), False, max_inks=1),
    "text": Family(text.text, "words in a font of 3x5 cells", (23, 31), False),
    "patches": Family(pictures.patches, "colored patches that touch", inks=4),
    "large": Family(pictures.areas, "large areas that line logic alone solves", (200, 200), max_inks=1),
    "permutation": Family(clues.permutation, "one cell in every line: n! solutions", (8, 8), False, max_inks=1),
    "weave": Family(clues.weave, "tiles with one of two diagonals, touching in every second puzzle: very many solutions", density=False),
    "contradictory": Family(
        clues.contradictory, "no solution, though the totals agree", solvable=False
    ),
    "symmetric": Family(pictures.symmetric, "mirrored left to right, every second also top to bottom"),
}  # fmt: skip


def family_of(name: str) -> Family:
    """Return the family of that name."""
    if not isinstance(name, str) or name not in FAMILIES:
        raise UsageError(f"unknown family {name!r}; there are: {', '.join(FAMILIES)}")
    return FAMILIES[name]


def make(name: str, recipe: Recipe) -> Sheet:
    """Make one puzzle of a family. Its picture, if it has one, is the goal.

    Raises:
        UsageError: no such family, or the family does not have that size, density or number of inks.
    """
    family = family_of(name)
    if recipe.density is not None and not family.density:
        raise UsageError(f"{name} takes no density")
    inks = recipe.inks(family.inks)
    if inks > family.max_inks:
        raise UsageError(f"{name} takes no number of inks: it is black-and-white")
    drawn = family.make(replace(recipe, colors=inks), recipe.rng(name))
    puzzle = drawn if isinstance(drawn, Puzzle) else pictures.puzzle_of_picture(drawn, inks)
    return Sheet(
        puzzle,
        goals=(drawn,) if isinstance(drawn, Grid) else (),
        title=f"{name} {puzzle.width}x{puzzle.height}, seed {recipe.seed}, no. {recipe.index + 1}",
        id=f"{name}-{puzzle.width}x{puzzle.height}-{recipe.seed}-{recipe.index + 1}",
    )


def is_unique(sheet: Sheet, limits: Limits) -> bool:
    """Return True if a puzzle is proved within the limits to have exactly one solution."""
    return api.check(sheet, limits=limits).verdict is Verdict.UNIQUE


def is_line_solvable(sheet: Sheet, limits: Limits = NO_LIMITS) -> bool:
    """Return True if line logic alone solves a puzzle; it is unique then."""
    puzzle = sheet.puzzle
    board = Board(puzzle.rows, puzzle.cols, len(puzzle.palette.colors))
    return board.propagate() and board.cells() is not None


def generate(
    family: str = "random",
    *,
    size: int | tuple[int, int] | None = None,
    density: float | None = None,
    colors: int | None = None,
    seed: int = 0,
    only: str | None = None,
    limits: Limits = NO_LIMITS,
) -> Sheet:
    """Make a puzzle of a family, the same for the same seed. Its picture is the sheet's goal.

    >>> generate("random", size=5, density=0.6, seed=3, only="unique").puzzle.rows[0]
    (Block(length=1, color=1), Block(length=1, color=1))

    Args:
        family: a name of `FAMILIES`.
        size: cells a side, or ``(height, width)``; None means the default of the family, as for the next two.
        density: the share of inked cells, 0 to 1.
        colors: the number of inks.
        only: "unique": make puzzles until one has exactly one solution; "line": until line logic
            alone solves one.
        limits: for all tries together.

    Raises:
        UsageError: no such family, or it does not have that size, density or number of inks.
        LimitReached: no wanted puzzle was found in time.
    """
    chosen = family_of(family)
    if only not in (None, *WANTED):
        raise UsageError(f"only must be one of {', '.join(WANTED)}, got {only!r}")
    if only is not None and not chosen.solvable:
        raise UsageError(f"{family} puzzles have no solution, so none of them can be {only}")
    height, width = chosen.size if size is None else _shape(size)
    recipe = Recipe(height, width, density, colors, seed)
    return next(make_many(family, recipe, WANTED[only] if only else None, limits))


def _shape(size: object) -> tuple[int, int]:
    sides = size if isinstance(size, tuple | list) else (size, size)
    if len(sides) != 2:
        raise UsageError(f"size must be a side or (height, width), got {size!r}")
    return sides[0], sides[1]


WANTED: dict[str, Callable[[Sheet, Limits], bool]] = {
    "unique": is_unique,
    "line": is_line_solvable,
}
"""The properties that puzzles of `generate` can be asked to have."""


def make_many(
    name: str,
    recipe: Recipe,
    wanted: Callable[[Sheet, Limits], bool] | None = None,
    limits: Limits = NO_LIMITS,
) -> Iterator[Sheet]:
    """Make ``recipe.count`` puzzles. Tries again whenever a puzzle is not `wanted`.

    Args:
        wanted: returns True for a puzzle to keep; it gets the limits that are left.
        limits: for all tries for one puzzle.
    """
    for index in range(recipe.count):
        deadline = Deadline.of(limits)
        for attempt in itertools.count():
            sheet = make(name, replace(recipe, index=index, attempt=attempt))
            if wanted is None or wanted(sheet, deadline.left()):
                yield sheet
                break
            if deadline.remaining() <= 0:
                raise LimitReached(
                    f"found only {index} of {recipe.count} {name} puzzles: the limit of "
                    f"{limits.seconds:g} s was reached after {attempt + 1} tries"
                )
