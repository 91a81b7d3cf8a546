"""The format nin."""

A = "5 4\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n"

#   id                     text
READ = {
    "blank is empty":      ("5 4\n2 1\n3\n\n2\n1\n2\n1 1\n2 1\n\n", "A"),
    "blank decorates":     ("5 4\n\n2 1\n3\n0\n2\n\n1\n2\n1 1\n2 1\n0\n\n\n", "A"),
    "comments":            ("# a comment\n5 4\n2 1\n3\n0\n2\n# columns\n1\n2\n1 1\n2 1\n0\n#\n", "A"),
    "no final newline":    (A.rstrip(), "A"),
}  # fmt: skip

#   id                     text                        message
BAD = {
    "O for 0":            ("2 1\n1O\n1\n1\n",          "f:2: '1O' is not a number (10?)"),
    "empty":              ("",                         "f:1: the file is empty"),
    "only comments":      ("# x\n",                    "f:1: the file is empty"),
    "junk":               ("hello world\n",            "f:1: 'hello' is not a width"),
    "three numbers":      ("1 1 1\n1\n1\n",            "f:1: expected width and height in the first line, got '1 1 1'"),
    "header only":        ("2 1\n",                    "f:1: expected 1 rows and 2 columns, got 0 clues (write 0 for an empty line)"),
    "truncated":          ("2 1\n2\n1\n",              "f:3: 1 column clues, expected 2 (write 0 for an empty line)"),
    "too many":           ("1 1\n1\n1\n0\n",           "f:2: expected 1 rows and 1 columns, got 3 clues (write 0 for an empty line)"),
    "height first":       ("4 5\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n", "f:1: expected width, then height: this puzzle fits with 5 4, not with 4 5"),
    "neither order":      ("2 1\n1 1\n1\n1\n",         "f:2: row 1 needs 3 cells, the grid is 2 wide"),
    "letter":             ("2 1\n1\n1\n1k\n",          "f:4: '1k' is not a block length"),
}  # fmt: skip
