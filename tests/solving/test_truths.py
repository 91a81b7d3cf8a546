"""Known numbers of puzzles: sequences A242876 and A391619 of the OEIS."""

from types import ModuleType

import pytest
from conftest import in_checkout, script

pytestmark = in_checkout


@pytest.fixture
def truths() -> ModuleType:
    """The script, made anew so that it takes the kernel in use."""
    return script("benchmarks/truths.py")


@pytest.mark.both_kernels
@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_small_puzzles_are_as_many_as_is_known(n: int, truths: ModuleType) -> None:
    found = [truths.weighed(task) for task in truths.row_clues(n)]
    assert tuple(map(sum, zip(*found, strict=True))) == truths.KNOWN[n]
