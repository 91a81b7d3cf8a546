"""The puzzles that are already in a journal, so that they are not checked again."""

import json
import re
import sys
from collections import Counter
from functools import cache
from types import NoneType

from nonosat.errors import ParseError
from nonosat.files import Piece, Record
from nonosat.model import MAX_INKS
from nonosat.run.journal import Journal, JsonRow, Kinds, misfit
from nonosat.run.questions import CHECK, FAILED, NOT_READ, Question
from nonosat.run.rows import columns_of
from nonosat.run.source import Past
from nonosat.solving.columns import Column, Whole

_HASH = re.compile("[0-9a-f]{32}")


def _types(column: Column, solved: bool = True) -> tuple[type, ...]:
    """Return the types of its values, in rows with or without a verdict."""
    more: dict[type, tuple[type, ...]] = {float: (int,), Whole: (int,)}
    types = (column.type, *more.get(column.type, ()))
    null = column.null or (column.part in ("puzzle", "result") and not solved)
    return (*types, NoneType) if null else types


@cache
def _kinds(question: Question, solved: bool) -> Kinds:
    """Keys and types of a row of a question, with an answer or without."""
    return {column.name: _types(column, solved) for column in columns_of(question)}


def flaw_of(row: JsonRow, question: Question = CHECK) -> str:
    """Return why a row was not written for a question; "" if it was."""
    name = misfit(row, _kinds(question, row.get(question.key) is not None))
    if name and name not in row:
        return f"it has no {name!r}"
    if name:
        return f"its {name!r} is {json.dumps(row[name])[:40]}"
    for picture in row.get("solutions") or ():
        if not _is_picture(picture, row["height"], row["width"]):
            return f"one of its 'solutions' is {json.dumps(picture)[:40]}"
    word = question.word_of(row)
    if row["position"] < 1 or word not in (*question.means, NOT_READ, FAILED):
        return f"its position is {row['position']}, its verdict {word!r}"
    if (row.get("colors") or 0) > MAX_INKS:
        return f"its 'colors' is {row['colors']}"
    if row["clue_hash"] is not None and not _HASH.fullmatch(row["clue_hash"]):
        return f"its clue hash is {row['clue_hash']!r}"
    return ""


def _is_picture(picture: object, height: int, width: int) -> bool:
    return (
        isinstance(picture, list)
        and len(picture) == height
        and all(isinstance(line, str) and len(line) == width for line in picture)
    )


class FinishedRows:
    """The puzzles in a journal: the `Past` of each, by source and position.

    Attributes:
        doubled: source and position of each row that a later row replaces.
    """

    def __init__(self, question: Question = CHECK) -> None:
        self._question = question
        self._rows: dict[tuple[str, int], Past] = {}
        self.doubled: list[tuple[str, int]] = []

    @classmethod
    def of(cls, journal: Journal, question: Question = CHECK) -> "FinishedRows":
        """Read the puzzles of a journal; of several rows for one puzzle keep only the last."""
        finished = cls(question)
        for number, row in enumerate(journal.rows(), 1):
            flaw = flaw_of(row, question)
            if flaw:
                raise ParseError(
                    f"not a row of a {question.name} ({flaw}); is this another file?",
                    journal.path,
                    number,
                )
            place = _place_of(row)
            if place in finished._rows:
                finished.doubled.append(place)
            finished.add(row)
        if finished.doubled:
            older = Counter(finished.doubled)

            def is_older(row: JsonRow) -> bool:
                place = _place_of(row)
                older[place] -= 1
                return older[place] >= 0

            journal.drop(is_older)
        return finished

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: JsonRow) -> None:
        """Add a row; it replaces an earlier one for the same puzzle."""
        self._rows[_place_of(row)] = Past(row["clue_hash"], sys.intern(self._question.word_of(row)))

    def past_of(self, piece: Record | Piece) -> tuple[Past, ...]:
        """Return the entries of the puzzles of a piece, up to the first that has none."""
        if not self._rows or not piece.position:
            return ()
        found = []
        position = piece.position
        while (past := self._rows.get((piece.source, position))) is not None:
            found.append(past)
            # Only a piece at the beginning of a file may be all of it; others are one record.
            if (
                not isinstance(piece, Record)
                or piece.position > 1
                or len(found) > len(piece.content)
            ):
                break
            position += 1
        return tuple(found)


def _place_of(row: JsonRow) -> tuple[str, int]:
    return sys.intern(row["source"]), row["position"]
