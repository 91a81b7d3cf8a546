"""Engines against each other: who wins, who fails, who joins late, and what all learn."""

import math
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import brute_force
import pytest
from kernel_cases import settled

from nonosat.errors import EngineFailed, LimitReached
from nonosat.kernel import board as reference
from nonosat.limits import Deadline, Limits
from nonosat.model import Grid, Puzzle
from nonosat.solving import api
from nonosat.solving.backends import auto, base, restarts
from nonosat.solving.backends import sat as sat_module
from nonosat.solving.backends.auto import Auto
from nonosat.solving.backends.clauses import Clauses
from nonosat.solving.backends.encoding import Encoding
from nonosat.solving.backends.engines import ENGINES, EngineAnswer, InThread, start_engine
from nonosat.solving.backends.race import Entrant, race
from nonosat.solving.backends.tuning import TUNING
from nonosat.solving.result import Verdict
from nonosat.solving.search import Trace
from tests.lateness import LATE

PERMUTATIONS = Puzzle.of([[1]] * 4, [[1]] * 4)  # 24 solutions


def raced(names: Sequence[str], blocked: Sequence[Grid] = (), seconds: float = 20) -> list[Grid]:
    deadline = Deadline(seconds)
    entrants = [Entrant(name, partial(start_engine, name)) for name in names]
    encoding = Encoding(settled(PERMUTATIONS), deadline)
    return list(race(encoding, entrants, blocked, deadline, Trace()))


@pytest.mark.parametrize(
    "names", [["glucose4", "minisat22"], ["glucose42", "cadical195"], ["kissat404", "minisat22"]]
)
def test_together_they_find_each_solution_once(names: list[str]) -> None:
    grids = raced(names)
    assert len(grids) == len(set(grids)) == 24


def test_blocked_pictures_are_not_found_again() -> None:
    grids = raced(["glucose4"])
    assert set(raced(["glucose4", "minisat22"], grids[:20])) == set(grids[20:])
    assert raced(["minisat22"], grids) == []


class Fake:
    """An engine that does as it is told."""

    def __init__(self, does: str) -> None:
        self.does, self.answer = does, EngineAnswer.STOPPED
        self.model: list[int] = []
        self.conflicts = 0
        self.error: Exception | None = None
        self.stopped = threading.Event()
        self.told: list[list[int]] = []

    def begin(self, call_back: Callable[[], None]) -> None:
        self.stopped.clear()
        self.error = {"fail": EngineFailed("no memory left"), "bug": KeyError("x")}.get(self.does)
        self.answer = EngineAnswer.NO_MODEL if self.does == "refute" else EngineAnswer.STOPPED
        if self.does != "hang":
            call_back()

    def stop(self) -> None:
        self.stopped.set()

    def add(self, clause: list[int], phases: Sequence[int]) -> None:
        self.told.append(clause)

    def close(self) -> None:
        self.stop()


def faked(
    does: Sequence[str], delays: Sequence[float], seconds: float
) -> tuple[list[Fake], list[Grid]]:
    made: list[Fake] = []

    def start(name: str, *_: object) -> Fake:
        made.append(Fake(name))
        return made[-1]

    deadline = Deadline(seconds)
    entrants = [Entrant(d, partial(start, d), delay) for d, delay in zip(does, delays, strict=True)]
    encoding = Encoding(settled(PERMUTATIONS), deadline)
    return made, list(race(encoding, entrants, (), deadline, Trace()))


def test_a_failed_engine_leaves_the_race_to_the_others() -> None:
    made, grids = faked(["fail", "hang", "refute"], [0, 0, 0.05], 20)
    assert grids == []  # refuted by the one that joined late
    assert [fake.does for fake in made] == ["fail", "hang", "refute"]
    assert all(fake.stopped.is_set() for fake in made)


@pytest.mark.parametrize(
    ("leaves", "gone"), [((0.01, math.inf), [True, False]), ((0.01, 0.01), [False] * 2)]
)
def test_engines_give_way_only_to_those_that_stay(
    leaves: tuple[float, float], gone: list[bool]
) -> None:
    made: list[Fake] = []
    stopped: list[bool] = []

    def start(does: str, *_: object) -> Fake:
        stopped[:] = [fake.stopped.is_set() for fake in made]
        made.append(Fake(does))
        return made[-1]

    hanging = [Entrant("hang", partial(start, "hang"), leaves=after) for after in leaves]
    last = Entrant("refute", partial(start, "refute"), 0.2)
    encoding = Encoding(settled(PERMUTATIONS), Deadline(20))
    assert not list(race(encoding, [*hanging, last], (), Deadline(20), Trace()))
    assert stopped == gone


