"""Counting solutions: against listing them, against formulas, and under limits."""

import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import factorial, prod

import brute_force
import pytest
from command import run

import nonosat
from nonosat.ask.all_solutions.components import Component, ComponentCounter, banded
from nonosat.ask.all_solutions.counting import CountSearch, components, count
from nonosat.ask.all_solutions.languages import END, Store
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Puzzle
from nonosat.sanitize import any_digits, json_line
from nonosat.words import digits
from tests.lateness import LATE


def nothing() -> None:
    pass


def parts_of(puzzle: Puzzle, guide: Grid, store: Store) -> list[Component]:
    """The components as propagation alone tells them, without the backbone."""
    return components(puzzle, puzzle.unknown(), guide, Deadline(None), store)


def counted(puzzle: Puzzle, guide: Grid, room: int = 1000_000) -> int:
    """The count by the components alone."""
    store = Store(len(puzzle.palette.colors), nothing, room)
    counter = ComponentCounter(store, room)
    results = [counter.count(part) for part in parts_of(puzzle, guide, store)]
    assert all(result.cause is None for result in results)
    return prod(result.number for result in results)


@pytest.mark.parametrize(
    ("height", "width", "colors", "every"),
    [(3, 3, 2, 1), (4, 4, 2, 60), (1, 5, 2, 1), (2, 3, 3, 3), (3, 2, 3, 3), (2, 2, 4, 2)],
)
def test_agrees_with_brute_force(height: int, width: int, colors: int, every: int) -> None:
    for puzzle, grids in brute_force.some_puzzles(height, width, colors, every):
        result = count(puzzle)
        assert (result.number, result.exact) == (len(grids), True)
        for room in (1, 1_000_000):  # with nearly no memory, too
            assert counted(puzzle, min(grids, key=lambda grid: grid.cells), room) == len(grids)


def test_independent_parts_are_multiplied() -> None:
    """Permutation matrices along the diagonal, held apart by full lines."""
    sizes = [3, 8, 5, 12, 10]
    total = sum(sizes)
    part = [number for number, size in enumerate(sizes) for _ in range(size)]
    known = [3 if part[r] == part[c] else 1 for r in range(total) for c in range(total)]
    diagonal = Puzzle.of([[1]] * total, [[1]] * total)
    result = count(diagonal, known=Domains.of_cells(total, total, 2, known))
    assert result.exact
    assert result.number == prod(map(factorial, sizes)) > 2**64
    assert sorted(result.parts) == sorted(size * size for size in sizes)


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_agrees_with_listing_random_puzzles(inks: int) -> None:
    rng = random.Random(inks)
    seen = 0
    for _ in range(30):
        grid = brute_force.random_grid(rng, rng.randint(4, 9), rng.randint(4, 9), inks, 0.35)
        puzzle = brute_force.puzzle_of(grid, inks)
        listed = nonosat.solve(puzzle, at_most=400)
        if listed.exhausted and len(listed.solutions) > 1:
            seen += 1
            want = len(listed.solutions)
            result = count(puzzle)
            assert (result.number, result.exact) == (want, True)
            assert counted(puzzle, grid) == want
            for height in (1, 2, 3, 5):
                assert band_count(puzzle, grid, height) <= want
            assert band_count(puzzle, grid, 20) == want
    assert seen > 6


def band_count(puzzle: Puzzle, guide: Grid, height: int) -> int:
    store = Store(len(puzzle.palette.colors), nothing)
    counter = ComponentCounter(store)
    parts = parts_of(puzzle, guide, store)
    bands = [band for part in parts for band in banded(store, part, height)]
    return prod(counter.count(band).number for band in bands)


def test_equal_languages_are_one_node() -> None:
    store = Store(2, nothing)
    n = 6
    free = store.line(((1, 1, 0),), [0b111111], [0b111111, 0b111111], n)
    assert free.number() == n
    cut = store.cut(free, ~0b10)  # the first cell is not filled
    assert cut is not None
    (part,) = cut.parts
    assert part.at == (1, 2, 3, 4, 5)
    assert part.node is store.line(((1, 1, 0),), [0b11111], [0b11111, 0b11111], n - 1)
    assert store.cut(free, 0b01) is None
    decided = store.cut(free, 0b010101010110)
    assert decided is not None
    assert decided.parts == ()


def test_independent_stretches_of_a_line_are_told_apart() -> None:
    """Two blocks that cannot leave their own three cells each."""
    store = Store(2, nothing)
    allowed = [0b1111111, 0b1110111]
    node = store.line(((1, 1, 1), (1, 1, 0)), [0b0000111, 0b1110000], allowed, 7)
    assert node.number() == 9
    cut = store.cut(node, node.support)
    assert cut is not None
    assert [part.at for part in cut.parts] == [(0, 1, 2), (3, 4, 5)]
    assert [part.node.number() for part in cut.parts] == [3, 3]
    assert cut.parts[0].node is cut.parts[1].node
    assert END.number() == 1


