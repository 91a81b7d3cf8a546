"""The line that a step is about, on a terminal."""

from nonosat.ask.explain.events import Change, Step
from nonosat.ask.explain.steps import Replay
from nonosat.draw.terminal import Segment
from nonosat.model import OPEN, Cell, Clues, Line
from nonosat.words import chars_of


def strip(puzzle: Clues, replay: Replay, step: Step, line: Line | None) -> list[Segment]:
    """Return a line that a step is about, one character per cell, with what is new marked."""
    if line is None:
        return []
    chars = chars_of(puzzle.palette)
    fresh = fresh_cells(step)
    parts = []
    for at, color in enumerate(replay.line(line)):
        cell = (line.index, at) if line.axis == "row" else (at, line.index)
        if cell in fresh:
            parts.append(Segment(chars[color], "#000000", "#ffa94d"))
        else:
            parts.append(Segment(chars[color], dim=color == OPEN))
    return parts


def fresh_cells(step: Step) -> set[Cell]:
    """Return the cells that a step says something new about."""
    if not isinstance(step, Change):
        return set()
    return {(row, col) for row, col, _ in (*step.decided, *step.excluded)}
