"""Chains of steps in words, each with its line, as ``conflict`` and ``why`` show them."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.cli.output import say
from nonosat.explain.events import Step
from nonosat.explain.screen import strip
from nonosat.explain.steps import Replay, reason
from nonosat.model import Clues, Domains


def say_steps(clues: Clues, start: Domains | None, steps: Sequence[Step]) -> Replay:
    """Print one line per step, with the cells of its line at the end; returns the board then.

    Args:
        start: the board before the first step.
    """
    replay = Replay(clues, start)
    for number, step in enumerate(steps, 1):
        replay.apply(step)
        cells = "".join(segment.text for segment in strip(clues, replay, step))
        words = f"{number:4}. {'  ' * step.depth}{reason(step, clues)}"
        say(f"{words}   {cells}" if cells else words)
    return replay
