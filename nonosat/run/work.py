"""The work on a chunk: read its pieces, ask about the puzzles in them, and hand back what came out."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from nonosat.errors import NonosatError, WrongAnswer, internal_error
from nonosat.files import ReadFailure, ReadItem, read_record
from nonosat.model import Clues, SourcedSheet
from nonosat.run.jobs import Job, clue_hash
from nonosat.run.records import NOT_READ, ChunkResult, Item, Past, Row

Asker: TypeAlias = Callable[[Job, Item, ReadItem, Clues], Row | Item]
"""Asks about the clues of a puzzle: what came out, or the item to be done later."""


def work(job: Job, items: list[Item], ask: Asker) -> ChunkResult:
    """Ask about the puzzles of a chunk.

    Raises:
        AnswerLost: the result is not wanted any more.
        MissingExtra: the job cannot run with what is installed here.
    """
    rows: list[Row] = []
    later: list[Item] = []
    skipped: list[Path] = []
    begin = time.monotonic()
    for at, item in enumerate(items):
        if at and time.monotonic() - begin > job.slice:
            later.extend(items[at:])
            break
        for number, found in enumerate(read_record(item.piece)):
            if isinstance(found, Path):
                skipped.append(found)
                continue
            if job.clues_only and isinstance(found, SourcedSheet):
                found = found.clues_only()
            clues = job.question.clues(found, job.clues_only)
            failure = found.error if isinstance(found, ReadFailure) else None
            past = item.past[number] if number < len(item.past) else None
            made: Row | Item | None = None
            if past is not None and _is_past(past, failure, clues):
                made = job.row(item, found, clues, failure=failure, before=past.verdict)
            elif clues is not None:
                try:
                    made = ask(job, item, found, clues)
                except WrongAnswer as err:
                    failure = err
                except NonosatError:
                    raise
                except Exception as err:  # a bug of ours must not end the rest
                    failure = internal_error(err)
            if made is None:
                made = job.row(item, found, clues, failure=failure)
            if isinstance(made, Row):
                rows.append(made)
            else:
                later.append(made)
    return ChunkResult(rows, later, skipped, time.monotonic() - begin)


def _is_past(past: Past, failure: NonosatError | None, clues: Clues | None) -> bool:
    """True if the row of a journal is of these clues, or of a file that still cannot be read."""
    if clues is not None:
        return past.clue_hash == clue_hash(clues)
    return past == Past(None, NOT_READ) and not isinstance(failure, WrongAnswer)
