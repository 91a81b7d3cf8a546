"""The format mk."""

from format_examples import puzzle

from nonosat.errors import TooLarge

A = "4 5\n2 1\n3\n0\n2\n#\n1\n2\n1 1\n2 1\n0\n"

#   id                     text
READ = {
    "blank is empty":      ("4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n\n", "A"),
    "blank in rows only":  ("4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n0\n", "A"),
    "blank decorates":     ("4 5\n\n2 1\n\n3\n0\n2\n\n#\n\n1\n2\n1 1\n2 1\n0\n\n\n", "A"),
    "empty and tail":      ("4 5\n2 1\n3\n\n2\n#\n1\n2\n1 1\n2 1\n\n\n\n", "A"),
    "padded":              ("  4      5  \n 2  1\n3 \n0\n2\n#  \n1\n2\n1\t1\n2 1\n0", "A"),
    "words after #":       (A.replace("#", "# columns"), "A"),
    "leading zeros":       (A.replace("2 1", "02 001"), "A"),
    "blank lines first":   ("\n\n" + A, "A"),
    "one row of blocks":   ("1 4\n1 2\n#\n1\n0\n1\n1\n", puzzle("#.##")),
}  # fmt: skip

#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: expected height and width in the first line, got 'hello'"),
    "letters":            ("a 2\n1\n#\n1\n1\n",        "f:1: 'a' is not a height"),
    "zero size":          ("0 2\n#\n1\n1\n",           "f:1: a puzzle needs at least one row and one column, not 2x0"),
    "huge":               ("999999 999999\n1\n",       ("f:1: 999999x999999 is too large: at most 10000 a side and 25000000 cells", TooLarge)),
    "declared too much":  ("9999 2\n1\n#\n1\n1\n",     "f:2: 1 row clues, expected 9999 (write 0 for an empty line)"),
    "no #":               ("1 2\n1\n1\n0\n",           "f:4: there is no line with # before the columns"),
    "header only":        ("1 2\n",                    "f:1: there is no line with # before the columns"),
    "two #":              ("1 1\n1\n#\n1\n#\n",        "f:5: a second line with #"),
    "no rows":            ("1 2\n#\n1\n0\n",           "f:4: there are no row clues"),
    "no columns":         ("1 2\n1\n#\n",              "f:3: there are no column clues"),
    "truncated":          ("1 2\n1\n#\n1\n",           "f:4: 1 column clues, expected 2 (write 0 for an empty line)"),
    "text behind":        ("1 2\n1\n#\n1\n0\n\n0\n",   "f:4: 3 column clues, expected 2 (write 0 for an empty line)"),
    "clue too long":      ("1 2\n2 1\n#\n1\n1\n",      "f:2: row 1 needs 4 cells, the grid is 2 wide"),
    "column too long":    ("1 2\n1\n#\n0\n2\n",        "f:5: column 2 needs 2 cells, the grid is 1 high"),
    "totals":             ("1 2\n1\n#\n1\n1\n",        "f:1: the rows have 1 cell, the columns 2: 1 more in the columns"),
    "0 among blocks":     ("1 2\n1 0\n#\n1\n0\n",      "f:2: a 0 stands for an empty line and cannot be among other blocks"),
    "letter":             ("1 2\n1\n#\n1\nx\n",        "f:5: 'x' is not a block length"),
    "wide digits":        ("1 1\n\u0661\n#\n1\n",      "f:2: '\u0661' is not a block length"),
    "long number":        ("1 1\n1000000\n#\n1\n",     "f:2: '1000000' is not a block length"),
}  # fmt: skip
