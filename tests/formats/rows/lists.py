"""Lists in brackets, in the syntax of several languages."""

from nonosat.errors import ParseError
from nonosat.model import Puzzle

WANTED = Puzzle.of(["1 1", 3], [2, 1, 2])

_TEXTS = {
    "bare": "[[1,1],[3]], [[2],[1],[2]]",
    "on lines": "[[1,1],[3]]\n[[2],[1],[2]]",
    "?Python": "row_rules = [[1,1],[0,3]]  # padded\ncol_rules = [[2],[1],[2]]",
    "tuples": "rows = ((1,1),(3,))\ncols=((2,),(1,),(2,))",
    "texts": "rows = ['1 1', '3']\ncols = ['2','1','2']",
    "?JavaScript": "let rowClues = [[1,1],[3]]; let colClues = [[2],[1],[2]]; solve(rowClues, colClues);",
    "?Go": "rows := [][]int{{1, 1}, {3}}\ncols := [][]int{{2}, {1}, {2}}",
    "?lists of C#": "var rows = new List<List<int>>()\n{\n new List<int>() { 1, 1 },\n new List<int>() { 3 },\n};\n"
    "var cols = new List<List<int>>(3) { new List<int>() { 2 }, new List<int> { 1 }, new List<int>(1) { 2 } };",
    "?C#": "int[][] rows = new [] { new []{1, 1}, new []{3} };\nint[][] cols = new [] { new []{2}, new []{1}, new []{2} };",
    "a sign between the lines": "rows = [\n  [1,1],\n  #\n  [3],\n]\ncols = [[2],[1],[2]]",
    "?two lists in one statement": "rows, cols = [[1,1],[3]], [[2],[1],[2]]",
    "?Clojure below a drawing": ";; # #\n;; X\n{:rows [[1 1] [3]]\n :cols [[2] [1] [2]]}",
    "?null beside": "const p1 = {rows: null, cols: null}\nconst p2 = {rows: [[1,1],[3]], cols: [[2],[1],[2]]}",
    "?a quoted bracket": "print('[')\nrows = [[1,1],[3]]\ncols = [[2],[1],[2]]",
    "?Java": "int[][] rows = {{1,1},{3}}; int[][] cols = {{2},{1},{2}}; void main() { run(); }",
}
READ = {name: (text, WANTED) for name, text in _TEXTS.items()}

_LISTS = "rows = [[1,1],[3]]\ncols = [[2],[1],[2]]\n"
READ["?fields of the same names"] = (f"{_LISTS}return {{ rows = rows, cols = cols }}", WANTED)
READ["?a list in a list of others"] = (f"{_LISTS}puzzles.append(rows)", WANTED)
READ["?a type above"] = (f"interface P {{ rows: number[][]; cols: number[][]; }}\n{_LISTS}", WANTED)
READ["?an item in a comment"] = (
    "rows = [\n  [1,1],\n  # [2],\n  //[2],\n  [3],\n]\ncols = [[2],[1],[2]]",
    WANTED,
)
READ["?frozen lists and copies"] = (
    "ROWS = [[1,1],[3]].freeze\nCOLS = [[2],[1],[2]].copy()",
    WANTED,
)
READ["?declared before"] = (f"let rows, cols;\n{_LISTS}", WANTED)
READ["?items that are read"] = (f"{_LISTS}s += rows[i][0]\nf(cols[0][0])\nx = 3\nx += 1", WANTED)
READ["?empty lists with names"] = (
    "val rows = listOf(listOf(2), emptyList<Int>())\nval cols = listOf(listOf(1), listOf(1))",
    Puzzle.of([2, 0], [1, 1]),
)
READ["?two puzzles"] = (
    "a = {'rows': [[2],[1]], 'cols': [[2],[1]]}\nb = {'rows': [[1],[2]], 'cols': [[1],[2]]}",
    [Puzzle.of([2, 1], [2, 1]), Puzzle.of([1, 2], [1, 2])],
)

BAD = {
    **{
        f"nothing but {text}": (
            text,
            "f:1: there are no two lists that could be the clues of the rows and of the columns",
        )
        for text in (
            "int rows();\nint cols();",
            "it('one hint', () => { const expected = { spread: [[[], [2]], [[2], []]] }; });",
            "equal(new Integer[]{1}, op.row(0));\nequal(new Integer[]{1}, op.col(0));",
            "equal(op.row(1));\nequal(op.row(2));\nequal(op.col(2));\nequal(op.col(1));",
            "var rows = new int[,];\nvar cols = [,];",
            "a {\n  top: 0;\n  left: 0;\n}",
            "for (size_t row{0}; row < ROWS; row++) for (size_t col{0}; col < COLS; col++) {}",
            "f('[')",
            "x = '('",
            'rows = "]"',
            "a = `[`",
            "x = '{'",
        )
    },
    "two lists in a program that names neither": (
        "for first, second in zip([[1, 1], [3]], [[2], [1], [2]]):\n    assert something(first) == second",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
    "nothing but items": (
        "// nonogram\nf(a[1][1]);\ng(a[1][1]);",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
    "other names of lists": (
        "A = [[1,1],[3]]\nB = [[2],[1],[2]]\nrows, cols = A, B",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
    "nested": (
        "rows = [[1,[1]],[3]]\ncols=[[2],[1],[2]]",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
    "deep": ("rows = " + "[" * 100_000, ("f:1: lists nested more than 40 deep", ParseError)),
    "open": (
        "[[1,1],[3]",
        "f:1: there are no two lists that could be the clues of the rows and of the columns",
    ),
}
