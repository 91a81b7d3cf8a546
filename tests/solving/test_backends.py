"""Every backend on one truth table, on all small puzzles, and against each other."""

import contextlib
import math
import random
import time
from collections import Counter
from dataclasses import replace
from itertools import islice

import brute_force
import pytest
from conftest import ROOT, at_night, ways

from nonosat.errors import LimitReached, UsageError
from nonosat.kernel import several
from nonosat.limits import Deadline, Limits
from nonosat.model import Block, Clue, Domains, Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends import BACKENDS, make_backend
from nonosat.solving.backends.auto import Auto
from nonosat.solving.backends.cpsat import AUTOMATA
from nonosat.solving.backends.engines import ENGINES
from nonosat.solving.backends.placements import count_placements, list_placements
from nonosat.solving.backends.tuning import TUNING
from nonosat.solving.result import Verdict
from nonosat.solving.search import Trace
from tests.lateness import LATE

A, B = 1, 2
#   id              rows                            columns                         solutions
CASES = {
    "one cell":     ([[1]],                         [[1]],                          1),
    "one blank":    ([[]],                          [[]],                           1),
    "one row":      ([[2, 1]],                      [[1], [1], [], [1]],            1),
    "all blank":    ([[], []],                      [[], [], []],                   1),
    "all ink":      ([[3], [3]],                    [[2], [2], [2]],                1),
    "switch":       ([[1], [1]],                    [[1], [1]],                     2),
    "permutations": ([[1]] * 4,                     [[1]] * 4,                      24),
    "shape clash":  ([[1], [2], [1]],               [[1], [1, 1], [1]],             0),
    "parity":       ([[1, 1], [], [1, 1]],          [[1], [1, 1], [1]],             0),
    "domino 2":     ([[3], [1], [3, 1], [1], [1]],  [[1], [1], [1, 3], [1], [3]],   1),
    "seed b":       ([[2], [1], [1, 2], [2, 1], [3]], [[3], [1, 2], [1, 1], [1, 1], [2]], 2),
    "touching":     ([[(1, A), (1, B)]],            [[(1, A)], [(1, B)]],           1),
    "gap needed":   ([[(1, A), (1, A)]],            [[(1, A)], [], [(1, A)]],       1),
    "color switch": ([[(1, A), (1, B)], [(1, B), (1, A)]], [[(1, A), (1, B)], [(1, B), (1, A)]], 1),
    "color choice": ([[(1, A), (1, B)]] * 2,        [[(1, A)], [(1, A), (1, B)], [(1, B)]], 1),
    "color clash":  ([[(1, A), (1, B)], [(1, B)]],  [[(1, B)], [(1, A), (1, B)]],   0),
    "two of three": ([[(1, A)], [(1, B)]],          [[(1, A)], [(1, B)], []],       1),
    "colors swap":  ([[(1, A)], [(1, A)], [(1, B)], [(1, B)]],
                     [[(1, A), (1, B)], [(1, A), (1, B)]],                          4),
}  # fmt: skip


def some_for(backend: str, cases: dict) -> list:
    """All cases; every seventh for engines, which take milliseconds each."""
    return list(cases.items())[:: 1 if backend in ("auto", "line", "placements") else 7]


def every_solution(puzzle: Puzzle, backend: str, known: Domains | None = None) -> set[Grid]:
    result = api.solve(puzzle, backend=backend, at_most=None, known=known)
    assert result.exhausted
    assert not result.error
    assert len(set(result.solutions)) == len(result.solutions)
    return set(result.solutions)


@pytest.mark.usefixtures("one_child")
@pytest.mark.both_kernels
def test_counts_every_solution(backend: str) -> None:
    for name, (rows, cols, want) in CASES.items():
        puzzle = Puzzle.of(rows, cols)
        assert len(every_solution(puzzle, backend)) == want, name
        verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(want, 2)]
        assert api.check(puzzle, backend=backend).verdict is verdict, name


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_every_solution(engine: str) -> None:
    for name in ("seed b", "parity", "colors swap"):
        rows, cols, want = CASES[name]
        assert len(every_solution(Puzzle.of(rows, cols), f"sat:{engine}")) == want, name


