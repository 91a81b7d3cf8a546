"""Tables as text: clues in the margins, or pictures."""

from nonosat.errors import TooLarge
from nonosat.model import Grid, Puzzle, Sheet

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

READ = {
    "half a picture is not a picture of numbers": (",2,1\n1,#,\n2,,\n", {"guesses": ("f:2: the goal is left out, since it does not fit the clues: row 2 reads 0, its clue is 2",)}),
    "clues and a picture": (",,2,1,2\n1,1,#,,#\n,3,#,#,#\n", Sheet(WANTED, (Grid.of(["#.#", "###"]),))),
    "several numbers in a cell": (",2,1,2\n1 1,,,\n3,,,\n", WANTED),
    "several numbers in a cell, and a zero in the corner": ("0;1 1;3\n2;;\n1;;\n2;;\n", Puzzle.of([2, 1, 2], ["1 1", 3])),
    "a letter for each filled cell": (",2,1,2\n1 1,o,,o\n3,,o,\n", {"puzzle": WANTED, "guesses": ("f:2: the goal is left out, since it does not fit the clues: row 2 reads 1, its clue is 3",)}),
    "several lines in a cell": (',2,1,2\n"1\n1",,,\n3,,,\n', WANTED),
    "tabs": ("\t2\t1\t2\n1 1\t\t\t\n3\t\t\t\n", WANTED),
    "blank lines around": ("\n\n,2,1,2\n1 1,,,\n3,,,\n\n", WANTED),
    "inks": (",1r,1b\n1r 1b,,\n", {"puzzle.width": 2, "puzzle.palette.inks": range(1, 3)}),
    "unknown lengths": (",?,1,2\n1 ?,,,\n3,,,\n", Puzzle.of(["1 ?", 3], ["?", 1, 2])),
    "numbers as picture": ("1,0,1\n1,1,1\n", WANTED),
    "ones alone as picture": (",1,1\n1,1,1\n", {"puzzle": Puzzle.of([2, 3], [1, 2, 2]), "guesses": ()}),
    "names in front": ("rows,1,1\nrows,3,\ncolumns,2\ncolumns,1\ncolumns,2\n", WANTED),
    "names in front, once": ("Row clues,1 1\n,3\nColumn clues,2\n,1\n,2\n", WANTED),
    "names in front, above": ("Rows,,\n,1,1\n,3,\n,,\nColumns,,\n,2,\n,1,\n,2,\n", WANTED),
    "empty clues behind names": ("row,1\nrow,\ncolumn,1\ncolumn,\n", Puzzle.of([1, 0], [1, 0])),
    "two headings": ("Rows,,Columns\n1,1,2\n3,,1\n,,2\n", WANTED),
    "an empty clue under a heading": ("Rows,Columns\n1,1\n,1\n1,\n", Puzzle.of([1, 0, 1], [1, 1])),
    "names of colors as picture": ("red,,\nred,blue,\n", {"puzzle.height": 2, "puzzle.width": 3, "puzzle.palette.inks": range(1, 3)}),
}  # fmt: skip

BAD = {
    "empty": ("", "f:1: the table is empty"),
    "words": ("who,what\nme,that\n", "f:1: 'who' is neither a clue in a margin nor a cell of a picture"),
    "totals under headings": ("Rows,Columns\n1,2\n,1\n", "f:2: column 1 needs 2 cells, the grid is 1 high"),
    "measurements": ("3,6\n0,2\n2,3\n", "f:1: '3' is not a cell of a picture"),
    "a word in the field": (",2,1,2\n1 1,,,\n3,,word,\n", "f:3: 'word' is neither a clue nor a cell of the picture"),
    "totals": (",2,1\n1,,\n1,,\n", "f:1: the rows have 2 cells, the columns 3: 1 more in the columns"),
    "too wide": ("," * 20_001, ("f: a table of more than 20000 rows or columns", TooLarge)),
    "too large with what short rows lack": ("," * 9_999 + "\n" + "1\n" * 9_999, ("f: a table of more than 4000000 cells", TooLarge)),
}  # fmt: skip
