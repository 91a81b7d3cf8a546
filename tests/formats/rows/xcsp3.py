"""XCSP3 instances: only those of nonosat are read, by their comment."""

from format_examples import puzzle

from nonosat.formats.models.xcsp3 import TITLE
from nonosat.model import Sheet

SMALL = f"""{TITLE}
inks 1
size 2 1
row 1:1
column 1:1
column
cell[r][c] is the color of the cell in row r and column c (both from 0): 0 blank, n ink n
-->
<instance format="XCSP3" type="CSP">
<variables>
<array id="cell" size="[1][2]"> 0..1 </array>
</variables>
<constraints>
<regular> <list> cell[0][] </list>
<transitions> (s0,0,s0)(s0,1,s1)(s1,0,s1) </transitions>
<start> s0 </start> <final> s1 </final> </regular>
<regular> <list> cell[][0] </list>
<transitions> (s0,0,s0)(s0,1,s1)(s1,0,s1) </transitions>
<start> s0 </start> <final> s1 </final> </regular>
<regular> <list> cell[][1] </list>
<transitions> (s0,0,s0) </transitions>
<start> s0 </start> <final> s0 </final> </regular>
</constraints>
</instance>
"""
READ = {"the comment alone": (SMALL.partition("cell[r]")[0], puzzle("#."))}
WRITTEN = {"small": ([Sheet(puzzle("#."))], SMALL)}
BAD = {
    "another instance": ("<instance/>\n", "f:1: this is not a model of nonosat: it does not begin as nonosat-xcsp3"),
    "totals": (SMALL.replace("row 1:1", "row 2:1"), "f:1: the rows have 2 cells, the columns 1: 1 more in the rows"),
}  # fmt: skip
