"""A search under way, as it goes: its solutions, and between them how far it has come."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from nonosat.api import Search
from nonosat.model import Grid
from nonosat.search import Progress

LOOK = 0.2
"""Seconds between two looks."""


def followed(search: Search) -> Iterator[Grid | Progress]:
    """Run a search in a thread of its own; yield what it finds, and its progress where that changes.

    Without threads there is no word of its progress.

    Raises:
        Exception: whatever the search raises.
    """
    found: queue.SimpleQueue[Grid | BaseException | None] = queue.SimpleQueue()

    def work() -> None:
        try:
            for grid in search:
                found.put(grid)
            found.put(None)
        except BaseException as err:
            found.put(err)

    try:
        # A daemon, since nothing but killing this process ends a search that nobody wants any more.
        threading.Thread(target=work, daemon=True).start()
    except RuntimeError:  # there are no threads in a browser
        yield from search
        return
    reported = None
    while True:
        try:
            event = found.get(timeout=LOOK)
        except queue.Empty:
            progress = search.progress()
            if progress != reported:
                yield progress
                reported = progress
            continue
        if event is None:
            return
        if isinstance(event, BaseException):
            raise event
        yield event
