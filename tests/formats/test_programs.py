"""What a program does with its lists cannot be seen by reading it: they are asked about, and read as written."""

import pytest

from nonosat.errors import NonosatError, SomeUnread, Unsure
from nonosat.formats import make_format
from nonosat.formats.base import Record, Size, Stated
from nonosat.formats.detect.detect import detect
from nonosat.formats.found.fits import Sides, misstated
from nonosat.formats.stages import LISTS
from nonosat.model import Puzzle

STATEMENTS = [
    "rows = append(rows, []int{})",
    "Collections.reverse(Arrays.asList(rows))",
    "func main() { rows = rows[1:] }",
    "int *p = rows[0]; *p = 2;",
    "rows.at(-1)[0] = 1;",
    "Array.prototype.reverse.call(rows);",
    "std::reverse(begin(rows), end(rows));",
    "++rows[0][0];",
    "rows[0][0] >>= 1;",
    "let r = &mut rows; r[0][0] = 2;",
    "for (const [i, r] of rows.entries()) { r[0] = 2; }",
    "for _, r := range rows {\n\tr[0] = 2\n}",
    "rows = []",
    "memset(rows, 0, sizeof rows);",
    "[rows, cols] = [cols, rows]",
    "table.insert(rows, {5})",
    "push!(rows, [2])",
    "rows.reverse!",
    "for r, c in zip(rows, cols): r.sort()",
    "if (q := rows): pass",
    "exec('rows.reverse()')",
    "x = max(rows)\nx.reverse()",
    "--rows[0][0];",
    "rows.each { |r| r.reverse! }",
    "rows['reverse']();",
    "def f(a):\n    for r in a:\n        r.reverse()\nf(rows)",
    "f(rows)",
    "x = [r[::-1] for r in rows]",
    "print(len(rows))",
    "console.log(rows.flat());",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_lists_of_a_program_are_asked_about(statement: str) -> None:
    text = f"rows = [[1],[2]]\ncols = [[2],[1]]\n{statement}\n"
    with pytest.raises(Unsure):
        LISTS.read(Record(text, "f"))
    (sheet,) = LISTS.read(Record(text, "f", is_asked=True))
    assert sheet.puzzle == Puzzle.of([1, 2], [2, 1])
    assert "lines 1 and 2 are read; the program is not run" in sheet.guesses


LANGUAGES = {
    ".py": ("rows = [[1, 2], [3], [1]]\ncols = [[1], [1], [2], [2], [1]]\n", "rows[0] = [2, 1]", "for r in rows: r.sort()", "rows += [[4]]", "rows[1][0] -= 1"),
    ".js": ("const rows = [[1, 2], [3], [1]];\nconst cols = [[1], [1], [2], [2], [1]];\n", "rows.reverse();", "[rows[0], rows[1]] = [rows[1], rows[0]];", "rows[0][0]++;"),
    ".ts": ("const rows: number[][] = [[1, 2], [3], [1]];\nconst cols: number[][] = [[1], [1], [2], [2], [1]];\n", "rows.push([1]);", "rows.forEach((r) => r.reverse());"),
    ".java": ("int[][] rows = {{1, 2}, {3}, {1}};\nint[][] cols = {{1}, {1}, {2}, {2}, {1}};\n", "Collections.reverse(Arrays.asList(rows));", "rows[0] = new int[] {2, 1};", "int[] t = rows[0]; rows[0] = rows[1]; rows[1] = t;"),
    ".c": ("int rows[3][2] = {{1, 2}, {3, 0}, {1, 0}};\nint cols[5][1] = {{1}, {1}, {2}, {2}, {1}};\n", "int main(void) { rows[0][0] /= 2; return 0; }", "void f(void) { qsort(rows, 3, 8, g); }"),
    ".cpp": ("std::vector<std::vector<int>> rows = {{1, 2}, {3}, {1}};\nLines cols{{1}, {1}, {2}, {2}, {1}};\n", "std::reverse(rows.begin(), rows.end());", "for (auto& r : rows) std::sort(r.begin(), r.end());", "cin >> rows[0][0];"),
    ".cs": ("int[][] rows = { new[] {1, 2}, new[] {3}, new[] {1} };\nint[][] cols = new int[][] { new[] {1}, new[] {1}, new[] {2}, new[] {2}, new[] {1} };\n", "Array.Reverse(rows);", "(rows[0], rows[1]) = (rows[1], rows[0]);"),
    ".go": ("var rows = [][]int{{1, 2}, {3}, {1}}\nvar cols = [][]int{{1}, {1}, {2}, {2}, {1}}\n", "rows = append(rows, []int{1})", "for _, r := range rows { sort.Ints(r) }", "rows = rows[1:]"),
    ".rs": ("let mut rows = vec![vec![1, 2], vec![3], vec![1]];\nlet cols = vec![vec![1], vec![1], vec![2], vec![2], vec![1]];\n", "rows.swap(0, 1);", "for r in rows.iter_mut() { r.sort(); }"),
    ".kt": ("val rows = mutableListOf(listOf(1, 2), listOf(3), listOf(1))\nval cols = listOf(Line.of(1), Line.of(1), Line.of(2), Line.of(2), Line.of(1))\n", "rows.add(listOf(1))", "for (i in 0..2) rows[i] = rows[i].sorted()"),
    ".swift": ("var rows: [[Int]] = [[1, 2], [3], [1]]\nvar cols: [[Int]] = [[1], [1], [2], [2], [1]]\n", "rows.swapAt(0, 1)", "for i in rows.indices { rows[i].sort() }"),
    ".rb": ("rows = [[1, 2], [3], [1]]\ncols = [[1], [1], [2], [2], [1]].freeze\n", "rows << [1]", "rows.each { |r| r.sort! }", "rows[0], rows[1] = rows[1], rows[0]"),
    ".php": ("<?php\n$rows = [[1, 2], [3], [1]];\n$cols = array(array(1), array(1), array(2), array(2), array(1));\n", "$rows[] = [1];", "foreach ($rows as &$r) { sort($r); }"),
    ".pl": ("my @rows = ([1, 2], [3], [1]);\nmy @cols = ([1], [1], [2], [2], [1]);\n", "@rows = reverse @rows;", "push @rows, [1];", "@rows[0, 1] = @rows[1, 0];"),
    ".hs": ("rows = [[1, 2], [3], [1]]\ncols = [[1], [1], [2], [2], [1]]\n", "main = print (map reverse rows)"),
    ".pro": ("wave([[1, 2], [3], [1]], % rows\n [[1], [1], [2], [2], [1]], % columns\n [[_, x], [_, _]]).\n", "go :- rows(R), reverse(R, Q), solve(Q)."),
}  # fmt: skip
"""Suffix -> the lists in a language, and statements that change them."""


def read_so(text: str, suffix: str, *, is_asked: bool) -> list[object]:
    name = f"a{suffix}"
    reader = make_format(detect(text, suffix, name, True))
    try:
        return [*reader.read(Record(text, name, is_asked=is_asked))]
    except SomeUnread as some:
        return [*some.found]


@pytest.mark.parametrize(
    ("suffix", "lists", "statement"),
    [(suffix, row[0], one) for suffix, row in LANGUAGES.items() for one in row[1:]],
)
def test_changed_lists_are_read_as_they_are_written(suffix, lists, statement) -> None:
    text = f"{lists}{statement}\n"
    with pytest.raises(Unsure):
        read_so(text, suffix, is_asked=False)
    (sheet, *unused) = read_so(text, suffix, is_asked=True)
    assert sheet.puzzle == Puzzle.of([[1, 2], [3], [1]], [[1], [1], [2], [2], [1]])
    assert [guess for guess in sheet.guesses if guess.endswith("the program is not run")]
    assert all("a second list" in str(one) for one in unused)


NO_PUZZLES = {
    "comparisons": "if (fromX < 0 || fromX >= w || toY < 0 || toX == 1) {}\nx >= 0; y >= 0;",
    "bare numbers": "rows = 2\ncols = 2\nassert(nbRows(2)); assert(nbCols(2));",
    "calls": "RowLine(0, listOf()); ColumnLine(0, listOf());\nrows = Rows(1, 1)\ncols = Cols(1, 1)",
    "one row": "rows = [[1, 1]]\ncols = [[1], [], [1]]",
    "no block": "rows = [[], []]\ncols = [[], []]\nboard = [[0, 0], [0, 0]]",
    "comments": "# rows = [[2], [2]]\n# cols = [[2], [2]]\n\"\"\"\nrows = [[2], [2]]\ncols = [[2], [2]]\n\"\"\"",
    "numbers in brackets": 'rows = """\n1 1 (2)\n1 (1)\n"""\ncols = """\n2 (2)\n1 (1)\n"""',
    "calculated": "rows = [[1], [1]] * 2\ncols = [[4]] + [[0]]",
    "reversed": "rows = reversed([[1, 1], [1]])\ncols = [[2], [], [1]][::-1]",
    "a style": "top: 0;\nleft: 0;",
}  # fmt: skip


@pytest.mark.parametrize("name", NO_PUZZLES)
def test_what_is_no_list_of_clues_is_not_found(name: str) -> None:
    with pytest.raises(NonosatError):
        read_so(f"import x\n{NO_PUZZLES[name]}\n", ".py", is_asked=True)


FOUND = {
    "added": (".cs", "p.AddRow(new Line(2)); p.AddRow(new Line(0)); p.AddColumn(new Line(1)); p.AddColumn(new Line(1));"),
    "wrapped": (".java", "var rows = List.of(Line.of(2), List.of());\nvar cols = List.of(Line.of(1), Line.of(1));"),
    "objects": (".cs", "var rows = new List<Row>\n{\n new Row { 2 },\n new Row { 0 },\n};\nvar cols = new List<Row> { new Row { 1 }, new Row { 1 } };"),
    "a matrix": (".js", "export default [\n [1, 1],\n [0, 0],\n];"),
    "rows of a picture": (".ts", "export const P = [{ id: 'a', rows: ['##', '..'] }];"),
    "a page": (".html", "<html><script>\nvar rows = [[2], []];\nvar cols = [[1], [1]];\n</script></html>"),
    "a table of a page": (".html", "<table><tr><td></td><th>1</th><th>1</th></tr><tr><th>2</th><td></td><td></td></tr><tr><th>0</th><td></td><td></td></tr></table>"),
    "a drawn board": (".txt", "    1  1\n2 |__|__|\n0 |__|__|\n"),
    "a picture in data": (".json", '{"name": "x", "any": [[1, 1], [0, 0]]}'),
    "backticks": (".md", "# A\n\nRows: `2`, `0`\n\nColumns: `1`, `1`\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_it_is_found(name: str) -> None:
    suffix, text = FOUND[name]
    with pytest.raises(Unsure):
        read_so(text, suffix, is_asked=False)
    (sheet,) = read_so(text, suffix, is_asked=True)
    assert sheet.puzzle == Puzzle.of([[2], []], [[1], [1]])


#   width, height that a program states, is code; whether a 3x5 is read
STATED = [
    ((5, 3), True, True),
    ((12, 12), True, False),
    ((20, 20), True, False),
    ((21, 21), True, True),
    ((21, 21), False, False),
]


@pytest.mark.parametrize(("size", "is_code", "agrees"), STATED)
def test_the_size_of_a_window_is_not_that_of_a_puzzle(size, is_code, agrees) -> None:
    sides = Sides(((1,),) * 5, ((1,),) * 3)
    assert (misstated([Stated(Size.BOTH, size, 7)], sides, is_code) is None) == agrees
