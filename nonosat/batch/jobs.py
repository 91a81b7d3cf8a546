"""What travels to the workers and back: the question, pieces of the collection, and rows."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nonosat import kernel
from nonosat.api import DEFAULT_BACKEND
from nonosat.batch.journal import Row, line_of
from nonosat.errors import NonosatError, ParseError, Reason, UsageError, WrongAnswer
from nonosat.files import Found, Piece, read_piece
from nonosat.model import Domains, Palette, Puzzle, Sheet, refused_clues
from nonosat.result import FACTS, Limits, Result, Verdict

if TYPE_CHECKING:
    from nonosat.explain.difficulty import Rating

ROW_FACTS = (*FACTS, "clue_hash", "attempt")
"""The keys of a row, in order: those of `Result.to_dict`, and two more.

``clue_hash`` (see `clue_hash`) is null for a puzzle that could not be read. ``attempt`` is 1, or
more if a process that worked on the puzzle died.
"""

RATING = "rating"
"""The key that rows have after these if ratings were asked for: those of `Rating.to_dict`, or null
for a puzzle that could not be read."""
CERTIFICATE = "certificate"
"""The key that rows have at their end if certificates were asked for: the folder, or null."""
NOT_READ, FAILED = "not read", "failed"
OUTCOMES = {
    **{verdict.value: verdict.exit_code for verdict in Verdict},
    NOT_READ: ParseError.exit_code,
    FAILED: WrongAnswer.exit_code,
}
"""What can come out for a puzzle, a verdict or the lack of one, with its exit code."""
_CODE = {outcome: code for code, outcome in enumerate(OUTCOMES)}
_NAMES = list(OUTCOMES)


class Installed(NamedTuple):
    """Which nonosat runs somewhere; workers elsewhere must have the same."""

    version: str
    kernel: str

    def __str__(self) -> str:
        return f"nonosat {self.version} with the {self.kernel} kernel"


def installed() -> Installed:
    """The one that runs here."""
    return Installed(sys.modules["nonosat"].__version__, kernel.name)


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked about every puzzle: how many solutions it has, 0, 1 or more."""

    backend: str = DEFAULT_BACKEND
    seconds: float | None = None
    """The limit on each puzzle."""
    memory: int | None = None
    """Bytes for the guarded process of one puzzle; None: a fair share of the machine."""
    wanted: frozenset[str] = frozenset()
    """Outcomes whose puzzles and results come back as well."""
    palettes: bool = False
    """Whether the palettes of puzzles with several inks come back too."""
    row_facts: Sequence[str] | None = ROW_FACTS
    """What the JSON rows hold that come back; None: there are none."""
    rate: bool = False
    """Whether to tell how hard each puzzle is for people."""
    in_order: bool = False
    """Settle each puzzle where it was read, before the next: with all processors, without guard."""
    clues_only: bool = False
    """Leave out given cells."""
    installed: Installed = field(default_factory=installed)

    def __post_init__(self) -> None:
        Limits(self.seconds)  # refuses what makes no sense

    @property
    def hashes(self) -> bool:
        """Whether the rows name the clues."""
        return self.row_facts is not None and "clue_hash" in self.row_facts

    def line(self, row: Row) -> bytes | None:
        """A row as JSON, with what is wanted of it."""
        if self.row_facts is None:
            return None
        return line_of({name: row[name] for name in self.row_facts})

    def check_installed(self) -> None:
        """Refuse to work for another version of nonosat or kernel: its rows could differ.

        Raises:
            UsageError: with both.
        """
        if self.installed != installed():
            python = ".".join(map(str, sys.version_info[:3]))
            raise UsageError(
                f"a worker runs {installed()} (Python {python}), this is {self.installed}; "
                f"install the same on all: pip install nonosat=={self.installed.version}"
            )


@dataclass(slots=True)
class Task:
    """A piece of the collection, and what has happened to it so far."""

    number: int
    """Its place in the collection, which fixes the order of copies."""
    piece: Piece | Found
    done: tuple[int, ...] = ()
    """What the journal has of its puzzles, in order; see `Ledger`."""
    slow: bool = False
    """The first go did not settle it. It is one puzzle, alone in its chunk, for a guarded process."""
    known: Domains | None = None
    """Only solutions in these domains count. Not for tasks of a first go."""
    seconds: float = 0.0
    """Wall seconds spent on it so far; `cpu_seconds` likewise."""
    cpu_seconds: float = 0.0
    line_solvable: bool | None = None
    attempt: int = 1
    deaths: int = 0
    """Worker processes that have died while it was alone in its chunk."""

    def single(self) -> list[Task]:
        """A task for each of its puzzles, read here."""
        found = [item for item in read_piece(self.piece) if isinstance(item, Found)]
        return [
            Task(self.number, one, self.done[at : at + 1], attempt=self.attempt)
            for at, one in enumerate(found)
        ]

    @property
    def bytes(self) -> int:
        """Roughly what it takes to send it."""
        if isinstance(self.piece, Piece):
            return len(self.piece.record.content)
        sheet = self.piece.sheet
        return 8 * sheet.puzzle.height * sheet.puzzle.width if sheet else 200


