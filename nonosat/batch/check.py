"""The check of a collection: from paths to outcomes, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nonosat.batch.crew import Crew, collect
from nonosat.batch.jobs import ChunkResult, Job, Task
from nonosat.batch.outcome import Outcome
from nonosat.files import Found, Without, nothing, walk, walk_pieces
from nonosat.model import Domains, Puzzle

if TYPE_CHECKING:
    from nonosat.batch.cubes import CubeProgress
    from nonosat.batch.ledger import Ledger


class Puzzles(NamedTuple):
    """The puzzles to check: those of files and directories, and what is known of them."""

    paths: Sequence[str]
    format: str | None = None
    """Read all files as this format."""
    without: Without = nothing
    """Says which files are no input, see `files.walk`."""
    known: Callable[[Puzzle], Domains | None] = lambda puzzle: None
    """Gives the cells that are known of a puzzle; for a job that goes in order."""
    ledger: Ledger | None = None
    """The puzzles that were done before and are not to be done again."""
    typed: Sequence[Found] = ()
    """Puzzles that are in no file."""


class Watcher:
    """Is told how the work goes, and does nothing about it; a subclass may."""

    def started(self, task: Task) -> None:
        """A piece was handed out."""

    def skipped(self, files: Sequence[Path]) -> None:
        """Files turned out to be no puzzles."""

    def settled(self) -> None:
        """Outcomes have come in, and were taken."""

    def parts(self, progress: CubeProgress) -> None:
        """There is progress on the parts of a puzzle."""


def check_all(
    puzzles: Puzzles, job: Job, crew: Crew, cubes: int | None = None, watcher: Watcher | None = None
) -> Iterator[Outcome]:
    """Check puzzles, and yield what comes out, as it comes.

    Args:
        cubes: there is one puzzle, to be cut into this many parts. The job goes in order.

    Raises:
        KeyboardInterrupt: Ctrl-C; what was known of the last puzzle is yielded before.
        UsageError: `cubes` with several puzzles, or with none.
        NonosatError: the work as a whole cannot go on. What was yielded holds.
    """
    watcher = watcher or Watcher()
    tasks = _tasks(puzzles, job, watcher)
    results: Iterator[ChunkResult]
    if cubes is None:
        results = collect(tasks, job, crew)
    else:
        from nonosat.batch.cubes import check_one  # most puzzles are not cut

        results = check_one(tasks, job, crew, cubes, watcher.parts)
    for result in results:
        watcher.skipped(result.skipped)
        yield from result.outcomes
        watcher.settled()
        if result.interrupted:
            raise KeyboardInterrupt


def _tasks(puzzles: Puzzles, job: Job, watcher: Watcher) -> Iterator[Task]:
    pieces = walk if job.in_order else walk_pieces
    read = pieces(puzzles.paths, puzzles.format, puzzles.without)
    for number, piece in enumerate(chain(puzzles.typed, read)):
        if isinstance(piece, Path):
            watcher.skipped([piece])
            continue
        if job.clues_only and isinstance(piece, Found):
            piece = piece.clues_only()
        task = Task(number, piece, puzzles.ledger.known(piece) if puzzles.ledger else ())
        if job.in_order and isinstance(piece, Found) and piece.sheet is not None:
            task.known = puzzles.known(piece.sheet.puzzle)
        watcher.started(task)
        yield task
