"""Puzzles as drawings in files: SVG and PNG for one, PDF and HTML for pages of several.

A name that ends in ``play.html`` means puzzles to play, not to print.
"""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from nonosat.ask.all_solutions.windows import look_around
from nonosat.cli import options
from nonosat.cli.output import NOT_THE_ONLY, complain
from nonosat.draw.books.plain import plain_pages
from nonosat.draw.books.style import Style
from nonosat.draw.drawings import (
    DOCUMENTS,
    DRAWINGS,
    UNNAMED,
    check_drawable,
    drawing_file,
    item,
    kind_of_file,
)
from nonosat.draw.files import drawn_document
from nonosat.draw.svg import DrawnCells
from nonosat.errors import CannotHold, LimitReached, Stop, UsageError
from nonosat.files import write_bytes
from nonosat.limits import Limits
from nonosat.model import Cell, Grid, SourcedSheet
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict
from nonosat.words import how_many_vary

PLAY = "play"
WARNING_SECONDS = 1.0
"""For the check of a puzzle that is drawn, unless its solution is wanted and not known."""
NOT_KNOWN = "uniqueness not known"
"""Drawn with a puzzle whose check did not end in time."""
_PLAYED = re.compile(r"(?:^|[^a-z])play\.html?$", re.IGNORECASE)
KINDS = (*DRAWINGS, PLAY, *DOCUMENTS)
"""Suffixes and values of ``--to``."""


def kind_of(output: str, to: str | None) -> str:
    """Return the kind of a file: one of `KINDS` if it is to be a drawing."""
    if to is None and _PLAYED.search(Path(output).name):
        return PLAY
    return kind_of_file(output, to)


def draw(
    puzzles: Sequence[SourcedSheet],
    output: str,
    to: str | None = None,
    *,
    solution: bool = False,
    style: Style,
    title: str = "",
) -> None:
    """Draw puzzles into a file; with `solution`, draw solutions (on pages: after the puzzles).

    Warns if a puzzle has no solution or several. Call `check_drawing` first.

    Args:
        output: name of the file. Its suffix selects the kind unless `to` does: ``svg``, ``png``,
            ``pdf``, ``html``, or ``play``, an HTML file for playing the puzzles.
        title: names the puzzle, or the document of several. Without one nothing gives a picture away:
            the titles of puzzles come with the solutions.
    """
    kind, sheets = kind_of(output, to), [entry.sheet for entry in puzzles]
    for entry in puzzles:
        check_drawable(entry.sheet, entry.name)
    if kind in DRAWINGS:
        if len(puzzles) != 1:
            raise UsageError(
                f"{kind} holds one drawing, and there are {len(puzzles)} puzzles: pdf and html hold "
                "several"
            )
        (entry,) = puzzles
        picture: DrawnCells | None
        picture, varying, note = _solve(entry, solution)
        if not solution:
            picture, varying = entry.sheet.shown, []
        shown = title or (entry.sheet.title if solution else "")
        data = drawing_file(kind, entry.sheet, shown, picture, style, varying, note)
    elif kind == PLAY:
        data = _play_file(puzzles, solution, title)
    else:
        alone = (title or UNNAMED) if len(puzzles) == 1 else ""  # else each has its number
        items = [item(entry.sheet, alone, at) for at, entry in enumerate(puzzles, 1)]
        plain_pages(items, style)  # complains before the solving, not after it
        solved = [_solve(entry, solution) for entry in puzzles]
        if solution:
            items = [
                one._replace(solution=picture, marks=tuple(varying))
                for one, (picture, varying, _) in zip(items, solved, strict=True)
            ]
        items = [
            one._replace(facts=f"{one.facts}, {note}") if note else one
            for one, (*_, note) in zip(items, solved, strict=True)
        ]
        solutions = [one.solution for one in items if one.solution]
        authors = {entry.sheet.author for entry in puzzles}
        author = authors.pop() if len(authors) == 1 else ""
        data, missing = drawn_document(
            kind,
            plain_pages(items, style),
            title or UNNAMED + "s" * (not alone),
            sheets,
            solutions,
            author,
        )
        complain_of_missing(missing)
    write_bytes(output, data)


