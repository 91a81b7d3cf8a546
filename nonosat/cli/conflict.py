"""``nonosat conflict``."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from nonosat.cli import options
from nonosat.cli.asked import asked_puzzles
from nonosat.cli.colored import picture
from nonosat.cli.output import (
    INTERRUPTED,
    Interruptible,
    complain,
    exit_with,
    label,
    reported,
    say,
    say_json,
)
from nonosat.cli.progress import Watch
from nonosat.cli.reasons import say_steps
from nonosat.errors import LimitReached, NonosatError, PuzzleError
from nonosat.explain.conflict import Conflict
from nonosat.explain.steps import clue_at
from nonosat.explain.typos import Typo
from nonosat.files import stream
from nonosat.model import Clues, Puzzle, cell_name, refused_clues
from nonosat.render.terminal import nothing_known
from nonosat.result import Limits, Verdict

SHOWN = 5
"""Proposals that are printed."""
NAMED = 20
"""Lines or cells beyond which the rest is counted."""


def conflict(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> None:
    """Find the lines that cannot hold together, and the likely typo.

    For a puzzle that has no solution, or whose totals differ. It names few lines, and says where
    it is proved that no fewer contradict each other; a --limit gives more time for that proof.
    For clues that have solutions: the given cells, and those of --known, that are wrong.

    Exit code 0: there is a solution. 20: there is none. 3: totals differ, or a clue does not fit.

    Examples:

      nonosat conflict puzzle.non

      nonosat conflict --rows "1 1;3;1" --cols "2;1;2"

      nonosat conflict puzzle.non --known begun.txt
    """
    with reported():
        codes = []
        found = list(_all_clues(file, rows, cols, from_))
        for position, (source, clues) in enumerate(found, 1):
            name = label(source, position, len(found) > 1)
            if isinstance(clues, NonosatError):
                complain(clues)
                codes.append(clues.exit_code)
                continue
            if clues_only:
                clues = clues.clues_only()
            cells = options.known_cells(known, clues) if isinstance(clues, Puzzle) else None
            search = Conflict(clues, known=cells, limits=Limits(limit))
            with Interruptible() as work, Watch("{task.description}") as watch:
                watch.at(name)
                search.run()
            if as_json:
                say_json({"source": source, "position": position} | search.to_dict())
            else:
                if len(found) > 1:
                    say(f"{name}: {clues.width}x{clues.height}")
                _say(search)
            if work.interrupted:
                raise typer.Exit(INTERRUPTED)
            codes.append(_code(search))
        exit_with(codes)


def _all_clues(
    file: str | None, rows: str | None, cols: str | None, format: str | None
) -> Iterator[tuple[str, Clues | NonosatError]]:
    """The clues of each puzzle, also if they make none; the error of what has no clues at all."""
    if file is None or rows is not None or cols is not None:
        try:
            yield from ((it.source, it.sheet.puzzle) for it in asked_puzzles(file, rows, cols))
        except NonosatError as err:
            clues = refused_clues(err)
            if clues is None:
                raise
            yield "<typed>", clues
        return
    for found in stream(file, format):
        if found.sheet is not None:
            yield found.source, found.sheet.puzzle
        else:
            assert found.error is not None
            yield found.source, refused_clues(found.error) or found.error


def _code(search: Conflict) -> int:
    if search.complaint:
        return PuzzleError.exit_code
    if search.solvable is None:
        return LimitReached.exit_code
    return 0 if search.solvable else Verdict.NONE.exit_code


def _say(search: Conflict) -> None:
    """What was found, in words and on the grid."""
    clues = search.clues
    if search.complaint:
        say(f"The clues contradict themselves: {search.complaint}.")
    elif search.solvable:
        say("There is a solution: no clue is wrong as far as the clues can tell.")
        return
    elif search.solvable is None:
        say(f"It is not known whether there is a solution ({search.error}).")
        return
    if search.complaint or search.lines:
        _say_typos(search)
    if search.wrong:
        more = f" and {len(search.wrong) - NAMED} more" if len(search.wrong) > NAMED else ""
        cells = "; ".join(cell_name(cell) for cell in search.wrong[:NAMED])
        say(f"The only solution differs from the known cells in: {cells}{more}.")
    if search.cells:
        say(f"{_number(search, len(search.cells), 'known cell')} not allowed by the clues:")
        say(*(f"  {cell_name(cell)}" for cell in search.cells[:NAMED]))
        picture(clues, nothing_known(clues), marked=set(search.cells))
    if search.lines:
        if not search.complaint or len(search.lines) > 1:
            say(f"{_number(search, len(search.lines), 'line')} in conflict:")
        say(*(f"  {line}: {clue_at(clues, line)}" for line in search.lines[:NAMED]))
        if len(search.lines) > NAMED:
            say(f"  and {len(search.lines) - NAMED} more")
        picture(clues, nothing_known(clues), lit={(line.axis, line.index) for line in search.lines})
    if search.steps:
        others = {line for line in search.steps_look_at if line not in search.lines}
        say("How they contradict each other" + (", with other lines:" if others else ":"))
        say_steps(clues, search.start, search.steps)
    if search.error:
        say(f"Not everything was tried: {search.error}.")


def _number(search: Conflict, number: int, what: str) -> str:
    """How many conditions there are, and what is proved about that."""
    if number == 1:
        return f"One {what} is"
    if search.smallest:
        return f"These {number} {what}s (proved: no fewer) are"
    if search.minimal:
        return (
            f"These {number} {what}s (each is needed; whether fewer others are, is not proved) are"
        )
    return f"These {number} {what}s (perhaps more than are needed) are"


def _say_typos(search: Conflict) -> None:
    if not search.typos:
        say("No single change of a clue that was tried gives a solution.")
        return
    say("The likely typo:")
    for number, typo in enumerate(search.typos[:SHOWN], 1):
        say(f"  {number}. {typo.text()}: {_came_to(typo)}")
    if len(search.typos) > SHOWN:
        lines = dict.fromkeys(str(typo.line) for typo in search.typos[SHOWN:])
        named = ", ".join(list(lines)[:NAMED]) + (", ..." if len(lines) > NAMED else "")
        say(f"  {len(search.typos) - SHOWN} more, in {named}")


def _came_to(typo: Typo) -> str:
    if typo.line_solvable:
        return "unique solution, by line logic"
    return {
        "unique": "unique solution",
        "multiple": "several solutions",
        "unknown": "perhaps a solution",
    }[typo.verdict.value]
