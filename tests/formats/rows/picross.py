"""picross-solver's texts."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

GRID = 'GRID "Fish" (level 1)\nROWS\n[ 1 1 ]\n[ 3 ]\nCOLUMNS\n[ 2 ]\n[ 1 ]\n[ 2 ]\n'
READ = {
    "title": (GRID, {"puzzle": WANTED, "title": '"Fish" (level 1)'}),
    "two grids, and comments": (f"# a\n{GRID}\n# b\n{GRID}", [WANTED, WANTED]),
    "empty lines of both kinds": ("GRID\nROWS\n[ 0 ]\n[ ]\nCOLUMNS\n[ ]\n", Puzzle.of([0, 0], [0])),
}

BAD = {
    "no grid": ("ROWS\n[ 1 ]\n", "f:1: 'ROWS' comes before the first GRID"),
    "open bracket": (
        "GRID\nROWS\n[ 1\nCOLUMNS\n[ 1 ]\n",
        "f:3: '[ 1' is not a clue such as [ 2 1 ]",
    ),
    "one side": ("GRID\nROWS\n[ 1 ]\n", "f:1: the grid has no COLUMNS"),
}
