"""``nonosat conflict``."""

from __future__ import annotations

import dataclasses
from typing import Any

import typer

from nonosat.ask.explain.conflict import Conflict, ConflictSearch, counted_words
from nonosat.ask.explain.events import Contradicted, Deduced
from nonosat.ask.explain.steps import clue_at
from nonosat.ask.explain.typos import Typo
from nonosat.cli import options
from nonosat.cli.ask import ask
from nonosat.cli.asked import Asked
from nonosat.cli.colored import print_picture
from nonosat.cli.output import say
from nonosat.cli.why import print_steps
from nonosat.draw.terminal import nothing_known
from nonosat.errors import PuzzleError
from nonosat.model import Sheet, cell_name
from nonosat.run.questions import Question, columns_with
from nonosat.run.rows import Row
from nonosat.solving.result import Verdict

SHOWN = 5
"""Proposals that are printed."""
NAMED = 20
"""Lines or cells beyond which the rest is counted."""


def conflict(
    context: typer.Context,
    paths: options.Paths = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
    jobs: options.Jobs = None,
    output: options.RowsFile = None,
    resume: options.Resume = False,
    force: options.Force = False,
    copy_to: options.CopyTo = None,
) -> list[int]:
    """Find the lines that cannot hold together, and the likely typo.

    For a puzzle that has no solution, or whose totals differ. It names few lines, and says where
    it is proved that no fewer contradict each other; a --limit gives more time for that proof.
    --copy-to writes the puzzle with the likeliest correction.
    For clues that have solutions: the given cells, and those of --known, that are wrong.

    Exit code 0 means that there is a solution, 20 that there is none, and 3 that totals differ or
    a clue does not fit.

    Examples:

      nonosat conflict puzzle.non

      nonosat conflict --rows "1 1;3;1" --cols "2;1;2"

      nonosat conflict puzzle.non --copy-to corrected.non

      nonosat conflict puzzle.non --known begun.txt

      nonosat conflict puzzles --jobs 2 --limit 10 -o conflicts.jsonl --resume
    """
    return ask(QUESTION, Asked(**locals()), _show)


def _corrected(row: Row) -> Sheet | None:
    """The puzzle with its likeliest correction; None if there is none."""
    result: Conflict | None = row.result
    if result is None or not result.typos:
        return None
    puzzle, sheet = result.typos[0].puzzle, row.sheet
    if sheet is None:  # its clues contradict themselves
        return Sheet(puzzle)
    givens = sheet.puzzle.givens
    if givens is not None and (puzzle.height, puzzle.width) == (givens.height, givens.width):
        puzzle = puzzle.given(givens)
    return dataclasses.replace(sheet, puzzle=puzzle, goals=(), saved=None)


def _show(row: Row) -> None:
    """Print the findings, in words and on the grid."""
    result: Conflict = row.result
    clues = result.clues
    if result.complaint:
        say(str(result))
    elif result.solvable:
        say(str(result))
        return
    elif result.solvable is None:
        say(f"It is not known whether there is a solution ({row.ending}).")
        return
    if result.complaint or result.lines:
        _print_typos(result)
    if result.wrong:
        more = f" and {len(result.wrong) - NAMED} more" if len(result.wrong) > NAMED else ""
        cells = "; ".join(cell_name(cell) for cell in result.wrong[:NAMED])
        say(f"The only solution differs from the known cells in: {cells}{more}.")
    if result.cells:
        say(f"{counted_words(result, len(result.cells), 'known cell')} not allowed by the clues:")
        say(*(f"  {cell_name(cell)}" for cell in result.cells[:NAMED]))
        print_picture(clues, nothing_known(clues), marked=set(result.cells))
    if result.lines:
        if not result.complaint or len(result.lines) > 1:
            say(f"{counted_words(result, len(result.lines), 'line')} in conflict:")
        say(*(f"  {line}: {clue_at(clues, line)}" for line in result.lines[:NAMED]))
        if len(result.lines) > NAMED:
            say(f"  and {len(result.lines) - NAMED} more")
        print_picture(clues, nothing_known(clues), lit=result.lines)
    if result.steps:
        looked_at = {item.line for item in result.steps if isinstance(item, Deduced | Contradicted)}
        others = looked_at - {*result.lines}
        say("How they contradict each other" + (", with other lines:" if others else ":"))
        print_steps(clues, result.start, result.steps)
    if result.error:
        say(f"The search ended early: {result.error}.")


def _print_typos(result: Conflict) -> None:
    if not result.typos and not result.clues.is_complete:
        say("Some numbers are hidden, so typos were not searched for.")
        return
    if not result.typos:
        say("None of the clue changes that were tried gives a solution.")
        return
    say("The likely typo:")
    for number, typo in enumerate(result.typos[:SHOWN], 1):
        say(f"  {number}. {typo}: {_describe_result(typo)}")
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


def _word(row: dict[str, Any]) -> str:
    if row["complaint"] is not None:
        return "refused"
    return {True: "solvable", False: "none", None: "unknown"}[row["solvable"]]


QUESTION = Question(
    "conflict",
    f"{__name__}:QUESTION",
    lambda clues, backend, limits, known: ConflictSearch(clues, known=known, limits=limits),
    lambda clues, backend: Conflict(clues),
    columns_with(
        *("source", "position"),
        height=int,
        width=int,
        solvable=bool,
        decided=int,
        complaint=str,
        lines=list,
        clues=list,
        cells=list,
        wrong=list,
        minimal=bool,
        smallest=bool,
        typos=list,
        seconds=float,
    ),
    "lines",
    _word,
    {
        "solvable": Verdict.UNIQUE,
        "none": Verdict.NONE,
        "refused": PuzzleError,
        "unknown": Verdict.UNKNOWN,
    },
    quick=False,
    takes_refused=True,
    copy=_corrected,
)