# The number of clue sets and of those with one solution: OEIS A242876 and its sibling.
@pytest.mark.usefixtures("one_child")
@pytest.mark.parametrize(("n", "clue_sets", "unique"), [(1, 2, 2), (2, 15, 14), (3, 445, 384)])
def test_all_small_puzzles(backend: str, n: int, clue_sets: int, unique: int) -> None:
    found = brute_force.pictures_by_clues(n, n)
    assert len(found) == clue_sets
    assert sum(len(grids) == 1 for grids in found.values()) == unique
    for (rows, cols), grids in some_for(backend, found):
        assert every_solution(Puzzle(rows, cols), backend) == grids


@pytest.mark.night
def test_puzzles_of_four_by_four() -> None:
    """All that have several solutions, and some of the others."""
    found = brute_force.pictures_by_clues(4, 4)
    assert len(found) == 58196
    several = [clues for clues, grids in found.items() if len(grids) > 1]
    assert len(found) - len(several) == 52362
    for rows, cols in (*several, *list(found)[::9]):
        assert every_solution(Puzzle(rows, cols), "line") == found[rows, cols]


@pytest.mark.usefixtures("one_child")
def test_all_small_colored_puzzles(backend: str) -> None:
    for (rows, cols), grids in some_for(backend, brute_force.pictures_by_clues(2, 3, 3)):
        puzzle = Puzzle.of(rows, cols)
        assert every_solution(puzzle, backend) == grids


@pytest.mark.usefixtures("one_child")
@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", [*range(3), *at_night(*range(3, 12))])
def test_backends_agree_on_random_pictures(seed: int) -> None:
    rng = random.Random(seed)
    inks = 1 + seed % 3
    grid = brute_force.random_grid(rng, rng.randint(4, 9), rng.randint(4, 9), inks, 0.5)
    puzzle = brute_force.puzzle_of(grid, inks)
    want = every_solution(puzzle, "line")
    assert grid in want
    for backend in {*ways(), "sat:cadical195", "sat:minisat22+direct"} - {"line"}:
        # Some start afresh for every solution.
        if not backend.startswith(("cpsat", "mip")) or len(want) < 50:
            assert every_solution(puzzle, backend) == want, backend


@pytest.mark.usefixtures("one_child")
@pytest.mark.both_kernels
@pytest.mark.parametrize("seed", [0, 3, *at_night(1, 2, 4, 5, 6, 7)])
def test_solutions_lie_in_the_known_cells(backend: str, seed: int) -> None:
    rng, inks = random.Random(seed), 1 + seed % 2
    grid = brute_force.random_grid(rng, 5, 6, inks, 0.5)
    puzzle = brute_force.puzzle_of(grid, inks)
    masks = [rng.randint(1, 2 ** (inks + 1) - 1) | 1 << color for color in grid.cells]
    known = Domains.of_cells(5, 6, inks + 1, masks)
    want = {
        found
        for found in every_solution(puzzle, "line")
        if all(mask >> color & 1 for mask, color in zip(masks, found.cells, strict=True))
    }
    assert grid in want
    assert every_solution(puzzle, backend, known) == want
    given = replace(puzzle, givens=known)
    assert every_solution(given, backend) == want
    assert every_solution(given, backend, puzzle.unknown()) == want
    impossible = list(masks)
    impossible[7] = 1 << (grid.cells[7] + 1) % (inks + 1)
    if not any(found.cells[7] != grid.cells[7] for found in want):
        nothing = Domains.of_cells(5, 6, inks + 1, impossible)
        assert every_solution(puzzle, backend, nothing) == set()


HARD = Puzzle.of_grid(brute_force.random_grid(random.Random(1), 70, 70, 1, 0.5))


STOPPED = [*ways(), "sat:cadical195", "sat:cadical195+plain", "sat:kissat404", "sat:lingeling"]


@pytest.mark.parametrize("name", STOPPED)
def test_stops_at_the_deadline(name: str) -> None:
    begin = time.monotonic()
    result = api.check(HARD, backend=name, limits=Limits(0.2))
    assert time.monotonic() - begin < 0.2 + LATE
    if result.verdict is not Verdict.MULTIPLE:
        assert result.verdict is Verdict.UNKNOWN
        assert result.error


def test_no_time_is_unknown(backend: str) -> None:
    result = api.check(Puzzle.of([[1]], [[1]]), backend=backend, limits=Limits(0))
    assert result.verdict is Verdict.UNKNOWN
    assert result.error == "the limit of 0 s was reached"


