"""Where the puzzles of a run come from: files and folders, or one that was typed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.files import Piece, ReadFailure, Record, read_record


class Past(NamedTuple):
    """The history of a puzzle: its row in a journal."""

    clue_hash: str | None
    """None if the puzzle could not be read."""
    word: str
    """The word of its row; see `Question.word_of`."""


@dataclass(slots=True)
class Item:
    """A piece of the collection, read or unread, and its history so far."""

    number: int
    """Its place in the collection, which fixes the order of copies."""
    piece: Record | Piece
    past: tuple[Past, ...] = ()
    """The journal's entries for its puzzles, in order; see `FinishedRows`."""
    alone: bool = False
    """True if it is known to be the only puzzle of the run."""
    several: bool = False
    """True if it is known to be one of several of its file."""
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

    def single(self) -> "list[Item]":
        """An item for each of its puzzles, read here."""
        found = [one for one in read_record(self.piece) if one.position]
        return [
            Item(self.number, one, self.past[at : at + 1], attempt=self.attempt)
            for at, one in enumerate(found)
        ]

    @property
    def bytes(self) -> int:
        """The size of what is sent, roughly."""
        if isinstance(self.piece, Record):
            return len(self.piece.content)
        if isinstance(self.piece, ReadFailure):
            return 200
        puzzle = self.piece.sheet.puzzle
        return 8 * puzzle.height * puzzle.width


class Source:
    """The items of a run, in order.

    Args:
        looks_ahead: read the puzzles here, one after another, so that each item knows whether
            another follows; otherwise workers read them.
        past: returns the history of a piece.

    Attributes:
        count: items that were handed out so far, and their `bytes`.
    """

    def __init__(
        self,
        pieces: Iterable[Record | Piece],
        looks_ahead: bool = False,
        past: Callable[[Record | Piece], tuple[Past, ...]] = lambda piece: (),
    ) -> None:
        self._pieces, self._looks_ahead, self._past = pieces, looks_ahead, past
        self.count: int = 0
        self.bytes: int = 0

    def __iter__(self) -> Iterator[Item]:
        if not self._looks_ahead:
            for number, piece in enumerate(self._pieces):
                item = Item(number, piece, self._past(piece))
                self.count, self.bytes = number + 1, self.bytes + item.bytes
                yield item
            return
        puzzles = (one for piece in self._pieces for one in read_record(piece))
        one, is_first = next(puzzles, None), True
        while one is not None:
            following = next(puzzles, None)
            at, then = one.position, 0 if following is None else following.position
            yield Item(0, one, alone=is_first and not then, several=at > 0 and max(at, then) > 1)
            one, is_first = following, is_first and not at
