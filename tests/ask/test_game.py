"""Games: moves, what is wrong with them, and when a game is solved."""

from __future__ import annotations

import copy
import io
import pickle
import random

import brute_force
import pytest

import nonosat
from nonosat import Domains, Game, Grid, Puzzle, Sheet
from nonosat.model import default_palette

pytest.importorskip("pysat", reason="python-sat is not installed")

HEART = Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2])
SWITCH = Puzzle.of([1, 1], [1, 1])
GIVEN = SWITCH.given({(0, 0): 1})


@pytest.mark.parametrize("seed", range(20))
def test_moves_are_undone_and_made_again(seed: int) -> None:
    """Against a dict of cells, and a list of all its states."""
    rng = random.Random(seed)
    palette = default_palette(rng.randint(1, 3))
    grid = Grid(3, 4, bytes(rng.randrange(len(palette.colors)) for _ in range(12)))
    puzzle = Puzzle.of_grid(grid, palette).given({(1, 1): grid[1, 1]})
    game = Game(puzzle)
    states, at, moves = [dict[tuple[int, int], int]()], 0, list[object]()
    for _ in range(80):
        now = dict(states[at])
        cell = rng.randrange(3), rng.randrange(4)
        what = rng.choice(["set", "set", "clear", "undo", "redo"])
        if what == "undo" and at:
            at -= 1
            assert game.undo() == moves[at]
        elif what == "redo" and at + 1 < len(states):
            at += 1
            assert game.redo() == moves[at - 1]
        elif what == "set" and cell != (1, 1):
            now[cell] = color = rng.randrange(len(palette.colors))
            game.set(cell, rng.choice([color, palette.chars[color]]))
        elif what == "clear":
            now.pop(cell, None)
            game.clear(cell)
        if now != states[at] and what in ("set", "clear"):
            states[at + 1 :], moves[at:] = [now], [(*cell, now.get(cell))]
            at += 1
        assert game.moves == tuple(moves[:at])
        assert game.known == puzzle.start(puzzle.known_cells(states[at]))
        assert game.grid == grid.replace(
            {
                (r, c): states[at].get((r, c), 0)
                for r in range(3)
                for c in range(4)
                if (r, c) != (1, 1)
            }
        )
    for _ in range(at):
        game.undo()
    with pytest.raises(nonosat.UsageError, match="no move to take back"):
        game.undo()
    assert game.known == puzzle.start(None)


@pytest.mark.parametrize(("colors", "size"), [(2, 4), (3, 3)])
def test_errors_are_those_of_all_solutions(colors: int, size: int) -> None:
    rng = random.Random(size)
    cases = [*brute_force.pictures_by_clues(size, size, colors).items()]
    several = [case for case in cases if len(case[1]) > 1]
    clashes = 0
    for (rows, cols), grids in rng.sample(several, 60) + rng.sample(cases, 40):
        game = Game(Puzzle(rows, cols, default_palette(colors - 1)))
        known = sorted(grids, key=lambda grid: grid.cells)
        marks = {}
        for _ in range(4):
            cell = rng.randrange(size), rng.randrange(size)
            marks[cell] = rng.choice([rng.randrange(colors), *(grid[cell] for grid in known)])
            game.set(cell, marks[cell])
        fitting = [{cell for cell in marks if grid[cell] == marks[cell]} for grid in grids]
        wrong = marks.keys() - set().union(*fitting)
        errors = game.errors()
        if wrong:
            assert errors == tuple(sorted(wrong))
        elif any(cells == marks.keys() for cells in fitting):
            assert errors == ()
        else:  # no two of the cells returned but one can be right, and fewer would do no harm
            clashes += 1
            assert not any({*errors} <= cells for cells in fitting)
            for cell in errors:
                assert any({*errors} - {cell} <= cells for cells in fitting)
    assert clashes


def test_every_solution_solves_the_game() -> None:
    for solution in nonosat.solutions(SWITCH):
        game = Game(SWITCH)
        assert not game.solved
        for cell in ((row, col) for row in range(2) for col in range(2) if solution[row, col]):
            game.set(cell, 1)
        assert game.solved  # blank cells may stay open
        assert game.errors() == ()
    assert Game(Puzzle.of([0], [0])).solved


def test_hints_lead_to_the_end() -> None:
    game = Game(HEART)
    while not game.solved:
        step = game.hint(limits=10)
        assert step.decided
        for row, col, color in step.decided:
            game.set((row, col), color)
        assert game.errors(limits=10) == ()
    assert game.grid == nonosat.solve(HEART).solution


def test_given_cells_stay() -> None:
    game = Game(GIVEN)
    with pytest.raises(nonosat.UsageError, match=r"row 1, column 1 is given: it cannot be '\.'"):
        game.set((0, 0), ".")
    game.set((0, 0), 1)
    game.clear((0, 0))
    assert game.moves == ()
    game.set((0, 1), 1)
    assert game.errors() == ((0, 1),)


@pytest.mark.parametrize("cell", [(2, 0), (0, -1), 5, "a", None, (0, 0, 0), [[0], 0]], ids=repr)
def test_cells_outside_are_refused(cell: object) -> None:
    game = Game(SWITCH)
    for call in (lambda: game.set(cell, 1), lambda: game.clear(cell)):  # type: ignore[arg-type]
        with pytest.raises(nonosat.UsageError):
            call()
    assert game.moves == ()


@pytest.mark.parametrize("color", [2, -1, "x", "?", "", None, "##"])
def test_colors_of_no_palette_are_refused(color: object) -> None:
    with pytest.raises(nonosat.UsageError, match="which is not a color here"):
        Game(SWITCH).set((0, 0), color)  # type: ignore[arg-type]


def test_a_limit_is_raised() -> None:
    with pytest.raises(nonosat.LimitReached):
        Game(nonosat.generate("random", size=30, density=0.4, seed=1)).errors(limits=0)


def test_a_game_is_saved_drawn_and_copied() -> None:
    game = Game(Sheet(HEART, title="Heart"))
    game.set((1, 0), 1)
    game.set((0, 0), 0)
    file = io.StringIO()
    nonosat.dump(game.sheet, file, "json")
    (sheet,) = nonosat.loads(file.getvalue())
    for again in (Game(sheet), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (again.known, again.sheet.title) == (game.known, "Heart")
        again.set((2, 2), 1)
        assert again.known != game.known
    assert str(game) == nonosat.show(game.sheet)
    assert game.known == Domains.of([".????", "#????", *["?????"] * 3])
    assert repr(game) == "<Game 5x5, 2 known>"
    assert "<svg" in (game._repr_svg_() or "")


def test_without_any_solution_nothing_is_past_a_limit() -> None:
    pytest.importorskip("pysat")
    game = Game(Puzzle.of(["1 1", 0, "1 1"], [1, 2, 1]))
    assert game.errors() == ()
    game.set((0, 0), 1)
    assert game.errors() == ((0, 0),)
