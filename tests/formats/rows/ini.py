"""pynogram's texts."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "on one line": ("# # # 5.txt\n[clues]\ncolumns=2,1,2\nrows=1 1,3\n", WANTED),
    "on lines, with comments and quotes": ("[clues]\ncolumns =\n  2  ; a\n\n  # b\n  1, 2\n\nrows =\n  '1 1'\n  \"3\"\n[colors]\n", WANTED),
}  # fmt: skip

BAD = {
    "two puzzles": ("[clues]\nrows=1\ncolumns=1\n[clues]\nrows=1\ncolumns=1\n", "f:4: a second section of clues; expected one"),
    "two numbered puzzles": ("[clues]\nrows=1\ncolumns=1\n[clues 2]\nrows=1\n", "f:4: a second section of clues; expected one"),
    "rows twice": ("[clues]\nrows=1\nrows=1\ncolumns=2\n", "f:3: a second list of rows; expected one"),
    "one side": ("[clues]\ncolumns = 2 1\n", "f:1: [clues] has no rows"),
    "unknown ink": ("[clues]\nrows=1r\ncolumns=1r\n", "f:2: unknown color 'r' in '1r'"),
    "unknown color": ("[clues]\nrows=1r\ncolumns=1r\n[colors]\nr = (nonsense) %\n", "f:5: unknown color 'nonsense'"),
}  # fmt: skip
