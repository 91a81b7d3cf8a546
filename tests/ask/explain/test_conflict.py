"""What is wrong with clues: the fewest lines that contradict, the likely typo, wrong known cells."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count, product
from typing import Any

import pytest
from brute_force import narrow, pictures_by_clues, placements, puzzle_of, random_grid
from conftest import EXHAUSTIVE, ROOT

from nonosat.ask.effort import EFFORT
from nonosat.ask.explain.conflict import Conflict, ConflictSearch, conflict
from nonosat.ask.explain.cores import find_core
from nonosat.ask.explain.events import Contradicted, Deduced, Guessed, TakenBack
from nonosat.ask.explain.line_slips import with_lines
from nonosat.ask.explain.steps import Replay
from nonosat.files import load
from nonosat.limits import Deadline, Limits
from nonosat.model import (
    Block,
    Clue,
    Clues,
    Domains,
    Grid,
    Line,
    Puzzle,
    default_palette,
    excess_of,
)
from nonosat.solving import api
from nonosat.solving.backends.engines import EngineAnswer
from tests.lateness import LATE

UNHURRIED = Limits(60)


def fewest(clues: Clues, colors: int) -> int:
    """How many lines the smallest contradiction has, by trying all sets of lines."""
    solvers = pytest.importorskip("pysat.solvers")
    height, lines, numbers = clues.height, (*clues.rows, *clues.cols), count(1)
    cells = {
        (row, col, color): next(numbers)
        for row, col, color in product(range(height), range(clues.width), range(colors))
    }
    with solvers.Solver("minisat22") as solver:
        for row, col in product(range(height), range(clues.width)):
            for pair in combinations([cells[row, col, color] for color in range(colors)], 2):
                solver.add_clause([-one for one in pair])
        guards = [next(numbers) for _ in lines]
        for at, (clue, guard) in enumerate(zip(lines, guards, strict=True)):
            ways, length = [], clues.width if at < height else height
            for placed in placements(clue, length):
                ways.append(next(numbers))
                for i, color in enumerate(placed):
                    cell = (at, i) if at < height else (i, at - height)
                    solver.add_clause([-ways[-1], cells[*cell, color]])
            solver.add_clause([-guard, *ways])
        for number in range(1, len(lines) + 1):
            if not all(solver.solve(assumptions=some) for some in combinations(guards, number)):
                return number
    raise AssertionError("this puzzle has a solution")


def unsolvable(seed: int, number: int, inks: int, sides: range) -> Iterator[Puzzle]:
    """Puzzles of rows of one picture and columns of another, with equal totals."""
    rng = random.Random(seed)
    while number:
        height, width = rng.choice(sides), rng.choice(sides)
        one, two = (random_grid(rng, height, width, inks, 0.55) for _ in range(2))
        palette = default_palette(inks)
        clues = Clues(puzzle_of(one, inks).rows, puzzle_of(two, inks).cols, palette)
        if not any(excess_of(clues)) and not api.solve(clues.puzzle()).solutions:
            number -= 1
            yield clues.puzzle()


@pytest.mark.parametrize(
    ("inks", "number", "sides"), [(1, 12, range(3, 4)), (1, 15, range(4, 8)), (2, 8, range(3, 6))]
)
def test_the_smallest_conflict_is_that_of_brute_force(inks: int, number: int, sides: range) -> None:
    effort = replace(EFFORT, typos=0.0)
    for puzzle in unsolvable(1, number, inks, sides):
        found = ConflictSearch(puzzle, limits=UNHURRIED, effort=effort).run()
        assert (found.solvable, found.minimal, found.smallest) == (False, True, True)
        assert len(found.lines) == fewest(puzzle, inks + 1)


class StoppedOracle:
    """An oracle that knows which sets of conditions contradict.

    It leaves the questions whose numbers are in `stopped` without an answer; the first is number 1.
    """

    def __init__(self, contradict: list[set[int]], stopped: range) -> None:
        self.contradict, self.stopped = contradict, stopped
        self.asked, self.model, self.found = 0, list[int](), list[int]()

    def ask(self, literals: list[int], seconds: float) -> EngineAnswer:
        self.asked += 1
        if self.asked in self.stopped:
            return EngineAnswer.STOPPED
        self.model = [*literals]
        bad = [one for one in self.contradict if one <= {*literals}]
        self.found = sorted(bad[-1].union(literals[::2]) if bad else [])
        return EngineAnswer.NO_MODEL if bad else EngineAnswer.MODEL

    def core(self) -> list[int]:
        return self.found


def test_a_stopped_engine_proves_nothing_about_a_smallest_set() -> None:
    """Whichever questions have no answer, what is claimed of the set holds."""
    rng, claims = random.Random(2), Counter[tuple[bool, bool]]()
    for first, number in [*product(range(2, 40), (1, 999))] * 5:
        literals = [*range(1, 14)]
        contradict = [{*rng.sample(literals, rng.randint(2, 8))} for _ in range(rng.randint(1, 6))]
        oracle: Any = StoppedOracle(contradict, range(first, first + number))
        core = find_core(oracle, literals, lambda model: {*model}, Deadline(None), 60)
        assert core is not None
        assert any(one <= {*core.literals} for one in contradict)
        claims[core.minimal, core.smallest] += 1
        if core.minimal:
            assert not any(one < {*core.literals} for one in contradict)
        if core.smallest:
            assert len(core.literals) == min(map(len, contradict))
    assert min(claims[False, False], claims[True, False], claims[True, True]) > 9


def test_small_pictures_whose_clues_have_a_solution_have_no_conflict() -> None:
    for rows, cols in pictures_by_clues(2, 3):
        assert conflict(Puzzle(rows, cols)).solvable is True


def assert_the_steps_contradict(found: Conflict) -> None:
    """They look at the lines in conflict only, rebuild as a board, and end in a contradiction."""
    replay = Replay(found.clues, found.start)
    for step in found.steps:
        replay.apply(step)
    assert isinstance(found.steps[-1], Contradicted)
    assert found.steps[-1].depth == 0
    looked_at = {step.line for step in found.steps if isinstance(step, Deduced | Contradicted)}
    assert looked_at <= set(found.lines) or not found.lines


def follow(found: Conflict) -> None:
    """Go through the steps with the line solver of the oracle: each follows, and says something."""
    lines = {**dict(enumerate(found.clues.rows)), **dict(enumerate(found.clues.cols, 100))}
    height, width = found.clues.height, found.clues.width
    board = {(r, c): {0, 1} for r in range(height) for c in range(width)}
    guesses: list[dict[tuple[int, int], set[int]]] = []
    contradicted = False

    def news(line: Line) -> dict[tuple[int, int], set[int]] | None:
        row = line.axis == "row"
        cells = [
            (line.index, at) if row else (at, line.index) for at in range(width if row else height)
        ]
        allowed = [sum(1 << i for i, c in enumerate(cells) if k in board[c]) for k in (0, 1)]
        kept = narrow(lines[line.index + 100 * (not row)], allowed, len(cells))
        if kept is None:
            return None
        return {c: {k for k in (0, 1) if kept[k] >> i & 1} for i, c in enumerate(cells)}

    for step in found.steps:
        changed = {(r, c): {k} for r, c, k in step.decided}
        match step:
            case Guessed():
                guesses.append({cell: set(can) for cell, can in board.items()})
            case TakenBack(cell=cell, color=color):
                assert contradicted, "a guess is taken back without a contradiction"
                board = guesses.pop()
                assert changed == {cell: board[cell] - {color}}
            case Deduced(line=line):
                left = news(line)
                assert changed, f"{step} says nothing"
                assert left is not None
                assert all(left[cell] == can for cell, can in changed.items()), step
            case Contradicted(line=line):
                assert news(line) is None, step
        contradicted = isinstance(step, Contradicted)
        board |= changed
    assert contradicted
    assert not guesses


def test_what_a_trial_rests_on_is_among_the_steps() -> None:
    clues = [[Clue([Block(n, 1)]) for n in side] for side in ([1] * 5, [2, 2, 3])]
    found = conflict(Clues(tuple(clues[0]), tuple(clues[1]), default_palette(1)), limits=UNHURRIED)
    assert found.steps
    follow(found)


@pytest.mark.slow
def test_the_steps_of_many_puzzles_can_be_followed() -> None:
    """Of 100; of a thousand at night."""
    rng, followed = random.Random(5), 0

    def clue(room: int) -> Clue:
        blocks = []
        while room > 0 and rng.random() < 0.8:
            blocks.append(Block(rng.randint(1, min(room, 3)), 1))
            room -= blocks[-1].length + 1
        return Clue(blocks)

    effort = replace(EFFORT, typos=0.0)
    while followed < (1000 if EXHAUSTIVE else 100):
        height, width = rng.randint(3, 7), rng.randint(2, 4)
        rows, cols = (
            tuple(clue(b) for _ in range(a)) for a, b in ((height, width), (width, height))
        )
        found = ConflictSearch(Clues(rows, cols, default_palette(1)), effort=effort).run()
        if found.steps:
            follow(found)
            followed += 1


def test_a_conflict_that_no_line_shows_takes_trials() -> None:
    puzzle = Puzzle.of([[1], [1, 1], [1, 1], [2]], [[1, 1], [1, 1], [1, 1], [1]])
    found = conflict(puzzle, limits=UNHURRIED)
    assert found.solvable is False
    assert found.steps
    assert any(isinstance(step, TakenBack) for step in found.steps)
    assert_the_steps_contradict(found)


def with_typo(clues: Clues, rng: random.Random) -> Clues:
    """One number changed so that its line still fits."""
    while True:
        axis = rng.choice(["row", "column"])
        lines = clues.rows if axis == "row" else clues.cols
        room = clues.width if axis == "row" else clues.height
        i = rng.randrange(len(lines))
        if not lines[i]:
            continue
        j = rng.randrange(len(lines[i]))
        clue = list(lines[i])
        clue[j] = Block(rng.randint(1, min(room, 20)), clue[j].color)
        if Clue(clue) != lines[i] and Clue(clue).room <= room:
            return with_lines(clues, axis, (*lines[:i], Clue(clue), *lines[i + 1 :]))


@pytest.mark.slow
def test_the_typo_is_among_the_first_three() -> None:
    rng = random.Random(5)
    files = sorted(path for path in (ROOT / "data").rglob("*") if path.suffix not in ("", ".md"))
    puzzles = [sheet.puzzle for path in files for sheet in load(path)]
    # Of a 5x5 many changes give one solution; of those that take a search, time decides.
    puzzles = [p for p in puzzles if p.height > 9 and api.check(p).line_solvable]
    hits = 0
    for _ in range(8):
        puzzle = rng.choice(puzzles)
        right = Clues(puzzle.rows, puzzle.cols, puzzle.palette)
        found = conflict(with_typo(right, rng))
        assert found.complaint
        assert found.solvable is False
        hits += any(typo.puzzle == puzzle for typo in found.typos[:3])
    assert hits >= 7


PICTURE = Grid.of(["#.##.", "###..", ".#..#", "#####", "##..."])


def test_typos_of_every_kind_are_found() -> None:
    right = Puzzle.of_grid(PICTURE)
    assert api.check(right).verdict.value == "unique"
    rows, cols = list(right.rows), right.cols
    two = Block(2)
    cases = {
        "two numbers exchanged": [(Block(2), Block(1)), *rows[1:]],
        "number": [*rows[:3], (Block(4),), rows[4]],
        "a number left out": [(two,), *rows[1:]],
        "a number too many": [*rows[:4], (two, Block(1))],
        "two numbers joined": [*rows[:2], (Block(11),), *rows[3:]],
        "lines exchanged": [rows[1], rows[0], *rows[2:]],
        "doubled line": [*rows[:2], rows[2], *rows[2:]],
        "a line copied twice": [*rows[:3], rows[2], rows[4]],
    }
    for kind, changed in cases.items():
        found = conflict(Clues(tuple(changed), cols), limits=UNHURRIED)
        if kind == "two numbers joined":  # 11 does not fit: the line is told at once
            assert found.lines == (Line("row", 2),)
        assert any(t.kind == kind and t.puzzle == right for t in found.typos), kind


def test_the_color_of_a_block_is_a_typo() -> None:
    palette = default_palette(2)
    right = Puzzle.of_grid(Grid(2, 3, bytes([1, 2, 0, 0, 1, 1])), palette)
    rows = ((Block(1, 1), Block(1, 1)), right.rows[1])
    found = conflict(Clues(rows, right.cols, palette), limits=UNHURRIED)
    assert found.typos[0].kind == "another color"
    assert right in [typo.puzzle for typo in found.typos[:2]]


def test_known_cells_that_differ_from_the_only_solution_are_wrong() -> None:
    puzzle = Puzzle.of_grid(PICTURE)
    cells = [1 << color for color in PICTURE.cells]
    cells[0], cells[7] = 1, 2 if PICTURE.cells[7] == 0 else 1
    known = Domains.of_cells(5, 5, 2, cells)
    found = conflict(puzzle, known=known)
    assert found.solvable is False
    assert found.wrong == ((0, 0), (1, 2))
    assert found.cells
    assert found.smallest


def test_known_cells_that_cannot_be_together() -> None:
    puzzle = Puzzle.of([[1], [1], [1]], [[1], [1], [1]])
    cells = [3] * 9
    cells[0] = cells[4] = cells[2] = 1  # no ink in two cells of the first row, and in the middle
    cells[5] = 1
    found = conflict(puzzle, known=Domains.of_cells(3, 3, 2, cells))
    assert found.solvable is True
    cells[1] = 1
    found = conflict(puzzle, known=Domains.of_cells(3, 3, 2, cells))
    assert found.solvable is False
    assert not found.wrong
    assert found.cells == ((0, 0), (0, 1), (0, 2))
    assert found.smallest
    assert isinstance(found.steps[-1], Contradicted)
    inks = Domains.of_cells(3, 3, 2, [2, 3, 3, 2, 3, 3, 3, 3, 3])
    said = (
        "These 2 known cells (proved: no fewer) are in conflict: row 1, column 1, row 2, column 1."
    )
    assert str(conflict(puzzle, known=inks)) == said


@pytest.mark.parametrize(("rows", "cols"), [((), ((Block(1),),)), (((),), ()), ((), ())])
def test_clues_without_lines_are_a_complaint(
    rows: tuple[Clue, ...], cols: tuple[Clue, ...]
) -> None:
    found = conflict(Clues(rows, cols))
    assert found.complaint.startswith("a puzzle needs at least one row and one column")
    assert (found.solvable, found.lines, found.typos) == (False, (), ())


def test_a_limit_is_kept_and_claims_nothing() -> None:
    rng = random.Random(3)
    one, two = (random_grid(rng, 40, 40, 1, 0.5) for _ in range(2))
    rows = puzzle_of(one, 1).rows
    found = conflict(Clues(rows, puzzle_of(two, 1).cols), limits=Limits(0))
    assert not found.smallest
    assert found.error
    begun = time.perf_counter()
    conflict(Clues(rows, puzzle_of(two, 1).cols), limits=Limits(0.2))
    assert time.perf_counter() - begun < 0.2 + LATE
