"""Keep the results of long checks in a file, and go on with them another day."""

import pickle
import sys
from pathlib import Path

import nonosat


def checked(path: str, store: Path) -> dict[nonosat.Puzzle, nonosat.Result]:
    """The result of each puzzle; those in the store are not checked again."""
    known: dict[nonosat.Puzzle, nonosat.Result] = {}
    if store.exists():
        known = pickle.loads(store.read_bytes())
    for sheet in nonosat.load(path):
        if sheet.puzzle not in known:
            known[sheet.puzzle] = nonosat.check(sheet, limits=60)
            store.write_bytes(pickle.dumps(known))
    return known


if __name__ == "__main__":
    for puzzle, result in checked(sys.argv[1], Path(sys.argv[2])).items():
        print(repr(puzzle), result.verdict)