HARD = brute_force.random_grid(random.Random(0), 30, 30, 1, 0.4)


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_limit_gives_a_lower_bound_in_time(seconds: float) -> None:
    start = time.monotonic()
    result = count(Puzzle.of_grid(HARD), limits=Limits(seconds))
    assert time.monotonic() - start < seconds + LATE
    assert not result.exact
    assert result.error == f"the limit of {seconds:g} s was reached"


def test_a_lower_bound_is_never_too_large() -> None:
    """Cut short everywhere: after each number of ticks."""
    puzzle = Puzzle.of([[1, 1]] * 6, [[1, 1]] * 6)
    grid = nonosat.solve(puzzle).solutions[0]
    want = count(puzzle).number
    assert want == sum(1 for _ in nonosat.solutions(puzzle, backend="line")) == 722
    bounds = set()
    for ticks in [*range(1, 400, 7), 10**9]:
        left = ticks

        def tick() -> None:
            nonlocal left
            left -= 1
            if not left:
                raise nonosat.errors.LimitReached("enough")

        store = Store(2, nothing)
        parts = parts_of(puzzle, grid, store)
        store.tick = tick
        counter = ComponentCounter(store)
        least = prod(counter.count(part).number for part in parts)
        assert 1 <= least <= want
        bounds.add(least)
    assert want in bounds
    assert len(bounds) > 5


def test_long_numbers_are_written_in_full() -> None:
    assert digits(7**9000) == digits(7**4500 * 7**4500)
    assert len(digits(10**9999)) == 10_000
    with pytest.raises(ValueError, match="limit"):
        str(10**9999)  # the setting is as before


def test_the_limit_of_python_on_digits_survives_threads() -> None:
    before, interval = sys.get_int_max_str_digits(), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(digits, [7] * 20_000)) == {"7"}
    finally:
        sys.setswitchinterval(interval)
    assert sys.get_int_max_str_digits() == before


def test_json_and_parts() -> None:
    done = run("count", "tests/data/ambiguous/horizontales-5x5.txt", "--json")
    facts = json.loads(done.stdout)
    assert facts.pop("seconds") >= 0
    assert len(facts.pop("clue_hash")) == 32
    assert facts == {
        "source": "tests/data/ambiguous/horizontales-5x5.txt", "position": 1, "title": None,
        "remarks": [],
        "height": 5, "width": 5, "colors": 1, "number": 2, "exact": True, "parts": [6], "decided": 19,
        "error": None, "attempt": 1,
    }  # fmt: skip


def test_json_with_a_number_of_any_length() -> None:
    """Python refuses to write or read more than 4300 digits unless it is asked to."""
    side = ";".join(["1"] * 10)
    typed = ("--rows", side, "--cols", side)
    assert json.loads(run("count", *typed, "--json").stdout)["number"] == 3628800
    with any_digits():
        number = 10**5000 + 7
    row = {"number": number}
    line = json_line(row)
    with pytest.raises(ValueError, match="4300"):
        json.loads(line)
    with any_digits():
        assert json.loads(line) == row


TWENTY = ";".join("1" * 20)
#    rows      columns    more            code  what it says
SAID = [
    ("1;1",    "1;1",     [],               0, "exactly 2 solutions, "),
    (TWENTY,   TWENTY,    [],               0, "exactly 2432902008176640000 (about 2.43e18) solutions, "),
    ("2;1",    "1;2",     [],               0, "exactly 1 solution, "),
    ("1;2;1",  "1;1,1;1", [],              20, "no solution, "),
    ("1;1",    "1;1",     ["--limit", "0"], 30, "at least 0 solutions (the limit of 0 s was reached), "),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "cols", "more", "code", "said"), SAID)
def test_the_command_says_how_many(
    rows: str, cols: str, more: list[str], code: int, said: str
) -> None:
    done = run("count", "--rows", rows, "--cols", cols, *more)
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.startswith(said)
    assert run("count", "--rows", rows, "--cols", cols, "-b", "magic").returncode == 2


def test_the_result_can_be_asked_for_at_any_time() -> None:
    search = CountSearch(Puzzle.of([[1]] * 4, [[1]] * 4))
    assert (search.result().number, search.result().exact) == (0, False)
    assert (search.progress().stage, search.progress().counters) == ("", {})
    assert search.run() == search.result()
    assert (search.result().number, search.result().exact) == (24, True)
    assert search.progress().stage == "counting"
