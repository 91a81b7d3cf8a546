"""Which puzzles of a file are the same up to turning and reflecting."""

import sys
from collections import defaultdict

import nonosat


def groups(path: str) -> list[list[str]]:
    """The titles of puzzles that are equal up to symmetry, or their numbers."""
    found = defaultdict(list)
    for number, sheet in enumerate(nonosat.load(path), 1):
        found[sheet.puzzle.canonical()].append(sheet.title or f"puzzle {number}")
    return [names for names in found.values() if len(names) > 1]


if __name__ == "__main__":
    for names in groups(sys.argv[1]):
        print(" = ".join(names))
