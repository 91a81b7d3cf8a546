"""The job of a run: the question, and how it is answered."""

from __future__ import annotations

import struct
import sys
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from nonosat import kernel
from nonosat.errors import MissingExtra, NonosatError, UsageError, WrongAnswer
from nonosat.files import ReadFailure, ReadItem
from nonosat.model import Clues, Puzzle, refused_clues
from nonosat.run.columns import line_of_row
from nonosat.run.questions import CHECK, Question
from nonosat.run.records import FAILED, NOT_READ, Item, Row
from nonosat.solving.api import DEFAULT_BACKEND
from nonosat.words import with_certain


class Installed(NamedTuple):
    """The nonosat that runs somewhere; workers elsewhere must have the same."""

    version: str
    kernel: str

    def __str__(self) -> str:
        return f"nonosat {self.version} with the {self.kernel} kernel"

    def unlike(self, ours: Installed) -> str:
        """Say how this one, of a worker, differs from ours, and what to do; "" if it does not."""
        if self == ours:
            return ""
        remedy = f"set NONOSAT_KERNEL={ours.kernel} there, or install a wheel with that kernel"
        if self.version != ours.version:
            remedy = f"run there: pip install nonosat=={ours.version}"
        return f"it runs {self}, this is {ours}; {remedy}"


def installed() -> Installed:
    return Installed(sys.modules["nonosat"].__version__, kernel.name)


@dataclass(frozen=True, slots=True)
class Job:
    """The question about every puzzle, and how it is answered."""

    backend: str = DEFAULT_BACKEND
    seconds: float | None = None
    """Time limit for each puzzle in seconds; None means no limit."""
    memory: int | None = None
    """Bytes for the guarded process of one puzzle; None means a fair share of the machine."""
    wanted: frozenset[str] = frozenset()
    """Verdicts whose puzzles and results are also returned."""
    palettes: bool = False
    """True to return the palettes of puzzles with several inks."""
    rows: bool = True
    """True to return a JSON row for each puzzle."""
    clues_only: bool = False
    """True to leave out given cells."""
    slice: float = 1.0
    """Seconds after which a worker returns the part of a chunk that it has not begun."""
    installed: Installed | None = None
    """The nonosat that must run where the work is done; None means any."""
    question: Question = CHECK

    def row(
        self,
        item: Item,
        found: ReadItem,
        clues: Clues | None,
        answer: Any = None,
        failure: NonosatError | None = None,
        before: str = "",
    ) -> Row:
        """The row of a puzzle of an item.

        Args:
            clues: those that were asked about, if any.
            failure: why there is no answer.
            before: the word of the row that the journal has for it already.
        """
        sheet = None if isinstance(found, ReadFailure) else found.sheet
        puzzle = sheet.puzzle if sheet else None
        error = ending = str(failure or "")
        if answer is not None:
            error = ending = answer.error
            if error and puzzle is not None:
                ending = with_certain(error, answer.decided, puzzle.height * puzzle.width)
            word = self.question.word(self.question.view(answer))
        elif puzzle is None and not isinstance(failure, WrongAnswer):
            word = NOT_READ
        else:
            word = FAILED
        has_line = self.rows and not before
        row = Row(
            found.source,
            found.position,
            before or word,
            item.number,
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
            lacking=isinstance(failure, MissingExtra),
            remarks=sheet.remarks if sheet else (),
            palette=puzzle.palette if puzzle else None,
            sheet=sheet,
            result=answer,
        )
        return row._replace(line=line_of_row(row, self.question)) if has_line else row

    def sent(self, row: Row) -> Row:
        """A row without what is not asked for, to be sent."""
        is_wanted = row.verdict in self.wanted
        return row._replace(
            sheet=row.sheet if is_wanted else None,
            result=row.result if is_wanted else None,
            palette=row.palette if self.palettes and row.inks > 1 else None,
        )

    def check_installed(self) -> None:
        """Refuse to work for another version of nonosat or kernel: its rows could differ."""
        if self.installed is not None and self.installed != installed():
            python = ".".join(map(str, sys.version_info[:3]))
            unlike = installed().unlike(self.installed)
            raise UsageError(f"a worker with Python {python} does not fit: {unlike}")


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
    from hashlib import blake2b  # takes long to load, and few checks need it

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
