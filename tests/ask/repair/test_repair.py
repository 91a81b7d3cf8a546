"""Searches under limits and Ctrl-C, wishes that cannot be, and what is claimed."""

import gc
import random
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import brute_force
import pytest

pytest.importorskip("pysat", reason="python-sat is not installed")

import nonosat
from nonosat.ask.effort import EFFORT
from nonosat.ask.repair import Changes, ChangeSearch, Givens, GivenSearch, fewest_givens
from nonosat.ask.repair.blemishes import find_blemishes
from nonosat.ask.repair.other_solutions import Others
from nonosat.ask.repair.patches import fits
from nonosat.errors import UsageError
from nonosat.limits import Deadline, Limits
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, default_palette
from nonosat.solving.result import Verdict
from tests.lateness import LATE

HASTY = replace(EFFORT, ranking=0.1)
"""No long look for proposals that look better still."""


def fewest_changes(picture: Grid, palette: Palette, **options: Any) -> Changes:
    """The fewest changes, hastily."""
    return ChangeSearch(picture, palette, effort=HASTY, **options).run()


HARD = brute_force.random_grid(random.Random(0), 40, 40, 1, 0.4)
"""Nobody settles that in a few seconds."""
SWITCH = Grid.of(["#.", ".#"])


@pytest.mark.parametrize("inks", [1, 3])
def test_random_pictures_become_unique(inks: int) -> None:
    rng = random.Random(inks)
    palette = default_palette(inks)
    for _ in range(5):
        size = rng.randint(8, 14)
        grid = brute_force.random_grid(rng, size, size, inks, 0.5)
        changes = fewest_changes(grid, palette)
        assert changes.fewest
        mended = changes.proposals[0]
        assert len(grid.differs(mended)) == len(changes.cells or ()) == changes.at_least
        result = nonosat.check(brute_force.puzzle_of(mended, inks))
        assert (result.verdict, result.solutions) == (Verdict.UNIQUE, (mended,))
        givens = fewest_givens(grid, palette)
        assert givens.fewest
        known = nonosat.check(brute_force.puzzle_of(grid, inks), known=givens.domains())
        assert (known.verdict, known.solutions) == (Verdict.UNIQUE, (grid,))


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2])
@pytest.mark.parametrize("search", [fewest_changes, fewest_givens])
def test_limits_are_held_and_nothing_is_claimed(search, seconds: float) -> None:  # type: ignore[no-untyped-def]
    started = time.perf_counter()
    result = search(HARD, BLACK_AND_WHITE, limits=Limits(seconds))
    assert time.perf_counter() - started < seconds + LATE
    assert not result.fewest
    assert "limit" in result.error


def test_a_limit_never_makes_the_fewest_of_some() -> None:
    rng = random.Random(5)
    for _ in range(3):
        grid = brute_force.random_grid(rng, 12, 12, 1, 0.45)
        for search in (fewest_changes, fewest_givens):
            most = search(grid, BLACK_AND_WHITE).at_least
            for seconds in (0.005, 0.02, 0.1):
                result = search(grid, BLACK_AND_WHITE, limits=Limits(seconds))
                assert result.at_least <= most
                number = None if result.cells is None else len(result.cells)
                assert number is None or number >= most
                assert result.fewest == (number == result.at_least)


@pytest.mark.parametrize("inks", [1, 2])
def test_cells_that_suffice_are_told_where_the_search_does_not_end(
    inks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(self: GivenSearch, others: Others) -> None:
        for patch in others.patches():
            self._fewest.add(cell + 1 for cell in patch)
        raise self._deadline.error()

    monkeypatch.setattr(GivenSearch, "_search", stopped)
    rng = random.Random(inks)
    palette = default_palette(inks)
    proved = 0
    for _ in range(5):
        grid = brute_force.random_grid(rng, 12, 12, inks, 0.45)
        result = fewest_givens(grid, palette, limits=Limits(20))
        assert "limit" in result.error
        assert result.cells is not None
        assert result.at_least <= len(result.cells)
        proved += result.at_least
        known = nonosat.check(brute_force.puzzle_of(grid, inks), known=result.domains())
        assert known.solutions == (grid,)
        assert known.line_solvable
    assert proved > 0


def test_patches_in_a_few_lines_are_found_without_the_whole() -> None:
    rng = random.Random(2)
    for _ in range(5):
        grid = brute_force.random_grid(rng, 20, 20, 1, 0.42)
        with Others(grid, Puzzle.of_grid(grid), Deadline(None)) as others:
            found = others._near([])
            assert found
            assert all(fits(grid, patch) for patch in found)
            cells = [cell for patch in found for cell in patch]
            assert len(cells) == len(set(cells))
            more = others._near(cells)
            assert not {cell for patch in more for cell in patch} & set(cells)


def test_what_is_hard_is_settled_by_the_engine_that_has_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(Others, "_searched")  # which begins anew
    grid = brute_force.random_grid(random.Random(5), 16, 16, 1, 0.4)
    search = GivenSearch(grid, BLACK_AND_WHITE, effort=replace(EFFORT, quick=10))
    assert search.run().fewest


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Hypothesis is called back by the collector; Ctrl-C is lost when it comes just then."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_garbage_collection")
@pytest.mark.parametrize("search", [ChangeSearch, GivenSearch])
def test_ctrl_c_keeps_what_is_proved(search) -> None:  # type: ignore[no-untyped-def]
    under_way = search(HARD, BLACK_AND_WHITE)
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        under_way.run()
    assert time.perf_counter() - started < 0.2 + LATE
    result = under_way.result()
    assert result.error == "interrupted"
    assert not result.fewest


