"""Clues under headings, as people and YAML write them."""

from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

_TEXTS = {
    "one line each": "Rows: 1 1, 3\nColumns: 2, 1, 2\n",
    "letters": "R: 1 1; 3\nC: 2; 1; 2",
    "NonoGeek": "ROWS:\n1 1\n3\nCOLUMNS:\n2\n1\n2\n",
    "columns first": "columns:\n2\n1\n2\nrows:\n1 1\n3\n",
    "YAML": "rows:\n- [1, 1]\n- [3]\ncolumns:\n- 2\n- 1\n- 2\n",
    "a heading over numbered lines": "Row clues:\n  Row 1: 1 1\n  Row 2: 3\nColumn clues:\n"
    "  Column 1: 2\n  Column 2: 1\n  Column 3: 2\n",
    "a heading each": "Row 1: 1 1\nRow 2: 3\nColumn 1: 2\nColumn 2: 1\nColumn 3: 2\n",
}
_TEXTS |= {
    "sizes behind headings": "Rows: 2\n1 1\n3\nColumns: 3\n2\n1\n2\n",
    "?a size below": "Rows: 1 1, 3\nColumns: 2, 1, 2\nWidth: 3\n",
    "YAML, dashes of their own": "rows:\n  -\n    - 1\n    - 1\n  -\n    - 3\ncolumns:\n- - 2\n- - 1\n- 2\n",
    "?YAML, texts": "rows: |\n  1 1\n  3\ncolumns: >-\n  2\n  1\n  2\nauthor: me\n",
    "?brackets around all": "Rows:\n[\n1 1\n3\n]\nColumns:\n[[2], [1],\n[2]]\n",
    "sections of INI": "[columns]\nclues=[[2],[1],[2]]\n[rows]\nclues=[[1,1],[3]]\n",
    "a picture below its size": "3 2\n#.#\n###\n",
    "a picture of digits below its size": "3\n2\n1 0 1\n1 1 1\n",
    "a size with blanks": "Dimensions: 2 x 3\nRow clues: 1 1 / 3\nColumn clues: 2 / 1 / 2\n",
    "?prose above": "The file has the rows, then the columns of a puzzle.\n\nRows: 1 1, 3\nColumns: 2, 1, 2\n",
    "?a comma in a heading": "R, row 1 1 | 3\nC 2 | 1 | 2\n",
    "?labels on a line": "row1=1,1 row2=3\ncol1=2 col2=1 col3=2\n",
}
READ = {name: (text, WANTED) for name, text in _TEXTS.items()}
READ["?a zero in front of a number"] = (
    "Rows:\n01\n1\nColumns:\n2\n0\n",
    {"puzzle.height": 2},
)
READ["a dash behind the last clue"] = (
    "rows\n3\n1\n2\ncolumns\n1 1\n1 1\n2\n-\n",
    {"puzzle.width": 4},
)
READ["YAML, a dash alone at an end"] = (
    "rows:\n  -\n    - 2\n  -\ncolumns:\n  -\n    - 1\n  -\n    - 1\n",
    Puzzle.of([2, 0], [1, 1]),
)
READ["as many blocks with inks as the width has cells"] = (
    "Width: 2\nRows:\n1r\n1r\n1b\n1r\n1b\nColumns:\n0\n2r 1b 1r 1b\n",
    {"puzzle.height": 5},
)
READ["a title with an open bracket"] = (
    "Title: (0\nRows: 1 1, 3\nColumns: 2, 1, 2\n",
    {"title": "(0"},
)
READ["a title that begins like a list"] = (
    "Title: (=}\nRows: 1 1, 3\nColumns: 2, 1, 2\n",
    {"title": "(=}"},
)
READ["?numbers that may be sizes or first clues"] = (
    "Rows: 2\n1\n1\nColumns: 2\n1\n1\n",
    {"puzzle.height": 2},
)
READ["?lines that may be sizes or first clues"] = (
    "Rows\n2\n1\n1\nColumns\n2\n1\n1\n",
    {"puzzle.height": 3},
)
READ["sizes in brackets"] = ("Rows (2)\n1\n1\nColumns (2)\n1\n1\n", {"puzzle.height": 2})
READ["an author below the title"] = (
    "Duck\nby Eva Mai\n\nRows: 1 1, 3\nColumns: 2, 1, 2\n",
    {"title": "Duck", "author": "Eva Mai"},
)

BAD = {
    "too many": (
        "columns:\n1\nrows:\n" + "1\n" * 10_001,
        "f:1: 1x10001 is too large: at most 10000 a side and 25000000 cells",
    ),
    "l for 1": ("rows:\n2\n1\nl 2\ncolumns:\n2\n", "f:4: 'l' is not a number (1?)"),
    "l on a line of its own": ("rows:\n2\n1\nl\ncolumns:\n2\n", "f:4: 'l' is not a number (1?)"),
    "one side": ("Rows: 1\n", "f:1: a number that is a size or the only clue"),
    "a size that is wrong": (
        "size: 3x3\nRows: 1 1, 3\nColumns: 2, 1, 2\n",
        "f:1: 3x3 is stated here, but the puzzle is 3x2",
    ),
    "a count that is wrong": (
        "Rows: 3\n1 1\n3\nColumns:\n2\n1\n2\n",
        "f:1: 3 rows is stated here, but the puzzle is 3x2",
    ),
    "the size of a picture": (
        "Boat\n4 2\n#.#\n###\n",
        "f:2: 4x2 is stated here, but the puzzle is 3x2",
    ),
    "a place": (
        "res 72000\nhor 1\nvert 1\n",
        "f: found no puzzle: it has no line of numbers. The simplest form is a line for each row such as 2 1, an empty line, and a line for each column",
    ),
    "words": ("Rows: x\nColumns: 1\n", "f:1: nothing shows where a clue ends"),
}
