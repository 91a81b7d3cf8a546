"""A row: what came out for one puzzle, and its line of JSON."""

import functools
from itertools import chain
from typing import Any, NamedTuple

from nonosat.advice import Advice
from nonosat.errors import MissingExtra, NonosatError, Unsure, WrongAnswer
from nonosat.files import Piece, ReadFailure
from nonosat.model import Clues, Domains, Palette, Puzzle, Sheet, refused_clues
from nonosat.run.questions import FAILED, NOT_READ, SKIPPED, Question, Request, with_floor
from nonosat.run.source import Item
from nonosat.sanitize import json_line
from nonosat.solving.columns import Column
from nonosat.solving.result import row_of
from nonosat.words import with_certain

WORK_COLUMNS = (
    Column("clue_hash", str, lambda row: row.clue_hash, "work", null=True),
    Column("attempt", int, lambda row: row.attempt, "work"),
)
"""The last facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""


class Row(NamedTuple):  # which travels faster than a frozen dataclass
    """The outcome for one puzzle, or a file that is none.

    Line, palette, sheet and answer are heavy to send. From a worker they come only where the question
    asks for them; see `sent`.
    """

    source: str
    """The name of its file."""
    position: int
    """Its number in the file, from 1."""
    word: str
    """The word of the answer, or why there is none."""
    number: int = 0
    """The place of its piece in the collection."""
    alone: bool = False
    several: bool = False
    """See `Item`."""
    size: str = ""
    """Width and height, as people write them; "" for a puzzle that could not be read."""
    inks: int = 0
    line_solvable: bool | None = None
    seconds: float = 0.0
    ending: str = ""
    """The `error`, and how many cells are certain."""
    error: str = ""
    """Why it was skipped or could not be read, or why its search failed or ended early."""
    advice: Advice | None = None
    """That of the error."""
    clue_hash: str | None = None
    """See `clue_hash`; None for a puzzle that could not be read, or if it is not asked for."""
    attempt: int = 1
    before: bool = False
    """True if the journal already contains its row."""
    refused: bool = False
    """True if the puzzle's own clues contradict each other."""
    unsure: bool = False
    """True if it is read only if the user asks for what is found by searching."""
    lacking: bool = False
    """True if a package that reads or solves it is missing."""
    remarks: tuple[str, ...] = ()
    """Those of the sheet."""
    line: bytes | None = None
    """Its facts as a line of JSON."""
    palette: Palette | None = None
    sheet: Sheet | None = None
    result: Any = None
    """The answer; None if there is none."""


class ChunkResult(NamedTuple):
    """The answer of a worker to a chunk of items."""

    rows: list[Row]
    later: list[Item]
    """Unfinished items: slow ones, and those that the worker had no time to begin."""
    seconds: float = 0.0
    """Wall seconds that the chunk took."""


