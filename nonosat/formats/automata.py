"""The automaton of a clue, for models in the languages of constraint solvers."""

from __future__ import annotations

from itertools import pairwise

from nonosat.model import Clue

States = list[dict[int, int]]
"""For each state, color -> next state. It starts in the first. Only the last accepts."""


def automaton(clue: Clue) -> States:
    """The smallest automaton that accepts the lines with a clue, of any length.

    >>> from nonosat.model import clue_of
    >>> automaton(clue_of(bytes([1, 0, 1])))
    [{0: 0, 1: 1}, {0: 2}, {0: 2, 1: 3}, {0: 3}]
    """
    states: States = [{0: 0}]
    for block, following in pairwise([*clue, None]):
        assert block is not None
        for _ in range(block.length):
            states[-1][block.color] = len(states)
            states.append({})
        if following is not None and following.color == block.color:
            states[-1][0] = len(states)
            states.append({})
        states[-1][0] = len(states) - 1
    return states
