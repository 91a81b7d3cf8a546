"""Check a collection: from paths to outcomes, with failures reported as outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nonosat.batch.crew import Crew, collect
from nonosat.batch.jobs import Job, Task
from nonosat.batch.outcome import Outcome
from nonosat.files import Without, walk_pieces
from nonosat.model import Named

if TYPE_CHECKING:
    from nonosat.batch.ledger import Ledger


class Puzzles(NamedTuple):
    """The puzzles to check: those of files and directories."""

    paths: Sequence[str]
    format: str | None = None
    """Read all files as this format."""
    without: Without | None = None
    """Decides which files to skip; see `files.walk`."""
    ledger: Ledger | None = None
    """The puzzles that an earlier run has finished; they are not checked again."""
    typed: Sequence[Named] = ()
    """Puzzles that are in no file."""


class Watcher:
    """Follows the progress of the work; does nothing by default."""

    def started(self, task: Task) -> None:
        """Called when a piece is handed out."""

    def skipped(self, files: Sequence[Path]) -> None:
        """Called when files turn out not to contain puzzles."""

    def settled(self) -> None:
        """Called when outcomes have arrived and the consumer has taken them."""


def check_all(
    puzzles: Puzzles, job: Job, crew: Crew, watcher: Watcher | None = None
) -> Iterator[Outcome]:
    """Check puzzles in any order, and yield the outcomes as they arrive.

    Raises:
        NonosatError: the run cannot continue. Outcomes yielded before remain valid.
    """
    watcher = watcher or Watcher()
    for result in collect(_tasks(puzzles, job, watcher), job, crew):
        watcher.skipped(result.skipped)
        yield from result.outcomes
        watcher.settled()


def _tasks(puzzles: Puzzles, job: Job, watcher: Watcher) -> Iterator[Task]:
    pieces = walk_pieces(puzzles.paths, puzzles.format, puzzles.without)
    for number, piece in enumerate(chain(puzzles.typed, pieces)):
        if isinstance(piece, Path):
            watcher.skipped([piece])
            continue
        if job.clues_only and isinstance(piece, Named):
            piece = piece.clues_only()
        task = Task(number, piece, puzzles.ledger.known(piece) if puzzles.ledger else ())
        watcher.started(task)
        yield task
