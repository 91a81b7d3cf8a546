"""Find the likely typo in clues that were copied by hand."""

import sys

import nonosat


def advice(rows: str, cols: str) -> list[str]:
    """What is wrong with the clues, and the changes that give a solution."""
    try:
        found = nonosat.conflict(nonosat.Puzzle.of(rows, cols), limits=10)
    except nonosat.PuzzleError as err:
        return [str(err)]
    return [str(found), *map(str, found.typos)]


if __name__ == "__main__":
    print("\n".join(advice(*sys.argv[1:])))
