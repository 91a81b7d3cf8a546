"""Numbers without a sign."""

from nonosat.model import Puzzle
from nonosat.model.sheet import ROWS_FIRST

READ = {
    "height first": ("4 5\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n", "A"),
    "width first": ("5 4\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n", "A"),
    "a rule between": ("2,1\n3\n0\n2\n-----\n1\n2\n1,1\n2,1\n0\n", "A"),
    "a side a line": ("2 1,3,0,2\n1,2,1 1,2 1,0\n", "A"),
    "?zeros in the margins": ("5 4 2 2\n0 0 1 2 0\n1 2 1 1 0\n2 1\n0 3\n0 0\n0 2\n", "A"),
    "?a table of columns above one of rows": (
        "3 4\n\n1 0 1\n1 1 1\n\n1 1\n0 1\n1 1\n0 0\n",
        Puzzle.of(["1 1", 1, "1 1", 0], ["1 1", 1, "1 1"]),
    ),
    "?signs inside, blanks between": ("1|1 3\n2 1 2\n", Puzzle.of(["1 1", 3], [2, 1, 2])),
    "?signs inside, or blanks": (
        "1|1|1 1|2|2 1|1 1|4 3 1|1 1|3|1\n2|1|1 1 3|1|1 1|2|1 1|4 1|1 3|1\n",
        {
            "puzzle.width": 7,
            "guesses": (ROWS_FIRST, "blanks and signs may part clues: read as 7x7, not as 10x10"),
        },
    ),
    "?letters in front": (
        "3 2\nR,1\nR,2,G,1\nR,2\nR,1\nG,1\n",
        {"puzzle.rows": Puzzle.of([[(1, 2)], [(2, 2), (1, 1)]], [[(2, 2)], [(1, 2)], [(1, 1)]]).rows},
    ),
    "?columns above each other": (",,1,2,\n1,2,1,1,\n####\n2,1\n3\n0\n2\n", "A"),
}  # fmt: skip

BAD = {
    "lines of one side, or columns of the other": (
        "2 3\n\n0 2\n1 0\n\n1\n1\n1\n",
        "f:1: these clues fit puzzles of 3x2 and 2x3",
    ),
    "totals": ("2 2\n1\n1\n2\n1\n", "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
}  # fmt: skip
