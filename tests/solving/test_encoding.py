"""The clauses of the order encoding: their models are exactly the solutions."""

import random
from collections.abc import Iterable, Iterator

import brute_force
import pytest
from conftest import at_night
from kernel_cases import random_known, random_puzzle, settled

from nonosat.errors import LimitReached
from nonosat.kernel import Board
from nonosat.limits import Deadline
from nonosat.model import Domains, Grid, Puzzle
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.regular import RegularEncoding
from nonosat.solving.backends.tuning import TUNING

pytestmark = pytest.mark.both_kernels

ENDLESS = Deadline(None)


def open_puzzle(inks: int) -> tuple[Puzzle, Grid]:
    """A puzzle of which line logic leaves a good part open."""
    for seed in range(1000):
        puzzle, grid = random_puzzle(random.Random(seed), 8, 9, inks)
        masks = Domains(9, settled(puzzle).rows()).cells()
        if sum(mask & (mask - 1) != 0 for mask in masks) > 24:
            return puzzle, grid
    raise AssertionError("there are such puzzles")


def models(clauses: Iterable[list[int]], variables: int) -> Iterator[list[int]]:
    """Every assignment of all variables that satisfies the clauses."""
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    with solvers.Solver("glucose4", bootstrap_with=clauses) as solver:
        while solver.solve():
            # Variables that stand in no clause are not in the model; either value would do.
            model = solver.get_model()[:variables]
            assert [abs(literal) for literal in model] == [*range(1, variables + 1)]
            yield model
            if not model:
                return
            solver.add_clause([-literal for literal in model])


def satisfied(clauses: Iterable[list[int]], literals: Iterable[int]) -> bool:
    true = set(literals)
    assert not any(-literal in true for literal in true)
    return all(not true.isdisjoint(clause) for clause in clauses)


@pytest.mark.parametrize("method", ["propagate", "probe"])
@pytest.mark.parametrize(
    ("height", "width", "inks"),
    [(2, 5, 1), (5, 2, 1), (2, 3, 2), (3, 2, 2), (1, 4, 3), *at_night((3, 4, 1), (2, 2, 3))],
)
def test_models_are_the_solutions_of_every_small_puzzle(
    height: int, width: int, inks: int, method: str
) -> None:
    """One model for each solution: the positions of the blocks follow from the cells."""
    by_clues = brute_force.pictures_by_clues(height, width, inks + 1)
    palette = brute_force.puzzle_of(Grid(1, 1, b"\0"), inks).palette
    for rows, cols in by_clues:
        puzzle = Puzzle(rows, cols, palette)
        encoding = Encoding(settled(puzzle, method=method), ENDLESS)
        found = [encoding.grid(model) for model in models(encoding.clauses, encoding.variables)]
        assert len(found) == len(by_clues[rows, cols])
        assert set(found) == by_clues[rows, cols]


def implied(clauses: Iterable[list[int]]) -> set[int]:
    """What follows by unit propagation."""
    true: set[int] = set()
    while True:
        left = [
            [x for x in clause if -x not in true] for clause in clauses if true.isdisjoint(clause)
        ]
        units = {clause[0] for clause in left if len(clause) == 1}
        if not units:
            return true
        true |= units
        clauses = left


@pytest.mark.parametrize("seed", range(12))
def test_unit_propagation_on_automata_is_line_logic(seed: int) -> None:
    rng, inks = random.Random(seed), 1 + seed % 3
    puzzle, grid = random_puzzle(rng, 7, 8, inks)
    known = random_known(rng, grid, inks) if seed % 2 else None
    encoding = RegularEncoding(new_board(puzzle, None, ENDLESS), puzzle.lines, ENDLESS)
    if known is not None:
        encoding.keep(Domains(8, known))
    true = implied(encoding.clauses)
    left = [
        sum(1 << color for color, literal in options.items() if -literal not in true)
        for _, options in encoding.open_cells
    ]
    assert left == list(Domains(8, settled(puzzle, known).rows()).cells())


