"""Lists in brackets, in the syntax of several languages."""

from nonosat.errors import ParseError
from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

_TEXTS = {
    "bare": "[[1,1],[3]], [[2],[1],[2]]",
    "on lines": "[[1,1],[3]]\n[[2],[1],[2]]",
    "Python": "row_rules = [[1,1],[0,3]]  # padded\ncol_rules = [[2],[1],[2]]",
    "tuples": "rows = ((1,1),(3,))\ncols=((2,),(1,),(2,))",
    "texts": "rows = ['1 1', '3']\ncols = ['2','1','2']",
    "JavaScript": "let rowClues = [[1,1],[3]]; let colClues = [[2],[1],[2]]; solve(rowClues, colClues);",
    "Java": "int[][] rows = {{1,1},{3}}; int[][] cols = {{2},{1},{2}}; void main() { run(); }",
}
READ = {name: (text, WANTED) for name, text in _TEXTS.items()}

BAD = {
    "nested": (
        "rows = [[1,[1]],[3]]\ncols=[[2],[1],[2]]",
        "f:1: a list where the length of a block is due",
    ),
    "deep": ("rows = " + "[" * 100_000, ("f:1: lists nested more than 8 deep", ParseError)),
    "open": (
        "[[1,1],[3]",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
}
