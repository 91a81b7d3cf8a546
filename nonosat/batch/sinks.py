"""Takers of outcomes: each gets every outcome as it comes, and writes the rest at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonosat.batch.outcome import Outcome

Folders = Mapping[tuple[str, int], str]
"""The folders of certificates, by the source and position of their puzzles."""


class Sink:
    """Takes outcomes, and does nothing with them; a subclass does.

    Attributes:
        codes: an exit code for each thing that came out; 0 is fine.
    """

    codes: Sequence[int] = ()

    def take(self, outcome: Outcome) -> None:
        """Take one of the outcomes, which come in any order."""

    def finish(self) -> None:
        """There are no more: write what is written at the end."""
