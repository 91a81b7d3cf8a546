"""Mirrored puzzles are folded: half of the picture is a puzzle, with exactly the mirrored solutions."""

import random
from collections.abc import Generator
from dataclasses import replace

import brute_force
import pytest

from nonosat.kernel import Rows
from nonosat.limits import Deadline, Limits
from nonosat.model import Block, Clue, Domains, Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends.auto import Auto
from nonosat.solving.backends.mirrored import fold
from nonosat.solving.backends.restarts import Restarts
from nonosat.solving.backends.tuning import TUNING, Tuning
from nonosat.solving.result import Verdict
from nonosat.solving.search import Trace


def rows_of(grid: Grid) -> list[bytes]:
    return [grid.cells[at : at + grid.width] for at in range(0, len(grid.cells), grid.width)]


def turned(grid: Grid) -> Grid:
    """Rows become columns."""
    columns = [bytes(column) for column in zip(*rows_of(grid), strict=True)]
    return Grid(grid.width, grid.height, b"".join(columns))


def mirrored(rng: random.Random, height: int, width: int, inks: int, density: float) -> Grid:
    """A random picture that is the same from left and right."""
    half = brute_force.random_grid(rng, height, (width + 1) // 2, inks, density)
    return Grid(height, width, b"".join(row + row[: width // 2][::-1] for row in rows_of(half)))


def is_mirrored(grid: Grid) -> bool:
    return all(row == row[::-1] for row in rows_of(grid))


def hidden(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """Some numbers are hidden, on both sides of the fold alike."""
    blots = [[rng.random() < 0.3 for _ in clue] for clue in puzzle.clues]
    for row in blots[: puzzle.height]:
        row[:] = [a or b for a, b in zip(row, row[::-1], strict=True)]
    columns = blots[puzzle.height :]
    columns = [columns[min(at, len(columns) - 1 - at)] for at in range(len(columns))]
    rows, cols = (
        tuple(
            Clue(Block(None if blot else length, color) for (length, color), blot in pairs)
            for pairs in (zip(*pair, strict=True) for pair in zip(clues, parts, strict=True))
        )
        for clues, parts in ((puzzle.rows, blots[: puzzle.height]), (puzzle.cols, columns))
    )
    return replace(puzzle, rows=rows, cols=cols)


def unknown(puzzle: Puzzle) -> Rows:
    return puzzle.unknown().rows


@pytest.mark.parametrize("inks", [1, 2])
@pytest.mark.parametrize("top_to_bottom", [False, True])
@pytest.mark.parametrize("hide", [False, True])
def test_half_has_exactly_the_mirrored_solutions(
    inks: int, top_to_bottom: bool, hide: bool
) -> None:
    rng = random.Random(f"{inks} {top_to_bottom} {hide}")
    compared = 0
    for _ in range(60):
        grid = mirrored(rng, rng.randint(1, 5), rng.randint(2, 6), inks, rng.uniform(0.2, 0.9))
        puzzle = brute_force.puzzle_of(grid, inks)
        if hide:
            puzzle = hidden(rng, puzzle)
        if top_to_bottom:
            puzzle = replace(puzzle, rows=puzzle.cols, cols=puzzle.rows)
        both = brute_force.solutions(puzzle)
        folded = fold(puzzle, unknown(puzzle))
        assert folded is not None
        half = Puzzle(folded.clues.rows, folded.clues.cols, puzzle.palette)
        halves = brute_force.solutions(half, folded.known)
        if both is None or halves is None:
            continue
        alike = {one for one in both if is_mirrored(turned(one) if folded.turned else one)}
        assert {folded.unfold(one) for one in halves} == alike
        compared += 1
    assert compared > 30


def test_what_is_known_of_one_side_is_known_of_the_other() -> None:
    puzzle = Puzzle.of([[1, 1]], [[1], [], [], [1]])
    known = Domains.of(["???."]).rows
    folded = fold(puzzle, known)
    assert folded is not None
    assert folded.known.rows[0] == (0b11, 0)


@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        ([[2, 1]], [[1], [1], [], [1]]),  # no clues that are mirrored
        ([[1, 1]], [[1], [], [1], []]),  # columns that are not
        ([[2], [2]], [[1], [2], [1]]),  # a block that cannot lie in the middle
        ([[1]], [[1]]),  # a single cell has no two sides
    ],
    ids=["rows", "columns", "parity", "single"],
)
def test_other_puzzles_are_not_folded(rows: list[list[int]], cols: list[list[int]]) -> None:
    puzzle = Puzzle.of(rows, cols)
    assert fold(puzzle, unknown(puzzle)) is None


@pytest.fixture
def no_dive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched before a puzzle is folded."""
    dive = Restarts.dive

    def near_a_picture(
        self: Restarts, seconds: float, near: Grid | None = None
    ) -> Generator[Grid, None, bool]:
        return False if near is None else (yield from dive(self, seconds, near))

    monkeypatch.setattr(Restarts, "dive", near_a_picture)


def solved(puzzle: Puzzle, tuning: Tuning = TUNING) -> list[Grid]:
    return [*Auto(tuning).solutions(puzzle, known=None, deadline=Deadline(60), trace=Trace())]


@pytest.mark.usefixtures("no_dive")
@pytest.mark.parametrize("seconds", [TUNING.mirrored_seconds, 0.0])
def test_all_solutions_come_once_whether_mirrored_or_not(seconds: float) -> None:
    """Also when there is no time for a half: that is not the limit that people gave."""
    rng = random.Random(5)
    tuning = TUNING._replace(mirrored_seconds=seconds)
    alike = other = 0
    for _ in range(40):
        puzzle = brute_force.puzzle_of(mirrored(rng, 5, 6, 1, 0.35), 1)
        found = solved(puzzle, tuning)
        assert len(found) == len({*found})
        assert {*found} == brute_force.solutions(puzzle)
        alike += sum(map(is_mirrored, found)) > 1
        other += not all(map(is_mirrored, found))
    assert alike > 1
    assert other > 2


@pytest.mark.usefixtures("no_dive")
def test_clues_may_be_mirrored_where_no_picture_is() -> None:
    puzzle = Puzzle.of([[1]] * 4, [[1]] * 4)
    assert len(solved(puzzle)) == 24


def test_a_large_mirrored_picture_is_solved() -> None:
    puzzle = brute_force.puzzle_of(mirrored(random.Random(445), 44, 47, 1, 0.45), 1)
    result = api.check(puzzle, limits=Limits(20))
    assert result.verdict is Verdict.MULTIPLE
    assert all(puzzle.accepts(grid) for grid in result.solutions)
