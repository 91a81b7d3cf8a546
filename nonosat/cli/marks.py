"""A puzzle, and beside it a file with what a player has marked so far."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.ask.all_solutions.wrong_marks import wrong_marks
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import say
from nonosat.errors import FINISHED, LimitReached, NonosatError
from nonosat.files import load
from nonosat.files.known import known_cells, marks_in
from nonosat.files.read import holds_puzzle
from nonosat.limits import Limits
from nonosat.model import Domains, Puzzle, cell_name
from nonosat.solving.api import check
from nonosat.solving.result import Verdict
from nonosat.words import plural

NAMED = 12
"""The most wrong marks that are named."""


class Marked(NamedTuple):
    """A puzzle with the marks in another file."""

    puzzle: Puzzle
    file: str
    """The file of the puzzle."""
    marks: Domains
    marks_file: str


def marked(paths: Sequence[str] | None) -> Marked | None:
    """Return the puzzle and the marks if these are two files, one of clues, one a grid of its size."""
    if paths is None or len(paths) != 2 or not all(map(os.path.isfile, paths)):
        return None
    try:
        for file, other in (paths, paths[::-1]):
            if not holds_puzzle(file, clues=True):
                continue
            sheets = load(file)
            if len(sheets) != 1:
                continue
            puzzle = sheets[0].puzzle
            marks = marks_in(other, puzzle)
            if marks is None and holds_puzzle(other, clues=True):
                games = load(other)
                if len(games) == 1 and games[0].saved is not None:
                    marks = known_cells(other, puzzle)
            if marks is not None:
                return Marked(puzzle, file, marks, other)
    except NonosatError:
        pass  # the command itself says what is wrong
    return None


def is_finished(found: Marked) -> bool:
    """Return True if the marks can be read as a finished picture, too."""
    try:
        (sheet,) = load(found.marks_file)
    except (NonosatError, ValueError):
        return False
    inks = [len(puzzle.palette.colors) for puzzle in (sheet.puzzle, found.puzzle)]
    return bool(sheet.goals) and inks[0] <= inks[1]  # else a cross was taken for an ink


def say_marks(found: Marked, limit: float) -> int:
    """Say which marks are wrong, or what is left to do; return the exit code."""
    puzzle, marks = found.puzzle, found.marks
    full = (1 << len(puzzle.palette.colors)) - 1
    number = sum(mask != full for mask in marks.cells())
    left = puzzle.height * puzzle.width - number
    all_of = f"the {plural(number, 'mark')}"
    wrong = wrong_marks(puzzle, marks, limits=Limits(limit))
    if wrong.cells:
        cells = "; ".join(map(cell_name, wrong.cells[:NAMED]))
        more = f"; and {len(wrong.cells) - NAMED} more" if len(wrong.cells) > NAMED else ""
        verb = "is" if len(wrong.cells) == 1 else "are"
        say(
            f"{found.marks_file}: {len(wrong.cells)} of {plural(number, 'mark')} {verb} wrong: {cells}{more}"
        )
        return code_of(Verdict.NONE)
    if wrong.possible is False:
        say(f"{found.marks_file}: no solution has all of {all_of}")
        return code_of(Verdict.NONE)
    result = check(puzzle, limits=Limits(limit))
    if wrong.stop != FINISHED or wrong.possible is None or result.verdict is Verdict.UNKNOWN:
        say(f"{found.marks_file}: no mark is proved wrong ({wrong.error or result.error})")
        return code_of(LimitReached)
    if result.verdict is Verdict.MULTIPLE:
        with_marks = check(puzzle, known=marks, limits=Limits(limit))
        few = {Verdict.UNIQUE: "one", Verdict.MULTIPLE: "several"}.get(
            with_marks.verdict, "at least one"
        )
        say(f"{found.marks_file}: {all_of} fit {few} of the solutions, {left} cells to go")
    elif all(
        mask == 1 << color or not color
        for mask, color in zip(marks.cells(), result.solutions[0].cells, strict=True)
    ):
        say(f"{found.marks_file}: solved")
    else:
        right = "the 1 mark is right" if number == 1 else f"all {number} marks are right"
        say(f"{found.marks_file}: {right}, {plural(left, 'cell')} to go")
    return 0
