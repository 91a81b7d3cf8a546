"""The cells known to vary: against listing all solutions, and within a number of lines."""

import random
from itertools import islice

import brute_force
import pytest

import nonosat
from nonosat.ask.all_solutions import windows
from nonosat.ask.all_solutions.windows import look_around
from nonosat.model import Block, Clue, Domains, Grid, Puzzle, default_palette
from nonosat.solving.result import Result, Verdict


def varying_of(grids: list[Grid]) -> set[tuple[int, int]]:
    """What varies at all, given all solutions."""
    return {cell for grid in grids[1:] for cell in grids[0].differs(grid)}


def hide(clue: Clue, chance: random.Random) -> Clue:
    """A clue with some lengths unknown."""
    return Clue(tuple(Block(chance.choice([None, b.length]), b.color) for b in clue))


@pytest.mark.both_kernels
@pytest.mark.parametrize("side", [2, 3, windows.SIDE])
@pytest.mark.parametrize("colors", [2, 3])
@pytest.mark.parametrize("kind", ["plain", "given", "known", "hidden"])
def test_every_cell_found_varies(
    monkeypatch: pytest.MonkeyPatch, side: int, colors: int, kind: str
) -> None:
    """Small windows have cells around them that are given; a window of everything finds all."""
    monkeypatch.setattr(windows, "SIDE", side)
    chance, several, more = random.Random(side), 0, 0
    for _ in range(20):
        size = chance.randint(4, 7), chance.randint(4, 7)
        picture = brute_force.random_grid(chance, *size, colors - 1, 0.35)
        puzzle, known = Puzzle.of_grid(picture, default_palette(colors - 1)), None
        masks = [1 << c if chance.random() < 0.05 else (1 << colors) - 1 for c in picture.cells]
        some = Domains.of_cells(*size, colors, masks)
        if kind == "hidden":
            sides = ([hide(clue, chance) for clue in side] for side in (puzzle.rows, puzzle.cols))
            puzzle = Puzzle(*map(tuple, sides), puzzle.palette)
        elif kind == "given":
            puzzle = Puzzle(puzzle.rows, puzzle.cols, puzzle.palette, some)
        elif kind == "known":
            known = some
        result = nonosat.check(puzzle, known=known)
        every = list(islice(nonosat.solutions(puzzle, known=known), 300))
        if not 1 < len(every) < 300:
            continue
        found = look_around(result, known, 1 << 40)
        assert {*result.varies} <= {*found.varies} <= varying_of(every)
        assert found.varies == sorted(found.varies)
        assert found.most_varying != len(found.varies) or {*found.varies} == varying_of(every)
        if side >= max(size) and kind != "hidden":
            assert {*found.varies} == varying_of(every)
        several += 1
        more += len(found.varies) > len(result.varies)
    assert several >= 3, "hardly anything was tried"
    assert more or side == 2, "no window found anything"


def test_more_is_found_across_windows_and_on_large_boards() -> None:
    """Solutions of overlapping windows follow each other, in all parts of the board."""
    picture = brute_force.random_grid(random.Random(1), 40, 40, 1, 0.4)
    result = nonosat.check(nonosat.Sheet(Puzzle.of_grid(picture), goals=(picture,)))
    assert (result.verdict, len(result.varies)) == (Verdict.MULTIPLE, 4)
    found = look_around(result, most=1 << 40)
    assert len(found.varies) > 200
    assert (
        {row // 20 for row, _ in found.varies} == {col // 20 for _, col in found.varies} == {0, 1}
    )


def test_a_limit_and_other_verdicts_keep_the_result() -> None:
    switch = Puzzle.of([1, 1, 1], [1, 1, 1])
    result = nonosat.check(switch)
    assert look_around(result, most=0).varies == result.varies
    unique = nonosat.check(Puzzle.of([2, 1], [2, 1]))
    assert look_around(unique) is unique
    full = nonosat.solve(switch, at_most=None)
    assert (look_around(full), len(full.varies), full.most_varying) == (full, 9, 9)


def test_what_is_known_to_vary_in_a_result() -> None:
    puzzle = Puzzle.of([1, 1, 1], [1, 1, 1])
    grids = [
        Grid.of(rows)
        for rows in (["#..", ".#.", "..#"], [".#.", "#..", "..#"], ["#..", "..#", ".#."])
    ]
    at = [[], [], [(0, 0), (0, 1), (1, 0), (1, 1)]]
    for number, want in enumerate(at):
        assert Result(puzzle, tuple(grids[:number]), False, "auto").varies == want
    three = Result(puzzle, tuple(grids), False, "auto", left=9)
    assert len(three.varies) == 7
    assert three.most_varying == 9
    assert Result(puzzle, tuple(grids), False, "auto", left=7).most_varying == 7
    assert Result(puzzle, tuple(grids), True, "auto").most_varying == len(three.varies)
