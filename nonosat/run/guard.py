"""Asks about a puzzle among many: in a short first go, then in a process of its own.

The first go is line logic and the kernel's search, without engines. That settles nearly all puzzles.
One that it does not settle is handed back as a slow item. It comes again alone in its chunk, and
then runs in a process with a deadline and a bound on memory. An engine that hangs, or wants all the
memory, takes nothing else with it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from nonosat.errors import AnswerLost, EngineFailed, LimitReached, Reason
from nonosat.files import Piece, ReadFailure
from nonosat.limits import Deadline, Limits
from nonosat.model import Clues, Grid
from nonosat.platforms.cpu import cpu_seconds_of_children, processors
from nonosat.run.executor import BACKLOG, Executor, Installed, answers
from nonosat.run.questions import Request, with_facts
from nonosat.run.rows import ChunkResult, Row, row_for, sent
from nonosat.run.source import Item

if TYPE_CHECKING:
    from nonosat.child import Child

FIRST_GO = 0.25
"""Seconds that a puzzle may take in the worker itself."""
GRACE = 0.4
"""Seconds that a process may exceed its deadline before it is killed."""
MEMORY_SHARE = 0.7
"""The part of the machine's memory that all guarded processes may take together."""
LEAST_MEMORY = 1024**3
"""Bytes that each of them gets in any case."""


def guarded_work(
    request: Request,
    items: list[Item],
    slice: float = 1.0,
    installed: Installed | None = None,
    wanted: Callable[[], bool] | None = None,
) -> ChunkResult:
    """Ask about a chunk of many puzzles; the rows have no more than the question asks for.

    Args:
        slice: seconds after which the part of the chunk that is not begun is handed back.
        installed: the nonosat that must run here; None means any.
        wanted: returns False when the result is not awaited any more.

    Raises:
        UsageError: another version of nonosat, or another kernel, runs here.
    """
    if installed is not None:
        installed.check()
    rows, later = list[Row](), list[Item]()
    begin = time.monotonic()
    for at, item in enumerate(items):
        if at and time.monotonic() - begin > slice:
            later.extend(items[at:])
            break
        for made in answers(request, item, partial(_answer, wanted=wanted)):
            if isinstance(made, Row):
                rows.append(sent(made, request))
            else:
                later.append(made)
    return ChunkResult(rows, later, time.monotonic() - begin)


def _answer(
    request: Request, item: Item, found: Piece, clues: Clues, wanted: Callable[[], bool] | None
) -> Row | Item:
    """Ask in a first go, and of a slow item in a guarded process."""
    if item.slow or not request.question.quick:
        result = guarded_check(request, item, found, clues, wanted)
    else:
        begin = time.monotonic()
        result, again = _first_go(request, found, clues)
        if again:
            return Item(
                item.number,
                found,
                slow=True,
                seconds=getattr(result, "seconds", time.monotonic() - begin),
                cpu_seconds=getattr(result, "cpu_seconds", 0.0),
                line_solvable=getattr(result, "line_solvable", None),
                attempt=item.attempt,
            )
    return row_for(request, item, found, clues, result)


def _pictures(found: Piece) -> Sequence[Grid]:
    """The pictures that a file gives for a puzzle."""
    return () if isinstance(found, ReadFailure) else found.sheet.goals


def _first_go(request: Request, found: Piece, clues: Clues) -> tuple[Any, bool]:
    """Search for a short time, without an engine.

    Return the answer, and True if the puzzle deserves another try with more resources.
    """
    allowed = FIRST_GO if request.seconds is None else min(FIRST_GO, request.seconds)
    limits = Deadline(allowed, processors=1, engines=False).left()
    result = request.begin(clues, _pictures(found), limits).run()
    # A process of its own may have engines, and more memory.
    if result.stop.reason in (Reason.ENGINE_NEEDED, Reason.MEMORY):
        return result, True
    # A bound of the backend itself, which is met before the clock's, will not change.
    return result, result.stop.reason is Reason.TIME and allowed != request.seconds


