"""The format seed-b."""

READ = {
    "zeros":             ("#HORIZONTALES\n2,1\n3\n0\n2\n#VERTICALES\n1\n2\n1 1\n2 ,1\n0", "A"),
    "headings":          ("\n# Horizontales \n2 1\n3\n\n2\n#\tverticales\t\n1\n2\n1 1\n2 1\n\n", "A"),
}  # fmt: skip

BAD = {
    "empty":           ("",                                 "f:1: the file is empty"),
    "text before":     ("1\n#HORIZONTALES\n1\n",            "f:3: there is no line with #VERTICALES before the columns"),
    "other heading":   ("#ROWS\n1\n",                       "f:2: there is no line with #HORIZONTALES before the rows"),
    "other order":     ("#VERTICALES\n1\n#HORIZONTALES\n1", "f:1: there is no line with #HORIZONTALES before the rows"),
    "truncated":       ("#HORIZONTALES\n1\n#VERTICALES\n",  "f:3: there are no column clues"),
    "no rows":         ("#HORIZONTALES\n#VERTICALES\n1\n",  "f:3: there are no row clues"),
    "repeated later":  ("#HORIZONTALES\n1\n#VERTICALES\n1\n#VERTICALES\n", "f:5: a second line with #VERTICALES"),
    "letter":          ("#HORIZONTALES\n1\n#VERTICALES\nx", "f:4: 'x' is not a block length"),
    "comment":         ("#HORIZONTALES\n1\n# x\n#VERTICALES\n1", "f:3: '#' is not a block length"),
    "separator":       ("#HORIZONTALES\n1;1\n#VERTICALES\n1", "f:2: '1;1' is not a block length"),
    "trimmed":         ("#HORIZONTALES\n1\n2 1\n#VERTICALES\n1\n2\n", "f:3: row 2 needs 4 cells, the grid is 2 wide"),
}  # fmt: skip
