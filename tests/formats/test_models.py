"""The models that are written for other solvers, and which variable is which cell."""

import re
import shutil
import subprocess
from itertools import chain
from pathlib import Path
from typing import ClassVar

import pytest
from format_examples import COLORS, drawn
from xcsp3_solver import ace

from nonosat.bench.printed import pictures_of, without_colors
from nonosat.certificates import verify
from nonosat.certificates.formula import cell_variables
from nonosat.errors import CannotHold
from nonosat.formats import make_format
from nonosat.formats.base import Format
from nonosat.formats.models import clue_comments, opb
from nonosat.formats.models.cnf import CNF, painted
from nonosat.formats.models.opb import OPB
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.solving import api

SHEETS = {
    "unique": drawn("##.#", "#...", ".##."),
    "several": Sheet(Puzzle.of([[1], [1], [1]], [[1], [1], [1]])),
    "none": Sheet(Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])),
    "colors": drawn("kkr.", "rk.k", ".rrk", palette=COLORS),
    "hidden": Sheet(Puzzle.of(["? 1", "?", "1 ?", 1], ["?", 2, 1, "? 1"])),
}
COMPLETE = [name for name in SHEETS if SHEETS[name].puzzle.is_complete]
"""What opb holds."""


@pytest.mark.parametrize("name", SHEETS)
def test_models_are_the_pictures(name: str) -> None:
    formulas = pytest.importorskip("pysat.formula", reason="python-sat is not installed")
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    puzzle = SHEETS[name].puzzle
    formula = formulas.CNF(from_string=CNF.write([SHEETS[name]]))
    with solvers.Solver("glucose4", bootstrap_with=formula) as solver:
        found = [painted(puzzle, set(model)) for model in solver.enum_models()]
    assert len(set(found)) == len(found)
    assert set(found) == set(api.solve(puzzle, at_most=None).solutions)


@pytest.mark.parametrize("name", COMPLETE)
def test_solutions_of_the_sums_are_the_pictures(name: str) -> None:
    model = pytest.importorskip("ortools.sat.python.cp_model", reason="ortools is not installed")
    puzzle = SHEETS[name].puzzle
    text = OPB.write([SHEETS[name]])
    size = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert size is not None
    cp = model.CpModel()
    variables = [cp.new_bool_var("") for _ in range(int(size[1]))]
    sums = [line for line in text.splitlines() if not line.startswith("*")]
    assert len(sums) == int(size[2])
    for line in sums:
        terms = [(int(by), int(x)) for by, x in re.findall(r"([+-]\d+) x(\d+)", line)]
        total = sum(by * variables[x - 1] for by, x in terms)
        _, relation, bound, end = line.rsplit(" ", 3)
        assert (relation in ("=", ">="), end) == (True, ";")
        cp.add(total == int(bound) if relation == "=" else total >= int(bound))

    class ReadItem(model.CpSolverSolutionCallback):
        pictures: ClassVar[list[Grid]] = []

        def on_solution_callback(self) -> None:
            literals = {x for x, variable in enumerate(variables, 1) if self.value(variable)}
            self.pictures.append(painted(puzzle, literals))

    solver = model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C kills this process ever after
    solver.solve(cp, ReadItem())
    assert len(set(ReadItem.pictures)) == len(ReadItem.pictures)
    assert set(ReadItem.pictures) == set(api.solve(puzzle, at_most=None).solutions)


def test_models_that_would_not_be_read_back_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clue_comments, "MAX_BYTES", 100)
    for form in (OPB, CNF):
        with pytest.raises(CannotHold, match="which is not read back"):
            form.write([SHEETS["unique"]])


def test_large_models_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opb, "MAX_TERMS", 10)
    monkeypatch.setattr(verify, "MAX_CLAUSES", 10)
    for form, message in (
        (OPB, "opb: the model has more than 10 terms"),
        (CNF, "cnf: .* the formula has 10 clauses or more"),
    ):
        with pytest.raises(CannotHold, match=message):
            form.write([SHEETS["unique"]])


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize(("form", "mark"), [(CNF, "c"), (OPB, "*")])
def test_the_comments_tell_the_variables(form: Format, mark: str, name: str) -> None:
    puzzle = SHEETS[name].puzzle
    told = form.write([SHEETS[name]]).split(f"{mark} cells of ink ")[1:]
    for ink, text in zip(puzzle.palette.inks, told, strict=True):
        lines = [line.split() for line in text.splitlines()[1 : puzzle.height + 1]]
        assert {line[0] for line in lines} == {mark}
        numbers = [int(word) for word in chain.from_iterable(line[1:] for line in lines)]
        assert numbers == [cell.get(ink, 0) for cell in cell_variables(puzzle)]


SOLVERS = {
    "cnf": ["clasp", "--models=0", "{}"],
    "opb": ["clasp", "--models=0", "{}"],
    "mzn": ["minizinc", "--solver", "gecode", "--all-solutions", "{}"],
    "xcsp3": ["java", "-jar", ace(), "{}", "-s=2"],
}
"""Format -> how a program solves a model. MiniZinc prints all solutions, the others their last."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("form", SOLVERS)
def test_other_solvers_find_the_pictures(form: str, name: str, tmp_path: Path) -> None:
    words = SOLVERS[form]
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not installed")
    if "" in words:
        pytest.skip("pycsp3 is not installed")
    puzzle = SHEETS[name].puzzle
    if form == "opb" and name not in COMPLETE:
        pytest.skip("opb has no place for blocks of unknown length")
    file = tmp_path / ("puzzle.xml" if form == "xcsp3" else f"puzzle.{form}")
    file.write_text(make_format(form).write([SHEETS[name]]))
    command = [word.format(file) for word in words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    found = set(pictures_of(form, "", without_colors(done.stdout), puzzle))
    wanted = set(api.solve(puzzle, at_most=None).solutions)
    assert found == wanted if form == "mzn" else found <= wanted
    assert bool(found) == bool(wanted)
