"""One step further from a partly filled grid."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.api import check
from nonosat.explain.events import Contradicted, Guessed, Solved, Step
from nonosat.explain.steps import steps
from nonosat.model import Domains, Puzzle
from nonosat.result import Deadline, Limits, Verdict

VERDICT_SECONDS = 2.0
"""Seconds for finding out whether the known cells can be completed at all."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step, and what is known about where it leads."""

    step: Step
    """`Deduced` and `Refuted` follow from the clues and the known cells; `Guessed` means that no
    line and no single trial decides a cell, `Solved` that none is open, and `Contradicted` that
    this line has no placement."""
    verdict: Verdict
    """How many pictures agree with the clues and the known cells. UNKNOWN: not settled in time."""


def hint(puzzle: Puzzle, known: Domains | None = None, deadline: Deadline | None = None) -> Hint:
    """The simplest next step from what is known.

    Raises:
        LimitReached: the deadline passed before a step was found.
    """
    deadline = deadline or Deadline(None)
    step = next(steps(puzzle, known=known, deadline=deadline))
    if isinstance(step, Contradicted):
        return Hint(step, Verdict.NONE)
    if isinstance(step, Solved):
        return Hint(step, Verdict.UNIQUE)
    limits = Limits(min(VERDICT_SECONDS, deadline.remaining()))
    verdict = check(puzzle, known=known, limits=limits).verdict
    if verdict is Verdict.NONE:
        step = _clash(puzzle, known, deadline) or step
    return Hint(step, verdict)


def _clash(puzzle: Puzzle, known: Domains | None, deadline: Deadline) -> Step | None:
    """Where the known cells turn out to be wrong, if that shows without guessing."""
    for step in steps(puzzle, known=known, deadline=deadline):
        if isinstance(step, Contradicted):
            return step
        if isinstance(step, Guessed):
            break
    return None
