"""An executor does the work of a run: here, or by workers elsewhere."""

import dataclasses
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeAlias

from nonosat import kernel
from nonosat.errors import NonosatError, Reason, Stop, UsageError, WrongAnswer, internal_error
from nonosat.files import Piece, ReadFailure, read_record
from nonosat.limits import Limits
from nonosat.model import Clues, Domains, Puzzle, SourcedSheet, puzzle_name
from nonosat.run.questions import NOT_READ, Request
from nonosat.run.rows import Row, clue_hash, row_for
from nonosat.run.source import Item, Past
from nonosat.solving.search import BaseSearch

BACKLOG = 256
"""Slow puzzles that may wait until the others are done; if there are more, slow ones go first."""
Asker: TypeAlias = Callable[[Request, Item, Piece, Clues], Row | Item]
"""Asks about the clues of a puzzle: the row that came out, or the item to be done later."""


class Executor(ABC):
    """Asks about the puzzles of a source.

    Attributes:
        open: hard puzzles that are not done yet.
    """

    open: int = 0

    @abstractmethod
    def run(self, source: Iterable[Item], request: Request) -> Generator[Row]:
        """Ask about all, and yield what comes out, as it comes.

        Raises:
            NonosatError: the work as a whole cannot go on. Earlier rows hold.
        """


class Listener(Protocol):
    """Shows what is worked on."""

    def at(self, name: str, done: int = 0, *, search: BaseSearch[Any], cells: int) -> None:
        """Work on a puzzle begins; `done` puzzles are finished. The search knows its progress."""


class Here(Executor):
    """Asks about each puzzle in this thread before the next, and keeps all answers.

    Ctrl-C ends a search, but what is known by then is a row.

    Args:
        watch: shows each puzzle.
        known: returns what is certain of the cells of a puzzle.
    """

    def __init__(
        self, watch: Listener, known: Callable[[Puzzle], Domains | None] | None = None
    ) -> None:
        self._watch, self._known = watch, known
        self._done = 0

    def run(self, source: Iterable[Item], request: Request) -> Generator[Row]:
        """See `Executor.run`.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        for item in source:
            for row in answers(request, item, self._answer):
                assert isinstance(row, Row)
                yield row
                if row.result is not None and row.result.stop.reason is Reason.INTERRUPTED:
                    raise KeyboardInterrupt

    def _answer(self, request: Request, item: Item, found: Piece, clues: Clues) -> Row:
        known = self._known(clues) if self._known and isinstance(clues, Puzzle) else None
        pictures = () if isinstance(found, ReadFailure) else found.sheet.goals
        search = request.begin(clues, pictures, Limits(request.seconds), known)
        name, cells = puzzle_name(found.source, found.position), clues.height * clues.width
        self._watch.at(name, self._done, search=search, cells=cells)
        self._done += 1
        try:
            answer = search.run()
            question = request.question
            if item.alone and question.adds:
                add = question.adds.get(question.word(question.view(answer)))
                answer = add(answer, known) if add else answer
        except KeyboardInterrupt:
            answer = dataclasses.replace(search.result(), stop=Stop(Reason.INTERRUPTED))
        return row_for(request, item, found, clues, answer, known=known)


def answers(request: Request, item: Item, ask: Asker) -> Iterator[Row | Item]:
    """Ask about the puzzles of an item: what came out of each, or the item to be done later.

    Raises:
        AnswerLost: the result is not wanted any more.
        MissingExtra: the question cannot be asked with what is installed here.
    """
    for number, found in enumerate(read_record(item.piece)):
        if not found.position:
            yield row_for(request, item, found)
            continue
        if request.clues_only and isinstance(found, SourcedSheet):
            found = found.clues_only()
        failure = found.error if isinstance(found, ReadFailure) else None
        clues = (
            request.refused(found.error) if isinstance(found, ReadFailure) else found.sheet.puzzle
        )
        past = item.past[number] if number < len(item.past) else None
        if past is not None and _is_past(past, failure, clues):
            yield row_for(request, item, found, clues, failure=failure, before=past.word)
            continue
        if clues is not None:
            try:
                yield ask(request, item, found, clues)
                continue
            except WrongAnswer as err:
                failure = err
            except NonosatError:
                raise
            except Exception as err:  # a bug of ours must not end the rest
                failure = internal_error(err)
        yield row_for(request, item, found, clues, failure=failure)


def _is_past(past: Past, failure: NonosatError | None, clues: Clues | None) -> bool:
    """True if the row of a journal is of these clues, or of a file that still cannot be read."""
    if clues is not None:
        return past.clue_hash == clue_hash(clues)
    return past == Past(None, NOT_READ) and not isinstance(failure, WrongAnswer)


class Installed(NamedTuple):
    """The nonosat that runs somewhere; workers elsewhere must have the same."""

    version: str
    kernel: str

    @classmethod
    def here(cls) -> "Installed":
        return cls(sys.modules["nonosat"].__version__, kernel.name)

    def __str__(self) -> str:
        return f"nonosat {self.version} with the {self.kernel} kernel"

    def unlike(self, ours: "Installed") -> str:
        """Describe how a worker's installation differs from ours, and how to fix that; "" if it does not."""
        if self == ours:
            return ""
        remedy = f"set NONOSAT_KERNEL={ours.kernel} there, or install a wheel with that kernel"
        if self.version != ours.version:
            remedy = f"run there: pip install nonosat=={ours.version}"
        return f"it runs {self}, this is {ours}; {remedy}"

    def check(self) -> None:
        """Refuse to work for another version of nonosat or kernel: its rows could differ."""
        if self != Installed.here():
            python = ".".join(map(str, sys.version_info[:3]))
            unlike = Installed.here().unlike(self)
            raise UsageError(f"a worker with Python {python} does not fit: {unlike}")
