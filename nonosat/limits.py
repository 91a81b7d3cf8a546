"""Bounds on a search, and the moment when it must stop."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from nonosat.errors import (
    EngineNeeded,
    LimitReached,
    Reason,
    Stop,
    UsageError,
    check_number,
    check_whole,
)
from nonosat.platforms.waiting import wait_until

T = TypeVar("T")
LOOK_AT_CANCEL = 0.1
"""Seconds between two looks at the `cancel` of limits while a search waits."""


class Cancel(Protocol):
    """A sign to stop, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Return True from the moment on when the search must stop. Any thread may call it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one search; None means no bound.

    Raises:
        UsageError: the seconds are negative or not a number, `processors` is less than 1, or
            `cancel` has no method `is_set`.
    """

    seconds: float | None = None
    processors: int | None = None
    """Maximum number of processors in use; None means all of the machine."""
    _engines: bool = True
    """True if SAT and CP engines may be used; without them the search ends where it needs one."""
    _spent: float = 0.0
    """Seconds already used up. Messages still show `seconds` as the limit."""
    cancel: Cancel | None = field(default=None, compare=False, repr=False)
    """Stops the search within half a second when it is set, with `Reason.CANCELLED`. It belongs to
    this process: a pickle does not contain it."""

    def __post_init__(self) -> None:
        if self.cancel is not None and not callable(getattr(self.cancel, "is_set", None)):
            raise UsageError(f"cancel must have a method is_set, got {self.cancel!r}")
        if self.seconds is not None:
            check_number(self.seconds, "a limit of seconds")
        if self.processors is not None:
            check_whole(self.processors, "a limit of processors")

    def __reduce__(self) -> tuple[Any, ...]:
        return Limits, (self.seconds, self.processors, self._engines, self._spent)


NO_LIMITS = Limits()
AnyLimits: TypeAlias = Limits | float | None
"""Bounds on a search; a number is a limit of seconds, None no limit."""


def limits_of(limits: AnyLimits) -> Limits:
    """Return bounds as `Limits`."""
    if limits is None:
        return NO_LIMITS
    if isinstance(limits, int | float) and not isinstance(limits, bool):
        limits = Limits(limits)
    if not isinstance(limits, Limits):
        raise UsageError(f"limits are nonosat.Limits(seconds=5) or 5, not {limits!r}")
    return limits


class Deadline:
    """A moment on the monotonic clock after which a search must stop, and its other bounds.

    The clock can be stopped while there is no search: see `paused`.

    >>> Deadline(None).remaining()
    inf
    """

    __slots__ = ("at", "cancel", "engines", "processors", "seconds")

    def __init__(
        self,
        seconds: float | None,
        processors: int | None = None,
        engines: bool = True,
        spent: float = 0.0,
        cancel: Cancel | None = None,
    ) -> None:
        if seconds is not None:
            check_number(seconds, "a limit of seconds")
        self.seconds: float | None = seconds
        self.processors: int | None = processors
        self.engines: bool = engines
        self.cancel: Cancel | None = cancel
        left = float("inf") if seconds is None else max(0.0, seconds - spent)
        self.at: float = time.monotonic() + left

    @classmethod
    def of(cls, limits: AnyLimits) -> "Deadline":
        """A deadline that begins now."""
        if not isinstance(limits, Limits):
            limits = limits_of(limits)
        return cls(limits.seconds, limits.processors, limits._engines, limits._spent, limits.cancel)

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

    @property
    def is_cancelled(self) -> bool:
        """True if the search was cancelled."""
        return self.cancel is not None and self.cancel.is_set()

    def remaining(self) -> float:
        """Seconds left, never negative; infinite without a limit, 0 after a cancel."""
        return 0.0 if self.is_cancelled else max(0.0, self.at - time.monotonic())

    def wait_until(self, wait: Callable[[float | None], T], seconds: float = float("inf")) -> T:
        """Wait for something, for at most `seconds`, and until this deadline or a cancel.

        Args:
            wait: waits for at most this many seconds, and returns a true value on success.
        """
        until = time.monotonic() + seconds
        longest = threading.TIMEOUT_MAX if self.cancel is None else LOOK_AT_CANCEL
        while True:
            left = max(0.0, min(until - time.monotonic(), self.remaining()))
            came = wait_until(wait, min(left, longest))
            if came or left <= longest:
                return came

    def left(self) -> Limits:
        """The limits of a part of the search that begins now."""
        spent = 0.0
        if self.seconds is not None and self.at < float("inf"):
            spent = self.seconds - self.remaining()
        return Limits(self.seconds, self.processors, self.engines, spent, self.cancel)

    def part(self, seconds: float) -> "Deadline":
        """A deadline in `seconds`, but no later than this one. Other bounds are the same.

        Where this one comes first, messages name its limit, which is the one that people gave.
        """
        part = Deadline(seconds, self.processors, self.engines, cancel=self.cancel)
        if seconds >= self.remaining():
            part.at, part.seconds = self.at, self.seconds
        return part

    def check(self) -> None:
        """Raise LimitReached once the moment has passed, or after a cancel."""
        cancelled = self.cancel is not None and self.cancel.is_set()
        if cancelled or time.monotonic() >= self.at:
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
        if self.is_cancelled:
            return Stop(Reason.CANCELLED)
        return Stop(Reason.TIME, seconds=float("inf") if self.seconds is None else self.seconds)
