"""The two records of a run: an `Item` is what to ask, a `Row` is what came out for one puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from nonosat.advice import Advice
from nonosat.files import ReadFailure, ReadItem, UnreadRecord, read_record
from nonosat.model import Palette, Sheet
from nonosat.solving.result import Verdict

NOT_READ, FAILED = "not read", "failed"
VERDICTS = (*(verdict.value for verdict in Verdict), NOT_READ, FAILED)
"""Each verdict, and each reason to have none."""


class Past(NamedTuple):
    """The history of a puzzle: its row in a journal."""

    clue_hash: str | None
    """None if the puzzle could not be read."""
    verdict: str
    """The word of its row; see `Question.word_of`."""


@dataclass(slots=True)
class Item:
    """A piece of the collection, read or unread, and its history so far."""

    number: int
    """Its place in the collection, which fixes the order of copies."""
    piece: UnreadRecord | ReadItem
    past: tuple[Past, ...] = ()
    """The journal's entries for its puzzles, in order; see `FinishedRows`."""
    slow: bool = False
    """True if the first try did not settle it.

    A slow item is one puzzle, alone in its chunk, and runs in a guarded process."""
    seconds: float = 0.0
    """Wall seconds spent on it so far; `cpu_seconds` counts CPU seconds."""
    cpu_seconds: float = 0.0
    line_solvable: bool | None = None
    attempt: int = 1
    deaths: int = 0
    """Worker processes that have died while it was alone in its chunk."""

    def single(self) -> list[Item]:
        """An item for each of its puzzles, read here."""
        found = [one for one in read_record(self.piece) if not isinstance(one, Path)]
        return [
            Item(self.number, one, self.past[at : at + 1], attempt=self.attempt)
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


class Row(NamedTuple):  # which travels faster than a frozen dataclass
    """The outcome for one puzzle.

    Line, palette, sheet and answer are heavy to send. From a worker they come only where the job
    asks for them; see `Job.sent`.
    """

    source: str
    """The name of its file."""
    position: int
    """Its number in the file, from 1."""
    verdict: str
    """The word of the answer, such as one of `VERDICTS`, or why there is none."""
    number: int = 0
    """The place of its piece in the collection."""
    size: str = ""
    """Width and height, as people write them; "" for a puzzle that could not be read."""
    inks: int = 0
    line_solvable: bool | None = None
    seconds: float = 0.0
    ending: str = ""
    """The `error`, and how many cells are certain."""
    error: str = ""
    """Why it could not be read, or why its search failed or ended early; "" otherwise."""
    advice: Advice | None = None
    """That of the error."""
    clue_hash: str | None = None
    """See `jobs.clue_hash`; None for a puzzle that could not be read, or if it is not asked for."""
    attempt: int = 1
    before: bool = False
    """True if the journal already contains its row."""
    refused: bool = False
    """True if the puzzle's own clues contradict each other."""
    lacking: bool = False
    """True if a package that reads or solves it is missing."""
    remarks: tuple[str, ...] = ()
    """Those of the sheet."""
    line: bytes | None = None
    """Its facts as a line of JSON; see `line_of_row`."""
    palette: Palette | None = None
    sheet: Sheet | None = None
    result: Any = None
    """The answer; None if there is none."""


class ChunkResult(NamedTuple):
    """The answer of a worker to a chunk of items."""

    rows: list[Row]
    later: list[Item]
    """Unfinished items: slow ones, and those that the worker had no time to begin."""
    skipped: Sequence[Path] = ()
    """Files that do not contain puzzles."""
    seconds: float = 0.0
    """Wall seconds that the chunk took."""
