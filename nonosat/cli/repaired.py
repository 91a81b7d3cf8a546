"""The work of ``nonosat repair``."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from functools import partial

import typer

from nonosat.api import solve
from nonosat.cli.options import label, number_of, output_format
from nonosat.cli.output import (
    INTERRUPTED,
    Interruptible,
    complain,
    complain_of_losses,
    exit_with,
    picture,
    say,
    say_json,
    title_line,
    where,
)
from nonosat.cli.progress import Watch
from nonosat.errors import CannotHold, LimitReached, PuzzleError, UsageError
from nonosat.files import dump, load, read_bytes
from nonosat.formats import make_format
from nonosat.judge import first_violation
from nonosat.model import Grid, Puzzle, Sheet, check_size
from nonosat.render.terminal import cells_of
from nonosat.repair import Changes, ChangeSearch, Givens, GivenSearch
from nonosat.repair.patches import Cell
from nonosat.result import Limits, Verdict

AMBIGUOUS = 10
NO_SOLUTION = 20
NAMED = 12
"""Cells beyond which the marks in the picture have to serve."""
CHANGED, GIVEN = "changed", "given"
"""The keys of the two answers, and the values of ``--only``."""
DOING = {CHANGED: "changing", GIVEN: "giving"}


def repair_all(
    file: str,
    *,
    photo: str | None,
    colors: int,
    only: str | None,
    keep: Sequence[str],
    count: str,
    limit: float | None,
    as_json: bool,
    output: str | None,
    format: str | None,
    to: str | None,
) -> None:
    """Repair each puzzle of a file, tell and save the answers, and leave with the exit code.

    The arguments are the options of ``nonosat repair``.
    """
    at_most = number_of(count)
    kept = [cell for text in keep for cell in _kept(text)]
    to = output_format(output, to, "json", inputs=[file])  # complains before the work
    if only == GIVEN and "givens" not in make_format(to).holds:
        raise CannotHold(f"{to} has no place for given cells; .json and .non have")
    sheets = load(file, format) if photo is None else [_digitized(file, photo, colors)]
    codes: list[int] = []
    repaired: list[Sheet] = []
    for position, sheet in enumerate(sheets, 1):
        name = label(file, position, len(sheets) > 1)
        talk = not as_json and output != "-"
        if talk:
            say(title_line(sheet, name))
        goal = _picture(sheet, name, limit)
        if goal is None:
            codes.append(NO_SOLUTION)
            continue
        palette = sheet.puzzle.palette
        changing = partial(ChangeSearch, goal, palette, keep=kept, at_most=at_most)
        searches: dict[str, Callable[..., ChangeSearch | GivenSearch]] = {
            CHANGED: changing,
            GIVEN: partial(GivenSearch, goal, palette),
        }
        facts = {"source": file, "position": position, "title": sheet.title or None}
        interrupted = False
        for way, begin in searches.items():
            if only not in (None, way) or interrupted:
                continue
            result, interrupted = _run(begin, limit, f"{name}: {DOING[way]} cells")
            facts |= {way: result.to_dict()}
            if talk:
                _tell(result)
            codes.append(_code(result))
            if way == (only or CHANGED):
                repaired += _repaired(sheet, result)
        if as_json and output != "-":
            say_json(facts)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
    if output is not None:
        if len(repaired) < len(sheets):
            complain(f"{output} not written: not every puzzle was mended")
        else:
            dump(repaired, output, to)
            complain_of_losses(to, repaired)
    exit_with(codes)


def _kept(text: str) -> list[Cell]:
    """The cells of ``--keep``: rows and columns as printed, from 1."""
    match = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?,([0-9]{1,5})(?:-([0-9]{1,5}))?", text)
    if match is None:
        raise UsageError(f"--keep {text!r}: give ROWS,COLS, as 3,7 or 1-5,2-9")
    top, bottom, left, right = (int(part or 0) for part in match.groups())
    bottom, right = bottom or top, right or left
    if not (1 <= top <= bottom and 1 <= left <= right):
        raise UsageError(f"--keep {text!r}: rows and columns count from 1 upwards")
    check_size(bottom, right)
    return [(r, c) for r in range(top - 1, bottom) for c in range(left - 1, right)]


def _digitized(file: str, size: str, colors: int) -> Sheet:
    from nonosat.pictures.digitize import cells_across, digitize
    from nonosat.pictures.pixels import Photo

    photo = Photo(*read_bytes(file))
    made = digitize(photo, *cells_across(size, photo, "auto", "--photo"), colors=colors)
    return Sheet(Puzzle.of_grid(made.grid, made.palette), goals=(made.grid,))


def _picture(sheet: Sheet, name: str, limit: float | None) -> Grid | None:
    """The picture to mend: that of the file, or the first solution found."""
    if sheet.goals:
        wrong = first_violation(sheet.puzzle, sheet.goals[0])
        if wrong is not None:
            raise PuzzleError(f"{name}: the picture in the file does not have its clues: {wrong}")
        return sheet.goals[0]
    result = solve(sheet.puzzle, limits=Limits(limit))
    if result.verdict is Verdict.NONE:
        complain(f"{name}: the puzzle has no solution, so there is no picture to mend")
        return None
    if not result.solutions:
        raise LimitReached(
            f"{name}: the file has no picture, and no solution was found: {result.error}"
        )
    complain(f"{name}: the file has no picture; the first solution found is taken for it")
    return result.solutions[0]


def _run(
    begin: Callable[..., ChangeSearch | GivenSearch], limit: float | None, doing: str
) -> tuple[Changes | Givens, bool]:
    """Search with a look at progress; returns what came out, and whether that was interrupted."""
    watch = Watch("{task.description}")
    search = begin(
        limits=Limits(limit),  # its clock runs from here on
        told=lambda least: watch.at(", ".join([doing, *_proved(least)])),
    )
    with Interruptible() as work, watch:
        watch.at(doing)
        search.run()
    return search.result(), work.interrupted


def _tell(result: Changes | Givens) -> None:
    """Show what was found, the cells marked, and say it."""
    if isinstance(result, Givens):
        if result.cells:
            puzzle = Puzzle.of_grid(result.picture, result.palette)
            picture(puzzle, cells_of(result.picture), result.cells)
        say(_line(result, DOING[GIVEN], [where(cell) for cell in result.cells or ()]))
        return
    for grid in reversed(result.proposals if result.cells else ()):
        cells = result.picture.differs(grid)
        picture(Puzzle.of_grid(grid, result.palette), cells_of(grid), cells)
        say(
            _line(
                result,
                DOING[CHANGED],
                [f"{where(cell)} to {_named(result, grid, cell)}" for cell in cells],
            )
        )
    if not result.cells:
        say(_line(result, DOING[CHANGED], []))


def _named(result: Changes, grid: Grid, cell: Cell) -> str:
    color = grid.cells[cell[0] * grid.width + cell[1]]
    return result.palette.colors[color].name if color else "blank"


def _proved(at_least: int) -> list[str]:
    """What that number says; nothing if it is 0."""
    return [f"fewer than {at_least} is impossible"] if at_least else []


def _line(result: Changes | Givens, doing: str, parts: list[str]) -> str:
    """What a search came to, in one line."""
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
    many = f"{len(parts)} cells, marked," if len(parts) > NAMED else ", ".join(parts)
    proof = "the fewest, proved" if result.fewest else f"{len(parts)} cells; {fewer}".rstrip("; ")
    return f"{doing} {many} makes it unique: {proof}{reason}{seconds}"


def _repaired(sheet: Sheet, result: Changes | Givens) -> list[Sheet]:
    """The mended puzzle; empty if there is none."""
    if result.cells is None:
        return []
    if isinstance(result, Givens):
        givens = result.domains() if result.cells else None
        return [dataclasses.replace(sheet, goals=(result.picture,), givens=givens)]
    best = result.proposals[0]
    puzzle = Puzzle.of_grid(best, result.palette)
    return [dataclasses.replace(sheet, puzzle=puzzle, goals=(best,), givens=None)]


def _code(result: Changes | Givens) -> int:
    if isinstance(result, Changes) and not result.possible:
        return AMBIGUOUS
    return 0 if result.fewest else LimitReached.exit_code
