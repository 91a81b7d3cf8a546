"""One puzzle takes a short road: the functions that it passes stay few."""

import pytest
from command import ROOT, python

from nonosat import kernel

MOST = {"library": (49, 15), "command": (189, 48), "output": (236, 56)}
"""Functions and files that one puzzle may pass; see road.py. Lower them, never raise them."""


@pytest.mark.slow
@pytest.mark.skipif(kernel.name != "native", reason="the kernel in Python has functions, too")
@pytest.mark.parametrize("way", MOST)
def test_a_puzzle_passes_few_functions(way: str) -> None:
    done = python(ROOT / "tests/road.py", way, "data/drawn/windmill.non")
    assert not done.returncode, done.stderr
    functions, files = map(int, done.stdout.splitlines()[-1].split())
    assert functions <= MOST[way][0], done.stdout
    assert files <= MOST[way][1], done.stdout
