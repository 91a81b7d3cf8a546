"""The kernel's search with restarts: what ends an attempt, and its part in a race."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice

import pytest
from kernel_cases import shuffled

from nonosat.backends import restarts as restarts_module
from nonosat.backends.base import new_board, propagate
from nonosat.backends.encoding import Encoding
from nonosat.backends.engines import Answer
from nonosat.backends.race import Entrant, race
from nonosat.backends.restarts import Attempt, Patience, Restarts, attempts
from nonosat.backends.searcher import Searcher
from nonosat.judge import first_violation
from nonosat.kernel import Board
from nonosat.model import Grid, Puzzle
from nonosat.result import Deadline, Trace

PERMUTATIONS = Puzzle.of([[1]] * 4, [[1]] * 4)  # 24 solutions


def restarts_of(
    puzzle: Puzzle, found: tuple[Grid, ...] = ()
) -> tuple[Restarts, Patience, Board, Trace]:
    patience, trace = Patience(lambda: None), Trace()
    board = new_board(puzzle, None, Deadline(60), patience)
    assert propagate(board, trace)
    return Restarts(board, puzzle.clues, patience, found, trace), patience, board, trace


def run(restarts: Restarts, how: Attempt, near: Grid | None = None) -> tuple[list[Grid], bool]:
    """What an attempt yields, and whether it was finished."""
    grids: list[Grid] = []
    running = restarts.attempt(how, near)
    while True:
        try:
            grids.append(next(running))
        except StopIteration as end:
            return grids, end.value


@pytest.mark.parametrize("seed", range(5))
def test_an_attempt_that_ends_by_itself_has_found_all(seed: int) -> None:
    puzzle, grid = shuffled(7, 18, seed)
    wanted, done = run(restarts_of(puzzle)[0], Attempt(60, "product"))
    assert done
    assert grid in wanted
    for how in islice(attempts(1), 7):
        restarts, _, _, _ = restarts_of(puzzle)
        grids, done = run(restarts, how._replace(seconds=60))
        assert done
        assert len(grids) == len(wanted)
        assert set(grids) == set(wanted) == restarts.found
        assert run(restarts, Attempt(60, "sum"), grid) == ([], True)


def test_what_was_found_is_not_yielded_again() -> None:
    (first, *rest), _ = run(restarts_of(PERMUTATIONS)[0], Attempt(60, "product"))
    restarts = restarts_of(PERMUTATIONS, (first,))[0]
    grids, done = run(restarts, Attempt(60, "sum", 5, 5), near=first)
    assert done
    assert set(grids) == set(rest)


def test_an_attempt_without_time_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts_module, "PICTURE_SECONDS", 0)
    puzzle, _ = shuffled(40, 640, 1)
    restarts, patience, board, trace = restarts_of(puzzle)
    known = board.rows()
    for how in islice(attempts(1), 7):
        assert run(restarts, how._replace(seconds=0)) == ([], False)
        assert trace.difficulty == ""
        assert board.rows() == known
    patience()  # has no limit any more


def test_the_time_is_that_of_the_thread() -> None:
    """Others that keep the processors busy do not cut an attempt short."""
    patience = Patience(lambda: None)
    patience.allow(0.05)
    threading.Event().wait(0.1)
    patience()
    patience.allow(0)
    with pytest.raises(restarts_module.Enough):
        patience()


# -- in a race -----------------------------------------------------------------------------------


def searcher_of(puzzle: Puzzle, found: tuple[Grid, ...] = ()) -> tuple[Searcher, Encoding]:
    board = new_board(puzzle, None, Deadline(60))
    assert propagate(board, Trace())
    encoding = Encoding(board, puzzle.clues, Deadline(60))
    return Searcher(board, puzzle.clues, encoding, 0, found), encoding


def worked(searcher: Searcher) -> Answer:
    done = threading.Event()
    searcher.begin(done.set)
    assert done.wait(60)
    searcher.stop()
    assert searcher.error is None
    return searcher.answer


def told(searcher: Searcher, encoding: Encoding, grid: Grid) -> None:
    searcher.add(
        [-literal for literal in encoding.cell_literals(grid)],
        sorted(encoding.picture_literals(grid), key=abs),
    )


@pytest.mark.parametrize("inks", [1, 2])
def test_alone_it_finds_each_solution_once(inks: int) -> None:
    puzzle, grid = shuffled(6, {1: 12, 2: 4}[inks], 2, inks)
    wanted, _ = run(restarts_of(puzzle)[0], Attempt(60, "product"))
    assert len(wanted) > 2
    deadline = Deadline(60)
    board = new_board(puzzle, None, deadline)
    assert propagate(board, Trace())
    encoding = Encoding(board, puzzle.clues, deadline)

    def start(*_: object) -> Searcher:
        return Searcher(board, puzzle.clues, encoding, 0, [grid])

    grids = list(race(encoding, [Entrant("search", start)], [grid], deadline, Trace()))
    assert len(grids) == len(wanted) - 1
    assert {grid, *grids} == set(wanted)


def test_a_picture_that_came_too_late_is_found_again() -> None:
    """Another engine was faster: nobody has heard of it, so it must not count as found."""
    wanted, _ = run(restarts_of(PERMUTATIONS)[0], Attempt(60, "product"))
    searcher, encoding = searcher_of(PERMUTATIONS)
    found: set[Grid] = set()
    for turn in range(100):
        if worked(searcher) is Answer.NO_MODEL:
            break
        own = encoding.grid(searcher.model)
        assert own not in found
        others = [grid for grid in wanted if grid not in found and grid != own]
        taken = others[0] if turn % 2 and others else own
        found.add(taken)
        told(searcher, encoding, taken)
    assert found == set(wanted)
    assert searcher.answer is Answer.NO_MODEL


def test_its_model_is_the_picture_and_decides_every_variable() -> None:
    puzzle, _ = shuffled(9, 20, 4, 3)
    searcher, encoding = searcher_of(puzzle)
    assert worked(searcher) is Answer.MODEL
    assert [abs(literal) for literal in searcher.model] == [*range(1, encoding.variables + 1)]
    assert first_violation(puzzle, encoding.grid(searcher.model)) is None
    model = set(searcher.model)
    assert all(model.intersection(clause) for clause in encoding.clauses)
    searcher.close()


def test_it_stops_when_told_and_goes_on() -> None:
    puzzle, _ = shuffled(60, 1440, 1)
    searcher, _ = searcher_of(puzzle)

    def endless(_: float) -> Iterator[Attempt]:
        while True:
            yield Attempt(60, "product")

    searcher._coming = endless(1)
    for _ in range(3):
        called = threading.Event()
        searcher.begin(called.set)
        assert not called.wait(0.05)
        searcher.stop()
        assert called.is_set()
        assert searcher.answer is Answer.STOPPED
        assert searcher.error is None
    searcher.close()
