"""The work of ``nonosat repair`` on a puzzle: its picture, the searches, and their messages."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import nonosat.solving.backends.engines  # noqa: F401  without PySAT, this says so before any work
from nonosat.ask.repair import Changes, ChangeSearch, Givens, GivenSearch
from nonosat.ask.repair.fewest import AT_LEAST
from nonosat.ask.repair.words import bound, proof, proposal, without_cells, without_proof
from nonosat.cli.colored import print_picture
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, say
from nonosat.cli.progress import run_search
from nonosat.cli.puzzles import read_puzzles
from nonosat.errors import LimitReached, PuzzleError, UsageError
from nonosat.limits import Limits
from nonosat.model import Grid, Palette, Puzzle, Sheet, SourcedSheet, check_numbers, check_size
from nonosat.solving.api import solve
from nonosat.solving.result import Verdict
from nonosat.solving.search import BaseSearch
from nonosat.words import plural

FEW = 0.02
"""Share of the cells that may change before the user has to ask for the proposal."""
MANY = 4
"""Cells that may change in any picture."""
Repaired = Changes | Givens


def kept_area(text: str) -> tuple[range, range]:
    """The rows and columns of ``--keep``, which are printed from 1."""
    match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?,([0-9]{1,5})(?:-([0-9]{1,5}))?", text)
    if match is None:
        raise UsageError(f"--keep {text!r}: give ROWS,COLS, as 3,7 or 1-5,2-9")
    top, bottom, left, right = (int(part or 0) for part in match.groups())
    bottom, right = bottom or top, right or left
    if not (1 <= top <= bottom and 1 <= left <= right):
        raise UsageError(f"--keep {text!r}: rows and columns count from 1 upwards")
    check_size(bottom, right)
    return range(top - 1, bottom), range(left - 1, right)


def find_picture(item: SourcedSheet, limits: Limits) -> Grid | None:
    """Return the picture to mend: the one in the file, or the first solution; None without a solution."""
    sheet, name = item.sheet, item.name
    check_numbers(sheet)
    if sheet.goals:
        wrong = sheet.puzzle.violation(sheet.goals[0])
        if wrong is not None:
            raise PuzzleError(f"{name}: the picture in the file does not fit the clues: {wrong}")
        return sheet.goals[0]
    result = solve(sheet.puzzle, limits=limits)
    if result.verdict is Verdict.NONE:
        complain(f"{name}: the puzzle has no solution, so there is no picture to mend")
        return None
    if not result.solutions:
        raise LimitReached(
            f"{name}: the file has no picture, and no solution was found: {result.error}"
        )
    complain(
        f"{name}: the file has no picture; using the first solution found, which may be one of many. "
        "--picture FILE takes your drawing"
    )
    return result.solutions[0]


def with_drawing(puzzles: Sequence[SourcedSheet], path: str) -> SourcedSheet:
    """The only puzzle, with the picture of ``--picture``."""
    drawn = read_puzzles(path, None, None, None)
    if len(puzzles) != 1 or len(drawn) != 1:
        raise UsageError("--picture needs one puzzle and one drawing")
    goals = drawn[0].sheet.goals
    if not goals:
        raise UsageError(f"--picture {path}: the file has no picture")
    (named,) = puzzles
    sheet = dataclasses.replace(named.sheet, goals=goals[:1])
    return named._replace(sheet=sheet)


def to_save(picture: Grid, results: Mapping[str, Repaired], only: str | None) -> str | None:
    """The proposal to save: the changes, unless they are too many and were not asked for."""
    name = only or "changed"
    asked = results.get(name)
    if asked is None or (asked.cells is None and not (only and asked.unproved)):
        return None
    few = len(asked.cells or ()) <= max(MANY, FEW * len(picture.cells))
    return name if only or few else None


def what_is_saved(result: Repaired) -> str:
    """The number of cells that a saved proposal changes or gives."""
    if result.unproved:
        return f"with {without_proof(result.unproved)}"
    number = len(result.cells or ())
    if not number:
        return "unique as it is"
    return f"{plural(number, 'cell')} {'given' if isinstance(result, Givens) else 'changed'}"


def why_not_saved(picture: Grid, results: Mapping[str, Repaired], only: str | None) -> str:
    """Say why no proposal is saved, and which options save one."""
    changed, given = results.get("changed"), results.get("given")
    gives = given is not None and given.cells is not None
    instead = "; --only given saves the picture with given cells" if gives and not only else ""
    if only is not None or changed is None or (changed.cells is None and not changed.unproved):
        return f"no proposal was found{instead}"
    if changed.unproved:
        it = without_proof(changed.unproved)
        return f"no proposal is proved; with {it}; --only changed saves that{instead}"
    number = len(changed.cells or ())
    share = f"{number / len(picture.cells):.1%}"
    return (
        f"the fewest cells found are {number} ({share} of all); --only changed saves that{instead}"
    )


def begin_search(
    goal: Grid,
    palette: Palette,
    kept: Sequence[tuple[range, range]],
    at_most: int | None,
    way: str,
    limits: Limits,
) -> ChangeSearch | GivenSearch:
    """Return the search for cells to change, or for those to give; its clock runs."""
    if way == "given":
        return GivenSearch(goal, palette, limits=limits)
    # Of an area beyond the picture, enough for the search to refuse it.
    cells = [
        cell
        for rows, cols in kept
        for cell in product(rows[: goal.height + 1], cols[: goal.width + 1])
    ]
    return ChangeSearch(goal, palette, keep=cells, at_most=at_most, limits=limits)


def run_repair(search: BaseSearch[Any], doing: str) -> tuple[Repaired, bool]:
    """Search and show progress; return the result, and whether Ctrl-C ended the search."""

    def proved() -> str:
        return bound(search.progress().counters.get(AT_LEAST, 0))

    def found(result: Repaired) -> bool:
        return result.cells is not None or bool(result.at_least)

    return run_search(search, doing, found, proved)


def show_repair(result: Repaired) -> None:
    """Print the pictures with the cells marked, and which cells to change or to give."""
    gives = isinstance(result, Givens)
    if isinstance(result, Givens):
        grids = [result.picture] if result.cells else []
    else:
        grids = [*reversed(result.proposals)] if result.cells else []
        if result.symmetric:
            grids.insert(0, result.symmetric)
    for grid in grids:
        cells = list(result.cells or ()) if grid is result.picture else result.picture.differs(grid)
        print_picture(Puzzle.of_grid(grid, result.palette), [*grid], cells)
        symmetric = isinstance(result, Changes) and grid is result.symmetric
        end = "Proved: no fewer keep the symmetry." if symmetric else proof(result)
        say(f"{proposal(result, cells, None if gives else grid)} {end}")
    if not grids:
        say(without_cells(result, "give" if gives else "change"))


def mend(sheet: Sheet, result: Repaired) -> list[Sheet]:
    """The mended puzzle, for a result that `to_save` chose."""
    if isinstance(result, Givens):
        givens = result.domains() if result.cells else None
        puzzle = dataclasses.replace(sheet.puzzle, givens=givens)
        return [dataclasses.replace(sheet, puzzle=puzzle, goals=(result.picture,), saved=None)]
    best = result.unproved.picture if result.unproved else result.proposals[0]
    puzzle = Puzzle.of_grid(best, result.palette)
    return [dataclasses.replace(sheet, puzzle=puzzle, goals=(best,), saved=None)]


def exit_code(result: Repaired) -> int:
    """0 if the fewest cells were found and proved."""
    if isinstance(result, Changes) and not result.possible:
        return code_of(Verdict.MULTIPLE)
    return 0 if result.fewest else code_of(LimitReached)
