"""The check of a collection: from paths to rows on disk, whatever happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from nonosat.batch.executors import Crew, collect
from nonosat.batch.jobs import Answer, Job, Ledger, Task, flaw_of
from nonosat.batch.journal import Journal
from nonosat.errors import ParseError
from nonosat.files import Without, nothing, walk_pieces


def read_ledger(journal: Journal) -> Ledger:
    """What a journal has already.

    Raises:
        ParseError: it is damaged, or no journal of checks.
    """
    ledger = Ledger()
    for number, row in enumerate(journal.rows(), 1):
        flaw = flaw_of(row)
        if flaw:
            raise ParseError(
                f"this is no row of a check ({flaw}); is it another file?", journal.path, number
            )
        ledger.add(row)
    return ledger


def check_all(
    paths: Sequence[str],
    job: Job,
    crew: Crew,
    *,
    format: str | None = None,
    without: Without = nothing,
    journal: Journal | None = None,
    ledger: Ledger | None = None,
    fed: Callable[[Task], object] = lambda task: None,
) -> Iterator[Answer]:
    """Check the puzzles of files and directories, and yield what comes out, as it comes.

    Args:
        format: read all files as this format.
        without: tells the files that are no input, see `files.walk`.
        journal: gets the rows; those of an answer are in it when the answer is yielded.
        ledger: what was done before and is not to be done again.
        fed: called with each piece when it is handed out.

    Raises:
        NonosatError: the work as a whole cannot go on; the journal keeps what was done.
    """
    skipped = 0

    def tasks() -> Iterator[Task]:
        nonlocal skipped
        for number, piece in enumerate(walk_pieces(paths, format, without)):
            if isinstance(piece, Path):
                skipped += 1
                continue
            task = Task(number, piece, ledger.known(piece) if ledger else ())
            fed(task)
            yield task

    for answer in collect(tasks(), job, crew):
        if journal is not None:
            lines = [done.line for done in answer.done if done.line is not None]
            if lines:
                journal.append_lines(lines)
        yield answer
    yield Answer([], [], skipped)
