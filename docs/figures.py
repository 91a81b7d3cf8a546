"""Draw the small pictures of concepts.md, generate.md and pictures.md, beside this script.

python docs/figures.py
"""

from __future__ import annotations

from pathlib import Path

import nonosat
from nonosat.ask.explain.steps import Refuted
from nonosat.generators.families import FAMILIES

HERE = Path(__file__).parent
SMILE = HERE.parent / "data" / "drawn" / "first-steps.jsonl"
CELL = 22
"""Pixels of a cell in the pictures of concepts."""
SIZES = {"text": (13, 23), "domino": (13, 13), "contradictory": (15, 15)}
SIZES |= {"large": (24, 24), "shapes": (48, 48), "smooth": (24, 24)}
"""Sizes of the pictures of families, where the usual one is too large; height, width."""


def main() -> None:
    """Write all pictures."""
    (HERE / "families").mkdir(exist_ok=True)
    for family in FAMILIES:
        sheet = nonosat.generate(family, size=SIZES.get(family, (16, 16)), seed=1)
        shown = sheet if sheet.goals else nonosat.solve(sheet.puzzle)
        nonosat.show(shown, HERE / "families" / f"{family}.svg", cell=8)
    concepts()


def concepts() -> None:
    """Draw a puzzle before any step, when line logic is stuck, and solved."""
    puzzle = nonosat.load(SMILE)[0].puzzle
    rows = [["?"] * puzzle.width for _ in range(puzzle.height)]
    draw(puzzle, rows, "start")
    for step in nonosat.steps(puzzle):
        if isinstance(step, Refuted):
            draw(puzzle, rows, "stuck")
        for row, col, color in getattr(step, "decided", ()):
            rows[row][col] = ".#"[color]
    draw(puzzle, rows, "solved")


def draw(puzzle: nonosat.Puzzle, rows: list[list[str]], name: str) -> None:
    """Draw the known cells of a puzzle."""
    known = nonosat.Domains.of(["".join(row) for row in rows])
    nonosat.show(nonosat.Sheet(puzzle, saved=known), HERE / f"concept-{name}.svg", cell=CELL)


if __name__ == "__main__":
    main()
