"""Puzzles and their steps, for the tests of steps, their pictures and their command."""

from __future__ import annotations

import random
from functools import cache

import brute_force

from nonosat.ask.explain.events import Step
from nonosat.ask.explain.steps import Replay, steps
from nonosat.model import Domains, Puzzle


def random_puzzle(seed: int, size: int, inks: int = 1, density: float = 0.5) -> Puzzle:
    grid = brute_force.random_grid(random.Random(seed), size, size, inks, density)
    return brute_force.puzzle_of(grid, inks)


@cache
def all_steps(puzzle: Puzzle) -> list[Step]:
    return list(steps(puzzle))


def replayed(puzzle: Puzzle, taken: list[Step], known: Domains | None = None) -> Replay:
    replay = Replay(puzzle, known)
    for step in taken:
        replay.apply(step)
    return replay
