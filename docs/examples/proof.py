"""Prove that a puzzle has one solution, for readers who do not trust nonosat."""

import sys
from pathlib import Path

import nonosat


def prove(path: str, folder: Path) -> None:
    """Write a certificate of each puzzle, and check it again from its files alone."""
    for number, sheet in enumerate(nonosat.load(path), 1):
        place = folder / str(number)
        verdict = nonosat.certify(sheet, place, limits=60)
        assert nonosat.verify(place, puzzle=sheet) == verdict
        print(sheet.title or number, verdict, sum(1 for _ in place.iterdir()), "files")


if __name__ == "__main__":
    prove(sys.argv[1], Path(sys.argv[2]))
