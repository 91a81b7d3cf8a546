"""Marks: what players have filled in so far, in files of their own."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.ask.all_solutions.wrong_marks import wrong_marks
from nonosat.cli.exit_codes import code_of
from nonosat.cli.options import known_option
from nonosat.cli.output import complain, complain_of_none, complain_of_remarks, say, say_json
from nonosat.cli.sinks import Sink
from nonosat.errors import FINISHED, LimitReached, NonosatError
from nonosat.files import load
from nonosat.files.marks import Marks, MisfitMarks, read_marks
from nonosat.files.read import chosen_puzzle, holds_puzzle
from nonosat.files.walk import expanded, files_below
from nonosat.limits import Limits
from nonosat.model import Cell, Domains, Puzzle, puzzle_name
from nonosat.run.rows import Row
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict
from nonosat.words import cell_ranges, plural

FITS = {
    Verdict.UNIQUE: "one solution has them",
    Verdict.MULTIPLE: "several solutions have them",
    Verdict.UNKNOWN: "a solution has them",
    Verdict.NONE: "no solution has all of them",
}
NAMED = 12
"""The most missing cells that are named."""
NAMED_ROWS = 12
"""The most rows whose wrong marks are named."""


class Marked(NamedTuple):
    """A puzzle with the marks in other files."""

    puzzle: Puzzle
    file: str
    """The file of the puzzle."""
    sheets: dict[str, Marks | NonosatError]
    """The marks in each file, or what is wrong with it."""


def marked(paths: Sequence[str] | None, from_: str | None = None) -> Marked | None:
    """Return the puzzle and the marks if one file at an end has clues, and all others marks of it."""
    if paths is None or len(paths) < 2:
        return None
    for file, others in ((paths[0], paths[1:]), (paths[-1], paths[:-1])):
        if not _has_clues(file, from_):
            continue
        (sheet, *more) = load(file, from_)
        sheets = {name: _marks_in(name, sheet.puzzle) for name in _files(others)}
        fits = any(isinstance(one, Marks | MisfitMarks) for one in sheets.values())
        if fits and not more and not any(map(_has_clues, sheets)):
            return Marked(sheet.puzzle, file, sheets)
    return None


def with_marks(
    paths: list[str] | None, known: str | None, from_: str | None
) -> tuple[list[str] | None, str | None]:
    """Return the paths and the file of ``--known``, which may follow its puzzle instead."""
    found = marked(paths, from_) if known is None else None
    if found is not None and len(found.sheets) == 1:
        return [found.file], next(iter(found.sheets))
    return paths, known


class KnownFile(Sink):
    """The file of ``--known``.

    Args:
        names_wrong: whether to name the cells that no solution has.
    """

    def __init__(self, file: str, names_wrong: bool) -> None:
        self._file, self._names_wrong = file, names_wrong

    def of(self, puzzle: Puzzle) -> Domains | None:
        """Return the known cells of a puzzle."""
        self._puzzle: Puzzle = puzzle
        self._cells: Domains | None = known_option(self._file, puzzle)
        return self._cells

    def take(self, row: Row) -> None:
        if row.word == Verdict.NONE and self._names_wrong:
            name = puzzle_name(row.source, row.position)
            complain_of_none(name, self._puzzle, self._file, self._cells)


def _has_clues(file: str, from_: str | None = None) -> bool:
    """Return True if a file has the clues of puzzles, and no saved game."""
    if not os.path.isfile(chosen_puzzle(file)[0]):
        return False
    try:
        is_saved = any(sheet.saved for sheet in load(file, from_))
        return not is_saved and holds_puzzle(file, clues=True)
    except NonosatError:
        return False  # the command itself says what is wrong


def _files(paths: Sequence[str]) -> Iterator[str]:
    for path in expanded(paths):
        yield from map(str, files_below(path, None)) if os.path.isdir(path) else [path]


def _marks_in(file: str, puzzle: Puzzle) -> Marks | NonosatError:
    try:
        return read_marks(file, puzzle)
    except NonosatError as err:
        return err


def say_marks(found: Marked, limit: float, as_json: bool = False) -> list[int]:
    """Say for each file which marks are wrong, and what is missing; return the exit codes."""
    files = plural(len(found.sheets), "file")
    complain(f"{files} read as marks of {found.file}")
    result, codes = check(found.puzzle, limits=Limits(limit)), []
    for name, marks in found.sheets.items():
        if isinstance(marks, NonosatError):
            complain(marks)
            codes.append(code_of(marks))
            continue
        complain_of_remarks(name, [marks.remark] if marks.remark else [])
        facts = _facts(found.puzzle, marks, result, Limits(limit))
        if as_json:
            say_json({"source": found.file, "marks": name, **facts})
        else:
            say(f"{name}: {_words(facts, len(found.sheets) > 1)}")
        bad = facts["wrong"] or facts["fits"] == Verdict.NONE
        codes.append(
            code_of(Verdict.NONE) if bad else code_of(LimitReached) if facts["error"] else 0
        )
    return codes


def _facts(puzzle: Puzzle, marks: Marks, result: Result, limits: Limits) -> dict[str, Any]:
    """Count the marks that are right, and name the others and the filled cells without one.

    Where the solution is not the only one, `missing` is None, and `fits` says how many have the marks.
    """
    full = (1 << len(puzzle.palette.colors)) - 1
    number = sum(mask != full for mask in marks.marked.cells())
    left = sum(mask == full for mask in marks.known.cells())
    missing: list[Cell] | None = None
    fits, error = None, ""
    if result.verdict is Verdict.UNIQUE:
        (solution,) = result.solutions
        wrong = [*marks.marked.outside(solution)]
        cells = zip(marks.known.cells(), solution.cells, strict=True)
        open_ink = [at for at, (mask, color) in enumerate(cells) if mask == full and color]
        missing = [divmod(at, puzzle.width) for at in open_ink]
    else:
        found = wrong_marks(puzzle, marks.marked, limits=limits)
        wrong = [*found.cells]
        if found.possible is False:
            fits = Verdict.NONE
        elif found.stop != FINISHED or result.verdict is Verdict.UNKNOWN:
            error = found.error or result.error
        else:
            fits = check(puzzle, known=marks.known, limits=limits).verdict
    facts: dict[str, Any] = {"right": number - len(wrong), "wrong": wrong}
    return facts | {"missing": missing, "left": left, "fits": fits, "error": error or None}


def _words(facts: dict[str, Any], names_missing: bool) -> str:
    wrong, missing = facts["wrong"], facts["missing"]
    if missing == wrong == []:
        return f"solved ({facts['right']} right)"
    parts = [f"{facts['right']} right"]
    if wrong:
        parts.append(f"{len(wrong)} wrong ({cell_ranges(wrong, NAMED_ROWS)})")
    elif facts["error"]:
        parts.append(f"no mark is proved wrong ({facts['error']})")
    elif facts["fits"]:
        parts.append(FITS[facts["fits"]])
    if missing:
        named = names_missing and len(missing) <= NAMED
        parts.append(f"{len(missing)} missing" + named * f" ({cell_ranges(missing)})")
    return ", ".join([*parts, f"{plural(facts['left'], 'cell')} to go"])
