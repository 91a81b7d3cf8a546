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
    "cut by position":     ("3\n3\n\n\n1 1\n\n1\n\n1\n", puzzle("...", "...", "#.#")),
}  # fmt: skip

#   id                     text                        message
BAD = {
    "empty":              ("",                         "f:1: the file is empty"),
    "blank line first":   ("\n1\n1\n1\n\n1\n",         "f:1: '' is not a height"),
    "junk":               ("hello\n",                  "f:1: 'hello' is not a height"),
    "height only":        ("1\n",                      "f:1: the second line must be the width"),
    "declared too much":  ("9999\n1\n1\n\n1\n",        "f:5: 3 row clues where 9999 are due"),
    "sizes only":         ("1\n1\n",                   "f:2: 0 row clues where 1 are due"),
    "blank line only":    ("1\n2\n1\n\n",              "f:4: 0 column clues where 2 are due"),
    "truncated":          ("1\n3\n1\n\n1\n",           "f:5: 1 column clues where 3 are due"),
    "too many":           ("1\n2\n1\n\n1\n0\n\n3\n",   "f:8: 3 column clues where 2 are due"),
    "no blank line":      ("1\n2\n1\n1\n",             "f:4: '1' stands where a blank line must part the 1 rows from the 2 columns"),
    "wrong separator":    ("1\n2\n1\n#\n1\n0\n",       "f:4: '#' stands where a blank line must part the 1 rows from the 2 columns"),
    "clue too long":      ("1\n2\n3\n\n1\n0\n",        "f:3: row 1 needs 3 cells, the grid is 2 wide"),
    "comma":              ("1\n3\n1,1\n\n1\n\n1\n",    "f:3: '1,1' is not a block length"),
}  # fmt: skip
