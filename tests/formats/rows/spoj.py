"""A number of puzzles, clues ended by 0."""

from nonosat.errors import TooLarge
from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

TEXT = "1\n2 3\n1 1 0\n3 0\n2 0\n1 0\n2 0\n"
READ = {"one": (TEXT, WANTED), "two": ("2" + TEXT[1:] + TEXT[2:], [WANTED, WANTED])}

BAD = {
    "fewer": ("2\n1 1\n1 0\n1 0\n", "f:4: puzzles: expected 2, got 1"),
    "cut off": (TEXT[:-2], "f:7: clues ended by 0, expected 5, got 4, and the last lacks its 0"),
    "huge": ("1\n999999 999999\n", ("f:2: 999999x999999 is too large: at most 10000 a side and 25000000 cells", TooLarge)),
}  # fmt: skip