def test_when_all_have_failed_it_is_said() -> None:
    for does, message in (("fail", "no memory left"), ("bug", "engine bug failed: KeyError('x')")):
        with pytest.raises(EngineFailed) as caught:
            faked([does, does], [0, 0.02], 20)
        assert str(caught.value) == message


def test_a_hanging_race_meets_its_deadline() -> None:
    with pytest.raises(LimitReached, match=r"the limit of 0\.2 s was reached"):
        faked(["hang", "hang"], [0, 9], 0.2)


def test_a_dead_engine_makes_the_verdict_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_module, "start_engine", lambda name, *_: Fake("fail"))
    result = api.check(PERMUTATIONS, backend="sat")
    assert result.verdict is Verdict.UNKNOWN
    assert result.error == "no memory left"


@pytest.mark.parametrize("processors", [1, 2])
def test_auto_hands_over_what_its_search_has_found(
    monkeypatch: pytest.MonkeyPatch, processors: int
) -> None:
    """The search is cut short everywhere between the first and the last solution."""
    monkeypatch.setattr("nonosat.platforms.cpu.processors", lambda: processors)
    puzzle = Puzzle.of([[1]] * 5, [[1]] * 5)
    for calls in (1, 3, 10, 30):
        left = calls

        class Short(restarts.AttemptClock):
            def __call__(self) -> None:
                nonlocal left
                if self._until < float("inf"):
                    left -= 1
                    if left == 0:
                        raise restarts.AttemptTimeout

        monkeypatch.setattr(auto, "AttemptClock", Short)
        found = Auto().solutions(puzzle, known=None, deadline=Deadline(30), trace=Trace())
        grids = list(found)
        assert len(grids) == len(set(grids)) == 120


def test_auto_is_not_misled_by_what_an_attempt_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle has no solution. From some moment on no attempt has any time."""
    puzzle = Puzzle.of(
        [[1, 2], [2, 1], [3], [1, 1], [3], [1, 1]], [[1], [1, 2], [1, 1, 1], [1, 2], [2, 1], [2, 1]]
    )
    monkeypatch.setattr(base, "Board", reference.Board)  # which ticks before every line
    for calls in range(1, 60):
        left = calls

        class Short(restarts.AttemptClock):
            def __call__(self) -> None:
                nonlocal left
                left -= self._until < float("inf")
                if left < 0 and self._until < float("inf"):
                    raise restarts.AttemptTimeout

        monkeypatch.setattr(auto, "AttemptClock", Short)
        found = Auto().solutions(puzzle, known=None, deadline=Deadline(30), trace=Trace())
        assert list(found) == []


@pytest.mark.parametrize(("paying", "difficulty"), [(math.inf, ""), (-1.0, "guessing")])
def test_probing_goes_on_while_it_pays(
    paying: float, difficulty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part ends after 2000 lines, and only a board that is probed to the end has a difficulty."""
    puzzle = Puzzle.of_grid(brute_force.random_grid(random.Random(5), 40, 40, 1, 0.55))
    monkeypatch.setattr(base, "Board", reference.Board)  # which ticks before every line
    left = 0

    class Parts(restarts.AttemptClock):
        def allow(self, seconds: float) -> None:
            nonlocal left
            super().allow(seconds)
            left = 2000

        def __call__(self) -> None:
            nonlocal left
            left -= 1
            if trace.stage == "probing" and left < 0:
                raise restarts.AttemptTimeout

    monkeypatch.setattr(auto, "AttemptClock", Parts)
    trace = Trace()
    tuned = Auto(TUNING._replace(paying=paying))
    next(tuned.solutions(puzzle, known=None, deadline=Deadline(None), trace=trace))
    assert trace.difficulty == difficulty


