"""An executor does the work of a run: here, or by workers elsewhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterable

from nonosat.run.jobs import Job
from nonosat.run.records import ChunkResult, Item

BACKLOG = 256
"""Slow puzzles that may wait until the others are done; if there are more, slow ones go first."""


class Executor(ABC):
    """Asks about the puzzles of items."""

    @abstractmethod
    def run(self, items: Iterable[Item], job: Job) -> Generator[ChunkResult]:
        """Ask about all, and yield what comes out, as it comes.

        Raises:
            NonosatError: the work as a whole cannot go on. Earlier results hold.
        """

    @abstractmethod
    def close(self) -> None:
        """End all work at once."""


class InProcess(Executor):
    """One puzzle after another in this thread, slow ones last."""

    def run(self, items: Iterable[Item], job: Job) -> Generator[ChunkResult]:
        """See `Executor.run`. Ctrl-C is raised here."""
        from nonosat.run.guard import guarded_work

        slow = deque[Item]()
        for item in items:
            yield (result := guarded_work(job, [item]))
            slow.extend(result.later)
            while len(slow) > BACKLOG:
                yield guarded_work(job, [slow.popleft()])
        while slow:
            yield guarded_work(job, [slow.popleft()])

    def close(self) -> None:
        from nonosat.run.guard import end_guard

        end_guard()
