"""Pseudo-Boolean models: only those of nonosat are read, by their comments."""

from format_examples import puzzle

from nonosat.formats.models.opb import OPB_TITLE as TITLE
from nonosat.model import Sheet

SMALL = f"""* #variable= 4 #constraint= 5
{TITLE}
* inks 1
* size 2 1
* row 1:1
* column 1:1
* column
* cells of ink 1, row by row: the variable of each; 0 if the cell never has this ink
* 1 0
+1 x2 +1 x3 = 1 ;
+1 x2 -1 x1 = 0 ;
+1 x3 = 0 ;
+1 x4 = 1 ;
+1 x4 -1 x1 = 0 ;
"""
READ = {"the comments alone": (SMALL.partition("* cells")[0], puzzle("#."))}
WRITTEN = {"small": ([Sheet(puzzle("#."))], SMALL)}
BAD = {
    "another model": ("* #variable= 1 #constraint= 1\n+1 x1 = 1 ;\n", "f:1: this is not a model of nonosat: it does not begin as nonosat-opb"),
    "no block": (SMALL.replace("row 1:1", "row 11"), "f:5: '11' is not a block such as 3:1, length and ink"),
}  # fmt: skip
