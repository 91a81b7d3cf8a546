"""The format seed-a."""

READ = {
    "empty field":       ("2,1;3;;2\n1;2;1,1;2,1;\n",                     "A"),
    "blanks":            (" 2 , 1 ;\t3 ; 0; 2 \n1; 2;1 ,1;2,1; 0",      "A"),
    "tabs":              ("2 1\t3\t\t2\n1\t2\t1,1\t2 1\t0\n",                 "A"),
    "blank lines":       ("\n2,1;3;0;2\n\n1;2;1,1;2,1;0\n\n",             "A"),
}  # fmt: skip

BAD = {
    "empty":           ("",                                 "f:1: the file is empty"),
    "one line":        ("\n1;1\n",                          "f:2: expected 2 lines, the rows and the columns, got 1"),
    "three lines":     ("1\n\n1\n1\n",                      "f:4: expected 2 lines, the rows and the columns, got 3"),
    "junk":            ("hello\nworld\n",                   "f:1: 'hello' is not a block length"),
    "blank between":   ("1 1\n1;0;1\n",                     "f:1: '1 1' is not a block length"),
    "two commas":      ("1,,1\n1;0;1\n",                    "f:1: a stray ',' in '1,,1'"),
    "comma first":     ("1\n,1\n",                          "f:2: a stray ',' in ',1'"),
    "column too long": ("1;1\n3\n",                         "f:2: column 1 needs 3 cells, the grid is 2 high"),
    "totals":          ("1;1\n1\n",                         "f:1: the rows have 2 cells, the columns 1: 1 more in the rows"),
    "ended by ;":      ("1;1;\n1;2;\n",                     "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
    "ended and bad":   ("1;x;\n1;2;\n",                     "f:1: 'x' is not a block length"),
}  # fmt: skip
