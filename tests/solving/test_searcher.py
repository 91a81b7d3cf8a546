"""The kernel's search with restarts: what ends an attempt, and its part in a race."""

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

import pytest
from kernel_cases import settled, shuffled

from nonosat.errors import EngineFailed
from nonosat.files import load
from nonosat.kernel import Board
from nonosat.limits import Deadline
from nonosat.model import Grid, Puzzle
from nonosat.solving.backends import engines
from nonosat.solving.backends.auto import _learn
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import EngineAnswer
from nonosat.solving.backends.race import Entrant, race
from nonosat.solving.backends.restarts import AttemptClock, AttemptTimeout, Restarts
from nonosat.solving.backends.searcher import Searcher
from nonosat.solving.backends.tuning import TUNING, Joins, Tuning
from nonosat.solving.search import Trace

PERMUTATIONS = Puzzle.of([[1]] * 4, [[1]] * 4)  # 24 solutions


def restarts_of(
    puzzle: Puzzle, found: tuple[Grid, ...] = (), tuning: Tuning = TUNING
) -> tuple[Restarts, AttemptClock, Board, Trace]:
    patience, trace = AttemptClock(lambda: None), Trace()
    board = settled(puzzle, tick=patience)
    restarts = Restarts(board, puzzle.clues, patience, found, trace, tuning)
    return restarts, patience, board, trace


def run(search: Generator[Grid, None, bool]) -> tuple[list[Grid], bool]:
    """What a search yields, and whether it was finished."""
    grids: list[Grid] = []
    while True:
        try:
            grids.append(next(search))
        except StopIteration as end:
            return grids, end.value


@pytest.mark.parametrize("seed", range(5))
def test_a_search_that_ends_by_itself_has_found_all(seed: int) -> None:
    unhurried = TUNING._replace(least_seconds=60)
    puzzle, grid = shuffled(7, 18, seed)
    wanted, done = run(restarts_of(puzzle)[0].dive(60))
    assert done
    assert grid in wanted
    for number in range(1, 8):
        restarts, _, _, _ = restarts_of(puzzle, tuning=unhurried)
        grids, done = run(restarts.attempt(number))
        assert done
        assert len(grids) == len(wanted)
        assert set(grids) == set(wanted) == restarts.found
        assert run(restarts.dive(60, grid)) == ([], True)


def test_a_descent_gives_up_after_too_many_dead_ends() -> None:
    puzzle, _ = shuffled(40, 800, 1)
    restarts, patience, board, trace = restarts_of(puzzle, tuning=TUNING._replace(dead_ends=-1))
    assert run(restarts.descend(60)) == ([], False)
    assert patience.ends is bool  # what comes next has its own time
    assert trace.difficulty == ""
    assert board.cells() is None


def test_a_search_without_time_proves_nothing() -> None:
    puzzle, _ = shuffled(40, 800, 1)
    restarts, patience, board, trace = restarts_of(puzzle)
    for seconds in (0, 0.001):
        # It may meet pictures before the board looks at the clock.
        assert not run(restarts.dive(seconds))[1]
        assert trace.difficulty == ""
        assert board.cells() is None
        patience()  # has no limit any more
    restarts, _, _, _ = restarts_of(puzzle, tuning=TUNING._replace(least_seconds=-60))
    assert not run(restarts.attempt(1))[1]


def test_a_shallow_dive_is_finished() -> None:
    """A guess instead would take longer: `auto` took twice the time of `line` on this picture."""
    puzzle = load(Path(__file__).parents[2] / "data" / "drawn" / "bicycle.non")[0].puzzle
    for depth, seconds, done in ((0, 60, False), (TUNING.dive_depth, 60, True), (9, -60, False)):
        late = TUNING._replace(least_seconds=-60, dive_depth=depth, dive_seconds=seconds)
        restarts, patience, board, _ = restarts_of(puzzle, tuning=late)
        assert board.probe()
        assert run(restarts.dive(0))[1] is done
        assert patience.ends is bool


def test_the_time_is_that_of_the_thread() -> None:
    """Others that keep the processors busy do not cut a search short."""
    patience = AttemptClock(lambda: None)
    patience.allow(0.05)
    threading.Event().wait(0.1)
    patience()
    patience.allow(0)
    with pytest.raises(AttemptTimeout):
        patience()


# -- in a race -----------------------------------------------------------------------------------