@pytest.mark.slow
def test_a_large_constraint_model_runs_in_a_child() -> None:
    rows, cols, want = CASES["seed b"]
    stripes = 4  # full rows below the puzzle, 400 wide: nothing for the solver, much to expand
    large = Puzzle.of(
        [*rows, *[[], [400]] * stripes],
        [*([*col, *[1] * stripes] for col in cols), *[[1] * stripes] * 395],
    )
    assert AUTOMATA.size(large, Deadline(None)) > AUTOMATA.large
    assert len(every_solution(large, "cpsat")) == want


def test_placements_are_counted_exactly() -> None:
    for clue, n, want in (
        ((), 5, 1),
        ((Block(8),), 10, 3),
        ((Block(4), Block(3)), 10, 6),
        ((Block(3, 1), Block(2, 2)), 6, 3),
        ((Block(3), Block(3)), 6, 0),
    ):
        assert count_placements(Clue(clue), n) == want
        colors = 3
        listed = list_placements(Clue(clue), n, Deadline(None)) if want else []
        assert len(listed) == want
        found = {
            tuple(c for i in range(n) for c in range(colors) if bits >> c * n + i & 1)
            for bits in listed
        }
        assert found == set(brute_force.placements(clue, n))
        assert all(Clue.of_cells(bytes(cells)) == clue for cells in found)
    many = count_placements(Clue((Block(1),) * 900), 3000)
    assert many.bit_length() > 1100  # no float could hold it


LISTS = "backend placements lists at most 2,000,000, and 500,000,000 bytes"
STARTS = "starts and ends; backend cpsat:clauses handles at most 500,000"
COEFFICIENTS = "coefficients; backend mip handles at most 2,000,000"
TABLES = "the tables have more than 5,000,000 cells, the most that backend cpsat:table handles"


