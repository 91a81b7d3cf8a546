"""Changed, joined and damaged files are read, or refused by an error of one line, soon."""

import random

import pytest
from conftest import at_night

pytest.importorskip("resource", reason="limits of POSIX")
from fuzz.mutate import mutated
from fuzz.readers import read_it


@pytest.mark.parametrize("seed", [*range(2), *at_night(*range(2, 20))])
def test_survives_mutations(seed: int) -> None:
    for number in range(40):
        file = mutated(random.Random(f"{seed} {number}"))
        assert read_it(file) is None, file
