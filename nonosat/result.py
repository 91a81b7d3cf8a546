"""A search and what it comes to: verdict, limits, deadline, trace, progress, result."""

from __future__ import annotations

import contextlib
import enum
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from nonosat.errors import (
    FINISHED,
    EngineNeeded,
    LimitReached,
    OutOfMemory,
    Reason,
    Stop,
    UsageError,
    check_number,
    check_whole,
)
from nonosat.model import Grid, Palette, Puzzle


class Verdict(enum.StrEnum):
    """How many solutions a puzzle has, as far as it is proved; ``verdict == "unique"`` holds."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    """Proved: the whole space was searched."""
    UNKNOWN = "unknown"
    """A limit ended the search. Proves nothing; never print it as "no"."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one search; None is no bound.

    Raises:
        UsageError: the seconds are negative or not a number, or there is no processor left.
    """

    seconds: float | None = None
    processors: int | None = None
    """How many processors it may keep busy; None: all there are."""
    engines: bool = True
    """False: end the search where a SAT or CP engine would have to take over."""
    spent: float = 0.0
    """How many of the seconds are gone already. Messages still name `seconds`."""

    def __post_init__(self) -> None:
        _check_seconds(self.seconds)
        if self.processors is not None:
            check_whole(self.processors, "a limit of processors")


def _check_seconds(seconds: float | None) -> None:
    if seconds is not None:
        check_number(seconds, "a limit of seconds")


NO_LIMITS = Limits()


class Deadline:
    """A moment on the monotonic clock after which a search must stop, and its other bounds.

    The clock can be stopped while nobody searches: see `pause` and `paused`.

    Raises:
        UsageError: the seconds are negative or not a number.

    >>> Deadline(None).remaining()
    inf
    """

    __slots__ = ("_paused_at", "at", "engines", "processors", "seconds")

    def __init__(
        self,
        seconds: float | None,
        processors: int | None = None,
        engines: bool = True,
        spent: float = 0.0,
    ) -> None:
        _check_seconds(seconds)
        self.seconds = seconds
        self.processors = processors
        self.engines = engines
        left = float("inf") if seconds is None else max(0.0, seconds - spent)
        self.at = time.monotonic() + left
        self._paused_at: float | None = None

    @classmethod
    def of(cls, limits: Limits) -> Deadline:
        """A deadline that begins now.

        Raises:
            UsageError: `limits` are something else, such as a number of seconds.
        """
        if not isinstance(limits, Limits):
            raise UsageError(f"limits are nonosat.Limits(seconds=5), not {limits!r}")
        return cls(limits.seconds, limits.processors, limits.engines, limits.spent)

    def pause(self) -> None:
        """Stop the clock until `resume`."""
        self._paused_at = time.monotonic()

    def resume(self) -> None:
        """Let the clock go on. One that runs is left alone."""
        if self._paused_at is not None:
            self.postpone(time.monotonic() - self._paused_at)
            self._paused_at = None

    def postpone(self, seconds: float) -> None:
        """Put it off, or bring it forward if negative. Its messages still name the limit."""
        self.at += seconds

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """The clock stands still inside the block."""
        self.pause()
        try:
            yield
        finally:
            self.resume()

    def remaining(self) -> float:
        """Seconds left, never negative; infinite without a limit."""
        return max(0.0, self.at - time.monotonic())

    def wait(self) -> float | None:
        """The same as a timeout: None without a limit."""
        left = self.remaining()
        return None if left > threading.TIMEOUT_MAX else left

    def left(self) -> Limits:
        """The limits of a part of the search that begins now."""
        spent = 0.0
        if self.seconds is not None and self.at < float("inf"):
            spent = self.seconds - self.remaining()
        return Limits(self.seconds, self.processors, self.engines, spent)

    def part(self, seconds: float) -> Deadline:
        """A deadline after so many seconds, but no later than this one. Other bounds are the same.

        Where this one comes first, messages name its limit, which is the one that people gave.
        """
        part = Deadline(seconds, self.processors, self.engines)
        if seconds >= self.remaining():
            part.at, part.seconds = self.at, self.seconds
        return part

    def check(self) -> None:
        """Raise LimitReached once the moment has passed."""
        if time.monotonic() >= self.at:
            raise self.error()

    def check_engine(self) -> None:
        """Raise EngineNeeded where engines are ruled out; to be called before one is loaded."""
        if not self.engines:
            raise EngineNeeded

    def error(self) -> LimitReached:
        """The error for having passed this deadline."""
        return LimitReached(self.stop())

    def stop(self) -> Stop:
        """Why a search ended when this deadline has stopped it."""
        return Stop(Reason.TIME, seconds=float("inf") if self.seconds is None else self.seconds)


class Attempt:
    """What one search may cost, what it has cost so far, and why it ended.

    The time from its creation to the first pause counts, then that inside of `working`.

    Attributes:
        limit: the limit that ended the search, if one did.
        stop: why the search ended.
        seconds, cpu_seconds: spent so far, by this process and its children that have ended.
    """

    def __init__(self, limits: Limits) -> None:
        self.deadline = Deadline.of(limits)
        self.limit: LimitReached | None = None
        self.stop = FINISHED
        self.seconds = self.cpu_seconds = 0.0
        self._begin: tuple[float, float] | None = (time.perf_counter(), _cpu_seconds())

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Work inside the block. A limit ends the block, and is kept instead of raised."""
        self.deadline.resume()
        wall, cpu = self._begin or (time.perf_counter(), _cpu_seconds())
        try:
            yield
        except (LimitReached, MemoryError) as err:
            self.limit = err if isinstance(err, LimitReached) else OutOfMemory()
            self.stop = self.limit.stop
        except KeyboardInterrupt:
            self.stop = Stop(Reason.INTERRUPTED)
            raise
        finally:
            self.seconds += time.perf_counter() - wall
            self.cpu_seconds += _cpu_seconds() - cpu
            self._begin = None
            self.deadline.pause()


