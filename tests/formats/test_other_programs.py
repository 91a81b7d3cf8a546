"""Programs that read what we write: each finds the picture of a puzzle in a file of ours."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from format_examples import PICTURES

from nonosat.errors import ParseError
from nonosat.files import loads
from nonosat.formats import make_format
from nonosat.formats.described import EXAMPLES
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.solving import api

PBN = Path("/usr/share/doc/glpk-utils/examples/pbn/pbn.mod")
"""GLPK's own model, where Debian puts it."""
ASP = """
1 { at(r,I,K,1..w-L+1) } 1 :- row_hint(I,K,L).
1 { at(c,J,K,1..h-L+1) } 1 :- col_hint(J,K,L).
:- at(r,I,K,P), at(r,I,K+1,Q), row_hint(I,K,L), Q <= P+L.
:- at(c,J,K,P), at(c,J,K+1,Q), col_hint(J,K,L), Q <= P+L.
in_row(I,P..P+L-1) :- at(r,I,K,P), row_hint(I,K,L).
in_col(P..P+L-1,J) :- at(c,J,K,P), col_hint(J,K,L).
:- in_row(I,J), not in_col(I,J).
:- in_col(I,J), not in_row(I,J).
#show in_row/2.
"""
MINIZINC = """
int: rows; int: row_rule_len; array[1..rows, 1..row_rule_len] of int: row_rules;
int: cols; int: col_rule_len; array[1..cols, 1..col_rule_len] of int: col_rules;
array[1..rows, 1..cols] of var 0..1: x;
array[1..rows, 1..row_rule_len] of var 1..cols: at;
array[1..cols, 1..col_rule_len] of var 1..rows: from;
predicate line(array[int] of var int: cells, array[int] of int: rule, array[int] of var int: begin) =
    forall (k in index_set(rule) where rule[k] > 0) (begin[k] + rule[k] - 1 <= length(cells)) /\\
    forall (k in 2..length(rule) where rule[k - 1] > 0) (begin[k - 1] + rule[k - 1] < begin[k]) /\\
    forall (p in index_set(cells)) ((cells[p] = 1) <-> exists (k in index_set(rule) where rule[k] > 0)
        (begin[k] <= p /\\ p < begin[k] + rule[k]));
constraint forall (i in 1..rows) (line(row(x, i), row(row_rules, i), row(at, i)));
constraint forall (j in 1..cols) (line(col(x, j), row(col_rules, j), row(from, j)));
solve satisfy;
output [show(x[i, j]) ++ if j = cols then "\\n" else " " endif | i in 1..rows, j in 1..cols];
"""


def picture(name: str) -> Sheet:
    grid = Grid.of(PICTURES[name])
    return Sheet(Puzzle.of_grid(grid), (grid,))


PUZZLES = {"A": picture("A"), "B": picture("B"), "square": EXAMPLES[1]}


def run(folder: Path, *words: str | Path) -> str:
    """What a program says, which may leave files in the folder."""
    program = str(words[0])
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([*map(str, words)], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def check(sheet: Sheet, rows: list[str]) -> None:
    assert Grid.of(rows) in api.solve(sheet, at_most=None).solutions


@pytest.fixture(params=PUZZLES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return PUZZLES[request.param]


def written(name: str, sheet: Sheet, folder: Path) -> Path:
    path = folder / f"puzzle.{name}"
    path.write_text(make_format(name).write([sheet]), encoding="utf-8")
    return path


def test_glpk_solves_our_data(sheet: Sheet, tmp_path: Path) -> None:
    if not PBN.exists():
        pytest.skip("the model pbn.mod of GLPK is not here")
    said = run(tmp_path, "glpsol", "-m", PBN, "-d", written("glpk", sheet, tmp_path))
    check(sheet, ["".join(line.split()) for line in re.findall(r"^ *((?:[#.] ?)+)$", said, re.M)])


def test_clingo_solves_our_facts(sheet: Sheet, tmp_path: Path) -> None:
    rules = tmp_path / "rules.lp"
    rules.write_text(ASP)
    said = run(tmp_path, "clingo", rules, written("asp", sheet, tmp_path), "1")
    cells = {(int(i), int(j)) for i, j in re.findall(r"in_row\((\d+),(\d+)\)", said)}
    height, width = sheet.puzzle.height, sheet.puzzle.width
    rows = range(1, height + 1)
    check(sheet, ["".join(".#"[(i, j) in cells] for j in range(1, width + 1)) for i in rows])


def test_minizinc_solves_our_data(sheet: Sheet, tmp_path: Path) -> None:
    model = tmp_path / "model.mzn"
    model.write_text(MINIZINC)
    said = run(tmp_path, "minizinc", "--solver", "gecode", model, written("dzn", sheet, tmp_path))
    check(
        sheet,
        [
            line.replace(" ", "").replace("0", ".").replace("1", "#")
            for line in said.splitlines()
            if set(line) <= set("01 ") and line
        ],
    )


def test_an_integer_program_has_a_constraint_also_where_all_is_blank() -> None:
    """glpsol 5.0 refuses one without."""
    blank = [Sheet(Puzzle.of([[], []], [[], []]))]
    text = str(make_format("cplex").write(blank))  # type: ignore[misc]
    assert text[text.index("Subject To") :].startswith("Subject To\n c0: x1 <= 1\nBinary\n x1\n")
    assert loads(text)[0].puzzle == blank[0].puzzle


def test_links_that_puzz_link_never_calls_complete() -> None:
    site = "https://puzz.link/p?nonogram/2/2/"
    (sheet,) = loads(f"{site}1010")
    assert sheet.puzzle == Puzzle.of([[1], []], [[1], []])
    assert sheet.remarks == (
        "a clue is a lone 0, and puzz.link never calls such a puzzle complete",
    )
    with pytest.raises(
        ParseError, match=r"the number at place 3 is unknown, and puzz\.link never calls"
    ):
        loads(f"{site}11.1")