def row_for(
    request: Request,
    item: Item,
    found: Piece,
    clues: Clues | None = None,
    answer: Any = None,
    failure: NonosatError | None = None,
    before: str = "",
    known: Domains | None = None,
) -> Row:
    """The row of a puzzle of an item, or of a file that is none.

    Args:
        clues: those that were asked about, if any.
        failure: why there is no answer.
        before: the word of the row that the journal has for it already.
        known: the cells that were known before.
    """
    if isinstance(found, ReadFailure) and not found.position:
        unsure = isinstance(found.error, Unsure)
        why = str(found.error) if unsure else found.why
        return Row(found.source, 1, SKIPPED, error=why, unsure=unsure)
    sheet = None if isinstance(found, ReadFailure) else found.sheet
    puzzle = sheet.puzzle if sheet else None
    error = ending = str(failure or "")
    if answer is not None:
        if answer.error and clues is not None:
            answer = with_floor(answer, clues, known)
        error = ending = answer.error
        if error and puzzle is not None:
            ending = with_certain(error, answer.decided, puzzle.height * puzzle.width)
        word = request.question.word(request.question.view(answer))
    elif puzzle is None and not isinstance(failure, WrongAnswer):
        word = NOT_READ
    else:
        word = FAILED
    has_line = request.wants_lines and not before
    row = Row(
        found.source,
        found.position,
        before or word,
        item.number,
        item.alone,
        item.several,
        size=f"{puzzle.width}x{puzzle.height}" if puzzle else "",
        inks=len(puzzle.palette.colors) - 1 if puzzle else 0,
        line_solvable=getattr(answer, "line_solvable", None),
        seconds=getattr(answer, "seconds", 0.0),
        ending=ending,
        error=error,
        advice=failure.advice if failure else None,
        clue_hash=clue_hash(clues) if has_line and clues is not None else None,
        attempt=item.attempt,
        before=before != "",
        refused=failure is not None and refused_clues(failure) is not None,
        unsure=isinstance(failure, Unsure),
        lacking=isinstance(failure, MissingExtra),
        remarks=sheet.remarks if sheet else (),
        palette=puzzle.palette if puzzle else None,
        sheet=sheet,
        result=answer,
    )
    return row._replace(line=_line_of(row, request.question)) if has_line else row


@functools.cache
def columns_of(question: Question) -> tuple[Column, ...]:
    """The columns of the rows of a question. JSON, tables and the report follow from this list."""
    return (*question.columns, *WORK_COLUMNS)


def _line_of(row: Row, question: Question) -> bytes:
    sheet, answer = row.sheet, row.result
    seen = None if answer is None else question.view(answer)
    facts = {
        "source": row.source,
        "position": row.position,
        "title": sheet and sheet.title,
        "remarks": [*row.remarks],
        "error": seen["error"] if isinstance(seen, dict) else row.error,
    }
    puzzle = sheet and sheet.puzzle
    row_facts = row_of(columns_of(question), facts=facts, puzzle=puzzle, result=seen, work=row)
    return json_line(row_facts).encode() + b"\n"


def sent(row: Row, request: Request) -> Row:
    """Strip the fields that were not asked for."""
    is_wanted = row.word in request.wants_whole
    return row._replace(
        sheet=row.sheet if is_wanted else None,
        result=row.result if is_wanted else None,
        palette=row.palette if request.wants_palettes and row.inks > 1 else None,
    )


def clue_hash(puzzle: Clues) -> str:
    """Return a hash of the clues and the given cells; it does not depend on the file.

    The hash is BLAKE2b (16 bytes, in hexadecimal) of 16-bit little-endian numbers: height, width,
    the number of blocks of each row and then of each column, and in the same order the length and
    the color of each block. An unknown length is 0. If there are given cells, they follow: for each
    row and each color, the cells that may have the color, as the bits of a little-endian number
    with just enough bytes for a row. Clues that contradict themselves have a hash of their text.

    >>> clue_hash(Puzzle.of([[1]], [[1]]))
    'd314651945b07a8be2d864f46b4a46ad'
    """
    import struct  # few checks need it
    from hashlib import blake2b  # takes long to load

    if not isinstance(puzzle, Puzzle):
        return blake2b(repr((puzzle.rows, puzzle.cols)).encode(), digest_size=16).hexdigest()
    clues = puzzle.clues
    blocks = chain.from_iterable(clues)
    numbers = [puzzle.height, puzzle.width, *map(len, clues), *chain.from_iterable(blocks)]
    layout = f"<{len(numbers)}H"
    try:
        content = struct.pack(layout, *numbers)
    except struct.error:  # some lengths are unknown
        content = struct.pack(layout, *[number or 0 for number in numbers])
    if puzzle.givens is not None:
        size = (puzzle.width + 7) // 8
        bits = chain.from_iterable(puzzle.givens.rows)
        content += b"".join(cells.to_bytes(size, "little") for cells in bits)
    return blake2b(content, digest_size=16).hexdigest()
