"""What a journal has already, so that it is not done again."""

from __future__ import annotations

import json
import re
from types import NoneType

from nonosat.batch.jobs import CERTIFICATE, OUTCOMES, RATING, entry_of, outcome_of
from nonosat.batch.journal import Journal, Kinds, Row, misfit
from nonosat.errors import ParseError
from nonosat.files import Found, Piece
from nonosat.model import MAX_INKS

_HASH = re.compile("[0-9a-f]{32}")
_TEXT, _NUMBER = (str, NoneType), (int, float)
_KINDS: Kinds = {
    "source": (str,),
    "position": (int,),
    "clue_hash": _TEXT,
    "attempt": (int,),
    "verdict": _TEXT,
    "title": _TEXT,
    "difficulty": _TEXT,
    "backend": _TEXT,
    "engine": _TEXT,
    "error": _TEXT,
    "line_solvable": (bool, NoneType),
}
"""What every row has, and of which type."""
_SOLVED_KINDS: Kinds = {
    "height": (int,),
    "width": (int,),
    "colors": (int,),
    "solutions": (list,),
    "differs": (list,),
    "counters": (dict,),
    "seconds": _NUMBER,
    "cpu_seconds": _NUMBER,
}
"""What the row of a puzzle with a verdict has as well."""
_ERROR_KINDS: Kinds = {name: (*types, NoneType) for name, types in _SOLVED_KINDS.items()}
"""The same in other rows, where it may be null."""
_RATING_KINDS: Kinds = {
    "class": _TEXT,
    "rounds": (int, NoneType),
    "hardest": _TEXT,
    "bottleneck": (int, NoneType),
    "score": (*_NUMBER, NoneType),
    "stars": (int, NoneType),
    "error": _TEXT,
}
_CERTIFICATE_KINDS: Kinds = {CERTIFICATE: _TEXT}
_MOST_STARS = 5


def flaw_of(row: Row) -> str:
    """Why a row of a journal is not one of a check; "" if it is one."""
    name = misfit(row, _KINDS)
    name = name or misfit(row, _ERROR_KINDS if row["verdict"] is None else _SOLVED_KINDS)
    if name and name not in row:
        return f"it has no {name!r}"
    if CERTIFICATE in row:
        name = name or misfit(row, _CERTIFICATE_KINDS)
    if not name and row.get(RATING) is not None and not _is_rating(row[RATING]):
        name = RATING
    if name:
        return f"its {name!r} is {json.dumps(row[name])[:40]}"
    for picture in row["solutions"] or ():
        if not _is_picture(picture, row["height"], row["width"]):
            return f"one of its 'solutions' is {json.dumps(picture)[:40]}"
    if row["position"] < 1 or outcome_of(row) not in OUTCOMES:
        return f"its position is {row['position']}, its verdict {row['verdict']!r}"
    if (row["colors"] or 0) > MAX_INKS:
        return f"its 'colors' is {row['colors']}"
    if row["clue_hash"] is not None and not _HASH.fullmatch(row["clue_hash"]):
        return f"its clue hash is {row['clue_hash']!r}"
    return ""


def _is_rating(rating: object) -> bool:
    return (
        isinstance(rating, dict)
        and not misfit(rating, _RATING_KINDS)
        and (rating["stars"] or 0) <= _MOST_STARS
    )


def _is_picture(picture: object, height: int, width: int) -> bool:
    return (
        isinstance(picture, list)
        and len(picture) == height
        and all(isinstance(line, str) and len(line) == width for line in picture)
    )


class Ledger:
    """What a journal has already: for each puzzle its clue hash and its outcome.

    Two numbers of 64 bits a row, as it must hold millions: a hash of source and position, and
    the beginning of the clue hash with the outcome in the last byte.
    """

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}

    @classmethod
    def of(cls, journal: Journal, rated: bool = False) -> Ledger:
        """What a journal has already.

        Args:
            rated: rows without a rating do not count: their puzzles are to be done again.

        Raises:
            ParseError: it is damaged, or the journal of something else.
        """
        ledger = cls()
        for number, row in enumerate(journal.rows(), 1):
            flaw = flaw_of(row)
            if flaw:
                raise ParseError(
                    f"this is no row of a check ({flaw}); is it another file?",
                    journal.path,
                    number,
                )
            if not rated or RATING in row:
                ledger.add(row)
        return ledger

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, row: Row) -> None:
        """Take note of a row; a later one for the same place counts."""
        entry = entry_of(row["clue_hash"], outcome_of(row))
        self._rows[_place(row["source"], row["position"])] = entry

    def known(self, piece: Piece | Found) -> tuple[int, ...]:
        """The entries of the puzzles of a piece, as far as they are known."""
        if not self._rows:
            return ()
        source = piece.record.source if isinstance(piece, Piece) else piece.source
        found = []
        position = piece.position
        while (entry := self._rows.get(_place(source, position))) is not None:
            found.append(entry)
            # Only a piece at the beginning of a file may be all of it; others are one record.
            if (
                isinstance(piece, Found)
                or piece.position > 1
                or len(found) > len(piece.record.content)
            ):
                break
            position += 1
        return tuple(found)


def _place(source: str, position: int) -> int:
    from hashlib import blake2b

    text = f"{position}:{source}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
