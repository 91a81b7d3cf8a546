"""Printed puzzles in drawn pictures: most are read, and none is read wrongly in silence."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

pytest.importorskip("scipy")
pytest.importorskip("PIL")

from drawn_puzzles import HARMS, LOOKS, Clues, drawn
from PIL import Image

from nonosat.limits import Limits
from nonosat.pictures.pixels import Photo
from nonosat.scan.lattice import NoPuzzle
from nonosat.scan.picture import scan

BY_DAY = range(30, 42)
ALL = range(60)
HARMED = [seed for seed in range(30) if not LOOKS[[*LOOKS][seed % len(LOOKS)]].quality][:20]
TWO_BY_DAY = HARMED[:2]


def outcome(image: Image.Image, wanted: Clues) -> str:
    """``right`` or ``WRONG``, and ``surely`` or ``asked``; or ``refused``."""
    try:
        decision = scan(Photo.of(image), limits=Limits(5)).decision
    except NoPuzzle:
        return "refused"
    found = [line.clue for line in decision.rows], [line.clue for line in decision.cols]
    return f"{'right' if found == wanted else 'WRONG'} {'asked' if decision.result is None else 'surely'}"


def outcomes(seeds: range) -> Counter[str]:
    pages = map(drawn, seeds)
    return Counter(outcome(page.image, page.clues) for page in pages)


def harmed(seed: int, harm: str) -> str:
    page = drawn(seed)
    return outcome(HARMS[harm](page, np.random.default_rng(seed)), page.clues)


def test_most_pictures_are_read_and_none_wrongly_in_silence() -> None:
    found = outcomes(BY_DAY)
    assert not found["WRONG surely"]
    assert found["right surely"] + found["right asked"] >= 10, found


@pytest.mark.night
def test_of_all_pictures_most_are_read_and_none_wrongly_in_silence() -> None:
    found = outcomes(ALL)
    assert not found["WRONG surely"]
    assert found["right surely"] + found["right asked"] >= 45, found


@pytest.mark.parametrize("harm", HARMS)
def test_harmed_pictures_are_not_read_wrongly_in_silence(harm: str) -> None:
    assert "WRONG surely" not in {harmed(seed, harm) for seed in TWO_BY_DAY}


@pytest.mark.night
@pytest.mark.parametrize("harm", HARMS)
def test_no_harmed_picture_is_read_wrongly_in_silence(harm: str) -> None:
    assert "WRONG surely" not in {harmed(seed, harm) for seed in HARMED}
