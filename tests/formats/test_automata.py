"""The automata of clues, in models for other solvers."""

from itertools import product

import pytest
from brute_force import placements

from nonosat.model import Block, Clue


@pytest.mark.parametrize(("inks", "longest"), [(1, 7), (2, 5), (3, 4)])
def test_the_automaton_accepts_the_placements(inks, longest):
    for n in range(1, longest + 1):
        lines = list(product(range(inks + 1), repeat=n))
        clues = {Clue.of_cells(bytes(line)) for line in lines}
        told = [[(block, Block(None, block.color)) for block in clue] for clue in clues]
        for clue in {Clue(blocks) for options in told for blocks in product(*options)}:
            states, final = clue.automaton()
            accepted = set()
            for line in lines:
                at = 0
                for color in line:
                    at = states[at].get(color, -1)
                    if at < 0:
                        break
                if at in final:
                    accepted.add(line)
            assert accepted == set(placements(clue, n))
