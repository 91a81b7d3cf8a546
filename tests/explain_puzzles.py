"""Puzzles and their steps, for the tests of steps, their pictures and their command."""

import random
from functools import cache

import brute_force

from nonosat.ask.explain.events import Change, Guessed, Step, TakenBack
from nonosat.ask.explain.steps import Replay, steps
from nonosat.model import Clues, Domains, Puzzle


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


class Masked(Replay):
    """The board with the colors still possible, one bit a color."""

    def __init__(self, puzzle: Clues, known: Domains | None = None) -> None:
        super().__init__(puzzle, known)
        flat = [*puzzle.start(known).cells()]
        self.masks = [flat[at : at + puzzle.width] for at in range(0, len(flat), puzzle.width)]
        self._earlier: list[list[list[int]]] = []

    def apply(self, step: Step) -> None:
        super().apply(step)
        if isinstance(step, Guessed):
            self._earlier.append([row[:] for row in self.masks])
        elif isinstance(step, TakenBack):
            self.masks = self._earlier.pop()
        if isinstance(step, Change):
            for row, col, color in step.excluded:
                self.masks[row][col] &= ~(1 << color)
            for row, col, color in step.decided:
                self.masks[row][col] = 1 << color
