"""What a program does with its lists cannot be seen by reading it: they are asked about, and read as written."""

from __future__ import annotations

import pytest

from nonosat.errors import Unsure
from nonosat.formats.base import Record
from nonosat.formats.found.fits import Sides, Stated, agree
from nonosat.formats.lines import Size
from nonosat.formats.said.lists import LISTS
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


#   width, height that a program states, is code; whether a 3x5 is read, with a remark
STATED = [
    ((5, 3), True, True, False),
    ((12, 12), True, False, False),
    ((20, 20), True, False, False),
    ((21, 20), True, False, False),
    ((21, 21), True, True, True),
    ((21, 21), False, False, False),
]


@pytest.mark.parametrize(("size", "is_code", "agrees", "remark"), STATED)
def test_the_size_of_a_window_is_not_that_of_a_puzzle(size, is_code, agrees, remark) -> None:
    sides = Sides([[1]] * 5, [[1]] * 3)
    found, said = agree([Stated(Size.BOTH, size, 7)], sides, is_code)
    assert (found, " of line 7 is not the size of the puzzle" in said) == (agrees, remark)
