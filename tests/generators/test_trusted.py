"""The trusted set: the same with both kernels, and as its entries say."""

import hashlib
import json
from collections import Counter
from itertools import chain
from types import ModuleType

import pytest
from conftest import at_night, in_checkout, script

from nonosat import Verdict, check, loads, rate
from nonosat.generators import Recipe, make
from nonosat.generators.wishes import shape

pytestmark = in_checkout


@pytest.fixture
def trusted() -> ModuleType:
    """The script, made anew so that it takes the kernel in use."""
    return script("benchmarks/trusted.py")


#   size, attempt, cells that line logic leaves open
GUESSING = [(15, 1578, 130), (20, 3032, 178), (20, 2749, 376)]


@pytest.mark.both_kernels
def test_both_kernels_make_the_same_puzzles(trusted: ModuleType) -> None:
    made = [trusted.texts(size, 36) for size in (5, 10, 15, 20)]
    digest = hashlib.sha256("".join(chain(*made)).encode()).hexdigest()
    assert (
        digest == "eb4075da1e94ee0026852da40058c92ba3293c8cc14449f4a87084d761c9bc25"
    )  # taken once, with the native kernel


@pytest.mark.both_kernels
@pytest.mark.parametrize(("size", "attempt", "left"), GUESSING)
def test_both_kernels_find_the_same_class(
    size: int, attempt: int, left: int, trusted: ModuleType
) -> None:
    kind = trusted.place(19 * 6 + trusted.SIZES.index(size)).kind
    recipe = Recipe(size, size, kind.density, kind.inks, trusted.SEED, 0, 10, attempt)
    puzzle = make(kind.family, recipe).puzzle
    found = [trusted.left_if(puzzle, wanted) for wanted in ("line", "probing", "guessing")]
    assert found == [None, None, left]
    assert check(puzzle).verdict is Verdict.UNIQUE


@pytest.mark.slow
@pytest.mark.parametrize("count", [10, *at_night(150)])
def test_the_entries_are_true(count: int, trusted: ModuleType) -> None:
    made = [json.loads(text) for text in trusted.lines(count, 1)]
    for number, entry in enumerate(made):
        (sheet,) = loads(json.dumps(entry))
        result = check(sheet.puzzle)
        at = trusted.place(number)
        assert result.verdict is Verdict.UNIQUE
        assert result.solutions == sheet.goals
        assert (entry["class"], entry["left"]) == (result.difficulty.split()[0], result.left)
        assert (entry["number"], entry["class"]) == (number, at.wanted)
        assert entry["stars"] == rate(sheet.puzzle).stars
    assert len({shape(loads(json.dumps(entry))[0].puzzle) for entry in made}) == count
    assert made[:10] == [json.loads(text) for text in trusted.lines(10, 1)]


def test_the_shares_are_those_of_the_page(trusted: ModuleType) -> None:
    places = [trusted.place(number) for number in range(trusted.COUNT)]
    assert Counter(at.wanted for at in places) == {"line": 740, "probing": 420, "guessing": 40}
    assert Counter(at.split for at in places) == {"training": 960, "testing": 120, "held out": 120}
