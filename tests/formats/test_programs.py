"""A later statement that changes a list of clues is refused by its line, in any language."""

from __future__ import annotations

import pytest

from nonosat.errors import NonosatError
from nonosat.formats.base import Record
from nonosat.formats.found.lists import LISTS

SIDES = "rows = [[1],[2]]\ncols = [[2],[1]]\n"
CHANGED = {
    "an appended slice of Go": "rows := [][]int{{1}, {2}}\ncols := [][]int{{2}, {1}}\nrows = append(rows, []int{})\n",
    "reversed as a view": f"{SIDES}Collections.reverse(Arrays.asList(rows))\n",
    "another list in a block": f"{SIDES}if (a) {{ rows = [[2],[1]] }}\n",
    "other lists in a function": f"{SIDES}function f() {{ rows = [[2],[1]]; cols = [[1],[2]]; }}\n",
    "a second name in a function": f"{SIDES}void f() {{ int[][] a = rows; a[0][0] = 2; }}\n",
    "a slice in a function": f"{SIDES}func main() {{ rows = rows[1:] }}\n",
    "a name for an item": f"{SIDES}const last = rows[1]; last[0] = 1;\n",
    "a pointer to an item": f"{SIDES}int *p = rows[0]; *p = 2;\n",
    "a method that gives an item": f"{SIDES}rows.at(-1)[0] = 1;\n",
    "a method of another's method": f"{SIDES}rows.first()[0] = 2\n",
    "a package that sorts": f"{SIDES}sort.Slice(rows, less)\n",
    "a method that is called": f"{SIDES}Array.prototype.reverse.call(rows);\n",
    "both ends": f"{SIDES}std::reverse(begin(rows), end(rows));\n",
    "in parentheses": f"{SIDES}(rows)[0][0] = 2\n",
    "a step in a loop": f"{SIDES}for (i = 0; i < 2; i++) rows[i][0]++;\n",
    "a step in front": f"{SIDES}++rows[0][0];\n",
    "a shift": f"{SIDES}rows[0][0] >>= 1;\n",
    "a borrowed list": f"{SIDES}let r = &mut rows; r[0][0] = 2;\n",
    "an item if there is one": f"{SIDES}rows?.[0].reverse();\n",
    "a loop over places": f"{SIDES}for (const [i, r] of rows.entries()) {{ r[0] = 2; }}\n",
    "a loop over a range": f"{SIDES}for _, r := range rows {{\n\tr[0] = 2\n}}\n",
    "nothing instead": f"{SIDES}rows = []\n",
    "bytes": f"{SIDES}memset(rows, 0, sizeof rows);\n",
    "sides exchanged": f"{SIDES}std::swap(cols, rows);\n",
    "sides exchanged in Rust": f"{SIDES}mem::swap(&mut rows, &mut cols);\n",
    "sides exchanged at once": f"{SIDES}[rows, cols] = [cols, rows]\n",
    "other names of both": f"{SIDES}let [a, b] = [rows, cols];\n",
    "a name of all items": f"{SIDES}*rows, y = z\n",
    "a package that shuffles": f"{SIDES}random.shuffle(rows)\n",
    "an item put in": f"{SIDES}table.insert(rows, {{5}})\n",
    "a call that ends in !": f"{SIDES}push!(rows, [2])\n",
    "a method that ends in !": f"{SIDES}rows.reverse!\n",
    "some bits": f"{SIDES}rows[0] |= 1\n",
    "more in a block": f"{SIDES}{{ rows += [1]; }}\n",
    "a method for each": f"{SIDES}rows.forEach(r => r.reverse());\n",
    "two loops at once": f"{SIDES}for r, c in zip(rows, cols): r.sort()\n",
    "a name in a condition": f"{SIDES}if (q := rows): pass\n",
}  # fmt: skip


CHANGING = [
    "def f(a):\n    for r in a:\n        r.reverse()\nf(rows)",
    "const f = (a) => a.reverse();\nf(rows);",
    "def f(a):\n    b = a\n    b[0][0] = 2\nf(rows)",
    "map(f, rows)\ndef f(r): r.reverse()",
    "func f(a [][]int) { a[0][0] = 1 }\nf(rows)",
    "function f(a: int, b: number[][]) { b[0] = []; }\nf(1, rows)",
]


