"""jsimlo's Griddlers."""

from nonosat.model import Grid, Puzzle, Sheet

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "a picture alone": (
        "MK Version 3.0\n\n3 2\n\n # . #\n # # #\n",
        Sheet(WANTED, (Grid.of(["#.#", "###"]),)),
    ),
    "nothing filled, nothing known": (
        "MK Version 3.0\n\n2 1\n\n ? ?\n\n\n\n\n\n",
        Puzzle.of([0], [0, 0]),
    ),
}

BAD = {
    "size": ("MK Version 3.0\n\nx\n", "f:3: the second line must be width and height"),
    "cut off": (
        "MK Version 3.0\n\n2 1\n\n ? ?\n\n1\n",
        "f:7: the file ends before the clues, and its picture is not finished",
    ),
}
