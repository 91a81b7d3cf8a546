"""The table of families. A new one needs a function, and an entry here."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from nonosat.errors import LimitReached, Stop, UsageError
from nonosat.generators import clues, icons, pictures, text
from nonosat.generators.odds import odds, share_for
from nonosat.generators.recipe import Recipe
from nonosat.generators.wishes import Wishes, shape
from nonosat.limits import AnyLimits, Deadline, Limits
from nonosat.model import Grid, Puzzle, Sheet

NO_WISHES = Wishes()
USUAL_LIMITS = Limits(60.0)
"""Limits for finding one puzzle that is as wanted, unless the user chooses."""
Maker = Callable[[Recipe, random.Random], Grid | Puzzle | Sheet]


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of puzzles."""

    make: Maker
    """Returns a picture, a puzzle if the family does not begin with one, or a sheet with a title."""
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
    varies: bool = True
    """False if all puzzles of a size are the same."""
    named: bool = False
    """True if the user can choose a thing by its name."""
    least_mended: float | None = None
    """From this density on large pictures can be mended to have one solution; None if they are drawn again."""


FAMILIES: dict[str, Family] = {
    "random": Family(pictures.uniform, "every cell inked with the same probability", least_mended=0.58),
    "tournament": Family(pictures.tournament, "the TAAI/TCGA recipe: exactly 50 % black in the first, 35 % in the last", (25, 25), max_inks=1),
    "domino": Family(clues.domino, "N-Dom of size 2N+1: unique, hard without learning", (9, 9), False, max_inks=1, varies=False),
    "text": Family(text.text, "words in a font of 3x5 cells, line by line, or one that is named", (23, 31), False, named=True),
    "patches": Family(pictures.patches, "colored patches that touch", inks=4),
    "large": Family(pictures.areas, "large areas that line logic alone solves", (200, 200), max_inks=1),
    "shapes": Family(pictures.shapes, "ellipses and boxes over each other", (100, 100)),
    "smooth": Family(pictures.smooth, "smoothed noise, with edges that wind", (100, 100), max_inks=1, least_mended=0.0),
    "permutation": Family(clues.permutation, "one cell in every line: n! solutions", (8, 8), False, max_inks=1, varies=False),
    "weave": Family(clues.weave, "tiles with one of two diagonals, touching in every second puzzle: very many solutions", density=False),
    "contradictory": Family(
        clues.contradictory, "no solution, though the totals agree", solvable=False
    ),
    "symmetric": Family(pictures.symmetric, "mirrored left to right, every second also top to bottom"),
    "icon": Family(icons.icon, "things such as an owl, of an icon font", density=False, max_inks=1, named=True),
}  # fmt: skip


UNIQUE, STARRED = 0.75, 0.1
"""The chance of one solution for which a density is chosen: without other wishes; with stars, as dense ones are easy."""
MANY_TRIES = 200
UNMENDED = 100 * 100
"""Larger pictures that are drawn again and again hardly ever have one solution."""
MOST_MENDED = 0.01
"""The share of the cells that may change."""


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
    if recipe.name is not None and not family.named:
        raise UsageError(f"{name} takes no name")
    drawn = family.make(replace(recipe, colors=inks), recipe.rng(name))
    if isinstance(drawn, Sheet):
        return drawn
    puzzle = drawn if isinstance(drawn, Puzzle) else pictures.puzzle_of_picture(drawn, inks)
    return Sheet(
        puzzle,
        goals=(drawn,) if isinstance(drawn, Grid) else (),
        title=f"{name} {puzzle.width}x{puzzle.height}, seed {recipe.seed}, no. {recipe.index + 1}",
        id=f"{name}-{puzzle.width}x{puzzle.height}-{recipe.seed}-{recipe.index + 1}",
        notes=() if recipe.density is None else (("density", f"{recipe.density:g}"),),
    )


def generate(
    family: str | None = None,
    *,
    size: int | tuple[int, int] | None = None,
    density: float | tuple[float, float] | None = None,
    colors: int | None = None,
    seed: int = 0,
    unique: bool = False,
    stars: int | tuple[int, int] | None = None,
    needs: str | None = None,
    name: str | None = None,
    limits: AnyLimits = USUAL_LIMITS,
) -> Sheet:
    """Make a puzzle of a family, the same for the same seed. Its picture is the sheet's goal.

    Puzzles are made until one is as wanted. `stars` and `needs` imply `unique`.

    >>> generate("random", size=5, density=0.6, seed=3, unique=True).puzzle.rows[0]
    (Block(length=1, color=1), Block(length=1, color=1))

    Args:
        family: a name of `FAMILIES`; None means "random", or with a wish what suits it, also as density.
        size: cells a side, or ``(height, width)``; None means the default of the family, as for the next two.
        density: the share of inked cells, 0 to 1, or a range that the picture must have.
        colors: the number of inks.
        unique: the puzzle must have exactly one solution.
        stars: the rating of `rate`, a number or a range ``(2, 4)``.
        needs: the simplest sufficient method: "line", "probing" or "guessing".
        name: the thing to draw, such as "owl", of the family "icon"; or the word of "text".
        limits: for all tries together; 60 seconds by default.

    Raises:
        UsageError: no such family, or it does not have that size, density or number of inks.
        LimitReached: no wanted puzzle was found in time.
    """
    share = None if isinstance(density, tuple | list) else density
    densities = _range(density) if isinstance(density, tuple | list) else None
    wishes = Wishes(unique, _range(stars), needs, densities)
    shape = None if size is None else _shape(size)
    family, recipe = plan(family, wishes, shape, share, colors, seed, name=name)
    return next(make_many(family, recipe, wishes, limits))


