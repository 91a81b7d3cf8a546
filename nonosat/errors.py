"""Everything nonosat raises on purpose. The command line has an exit code for each class.

::

    NonosatError
    ├── UsageError          (ValueError)    an option or argument that is not allowed
    ├── PuzzleError         (ValueError)    clues that contradict themselves
    ├── ParseError          (ValueError)    a file that cannot be read as a puzzle
    │   ├── UnknownFormat                   no format fits, or several do
    │   ├── Unsure                          puzzles found by searching, which are not read unasked
    │   ├── SomeUnread                      some puzzles of a text cannot be read
    │   ├── Unsupported                     recognized, but nonosat does not handle it
    │   └── TooLarge                        beyond the caps that guard against hostile input
    ├── InputError          (OSError)       a file or directory that cannot be opened
    ├── MissingExtra        (ImportError)   an optional package is not installed
    ├── OutputError         (OSError)       a file that cannot be written
    │   └── CannotHold                      the format has no place for this puzzle
    ├── Refused             (ValueError)    a certificate that does not prove its claim
    ├── LimitReached        (TimeoutError)  the deadline passed; nothing is claimed
    │   ├── OutOfMemory                     no memory left; nothing is claimed
    │   ├── EngineFailed                    a solver's process died; nothing is claimed
    │   │   ├── AnswerLost                  a chunk must be sent to a worker again
    │   │   └── ClusterLost                 the scheduler or all workers are gone
    │   └── EngineNeeded                    it takes an engine, and engines were ruled out
    └── WrongAnswer         (RuntimeError)  a backend lied; please report it

Every message is one line that a puzzle maker understands. All classes survive pickling.
"""

import contextlib
import enum
import os
from collections.abc import Iterator, Sequence
from operator import index
from typing import Any, NamedTuple

from nonosat.advice import Advice


class NonosatError(Exception):
    """Base of all errors that nonosat raises on purpose.

    Attributes:
        advice: what to do about it; the command line puts that into words.
    """

    def __init__(self, *args: object, advice: Advice | None = None) -> None:
        super().__init__(*args)
        self.advice: Advice | None = advice


class UsageError(NonosatError, ValueError):
    """An option, name or argument that is not allowed; the message says what is."""


class PuzzleError(NonosatError, ValueError):
    """Clues that contradict themselves before any solving.

    Attributes:
        what: the message.
        axis: "row" or "column" when one line is to blame, else "".
        index: its number from 0, or -1.
        clues: the `model.Clues` that were refused, where all of them are known.
    """

    def __init__(
        self, what: str, axis: str = "", index: int = -1, *, advice: Advice | None = None
    ) -> None:
        super().__init__(what, axis, index, advice=advice)
        self.what: str = what
        self.axis: str = axis
        self.index: int = index
        self.clues: Any = None

    def __str__(self) -> str:
        return self.what


class ParseError(NonosatError, ValueError):
    """A text that is not the puzzle file it should be.

    Attributes:
        what: the message.
        source: the file's name.
        line: line number in it from 1, or 0 when no single line is to blame.
    """

    def __init__(
        self, what: str, source: str = "<string>", line: int = 0, *, advice: Advice | None = None
    ) -> None:
        super().__init__(what, source, line, advice=advice)
        self.what: str = what
        self.source: str = source
        self.line: int = line

    def __str__(self) -> str:
        where = f"{self.source}:{self.line}" if self.line else self.source
        return f"{where}: {self.what}"


class UnknownFormat(ParseError):
    """No known format fits the text, or several do and nothing tells them apart."""


class Unsure(ParseError):
    """Puzzles were found by searching, or something beside them may change what they are.

    ``load(path, "found")`` reads them as written.
    """


class SomeUnread(ParseError):
    """Some puzzles of a text cannot be read; the message is that of the first of these.

    Attributes:
        found: the `model.Sheet` of each puzzle that was read, and a ParseError in place of each other.
    """

    def __init__(
        self, found: Sequence[Any] | str, *where: Any, advice: Advice | None = None
    ) -> None:
        if isinstance(found, str):  # made as other errors are
            super().__init__(found, *where, advice=advice)
        else:
            first = next(one for one in found if isinstance(one, ParseError))
            super().__init__(first.what, first.source, first.line, advice=first.advice)
            self.args: tuple[Any, ...] = (found,)
        self.found = found


class Unsupported(ParseError):
    """Recognized, but not a nonogram in text or cells. Folders pass over such files."""


class TooLarge(ParseError):
    """Beyond the caps on size that guard against hostile input."""


class InputError(NonosatError, OSError):
    """A file or directory that cannot be opened or read."""


class MissingExtra(NonosatError, ImportError):
    """An optional package is not installed; the message says how to install it."""


class OutputError(NonosatError, OSError):
    """A file that cannot be written; nothing is left half-written."""


class CannotHold(OutputError):
    """The format has no place for what this puzzle needs."""


class Refused(NonosatError, ValueError):
    """A certificate that does not prove what it claims, or not about the puzzle that was meant."""


