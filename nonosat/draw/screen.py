"""The board at one step on a terminal.

Where the board with its clues does not fit, the part around the step is shown. Where the clues leave
too little room for that, cells alone are shown: on a terminal with colors, two rows in a line of
half blocks.
"""

from __future__ import annotations

from nonosat.ask.explain.cell_colors import cell_rgb
from nonosat.ask.explain.events import Change, Refuted, Step
from nonosat.ask.explain.steps import Replay
from nonosat.draw.terminal import (
    LOOKED_AT,
    Segment,
    View,
    board,
    frame,
    half_blocks,
)
from nonosat.model import OPEN, Cell, Clues, Line
from nonosat.model.colors import readable_on
from nonosat.words import chars_of

Screen = list[list[Segment]]
LEAST = 5
"""With fewer rows or columns than that in view, the clues are left out."""


def screen(puzzle: Clues, replay: Replay, step: Step | None, width: int, height: int) -> Screen:
    """Return the board after a step, in at most `width` x `height` characters.

    Args:
        replay: the board, with the step applied; its cells are marked.
    """
    view = _view(puzzle, step, width, height)
    if view is None:
        return _compact(puzzle, replay, step, width, height)
    fresh = _fresh(step)
    squares = [
        [_square(puzzle, replay, step, (row, col), fresh) for col in range(puzzle.width)]
        for row in range(puzzle.height)
    ]
    return board(puzzle, squares, view)


def strip(puzzle: Clues, replay: Replay, step: Step) -> list[Segment]:
    """Return the line that a step is about, one character per cell, with what is new marked."""
    line = step.line
    if line is None:
        return []
    chars = chars_of(puzzle.palette)
    fresh = _fresh(step)
    parts = []
    for at, color in enumerate(replay.line(line)):
        cell = (line.index, at) if line.axis == "row" else (at, line.index)
        if cell in fresh:
            parts.append(Segment(chars[color], "#000000", "#ffa94d"))
        else:
            parts.append(Segment(chars[color], dim=color == OPEN))
    return parts


def _fresh(step: Step | None) -> set[Cell]:
    if not isinstance(step, Change):
        return set()
    return {(row, col) for row, col, _ in (*step.decided, *step.excluded)}


def _view(puzzle: Clues, step: Step | None, width: int, height: int) -> View | None:
    """Return the rows and columns around a step that fit with their clues; None if too few do."""
    size = frame(puzzle, styled=True)
    cols = max(0, min((width - size.left) // size.pitch, puzzle.width))
    rows = max(0, min(height - size.above, puzzle.height))
    if rows < min(LEAST, puzzle.height) or cols < min(LEAST, puzzle.width):
        return None
    top, left = _corner(puzzle, step, cols, rows)
    line = step.line if step else None
    return View(
        range(top, top + rows),
        range(left, left + cols),
        {line.index} if line and line.axis == "row" else (),
        {line.index} if line and line.axis == "column" else (),
    )


def _square(
    puzzle: Clues, replay: Replay, step: Step | None, cell: Cell, fresh: set[Cell]
) -> Segment:
    """Return a cell: what is new in brackets, a dot if it is open, else the guesses that it rests on."""
    row, col = cell
    color, depth = replay.cells[row][col], replay.depths[row][col]
    rgb = cell_rgb(puzzle.palette, color, depth)
    if color == OPEN and step and step.line in (Line("row", row), Line("column", col)):
        rgb = LOOKED_AT
    if cell in fresh:
        text = "--" if color == OPEN else "[]"
    elif isinstance(step, Refuted) and cell == step.cell:
        text = "[]"
    elif color == OPEN:
        text = " ·"
    else:
        text = f"{depth or '':>2}"[-2:]
    ink = readable_on(rgb) if color != OPEN or cell in fresh else "#868e96"
    return Segment(text, ink, rgb)


def _compact(puzzle: Clues, replay: Replay, step: Step | None, width: int, height: int) -> Screen:
    line = step.line if step else None
    fresh = _fresh(step)

    def rgb(row: int, col: int) -> str:
        color = replay.cells[row][col]
        if color == OPEN and line in (Line("row", row), Line("column", col)):
            return LOOKED_AT
        return cell_rgb(puzzle.palette, color, replay.depths[row][col], (row, col) in fresh)

    top, left = _corner(puzzle, step, width, 2 * height)
    top &= ~1
    return half_blocks(
        [
            [rgb(row, col) for col in range(left, min(puzzle.width, left + max(1, width)))]
            for row in range(top, min(puzzle.height, top + 2 * max(1, height)))
        ]
    )


def _corner(puzzle: Clues, step: Step | None, width: int, height: int) -> Cell:
    """Return the first row and column to show of a board that is larger than what can be shown."""
    about = _fresh(step) or {(0, 0)}
    row, col = min(row for row, _ in about), min(col for _, col in about)
    return (
        max(0, min(row - height // 2, puzzle.height - max(1, height))),
        max(0, min(col - width // 2, puzzle.width - max(1, width))),
    )
