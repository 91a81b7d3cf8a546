"""What follows from a half-filled grid: the certain cells, and a hint for the next one."""

import sys

import nonosat


def report(puzzle: nonosat.Puzzle, begun: str) -> str:
    """The cells that all solutions share, and the next step. `begun` has ? for open cells."""
    known = nonosat.Domains.of(begun, puzzle.palette)
    shared = nonosat.backbone(puzzle, known=known, limits=10)
    if shared.solvable is False:
        return "A cell is wrong: no solution agrees with the grid."
    return f"{shared}\n{nonosat.hint(puzzle, known=known, limits=10)}"


if __name__ == "__main__":
    (sheet, *_) = nonosat.load(sys.argv[1])
    print(report(sheet.puzzle, sys.stdin.read()))
