"""Steps: replayed they reach exactly the solver's grid, and what they call certain is certain."""

import json
import time
from itertools import pairwise

import brute_force
import pytest
from conftest import ROOT, at_night
from explain_puzzles import Masked, all_steps, random_puzzle, replayed

import nonosat
from nonosat.ask.explain.events import (
    Change,
    Contradicted,
    Deduced,
    Guessed,
    Refuted,
    Solved,
    Step,
    TakenBack,
)
from nonosat.ask.explain.step_search import stepwise
from nonosat.ask.explain.steps import Replay, steps, to_dict
from nonosat.errors import LimitReached, UsageError
from nonosat.generators import Recipe, make
from nonosat.kernel import narrow, prepare
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Line, Puzzle
from tests.lateness import LATE

SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
PERMUTATIONS = Puzzle.of([[1], [1], [1], [1]], [[1], [1], [1], [1]])
CLASH = Puzzle.of([[1], [2], [1]], [[1], [1, 1], [1]])
DOMINO = make("domino", Recipe(13, 13)).puzzle
"""Unique, and no trial of one cell starts it."""


def files() -> list[tuple[str, int]]:
    found = [
        *sorted((ROOT / "data/seeds").glob("*.txt")),
        *(p for p in sorted((ROOT / "data/drawn").iterdir()) if p.suffix != ".md"),
    ]
    slow = {"bicycle", "windmill"}  # seconds of trials each; others take trials as well
    names = [path.relative_to(ROOT).as_posix() for path in found if path.stem not in slow]
    return [(name, number) for name in names for number in range(len(nonosat.load(ROOT / name)))]


def cells_of(replay: Replay) -> bytes:
    return bytes(cell for row in replay.cells for cell in row)


def check_steps(puzzle: Puzzle, taken: list[Step], grids: set[Grid] | None = None) -> None:
    """Every step changes open cells only, says something, and the depths add up.

    Where all solutions are given, a guess is called wrong only if none has it.
    """
    replay = Masked(puzzle)
    depth = 0
    before_guesses: list[list[list[int]]] = []
    for step in taken:
        depth += isinstance(step, Guessed)
        depth -= isinstance(step, TakenBack)
        assert step.depth == depth
        before = [row[:] for row in replay.masks]
        if isinstance(step, Guessed):
            before_guesses.append(before)
        if isinstance(step, TakenBack):
            before = before_guesses.pop()
            if grids is not None:
                (row, col), masks = step.cell, [mask for line in before for mask in line]
                left = [
                    g for g in grids if all(m >> c & 1 for m, c in zip(masks, g.cells, strict=True))
                ]
                assert step.refuted == all(g.row(row)[col] != step.color for g in left)
        replay.apply(step)
        if isinstance(step, Solved):
            assert cells_of(replay) == step.grid.cells
        assert str(step)
        json.dumps(to_dict(step, puzzle))
        if isinstance(step, Change):
            assert step.decided or step.excluded
            for row, col, color in step.decided:
                mask = before[row][col]
                assert mask & (mask - 1), "it was open"
                assert mask >> color & 1
            for row, col, color in step.excluded:
                assert before[row][col] >> color & 1
                assert replay.masks[row][col] & (replay.masks[row][col] - 1), "it is still open"
        if isinstance(step, Deduced):
            at = step.line.axis == "column"
            assert {cell[at] for cell in (*step.decided, *step.excluded)} == {step.line.index}


@pytest.mark.parametrize(("name", "number"), [*files()[::3], *at_night(*files())])
def test_steps_of_files_reach_the_solver_s_grid(name: str, number: int) -> None:
    puzzle = nonosat.load(ROOT / name)[number].puzzle
    taken = all_steps(puzzle)
    check_steps(puzzle, taken)
    (want,) = nonosat.check(puzzle).solutions
    assert isinstance(taken[-1], Solved)
    assert taken[-1].grid == want


@pytest.mark.parametrize(
    ("seed", "size", "inks", "density"),
    [
        *((seed, 8, 1, 0.5) for seed in range(3)),
        *((seed, 7, 2, 0.6) for seed in range(3)),
        (1, 15, 3, 0.6), (2, 20, 1, 0.5),
        *at_night((6, 25, 1, 0.5), (7, 30, 1, 0.5), (3, 30, 2, 0.7), (8, 60, 1, 0.65)),
    ],
)  # fmt: skip
def test_steps_of_random_puzzles_reach_a_solution(
    seed: int, size: int, inks: int, density: float
) -> None:
    puzzle = random_puzzle(seed, size, inks, density)
    taken = all_steps(puzzle)
    check_steps(puzzle, taken)
    last = taken[-1]
    assert isinstance(last, Solved)
    solutions = nonosat.solve(puzzle, at_most=2, limits=nonosat.Limits(10)).solutions
    if len(solutions) == 1:
        assert (last.grid,) == solutions
    else:
        assert last.depth, "an ambiguous puzzle takes a guess"


