"""MiniZinc data: two dialects read, one written."""

from nonosat.model import Puzzle, Sheet

TWO = Puzzle.of([[1, 1], [2]], [[1], [1], [2]])
EMPTY = Puzzle.of([[], [1]], [[1], []])

READ = {
    "bars": ("rows=2;row_rule_len=2;row_rules=[|1,1|0,2|];cols=3;col_rule_len=1;col_rules=[|1|1|2|];", TWO),
    "any order, trailing commas and bars, no last semicolon": ("col_rules = [|1,\n|1,\n|2,\n|]; cols = 3;\nrow_rules = [|1, 1, |0, 2, |]; rows = 2", TWO),
    "padded on the right": ("rows=2;row_rules=[|1,1,0|2,0,0|];cols=3;col_rules=[|1|1|2|];", TWO),
    "comments and other names": ("% a, [|\nn = 7; rows=2; /* cols = 9;\n */ row_rules=[|1,1|0,2|];cols=3;col_rules=[|1|1|2|];", TWO),
    "values of other kinds": ('name="a;b";s={1,2};r=1..3;b=true;l=[1,2];rows=2;row_rules=[|1,1|0,2|];cols=3;col_rules=[|1|1|2|];', TWO),
    "array2d with numbers and names": ("rows=2;row_rules=array2d(1..rows, 1..2, [1,1,0,2]);cols=3;col_rules=array2d(1..3,1..1,[1,1,2,]);", TWO),
    "sizes that nobody states": ("row_rules=[|1,1|0,2|];col_rules=[|1|1|2|];", TWO),
    "a size without its sign": ("rows 2; row_rules=[|1,1|0,2|];cols=3;col_rules=[|1|1|2|];", TWO),
    "cell by cell": ("X=3;Y=2;maxlen=3;rows=[|1,0,1|1,1,-1|];cols=[|1,-1|1,-1|1,1|];", TWO),
    "an empty line is zeros": ("rows=2;row_rules=[|0,0|1,0|];cols=2;col_rules=[|1|0|];", EMPTY),
    **{f"empty as {text}": (f"X=2;Y=2;maxlen=2;rows=[|{text}|1,-1|];cols=[|1,-1|0,-1|];", EMPTY) for text in ("0,-1", "-1,-1")},
}  # fmt: skip

WRITTEN = {
    "padded": ([Sheet(TWO)], "rows = 2;\nrow_rule_len = 2;\nrow_rules =\n  [|1, 1\n  | 0, 2|];\ncols = 3;\ncol_rule_len = 1;\ncol_rules =\n  [|1\n  | 1\n  | 2|];\n"),
}  # fmt: skip

REST = "cols=3;col_rules=[|1|1|2|];"
CELLS = "X=2;Y=1;cols=[|1|1|];"

NO_LISTS = "f:1: there are no two lists that could be the clues of the rows and of the columns"

#    text                                                          what the error says
_BAD = [
    ("",                                                           NO_LISTS),
    ("n = 3;",                                                     NO_LISTS),
    (f"rows=2;row_rules=[|1,0,1|0,2,0|];{REST}",                   "f:1: a 0 is between the blocks of '1 0 1'"),
    (f"rows=2;\nrow_rules=[|1,1\n|2,0,0|];{REST}",                 "f:2: the rows of an array differ in length"),
    (f"rows=3;row_rules=[|1,1|0,2|];{REST}",                       "f:1: row clues: expected 3, got 2"),
    (f"rows=2;row_rules=[|1,1|0,2];{REST}",                        "f:1: an array that begins with [| ends with |]"),
    (f"rows=2;row_rules=[|1,1|0,-2|];{REST}",                      "f:1: '0 -2' has a negative length"),
    (f"rows=2;row_rules=7;{REST}",                                 "f:1: there is a list of column clues, but no list that could be the row clues"),
    (f"rows=2;row_rules=array2d(1..2,1..2,[1,1,0]);{REST}",        "f:1: 3 numbers do not fill an array of 2 by 2"),
    (f"rows=2;row_rules=array2d(1..2,1..n,[1]);{REST}",            "f:1: an array whose second size is given nowhere before it"),
    (f"rows=2;row_rules=array2d(1..n,1..2,[1]);{REST}",            "f:1: 1 numbers do not fill an array of 0 by 2"),
    (f"rows=2;row_rules=array2d(0..1,1..2,[1]);{REST}",            "f:1: an array that does not begin at 1"),
    ("rows=2;\nrow_rules=",                                        NO_LISTS),
    ("rows=2;\nname=\"x\";",                                       NO_LISTS),
    (f"rows=[|1,0,0,1|];{CELLS}",                                  "f:1: '1 0 0 1' is not a clue: expected a 1 for each cell, a 0 between blocks, and -1 at the end"),
    (f"Y=1;rows=[[[1]]];{CELLS.replace('Y=1;', '')}",              "f:1: this is not an array: expected [| 1, 2 | 3, 4 |] or array2d(1..2, 1..2, [1, 2, 3, 4])"),
    ("row_states = array2d(1..1, 1..2, [1,0]);",                   "f:1: automata of clues are not read: write row_rules and col_rules"),
    (f"rows=[|1,-1,1|];{CELLS}",                                   "f:1: '1 -1 1' is not a clue: expected a 1 for each cell, a 0 between blocks, and -1 at the end"),
]  # fmt: skip

BAD = {f"{at}: {text[:40]}": (text, message) for at, (text, message) in enumerate(_BAD)}
