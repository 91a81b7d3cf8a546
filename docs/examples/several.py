"""All that the solutions of an ambiguous puzzle have in common, and how many there are."""

import sys
from itertools import islice

import nonosat


def report(puzzle: nonosat.Puzzle, most: int = 2) -> str:
    """The number of solutions, the cells that vary as ?, and the first solutions."""
    parts = [str(nonosat.count(puzzle, limits=10))]
    chars = dict(enumerate(puzzle.palette.chars))
    for row in nonosat.backbone(puzzle, limits=10).rows():
        parts.append(" ".join(chars.get(color, "?") for color in row))
    for number, grid in enumerate(islice(nonosat.solutions(puzzle, limits=10), most), 1):
        parts.append(f"solution {number}\n{grid}")
    return "\n".join(parts)


if __name__ == "__main__":
    print(report(nonosat.load(sys.argv[1])[0].puzzle))