@pytest.mark.parametrize(("height", "width", "colors"), [(3, 3, 2), (2, 3, 3)])
def test_steps_reach_all_solutions(height: int, width: int, colors: int) -> None:
    for clues, grids in brute_force.pictures_by_clues(height, width, colors).items():
        puzzle = brute_force.puzzle_of(next(iter(grids)), colors - 1)
        assert (puzzle.rows, puzzle.cols) == clues
        taken = list(stepwise(puzzle, None, Deadline(None)))
        check_steps(puzzle, taken, grids)
        found = [step.grid for step in taken if isinstance(step, Solved)]
        assert len(found) == len(grids)
        assert set(found) == grids


def test_a_trial_s_chain_leads_to_its_contradiction() -> None:
    """Solving the lines of the chain alone, in their order, leaves the last without a placement."""
    seen = 0
    for seed in range(12):
        puzzle = random_puzzle(seed, 12)
        replay = Masked(puzzle)
        for step in steps(puzzle):
            if isinstance(step, Refuted):
                seen += 1
                assert follow(puzzle, [row[:] for row in replay.masks], step)
            replay.apply(step)
    assert seen > 20


def follow(puzzle: Puzzle, masks: list[list[int]], step: Refuted) -> bool:
    row, col = step.cell
    masks[row][col] = 1 << step.color
    for number, line in enumerate(step.chain):
        is_row = line.axis == "row"
        clue = (puzzle.rows if is_row else puzzle.cols)[line.index]
        cells = masks[line.index] if is_row else [row[line.index] for row in masks]
        colors = range(len(puzzle.palette.colors))
        sets = [sum((mask >> c & 1) << i for i, mask in enumerate(cells)) for c in colors]
        found = narrow(prepare(clue), sets, len(cells))
        if found is None:
            return number == len(step.chain) - 1
        for i in range(len(cells)):
            at = (line.index, i) if is_row else (i, line.index)
            masks[at[0]][at[1]] = sum((found[c] >> i & 1) << c for c in colors)
    return False


def test_the_simplest_rule_comes_first() -> None:
    puzzle = nonosat.load(ROOT / "data/seeds/zigzag-5x5.two")[0].puzzle
    first = next(steps(puzzle))
    decided = ((3, 0, 1), (3, 1, 1), (3, 2, 0), (3, 3, 1), (3, 4, 1))
    assert first == Deduced(0, decided, (), Line("row", 3), "simple boxes", puzzle=puzzle)
    assert str(first) == "row 4 (2 2): simple boxes: 1-2, 4-5 filled; 3 blank"


def test_wrong_guesses_are_refuted() -> None:
    taken = list(steps(DOMINO))
    check_steps(DOMINO, taken)
    wrong = [step for step in taken if isinstance(step, TakenBack)]
    assert wrong
    assert all(step.refuted for step in wrong)
    for step, after in pairwise(taken):
        if isinstance(after, TakenBack):
            assert isinstance(step, Contradicted)
            assert step.depth == after.depth + 1
    assert (taken[-1].grid,) == nonosat.check(DOMINO).solutions
    told = [str(step) for step in taken]
    assert any(words.startswith("guess 1: row ") for words in told)
    assert any(words.startswith("contradiction under guess 1: ") for words in told)
    assert any(words.startswith("guess 1 was wrong and is taken back: row ") for words in told)


def test_no_solution_names_a_line() -> None:
    *_, last = steps(CLASH)
    assert isinstance(last, Contradicted)
    assert last.depth == 0
    known = Domains.of_cells(2, 2, 2, [2, 2, 3, 3])
    (only,) = steps(SWITCH, known=known)
    assert only == Contradicted(0, Line("row", 0), puzzle=SWITCH)
    assert str(only) == "contradiction: row 1 (1) cannot be completed"


def test_known_cells_are_kept() -> None:
    known = Domains.of_cells(2, 2, 2, [3, 2, 3, 3])
    taken = list(steps(SWITCH, known=known))
    assert taken[-1] == Solved(0, Grid(2, 2, bytes([0, 1, 1, 0])), puzzle=SWITCH)
    assert cells_of(replayed(SWITCH, taken, known)) == bytes([0, 1, 1, 0])


def test_a_limit_stops_the_steps() -> None:
    with pytest.raises(LimitReached):
        list(steps(random_puzzle(1, 70), limits=Limits(0)))
    begin = time.monotonic()
    with pytest.raises(LimitReached):
        list(stepwise(random_puzzle(1, 70), None, Deadline(0.4)))
    assert time.monotonic() - begin < 0.4 + LATE


def test_puzzles_too_large_to_be_read_and_cells_of_another_size_are_refused() -> None:
    with pytest.raises(UsageError, match="1000x1000 is too large to be solved in steps"):
        next(steps(Puzzle.of([[]] * 1000, [[]] * 1000)))
    known = Domains.of_cells(3, 2, 2, [3] * 6)
    with pytest.raises(UsageError, match="the known cells are 2x3, the puzzle is 2x2"):
        next(steps(SWITCH, known=known))
    with pytest.raises(UsageError):
        Replay(SWITCH, known)


def test_excluded_colors_are_told_together() -> None:
    puzzle = Puzzle.of([[(1, 1)], [(1, 2)]], [[(1, 1)], [(1, 2)]])
    step = Deduced(
        0, ((0, 0, 1),), ((0, 1, 0), (0, 1, 2)), Line("row", 0), "some rule", puzzle=puzzle
    )
    assert str(step) == "row 1 (1k): some rule: 1 black; 2 not blank or red"
