"""What travels to the workers and back: the question, pieces of the collection, and rows."""

from __future__ import annotations

import json
import re
import sys
from array import array
from dataclasses import dataclass, field
from itertools import chain
from types import NoneType
from typing import Any, NamedTuple, cast

from nonosat.api import DEFAULT_BACKEND
from nonosat.child import identity
from nonosat.errors import NonosatError, ParseError, UsageError, WrongAnswer
from nonosat.files import Found, Piece, read_piece
from nonosat.model import Domains, Palette, Puzzle, Sheet
from nonosat.result import FACTS, Limits, Result, Verdict

Row = dict[str, Any]

ROW_FACTS = (*FACTS, "clue_hash", "attempt")
"""The keys of a row, in order: those of `Result.to_dict`, and two more.

``clue_hash`` (see `clue_hash`) is null for a puzzle that could not be read; ``attempt`` is 1, or
more if the process that worked on it died and it had to be done again.
"""

NOT_READ, FAILED = "not read", "failed"
OUTCOMES = {
    **{verdict.value: verdict.exit_code for verdict in Verdict},
    NOT_READ: ParseError.exit_code,
    FAILED: WrongAnswer.exit_code,
}
"""What can come out for a puzzle, a verdict or the lack of one, with its exit code."""
_HASH = re.compile("[0-9a-f]{32}")
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
    return Installed(*identity()[:2])


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked about every puzzle: how many solutions it has, 0, 1 or more."""

    backend: str = DEFAULT_BACKEND
    seconds: float | None = None
    """The limit on each puzzle."""
    memory: int | None = None
    """Bytes for the guarded process of one puzzle; None: a fair share of the machine."""
    wanted: frozenset[str] = frozenset()
    """Outcomes whose puzzles come back with their rows."""
    palettes: bool = False
    """Whether the palettes of puzzles with several inks come back too."""
    installed: Installed = field(default_factory=installed)

    def __post_init__(self) -> None:
        Limits(self.seconds)  # refuses what makes no sense

    def check_installed(self) -> None:
        """Refuse to work for another version of nonosat or kernel, whose rows could differ.

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
    """Its place in the collection; fixes the order of what is copied."""
    piece: Piece | Found
    done: tuple[int, ...] = ()
    """Of its puzzles, in order, what the journal has; see `Ledger`."""
    slow: bool = False
    """It was not settled at the first go: one puzzle, alone in its chunk, in a guarded process."""
    known: Domains | None = None
    """Of a slow task: only solutions in these domains count."""
    seconds: float = 0.0
    """Spent on it so far, `cpu_seconds` alike."""
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
            return len(self.piece.record.text)
        sheet = self.piece.sheet
        return 8 * sheet.puzzle.height * sheet.puzzle.width if sheet else 200


class Done(NamedTuple):
    """What came out for one puzzle."""

    number: int
    """Of its task."""
    source: str
    position: int
    outcome: str
    line: bytes | None
    """The row as the journal takes it, which the worker has written; None: the journal has it."""
    sheet: Sheet | None = None
    palette: Palette | None = None
    seconds: float = 0.0

    @property
    def row(self) -> Row | None:
        """The row."""
        return None if self.line is None else cast("Row", json.loads(self.line))


class Answer(NamedTuple):
    """What a worker gives back for a chunk."""

    done: list[Done]
    later: list[Task]
    """Not settled: either slow, or more than the worker wanted to do at one go."""
    skipped: int = 0
    """Files that turned out to be no puzzles."""
    seconds: float = 0.0
    """Wall seconds that it took."""


def clue_hash(puzzle: Puzzle) -> str:
    """A name for a puzzle: the same for the same clues, whatever their file and their colors.

    The first 16 bytes, in hexadecimal, of the BLAKE2b hash of 16-bit numbers, little-endian: height,
    width, the number of blocks of each row and then of each column, and in the same order the length
    and the color of each block.

    >>> clue_hash(Puzzle.of([[1]], [[1]]))
    'd314651945b07a8be2d864f46b4a46ad'
    """
    from hashlib import blake2b  # loads OpenSSL: not before it is needed

    clues = (*puzzle.rows, *puzzle.cols)
    packed = array("H", (puzzle.height, puzzle.width, *map(len, clues)))
    packed.extend(array("H", list(chain.from_iterable(chain.from_iterable(clues)))))
    if sys.byteorder == "big":
        packed.byteswap()
    return blake2b(packed.tobytes(), digest_size=16).hexdigest()


