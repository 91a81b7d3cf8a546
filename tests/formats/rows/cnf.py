"""DIMACS CNF: only formulas of nonosat are read, by their comments."""

from nonosat.formats.models.cnf import TITLE

GOOD = f"{TITLE}\nc inks 1\nc row 1:1\nc column 1:1\n"
BAD = {
    "empty": ("", "f:1: this is not a model of nonosat: it does not begin as nonosat-cnf"),
    "another formula": ("p cnf 1 1\n1 0\n", "f:1: this is not a model of nonosat: it does not begin as nonosat-cnf"),
    "no inks": (f"{TITLE}\nc row\nc column\n", "f:1: the number of inks is missing"),
    "inks": (GOOD.replace("inks 1", "inks 0"), "f:2: not a number of inks, 1 to 255"),
    "no block": (GOOD.replace("row 1:1", "row 11"), "f:3: '11' is not a block such as 3:1, length and ink"),
    "no ink": (GOOD.replace("row 1:1", "row 1:0"), "f:3: 0 is not the number of an ink"),
}  # fmt: skip
