"""Hiding numbers: one solution is kept, and no further number can be hidden."""

import random

import brute_force
import pytest
from command import run

import nonosat
from nonosat import Limits, Puzzle, Verdict, blot
from nonosat.ask import blots
from nonosat.ask.blots import BlotSearch, hide
from nonosat.model import Domains, Grid, Sheet

HEART = Puzzle.of_grid(Grid.of([".#.#.", "#####", "#####", ".###.", "..#.."]))


def unique_puzzles(number: int) -> list[tuple[Puzzle, Grid]]:
    """Small puzzles with one solution, in one to three inks."""
    rng, found = random.Random(3), list[tuple[Puzzle, Grid]]()
    while len(found) < number:
        inks = 1 + len(found) % 3
        grid = brute_force.random_grid(rng, rng.randint(2, 5), rng.randint(2, 5), inks, 0.7)
        puzzle = brute_force.puzzle_of(grid, inks)
        if brute_force.solutions(puzzle) == {grid} and any(puzzle.clues):
            found.append((puzzle, grid))
    return found


def told(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The places of the numbers that are not hidden."""
    return [
        (line, at)
        for line, clue in enumerate(puzzle.clues)
        for at, block in enumerate(clue)
        if block.length is not None
    ]


def test_what_is_hidden_is_maximal_says_brute_force() -> None:
    hidden = 0
    for puzzle, grid in unique_puzzles(24):
        result = blot(puzzle, seed=len(grid.cells))
        assert (result.verdict, result.maximal, result.error) == (Verdict.UNIQUE, True, "")
        assert result.numbers == sum(map(len, puzzle.clues))
        assert result.hidden == result.numbers - len(told(result.puzzle))
        assert brute_force.solutions(result.puzzle) == {grid}
        for place in told(result.puzzle):
            more = brute_force.solutions(hide(result.puzzle, [place]))
            assert more is not None
            assert len(more) > 1
        hidden += result.hidden
    assert hidden > 40


def test_a_seed_decides_the_order() -> None:
    results = [blot(HEART, seed=seed).puzzle for seed in (1, 1, 2, 3, 4, 5)]
    assert results[0] == results[1]
    assert len(set(results)) > 1


def test_as_many_are_hidden_as_are_asked_for() -> None:
    every = blot(HEART).hidden
    for number in range(1, every + 2):
        result = blot(HEART, at_most=number)
        assert (result.hidden, result.enough) == (min(number, every), number <= every)
        assert result.maximal == (number > every)
        assert nonosat.check(result.puzzle).verdict is Verdict.UNIQUE
    again = blot(blot(HEART, at_most=2).puzzle, at_most=1)
    assert (again.hidden, again.enough) == (3, True)
    with pytest.raises(nonosat.NonosatError, match="at_most"):
        blot(HEART, at_most=0)


def test_given_cells_stay_and_help() -> None:
    givens = Domains.of_grid(Grid.of([".#.#.", "#####", "#####", ".###.", "..#.."]), 2)
    result = blot(HEART.given(givens))
    assert result.puzzle.givens == givens
    assert result.hidden == result.numbers


@pytest.mark.parametrize(
    ("rows", "cols", "verdict"), [([1, 1], [1, 1], "multiple"), ([1, 2, 1], [1, "1 1", 1], "none")]
)
def test_without_one_solution_nothing_is_hidden(rows: list, cols: list, verdict: str) -> None:
    puzzle = Puzzle.of(rows, cols)
    result = blot(puzzle)
    assert (result.puzzle, result.verdict, result.hidden) == (puzzle, verdict, 0)
    assert not result.maximal


def test_a_limit_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert blot(HEART, limits=Limits(0)).verdict is Verdict.UNKNOWN
    search = BlotSearch(HEART, limits=Limits(60))
    check, calls = blots.check, list[Puzzle]()

    def late(puzzle: Puzzle, **options: object) -> object:
        calls.append(puzzle)
        if len(calls) == 4:
            search._deadline.postpone(-100)
        return check(puzzle, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(blots, "check", late)
    result = search.run()
    assert result.verdict is Verdict.UNIQUE
    assert "limit" in result.error
    assert not result.maximal
    assert 0 < result.hidden < result.numbers
    assert nonosat.check(result.puzzle).verdict is Verdict.UNIQUE


def test_what_takes_too_long_is_left_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    check, calls = blots.check, list[Puzzle]()

    def slow(puzzle: Puzzle, **_: object) -> object:
        calls.append(puzzle)
        return check(puzzle, limits=Limits(0 if len(calls) > 1 else None))

    monkeypatch.setattr(blots, "check", slow)
    result = blot(HEART)
    assert (result.hidden, result.unsettled) == (0, result.numbers)
    assert not result.maximal


def test_the_command_saves_what_keeps_one_solution(tmp_path) -> None:
    path, out = tmp_path / "heart.json", tmp_path / "blotted.non"
    nonosat.dump([Sheet(HEART, title="Heart")], path)
    done = run("blot", path, "--seed", "1", "-o", out)
    assert done.returncode == 0
    assert "of 11 numbers hidden, one solution kept (proved); any further one would" in done.stdout
    (sheet,) = nonosat.load(out)
    assert sheet.title == "Heart"
    assert sheet.puzzle == blot(HEART, seed=1).puzzle
    assert run("check", out).returncode == 0
    done = run("blot", path, "-o", tmp_path / "x.taai")
    assert (done.returncode, done.stdout) == (5, "") or "no place for blocks" in done.stderr
    done = run("blot", "--rows", "1;1", "--cols", "1;1")
    assert (done.returncode, done.stdout) == (
        10,
        "nothing hidden: several solutions\n",
    )


def test_repair_and_rate_say_what_they_cannot() -> None:
    puzzle = blot(HEART).puzzle
    rating = nonosat.rate(puzzle)
    assert (rating.stars, rating.why_not) == (None, "some numbers are hidden")
    assert rating.verdict is Verdict.UNIQUE
    sheet = Sheet(puzzle, goals=nonosat.solve(puzzle).solutions)
    for repair in (nonosat.fewest_changes, nonosat.fewest_givens):
        with pytest.raises(nonosat.UsageError, match="some numbers of this puzzle are hidden"):
            repair(sheet)


def test_conflict_names_the_lines_but_no_typo() -> None:
    puzzle = Puzzle.of(["?", "1 1", "? 1", 5], ["2 1", "? 1", "1 ?", "?", 4])
    found = nonosat.conflict(puzzle)
    assert found.solvable is False
    assert found.lines
    assert found.steps
    assert not found.typos


def test_a_book_tells_what_a_hidden_number_is(tmp_path) -> None:
    path = tmp_path / "heart.json"
    nonosat.dump(Sheet(blot(HEART).puzzle), path)
    done = run("book", path, "-o", tmp_path / "book.html")
    assert done.returncode == 0
    assert "no stars: some numbers are hidden" in done.stderr
    assert "A ? is a block of unknown length" in (tmp_path / "book.html").read_text()