def plan(
    family: str | None,
    wishes: Wishes,
    size: tuple[int, int] | None,
    density: float | None,
    colors: int | None,
    seed: int,
    count: int = 1,
    name: str | None = None,
) -> tuple[str, Recipe]:
    """Return the family and the recipe of puzzles; what is None is chosen by the wishes or the family.

    Raises:
        UsageError: no such family, or it has no solutions and the wishes need some.
    """
    if family is None and name is not None:
        family = "icon"
    is_free = density is None and wishes.density is None
    if family is None:
        family, best = ("random", None) if wishes == NO_WISHES else wishes.usual()
        density = best if is_free else density
    chosen = family_of(family)
    if (wishes.unique or wishes.stars or wishes.needs) and not chosen.solvable:
        raise UsageError(f"{family} puzzles have no solution, so none of them can be unique")
    height, width = chosen.size if size is None else size
    if is_free and (wishes.unique or wishes.stars):
        inks = chosen.inks if colors is None else colors
        least = UNIQUE if density is None else STARRED
        likely = share_for(family, inks, height, width, least)
        if likely is None and family == "symmetric":  # unique more often than others of a share
            likely = share_for("random", inks, height, width, least)
        density = likely if density is None else max(density, likely or 0)
    return family, Recipe(height, width, density, colors, seed, count=count, name=name)


def _range(wanted: Any) -> Any:
    """Return a number or a pair from the caller as a pair."""
    if wanted is None or not isinstance(wanted, tuple | list):
        return wanted if wanted is None else (wanted, wanted)
    if len(wanted) != 2:
        raise UsageError(f"expected a number or (least, most), got {wanted!r}")
    return tuple(wanted)


def _shape(size: object) -> tuple[int, int]:
    sides = size if isinstance(size, tuple | list) else (size, size)
    if len(sides) != 2:
        raise UsageError(f"size must be a side or (height, width), got {size!r}")
    return sides[0], sides[1]


def make_many(
    name: str, recipe: Recipe, wishes: Wishes = NO_WISHES, limits: AnyLimits = USUAL_LIMITS
) -> Iterator[Sheet]:
    """Make ``recipe.count`` puzzles. Tries again whenever a wish is not met.

    With wishes, no two of them are the same rotated or mirrored.

    Args:
        limits: for all tries for one puzzle.
    """
    mends = _mends(name, recipe, wishes)
    shapes = set()
    first = 0
    for index in range(recipe.count):
        deadline, failed = Deadline.of(limits), Counter[str]()
        for attempt in itertools.count(first):
            trial = replace(recipe, index=index, attempt=attempt)
            if wishes.density:
                trial = replace(trial, density=trial.rng("density").uniform(*wishes.density))
            sheet = make(name, trial)
            if mends:
                sheet = _mended(sheet, deadline)
            unmet = "" if wishes == NO_WISHES else wishes.unmet(sheet, deadline.left())
            if not unmet and wishes != NO_WISHES and FAMILIES[name].varies:
                unmet = "new" if (same := shape(sheet.puzzle)) in shapes else ""
                shapes.add(same)
            if not unmet:
                yield sheet
                # A thing that failed once would fail again.
                first = attempt if FAMILIES[name].named else 0
                break
            if recipe.name is not None:  # another try would draw the same
                raise UsageError(
                    f"{recipe.name}, {recipe.width}x{recipe.height}, fails at {unmet}: another size may do"
                )
            failed[unmet] += 1
            if deadline.remaining() <= 0:
                wish, times = failed.most_common(1)[0]
                stop = deadline.stop()
                words = (
                    f"found only {index} of {recipe.count} {name} puzzles: {stop} after "
                    f"{failed.total()} tries, and {times} of them failed at {wish}"
                )
                rare = rarity(name, recipe)
                raise LimitReached(Stop(stop.reason, f"{words}; {rare}" if rare else words))


def rarity(name: str, recipe: Recipe) -> str:
    """Return how rare unique puzzles are, and a density that does; "" if `MANY_TRIES` are enough."""
    kind = name, recipe.inks(FAMILIES[name].inks), recipe.height, recipe.width
    chance = None if recipe.density is None else odds(*kind, recipe.density)
    if chance is None or chance * MANY_TRIES >= 1:
        return ""
    share = share_for(*kind, 0.5) or 0
    rare = f"about 1 in {float(f'{1 / chance:.1g}'):,.0f}" if chance > 1e-9 else "next to none"
    return f"{rare} is unique; at {share:.0%} {odds(*kind, share):.0%} are"


def _mends(name: str, recipe: Recipe, wishes: Wishes) -> bool:
    """True if pictures are mended where they have several solutions.

    Raises:
        UsageError: pictures of that size and density are beyond it.
    """
    least, area = FAMILIES[name].least_mended, recipe.height * recipe.width
    if least is None or area <= UNMENDED or not (wishes.unique or wishes.stars or wishes.needs):
        return False
    densities = wishes.density or (recipe.share(0.5),) * 2
    if densities[1] < least:
        raise UsageError(
            f"{name} pictures of {recipe.width}x{recipe.height} hardly ever have one solution with "
            f"{100 * densities[1]:.0f} % of the cells inked; 60 % and more work"
        )
    return True


def _mended(sheet: Sheet, deadline: Deadline) -> Sheet:
    """The sheet with few changed cells, after which there is one solution; the same if that needs many."""
    from nonosat.ask.repair.mend import Mender  # loads solvers

    (picture,), puzzle = sheet.goals, sheet.puzzle
    mended = Mender(picture, puzzle.palette, deadline).run()
    if not mended.proved or mended.changes > MOST_MENDED * len(picture.cells):
        return sheet
    return replace(
        sheet, puzzle=Puzzle.of_grid(mended.picture, puzzle.palette), goals=(mended.picture,)
    )
