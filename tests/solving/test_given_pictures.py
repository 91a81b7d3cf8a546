"""A picture that a sheet has is a solution already: checks begin with it, and look beside it."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import brute_force
import pytest
from command import run
from conftest import without_kernel

from nonosat.files import dumps
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Puzzle, Sheet
from nonosat.solving import api
from nonosat.solving.backends.base import new_board
from nonosat.solving.backends.beside import find_beside
from nonosat.solving.backends.restarts import AttemptClock, Restarts
from nonosat.solving.backends.switch import find_switch
from nonosat.solving.search import Trace

SQUARES = Grid.of(["#...", "....", "..#.", "...."])


def rows_of(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    board = new_board(puzzle, None, Deadline(None))
    assert board.propagate()
    return board.rows()


def some_givens(rng: random.Random, picture: Grid, colors: int) -> Domains:
    """A few cells of a picture, and every color for all others."""
    masks = [1 << color if rng.random() < 0.1 else (1 << colors) - 1 for color in picture.cells]
    return Domains.of_cells(picture.height, picture.width, colors, masks)


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_a_check_with_a_picture_agrees_with_all_solutions(inks: int) -> None:
    rng = random.Random(inks)
    engines = set()
    for _ in range(100):
        height, width = rng.randint(2, 6), rng.randint(2, 6)
        drawn = brute_force.random_grid(rng, height, width, inks, rng.choice([0.3, 0.5, 0.7]))
        puzzle = brute_force.puzzle_of(drawn, inks)
        if rng.random() < 0.3:
            puzzle = brute_force.hide(rng, puzzle, 0.3)
        if rng.random() < 0.3:
            puzzle = puzzle.given(some_givens(rng, drawn, inks + 1))
        every = brute_force.solutions(puzzle, puzzle.givens)
        if every is None:
            continue
        goal = rng.choice(sorted(every, key=lambda grid: grid.cells))
        other = brute_force.random_grid(rng, height, width, inks, 0.5)
        found = api.check(Sheet(puzzle, goals=(other, goal)))
        assert found.verdict == ("unique" if len(every) == 1 else "multiple")
        assert set(found.solutions) <= every
        if not found.line_solvable:
            assert found.solutions[0] == (other if other in every else goal)
            assert found.engine
        engines.add(found.engine)
    assert {"", "picture", "switch"} <= engines


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_what_is_found_beside_a_picture_is_another_solution(inks: int) -> None:
    rng, found = random.Random(f"beside {inks}"), 0
    for _ in range(60):
        picture = brute_force.random_grid(rng, rng.randint(3, 6), rng.randint(3, 6), inks, 0.5)
        puzzle = brute_force.puzzle_of(picture, inks)
        every = brute_force.solutions(puzzle)
        patience = AttemptClock(lambda: None)
        board = new_board(puzzle, None, Deadline(None), patience)
        assert board.propagate()
        other = find_beside(picture, Restarts(board, puzzle.clues, patience, [picture], Trace()))
        assert every is None or other is None or other in every - {picture}
        # Everything is near a change of color here, so nothing is missed.
        assert other is not None or every is None or len(every) == 1
        found += other is not None
    assert found > 10


@pytest.mark.parametrize("inks", [1, 2, 3])
def test_a_switch_is_found_where_there_is_one_and_nowhere_else(inks: int) -> None:
    rng = random.Random(f"switch {inks}")
    found = missed = 0
    for _ in range(120):
        height, width = rng.randint(2, 7), rng.randint(2, 7)
        picture = brute_force.random_grid(rng, height, width, inks, rng.choice([0.2, 0.4, 0.6]))
        puzzle = brute_force.puzzle_of(picture, inks)
        rows = rows_of(puzzle)
        switched = find_switch(picture, rows, lambda: None)
        expected = []
        for upper, left in product(range(height), range(width)):
            for lower, right in product(range(upper + 1, height), range(width)):
                corners = [(upper, left), (lower, right), (upper, right), (lower, left)]
                one, two, *blank = (picture[cell] for cell in corners)
                changed = bytearray(picture.cells)
                for (row, col), color in zip(corners, (0, 0, one, one), strict=True):
                    changed[row * width + col] = color
                grid = Grid(height, width, bytes(changed))
                between = slice(min(left, right) + 1, max(left, right))
                pieces = [picture.row(row)[between] for row in (upper, lower)]
                pieces += [picture.column(col)[upper + 1 : lower] for col in (left, right)]
                # Another block must not be jumped over.
                if one == two and one and not any(blank) and all(len({*p}) < 2 for p in pieces):
                    expected += [grid] if puzzle.violation(grid) is None else []
        assert (switched in expected) if expected else switched is None
        found += switched is not None
        missed += switched is None
    assert min(found, missed) > 10


def test_cells_that_are_known_are_not_switched() -> None:
    puzzle = Puzzle.of_grid(SQUARES)
    assert find_switch(SQUARES, rows_of(puzzle), lambda: None) is not None
    given = puzzle.given(Domains.of(["#???", "????", "????", "????"]))
    assert find_switch(SQUARES, rows_of(given), lambda: None) is None


def test_only_the_check_of_a_sheet_with_the_default_backend_begins_with_its_picture() -> None:
    sheet = Sheet(Puzzle.of([1, 1], [1, 1]), goals=(Grid.of([".#", "#."]),))
    assert api.check(sheet).engine == "switch"
    assert api.check(sheet).solutions == (*sheet.goals, Grid.of(["#.", ".#"]))
    for found in (
        api.check(sheet.puzzle),
        api.solve(sheet, at_most=2),
        api.check(sheet, backend="sat"),
    ):
        assert found.engine not in ("picture", "switch")
    wrong = replace(sheet, goals=(Grid.of(["##", "#."]),))
    assert api.check(wrong).engine == ""
    known = Domains.of(["#?", "??"])
    assert api.check(sheet, known=known).solutions == (Grid.of(["#.", ".#"]),)


def test_a_limit_after_the_picture_is_not_a_proof() -> None:
    rng = random.Random(3)
    picture = brute_force.random_grid(rng, 30, 30, 1, 0.5)
    sheet = Sheet(Puzzle.of_grid(picture), goals=(picture,))
    assert api.check(sheet, limits=Limits(0.0)).verdict == "unknown"


def test_commands_use_the_picture_of_the_file_unless_it_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = Sheet(Puzzle.of([1, 1], [1, 1]), goals=(Grid.of([".#", "#."]),))
    file = tmp_path / "two.json"
    file.write_text(dumps([sheet], "json"), encoding="utf-8")
    for more, engine, first in (
        ((), "switch", [".#", "#."]),
        (("--clues-only",), None, ["#.", ".#"]),
        (("-b", "sat"), "glucose42", None),
    ):
        for jobs in ((), ("--jobs", 1)):
            done = run("check", file, "--json", *more, *jobs)
            assert done.returncode == 10, done.stderr
            row = json.loads(done.stdout)
            assert row["engine"] == engine
            assert first is None or row["solutions"][0] == first
    limited = run("solve", file, "--limit", 0)  # which does not go on after it
    said = "the picture in the file is a solution (the limit of 0 s was reached)\n"
    assert (limited.returncode, limited.stdout) == (30, said)

    def interrupted(_: object) -> Iterator[Grid]:
        raise KeyboardInterrupt

    monkeypatch.setattr("nonosat.solving.api.Search.__iter__", interrupted)
    stopped = run("solve", file)
    assert (stopped.returncode, stopped.stdout) == (
        130,
        said.replace("the limit of 0 s was reached", "interrupted"),
    )
    assert without_kernel(stopped.stderr) == "nonosat: interrupted\n"
