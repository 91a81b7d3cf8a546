"""Reasons why people find a puzzle dull or unpleasant, in words."""

from __future__ import annotations

from nonosat.model import AXES, Puzzle
from nonosat.solving.backends.mirrored import is_mirrored
from nonosat.words import ranges

MOST_INK, LEAST_INK = 0.8, 0.15
"""Shares of the cells; a puzzle beyond them gets a remark."""


def remarks_on(puzzle: Puzzle, guessing: bool) -> tuple[str, ...]:
    """Return remarks on a puzzle with one solution, all of whose numbers are known.

    >>> remarks_on(Puzzle.of([[1], [], []], [[1], [], []]), False)
    ('only 11 % of the cells are ink', 'rows 2-3 and columns 2-3 are blank')
    """
    remarks = []
    ink = sum(block.length or 0 for clue in puzzle.rows for block in clue)
    share = ink / (puzzle.height * puzzle.width)
    if not LEAST_INK <= share <= MOST_INK:
        only = "only " if share < LEAST_INK else ""
        remarks.append(f"{only}{100 * share:.0f} % of the cells are ink")
    sides = puzzle.rows, puzzle.cols
    blanks = [[at for at, clue in enumerate(side, 1) if not clue] for side in sides]
    if any(blanks):
        named = [
            f"{axis}{'s' * (len(lines) > 1)} {ranges(lines)}"
            for axis, lines in zip(AXES, blanks, strict=True)
            if lines
        ]
        verb = "is" if sum(map(len, blanks)) == 1 else "are"
        remarks.append(f"{' and '.join(named)} {verb} blank")
    halves = ("left half mirrors the right", "upper half mirrors the lower")
    for side, other, words in zip(sides, reversed(sides), halves, strict=True):
        if is_mirrored(side, other):
            remarks.append(f"the {words} half")
    if guessing:
        remarks.append("only guessing solves it")
    return tuple(remarks)
