"""A puzzle in the terms of ``verify.py``: its clues as JSON, and the formula of a claim.

The encoder is that of ``verify.py`` itself, the one that a stranger reads and runs. The tests
compare it with brute force, and with a second one written from ``docs/certificate.md`` alone.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from nonosat.certificates import verify
from nonosat.errors import LimitReached
from nonosat.model import Grid, Puzzle, Sheet

Clauses = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses that contradict each other exactly if the puzzle has no (other) picture."""

    clauses: Clauses
    variables: int
    dimacs: bytes
    """The content of ``formula.cnf``."""

    @classmethod
    def of(cls, puzzle: Puzzle, excluded: Sequence[Grid] = ()) -> "Formula":
        """Return the formula of the clues and the given cells of a puzzle, without these pictures."""
        if max(puzzle.height, puzzle.width) > verify.MAX_SIDE:
            raise LimitReached(f"a certificate can have at most {verify.MAX_SIDE} rows and columns")
        pictures = ["".join(grid.drawn(puzzle.palette.chars)) for grid in excluded]
        try:
            return cls(*verify.encode(*checked_form(puzzle), pictures))
        except ValueError as err:
            raise LimitReached(f"too large for a certificate: {err}") from err


def cell_variables(puzzle: Puzzle) -> list[dict[int, int]]:
    """For each cell, row by row, the variable of each ink that it can have, in their order."""
    chars = puzzle.palette.chars
    rows, cols = ([{b.color for b in clue} for clue in side] for side in (puzzle.rows, puzzle.cols))
    number = count(1)
    return [
        {ink: next(number) for ink in sorted(row & col, key=chars.__getitem__)}
        for row in rows
        for col in cols
    ]


def checked_form(puzzle: Puzzle) -> tuple[list[verify.Clue], list[verify.Clue], list[str]]:
    """Row clues, column clues and given cells as ``verify.read_puzzle`` returns them."""
    chars = puzzle.palette.chars
    rows, cols = (
        [[(length or 0, chars[color]) for length, color in clue] for clue in side]
        for side in (puzzle.rows, puzzle.cols)
    )
    return rows, cols, [*chain(*_given(puzzle))]


def puzzle_json(sheet: Sheet, claim: str) -> str:
    """Return the content of ``puzzle.json``: credits, and a line for each clue; nonosat reads it, too."""
    puzzle = sheet.puzzle
    facts = {
        "certificate": verify.VERSION,
        "claim": claim,
        "title": sheet.title,
        "author": sheet.author,
        "copyright": sheet.copyright,
        "license": sheet.license,
        "source": sheet.source,
        "colors": {color.char: color.rgb for color in puzzle.palette.colors},
    }
    lines = [f"{_json(key)}: {_json(value)}" for key, value in facts.items() if value]
    for key, side in (("rows", puzzle.rows), ("columns", puzzle.cols)):
        lines.append(_spread(key, [clue.to_json(puzzle.palette) for clue in side]))
    if puzzle.givens is not None:
        lines.append(_spread("givens", _given(puzzle)))
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def _spread(key: str, rows: Sequence[object]) -> str:
    return f"{_json(key)}: [\n  " + ",\n  ".join(map(_json, rows)) + "\n ]"


def _given(puzzle: Puzzle) -> list[list[str]]:
    """Row by row the characters of the colors that each cell may have, ``?`` for all."""
    if puzzle.givens is None:
        return [["?"] * puzzle.width] * puzzle.height
    return puzzle.givens.words(puzzle.palette)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
