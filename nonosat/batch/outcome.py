"""The outcome for a puzzle of a collection, and the one list of the facts in its row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.batch.journal import Row
from nonosat.columns import Column
from nonosat.errors import NonosatError, WrongAnswer
from nonosat.result import COLUMNS, Case, Result, Verdict

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating
    from nonosat.files import Found
    from nonosat.model import Palette, Sheet

NOT_READ, FAILED = "not read", "failed"
VERDICTS = (*(verdict.value for verdict in Verdict), NOT_READ, FAILED)
"""Each verdict, and each reason to have none."""


class Checked(NamedTuple):
    """A puzzle where it was checked: what its row is made of."""

    found: Found
    answer: Result | NonosatError | None
    """Its result, or why there is none."""
    clue_hash: str | None = None
    """See `jobs.clue_hash`; None for a puzzle that could not be read, or where nobody asks."""
    attempt: int = 1
    rating: Rating | None = None
    """Its difficulty, where that was asked for."""

    @property
    def result(self) -> Result | None:
        """Its result, if there is one."""
        return self.answer if isinstance(self.answer, Result) else None

    @property
    def failure(self) -> NonosatError | None:
        """Why there is no result."""
        return None if isinstance(self.answer, Result) else self.answer

    @property
    def verdict(self) -> str:
        """One of `VERDICTS`."""
        if isinstance(self.answer, Result):
            return self.answer.verdict.value
        unread = self.found.sheet is None and not isinstance(self.answer, WrongAnswer)
        return NOT_READ if unread else FAILED

    def case(self) -> Case:
        """The puzzle and its result, for `row_of`."""
        source, position, sheet, _ = self.found
        title, puzzle = (sheet.title, sheet.puzzle) if sheet else (None, None)
        result = self.result
        error = result.error if result else str(self.failure or "")
        return Case(source, position, title, puzzle, result, error)


def _of_work(name: str, type: type, of: Callable[[Checked], Any], **more: Any) -> Column:
    """A fact that only a collection has."""
    return Column(name, type, of, "work", **more)


RATING, CERTIFICATE = "rating", "certificate"
ROW_COLUMNS = (
    *COLUMNS,
    _of_work("clue_hash", str, lambda checked: checked.clue_hash, null=True),
    _of_work("attempt", int, lambda checked: checked.attempt),
)
"""The facts of every row. ``attempt`` is 1 plus the workers that died while they had the puzzle."""
ALL_COLUMNS = (
    *ROW_COLUMNS,
    _of_work(RATING, dict, lambda checked: checked.rating and checked.rating.to_dict(), null=True),
    # Known at the end, see `with_certificate`: the folder.
    _of_work(CERTIFICATE, str, lambda checked: None, null=True),
)
"""With those that rows have where they are asked for."""
RATING_COLUMNS = (
    Column("stars", int, lambda rating: rating["stars"], null=True),
    Column("score", float, lambda rating: rating["score"], null=True),
    Column("class", str, lambda rating: rating["class"], null=True),
    Column("rounds", int, lambda rating: rating["rounds"], null=True),
    Column("hardest", str, lambda rating: rating["hardest"], null=True),
    Column("bottleneck", int, lambda rating: rating["bottleneck"], null=True),
    Column("not_rated", str, lambda rating: rating["error"], null=True),
)
"""The facts of a rating, each a column of a table."""
ROW_FACTS = tuple(column.name for column in ROW_COLUMNS)
_BY_NAME = {column.name: column for column in ALL_COLUMNS}
TOLD = tuple(
    _BY_NAME[name]
    for name in (
        "source",
        "position",
        "height",
        "width",
        "colors",
        "line_solvable",
        "seconds",
        "error",
    )
)
"""The facts that the screen tells of each puzzle, beside its verdict."""


def columns(facts: Iterable[str]) -> list[Column]:
    """The columns with these names."""
    return [_BY_NAME[name] for name in facts]


def with_certificate(row: Row, folders: Mapping[tuple[str, int], str]) -> Row:
    """A row that says where the certificate of its puzzle is; `folders` by source and position."""
    return row | {CERTIFICATE: folders.get((row["source"], row["position"]))}


def verdict_of(row: Row) -> str:
    """The verdict of a row, or why it has none; see `VERDICTS`."""
    if row["verdict"] is None:
        return NOT_READ if row["clue_hash"] is None else FAILED
    return str(row["verdict"])


class Outcome(NamedTuple):  # which travels faster than a frozen dataclass
    """The outcome for one puzzle, as its worker hands it back.

    Row, palette, sheet and result are heavy to send, and there only if the job asks for them.
    """

    number: int
    """The place of its piece in the collection."""
    verdict: str
    """One of `VERDICTS`."""
    facts: Row
    """The facts that `TOLD` names."""
    before: bool = False
    """The journal has its row already. Of its facts only source and position are known."""
    refused: bool = False
    """It has clues, but they contradict themselves."""
    lacking: bool = False
    """A package that reads or solves it is not installed."""
    rating: Rating | None = None
    line: bytes | None = None
    """Its row as JSON."""
    palette: Palette | None = None
    """Of a colored puzzle."""
    remarks: tuple[str, ...] = ()
    """Those of the sheet."""
    sheet: Sheet | None = None
    """Sheet and result: of the verdicts that the job wants."""
    result: Result | None = None

    @property
    def place(self) -> tuple[str, int]:
        """The name of its file, and its number in it from 1."""
        return self.facts["source"], self.facts["position"]

    @property
    def readable(self) -> bool:
        """It has a verdict, be it unknown."""
        return self.verdict not in (NOT_READ, FAILED)


_CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
_HASH_DIGITS = 14


class Past(NamedTuple):
    """The entry of a journal for a puzzle."""

    clues: str
    """The beginning of its clue hash; "" if the puzzle could not be read."""
    verdict: str
    """One of `VERDICTS`."""

    @classmethod
    def of(cls, clue_hash: str | None, verdict: str) -> Past:
        """The same for a whole clue hash."""
        return cls((clue_hash or "")[:_HASH_DIGITS], verdict)

    def has(self, clue_hash: str) -> bool:
        """It is about these clues."""
        return self.clues == clue_hash[:_HASH_DIGITS]

    def packed(self) -> int:
        """The same in 64 bits: millions of these take 60 % of the memory of millions of tuples."""
        return int(self.clues or "0", 16) << 8 | _CODES[self.verdict]

    @classmethod
    def unpacked(cls, packed: int) -> Past:
        """The opposite of `packed`."""
        verdict = VERDICTS[packed & 0xFF]
        clues = "" if verdict == NOT_READ else f"{packed >> 8:0{_HASH_DIGITS}x}"
        return cls(clues, verdict)
