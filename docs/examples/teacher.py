"""Explain how a person solves a puzzle: each step in words, and a reason for one cell."""

import sys

import nonosat


def lesson(puzzle: nonosat.Puzzle) -> list[str]:
    """The steps in words, the rating first; it ends where a person would have to guess."""
    lines = [str(nonosat.rate(puzzle, limits=10))]
    for step in nonosat.steps(puzzle, limits=10):
        if step.depth:
            return [*lines, "from here on: guess"]
        lines.append(str(step))
    return lines


if __name__ == "__main__":
    (sheet, *_) = nonosat.load(sys.argv[1])
    print("\n".join(lesson(sheet.puzzle)))
    print(nonosat.why(sheet, (0, 0), limits=10))