def test_cells_to_keep_stay() -> None:
    rng = random.Random(3)
    for _ in range(10):
        grid = brute_force.random_grid(rng, 6, 6, 1, 0.45)
        keep = [(row, col) for row in range(3) for col in range(6)]
        changes = fewest_changes(grid, BLACK_AND_WHITE, keep=keep, at_most=5)
        assert changes.fewest or not changes.possible
        if changes.possible:
            assert changes.at_least >= fewest_changes(grid, BLACK_AND_WHITE).at_least
        for proposal in changes.proposals:
            assert not set(grid.differs(proposal)) & set(keep)


def test_cells_to_keep_may_come_from_an_iterator() -> None:
    keep = [(0, 0), (0, 1), (1, 0)]
    changes = fewest_changes(SWITCH, BLACK_AND_WHITE, keep=iter(keep))
    assert changes.cells == fewest_changes(SWITCH, BLACK_AND_WHITE, keep=keep).cells == ((1, 1),)


def test_several_proposals_come_best_first() -> None:
    changes = fewest_changes(SWITCH, BLACK_AND_WHITE, at_most=None)
    assert len(changes.proposals) == len(set(changes.proposals)) == 4
    assert fewest_changes(SWITCH, BLACK_AND_WHITE, at_most=2).proposals == changes.proposals[:2]
    with pytest.raises(UsageError):
        fewest_changes(SWITCH, BLACK_AND_WHITE, at_most=0)


def test_the_fewest_that_keep_a_symmetry_are_found_where_fewer_break_it() -> None:
    picture = Grid.of(["...##...", "#......#", "..#..#..", "##....##"])
    patient = replace(EFFORT, ranking=60.0)  # else one second: it is not necessary
    changes = ChangeSearch(picture, BLACK_AND_WHITE, effort=patient).run()
    assert len(changes.cells or ()) == 1
    assert changes.symmetric is not None
    assert len(picture.differs(changes.symmetric)) == 2
    assert find_blemishes(picture, changes.symmetric)[0] == 0
    assert nonosat.check(Puzzle.of_grid(changes.symmetric)).verdict is Verdict.UNIQUE
    right = [(row, col) for row in range(4) for col in range(4, 8)]
    assert fewest_changes(picture, BLACK_AND_WHITE, keep=right).symmetric is None


def test_a_claim_follows_from_what_was_found() -> None:
    known = Changes(SWITCH, BLACK_AND_WHITE, (Grid.of(["##", ".#"]),), 1)
    assert (known.cells, known.fewest) == (((0, 1),), True)
    assert not Changes(SWITCH, BLACK_AND_WHITE, known.proposals, 0).fewest
    assert not Givens(SWITCH, BLACK_AND_WHITE, None, 1).fewest


def test_two_parts_of_a_large_picture() -> None:
    rows = ["." * 60 for _ in range(60)]
    for top in (3, 23, 43):
        for left in (5, 25, 45):
            for row, line in ((top, "#."), (top + 1, ".#")):
                rows[row] = rows[row][:left] + line + rows[row][left + 2 :]
    changes = fewest_changes(Grid.of(rows), BLACK_AND_WHITE, limits=Limits(20))
    givens = fewest_givens(Grid.of(rows), BLACK_AND_WHITE, limits=Limits(20))
    assert changes.cells is not None
    assert givens.cells is not None
