"""The format cwd."""

from format_examples import puzzle

A = "4\n5\n2 1\n3\n\n2\n\n1\n2\n1 1\n2 1\n\n"

#   id                     text
READ = {
    "zeros":               ("4\n5\n2 1\n3\n0\n2\n\n1\n2\n1 1\n2 1\n0\n", "A"),
    "last column trimmed": (A.rstrip() + "\n", "A"),
    "trimmed to the end":  (A.rstrip(), "A"),
    "blank tail":          (A + "\n\n", "A"),
    "no separator":        ("4\n5\n2 1\n3\n\n2\n1\n2\n1 1\n2 1\n\n", "A"),
    "that with a tail":    ("4\n5\n2 1\n3\n\n2\n1\n2\n1 1\n2 1\n0\n\n", "A"),
    "blanks around":       (A.replace("\n", " \n").replace("4 ", " 4 "), "A"),
    "blank line first":    ("\n1\n1\n1\n\n1\n", puzzle("#")),
    "cut by position":     ("3\n3\n\n\n1 1\n\n1\n\n1\n", puzzle("...", "...", "#.#")),
}  # fmt: skip

#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "junk":               ("hello\n",                  "f:1: expected height and width in the first two lines, got 'hello'"),
    "declared too much":  ("9999\n1\n1\n\n1\n",        "f:3: expected 9999 rows and 1 columns, got 2 clues (write 0 for an empty line)"),
    "sizes only":         ("1\n1\n",                   "f:1: expected 1 rows and 1 columns, got 0 clues (write 0 for an empty line)"),
    "truncated":          ("1\n3\n1\n\n1\n",           "f:5: 1 column clues, expected 3 (write 0 for an empty line)"),
    "no blank line":      ("1\n2\n1\n1\n",             "f:4: 1 column clues, expected 2 (write 0 for an empty line)"),
    "clue too long":      ("1\n2\n3\n\n1\n0\n",        "f:3: row 1 needs 3 cells, the grid is 2 wide"),
}  # fmt: skip
