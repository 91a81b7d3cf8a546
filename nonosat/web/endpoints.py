"""The questions of a page, answered in a child process with the calls of the command line.

``docs/dev/questions.md`` says what each is asked and answers. No puzzle is solved here: each question is
one call of the library, and its JSON form.
"""

import base64
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nonosat.ask.all_solutions.windows import look_around
from nonosat.ask.all_solutions.wrong_marks import wrong_marks
from nonosat.ask.explain.cell import why
from nonosat.ask.explain.conflict import conflict
from nonosat.ask.explain.difficulty import rate
from nonosat.ask.explain.hints import hint
from nonosat.ask.explain.steps import explain_step, steps
from nonosat.ask.explain.steps import to_dict as step_to_dict
from nonosat.draw.books.plain import plain_pages
from nonosat.draw.books.style import Style
from nonosat.draw.drawings import DRAWINGS, UNNAMED, check_drawable, drawing_file, item
from nonosat.draw.files import drawn_document
from nonosat.draw.svg import DrawnCells
from nonosat.errors import LimitReached, NonosatError, UsageError, internal_error
from nonosat.files import dump_bytes, first_sheets, stream_bytes
from nonosat.files.marks import marks_of
from nonosat.formats import FORMATS, make_format
from nonosat.formats.base import lost_fields
from nonosat.formats.data.formats import data_of_sheet
from nonosat.formats.entry import FOUND
from nonosat.formats.picture.drawn import with_puzzles
from nonosat.formats.said.typed import typed_lines, typed_puzzle
from nonosat.limits import Limits
from nonosat.model import Clues, Grid, Sheet, check_numbers, refused_clues
from nonosat.solving.api import Search, check
from nonosat.web.one_file import play_page
from nonosat.web.page_request import PageRequest
from nonosat.words import known_of

Facts = dict[str, Any]
Event = tuple[str, Facts]
"""Its name and its data. The last event of a question is DONE or ERROR."""
DONE, ERROR = "done", "error"
PLAY = "play"
"""The format of a page that plays the puzzle without a server."""
KINDS = (*DRAWINGS, "pdf")
"""The formats that are drawings."""
DEFAULT_SECONDS = 10.0
"""Seconds for a question, unless the page sets a limit."""
GRACE = 5.0
"""Seconds that a question may exceed its limit before its process is killed."""
BEAT = 0.5
"""Seconds between two signs of progress."""
BATCH_SECONDS = 0.1
"""Seconds to collect steps before sending them."""
MOST_SHEETS = 1000
"""Puzzles that the page takes from a file."""
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "json": "application/json",
    "html": "text/html",
}
"""Media types of files that browsers show; all others are text, or just bytes."""


def sheets_to_dict(sheets: Sequence[Sheet], more: bool = False) -> Facts:
    """Convert the puzzles of a file; `more` is whether it has more of them."""
    remarks = dict.fromkeys(remark for sheet in sheets for remark in sheet.remarks)
    converted = [data_of_sheet(sheet) for sheet in sheets]
    return {"sheets": converted, "more": more, "remarks": [*remarks]}


def _check(request: PageRequest) -> Facts:
    sheet = request.sheet()
    known = request.known(sheet)
    found = look_around(check(sheet, limits=request.limits, known=known), known)
    return found.to_dict(title=sheet.title)


def _rate(request: PageRequest) -> Facts:
    return rate(request.sheet().puzzle, limits=request.limits).to_dict()


def _hint(request: PageRequest) -> Facts:
    sheet = request.sheet()
    known = request.known(sheet)
    found = hint(sheet.puzzle, known=known, limits=request.limits)
    return found.to_dict() | {"about": explain_step(found.step, sheet.puzzle)}


def _why(request: PageRequest) -> Facts:
    sheet = request.sheet()
    known, limits = request.known(sheet), request.limits
    cell = request.integers("cell", "[row, column]")
    return why(sheet.puzzle, cell, known=known, limits=limits).to_dict()


def _wrong(request: PageRequest) -> Facts:
    sheet = request.sheet()
    marks, limits = request.marks(sheet), request.limits
    return wrong_marks(sheet.puzzle, marks, limits=limits).to_dict()


def _marks(request: PageRequest) -> Facts:
    found = marks_of(request.data(), request.need("name", str), request.sheet().puzzle)
    return {"known": known_of(found.known), "remark": found.remark}


