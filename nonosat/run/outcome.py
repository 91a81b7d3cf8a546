"""The outcome for a puzzle of a collection: where it was checked, and as it travels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.errors import MissingExtra, NonosatError, WrongAnswer
from nonosat.files import ReadFailure, ReadItem
from nonosat.model import Palette, Sheet, refused_clues
from nonosat.solving.result import Verdict
from nonosat.words import with_certain

if TYPE_CHECKING:
    from nonosat.ask.explain.difficulty import Rating

NOT_READ, FAILED = "not read", "failed"
VERDICTS = (*(verdict.value for verdict in Verdict), NOT_READ, FAILED)
"""Each verdict, and each reason to have none."""


class Checked(NamedTuple):
    """A puzzle where the question was asked: what its row is made of."""

    found: ReadItem
    result: Any = None
    """The answer; None if there is none."""
    failure: NonosatError | None = None
    """Why there is no result."""
    clue_hash: str | None = None
    """See `jobs.clue_hash`; None for a puzzle that could not be read, or if it is not asked for."""
    attempt: int = 1
    rating: Rating | None = None
    """Its difficulty, where that was asked for."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for people: on the file, and on the puzzle where that is rated."""
        of_file = () if isinstance(self.found, ReadFailure) else self.found.sheet.remarks
        return (*of_file, *getattr(self.rating or self.result, "remarks", ()))


class Outcome(NamedTuple):  # which travels faster than a frozen dataclass
    """The outcome for one puzzle.

    Row, palette, sheet and result are heavy to send. From a worker they come only where the job
    asks for them.
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
    before: bool = False
    """True if the journal already contains its row."""
    refused: bool = False
    """True if the puzzle's own clues contradict each other."""
    lacking: bool = False
    """True if a package that reads or solves it is missing."""
    rating: Rating | None = None
    line: bytes | None = None
    """Its row as JSON."""
    palette: Palette | None = None
    remarks: tuple[str, ...] = ()
    """Those of the sheet."""
    sheet: Sheet | None = None
    result: Any = None
    """The answer."""

    @classmethod
    def of(cls, checked: Checked, word: str, number: int = 0, line: bytes | None = None) -> Outcome:
        """The outcome for a puzzle that was asked about here; `word` is that of its answer."""
        found, result, failure = checked.found, checked.result, checked.failure
        sheet = None if isinstance(found, ReadFailure) else found.sheet
        puzzle = sheet.puzzle if sheet else None
        verdict, error = FAILED, str(failure or "")
        if result is not None:
            verdict, error = word, result.error
        elif puzzle is None and not isinstance(failure, WrongAnswer):
            verdict = NOT_READ
        ending = error
        if error and result is not None and puzzle is not None:
            ending = with_certain(error, result.decided, puzzle.height * puzzle.width)
        return cls(
            found.source,
            found.position,
            verdict,
            number,
            size=f"{puzzle.width}x{puzzle.height}" if puzzle else "",
            inks=len(puzzle.palette.colors) - 1 if puzzle else 0,
            line_solvable=getattr(result, "line_solvable", None),
            seconds=getattr(result, "seconds", 0.0),
            ending=ending,
            error=error,
            refused=failure is not None and refused_clues(failure) is not None,
            lacking=isinstance(failure, MissingExtra),
            rating=checked.rating,
            line=line,
            palette=puzzle.palette if puzzle else None,
            remarks=sheet.remarks if sheet else (),
            sheet=sheet,
            result=result,
        )


class Past(NamedTuple):
    """The entry of a journal for a puzzle."""

    clue_hash: str | None
    """None if the puzzle could not be read."""
    verdict: str
    """The word of its row; see `Question.word_of`."""