def guarded_check(
    request: Request,
    item: Item,
    found: Piece,
    clues: Clues,
    wanted: Callable[[], bool] | None = None,
) -> Any:
    """Look for the answer in a process of its own; what was spent on the item before counts.

    If the process dies, nothing is known.

    Raises:
        AnswerLost: the result is not wanted any more; the process was killed.
        WrongAnswer: the backend lied.
    """
    answer = _guard.check(request, clues, _pictures(found), item.seconds, wanted)
    solvable = getattr(answer, "line_solvable", None)
    return with_facts(
        answer,
        seconds=getattr(answer, "seconds", 0.0) + item.seconds,
        cpu_seconds=getattr(answer, "cpu_seconds", 0.0) + item.cpu_seconds,
        line_solvable=item.line_solvable if solvable is None else solvable,
    )


class InProcess(Executor):
    """One puzzle after another in this thread, slow ones last."""

    open: int

    def run(self, source: Iterable[Item], request: Request) -> Generator[Row]:
        """See `Executor.run`. Ctrl-C is raised here."""
        slow = deque[Item]()
        for item in source:
            result = guarded_work(request, [item])
            slow.extend(result.later)
            self.open = len(slow)
            yield from result.rows
            while len(slow) > BACKLOG:
                yield from guarded_work(request, [slow.popleft()]).rows
        while slow:
            self.open = len(slow)
            yield from guarded_work(request, [slow.popleft()]).rows
        self.open = 0

    def close(self) -> None:
        """End all work at once."""
        _guard.end()


_Asked = tuple[Request, Clues, Sequence[Grid], Limits]
"""The arguments of `_check`."""


class _Guard(threading.local):
    """A child process for puzzles that may hang or exhaust memory. It is kept for the next one.

    Each thread has its own.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self._fresh = True
        self._asked = 0.0
        self._reported_cpu = 0.0
        """CPU seconds of this process that results contain already."""

    def check(
        self,
        request: Request,
        puzzle: Clues,
        pictures: Sequence[Grid],
        spent: float,
        wanted: Callable[[], bool] | None,
    ) -> Any:
        cpu = cpu_seconds_of_children()
        limits = Deadline(request.seconds, processors=1, spent=spent).left()
        while True:
            try:
                return self._ask((request, puzzle, pictures, limits), wanted)
            except LimitReached as err:
                reported = self._reported_cpu
                self.end()
                if isinstance(err, AnswerLost):
                    raise
                if err.stop.reason is Reason.ENGINE_FAILED and not self._fresh:
                    cpu += reported
                    continue  # what earlier puzzles left in it may be to blame
                return with_facts(
                    request.question.blank(puzzle, request.backend),
                    seconds=time.monotonic() - self._asked,
                    cpu_seconds=max(0.0, cpu_seconds_of_children() - cpu - reported),
                    stop=err.stop,
                )

    def _ask(self, asked: _Asked, wanted: Callable[[], bool] | None) -> Any:
        memory = _fair_share()
        self._fresh, self._asked = self._child is None, time.monotonic()
        if self._child is None:
            from nonosat.child import Child  # takes long to load; few puzzles need it

            self._reported_cpu = 0.0
            self._child = Child.loaded(_check, memory)
        self._asked = time.monotonic()
        until = Deadline.of(asked[-1])
        until.postpone(GRACE)
        try:
            result = self._child.ask(_check, *asked, deadline=until, wanted=wanted)
        except AnswerLost:
            raise
        except EngineFailed as err:
            raise EngineFailed(f"{err}; it could take {memory >> 20} MiB of memory") from err
        self._reported_cpu += getattr(result, "cpu_seconds", 0.0)
        return result

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()


_guard = _Guard()


def _check(request: Request, puzzle: Clues, pictures: Sequence[Grid], limits: Limits) -> Any:
    """In the guarded process: look for the answer.

    Raises:
        EngineFailed: no memory is left, for which earlier puzzles may be to blame.
    """
    result = request.begin(puzzle, pictures, limits).run()
    if result.stop.reason is Reason.MEMORY:
        raise EngineFailed(result.error)
    return result


def _fair_share() -> int:
    """Bytes of memory for one guarded process, when each processor runs one."""
    from nonosat.platforms.memory import of_container  # takes long to load; few puzzles need it

    return max(LEAST_MEMORY, int(of_container() * MEMORY_SHARE) // processors())
