"""The clauses that are written for other solvers, and which variable is which cell."""

from __future__ import annotations

import shutil
import subprocess
from itertools import chain
from pathlib import Path

import pytest
from format_examples import COLORS, drawn

from nonosat import api
from nonosat.certify.formula import cell_variables
from nonosat.formats.cnf import Cnf, painted
from nonosat.model import Puzzle, Sheet

SHEETS = {
    "unique": drawn("##.#", "#...", ".##."),
    "several": Sheet(Puzzle.of([[1], [1], [1]], [[1], [1], [1]])),
    "none": Sheet(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])),
    "colors": drawn("kkr.", "rk.k", ".rrk", palette=COLORS),
}


@pytest.mark.parametrize("name", SHEETS)
def test_models_are_the_pictures(name: str) -> None:
    formulas = pytest.importorskip("pysat.formula", reason="python-sat is not installed")
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    puzzle = SHEETS[name].puzzle
    formula = formulas.CNF(from_string=Cnf().write([SHEETS[name]]))
    with solvers.Solver("glucose4", bootstrap_with=formula) as solver:
        found = [painted(puzzle, set(model)) for model in solver.enum_models()]
    assert len(set(found)) == len(found)
    assert set(found) == set(api.solve(puzzle, at_most=None).solutions)


@pytest.mark.parametrize("name", SHEETS)
def test_the_comments_tell_the_variables(name: str) -> None:
    puzzle = SHEETS[name].puzzle
    told = Cnf().write([SHEETS[name]]).split("c cells of ink ")[1:]
    for ink, text in zip(puzzle.palette.inks, told, strict=True):
        lines = [line.split() for line in text.splitlines()[1 : puzzle.height + 1]]
        assert {line[0] for line in lines} == {"c"}
        numbers = [int(word) for word in chain.from_iterable(line[1:] for line in lines)]
        assert numbers == [cell.get(ink, 0) for cell in cell_variables(puzzle)]


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("program", ["minisat", "clasp"])
def test_other_solvers_say_the_same(program: str, name: str, tmp_path: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    file = tmp_path / "puzzle.cnf"
    file.write_text(Cnf().write([SHEETS[name]]))
    done = subprocess.run([program, file], capture_output=True, text=True, check=False)
    solvable = bool(api.solve(SHEETS[name].puzzle).solutions)
    assert done.returncode in ((10, 30) if solvable else (20,))
