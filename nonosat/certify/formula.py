"""A puzzle in the terms of ``verify.py``: its clues as JSON, and the formula of a claim.

The encoder is that of ``verify.py`` itself, the one that a stranger reads and runs. The tests
compare it with brute force, and with a second one written from ``docs/certificate.md`` alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.certify import verify
from nonosat.errors import LimitReached
from nonosat.model import Clue, Grid, Puzzle, Sheet

VERSION = "nonosat-cnf 1"


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses that contradict each other exactly if the puzzle has no (other) picture."""

    clauses: list[tuple[int, ...]]
    variables: int
    dimacs: bytes
    """The content of ``formula.cnf``."""

    @classmethod
    def of(cls, puzzle: Puzzle, pictures: Sequence[Grid]) -> Formula:
        """The formula "nonosat-cnf 1" of a puzzle, without the pictures that are known.

        Raises:
            LimitReached: it is larger than ``verify.py`` accepts.
        """
        if max(puzzle.height, puzzle.width) > verify.MAX_SIDE:
            raise LimitReached(f"a certificate can have at most {verify.MAX_SIDE} rows and columns")
        rows, cols = (
            [_named(puzzle, clue) for clue in side] for side in (puzzle.rows, puzzle.cols)
        )
        known = ["".join(puzzle.palette.grid_lines(grid)) for grid in pictures]
        try:
            return cls(*verify.encode(rows, cols, known))
        except ValueError as err:
            raise LimitReached(f"too large for a certificate: {err}") from err


def _named(puzzle: Puzzle, clue: Clue) -> list[tuple[int, str]]:
    return [(length, puzzle.palette.colors[color].char) for length, color in clue]


def puzzle_json(sheet: Sheet, claim: str) -> str:
    """The content of ``puzzle.json``: credits, and a line for each clue; nonosat reads it, too."""
    puzzle = sheet.puzzle
    facts = {
        "certificate": VERSION,
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
        clues = [
            [n if ink == "#" else [n, ink] for n, ink in _named(puzzle, clue)] for clue in side
        ]
        lines.append(f"{_json(key)}: [\n  " + ",\n  ".join(map(_json, clues)) + "\n ]")
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