def complain_of_missing(characters: str) -> None:
    """Warn about characters that were replaced by ``?`` in a file."""
    if characters:
        complain(f"no installed font has the characters {characters[:20]}: they are printed as ?")


def check_drawing(output: str, to: str | None, style: Style) -> None:
    """Complain before the work, not after it."""
    kind = kind_of(output, to)
    if kind == PLAY and style != Style():
        raise UsageError("a page to play has no drawing options")
    if kind not in KINDS:
        raise UsageError(
            f"{output}: {kind!r} is not a kind of drawing; there are: {', '.join(KINDS)} "
            "(`nonosat convert` writes puzzle files)"
        )
    if kind in DRAWINGS and style != Style(
        cell=style.cell, legend=style.legend, letters=style.letters
    ):
        raise UsageError(
            f"--page, --per-page, --center and --background are for pages (pdf, html), not for {kind}"
        )


def _solve(entry: SourcedSheet, wanted: bool) -> tuple[Grid | None, list[Cell], str]:
    """The file's own solution, or the one that is found; the cells that are known to vary; a note.

    Warns if the puzzle is not unique.

    Args:
        wanted: the solution is to be drawn; else only whether there is exactly one matters.
    """
    sheet, name = entry.sheet, entry.name
    seconds = options.CHECK_SECONDS if wanted and not sheet.goals else WARNING_SECONDS
    result = look_around(check(sheet, limits=Limits(seconds)))
    grids = [*sheet.goals, *result.solutions]
    if not grids and wanted:
        if result.verdict is Verdict.NONE:
            raise CannotHold(f"{name}: cannot draw the solution: there is none")
        what = f"{name}: no solution found to draw ({result.error})"
        raise LimitReached(Stop(result.stop.reason, what))
    first = grids[0] if grids else None
    varying = {*result.varies}.union(*(first.differs(grid) for grid in grids if first))
    if doubt := _warning(result, entry, len(varying), wanted):
        complain(f"{name}: {doubt}")
    unknown = result.verdict is Verdict.UNKNOWN and not varying
    return first, sorted(varying), NOT_KNOWN if unknown else ""


def _warning(result: Result, entry: SourcedSheet, varying: int, drawn: bool) -> str:
    """The warning to a user who prints this puzzle; "" if it has exactly one solution."""
    if varying:
        number = how_many_vary(varying, result.most_varying)
        if entry.sheet.goals:
            framed = ", in frames" if drawn else ""
            return f"{NOT_THE_ONLY}: {number}{framed}; `nonosat repair {shlex.quote(entry.name)}` proposes changes"
        return "several solutions; " + (
            f"the first is drawn: {number}, in frames" if drawn else number
        )
    if result.verdict is Verdict.NONE:
        return "the puzzle has no solution"
    if result.verdict is Verdict.UNKNOWN:
        what = "the solution drawn may not be the only one" if drawn else "it may not be unique"
        return f"{what} ({result.error})"
    return ""


def _play_file(puzzles: Sequence[SourcedSheet], solution: bool, title: str) -> bytes:
    from nonosat.web.one_file import MOST_PUZZLES, play_page

    if solution:
        raise UsageError(
            "--solution does not go with a page to play: it would give the puzzle away"
        )
    if len(puzzles) > MOST_PUZZLES:
        complain(
            f"a page to play holds {MOST_PUZZLES} puzzles: the first of {len(puzzles)} are in it"
        )
    kept = puzzles[:MOST_PUZZLES]
    for entry in kept:
        _solve(entry, False)
    return play_page([entry.titled().sheet for entry in kept], title).encode()
