"""Progress on stderr for work that takes longer than a second."""

import contextlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from nonosat.cli.output import Interruptible, complain, report_errors
from nonosat.sanitize import safe
from nonosat.solving.search import BaseSearch
from nonosat.words import certain_cells

R = TypeVar("R")
SHOW_AFTER = 1.0
"""Seconds before a terminal shows anything."""
REFRESH = 0.2
"""Seconds between two lines on a terminal, each in place of the last."""
SAY_EVERY = 60.0
"""Seconds between two lines without a terminal."""


class Watch(contextlib.AbstractContextManager["Watch"]):
    """Shows the thing being worked on, the number done, and the time it takes.

    Use it as a context manager; call `at` whenever work on another thing begins, and `hide` before
    printing. A thread of its own draws the line, so that the clock never stops.

    Args:
        limit: seconds for each thing; None means no limit.

    Attributes:
        shown: characters of the line that is on the terminal.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._news: Callable[[], str] = str  # no words
        self._limit = limit
        self._name, self._done = "", 0
        self._total: int | None = None
        self._terminal = sys.stderr.isatty()
        self._start = time.monotonic()
        self._due = self._start + (SHOW_AFTER if self._terminal else SAY_EVERY)
        self.shown: int = 0
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._lock = threading.Lock()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self.shown:
            with self._lock:
                self._erase()

    def at(
        self,
        name: str,
        done: int = 0,
        total: int | None = None,
        *,
        search: BaseSearch[Any] | None = None,
        cells: int = 0,
        news: Callable[[], str] = str,
    ) -> None:
        """Work on `name` begins; `done` things are finished, of `total` if that is known.

        Args:
            search: its stage is shown, and how many of the `cells` are certain.
            news: gives other words for the line; other threads than that of the work call it.
        """
        self._name, self._done, self._total = name, done, total
        self._news = partial(stage_of, search, cells) if search else news
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()

    def hide(self) -> None:
        """Clear the line, so that others can be printed; it comes back after a second."""
        if self._terminal:
            with self._lock:
                if self.shown:
                    self._erase()
                self._due = time.monotonic() + SHOW_AFTER

    def text(self) -> str:
        """The line, such as ``3 of 20 done, now a.non; probing; 0:01:23, limit 60 s``."""
        name, parts = safe(self._name), []
        if self._total is not None:
            name = f"{self._done:,} of {self._total:,} done, now {name}"
        elif self._done:
            name = f"{self._done:,} done, now {name}"
        seconds = int(time.monotonic() - self._start)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        limit = "" if self._limit is None else f", limit {self._limit:g} s"
        parts = [name, self._news(), clock + limit]
        return "; ".join(filter(None, parts))

    def _run(self) -> None:
        while not self._ended.wait(REFRESH if self._terminal else SAY_EVERY):
            with self._lock, contextlib.suppress(OSError, ValueError):
                if self._ended.is_set() or time.monotonic() < self._due:
                    continue
                if not self._terminal:
                    complain(self.text())
                    continue
                columns = shutil.get_terminal_size().columns
                with contextlib.suppress(OSError):
                    columns = os.get_terminal_size(sys.stderr.fileno()).columns or columns
                line = self.text()[: columns - 1]
                sys.stderr.write("\r" + line.ljust(self.shown))
                sys.stderr.flush()
                self.shown = len(line)

    def _erase(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("\r" + " " * self.shown + "\r")
            sys.stderr.flush()
        self.shown = 0


def stage_of(search: BaseSearch[Any], cells: int) -> str:
    """The present work of a search, and the number of cells that are certain, in words."""
    progress = search.progress()
    parts = [progress.stage]
    if progress.left is not None and progress.left < cells:
        parts.append(certain_cells(cells - progress.left, cells))
    return "; ".join(filter(None, parts))


def wait_for(doing: str, work: Callable[[], R], limit: float | None = None) -> R:
    """Do some work and show that it goes on; Ctrl-C ends it, and the command, without a result."""
    with report_errors(lambda: False), Watch(limit) as watch:
        watch.at(doing)
        return work()


def run_search(
    search: BaseSearch[R],
    doing: str,
    found: Callable[[R], object],
    news: Callable[[], str] | None = None,
) -> tuple[R, bool]:
    """Search and show progress; return the result, and whether Ctrl-C ended the search.

    Args:
        found: returns something falsy if a result contains no information.
        news: gives words for the progress; by default the stage of the search.
    """
    news = news or (lambda: search.progress().stage)
    with Interruptible() as work, Watch(search.seconds) as watch:
        watch.at(doing, news=news)
        search.run()
    result = search.result()
    work.report_stop(found(result))
    return result, work.interrupted