def row_of_result(found: Found, result: Result, name: str, attempt: int) -> Row:
    """The row of a puzzle that was looked at; `name` is its clue hash."""
    title = found.sheet.title if found.sheet else None
    row = result.to_dict(source=found.source, position=found.position, title=title)
    row["clue_hash"], row["attempt"] = name, attempt
    return row


def row_of_error(found: Found, error: NonosatError, name: str | None, attempt: int) -> Row:
    """The row of a puzzle that could not be read (`name` is None), or for which a backend lied."""
    row: Row = dict.fromkeys(ROW_FACTS)
    row |= {
        "source": found.source,
        "position": found.position,
        "error": str(error),
        "clue_hash": name,
        "attempt": attempt,
    }
    if found.sheet is not None:
        puzzle = found.sheet.puzzle
        row |= {
            "title": found.sheet.title or None,
            "height": puzzle.height,
            "width": puzzle.width,
            "colors": len(puzzle.palette.inks),
        }
    return row


def outcome_of(row: Row) -> str:
    """What a row says: its verdict, or why it has none."""
    verdict = row["verdict"]
    if verdict is None:
        return NOT_READ if row["clue_hash"] is None else FAILED
    return str(verdict)


_NUMBER, _ANY_TEXT = (int, float), (str, NoneType)
_KINDS: dict[str, tuple[type, ...]] = {
    "source": (str,),
    "position": (int,),
    "clue_hash": _ANY_TEXT,
    "attempt": (int,),
    "verdict": _ANY_TEXT,
    "title": _ANY_TEXT,
    "difficulty": _ANY_TEXT,
    "backend": _ANY_TEXT,
    "engine": _ANY_TEXT,
    "error": _ANY_TEXT,
    "line_solvable": (bool, NoneType),
}
"""What stands in every row, of which kind."""
_SOLVED_KINDS: dict[str, tuple[type, ...]] = {
    "height": (int,),
    "width": (int,),
    "colors": (int,),
    "solutions": (list,),
    "differs": (list,),
    "counters": (dict,),
    "seconds": _NUMBER,
    "cpu_seconds": _NUMBER,
}
"""What stands in the row of a puzzle that has a verdict; in others it may be null."""


def flaw_of(row: Row) -> str:
    """Why a line of a journal is no row of this kind; "" if it is one."""
    for name, kinds in (_KINDS | _SOLVED_KINDS).items():
        if name not in row:
            return f"it has no {name!r}"
        absent = row[name] is None and name in _SOLVED_KINDS and row["verdict"] is None
        if not absent and not isinstance(row[name], kinds):
            return f"its {name!r} is {json.dumps(row[name])[:40]}"
    if row["position"] < 1 or outcome_of(row) not in OUTCOMES:
        return f"its position is {row['position']}, its verdict {row['verdict']!r}"
    if row["clue_hash"] is not None and not _HASH.fullmatch(row["clue_hash"]):
        return f"its clue hash is {row['clue_hash']!r}"
    return ""


class Ledger:
    """What a journal has already: for each puzzle its clue hash and its outcome.

    Two numbers of 64 bits a row, as it must hold millions: a hash of source and position, and
    the beginning of the clue hash with the outcome in the last byte.
    """

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Row) -> None:
        """Take note of a row; a later one for the same place counts."""
        entry = entry_of(row["clue_hash"], outcome_of(row))
        self._rows[_place(row["source"], row["position"])] = entry

    def known(self, piece: Piece | Found) -> tuple[int, ...]:
        """The entries of the puzzles of a piece, as far as they are known."""
        if not self._rows:
            return ()
        source = piece.record.source if isinstance(piece, Piece) else piece.source
        found = []
        position = piece.position
        while (entry := self._rows.get(_place(source, position))) is not None:
            found.append(entry)
            if isinstance(piece, Found) or len(found) > len(piece.record.text):
                break
            position += 1
        return tuple(found)


def entry_of(name: str | None, outcome: str) -> int:
    """What `Ledger` keeps of a row."""
    return int(name[:14], 16) << 8 | _CODE[outcome] if name else _CODE[outcome]


def outcome_of_entry(entry: int) -> str:
    """The outcome in an entry."""
    return _NAMES[entry & 0xFF]


def _place(source: str, position: int) -> int:
    from hashlib import blake2b

    text = f"{position}:{source}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