class Done(NamedTuple):
    """What came out for one puzzle."""

    number: int
    """Of its task."""
    source: str
    position: int
    outcome: str
    before: bool = False
    """The journal has its row already; all that follows is known only as far as it was wanted."""
    line: bytes | None = None
    """Its row as JSON; see `Job.row_facts`."""
    size: tuple[int, int] | None = None
    """Height and width; None if it could not be read."""
    line_solvable: bool | None = None
    seconds: float = 0.0
    error: str = ""
    """Why there is no verdict, or why it is unknown."""
    refused: bool = False
    """It has clues, but they contradict themselves."""
    interrupted: bool = False
    """Ctrl-C ended the search; the rest is what was known until then."""
    sheet: Sheet | None = None
    result: Result | None = None
    """Sheet and result: of outcomes that are wanted, see `Job.wanted`."""
    palette: Palette | None = None
    """Of a colored puzzle, where the job asks for it or two of its inks look alike."""
    rating: Rating | None = None
    """How hard it is, where that was asked for."""

    @property
    def readable(self) -> bool:
        """It has a verdict, be it unknown."""
        return self.outcome not in (NOT_READ, FAILED)


def done_with(
    job: Job,
    task: Task,
    found: Found,
    outcome: Result | NonosatError,
    name: str | None,
    rating: Rating | None = None,
) -> Done:
    """What to hand back for a puzzle.

    Args:
        outcome: its result, or why there is none.
        name: its clue hash, where rows have it.
        rating: how hard it is, where that was asked for.
    """
    more = {
        "clue_hash": name,
        "attempt": task.attempt,
        RATING: rating and rating.to_dict(),
    }
    done = Done(task.number, found.source, found.position, FAILED)
    sheet = found.sheet
    if isinstance(outcome, Result):
        puzzle = outcome.puzzle
        title = sheet.title if sheet else None
        done = done._replace(
            outcome=outcome.verdict.value,
            size=(puzzle.height, puzzle.width),
            line_solvable=outcome.line_solvable,
            seconds=outcome.seconds,
            error=outcome.error,
            interrupted=outcome.stop.reason is Reason.INTERRUPTED,
            result=outcome if outcome.verdict.value in job.wanted else None,
            rating=rating,
        )
        if job.row_facts is not None:
            row = outcome.to_dict(source=found.source, position=found.position, title=title)
            done = done._replace(line=job.line(row | more))
    else:
        if sheet is None and not isinstance(outcome, WrongAnswer):
            done = done._replace(outcome=NOT_READ)
        row = _row_of_error(found, outcome) | more
        refused = refused_clues(outcome) is not None
        done = done._replace(error=str(outcome), refused=refused, line=job.line(row))
    return done if sheet is None else with_puzzle(job, done, sheet)


def with_puzzle(job: Job, done: Done, sheet: Sheet) -> Done:
    """The same with as much of the puzzle as is wanted."""
    palette = sheet.puzzle.palette
    colored = not palette.is_black_and_white
    return done._replace(
        sheet=sheet if done.outcome in job.wanted else None,
        palette=palette if colored and (job.palettes or palette.look_alikes) else None,
    )


class ChunkResult(NamedTuple):
    """What a worker gives back for a chunk."""

    done: list[Done]
    later: list[Task]
    """Not settled: slow tasks, and those that the worker had no time to begin."""
    skipped: int = 0
    """Files that turned out to be no puzzles."""
    seconds: float = 0.0
    """Wall seconds that the chunk took."""


def clue_hash(puzzle: Puzzle) -> str:
    """A name for a puzzle. The same clues and given cells have the same name, whatever file they come from.

    It is the BLAKE2b hash (16 bytes, in hexadecimal) of 16-bit numbers, little-endian: height, width,
    the number of blocks of each row and then of each column, and in the same order the length and the
    color of each block. Given cells follow, if there are any: for each row and each color the cells that
    may have it, as bits of a little-endian number with just enough bytes for a row.

    >>> clue_hash(Puzzle.of([[1]], [[1]]))
    'd314651945b07a8be2d864f46b4a46ad'
    """
    from array import array  # these two take long to load, and few checks need them
    from hashlib import blake2b

    clues = puzzle.clues
    packed = array("H", (puzzle.height, puzzle.width, *map(len, clues)))
    packed.extend(array("H", list(chain.from_iterable(chain.from_iterable(clues)))))
    if sys.byteorder == "big":
        packed.byteswap()
    content = packed.tobytes()
    if puzzle.givens is not None:
        size = (puzzle.width + 7) // 8
        bits = chain.from_iterable(puzzle.givens.rows)
        content += b"".join(cells.to_bytes(size, "little") for cells in bits)
    return blake2b(content, digest_size=16).hexdigest()


def _row_of_error(found: Found, error: NonosatError) -> Row:
    """The row of a puzzle that could not be read, or for which a backend lied."""
    row: Row = dict.fromkeys(FACTS)
    row |= {"source": found.source, "position": found.position, "error": str(error)}
    if found.sheet is not None:
        puzzle = found.sheet.puzzle
        row |= {
            "title": found.sheet.title or None,
            "height": puzzle.height,
            "width": puzzle.width,
            "colors": len(puzzle.palette.inks),
        }
    return row


def with_certificate(row: Row, folders: Mapping[tuple[str, int], str]) -> Row:
    """A row that says where the certificate of its puzzle is; `folders` by source and position."""
    return row | {CERTIFICATE: folders.get((row["source"], row["position"]))}


def outcome_of(row: Row) -> str:
    """What a row says: its verdict, or why it has none."""
    verdict = row["verdict"]
    if verdict is None:
        return NOT_READ if row["clue_hash"] is None else FAILED
    return str(verdict)


def entry_of(name: str | None, outcome: str) -> int:
    """What `Ledger` keeps of a row."""
    return int(name[:14], 16) << 8 | _CODE[outcome] if name else _CODE[outcome]


def outcome_of_entry(entry: int) -> str:
    """The outcome in an entry."""
    return _NAMES[entry & 0xFF]
