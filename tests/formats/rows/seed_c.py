"""The format seed-c."""

READ = {
    "lines":             ("3,\n2, 0, 0,\n1, 1, 0,\n1,1,0, 1,0,\n1 , 0 \n, 0\n\n", "D"),
    "no closing zero":   ("3,2,0,0,1,1,0,1,1,0,1,0,1,0",                  "D"),
    "two closing zeros": ("3,2,0,0,1,1,0,1,1,0,1,0,1,0,0,0",              "D"),
}  # fmt: skip

BAD = {
    "empty":           ("",                                 "f:1: the file is empty"),
    "junk":            ("hello",                            "f:1: 'hello' is not a number"),
    "blanks":          ("1, 1 0, 1, 0, 0",                  "f:1: expected one , between two numbers, got '1 0'"),
    "comma last":      ("1, 1, 0, 1, 0, 0,\n",              "f:1: expected one , between two numbers, got ','"),
    "declared too much": ("5000, 1, 0,\n0",                 "f:2: clues ended by 0, expected 10000, got 2"),
    "size only":       ("2",                                "f:1: clues ended by 0, expected 4, got 0"),
    "behind":          ("1, 1, 0, 1, 0, 0,\n1, 0",          "f:2: expected the end of the file behind the last clue, got 1"),
    "third zero":      ("1, 1, 0, 1, 0, 0, 0, 0",           "f:1: expected the end of the file behind the last clue, got 0"),
    "row too long":    ("1,\n2, 0,\n1, 0, 0",               "f:2: row 1 needs 2 cells, the grid is 1 wide"),
}  # fmt: skip
