"""Numbers without a sign."""

READ = {
    "height first": ("4 5\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n", "A"),
    "width first": ("5 4\n2 1\n3\n0\n2\n1\n2\n1 1\n2 1\n0\n", "A"),
    "a rule between": ("2,1\n3\n0\n2\n-----\n1\n2\n1,1\n2,1\n0\n", "A"),
    "a side a line": ("2 1,3,0,2\n1,2,1 1,2 1,0\n", "A"),
}  # fmt: skip

BAD = {
    "totals": ("2 2\n1\n1\n2\n1\n", "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
}  # fmt: skip
