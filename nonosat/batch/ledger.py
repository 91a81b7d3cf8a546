"""The puzzles that a journal has already, so that they are not done again."""

from __future__ import annotations

import json
import re
from collections import Counter
from types import NoneType

from nonosat.batch.columns import ALL_COLUMNS, RATING, RATING_COLUMNS, ROW_FACTS, verdict_of
from nonosat.batch.journal import Journal, Kinds, Row, misfit
from nonosat.batch.outcome import VERDICTS, Past
from nonosat.columns import Column
from nonosat.errors import ParseError
from nonosat.files import Found, Piece
from nonosat.model import MAX_INKS

_HASH = re.compile("[0-9a-f]{32}")


def _types(column: Column, solved: bool = True) -> tuple[type, ...]:
    """The types of its values in rows with a verdict, or in those without."""
    types = (int, float) if column.type is float else (column.type,)
    null = column.null or (column.part in ("puzzle", "result") and not solved)
    return (*types, NoneType) if null else types


_KINDS: dict[bool, Kinds] = {
    solved: {column.name: _types(column, solved) for column in ALL_COLUMNS}
    for solved in (True, False)
}
"""The keys of a row with a verdict, and of one without."""
_RATING_KINDS: Kinds = {column.name: _types(column) for column in RATING_COLUMNS}
_MOST_STARS = 5


def flaw_of(row: Row) -> str:
    """Why a row of a journal is not one of a check; "" if it is one."""
    kinds = _KINDS[row.get("verdict") is not None]
    due = {*ROW_FACTS, *row}
    name = misfit(row, {key: kind for key, kind in kinds.items() if key in due})
    if name and name not in row:
        return f"it has no {name!r}"
    if not name and row.get(RATING) is not None and not _is_rating(row[RATING]):
        name = RATING
    if name:
        return f"its {name!r} is {json.dumps(row[name])[:40]}"
    for picture in row["solutions"] or ():
        if not _is_picture(picture, row["height"], row["width"]):
            return f"one of its 'solutions' is {json.dumps(picture)[:40]}"
    if row["position"] < 1 or verdict_of(row) not in VERDICTS:
        return f"its position is {row['position']}, its verdict {row['verdict']!r}"
    if (row["colors"] or 0) > MAX_INKS:
        return f"its 'colors' is {row['colors']}"
    if row["clue_hash"] is not None and not _HASH.fullmatch(row["clue_hash"]):
        return f"its clue hash is {row['clue_hash']!r}"
    return ""


def _is_rating(rating: Row) -> bool:
    try:
        facts = {column.name: column.of(rating) for column in RATING_COLUMNS}
    except KeyError:
        return False
    return not misfit(facts, _RATING_KINDS) and (facts["stars"] or 0) <= _MOST_STARS


def _is_picture(picture: object, height: int, width: int) -> bool:
    return (
        isinstance(picture, list)
        and len(picture) == height
        and all(isinstance(line, str) and len(line) == width for line in picture)
    )


class Ledger:
    """The puzzles that a journal has already: for each its clue hash and its verdict.

    It must hold millions, so it keeps two numbers of 64 bits a row: a hash of source and position,
    and what `Past.packed` makes. That takes 140 bytes; with tuples it would be 225.

    Attributes:
        doubled: sources and positions of rows that a later row for the same place replaces.
    """

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}
        self.doubled: list[tuple[str, int]] = []

    @classmethod
    def of(cls, journal: Journal, rated: bool = False) -> Ledger:
        """The puzzles of a journal. Of several rows for one place it keeps the last in the file.

        Args:
            rated: rows without a rating do not count: their puzzles are to be done again.

        Raises:
            ParseError: it is damaged, or the journal of something else.
            OutputError: the other rows cannot be dropped.
        """
        ledger, seen = cls(), set[int]()
        for number, row in enumerate(journal.rows(), 1):
            flaw = flaw_of(row)
            if flaw:
                raise ParseError(
                    f"this is no row of a check ({flaw}); is it another file?",
                    journal.path,
                    number,
                )
            place = _place_of(row)
            if place in seen:
                ledger.doubled.append((row["source"], row["position"]))
            seen.add(place)
            if not rated or RATING in row:
                ledger.add(row)
            else:
                ledger._rows.pop(place, None)
        if ledger.doubled:
            older = Counter(_place(*place) for place in ledger.doubled)

            def is_older(row: Row) -> bool:
                place = _place_of(row)
                older[place] -= 1
                return older[place] >= 0

            journal.drop(is_older)
        return ledger

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Row) -> None:
        """Take note of a row; a later one for the same place counts."""
        past = Past.of(row["clue_hash"], verdict_of(row))
        self._rows[_place_of(row)] = past.packed()

    def known(self, piece: Piece | Found) -> tuple[Past, ...]:
        """The entries of the puzzles of a piece, as far as they are known."""
        if not self._rows:
            return ()
        source = piece.record.source if isinstance(piece, Piece) else piece.source
        found = []
        position = piece.position
        while (packed := self._rows.get(_place(source, position))) is not None:
            found.append(Past.unpacked(packed))
            # Only a piece at the beginning of a file may be all of it; others are one record.
            if (
                not isinstance(piece, Piece)
                or piece.position > 1
                or len(found) > len(piece.record.content)
            ):
                break
            position += 1
        return tuple(found)


def _place_of(row: Row) -> int:
    return _place(row["source"], row["position"])


def _place(source: str, position: int) -> int:
    from hashlib import blake2b

    text = f"{position}:{source}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