def _cpu_seconds() -> float:
    return time.process_time() + cpu_seconds_of_children()


def cpu_seconds_of_children() -> float:
    """CPU seconds of all child processes that have ended; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Trace:
    """Collects what a backend tells about its work; one per search.

    Attributes:
        counters: lines solved, probes, guesses, nodes, conflicts ...
        engine: the program that did the work, such as ``glucose42`` ("" while none was needed).
        line_solvable: whether line logic alone decides the puzzle; None while nobody asked.
        difficulty: ``line``, ``probing``, or ``guessing D`` (D guesses deep); "" if not known.
        stage: what the backend is doing, in words.
        open_cells: the cells that line logic alone left open; None while nobody asked.
    """

    __slots__ = (
        "_under_way", "counters", "difficulty", "engine", "line_solvable", "open_cells", "stage",
    )  # fmt: skip

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()
        self.engine = ""
        self.line_solvable: bool | None = None
        self.difficulty = ""
        self.stage = ""
        self.open_cells: int | None = None
        self._under_way: Callable[[], dict[str, int]] = dict

    def count(self, what: str, number: int = 1) -> None:
        """Add to a counter."""
        self.counters[what] += number

    @contextlib.contextmanager
    def counting(self, stage: str, counters: Callable[[], Mapping[str, int]]) -> Iterator[None]:
        """Add to the counters what `counters`, which somebody else keeps, gain inside the block."""
        before = dict(counters())
        self.stage = stage
        self._under_way = lambda: _gained(before, counters())
        try:
            yield
        finally:
            self._under_way = dict
            for what, number in _gained(before, counters()).items():
                self.counters[what] += number

    def progress(self) -> Progress:
        """How far it has come. Other threads may ask while the backend works."""
        # A copy first: adding goes through the items, and the backend may add one meanwhile.
        counters = Counter(self.counters) + Counter(self._under_way())
        return Progress(self.stage, self.engine, self.open_cells, dict(counters))


def _gained(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    return {what: more for what, number in now.items() if (more := number - before.get(what, 0))}


class Progress(NamedTuple):
    """How far a search has come."""

    stage: str
    """What the backend is doing, in words."""
    engine: str
    open_cells: int | None
    """The cells that line logic alone left open; None while nobody asked."""
    counters: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "stage": self.stage or None,
            "engine": self.engine or None,
            "open_cells": self.open_cells,
            "counters": dict(self.counters),
        }


R_co = TypeVar("R_co", covariant=True)


class BaseSearch(ABC, Generic[R_co]):
    """A search under way for one fact about a puzzle or a picture.

    A limit ends it, and so does Ctrl-C; what it has found by then is in its result. A subclass
    checks its arguments in the constructor, searches in `_work`, and says in `result` what it knows.

    Args:
        limits: what the whole search may cost. The clock runs from here on.
    """

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self._attempt = Attempt(limits)
        self._deadline = self._attempt.deadline
        self._trace = Trace()

    def run(self) -> R_co:
        """Search to the end, or to a limit, and return the result.

        Raises:
            WrongAnswer: a backend or an engine gave a grid that is no solution.
        """
        with self._attempt.working():
            self._work()
        return self.result()

    @abstractmethod
    def _work(self) -> None:
        """Search; raise LimitReached where a limit ends it."""

    @abstractmethod
    def result(self) -> R_co:
        """What is found and proved so far: a frozen value with its `stop` and its `to_dict`."""

    def progress(self) -> Progress:
        """How far it has come. Other threads may ask while it works."""
        return self._trace.progress()


FACTS = (
    "source", "position", "title", "height", "width", "colors", "verdict", "line_solvable",
    "difficulty", "solutions", "differs", "backend", "engine", "seconds", "cpu_seconds",
    "counters", "error",
)  # fmt: skip
"""The keys of `Result.to_dict`, in order."""


class Ended:
    """What came out of work that ended by itself or by a limit."""

    __slots__ = ()
    stop: Stop

    @property
    def error(self) -> str:
        """Why it ended early, in words; "" when it did not."""
        return str(self.stop)


@dataclass(frozen=True, slots=True, repr=False)
class Result(Ended):
    """The outcome of a search. The verdict follows from what was found and proved."""

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    """Found and judged correct; all different."""
    exhausted: bool
    """True when the search space was finished: there are no other grids."""
    backend: str
    engine: str = ""
    seconds: float = 0.0
    """Wall seconds from the puzzle read to the verdict, child processes included."""
    cpu_seconds: float = 0.0
    line_solvable: bool | None = None
    difficulty: str = ""
    counters: Mapping[str, int] = field(default_factory=dict)
    stop: Stop = FINISHED
    """Why the search ended."""

    def __repr__(self) -> str:
        found = f", {len(self.solutions)} solutions" if len(self.solutions) > 1 else ""
        return f"<Result {self.verdict}{found}, {self.backend}, {self.seconds:.3f} s>"

    @property
    def verdict(self) -> Verdict:
        """What is proved about the number of solutions."""
        if len(self.solutions) > 1:
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.solutions else Verdict.NONE

    @property
    def differs(self) -> list[tuple[int, int]]:
        """The cells in which the first two solutions differ; empty without a second."""
        if len(self.solutions) < 2:
            return []
        return self.solutions[0].differs(self.solutions[1])

    def to_dict(
        self, *, source: str | None = None, position: int | None = None, title: str | None = None
    ) -> dict[str, Any]:
        """The one JSON form of a result; facts that are absent are null.

        Args:
            source: name of the file, `position`: number of the puzzle in it from 1.
        """
        palette: Palette = self.puzzle.palette
        facts = (
            source,
            position,
            title or None,
            self.puzzle.height,
            self.puzzle.width,
            len(palette.inks),
            self.verdict.value,
            self.line_solvable,
            self.difficulty or None,
            [palette.grid_lines(grid) for grid in self.solutions],
            [list(cell) for cell in self.differs],
            self.backend,
            self.engine or None,
            round(self.seconds, 6),
            round(self.cpu_seconds, 6),
            dict(self.counters),
            self.error or None,
        )
        return dict(zip(FACTS, facts, strict=True))