@pytest.mark.parametrize(
    ("backend", "side", "blocks", "message"),
    [
        ("placements", 40, 10, f"the placements up to row 1 are about 10^8; {LISTS}"),
        ("placements", 500, 125, f"the placements up to row 1 are about 10^103; {LISTS}"),
        ("cpsat:clauses", 150, 38, f"the blocks have 866,400 {STARTS}"),
        ("cpsat:table", 60, 10, TABLES),
        ("mip:plain", 100, 25, f"the program has 13,259,200 {COEFFICIENTS}"),
        ("sat:direct", 150, 9, "the undecided cells need more than 5,000,000 clauses"),
        ("sat:regular", 200, 50, "the undecided cells need more than 5,000,000 clauses"),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(
    backend: str, side: int, blocks: int, message: str
) -> None:
    make_backend(backend)  # what it loads takes longer
    begin = time.monotonic()
    clues = [[1] * blocks] * side
    result = api.check(Puzzle.of(clues, clues), backend=backend)
    assert (result.verdict, result.error) == (Verdict.UNKNOWN, message)
    assert time.monotonic() - begin < LATE


@pytest.mark.parametrize(
    "backend",
    ["sat:plain", "sat:direct", "sat:regular", "cpsat:plain", "cpsat:clauses", "cpsat:table", "mip:plain"],
)  # fmt: skip
def test_a_plain_model_is_that_of_the_clues_alone(backend: str) -> None:
    """An easy puzzle is the engine's, too, and whether line logic suffices is told afterwards."""
    result = api.check(Puzzle.of([[2], [1]], [[1], [2]]), backend=backend)
    assert result.verdict is Verdict.UNIQUE
    assert result.engine
    assert result.line_solvable
    if "variables" in result.counters:  # four cells, and where their blocks start
        assert result.counters["variables"] > 4


@pytest.mark.parametrize("bound", ["most_clauses", "most_raced"])
def test_auto_searches_on_where_there_would_be_too_many_clauses(bound: str) -> None:
    grid = brute_force.random_grid(random.Random(0), 20, 20, 1, 0.4)
    auto, trace = Auto(TUNING._replace(attempts=0, **{bound: 1})), Trace()
    puzzle = Puzzle.of_grid(grid)
    found = auto.solutions(puzzle, known=None, deadline=Deadline(None), trace=trace)
    pictures = set(islice(found, 2))
    assert len(pictures) == 2
    assert {puzzle.violation(picture) for picture in pictures} == {None}
    assert trace.engine in ("", "switch")  # the picture beside the first needs no clauses


class EndsAtTick(Deadline):
    """A deadline that has passed after some checks, whatever the clock says."""

    __slots__ = ("left_to_check",)

    def __init__(self, checks: int) -> None:
        super().__init__(1.0)
        self.left_to_check = checks
        self.at = math.inf

    def check(self) -> None:
        self.left_to_check -= 1
        if self.left_to_check < 0:
            raise self.error()


@pytest.mark.both_kernels
def test_what_is_proved_is_known_at_a_limit() -> None:
    grid = brute_force.random_grid(random.Random(4), 30, 30, 1, 0.45)
    puzzle = Puzzle.of_grid(grid)
    opened = []
    for checks in (1, 2, 20, 200, 2000):
        trace = Trace()
        with contextlib.suppress(LimitReached):
            next(Auto().solutions(puzzle, known=None, deadline=EndsAtTick(checks), trace=trace))
        assert trace.proved is not None
        domains = Domains(grid.width, trace.proved())
        assert next(domains.outside(grid), None) is None
        opened.append(sum(several(sets).bit_count() for sets in domains.rows))
    assert opened == sorted(opened, reverse=True)
    assert opened[0] > opened[-1]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("linear", f"unknown backend 'linear'; there are: {', '.join(BACKENDS.names)}"),
        (
            "cpsat:list",
            "unknown engine 'list' of backend 'cpsat'; there are: plain, clauses, table",
        ),
        ("cpsat:plain+table", "unknown engine 'plain' of backend 'cpsat'"),
        (
            "sat:glucose42+",
            "unknown variant '' of backend 'sat'; there are: plain, direct, regular",
        ),
        ("sat:plain+glucose42", "unknown engine 'plain' of backend 'sat'"),
        ("line:fast", "unknown engine 'fast' of backend 'line'; there are: none"),
        ("sat:", "unknown engine '' of backend 'sat'; there are: glucose42, glucose4"),
        ("sat:sat", "unknown engine 'sat' of backend 'sat'; there are: glucose42, glucose4"),
    ],
)
def test_unknown_names_are_explained(name: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_backend(name)
    assert str(caught.value).startswith(message)


def test_line_logic_is_judged_alike(backend: str) -> None:
    difficulty = "guessing" if backend in ("line", "auto") else ""
    open_ = api.check(Puzzle.of([[1], [1]], [[1], [1]]), backend=backend)
    assert (open_.line_solvable, open_.difficulty) == (False, difficulty)
    easy = api.check(Puzzle.of([[2], [1]], [[1], [2]]), backend=backend)
    assert (easy.line_solvable, easy.difficulty) == (True, "line")
    assert api.solve(Puzzle.of([[2], [1]], [[1], [2]]), backend=backend).verdict is Verdict.UNIQUE


def test_the_difficulty_depends_on_the_puzzle_alone() -> None:
    rng = random.Random(5)
    seen = Counter[str]()
    for _ in range(60):
        side = rng.randint(10, 20)
        puzzle = Puzzle.of_grid(brute_force.random_grid(rng, side, side, 1, rng.uniform(0.5, 0.7)))
        line = api.check(puzzle, backend="line")
        assert api.check(puzzle).difficulty == line.difficulty
        seen[line.difficulty] += 1
    assert set(seen) == {"line", "probing", "guessing"}


CORPUS = {"domino": 7, "jwilk": 40, "text": 30, "color_blobs": 30, "color_random": 40, "random30": 20}  # fmt: skip


@pytest.mark.parametrize(("name", "number"), CORPUS.items(), ids=CORPUS)
def test_agrees_with_the_corpus(shared: object, name: str, number: int) -> None:
    from nonosat.files import load

    sheets = load(ROOT.parent / "shared" / "corpus" / f"{name}.jsonl")[:number]
    settled = 0
    for sheet in sheets:
        verdict = api.check(sheet.puzzle, limits=Limits(30)).verdict.value
        stated = dict(sheet.notes)["verdict"]
        assert "unknown" in (verdict, stated) or verdict == stated, sheet.id
        settled += verdict != "unknown"
    assert settled == len(sheets)