def test_what_is_settled_is_not_encoded() -> None:
    puzzle = Puzzle.of([[2], [1]], [[2], [1]])
    encoding = Encoding(settled(puzzle), ENDLESS)
    assert (len(encoding.clauses), encoding.variables) == (0, 0)
    assert encoding.grid([]) == Grid.of(["##", "#."])
    assert encoding.cell_literals(Grid.of(["##", "#."])) == []
    assert encoding.dimacs() == "p cnf 0 0\n"


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_clauses_are_sound_dimacs(inks: int) -> None:
    puzzle, _ = open_puzzle(inks)
    encoding = Encoding(settled(puzzle), ENDLESS)
    used = {abs(literal) for clause in encoding.clauses for literal in clause}
    assert used == set(range(1, encoding.variables + 1))
    assert all(encoding.clauses)
    assert not any(-literal in clause for clause in encoding.clauses for literal in clause)

    formula = pytest.importorskip("pysat.formula", reason="python-sat is not installed")
    read = formula.CNF(from_string=encoding.dimacs())
    assert (read.clauses, read.nv) == (list(encoding.clauses), encoding.variables)
    first, *rest = encoding.dimacs().splitlines()
    assert first == f"p cnf {encoding.variables} {len(encoding.clauses)}"
    assert all(line.endswith(" 0") for line in rest)


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_hints_that_are_a_solution_are_a_model(inks: int) -> None:
    """Every variable is told, once, and all clauses hold."""
    puzzle, grid = open_puzzle(inks)
    board = settled(puzzle)
    encoding = Encoding(board, ENDLESS)
    told = encoding.picture_literals(grid)
    assert set(encoding.cell_literals(grid)) <= set(told)
    literals = sorted(told, key=abs)
    assert [abs(literal) for literal in literals] == list(range(1, encoding.variables + 1))
    assert satisfied(encoding.clauses, literals)
    assert encoding.grid(literals) == grid
    kernels = encoding.hint_literals(*board.hints(10))  # which may leave some out
    assert len({abs(literal) for literal in kernels}) == len(kernels)
    assert all(1 <= abs(literal) <= encoding.variables for literal in kernels)


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_cell_literals_single_out_a_solution(inks: int) -> None:
    """With them there is one model, without them all the others."""
    puzzle, grid = open_puzzle(inks)
    encoding = Encoding(settled(puzzle), ENDLESS)
    literals = encoding.cell_literals(grid)
    alone = [*encoding.clauses, *([literal] for literal in literals)]
    assert [encoding.grid(model) for model in models(alone, encoding.variables)] == [grid]
    others = [*encoding.clauses, [-literal for literal in literals]]
    found = {encoding.grid(model) for model in models(others, encoding.variables)}
    every = models(encoding.clauses, encoding.variables)
    assert found | {grid} == {encoding.grid(model) for model in every}
    assert grid not in found


def test_too_many_clauses_are_a_limit() -> None:
    puzzle, _ = open_puzzle(1)
    board = settled(puzzle)
    count = len(Encoding(board, ENDLESS).clauses)
    Encoding(board, ENDLESS, tuning=TUNING._replace(most_clauses=count))
    with pytest.raises(LimitReached, match=f"more than {count - 1} clauses"):
        Encoding(board, ENDLESS, tuning=TUNING._replace(most_clauses=count - 1))


def test_the_deadline_is_looked_at_all_along() -> None:
    """By the tick of the board while clauses are made."""

    class Counting(Deadline):
        calls = 0

        def check(self) -> None:
            self.calls += 1

    puzzle = Puzzle.of_grid(brute_force.random_grid(random.Random(1), 40, 40, 1, 0.5))
    deadline = Counting(None)
    board = Board(puzzle.rows, puzzle.cols, 2, tick=deadline.check)
    Encoding(board, deadline)
    assert deadline.calls > 80  # more than once a line
    with pytest.raises(LimitReached, match="the limit of 0 s was reached"):
        Encoding(board, Deadline(0))