def searcher_of(
    puzzle: Puzzle, found: tuple[Grid, ...] = (), tuning: Tuning = TUNING
) -> tuple[Searcher, Encoding]:
    board = settled(puzzle)
    encoding = Encoding(board, Deadline(60))
    before = restarts_of(puzzle, found, tuning)[0]
    return Searcher(before, encoding, 0), encoding


def worked(searcher: Searcher) -> EngineAnswer:
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
    wanted, _ = run(restarts_of(puzzle)[0].dive(60))
    assert len(wanted) > 2
    searcher, encoding = searcher_of(puzzle, (grid,))
    entrants = [Entrant("search", lambda *_: searcher)]
    grids = list(race(encoding, entrants, [grid], Deadline(60), Trace()))
    assert len(grids) == len(wanted) - 1
    assert {grid, *grids} == set(wanted)


def test_a_picture_that_came_too_late_is_found_again() -> None:
    """Another engine was faster: nobody has heard of it, so it must not count as found."""
    wanted, _ = run(restarts_of(PERMUTATIONS)[0].dive(60))
    searcher, encoding = searcher_of(PERMUTATIONS)
    found: set[Grid] = set()
    for turn in range(100):
        if worked(searcher) is EngineAnswer.NO_MODEL:
            break
        own = encoding.grid(searcher.model)
        assert own not in found
        others = [grid for grid in wanted if grid not in found and grid != own]
        taken = others[0] if turn % 2 and others else own
        found.add(taken)
        told(searcher, encoding, taken)
    assert found == set(wanted)
    assert searcher.answer is EngineAnswer.NO_MODEL


def test_its_model_is_the_picture_and_decides_every_variable() -> None:
    puzzle, _ = shuffled(9, 20, 4, 3)
    searcher, encoding = searcher_of(puzzle)
    assert worked(searcher) is EngineAnswer.MODEL
    assert [abs(literal) for literal in searcher.model] == [*range(1, encoding.variables + 1)]
    assert puzzle.accepts(encoding.grid(searcher.model))
    model = set(searcher.model)
    assert all(model.intersection(clause) for clause in encoding.clauses)
    searcher.close()


def test_it_stops_when_told_and_goes_on() -> None:
    puzzle, _ = shuffled(20, 160, 1)
    searcher, _ = searcher_of(puzzle, tuning=TUNING._replace(rounds=1_000_000, ramp=0))
    for _ in range(3):
        called = threading.Event()
        searcher.begin(called.set)
        assert not called.wait(0.05)
        searcher.stop()
        assert called.is_set()
        assert searcher.answer is EngineAnswer.STOPPED
        assert searcher.error is None
    searcher.close()


class Dying:
    """A clause learner that is told three pictures, and dies when it is asked for a fourth."""

    conflicts = 0

    def __init__(self, models: Iterable[list[int]]) -> None:
        self.left = iter(models)
        self.answer, self.model = EngineAnswer.STOPPED, list[int]()
        self.error: Exception | None = None

    def begin(self, call_back: Callable[[], None]) -> None:
        self.answer = EngineAnswer.STOPPED
        try:
            self.model = next(self.left)
            self.answer = EngineAnswer.MODEL
        except StopIteration:
            self.error = EngineFailed("gone")
        call_back()

    def stop(self) -> None: ...

    def add(self, clause: list[int], phases: Sequence[int]) -> None: ...

    def close(self) -> None: ...


def test_one_that_joins_later_does_not_find_again_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A clause learner finds three pictures and dies; the search has to find the others."""
    wanted, _ = run(restarts_of(PERMUTATIONS)[0].dive(60))

    def start(name: str, *_: object) -> Dying:
        encoding = Encoding(settled(PERMUTATIONS), Deadline(60))
        pictures = wanted[:3] if name == "glucose42" else []
        return Dying([encoding.picture_literals(grid) for grid in pictures])

    monkeypatch.setattr(engines, "start_engine", start)
    joins = Joins(glucose=0, cadical=0.01, minisat=0.01, search=0.05, repair=1000)
    restarts, *_ = restarts_of(PERMUTATIONS, tuning=TUNING._replace(far=joins))
    grids = list(_learn(restarts, 0, Deadline(60)))
    assert grids[:3] == wanted[:3]
    assert len(grids) == len(set(grids)) == 24
