"""nonogrid's texts."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "texts": ("[clues]\ncolumns = '2,1,2'\nrows = '1 1,3'\n", WANTED),
    "on lines, with comments and quotes": ('# a\n[clues]\ncolumns = """\n  2, 1  # b\n\n  2 ; c\n"""\nrows = """\'1 1\'\n  3"""\n[colors]\n', WANTED),
}  # fmt: skip

BAD = {
    "two puzzles": (
        "[clues]\nrows='1'\ncolumns='1'\n[[more]]\n[more.clues]\nrows='1'\ncols='1'\n",
        "f:1: 2 tables have rows and columns; expected one",
    ),
    "no value": ("[clues]\ncolumns=\n", "f:2: no valid TOML: Invalid value"),
}
