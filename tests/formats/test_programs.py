"""A later statement that changes a list of clues is refused by its line, in any language."""

from __future__ import annotations

import pytest

from nonosat.errors import NonosatError
from nonosat.formats.base import Record
from nonosat.formats.program.lists import LISTS

SIDES = "rows = [[1],[2]]\ncols = [[2],[1]]\n"
CHANGED = {
    "an appended slice of Go": "rows := [][]int{{1}, {2}}\ncols := [][]int{{2}, {1}}\nrows = append(rows, []int{})\n",
    "reversed as a view": f"{SIDES}Collections.reverse(Arrays.asList(rows))\n",
    "another list in a block": f"{SIDES}if (a) {{ rows = [[2],[1]] }}\n",
    "other lists in a function": f"{SIDES}function f() {{ rows = [[2],[1]]; cols = [[1],[2]]; }}\n",
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_list_is_refused_by_line(name: str) -> None:
    with pytest.raises(NonosatError, match=r"f:3: .* changes the list of line 1"):
        LISTS.read(Record(CHANGED[name], "f"))


REMARKS = {
    "f(rows)": "line 3 hands rows to f",
    "x = [r[::-1] for r in rows]": "line 3 goes through rows",
    "for r in rows: print(sum(r))": "line 3 goes through rows",
    "print(len(rows))": "",
    "f(rows, key=3)": "line 3 hands rows to f",
}  # fmt: skip


@pytest.mark.parametrize("statement", REMARKS)
def test_a_use_that_may_change_a_list_is_named(statement: str) -> None:
    (sheet,) = LISTS.read(Record(f"{SIDES}{statement}\n", "f"))
    said = [text for text in sheet.guesses if text.startswith("line")]
    named = ["lines 1 and 2 are read", *filter(None, [REMARKS[statement]])]
    assert said == [f"{text}; the program is not run" for text in named]