class Reason(enum.Enum):
    """Why a search ended, without the details."""

    FINISHED = "finished"
    """It did what was asked."""
    TIME = "time"
    MEMORY = "memory"
    ENGINE_FAILED = "engine failed"
    """A solver, or the process it ran in, ended without an answer."""
    ENGINE_NEEDED = "engine needed"
    """Only a SAT or CP engine could go on, and the limits rule those out."""
    TOO_LARGE = "too large"
    """A bound of the backend was met: too many clauses, placements, or tries."""
    INTERRUPTED = "interrupted"
    """By Ctrl-C."""
    CANCELLED = "cancelled"
    """By the `cancel` of its limits."""


class Stop(NamedTuple):
    """Why a search ended. `str` puts it into words; code compares `reason`.

    >>> str(Stop(Reason.TIME, seconds=10)), str(Stop(Reason.FINISHED))
    ('the limit of 10 s was reached', '')
    """

    reason: Reason
    detail: str = ""
    """The words to say instead, where the reason alone says too little."""
    seconds: float = 0.0
    """For `Reason.TIME`: the limit that was reached."""

    def __str__(self) -> str:
        return self.detail or _WORDS[self.reason].format(self.seconds)


_WORDS = {
    Reason.FINISHED: "",
    Reason.TIME: "the limit of {:g} s was reached",
    Reason.MEMORY: "out of memory",
    Reason.ENGINE_FAILED: "the engine failed",
    Reason.ENGINE_NEEDED: "it takes a SAT or CP engine",
    Reason.TOO_LARGE: "this puzzle is too large for the backend",
    Reason.INTERRUPTED: "interrupted",
    Reason.CANCELLED: "cancelled",
}
FINISHED = Stop(Reason.FINISHED)


class LimitReached(NonosatError, TimeoutError):
    """The deadline or another bound was met first. Proves nothing.

    Attributes:
        stop: why the search ended.
    """

    reason = Reason.TOO_LARGE
    """The reason if the constructor is given only a text."""

    def __init__(self, stop: Stop | str = "", *, advice: Advice | None = None) -> None:
        super().__init__(stop, advice=advice)
        self.stop: Stop = stop if isinstance(stop, Stop) else Stop(self.reason, stop)

    def __str__(self) -> str:
        return str(self.stop)


class OutOfMemory(LimitReached):
    """There is no memory left. Proves nothing."""

    reason = Reason.MEMORY


@contextlib.contextmanager
def memory_is_a_limit() -> Iterator[None]:
    """Raise OutOfMemory where Python's MemoryError would come through."""
    try:
        yield
    except MemoryError as err:
        raise OutOfMemory from err


@contextlib.contextmanager
def naming_os_errors(kind: type[NonosatError], name: object) -> Iterator[None]:
    """Raise an error of the system as one of ours, which names the file; ours come through."""
    try:
        yield
    except NonosatError:
        raise
    except OSError as err:
        raise kind(f"{name}: {err.strerror or err}") from err


class EngineFailed(LimitReached):
    """The process of a solver ended without an answer: no memory left, or it crashed."""

    reason = Reason.ENGINE_FAILED


class AnswerLost(EngineFailed):
    """The answer to a chunk will never come. No puzzle is to blame."""


class ClusterLost(EngineFailed):
    """The scheduler, or all workers, of a cluster are gone; nothing is claimed."""


class EngineNeeded(LimitReached):
    """Line logic and the kernel's search did not settle it, and the limits rule out engines."""

    reason = Reason.ENGINE_NEEDED


class WrongAnswer(NonosatError, RuntimeError):
    """A backend returned a grid that does not satisfy the clues, or returned one twice."""


def internal_error(err: Exception) -> WrongAnswer:
    """Turn a bug of ours into an error for one puzzle: it must not end the work on the others."""
    what = " ".join(f"{type(err).__name__}: {err}".split())
    return WrongAnswer(f"internal error, please report it: {what}")


def check_whole(value: object, what: str, least: int = 1) -> None:
    """Refuse anything but a whole number that is large enough.

    >>> check_whole(0, "at_most")
    Traceback (most recent call last):
    nonosat.errors.UsageError: at_most must be an integer of at least 1, got 0
    """
    try:
        fits = index(value) >= least and not isinstance(value, bool)  # type: ignore[arg-type]  # any object
    except TypeError:
        fits = False
    if not fits:
        raise UsageError(f"{what} must be an integer of at least {least}, got {value!r}")


def check_kind(value: object, what: str, *kinds: type) -> None:
    """Refuse a value of another type than expected.

    >>> check_kind(1, "a title", str)
    Traceback (most recent call last):
    nonosat.errors.UsageError: a title must be str, got int
    """
    if not isinstance(value, kinds):
        wanted = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        raise UsageError(f"{what} must be {wanted}, got {type(value).__name__}")


def check_number(value: object, what: str, most: float | None = None) -> None:
    """Refuse anything but a number from 0 to `most`.

    >>> check_number(2, "a density", 1)
    Traceback (most recent call last):
    nonosat.errors.UsageError: a density must be a number from 0 to 1, got 2
    """
    try:
        fits = value >= 0 and (most is None or value <= most)  # type: ignore[operator]
    except TypeError:
        fits = False
    if not fits:  # nan does not, either
        wanted = "of at least 0" if most is None else f"from 0 to {most:g}"
        raise UsageError(f"{what} must be a number {wanted}, got {value!r}")


def named_path(path: object) -> str:
    """Return the name of a file or folder."""
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(name, str):
        raise UsageError(f"expected a path (str or os.PathLike), got {path!r}")
    return name
