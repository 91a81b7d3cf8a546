"""``nonosat conflict``."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from nonosat.cli import options
from nonosat.cli.colored import print_picture
from nonosat.cli.count import run_search
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, puzzle_name, say, say_json
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.why import print_steps
from nonosat.errors import LimitReached, NonosatError, PuzzleError
from nonosat.explain.conflict import Conflict, ConflictSearch
from nonosat.explain.steps import clue_at
from nonosat.explain.typos import Typo
from nonosat.files import Found, Unread, stream
from nonosat.limits import Limits
from nonosat.model import TYPED, Clues, Named, Puzzle, cell_name, refused_clues
from nonosat.render.terminal import nothing_known
from nonosat.result import Verdict

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
) -> list[int]:
    """Find the lines that cannot hold together, and the likely typo.

    For a puzzle that has no solution, or whose totals differ. It names few lines, and says where
    it is proved that no fewer contradict each other; a --limit gives more time for that proof.
    For clues that have solutions: the given cells, and those of --known, that are wrong.

    Exit code 0 means that there is a solution, 20 that there is none, and 3 that totals differ or
    a clue does not fit.

    Examples:

      nonosat conflict puzzle.non

      nonosat conflict --rows "1 1;3;1" --cols "2;1;2"

      nonosat conflict puzzle.non --known begun.txt
    """
    codes = []
    found = list(_read(file, rows, cols, from_))
    for position, it in enumerate(found, 1):
        name = puzzle_name(it.source, position, len(found) > 1)
        clues: Clues
        if isinstance(it, Named):
            clues = it.sheet.puzzle
        elif (refused := refused_clues(it.error)) is not None:
            clues = refused
        else:
            complain(it.error)
            codes.append(code_of(it.error))
            continue
        if clues_only:
            clues = clues.clues_only()
        cells = options.known_option(known, clues) if isinstance(clues, Puzzle) else None
        search = ConflictSearch(clues, known=cells, limits=Limits(limit))
        result, interrupted = run_search(
            search, name, lambda result: result.complaint or result.solvable is not None
        )
        if as_json:
            say_json({"source": it.source, "position": position} | result.to_dict())
        else:
            if len(found) > 1:
                say(f"{name}: {clues.width}x{clues.height}")
            _print_result(result)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
        codes.append(_exit_code(result))
    return codes


def _read(
    file: str | None, rows: str | None, cols: str | None, format: str | None
) -> Iterable[Found]:
    """The puzzles, also those whose clues contradict themselves."""
    if file is not None and rows is None and cols is None:
        return stream(file, format)
    try:
        return read_puzzles(file, rows, cols)
    except NonosatError as err:
        if refused_clues(err) is None:
            raise
        return [Unread(err, TYPED)]


def _exit_code(result: Conflict) -> int:
    if result.complaint:
        return code_of(PuzzleError)
    if result.solvable is None:
        return code_of(LimitReached)
    return 0 if result.solvable else code_of(Verdict.NONE)


def _print_result(result: Conflict) -> None:
    """Print the findings, in words and on the grid."""
    clues = result.clues
    if result.complaint:
        say(f"The clues contradict themselves: {result.complaint}.")
    elif result.solvable:
        say("There is a solution: the clues do not contradict each other.")
        return
    elif result.solvable is None:
        say(f"It is not known whether there is a solution ({result.error}).")
        return
    if result.complaint or result.lines:
        _print_typos(result)
    if result.wrong:
        more = f" and {len(result.wrong) - NAMED} more" if len(result.wrong) > NAMED else ""
        cells = "; ".join(cell_name(cell) for cell in result.wrong[:NAMED])
        say(f"The only solution differs from the known cells in: {cells}{more}.")
    if result.cells:
        say(f"{_count_words(result, len(result.cells), 'known cell')} not allowed by the clues:")
        say(*(f"  {cell_name(cell)}" for cell in result.cells[:NAMED]))
        print_picture(clues, nothing_known(clues), marked=set(result.cells))
    if result.lines:
        if not result.complaint or len(result.lines) > 1:
            say(f"{_count_words(result, len(result.lines), 'line')} in conflict:")
        say(*(f"  {line}: {clue_at(clues, line)}" for line in result.lines[:NAMED]))
        if len(result.lines) > NAMED:
            say(f"  and {len(result.lines) - NAMED} more")
        print_picture(clues, nothing_known(clues), lit=result.lines)
    if result.steps:
        others = {line for line in result.steps_look_at if line not in result.lines}
        say("How they contradict each other" + (", with other lines:" if others else ":"))
        print_steps(clues, result.start, result.steps)
    if result.error:
        say(f"The search ended early: {result.error}.")


def _count_words(result: Conflict, number: int, what: str) -> str:
    """The number of conditions, with its proof, to begin a sentence."""
    if number == 1:
        return f"One {what} is"
    if result.smallest:
        return f"These {number} {what}s (proved: no fewer) are"
    if result.minimal:
        return (
            f"These {number} {what}s (each is needed; whether fewer others are, is not proved) are"
        )
    return f"These {number} {what}s (perhaps more than are needed) are"


def _print_typos(result: Conflict) -> None:
    if not result.typos and not result.clues.is_complete:
        say("Some numbers are hidden, so typos were not searched for.")
        return
    if not result.typos:
        say("None of the clue changes that were tried gives a solution.")
        return
    say("The likely typo:")
    for number, typo in enumerate(result.typos[:SHOWN], 1):
        say(f"  {number}. {typo.text()}: {_describe_result(typo)}")
    if len(result.typos) > SHOWN:
        lines = dict.fromkeys(str(typo.line) for typo in result.typos[SHOWN:])
        named = ", ".join(list(lines)[:NAMED]) + (", ..." if len(lines) > NAMED else "")
        say(f"  {len(result.typos) - SHOWN} more, in {named}")


def _describe_result(typo: Typo) -> str:
    if typo.line_solvable:
        return "unique solution, by line logic"
    return {
        "unique": "unique solution",
        "multiple": "several solutions",
        "unknown": "perhaps a solution",
    }[typo.verdict.value]
