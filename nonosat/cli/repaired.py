"""The work of ``nonosat repair`` on a puzzle: its picture, the searches, and their messages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

from nonosat.api import solve
from nonosat.cli.colored import picture
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import Interruptible, complain, say
from nonosat.cli.progress import Watch
from nonosat.errors import LimitReached, PuzzleError, UsageError
from nonosat.files import read_bytes
from nonosat.judge import first_violation
from nonosat.limits import Limits
from nonosat.model import Cell, Grid, Named, Puzzle, Sheet, cell_name, check_numbers, check_size
from nonosat.render.terminal import cells_of
from nonosat.repair import Changes, ChangeSearch, Givens, GivenSearch
from nonosat.repair.fewest import AT_LEAST
from nonosat.result import Verdict

NAMED = 12
"""Cells beyond which the marks in the picture have to serve."""


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


def digitized(file: str, size: str, colors: int) -> Named:
    """The puzzle of a photo, of the size that ``--photo`` says."""
    from nonosat.pictures.digitize import cells_across, digitize
    from nonosat.pictures.pixels import Photo

    photo = Photo(*read_bytes(file))
    made = digitize(photo, cells_across(size, photo, "auto", "--photo"), colors=colors)
    sheet = Sheet(Puzzle.of_grid(made.grid, made.palette), goals=(made.grid,))
    return Named(sheet, file)


def picture_of(it: Named, limits: Limits) -> Grid | None:
    """The picture to mend: that of the file, or the first solution found; None: there is none."""
    sheet, name = it.sheet, it.name
    check_numbers(sheet)
    if sheet.goals:
        wrong = first_violation(sheet.puzzle, sheet.goals[0])
        if wrong is not None:
            raise PuzzleError(f"{name}: the picture in the file does not have its clues: {wrong}")
        return sheet.goals[0]
    result = solve(sheet.puzzle, limits=limits)
    if result.verdict is Verdict.NONE:
        complain(f"{name}: the puzzle has no solution, so there is no picture to mend")
        return None
    if not result.solutions:
        raise LimitReached(
            f"{name}: the file has no picture, and no solution was found: {result.error}"
        )
    complain(f"{name}: the file has no picture; the first solution found is taken for it")
    return result.solutions[0]


def run(
    begin: Callable[..., ChangeSearch | GivenSearch], limits: Limits, doing: str
) -> tuple[Changes | Givens, bool]:
    """Search and show progress; returns what came out, and whether Ctrl-C ended it."""
    search = begin(limits=limits)  # its clock runs from here on

    def proved() -> str:
        return "".join(_proved(search.progress().counters.get(AT_LEAST, 0)))

    with Interruptible() as work, Watch("{task.description}", proved) as watch:
        watch.at(doing)
        search.run()
    result = search.result()
    work.report_stop(result.cells is not None or result.at_least)
    return result, work.interrupted


def tell(result: Changes | Givens, doing: str) -> None:
    """Show what was found, the cells marked, and say it."""
    if isinstance(result, Givens):
        if result.cells:
            puzzle = Puzzle.of_grid(result.picture, result.palette)
            picture(puzzle, cells_of(result.picture), result.cells)
        say(_line(result, doing, [cell_name(cell) for cell in result.cells or ()]))
        return
    for grid in reversed(result.proposals if result.cells else ()):
        cells = result.picture.differs(grid)
        picture(Puzzle.of_grid(grid, result.palette), cells_of(grid), cells)
        parts = [f"{cell_name(cell)} to {_named(result, grid, cell)}" for cell in cells]
        say(_line(result, doing, parts))
    if not result.cells:
        say(_line(result, doing, []))


def _named(result: Changes, grid: Grid, cell: Cell) -> str:
    color = grid[cell]
    return result.palette.colors[color].name if color else "blank"


def _proved(at_least: int) -> list[str]:
    """The words for that lower bound; none if it is 0."""
    return [f"fewer than {at_least} is impossible"] if at_least else []


def _line(result: Changes | Givens, doing: str, parts: list[str]) -> str:
    """The outcome of a search, in one line."""
    seconds = f", {result.seconds:.3f} s"
    reason = f" ({result.error})" if result.error else ""
    if result.cells == ():
        return f"{doing} cells: none is needed, there is exactly one solution{seconds}"
    if isinstance(result, Changes) and not result.possible:
        return f"changing cells: impossible, proved: too many are to be kept{seconds}"
    fewer = "".join(_proved(result.at_least))
    if result.cells is None:
        return (
            f"{doing} cells: none found that make it unique{reason}; {fewer}".rstrip("; ") + seconds
        )
    many = f"{len(parts)} cells, marked," if len(parts) > NAMED else "; ".join(parts)
    proof = "the fewest, proved" if result.fewest else f"{len(parts)} cells; {fewer}".rstrip("; ")
    return f"{doing} {many} makes it unique: {proof}{reason}{seconds}"


def mended(sheet: Sheet, result: Changes | Givens) -> list[Sheet]:
    """The mended puzzle; empty if there is none."""
    if result.cells is None:
        return []
    if isinstance(result, Givens):
        givens = result.domains() if result.cells else None
        puzzle = dataclasses.replace(sheet.puzzle, givens=givens)
        return [dataclasses.replace(sheet, puzzle=puzzle, goals=(result.picture,), saved=None)]
    best = result.proposals[0]
    puzzle = Puzzle.of_grid(best, result.palette)
    return [dataclasses.replace(sheet, puzzle=puzzle, goals=(best,), saved=None)]


def exit_code(result: Changes | Givens) -> int:
    """0 if the fewest cells were found, and proved to be."""
    if isinstance(result, Changes) and not result.possible:
        return code_of(Verdict.MULTIPLE)
    return 0 if result.fewest else code_of(LimitReached)