@pytest.mark.both_kernels
def test_a_sample_changes_no_verdict_and_leaves_the_difficulty_open(kernel_behind: str) -> None:
    """Of boards as small as these all solutions are known; a difficulty is that of all probes."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        height, width = rng.randint(2, 8), rng.randint(4, 8)
        puzzle = Puzzle.of_grid(
            brute_force.random_grid(rng, height, width, 1, rng.uniform(0.1, 0.6))
        )
        wanted = brute_force.solutions(puzzle)
        if wanted is None or len(wanted) > 300:
            continue
        difficulties = []
        for lines in (1000, 6):
            tuned, trace = Auto(TUNING._replace(sampled_lines=lines)), Trace()
            found = tuned.solutions(puzzle, known=None, deadline=Deadline(None), trace=trace)
            assert {*found} == wanted
            difficulties.append(trace.difficulty)
        assert difficulties[1] in ("", difficulties[0])
        seen[difficulties[1]] += 1
    assert min(seen[""], seen["line"], seen["probing"] + seen["guessing"]) > 2


def test_a_switch_beside_the_first_solution_comes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dive and the searches after guesses have no time here, so the learners find the others."""
    monkeypatch.setattr(base, "Board", reference.Board)  # which ticks before every line
    late = TUNING._replace(sampled_lines=6, least_seconds=-60, dive_seconds=-60)
    engines: Counter[str] = Counter()
    for seed in range(25):
        puzzle = Puzzle.of_grid(brute_force.random_grid(random.Random(seed), 6, 6, 1, 0.4))
        wanted = brute_force.solutions(puzzle)
        if wanted is None or not 1 < len(wanted) < 40:
            continue
        trace, found = Trace(), []
        grids = Auto(late).solutions(puzzle, known=None, deadline=Deadline(None), trace=trace)
        for grid in grids:
            found.append(grid)
            engines[trace.engine] += len(found) == 2
        assert len(found) == len(set(found))
        assert {*found} == wanted
    assert engines[auto.SWITCHED] > 2


@pytest.mark.parametrize(
    ("share", "solved", "want"),
    [
        (1, False, {"glucose42", "cadical195+hints", auto.SEARCHED}),
        (3, False, {"glucose42", "cadical195+hints", "minisat22", auto.SEARCHED}),
        (4, False, {"glucose42", "cadical195+hints", "minisat22", auto.SEARCHED, auto.GUESSED}),
        (0, True, {"glucose42", "minisatgh", auto.SEARCHED}),
    ],
)
def test_as_many_learners_join_as_have_room(
    share: int, solved: bool, want: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room for a share of half the clauses each; two join in any case beside a known solution."""
    picture = brute_force.random_grid(random.Random(0), 20, 20, 1, 0.4)
    board = settled(Puzzle.of_grid(picture))
    joined = set()

    def note(_: object, entrants: Sequence[Entrant], *__: object) -> Iterator[Grid]:
        joined.update(entrant.label for entrant in entrants)
        yield from ()

    monkeypatch.setattr("nonosat.solving.backends.race.race", note)
    deadline = Deadline(None, processors=2)
    clauses = len(Encoding(board, deadline).clauses)
    tuning = TUNING._replace(most_raced=max(clauses, (share * clauses + 1) // 2) if share else 1)
    known = [picture] if solved else []
    patience = restarts.AttemptClock(deadline.check)
    before = restarts.Restarts(
        board, Puzzle.of_grid(picture).clues, patience, known, Trace(), tuning
    )
    assert [*auto._learn(before, 0, deadline, solved)] == []
    assert joined == want


@pytest.mark.slow
def test_every_engine_stops_and_goes_on() -> None:
    """Limits in the middle of work: the deadline is kept by each way of running an engine."""
    hard = Puzzle.of([[1, 1]] * 40, [[1, 1]] * 40)
    for name in ("minisat22", "cadical153", "kissat404"):
        assert name in ENGINES
        begin = time.monotonic()
        result = api.solve(hard, backend=f"sat:{name}", at_most=None, limits=Limits(0.2))
        assert time.monotonic() - begin < LATE
        assert result.verdict in (Verdict.MULTIPLE, Verdict.UNKNOWN)
        assert result.error


def test_an_engine_that_does_not_stop_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Glucose can put off its restart, where it looks at its interrupt, for many seconds."""
    engine = InThread("glucose42", Clauses([[1, 2]]), (), Deadline(20), stop_seconds=0.05)
    may_end = threading.Event()
    monkeypatch.setattr(engine, "work", lambda: may_end.wait(20))
    called = threading.Event()
    engine.begin(called.set)
    begin = time.monotonic()
    engine.stop()
    engine.add([1], ())
    engine.begin(called.set)
    assert called.is_set()
    assert engine.answer is EngineAnswer.STOPPED
    assert isinstance(engine.error, EngineFailed)
    monkeypatch.setattr(engine, "_stop_seconds", 60.0)
    engine.close()  # and nobody waits again
    assert time.monotonic() - begin < LATE
    may_end.set()