@pytest.mark.parametrize("statements", CHANGING)
def test_a_function_that_changes_what_it_gets_is_refused(statements: str) -> None:
    with pytest.raises(NonosatError, match=r" changes the list of line 1"):
        LISTS.read(Record(f"{SIDES}{statements}\n", "f"))


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_list_is_refused_by_line(name: str) -> None:
    with pytest.raises(NonosatError, match=r"f:3: .* changes the list of line [12]"):
        LISTS.read(Record(CHANGED[name], "f"))


def test_a_method_on_the_next_line_is_calculated() -> None:
    with pytest.raises(NonosatError, match=r"f:3: the list of line 2 is calculated"):
        LISTS.read(Record("cols = [[2],[1]]\nrows = [[1],[2]]\n  .reverse()\n", "f"))


UNSEEN = {
    "exec": (f"{SIDES}exec('rows.reverse()')\n", r"f:3: exec\(...\) may change the lists"),
    "max": (f"{SIDES}x = max(rows)\nx.reverse()\n", r"f:3: line 4 changes the list of line 1"),
    "decrement": (f"{SIDES}--rows[0][0];\n", r"f:3: a step changes the list of line 1"),
    "pointer": (f"{SIDES}*(*(rows + 1) + 0) = 1;\n", r"f:3: \* changes the list of line 1"),
    "item": (f"def f():\n{SIDES}return rows\nf()[0][0] = 1\n", "f:5: this statement changes the list that f"),
    "a callback": (f"{SIDES}rows.forEach(r => r[0] = 2);\n", r"f:3: .forEach of rows changes"),
    "a step in one": (f"{SIDES}rows.forEach((r, i) => {{ r[0]++; }});\n", r"f:3: .forEach of rows"),
    "a function in place": (f"{SIDES}rows.map(function (r) {{ r[0] += 2; }});\n", r"f:3: .map of rows"),
    "a block": (f"{SIDES}rows.each {{ |r| r.reverse! }}\n", r"f:3: .each of rows changes"),
    "a length": (f"{SIDES}rows.forEach(r => {{ r.length = 0 }});\n", r"f:3: .forEach of rows"),
    "a name as text": (f"{SIDES}rows['reverse']();\n", r"f:3: this call changes the list of line 1"),
    "method": (f"def f():\n{SIDES}return rows, cols\nr, c = f()\nr.reverse()\n", "f:6: this statement changes"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN)
def test_a_change_that_does_not_name_the_list_is_refused(name: str) -> None:
    text, message = UNSEEN[name]
    with pytest.raises(NonosatError, match=message):
        LISTS.read(Record(text, "f"))


REMARKS = {
    "f(rows)": "line 3 hands rows to f",
    "x = [r[::-1] for r in rows]": "line 3 goes through rows",
    "for r in rows: print(sum(r))": "line 3 goes through rows",
    "print(len(rows))": "",
    "p = {'r': rows}": "line 3 puts rows into a list or object",
    "f(rows, key=3)": "line 3 hands rows to f",
    "def f(): return rows\nr = f()\nprint(r[0], r.copy())": "",
    "--rows are clues": "",
    "print(f'{len(rows)} rows', r'x')": "",
    "print(sorted(rows), list(reversed(rows)))": "",
    "console.log(rows.flat()); rows.forEach(r => { d.text = r.join(); });": "",
}  # fmt: skip


@pytest.mark.parametrize("statement", REMARKS)
def test_a_use_that_may_change_a_list_is_named(statement: str) -> None:
    (sheet,) = LISTS.read(Record(f"{SIDES}{statement}\n", "f"))
    said = [text for text in sheet.guesses if text.startswith("line")]
    named = ["lines 1 and 2 are read", *filter(None, [REMARKS[statement]])]
    assert said == [f"{text}; the program is not run" for text in named]
