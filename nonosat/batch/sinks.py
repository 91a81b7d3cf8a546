"""Sinks: each gets every outcome, and writes its output by the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonosat.batch.outcome import Outcome

Folders = Mapping[tuple[str, int], str]
"""The folders of certificates, by the source and position of their puzzles."""


class Sink:
    """Base class of sinks; does nothing.

    Attributes:
        codes: an exit code for each result; 0 means success.
    """

    codes: Sequence[int] = ()

    def take(self, outcome: Outcome) -> None:
        """Take an outcome. Outcomes come in any order."""

    def finish(self) -> None:
        """Write what remains, after the last outcome."""
