"""``nonosat why``."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from nonosat.ask.explain.cell import Why
from nonosat.ask.explain.cell import why as why_of
from nonosat.ask.explain.events import Step
from nonosat.ask.explain.steps import Replay, cell_word, reason
from nonosat.cli import options
from nonosat.cli.colored import print_picture
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain_of_none, no_solution, say, say_json
from nonosat.cli.progress import wait_for
from nonosat.cli.puzzles import read_puzzles
from nonosat.draw.strip import strip
from nonosat.errors import UsageError
from nonosat.limits import Limits
from nonosat.model import ROWS_FIRST, Cell, Clues, Domains, Puzzle, cell_name
from nonosat.solving.api import solve
from nonosat.solving.result import Verdict
from nonosat.words import plural


def why(
    file: options.File = None,
    where: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CELL]", help="Its row and column, counted from 1: 3,7 or 3 7."),
    ] = None,
    cell: Annotated[
        str, typer.Option(metavar="ROW,COLUMN", help="The cell, where no FILE is before it.")
    ] = "",
    rows: options.Rows = None,
    cols: options.Cols = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    limit: options.Limit = None,
    as_json: options.Json = False,
    from_: options.From = None,
) -> None:
    """Explain why a cell is filled or blank.

    The answer is one rule on one line where that is enough. Otherwise it supposes that the cell
    is something else, and a few lines show that it cannot be. For a cell that is not the same in
    all solutions, two pictures are shown.

    Examples:

      nonosat why data/drawn/bicycle.non 3,7

      nonosat why puzzle.non 3,7 --known begun.txt
    """
    place = _parse_cell(" ".join([*(where or ()), *filter(None, [cell])]))
    puzzles = read_puzzles(file, rows, cols, from_, clues_only, ROWS_FIRST)
    if len(puzzles) != 1:
        raise UsageError(f"{file} has {len(puzzles)} puzzles; choose one: {file}#2")
    puzzle = puzzles[0].sheet.puzzle
    start = options.known_option(known, puzzle)
    reason_of = partial(why_of, puzzle, place, known=start, limits=Limits(limit))
    found = wait_for(cell_name(place), reason_of, limit)
    if as_json:
        say_json(puzzles[0].facts | found.to_dict())
    else:
        _print_answer(found, known)
    if found.kind == "none" or (start is not None and _contradicts(puzzle, start, limit)):
        complain_of_none(puzzles[0].name, puzzle, known, start)
        raise typer.Exit(code_of(Verdict.NONE))


def _contradicts(puzzle: Puzzle, known: Domains, limit: float | None) -> bool:
    """Return True if no solution has the known cells; the reason for one cell may not show it."""
    seconds = options.CHECK_SECONDS if limit is None else limit
    return solve(puzzle, known=known, limits=Limits(seconds)).verdict is Verdict.NONE


def _parse_cell(text: str) -> Cell:
    """The cell that was asked for, from 0."""
    if not text:
        raise UsageError("choose a cell: its row and column after the file, counted from 1, as 3,7")
    match = re.fullmatch(r"\s*([0-9]{1,6})\s*[,; ]\s*([0-9]{1,6})\s*", text)
    if match is None:
        raise UsageError(f"cell {text!r}: give one row and one column, counted from 1, as 3,7")
    row, col = map(int, match.groups())
    return row - 1, col - 1


def _print_answer(found: Why, known_file: str | None) -> None:
    puzzle, where = found.puzzle, cell_name(found.cell)
    if found.kind == "none":
        say(f"{no_solution(known_file)}, so no cell has a reason".capitalize() + ".")
        return
    if found.kind == "varies":
        say(f"{where} is not the same in all solutions; here are two:")
        for grid in found.pictures:
            say("")
            print_picture(puzzle, [*grid], marked={found.cell})
        return
    assert found.color is not None
    color = cell_word(puzzle, found.color)
    if found.kind == "given":
        say(f"{where} is {color}: it is given.")
        return
    before = "once the cells below are known (see `nonosat steps`)"
    if found.kind == "search":
        say(
            f"{where} is {color} in every solution: a search has proved it. No short reason was "
            f"found, not even {before}."
        )
        print_picture(puzzle, Replay(puzzle, found.start).cells, marked={found.cell})
        return
    lines = plural(len(found.lines), "line")
    say(f"{where} is {color}. It takes {lines}" + (f", {before}:" if found.earlier else ":"))
    if found.earlier:
        print_picture(puzzle, Replay(puzzle, found.start).cells, marked={found.cell})
    replay = print_steps(puzzle, found.start, found.steps)
    say(f"So {where} is {color}:")
    print_picture(puzzle, replay.cells, marked={found.cell}, lit=found.lines)


def print_steps(clues: Clues, start: Domains | None, steps: Sequence[Step]) -> Replay:
    """Print one line per step, with the cells of its line at the end; returns the board then."""
    replay = Replay(clues, start)
    for number, step in enumerate(steps, 1):
        replay.apply(step)
        cells = "".join(segment.text for segment in strip(clues, replay, step, step.line))
        words = f"{number:4}. {'  ' * step.depth}{reason(step, clues)}"
        say(f"{words}   {cells}" if cells else words)
    return replay
