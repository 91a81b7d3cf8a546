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
    "height only":        ("1\n",                      "f:1: expected height and width in the first two lines, got '1'"),
    "declared too much":  ("9999\n1\n1\n\n1\n",        "f:3: row clues: expected 9999, got 3"),
    "sizes only":         ("1\n1\n",                   "f:1: row clues: expected 1, got 0"),
    "blank line only":    ("1\n2\n1\n\n",              "f:4: column clues: expected 2, got 0 (a blank line parts rows and columns)"),
    "truncated":          ("1\n3\n1\n\n1\n",           "f:5: column clues: expected 3, got 1 (a blank line parts rows and columns)"),
    "too many":           ("1\n2\n1\n\n1\n0\n\n3\n",   "f:5: column clues: expected 2, got 3"),
    "no blank line":      ("1\n2\n1\n1\n",             "f:4: column clues: expected 2, got 1 (a blank line parts rows and columns)"),
    "wrong separator":    ("1\n2\n1\n#\n1\n0\n",       "f:4: '#' is not a block length"),
    "clue too long":      ("1\n2\n3\n\n1\n0\n",        "f:3: row 1 needs 3 cells, the grid is 2 wide"),
    "comma":              ("1\n3\n1,1\n\n1\n\n1\n",    "f:3: '1,1' is not a block length"),
}  # fmt: skip
