"""Bounds on a search, and the moment when it must stop."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.errors import (
    EngineNeeded,
    LimitReached,
    Reason,
    Stop,
    UsageError,
    check_number,
    check_whole,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one search; None means no bound.

    Raises:
        UsageError: the seconds are negative or not a number, or `processors` is less than 1.
    """

    seconds: float | None = None
    processors: int | None = None
    """Maximum number of processors in use; None means all of the machine."""
    engines: bool = True
    """Whether SAT and CP engines may be used; without them the search ends where it needs one."""
    spent: float = 0.0
    """Seconds already used up. Messages still show `seconds` as the limit."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_number(self.seconds, "a limit of seconds")
        if self.processors is not None:
            check_whole(self.processors, "a limit of processors")


NO_LIMITS = Limits()


class Deadline:
    """A moment on the monotonic clock after which a search must stop, and its other bounds.

    The clock can be stopped while nobody searches: see `paused`.

    >>> Deadline(None).remaining()
    inf
    """

    __slots__ = ("at", "engines", "processors", "seconds")

    def __init__(
        self,
        seconds: float | None,
        processors: int | None = None,
        engines: bool = True,
        spent: float = 0.0,
    ) -> None:
        if seconds is not None:
            check_number(seconds, "a limit of seconds")
        self.seconds = seconds
        self.processors = processors
        self.engines = engines
        left = float("inf") if seconds is None else max(0.0, seconds - spent)
        self.at = time.monotonic() + left

    @classmethod
    def of(cls, limits: Limits) -> Deadline:
        """A deadline that begins now."""
        if not isinstance(limits, Limits):
            raise UsageError(f"limits are nonosat.Limits(seconds=5), not {limits!r}")
        return cls(limits.seconds, limits.processors, limits.engines, limits.spent)

    def postpone(self, seconds: float) -> None:
        """Move the deadline by `seconds`, earlier if negative. Messages keep naming the limit."""
        self.at += seconds

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the clock inside the block."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.postpone(time.monotonic() - begun)

    def remaining(self) -> float:
        """Seconds left, never negative; infinite without a limit."""
        return max(0.0, self.at - time.monotonic())

    def wait(self) -> float | None:
        """Return the seconds left as a timeout, or None without a limit."""
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
        """Raise EngineNeeded if engines are not allowed. Call this before loading an engine."""
        if not self.engines:
            raise EngineNeeded

    def error(self) -> LimitReached:
        """The error for having passed this deadline."""
        return LimitReached(self.stop())

    def stop(self) -> Stop:
        """Why a search ended when this deadline has stopped it."""
        return Stop(Reason.TIME, seconds=float("inf") if self.seconds is None else self.seconds)
