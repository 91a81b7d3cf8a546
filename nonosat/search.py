"""A search under way: its budget, what it has done so far, and the base of all searches."""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from nonosat.errors import FINISHED, LimitReached, OutOfMemory, Reason, Stop
from nonosat.limits import NO_LIMITS, Deadline, Limits
from nonosat.platforms.cpu import cpu_seconds_of_children


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
