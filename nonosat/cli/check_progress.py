"""The progress that ``nonosat check`` shows on stderr while it works."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.batch.check import Watcher
from nonosat.batch.jobs import Task
from nonosat.batch.outcome import Outcome
from nonosat.batch.sinks import Sink
from nonosat.cli.output import Skipped, label
from nonosat.cli.progress import Watch
from nonosat.files import Found
from nonosat.render.words import plural

if TYPE_CHECKING:
    from nonosat.batch.cubes import CubeProgress

NAME = 24
"""Characters for the name of the slowest puzzle."""


class OneByOne(Sink, Watcher):
    """Shows the puzzle that is being checked. Use it as a context manager.

    Attributes:
        skipped_files: the files that turned out to be no puzzles.
    """

    def __init__(self, watch: Watch | None = None) -> None:
        self._watch = watch or Watch()
        self._count = 0
        self.skipped_files = Skipped()

    def __enter__(self) -> OneByOne:
        return self

    def __exit__(self, *_: object) -> None:
        self._watch.__exit__()

    def hide(self) -> None:
        """Make way for lines on the same terminal."""
        self._watch.hide()

    def started(self, task: Task) -> None:
        if isinstance(task.piece, Found):
            self._watch.at(label(task.piece.source, task.piece.position), self._count)

    def skipped(self, files: Sequence[Path]) -> None:
        for file in files:
            self.skipped_files.add(file)

    def take(self, outcome: Outcome) -> None:
        self._count += 1


class Parts(OneByOne):
    """Shows how many parts of a puzzle are done."""

    def __init__(self) -> None:
        super().__init__(Watch("{task.description}"))

    def started(self, task: Task) -> None:
        if isinstance(task.piece, Found):
            self._watch.at(f"{task.piece.source}: cutting it")

    def parts(self, progress: CubeProgress) -> None:
        solutions = plural(progress.solutions, "solution")
        text = f"{progress.done} of {progress.cubes} parts done, {solutions} so far"
        self._watch.at(text, progress.done, progress.cubes)


class Share(OneByOne):
    """Shows how much of a collection is done, how fast, what came out, and what took longest."""

    def __init__(self, paths: Sequence[str]) -> None:
        super().__init__(Watch("{task.description}"))
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        self._started = self._started_bytes = 0
        self._slowest = (0.0, "")
        self._total: int | None = None
        if sys.stderr.isatty():
            # Looking at a million files takes a while.
            threading.Thread(target=self._measure, args=(paths,), daemon=True).start()
        self._watch.at("starting")

    def _measure(self, paths: Sequence[str]) -> None:
        with contextlib.suppress(OSError, RecursionError):  # then there is no share to show
            self._total = bytes_below(paths)

    def started(self, task: Task) -> None:
        self._started += 1
        self._started_bytes += task.bytes

    def take(self, outcome: Outcome) -> None:
        super().take(outcome)
        self._verdicts[outcome.verdict] += 1
        seconds = outcome.facts["seconds"] or 0.0
        if seconds > self._slowest[0]:
            self._slowest = seconds, label(*outcome.place)

    def settled(self) -> None:
        count = self._count
        rate = count / max(0.1, time.monotonic() - self._start)
        parts = [
            f"{count:,} done, {rate:,.0f}/s" if rate >= 10 else f"{count:,} done, {rate:.1f}/s"
        ]
        parts.append(", ".join(f"{n:,} {name}" for name, n in self._verdicts.most_common()))
        if self._slowest[0] >= 0.1:
            seconds, name = self._slowest
            short = name if len(name) <= NAME else "…" + name[1 - NAME :]
            parts.append(f"slowest {seconds:.1f} s {short}")
        # Pieces under way are not done: take off the bytes that they have on average.
        share = min(1.0, count / max(1, self._started))
        done_bytes = int(self._started_bytes * share)
        self._watch.at("; ".join(filter(None, parts)), done_bytes, self._total)


def bytes_below(paths: Sequence[str]) -> int | None:
    """Bytes of all files; None where their sum says nothing, as for pipes and packed files."""
    total = 0
    for path in paths:
        for folder, _, names in os.walk(path) if os.path.isdir(path) else [("", [], [path])]:
            for name in names:
                file = os.path.join(folder, name)
                if name.endswith((".gz", ".zip")) or not os.path.isfile(file):
                    return None
                total += os.path.getsize(file)
    return total or None
