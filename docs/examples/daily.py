"""The puzzle of a day: the same for everybody, with some of its numbers hidden."""

import datetime
import sys

import nonosat


def puzzle_of(day: datetime.date) -> nonosat.Puzzle:
    """A puzzle with one solution; on Sundays it is larger."""
    size = 10 if day.isoweekday() == 7 else 6
    sheet = nonosat.generate("random", size=size, seed=day.toordinal(), unique=True, limits=60)
    return nonosat.blot(sheet, at_most=3, limits=60).puzzle


if __name__ == "__main__":
    puzzle = puzzle_of(datetime.date.fromisoformat(sys.argv[1]))
    print(puzzle)
    print(puzzle.text())  # nonosat.Puzzle.of reads it back
    print(nonosat.link_of(puzzle, "https://example.org/play/"))
