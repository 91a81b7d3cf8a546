"""Runs questions, each in a child process that can be killed.

Idle children are kept, so that the next question starts at once. While others work, a spare one is ready.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import Any

from nonosat.child import Child
from nonosat.errors import LimitReached, NonosatError, internal_error
from nonosat.limits import Deadline
from nonosat.web.endpoints import (
    BEAT,
    DONE,
    ERROR,
    GRACE,
    Arguments,
    Event,
    error_to_dict,
    next_event,
)

MOST_RUNS = 16
"""Questions at the same time; more are refused."""
MOST_IDLE = 2
"""Idle children to keep."""
MEMORY = 4 * 1024**3
"""Bytes of memory for one child."""
PROGRESS = "progress"
NextEvent = Callable[[Arguments | None], Event | None]


def _refusal(kind: str, error: str) -> Event:
    return ERROR, {"error": error, "kind": kind}


BUSY = _refusal("Busy", f"cannot answer more than {MOST_RUNS} questions at once")
CLOSED = _refusal("Closed", "the server is shutting down")


class QuestionRunner:
    """All running questions; `close` ends them.

    Args:
        next_event: gives the next event in a child; see `endpoints.next_event`.
    """

    def __init__(self, next_event: NextEvent = next_event) -> None:
        self._next_event = next_event
        self._idle: list[Child] = []
        self._all: set[_Running] = set()
        # Each call blocks a thread, and so does starting a spare child.
        self._threads = ThreadPoolExecutor(MOST_RUNS + 1, "nonosat-web")
        self._closed = False
        self._uploads: set[asyncio.Timeout] = set()
        self._starting: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """End all questions and all children."""
        self._closed = True
        for upload in self._uploads:
            upload.reschedule(0)
        for run in self._all:
            run.end()
        if self._starting:
            await asyncio.wait(self._starting)
        for child in self._idle:
            child.kill()
        self._threads.shutdown()

    @asynccontextmanager
    async def upload(self, seconds: float) -> AsyncIterator[None]:
        """Limit the time for reading a request; `close` ends it, too.

        Raises:
            TimeoutError: the limit was reached, or the server is shutting down.
        """
        async with asyncio.timeout(seconds) as limit:
            self._uploads.add(limit)
            try:
                yield
            finally:
                self._uploads.remove(limit)

    async def events(self, question: str, text: bytes, seconds: float) -> AsyncGenerator[Event]:
        """Yield the events of a question, including PROGRESS; the last is DONE or ERROR.

        Closing it ends the question.

        Args:
            seconds: limit of the answer.
        """
        if self._closed:
            yield CLOSED
            return
        if len(self._all) >= MOST_RUNS:
            yield BUSY
            return
        run = _Running()
        self._all.add(run)
        try:
            asked = question, text, seconds
            async with aclosing(self._work_on(run, asked)) as events:
                async for event in events:
                    yield event
        finally:
            run.end()
            self._all.remove(run)

    async def _work_on(self, run: "_Running", asked: Arguments) -> AsyncGenerator[Event]:
        seconds = asked[2]
        request: Arguments | None = asked
        try:
            run.child = await self._take_child(run)
            begun = time.monotonic()
            deadline = Deadline(seconds)
            deadline.postpone(GRACE)
            self.prepare()
            while run.child is not None and not run.ended:
                asking = partial(run.child.ask, self._next_event, request, deadline=deadline)
                answer = asyncio.ensure_future(self._in_thread(asking))
                try:
                    while not (await asyncio.wait([answer], timeout=BEAT))[0]:
                        yield PROGRESS, {"seconds": round(time.monotonic() - begun, 1)}
                finally:
                    if not answer.done():  # the question was canceled
                        answer.add_done_callback(asyncio.Future.exception)
                event = answer.result()
                if event[0] in (DONE, ERROR):
                    if run.child is not None and not run.ended and len(self._idle) < MOST_IDLE:
                        self._idle.append(run.child)
                        run.child = None
                    yield event
                    return
                yield event
                request = None
            yield CLOSED
        except LimitReached as err:
            yield CLOSED if run.ended else (ERROR, error_to_dict(err))
        except NonosatError as err:
            yield ERROR, error_to_dict(err)
        except Exception as err:
            yield ERROR, error_to_dict(internal_error(err))

    def prepare(self) -> None:
        """Start a child for the next question if none is idle."""
        if not self._idle and not self._starting and not self._closed:
            self._start()

    async def _take_child(self, run: "_Running") -> Child | None:
        """Take an idle child, or start one; return None if the run has ended."""
        while not run.ended:
            if not self._idle:
                # If the question ends first, the next one gets the child.
                await asyncio.shield(self._start())
            elif (child := self._idle.pop()).is_alive:
                return child
            else:
                child.kill()  # which closes its pipes
        return None

    def _start(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self._add_child())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)
        task.add_done_callback(asyncio.Task.exception)  # a question that needs it raises the error
        return task

    async def _add_child(self) -> None:
        child = await self._in_thread(Child.loaded, self._next_event, MEMORY)
        if self._closed:
            child.kill()
        else:
            self._idle.append(child)

    async def _in_thread(self, function: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)


class _Running:
    """A running question."""

    def __init__(self) -> None:
        self.child: Child | None = None
        self.ended = False

    def end(self) -> None:
        """Kill its child if it is still running."""
        self.ended = True
        if self.child is not None:
            self.child.kill()
