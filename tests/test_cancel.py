"""A set `cancel` ends every call, with no thread or child left; see `nonosat.Limits`."""

import os
import pickle
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import brute_force
import pytest
from command import children_of, wait_for
from conftest import at_night

import nonosat
from nonosat import Limits, Puzzle, Reason
from nonosat.child import Child
from tests.lateness import LATE
from tests.solving.test_backends import STOPPED

RNG = random.Random(1)
HARD = Puzzle.of_grid(brute_force.random_grid(RNG, 70, 70, 1, 0.45))
"""Takes far longer than `LONG`."""
PICTURE = brute_force.random_grid(RNG, 40, 40, 1, 0.45)
ONE, TWO = (Puzzle.of_grid(brute_force.random_grid(RNG, size, size, 1, 0.5)) for size in (40, 40))
CLUES = nonosat.model.Clues(ONE.rows, TWO.cols)
LONG = 120.0
"""The limit of seconds beside the cancel: whoever does not look at the cancel ends with that."""

SIZES = {"placements": 25, "cpsat:table": 20}
"""Sides of random puzzles for the backends that refuse the size of `HARD`."""


def certify(limits: Limits) -> Any:
    """Certify in a folder that is empty again afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return nonosat.certify(HARD, Path(folder) / "c", limits=limits)
        finally:
            assert os.listdir(folder) == []


CALLS: dict[str, Callable[[Limits], Any]] = {
    "check": lambda limits: nonosat.check(HARD, limits=limits),
    "solve": lambda limits: nonosat.solve(HARD, limits=limits),
    "count": lambda limits: nonosat.count(HARD, limits=limits),
    "backbone": lambda limits: nonosat.backbone(HARD, limits=limits),
    "solutions": lambda limits: list(nonosat.solutions(HARD, limits=limits)),
    "hint": lambda limits: nonosat.hint(HARD, limits=limits),
    "certify": certify,
    "why": lambda limits: nonosat.why(HARD, (30, 30), limits=limits),
    "rate": lambda limits: nonosat.rate(HARD, limits=limits),
    "steps": lambda limits: list(nonosat.steps(HARD, limits=limits)),
    "conflict": lambda limits: nonosat.conflict(CLUES, limits=limits),
    "fewest_changes": lambda limits: nonosat.fewest_changes(PICTURE, limits=limits),
    "fewest_givens": lambda limits: nonosat.fewest_givens(PICTURE, limits=limits),
    "blot": lambda limits: nonosat.blot(HARD, limits=limits),
    "generate": lambda limits: nonosat.generate(
        "random", size=60, density=0.4, unique=True, limits=limits
    ),
}


def ends(call: Callable[[Limits], Any], after: float = 0.3) -> Reason:
    """Set the cancel of a call `after` seconds; return why it ended, which must be soon."""
    cancel, begin = threading.Event(), time.monotonic()
    timer = threading.Timer(after, cancel.set)
    timer.start()
    try:
        found = call(Limits(LONG, cancel=cancel))
    except nonosat.LimitReached as err:
        return err.stop.reason
    finally:
        assert time.monotonic() - begin < after + LATE
        timer.cancel()
        timer.join()
    reason: Reason = found.stop.reason
    return reason


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    Child().kill()  # the thread that starts children never ends
    before = {*threading.enumerate()}, {*children_of(os.getpid())}
    yield
    wait_for(lambda: {*threading.enumerate()} <= before[0], LATE)
    wait_for(lambda: {*children_of(os.getpid())} <= before[1], LATE)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_a_cancel_ends_every_call(name: str) -> None:
    assert ends(CALLS[name]) is Reason.CANCELLED


@pytest.mark.slow
@pytest.mark.parametrize(
    "backend",
    [
        *(name for name in STOPPED if ":" not in name),
        *at_night(*(name for name in STOPPED if ":" in name)),
    ],
)
def test_a_cancel_ends_every_backend(backend: str) -> None:
    puzzle, size = HARD, SIZES.get(backend)
    if size is not None:
        puzzle = Puzzle.of_grid(brute_force.random_grid(random.Random(1), size, size, 1, 0.45))

    def call(limits: Limits) -> nonosat.Result:
        return nonosat.check(puzzle, backend=backend, limits=limits)

    assert ends(call) is Reason.CANCELLED


@pytest.mark.parametrize("name", CALLS)
def test_nothing_begins_after_a_cancel(name: str) -> None:
    cancel = threading.Event()
    cancel.set()
    try:
        found = CALLS[name](Limits(cancel=cancel))
    except nonosat.LimitReached as err:
        found = err
    assert found.stop.reason is Reason.CANCELLED


def test_the_cancel_of_limits_is_not_a_part_of_their_value() -> None:
    limits = Limits(5, cancel=threading.Event())
    assert (limits, hash(limits), repr(limits)) == (Limits(5), hash(Limits(5)), repr(Limits(5)))
    assert pickle.loads(pickle.dumps(limits)).cancel is None
    with pytest.raises(nonosat.UsageError, match="is_set"):
        Limits(cancel=True)  # type: ignore[arg-type]


def test_a_search_can_be_cancelled() -> None:
    with nonosat.Search(HARD, limits=Limits(LONG)) as search:
        thread = threading.Thread(target=search.run)
        thread.start()
        while not search.progress().counters:
            pass
    thread.join()
    assert search.result().stop.reason is Reason.CANCELLED
