"""Why a cell is what it is: every step is implied, few lines are needed."""

import random
from dataclasses import replace
from statistics import median

import pytest
from brute_force import pictures_by_clues, puzzle_of, random_grid
from conftest import ROOT

from nonosat.ask.effort import EFFORT
from nonosat.ask.explain.cell import Why, WhySearch, why
from nonosat.ask.explain.events import Change, Contradicted, Guessed, TakenBack
from nonosat.errors import LimitReached, UsageError
from nonosat.files import load
from nonosat.generators import Recipe, make
from nonosat.limits import Limits
from nonosat.model import Domains, Puzzle
from nonosat.solving import api
from nonosat.solving.result import Verdict


def none(puzzle: Puzzle, masks: list[int]) -> bool:
    """Whether no solution has these colors; proved by clause learning."""
    colors = len(puzzle.palette.colors)
    known = Domains.of_cells(puzzle.height, puzzle.width, colors, masks)
    return api.check(puzzle, known=known, backend="sat").verdict is Verdict.NONE


def assert_every_step_is_implied(found: Why) -> None:
    """What is known at the start, and each step under what is supposed then, follows."""
    puzzle = found.puzzle
    full = (1 << len(puzzle.palette.colors)) - 1
    width = puzzle.width
    blank = [full] * (puzzle.height * width)

    def implied(supposed: list[tuple[int, int]], cell: int, mask: int) -> bool:
        masks = blank[:]
        for where, color in supposed:
            masks[where] = 1 << color
        masks[cell] &= ~mask
        return not masks[cell] or none(puzzle, masks)

    solutions = api.check(puzzle).solutions
    for cell, mask in enumerate(found.start.cells()):
        assert all(mask >> grid.cells[cell] & 1 for grid in solutions)
    supposed: list[tuple[int, int]] = []
    for step in found.steps:
        if isinstance(step, Guessed):
            supposed.append((step.cell[0] * width + step.cell[1], step.color))
            continue
        if isinstance(step, Contradicted):
            masks = blank[:]
            for where, color in supposed:
                masks[where] = 1 << color
            assert none(puzzle, masks)
            continue
        if isinstance(step, TakenBack):
            supposed.pop()
        assert isinstance(step, Change)
        for row, col, color in step.decided:
            assert implied(supposed, row * width + col, 1 << color)
        for row, col, color in step.excluded:
            assert implied(supposed, row * width + col, full & ~(1 << color))
    assert not supposed
    last = found.steps[-1]
    assert isinstance(last, Change)
    assert (*found.cell, found.color) in last.decided


@pytest.mark.parametrize("inks", [1, 2])
def test_every_step_is_implied(inks: int) -> None:
    rng = random.Random(inks)
    reasons = 0
    for _ in range(12):
        grid = random_grid(rng, 7, 6, inks, 0.6)
        cell = rng.randrange(7), rng.randrange(6)
        found = why(puzzle_of(grid, inks), cell)
        if found.kind == "reason":
            reasons += 1
            assert found.color == grid.row(cell[0])[cell[1]]
            assert_every_step_is_implied(found)
    assert reasons >= 5


def test_cells_of_drawn_puzzles_take_a_handful_of_lines() -> None:
    rng = random.Random(1)
    numbers = []
    for name in ("cat.txt", "fox.json", "chess-knight.nin", "teapot.cwd"):
        puzzle = load(ROOT / "data" / "drawn" / name)[0].puzzle
        (solution,) = api.solve(puzzle).solutions
        for _ in range(5):
            cell = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
            found = why(puzzle, cell)
            assert found.kind == "reason"
            assert found.color == solution.row(cell[0])[cell[1]]
            numbers.append(len(found.lines))
    assert median(numbers) <= EFFORT.handful


def test_a_long_reason_is_given_only_if_there_is_no_short_one() -> None:
    """A cell that follows from 34 lines at once, or from few when cells beside it are known."""
    puzzle = make("random", Recipe(30, 30, 0.5, seed=1)).puzzle
    patient, hasty = (
        WhySearch(puzzle, (5, 23), effort=replace(EFFORT, shorter_reason=seconds)).run()
        for seconds in (60.0, 0.0)
    )
    assert patient.kind == "reason"
    assert len(patient.lines) <= EFFORT.handful < len(hasty.lines)


def test_all_cells_of_all_small_puzzles_agree_with_brute_force() -> None:
    for (rows, cols), pictures in pictures_by_clues(3, 3).items():
        if len(rows[0]) > 1 or len(cols[2]) > 1:
            continue  # an eighth of them will do
        puzzle = Puzzle(rows, cols)
        cell = 1, 1
        colors = {grid.cells[4] for grid in pictures}
        found = why(puzzle, cell)
        if len(colors) == 2:
            assert found.kind == "varies"
            assert {grid.cells[4] for grid in found.pictures} == {0, 1}
            assert all(puzzle.accepts(grid) for grid in found.pictures)
        else:
            assert found.kind == "reason"
            assert {found.color} == colors


def test_a_cell_that_line_logic_does_not_decide() -> None:
    # 9-Dom: nothing but reasoning across many lines decides a cell of it.
    rows = [[3], [1], [3, 1], [1], [1]]
    cols = [[1], [1], [1, 3], [1], [3]]
    puzzle = Puzzle.of(rows, cols)
    (solution,) = api.solve(puzzle).solutions
    for row in range(5):
        for col in range(5):
            found = why(puzzle, (row, col))
            assert found.kind == "reason"
            assert found.color == solution.row(row)[col]
            assert_every_step_is_implied(found)


def test_known_cells_are_where_it_begins() -> None:
    puzzle = Puzzle.of([[1], [1]], [[1], [1]])
    assert why(puzzle, (0, 0)).kind == "varies"
    known = Domains.of_cells(2, 2, 2, [3, 3, 3, 2])
    found = why(puzzle, (0, 0), known=known)
    assert (found.kind, found.color) == ("reason", 1)
    assert why(puzzle, (1, 1), known=known).kind == "given"
    wrong = Domains.of_cells(3, 3, 2, [2, 3, 3, 2, 3, 3, 3, 3, 3])
    assert why(Puzzle.of([[1]] * 3, [[1]] * 3), (2, 2), known=wrong).kind == "none"


def test_what_cannot_be_asked() -> None:
    puzzle = Puzzle.of([[1]], [[1]])
    with pytest.raises(UsageError, match="no row 2, column 1: the puzzle is 1x1"):
        why(puzzle, (1, 0))
    with pytest.raises(LimitReached):
        why(puzzle, (0, 0), limits=Limits(0))


def test_json_tells_the_steps_and_what_they_begin_with() -> None:
    facts = why(Puzzle.of([[2], [1]], [[2], [1]]), (0, 1)).to_dict()
    assert facts["cell"] == [0, 1]
    assert facts["color"] == "#"
    assert facts["lines"] == [{"axis": "row", "index": 0}]
    assert facts["start"] == ["??", "??"]
    assert facts["steps"][0]["kind"] == "line"