def _import(request: PageRequest) -> Facts:
    name = Path(request.need("name", str)).name or "file"
    format = FOUND if request.get("found", bool, False) else None
    found = stream_bytes(request.data(), name, format)
    return sheets_to_dict(*first_sheets(found, MOST_SHEETS))


def _clues(request: PageRequest) -> Facts:
    puzzle = typed_puzzle(request.need("rows", str), request.need("columns", str))
    return sheets_to_dict([Sheet(puzzle)])


def _export(request: PageRequest) -> Facts:
    sheets, kind = request.sheets(), request.need("format", str)
    name = request.get("name", str) or (sheets[0].title if sheets else "") or "puzzle"
    lost: list[str] = []
    if kind == PLAY:
        data, suffix = play_page(sheets).encode(), "-play.html"
    elif kind in KINDS:
        if len(sheets) != 1:
            raise UsageError(f"{kind} holds one puzzle, got {len(sheets)}")
        data, suffix = _drawn(kind, sheets[0], name, request), f".{kind}"
    else:
        data = dump_bytes(sheets, kind)
        lost = lost_fields(make_format(kind).holds, sheets)
        suffix = FORMATS.entry(kind).suffixes[0]
    # A name of a file on every system.
    kept = "".join(char if char.isalnum() or char in "-_" else " " for char in name)
    file = ("-".join(kept.split())[:80] or "puzzle") + suffix
    type = TYPES.get(file.rpartition(".")[2], "application/octet-stream")
    return {"name": file, "type": type, "data": base64.b64encode(data).decode(), "lost": lost}


def _drawn(kind: str, sheet: Sheet, name: str, request: PageRequest) -> bytes:
    check_drawable(sheet, name)
    style = Style(
        letters=request.get("letters", bool, False), legend=request.get("legend", bool, False)
    )
    picture: DrawnCells | None = sheet.shown
    if request.get("solution", bool, False):
        picture = sheet.goals[0] if sheet.goals else _solution(sheet, request)
    solution = picture if isinstance(picture, Grid) else None
    title = name if solution else UNNAMED  # a title gives a picture away
    if kind == "png" and request.get("data", str) is not None:  # drawn by the browser
        return with_puzzles(request.data(), kind, [sheet], [picture])
    if kind in DRAWINGS:
        return drawing_file(kind, sheet, title, picture, style)
    pages = plain_pages([item(sheet, title)._replace(solution=solution)], style)
    return drawn_document(kind, pages, title, [sheet], [solution] if solution else [])[0]


def _solution(sheet: Sheet, request: PageRequest) -> DrawnCells:
    result = check(sheet.puzzle, limits=request.limits)
    if result.solutions:
        return result.solutions[0]
    if result.error:
        raise LimitReached(result.stop)
    raise UsageError("cannot draw a solution: there is none")


def _conflict(request: PageRequest) -> Facts:
    rows, cols = request.need("rows", str), request.need("columns", str)
    clues: Clues | None
    try:
        clues = typed_puzzle(rows, cols)
    except NonosatError as err:
        clues = refused_clues(err)
        if clues is None:
            meant = _meant(rows, cols, request.limits)
            if not meant:
                raise
            return {"typos": meant, "names": []}
    found = conflict(clues, limits=request.limits)
    typos = [typo.to_dict() | typed_lines(typo.puzzle) for typo in found.typos]
    return found.to_dict() | {"typos": typos, "names": [str(line) for line in found.lines]}


def _meant(rows: str, cols: str, limits: Limits) -> list[Facts]:
    """Return solvable clues where each l behind a number is read as a 1, in that number or alone."""
    found = []
    for one in ("1", " 1"):
        sides = [re.sub(r"(?<=[0-9])l", one, side) for side in (rows, cols)]
        with suppress(NonosatError):
            puzzle = typed_puzzle(*sides)
            if check(puzzle, limits=limits).solutions:
                found.append({"text": f"write {one!r} for 'l'"} | typed_lines(puzzle))
    return found


def _image(request: PageRequest) -> Facts:
    from nonosat.pictures.digitize import LONGER, cells_across, to_cells
    from nonosat.pictures.pixels import MAX_LOOKS

    photo = request.photo()
    size, colors = request.get("size", str), request.get("colors", int)
    if size is None:
        size = str(max(photo.cells.size) if photo.cells else LONGER)
    if colors is None:
        looks = photo.looks(MAX_LOOKS) if photo.cells else None
        colors = max(1, len(looks or ()) - 1)
    cells = cells_across(size, photo, "the size")
    found = to_cells(photo, cells, threshold=request.number("threshold"), colors=colors)
    return {
        "puzzle": data_of_sheet(found.sheet),
        "cut": found.cut,
        "threshold": found.threshold,
        "size": size,
        "colors": colors,
        "times": found.times,
    }


