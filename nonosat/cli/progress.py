"""Progress on stderr, on a terminal, for work that takes longer than a second."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from nonosat.cli.output import Interruptible
from nonosat.foreign import safe
from nonosat.search import BaseSearch

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

R = TypeVar("R")
SHOW_AFTER = 1.0
"""Seconds before anything is shown."""


class Watch:
    """Shows the thing being worked on, the number done, and the time it takes.

    Use it as a context manager; call `at` whenever work on another thing begins, and `hide` before
    printing. Nothing is imported or drawn during the first second, or when stderr is not a terminal.

    Args:
        line: the text behind the bar, as rich formats it: ``task.description`` is the name,
            ``task.completed`` the number of things done.
        news: gives the words behind that, asked for while it is shown.
    """

    def __init__(
        self,
        line: str = "{task.completed} done, now {task.description}",
        news: Callable[[], str] | None = None,
    ) -> None:
        self._line = line
        self.news: Callable[[], str] = news or (lambda: "")
        self._name, self._done = "", 0
        self._total: int | None = None
        self._enabled = sys.stderr.isatty()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        if self._enabled:
            self._stop()

    def at(self, name: str, done: int = 0, total: int | None = None) -> None:
        """Work on `name` begins; `done` things are finished, of `total` if that is known."""
        if not self._enabled:
            return
        with self._lock:
            self._name, self._done, self._total = safe(name), done, total
            if self._progress is not None and self._task is not None:
                self._progress.update(
                    self._task, description=self._name, completed=done, total=total
                )
            elif self._timer is None:
                self._timer = threading.Timer(SHOW_AFTER, self._show)
                self._timer.daemon = True
                self._timer.start()

    def hide(self) -> None:
        """Make way for lines on the same terminal."""
        if self._enabled and sys.stdout.isatty():
            self._stop()

    def _stop(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._progress is not None:
                self._progress.stop()
                self._progress = None

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            RenderableColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class News(RenderableColumn):
            def render(self, task: object) -> Text:
                return Text(watch.news())

        watch = self
        with self._lock:
            if self._timer is None:  # hidden again before this thread got the lock
                return
            self._progress = Progress(
                BarColumn(bar_width=20),
                TextColumn(self._line, markup=False),
                News(),
                TimeElapsedColumn(),
                *([TimeRemainingColumn()] if self._total else []),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._progress.add_task(
                self._name, total=self._total, completed=self._done
            )
            self._progress.start()


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
    with Interruptible() as work, Watch("{task.description}", news) as watch:
        watch.at(doing)
        search.run()
    result = search.result()
    work.report_stop(found(result))
    return result, work.interrupted
