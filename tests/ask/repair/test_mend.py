"""Pictures mended greedily: what is proved holds, what must stay stays, and nothing changes in vain."""

import random
from dataclasses import replace

import brute_force
import pytest

pytest.importorskip("pysat", reason="python-sat is not installed")

import nonosat
from nonosat.ask.repair import ChangeSearch
from nonosat.ask.repair.mend import Mender
from nonosat.ask.repair.words import without_cells
from nonosat.errors import Reason, Stop, UsageError
from nonosat.limits import Deadline, Limits
from nonosat.model import Grid, Puzzle, default_palette
from nonosat.solving.result import Verdict


def is_only(picture: Grid, inks: int) -> bool:
    return nonosat.check(Puzzle.of_grid(picture, default_palette(inks))).is_unique


@pytest.mark.parametrize("inks", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_a_mended_picture_is_the_only_solution(seed: int, inks: int) -> None:
    picture = brute_force.random_grid(random.Random(seed), 24, 30, inks, 0.55)
    keep = set(random.Random(seed).sample(range(24 * 30), 300))
    mended = Mender(picture, default_palette(inks), Deadline(60), keep).run()
    changed = [row * 30 + col for row, col in picture.differs(mended.picture)]
    assert keep.isdisjoint(changed)
    assert mended.proved
    assert is_only(mended.picture, inks)
    assert bool(changed) != is_only(picture, inks)
    assert len(changed) < 72


def test_without_time_nothing_is_proved() -> None:
    picture = brute_force.random_grid(random.Random(0), 24, 30, 1, 0.5)
    mended = Mender(picture, default_palette(1), Deadline(0)).run()
    assert mended == (picture, 0, False, mended.undecided, False)
    assert mended.undecided > 0


def test_a_large_picture_has_a_proposal_soon() -> None:
    picture = brute_force.random_grid(random.Random(3), 60, 60, 1, 0.57)
    changes = ChangeSearch(picture, default_palette(1), limits=Limits(10)).run()
    assert changes.cells
    assert is_only(changes.proposals[0], 1)
    assert changes.at_least <= len(changes.cells)


def test_what_is_reached_without_a_proof_is_told() -> None:
    picture = brute_force.random_grid(random.Random(3), 60, 60, 1, 0.45)
    changes = ChangeSearch(picture, default_palette(1), limits=Limits(0.5)).run()
    assert changes.unproved is not None
    assert not changes.proposals
    assert "cells are not decided" in str(changes)
    assert "a larger limit may find fewer" in without_cells(changes, "change")
    far = replace(changes, stop=Stop(Reason.TOO_LARGE, "too many cells"))
    assert "larger limit" not in without_cells(far, "change"), "it would not help"


def test_thin_lines_are_told_to_be_beyond_it() -> None:
    cells = bytes((row * row + col * col) % 97 < 9 for row in range(60) for col in range(60))
    changes = ChangeSearch(Grid(60, 60, cells), default_palette(1), limits=Limits(60)).run()
    assert changes.stop.reason is Reason.TOO_LARGE
    assert changes.unproved is None
    assert "more cells are ambiguous than few changes can mend" in str(changes)


@pytest.mark.slow
@pytest.mark.parametrize(("family", "density"), [("random", 0.65), ("smooth", None)])
def test_large_random_pictures_are_mended_to_be_unique(family: str, density: float | None) -> None:
    sheet = nonosat.generate(family, size=120, density=density, unique=True, seed=5)
    drawn = nonosat.generate(family, size=120, density=density, seed=5)
    assert nonosat.check(sheet.puzzle).verdict is Verdict.UNIQUE
    assert sheet.goals[0].clues() == sheet.puzzle.clues
    assert 0 < len([*sheet.goals[0].differs(drawn.goals[0])]) <= 144


def test_what_cannot_be_mended_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="120x120 hardly ever have one solution with 50 %"):
        nonosat.generate("random", size=120, density=0.5, unique=True)
