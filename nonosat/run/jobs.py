"""Messages between the main process and its workers."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from nonosat import kernel
from nonosat.errors import UsageError
from nonosat.files import ReadFailure, ReadItem, UnreadRecord, read_record
from nonosat.limits import Limits
from nonosat.model import Clues, Puzzle
from nonosat.run.columns import row_line
from nonosat.run.outcome import Checked, Outcome, Past
from nonosat.run.questions import CHECK, Question, question_of
from nonosat.solving.api import DEFAULT_BACKEND


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
    more: tuple[str, ...] = ()
    """The columns of `OPTION_COLUMNS` that rows have."""
    clues_only: bool = False
    """True to leave out given cells."""
    slice: float = 1.0
    """Seconds after which a worker returns the part of a chunk that it has not begun."""
    installed: Installed = field(default_factory=installed)
    target: str = CHECK.target
    """See `Question.target`."""

    def __post_init__(self) -> None:
        Limits(self.seconds)  # refuses negative seconds, and anything but numbers

    @property
    def question(self) -> Question:
        return question_of(self.target)

    def clues(self, found: ReadItem) -> Clues | None:
        """The clues to ask about; see `Question.clues`."""
        return self.question.clues(found, self.clues_only)

    def outcome(self, number: int, checked: Checked, before: str = "") -> Outcome:
        """A puzzle as it comes back, without what is not asked for.

        Args:
            number: of its task.
            before: the verdict that the journal has for it already.
        """
        question, line = self.question, None
        if self.rows and not before:
            line = row_line(checked, question, *self.more)
        found = checked.result
        word = "" if found is None else question.word(question.view(found))
        outcome = Outcome.of(checked, word, number, line)
        verdict = before or outcome.verdict
        is_wanted = verdict in self.wanted
        return outcome._replace(
            verdict=verdict,
            before=before != "",
            sheet=outcome.sheet if is_wanted else None,
            result=outcome.result if is_wanted else None,
            palette=outcome.palette if self.palettes and outcome.inks > 1 else None,
        )

    def check_installed(self) -> None:
        """Refuse to work for another version of nonosat or kernel: its rows could differ."""
        if self.installed != installed():
            python = ".".join(map(str, sys.version_info[:3]))
            unlike = installed().unlike(self.installed)
            raise UsageError(f"a worker with Python {python} does not fit: {unlike}")


@dataclass(slots=True)
class Task:
    """A piece of the collection, and its history so far."""

    number: int
    """Its place in the collection, which fixes the order of copies."""
    piece: UnreadRecord | ReadItem
    past: tuple[Past, ...] = ()
    """The journal's entries for its puzzles, in order; see `FinishedRows`."""
    slow: bool = False
    """True if the first try did not settle it.

    A slow task is one puzzle, alone in its chunk, and runs in a guarded process."""
    seconds: float = 0.0
    """Wall seconds spent on it so far; `cpu_seconds` counts CPU seconds."""
    cpu_seconds: float = 0.0
    line_solvable: bool | None = None
    attempt: int = 1
    deaths: int = 0
    """Worker processes that have died while it was alone in its chunk."""

    def single(self) -> list[Task]:
        """A task for each of its puzzles, read here."""
        found = [item for item in read_record(self.piece) if not isinstance(item, Path)]
        return [
            Task(self.number, one, self.past[at : at + 1], attempt=self.attempt)
            for at, one in enumerate(found)
        ]

    @property
    def bytes(self) -> int:
        """The size of what is sent, roughly."""
        if isinstance(self.piece, UnreadRecord):
            return len(self.piece.record.content)
        if isinstance(self.piece, ReadFailure):
            return 200
        puzzle = self.piece.sheet.puzzle
        return 8 * puzzle.height * puzzle.width


class ChunkResult(NamedTuple):
    """The answer of a worker to a chunk."""

    outcomes: list[Outcome]
    later: list[Task]
    """Unfinished tasks: slow ones, and those that the worker had no time to begin."""
    skipped: Sequence[Path] = ()
    """Files that do not contain puzzles."""
    seconds: float = 0.0
    """Wall seconds that the chunk took."""


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
