"""The check of a collection: from paths to rows on disk, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.batch.crew import Crew, collect
from nonosat.batch.jobs import ChunkResult, Job, Task
from nonosat.batch.journal import Journal
from nonosat.files import Found, Without, nothing, walk, walk_pieces
from nonosat.model import Domains, Puzzle

if TYPE_CHECKING:
    from nonosat.batch.cubes import Report
    from nonosat.batch.ledger import Ledger


def check_all(
    paths: Sequence[str],
    job: Job,
    crew: Crew,
    *,
    format: str | None = None,
    without: Without = nothing,
    known: Callable[[Puzzle], Domains | None] = lambda puzzle: None,
    cubes: int | None = None,
    journal: Journal | None = None,
    ledger: Ledger | None = None,
    started: Callable[[Task], object] = lambda task: None,
    report: Report = lambda progress: None,
) -> Iterator[ChunkResult]:
    """Check the puzzles of files and directories, and yield what comes out, as it comes.

    Args:
        format: read all files as this format.
        without: says which files are no input, see `files.walk`.
        known: the cells that are known of a puzzle; for a job that goes in order.
        cubes: there is one puzzle, to be cut into so many parts. The job goes in order.
        journal: gets the rows, before the result that they belong to is yielded.
        ledger: what was done before and is not to be done again.
        started: called with each piece when it is handed out.
        report: called with the progress on the parts of a puzzle.

    Raises:
        UsageError: `cubes` with several puzzles, or with none.
        NonosatError: the work as a whole cannot go on; the journal keeps what was done.
    """
    skipped = 0

    def tasks() -> Iterator[Task]:
        nonlocal skipped
        pieces = walk if job.in_order else walk_pieces
        for number, piece in enumerate(pieces(paths, format, without)):
            if isinstance(piece, Path):
                skipped += 1
                continue
            if job.clues_only and isinstance(piece, Found):
                piece = piece.clues_only()
            task = Task(number, piece, ledger.known(piece) if ledger else ())
            if job.in_order and isinstance(piece, Found) and piece.sheet is not None:
                task.known = known(piece.sheet.puzzle)
            started(task)
            yield task

    if cubes is None:
        results: Iterator[ChunkResult] = collect(tasks(), job, crew)
    else:
        from nonosat.batch.cubes import check_one  # most puzzles are not cut

        results = check_one(tasks(), job, crew, cubes, report)
    for result in results:
        if journal is not None:
            lines = [done.line for done in result.done if done.line is not None]
            if lines:
                journal.append_lines(lines)
        yield result._replace(skipped=result.skipped + skipped)
        skipped = 0
    yield ChunkResult([], [], skipped)
