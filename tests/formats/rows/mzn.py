"""MiniZinc models: only those of nonosat are read, by their comments."""

from format_examples import puzzle

from nonosat.formats.models.mzn import TITLE
from nonosat.model import Sheet

SMALL = f"""{TITLE}
% inks 1
% size 2 1
% row 1:1
% column 1:1
% column
% cell[r, c] is the color of the cell in row r and column c: 1 blank, n + 1 ink n
include "regular.mzn";
array[1..1, 1..2] of var 1..2: cell;
constraint regular(row(cell, 1), 2, 2, [|1,2|2,0|], 1, {{2}});
constraint regular(col(cell, 1), 2, 2, [|1,2|2,0|], 1, {{2}});
constraint regular(col(cell, 2), 1, 2, [|1,0|], 1, {{1}});
solve :: int_search(array1d(cell), first_fail, indomain_max) satisfy;
array[1..2] of string: sign = [".", "#"];
output [sign[fix(cell[r, c])] ++ if c == 2 then "\\n" else "" endif
        | r in 1..1, c in 1..2];
"""
READ = {"the comments alone": (SMALL.partition("% cell")[0], puzzle("#."))}
WRITTEN = {"small": ([Sheet(puzzle("#."))], SMALL)}
BAD = {
    "another model": ("% mine\nsolve satisfy;\n", "f:1: this is not a model of nonosat: it does not begin as nonosat-mzn"),
    "a row is missing": (SMALL.replace("% row 1:1\n", ""), "f:1: a puzzle needs at least one row and one column, not 2x0"),
}  # fmt: skip
