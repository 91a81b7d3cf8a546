"""A crew whose answers are futures."""

from __future__ import annotations

from abc import abstractmethod
from concurrent.futures import FIRST_COMPLETED, Future, wait

from nonosat.batch.crew import Answer, Chunk, Crew
from nonosat.batch.jobs import ChunkResult, Job
from nonosat.platforms.waiting import wait_until


class FutureCrew(Crew):
    """Workers in other processes. A subclass sends them chunks in `begin`."""

    def __init__(self) -> None:
        self._open: dict[Future[ChunkResult], Chunk] = {}

    @abstractmethod
    def begin(self, job: Job, chunk: Chunk) -> Future[ChunkResult]:
        """Start `work` on a chunk; return the future of its result."""

    def submit(self, job: Job, chunk: Chunk) -> None:
        self._open[self.begin(job, chunk)] = chunk

    def answers(self, timeout: float) -> list[Answer]:
        done = [future for future in self._open if future.done()]
        if not done:  # a call of `wait` takes longer than a small puzzle
            done = list(wait_until(self._wait, timeout))
        return [(self._open.pop(future), self.answer_of(future)) for future in done]

    def answer_of(self, future: Future[ChunkResult]) -> ChunkResult | BaseException:
        """Return the result of a finished future, or its error."""
        try:
            return future.exception() or future.result()
        except BaseException as err:  # cancelled by the workers
            return err

    def _wait(self, seconds: float | None) -> set[Future[ChunkResult]]:
        return wait(self._open, seconds, FIRST_COMPLETED).done

    def cancel(self) -> None:
        while self._open:
            self._open.popitem()[0].cancel()
