"""Chains of steps in words, each with its line, as ``conflict`` and ``why`` show them."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.cli.output import say
from nonosat.explain.events import Contradicted, Guessed, Step, TakenBack
from nonosat.explain.screen import strip
from nonosat.explain.steps import Replay, changes, clue_at, color_name, describe
from nonosat.model import Clues, Domains, cell_name


def say_steps(clues: Clues, start: Domains | None, steps: Sequence[Step]) -> Replay:
    """Print one line per step, with the cells of its line at the end; returns the board then.

    Args:
        start: the board before the first step.
    """
    replay = Replay(clues, start)
    for number, step in enumerate(steps, 1):
        replay.apply(step)
        cells = "".join(segment.text for segment in strip(clues, replay, step))
        words = f"{number:4}. {'  ' * step.depth}{_in_words(step, clues)}"
        say(f"{words}   {cells}" if cells else words)
    return replay


def _in_words(step: Step, clues: Clues) -> str:
    """A step in words. A trial supposes something, and then finds that it cannot be."""
    match step:
        case Guessed(cell=cell, color=color):
            return f"suppose {cell_name(cell)} were {color_name(clues, color)}"
        case Contradicted(line=line):
            return f"{line} ({clue_at(clues, line)}) has no placement: a contradiction"
        case TakenBack():
            return f"so {changes(step, clues)}"
    return describe(step, clues)
