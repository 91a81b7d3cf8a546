"""The state of a running search: its budget and statistics; and the base class of searches."""

import contextlib
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Self, TypeVar

from nonosat.errors import FINISHED, LimitReached, OutOfMemory, Reason, Stop
from nonosat.limits import NO_LIMITS, AnyLimits, Cancel, Deadline
from nonosat.platforms.cpu import cpu_seconds


@dataclass(slots=True, eq=False, repr=False)
class Trace:
    """The statistics that a backend reports during one search."""

    counters: Counter[str] = field(default_factory=Counter)
    """Lines solved, probes, guesses, nodes, conflicts ..."""
    engine: str = ""
    """The name of the solver engine, such as ``glucose42``; "" until one is needed."""
    line_solvable: bool | None = None
    """True if line logic alone decides the puzzle; None if not tried yet."""
    left: int | None = None
    """The number of cells that line logic leaves open; None if it is not known."""
    difficulty: str = ""
    """The simplest sufficient method: ``line``, ``probing`` or ``guessing``; "" if not known."""
    proved: Callable[[], tuple[tuple[int, ...], ...]] | None = None
    """Returns the colors that the cells of each row can have (`Domains.rows`) in any solution, by all
    that line logic and probing have proved so far; None until they begin. Call it when the search has
    ended, at a limit, too, but not from another thread."""
    stage: str = ""
    """The backend's present work, in words."""
    _under_way: Callable[[], dict[str, int]] = dict

    def count(self, what: str, number: int = 1) -> None:
        """Add to a counter."""
        self.counters[what] += number

    @contextlib.contextmanager
    def counting(self, stage: str, counters: Callable[[], Mapping[str, int]]) -> Iterator[None]:
        """Add the increase of another object's counters inside the block to these counters."""
        before = dict(counters())
        self.stage = stage
        gained = self._under_way = lambda: {
            what: more
            for what, number in counters().items()
            if (more := number - before.get(what, 0))
        }
        try:
            yield
        finally:
            self._under_way = dict
            for what, number in gained().items():
                self.counters[what] += number

    def progress(self) -> "Progress":
        """Return the progress so far. Other threads may call this while the backend works."""
        # Copy first: adding iterates over the items, and the backend may insert one at any time.
        counters = Counter(self.counters) + Counter(self._under_way())
        return Progress(self.stage, self.engine, dict(counters), self.left)


class Progress(NamedTuple):
    """The state of a search under way."""

    stage: str
    """The backend's present work, in words."""
    engine: str
    """The name of the solver engine, such as ``glucose42``; "" until one is needed."""
    counters: Mapping[str, int]
    """Lines solved, probes, guesses, nodes, conflicts ... so far."""
    left: int | None = None
    """Cells that line logic leaves open; None while that is not known."""


R_co = TypeVar("R_co", covariant=True)
S = TypeVar("S")


class _Cancel:
    """The sign to stop of one search: its own, or that of its limits."""

    def __init__(self, outer: Cancel | None) -> None:
        self.outer, self.own = outer, False

    def is_set(self) -> bool:
        return self.own or (self.outer is not None and self.outer.is_set())


class BaseSearch(ABC, Generic[R_co]):
    """Base class of searches for one fact about a puzzle or a picture.

    A limit, `cancel` or Ctrl-C ends the search; the result then holds everything found so far. Used
    as a context manager, it is cancelled at the end of the block. A subclass checks its arguments in
    the constructor, searches in `_work`, and returns its findings from `result`.

    Args:
        limits: bounds on the whole search. The clock starts in the constructor.
    """

    def __init__(self, limits: AnyLimits = NO_LIMITS) -> None:
        self._deadline = Deadline.of(limits)
        self._cancel = self._deadline.cancel = _Cancel(self._deadline.cancel)
        self._trace = Trace()
        self.ended_by: LimitReached | None = None
        """The limit that ended the search; None if none did."""
        self._stop = FINISHED
        self._seconds = self._cpu_seconds = 0.0
        """Spent so far, by this process and its children that have ended."""
        self._begin: tuple[float, float] | None = (time.perf_counter(), cpu_seconds())
        self._paused_at = 0.0

    @contextlib.contextmanager
    def _working(self) -> Iterator[None]:
        """Measure the work inside the block. A limit ends the block, and is stored, not raised.

        The time before the first block counts, that between two blocks does not.
        """
        begin = self._begin
        if begin is None:
            begin = time.perf_counter(), cpu_seconds()
            self._deadline.postpone(begin[0] - self._paused_at)
        try:
            yield
        except (LimitReached, MemoryError) as err:
            self.ended_by = err if isinstance(err, LimitReached) else OutOfMemory()
            self._stop = self.ended_by.stop
        except KeyboardInterrupt:
            self._stop = Stop(Reason.INTERRUPTED)
            raise
        finally:
            self._begin, self._paused_at = None, time.perf_counter()
            self._seconds += self._paused_at - begin[0]
            self._cpu_seconds += cpu_seconds() - begin[1]

    @property
    def seconds(self) -> float | None:
        """The limit of the search in seconds; None means no limit."""
        return self._deadline.seconds

    def run(self) -> R_co:
        """Search until the end or a limit, and return the result.

        Raises:
            WrongAnswer: a backend or an engine returned a grid that is not a solution.
        """
        with self._working():
            self._work()
        return self.result()

    def cancel(self) -> None:
        """Stop the search within half a second. Other threads may call this."""
        self._cancel.own = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def _run_part(self, search: "BaseSearch[S]") -> S:
        """Run a search that is a part of this one; its progress is shown as that of this one."""
        self._trace = search._trace
        return search.run()

    @abstractmethod
    def _work(self) -> None:
        """Search; raise LimitReached where a limit ends it."""

    @abstractmethod
    def result(self) -> R_co:
        """The result so far: a frozen value with its `stop` and its `to_dict`."""

    def progress(self) -> Progress:
        """Return the progress so far. Other threads may call this during the search."""
        return self._trace.progress()
