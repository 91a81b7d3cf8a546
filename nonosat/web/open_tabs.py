"""The tabs that show the page, for a server that ends with the last of them."""

from __future__ import annotations

import time

SILENCE = 180.0
"""Seconds without a sign after which a tab counts as closed. Hidden tabs sleep for a minute."""
RELOAD = 3.0
"""Seconds that a closed page has to come back, as in a reload."""


class OpenTabs:
    """The open tabs."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}
        self._left = 0.0

    def stay(self, tab: str) -> None:
        """Record a sign of a tab."""
        self._seen[tab] = time.monotonic()

    def leave(self, tab: str) -> None:
        """Record that a tab is being closed or reloaded."""
        if self._seen.pop(tab, None) is not None:
            self._left = time.monotonic()

    def are_closed(self) -> bool:
        """Return True if there were tabs and all are closed."""
        now = time.monotonic()
        for tab, seen in [*self._seen.items()]:
            if now - seen > SILENCE:
                self.leave(tab)
        return bool(self._left) and not self._seen and now - self._left > RELOAD
