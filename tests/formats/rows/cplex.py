"""Integer programs in CPLEX LP: only those of nonosat are read, by their comments."""

from format_examples import puzzle

from nonosat.formats.models.opb import CPLEX_TITLE as TITLE
from nonosat.model import Sheet

SMALL = f"""{TITLE}
\\ inks 1
\\ size 2 1
\\ row 1:1
\\ column 1:1
\\ column
\\ cells of ink 1, row by row: the variable of each; 0 if the cell never has this ink
\\ 1 0
Minimize
 nothing: 0 x1
Subject To
 c1: + x2 + x3 = 1
 c2: + x2 - x1 = 0
 c3: + x3 = 0
 c4: + x4 = 1
 c5: + x4 - x1 = 0
Binary
 x1 x2 x3 x4
End
"""
READ = {"the comments alone": (SMALL.partition("\\ cells")[0], puzzle("#."))}
WRITTEN = {"small": ([Sheet(puzzle("#."))], SMALL)}
BAD = {
    "another model": ("Minimize\n x\nSubject To\n c: x = 1\nEnd\n", "f:1: this is not a model of nonosat: it does not begin as nonosat-cplex"),
    "no block": (SMALL.replace("row 1:1", "row 11"), "f:4: '11' is not a block such as 3:1, length and ink"),
}  # fmt: skip
