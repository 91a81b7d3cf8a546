"""A search and what it comes to: verdict, limits, deadline, trace, progress, result."""

from __future__ import annotations

import contextlib
import enum
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

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
from nonosat.model import Grid, Puzzle
from nonosat.platforms.cpu import cpu_seconds_of_children


class Verdict(enum.StrEnum):
    """The number of solutions, as far as it is proved; a str, so ``verdict == "unique"`` works."""

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
    """The most processors it may keep busy; None: all there are."""
    engines: bool = True
    """False: end the search where a SAT or CP engine would have to take over."""
    spent: float = 0.0
    """The seconds that are gone already. Messages still name `seconds`."""

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
        """Move the deadline by `seconds`, earlier if negative. Messages keep naming the limit."""
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
        """A deadline in `seconds`, but no later than this one. Other bounds are the same.

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
    """The budget of one search, its cost so far, and why it ended.

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


class Trace:
    """Collects what a backend tells about its work; one per search.

    Attributes:
        counters: lines solved, probes, guesses, nodes, conflicts ...
        engine: the program that did the work, such as ``glucose42`` ("" while none was needed).
        line_solvable: True if line logic alone decides the puzzle; None while nobody asked.
        difficulty: ``line``, ``probing`` or ``guessing``: what it takes at least; "" if not known.
        stage: the work that the backend is doing, in words.
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
        """The progress so far. Other threads may ask while the backend works."""
        # A copy first: adding goes through the items, and the backend may add one meanwhile.
        counters = Counter(self.counters) + Counter(self._under_way())
        return Progress(self.stage, self.engine, self.open_cells, dict(counters))


def _gained(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    return {what: more for what, number in now.items() if (more := number - before.get(what, 0))}


class Progress(NamedTuple):
    """The state of a search under way."""

    stage: str
    """The work that the backend is doing, in words."""
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
        limits: of the whole search. The clock runs from here on.
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
        """The result so far: a frozen value with its `stop` and its `to_dict`."""

    def progress(self) -> Progress:
        """The progress so far. Other threads may ask while it works."""
        return self._trace.progress()


class Ended:
    """The outcome of work that ended by itself or by a limit."""

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
    counters: Mapping[str, int] = field(default_factory=dict, hash=False)
    stop: Stop = FINISHED
    """Why the search ended."""
    checked: bool = True
    """False where only one solution was asked for, and others were not ruled out on the way."""

    def __repr__(self) -> str:
        found = f", {len(self.solutions)} solutions" if len(self.solutions) > 1 else ""
        return f"<Result {self.verdict}{found}, {self.backend}, {self.seconds:.3f} s>"

    @property
    def verdict(self) -> Verdict:
        """The number of solutions, as far as it is proved."""
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
        return row_of(Case(source, position, title, self.puzzle, self, self.error), COLUMNS)


class Case(NamedTuple):  # tuples, as frozen dataclasses take a millisecond each to load
    """The source of a row of facts: a puzzle of a file, and its result."""

    source: str | None
    """Name of the file."""
    position: int | None
    """Number of the puzzle in it, from 1."""
    title: str | None
    puzzle: Puzzle | None
    """None: it could not be read."""
    result: Result | None
    error: str
    """Why it could not be read, or why its search failed or ended early; "" otherwise."""


Part = Literal["case", "puzzle", "result", "work"]


class Column(NamedTuple):
    """A fact of a row: its key, its type, and how it is had.

    JSON, JSON lines, CSV, Parquet, the report and the check of old journals follow from it.
    """

    name: str
    type: type
    """Of its JSON value."""
    of: Callable[[Any], Any]
    """Gets the value from the `part`."""
    part: Part = "case"
    """A fact of a puzzle or of a result is null where there is none."""
    null: bool = False
    """It may be null in any row."""
    always: bool = True
    """Every row of a journal has it. False for a fact that earlier versions did not write."""
    bits: int = 32
    """Of a number in Parquet."""


def of_puzzle(name: str, type: type, of: Callable[[Puzzle], Any], **more: Any) -> Column:
    """A fact that every puzzle has; null for one that could not be read."""
    return Column(name, type, of, "puzzle", **more)


def of_result(name: str, type: type, of: Callable[[Result], Any], **more: Any) -> Column:
    """A fact of a result; null for a puzzle without one."""
    return Column(name, type, of, "result", **more)


def row_of(case: Case, columns: Iterable[Column], work: object = None) -> dict[str, Any]:
    """The row of a puzzle; `work` is what columns of that part want to know."""
    parts = {"case": case, "puzzle": case.puzzle, "result": case.result, "work": work}
    return {
        column.name: None if (part := parts[column.part]) is None else column.of(part)
        for column in columns
    }


COLUMNS = (
    Column("source", str, lambda case: case.source),
    Column("position", int, lambda case: case.position, bits=64),
    Column("title", str, lambda case: case.title or None, null=True),
    of_puzzle("height", int, lambda puzzle: puzzle.height),
    of_puzzle("width", int, lambda puzzle: puzzle.width),
    of_puzzle("colors", int, lambda puzzle: len(puzzle.palette.inks), bits=16),
    of_result("verdict", str, lambda result: result.verdict.value, null=True),
    of_result("line_solvable", bool, lambda result: result.line_solvable, null=True),
    of_result("difficulty", str, lambda result: result.difficulty or None, null=True),
    of_result("checked", bool, lambda result: result.checked, null=True),
    of_result(
        "solutions", list, lambda it: [one.drawn(it.puzzle.palette.chars) for one in it.solutions]
    ),
    of_result("differs", list, lambda result: [list(cell) for cell in result.differs]),
    of_result("backend", str, lambda result: result.backend, null=True),
    of_result("engine", str, lambda result: result.engine or None, null=True),
    of_result("seconds", float, lambda result: round(result.seconds, 6)),
    of_result("cpu_seconds", float, lambda result: round(result.cpu_seconds, 6)),
    of_result("counters", dict, lambda result: dict(result.counters)),
    Column("error", str, lambda case: case.error or None, null=True),
)
"""The facts of a result, in the order in which they are written; `Result.to_dict` has them."""
FACTS = tuple(column.name for column in COLUMNS)
"""The keys of `Result.to_dict`, in order."""
