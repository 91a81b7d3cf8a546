"""``nonosat conflict``."""

import dataclasses
import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from nonosat.ask.explain.conflict import Conflict, ConflictSearch, counted_words
from nonosat.ask.explain.events import Contradicted, Deduced
from nonosat.ask.explain.steps import clue_at
from nonosat.cli import options
from nonosat.cli.advice import with_advice
from nonosat.cli.ask import ask
from nonosat.cli.colored import print_picture, print_small
from nonosat.cli.marks import with_marks
from nonosat.cli.output import say, terminal_columns
from nonosat.cli.why import print_steps
from nonosat.cli.writing import check_outputs_free, report_written
from nonosat.draw.terminal import nothing_known
from nonosat.errors import CannotHold, PuzzleError, UsageError
from nonosat.files import format_of_suffix, write_text
from nonosat.files.mended import mended_text
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.model import TYPED, Sheet, cell_name
from nonosat.run.questions import Question, columns_with
from nonosat.run.rows import Row
from nonosat.solving.result import Verdict
from nonosat.words import plural

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
    choose: Annotated[
        int | None,
        typer.Option("--choose", metavar="N", min=1, help="Write the N-th correction (--copy-to)."),
    ] = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Print the steps that end in the contradiction, too.")
    ] = False,
) -> list[int]:
    """Find the likely typo, and the lines that cannot hold together.

    For a puzzle that has no solution, or whose totals differ. It shows small pictures of the likeliest
    corrections, and names few lines; --proof prints why these contradict each other, and whether
    fewer do. --copy-to writes the puzzle with the likeliest correction, or that of --choose.
    A text keeps its form.
    For clues that have solutions: the given cells, and those of --known, that are wrong.

    Exit code 0 means that there is a solution, 20 that there is none, and 3 that totals differ or
    a clue does not fit.

    Examples:

      nonosat conflict puzzle.non

      nonosat conflict --rows "1 1;3;1" --cols "2;1;2"

      nonosat conflict puzzle.non --copy-to corrected.non

      nonosat conflict "typed clues.txt" --choose 2 --copy-to mended.txt

      nonosat conflict puzzle.non --known begun.txt

      nonosat conflict puzzles --jobs 2 --limit 10 -o conflicts.jsonl --resume
    """
    if choose is not None and copy_to is None:
        raise UsageError("--choose needs --copy-to FILE")
    paths, known = with_marks(paths, known, from_)
    number, text = choose or 1, None
    question = QUESTION._replace(copy=partial(_corrected, number=number))
    if copy_to is not None and Holds.CLUES not in make_format(format_of_suffix(copy_to)).holds:
        if paths is None or len(paths) != 1 or not os.path.isfile(paths[0]):
            raise UsageError(
                f"--copy-to {copy_to}: the corrected text needs the one file that it corrects"
            )
        check_outputs_free([copy_to], paths, force=force)
        text, copy_to, force = copy_to, None, False

    def show(row: Row) -> None:
        _show(row, proof)
        if text is not None and paths is not None:
            _mend_text(row, paths[0], number, text)

    instead = {"paths": paths, "known": known, "copy_to": copy_to, "force": force}
    return ask(question, context, show, instead=instead)


def _mend_text(row: Row, path: str, number: int, target: str) -> None:
    """Write the text of a puzzle with a correction in its place."""
    result: Conflict = row.result
    if len(result.typos) < number:
        raise UsageError(
            f"{target} not written: there are {plural(len(result.typos), 'correction')}"
        )
    typo = result.typos[number - 1]
    before = Path(path).read_text("utf-8", "replace")
    text = mended_text(before, typo.old, typo.clue, typo.puzzle)
    if text is None:
        raise CannotHold(
            f"{target} not written: the text has no place for this correction; .non has"
        )
    with report_written(target):
        write_text(target, text)


def _corrected(row: Row, number: int) -> Sheet | None:
    """Return the puzzle with its n-th likeliest correction, or None."""
    result: Conflict | None = row.result
    if result is None or len(result.typos) < number:
        return None
    puzzle, sheet = result.typos[number - 1].puzzle, row.sheet
    if sheet is None:  # its clues contradict themselves
        return Sheet(puzzle)
    givens = sheet.puzzle.givens
    if givens is not None and (puzzle.height, puzzle.width) == (givens.height, givens.width):
        puzzle = puzzle.given(givens)
    return dataclasses.replace(sheet, puzzle=puzzle, goals=(), saved=None)


def _show(row: Row, proof: bool) -> None:
    """Print the findings: corrections first, then the lines in conflict, and on demand why."""
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
        _print_typos(result, row.source == TYPED)
    if result.wrong:
        more = f" and {len(result.wrong) - NAMED} more" if len(result.wrong) > NAMED else ""
        cells = "; ".join(cell_name(cell) for cell in result.wrong[:NAMED])
        say(f"The only solution differs from the known cells in: {cells}{more}.")
    if result.cells:
        say(f"{counted_words(result, len(result.cells), 'known cell')} not allowed by the clues:")
        say(*(f"  {cell_name(cell)}" for cell in result.cells[:NAMED]))
        print_picture(clues, nothing_known(clues), marked=set(result.cells))
    if result.lines:
        if not proof:
            named = "; ".join(f"{line} ({clue_at(clues, line)})" for line in result.lines[:NAMED])
            more = f" and {len(result.lines) - NAMED} more" if len(result.lines) > NAMED else ""
            say(f"{counted_words(result, len(result.lines), 'line')} in conflict: {named}{more}.")
            if result.steps:
                say("--proof prints why.")
            return
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


def _print_typos(result: Conflict, is_typed: bool) -> None:
    if not result.typos and not result.clues.is_complete:
        say("Some numbers are hidden, so typos were not searched for.")
        return
    if not result.typos:
        say("None of the clue changes that were tried gives a solution.")
        return
    say("The likely typo:")
    for number, typo in enumerate(result.typos[:SHOWN], 1):
        said = str(typo) if is_typed else with_advice(typo)
        logic = ", by line logic" if typo.line_solvable else ""
        say(f"  {number}. {said}: {typo.verdict.words}{logic}")
        if typo.solution is not None and typo.solution.width + 5 <= terminal_columns():
            print_small(typo.puzzle, typo.solution)
    if len(result.typos) > SHOWN:
        lines = dict.fromkeys(str(typo.line) for typo in result.typos[SHOWN:])
        named = ", ".join(list(lines)[:NAMED]) + (", ..." if len(lines) > NAMED else "")
        say(f"  {len(result.typos) - SHOWN} more, in {named}")


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
    copy=partial(_corrected, number=1),
)
