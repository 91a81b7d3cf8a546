"""nonogrid's texts."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "texts": ("[clues]\ncolumns = '2,1,2'\nrows = '1 1,3'\n", WANTED),
    "a list, and a sign in a comment": ('[clues]\nrows = ["1 1",  # a = b\n  "3"]\ncolumns = "2\\n1\\n2"\n', WANTED),
    "on lines, with comments and quotes": ('# a\n[clues]\ncolumns = """\n  2, 1  # b\n\n  2 ; c\n"""\nrows = """\'1 1\'\n  3"""\n[colors]\n', WANTED),
}  # fmt: skip

BAD = {
    "two puzzles": (
        "[clues]\nrows='1'\ncolumns='1'\n[[more]]\n[more.clues]\nrows='1'\ncols='1'\n",
        "f:5: a second section of clues; expected one",
    ),
    "no value": ("[clues]\ncolumns=\n", "f:1: [clues] has no rows"),
}