def _scan(request: PageRequest) -> Facts:
    from nonosat.scan.picture import scan

    photo, size = request.photo(), request.integers("size", "[height, width]")
    crop = request.integers("crop", "[left, top, right, bottom]")
    found = scan(photo.part(crop) if crop else photo, size=size, limits=request.limits)
    lines = [
        asdict(line) | {"strip": base64.b64encode(found.strip(line)).decode()}
        for line in (*found.decision.rows, *found.decision.cols)
    ]
    elsewhere = () if crop else found.elsewhere
    return {"lines": lines, "doubts": found.decision.doubts, "elsewhere": elsewhere}


def _steps(request: PageRequest) -> Iterator[Event]:
    sheet = request.sheet()
    puzzle, known = sheet.puzzle, request.known(sheet)
    batch: list[Facts] = []
    error = None
    begun = time.monotonic()
    try:
        for step in steps(puzzle, known=known, limits=request.limits):
            batch.append(step_to_dict(step, puzzle))
            if time.monotonic() - begun > BATCH_SECONDS:
                yield "steps", {"steps": batch}
                batch, begun = [], time.monotonic()
    except LimitReached as err:
        error = str(err)
    if batch:
        yield "steps", {"steps": batch}
    yield DONE, {"error": error}


def _solutions(request: PageRequest) -> Iterator[Event]:
    sheet = request.sheet()
    palette = sheet.puzzle.palette
    search = Search(
        sheet.puzzle,
        at_most=request.count(2),
        limits=request.limits,
        known=request.known(sheet),
    )
    begun = time.monotonic()
    for number, grid in enumerate(search, 1):
        seconds = round(time.monotonic() - begun, 6)
        rows = grid.drawn(palette.chars)
        yield "solution", {"number": number, "grid": rows, "seconds": seconds}
    facts = search.result().to_dict(title=sheet.title)
    yield DONE, facts | {"solutions": []}


def _repair(request: PageRequest) -> Iterator[Event]:
    from nonosat.ask.repair import fewest_changes

    sheet = request.sheet()
    check_numbers(sheet)
    if not sheet.goals:
        raise UsageError("cannot repair a puzzle without a picture")
    at_most, limits = request.count(1), request.limits
    found = fewest_changes(sheet.goals[0], sheet.puzzle.palette, at_most=at_most, limits=limits)
    yield DONE, found.to_dict()


ANSWERS: dict[str, Callable[[PageRequest], Facts]] = {
    "check": _check,
    "rate": _rate,
    "hint": _hint,
    "why": _why,
    "wrong": _wrong,
    "marks": _marks,
    "import": _import,
    "clues": _clues,
    "conflict": _conflict,
    "export": _export,
    "image": _image,
    "scan": _scan,
}
"""Questions with one answer."""
STREAMS: dict[str, Callable[[PageRequest], Iterator[Event]]] = {
    "steps": _steps,
    "solutions": _solutions,
    "repair": _repair,
}
"""Questions with several events, which may take long."""


def events(question: str, text: bytes, seconds: float) -> Iterator[Event]:
    """Answer a question; errors are events, too.

    Args:
        seconds: limit of the answer.
    """
    try:
        try:
            request = PageRequest(text, Limits(seconds))
            if question in ANSWERS:
                yield DONE, ANSWERS[question](request)
            else:
                yield from STREAMS[question](request)
        except (NonosatError, MemoryError):
            raise
        except Exception as err:
            raise internal_error(err) from err
    except NonosatError as err:
        yield ERROR, error_to_dict(err)
    except MemoryError:
        yield ERROR, {"error": "out of memory", "kind": "OutOfMemory"}


def error_to_dict(error: NonosatError) -> Facts:
    """Return the JSON form of an error."""
    return {"error": str(error), "kind": type(error).__name__}


Arguments = tuple[str, bytes, float]
"""The arguments of `events`."""


_under_way: Iterator[Event] = iter(())
"""In a child process: the remaining events of the current question."""


def next_event(asked: Arguments | None) -> Event | None:
    """In a child: return the first event of a question, or the next one if `asked` is None."""
    global _under_way
    if asked is not None:
        _under_way = events(*asked)
    return next(_under_way, None)
