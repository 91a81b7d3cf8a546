"""The board at one step, as styled text for a terminal.

Two layouts, as in render/text.py: *large* has squares two characters wide with all clues, *compact*
half blocks with two rows in a line of text. Where the large one does not fit, its part around the
step is shown, with the clues of that part; where the clues leave no room for that, the compact one.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.explain.events import Cell, Change, LineId, Refuted, Step
from nonosat.explain.looks import LOOKED_AT, cell_rgb
from nonosat.explain.steps import Replay, line_of
from nonosat.model import Clue, Puzzle
from nonosat.render.elements import readable_on
from nonosat.render.terminal import OPEN, Segment, plain

Screen = list[list[Segment]]
LEAST = 5
"""Rows and columns that are worth looking at with their clues."""
CLUE = "#868e96"
"""Numbers of every other column."""


def screen(puzzle: Puzzle, replay: Replay, step: Step | None, width: int, height: int) -> Screen:
    """The board after a step, in at most `width` x `height` characters.

    Args:
        replay: the board, with the step applied; its cells are marked.
    """
    lines = _large(puzzle, replay, step, range(puzzle.height), range(puzzle.width))
    if _fits(map(_width, lines), width, height):
        return lines
    depth, pitch = _depth(puzzle), _pitch(puzzle)
    margin = _width(lines[-1]) - pitch * puzzle.width
    rows, cols = _window(puzzle, step, (width - margin) // pitch, height - depth)
    if len(rows) >= min(LEAST, puzzle.height) and len(cols) >= min(LEAST, puzzle.width):
        return _large(puzzle, replay, step, rows, cols)
    return _compact(puzzle, replay, step, width, height)


def plain_screen(
    puzzle: Puzzle, replay: Replay, step: Step | None, width: int, height: int
) -> list[str]:
    """The same in plain characters, a cell each where the clues leave no room."""
    lines = plain(puzzle, replay.cells)
    if _fits(map(len, lines), width, height):
        return lines
    depth, pitch = _depth(puzzle), _plain_pitch(puzzle)
    margin = len(lines[-1]) - pitch * puzzle.width
    rows, cols = _window(puzzle, step, (width - margin) // pitch, height - depth)
    if len(rows) >= min(LEAST, puzzle.height) and len(cols) >= min(LEAST, puzzle.width):
        shown = slice(margin + pitch * cols.start, margin + pitch * cols.stop)
        picked = [*lines[:depth], *(lines[depth + row] for row in rows)]
        return [line[:margin].ljust(margin) + line[shown] for line in picked]
    chars = {OPEN: "?", **{i: color.char for i, color in enumerate(puzzle.palette.colors)}}
    top, left = _corner(puzzle, step, width, height)
    return [
        "".join(chars[color] for color in row[left : left + max(1, width)])
        for row in replay.cells[top : top + max(1, height)]
    ]


def strip(puzzle: Puzzle, replay: Replay, step: Step) -> list[Segment]:
    """The line that a step is about, a character a cell, with what is new marked."""
    line = line_of(step)
    if line is None:
        return []
    chars = {OPEN: "?", **{i: color.char for i, color in enumerate(puzzle.palette.colors)}}
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
    """The cells that a step is about."""
    if not isinstance(step, Change):
        return set()
    return {(row, col) for row, col, _ in (*step.decided, *step.excluded)}


def _width(line: list[Segment]) -> int:
    return sum(len(segment.text) for segment in line)


def _fits(widths: Iterable[int], width: int, height: int) -> bool:
    found = list(widths)
    return len(found) <= height and max(found) <= width


def _depth(puzzle: Puzzle) -> int:
    """Lines that the column clues take."""
    return max(len(clue) or 1 for clue in puzzle.cols)


def _digits(puzzle: Puzzle) -> int:
    """Characters of the longest number above a column."""
    return max((len(str(block.length)) for clue in puzzle.cols for block in clue), default=1)


def _pitch(puzzle: Puzzle) -> int:
    """Characters from one column to the next."""
    return max(2, _digits(puzzle))


def _plain_pitch(puzzle: Puzzle) -> int:
    """The same in plain characters, where a letter follows the number if there are several inks."""
    letter = not puzzle.palette.is_black_and_white and any(puzzle.cols)
    return 1 + _digits(puzzle) + letter


def _window(puzzle: Puzzle, step: Step | None, width: int, height: int) -> tuple[range, range]:
    """The rows and columns around a step, as many as there is room for."""
    width, height = max(0, min(width, puzzle.width)), max(0, min(height, puzzle.height))
    top, left = _corner(puzzle, step, width, height)
    return range(top, top + height), range(left, left + width)


def _large(puzzle: Puzzle, replay: Replay, step: Step | None, rows: range, cols: range) -> Screen:
    """Some rows and columns, with their clues."""
    line = line_of(step) if step else None
    fresh = _fresh(step)
    pitch = _pitch(puzzle)
    lefts = [_numbers(puzzle, clue, LineId("row", r) == line) for r, clue in enumerate(puzzle.rows)]
    margin = max(_width(left) for left in lefts) + 1
    lines: Screen = []
    for level in range(_depth(puzzle), 0, -1):
        head = [Segment(" " * margin)]
        for col in cols:
            clue = puzzle.cols[col]
            lit = LineId("column", col) == line
            shown = clue or ((0, 0),)
            number = str(shown[-level][0]) if level <= len(shown) else ""
            color = shown[-level][1] if number else 0
            head += _number(puzzle, number.rjust(pitch), color, lit, shade=col % 2 == 1)
        lines.append(head)
    for row in rows:
        left = lefts[row]
        squares = [Segment(" " * (margin - 1 - _width(left))), *left, Segment(" ")]
        for col in cols:
            color = replay.cells[row][col]
            lit = line in (LineId("row", row), LineId("column", col))
            rgb = cell_rgb(puzzle.palette, color, replay.depths[row][col])
            if color == OPEN and lit:
                rgb = LOOKED_AT
            if (row, col) in fresh:
                text = "--" if color == OPEN else "[]"
            elif isinstance(step, Refuted) and (row, col) == step.cell:
                text = "[]"
            elif color == OPEN:
                text = " ·"
            else:
                text = str(replay.depths[row][col] or "")
            ink = readable_on(rgb) if color != OPEN or (row, col) in fresh else "#868e96"
            squares.append(Segment(text.rjust(pitch)[-pitch:], ink, rgb))
        lines.append(squares)
    return lines


def _numbers(puzzle: Puzzle, clue: Clue, lit: bool) -> list[Segment]:
    """A row clue."""
    parts = []
    for length, color in clue or ((0, 0),):
        parts += _number(puzzle, f" {length}", color, lit)
    return parts


def _number(puzzle: Puzzle, text: str, color: int, lit: bool, shade: bool = False) -> list[Segment]:
    """A number of a clue with blanks before it: of several inks on the color of its own.

    Args:
        lit: the step is about this clue.
        shade: numbers of two digits touch their neighbors in other columns: brightness tells.
    """
    ground = LOOKED_AT if lit else ""
    if not color or puzzle.palette.is_black_and_white:
        return [Segment(text, "#000000" if lit else CLUE if shade else "", ground)]
    number = text.lstrip()
    rgb = puzzle.palette.colors[color].rgb
    pad = Segment(" " * (len(text) - len(number)), "", ground)
    return [pad, Segment(number, readable_on(rgb), rgb)]


def _compact(puzzle: Puzzle, replay: Replay, step: Step | None, width: int, height: int) -> Screen:
    line = line_of(step) if step else None
    fresh = _fresh(step)

    def rgb(row: int, col: int) -> str:
        color = replay.cells[row][col]
        if color == OPEN and line in (LineId("row", row), LineId("column", col)):
            return LOOKED_AT
        return cell_rgb(puzzle.palette, color, replay.depths[row][col], (row, col) in fresh)

    top, left = _corner(puzzle, step, width, 2 * height)
    top &= ~1
    lines: Screen = []
    for row in range(top, min(puzzle.height, top + 2 * max(1, height)), 2):
        lines.append([])
        for col in range(left, min(puzzle.width, left + max(1, width))):
            below = rgb(row + 1, col) if row + 1 < puzzle.height else ""
            lines[-1].append(Segment("▀", rgb(row, col), below))
    return lines


def _corner(puzzle: Puzzle, step: Step | None, width: int, height: int) -> Cell:
    """The first row and column to show of a board that is larger than what can be shown."""
    about = _fresh(step) or {(0, 0)}
    row, col = min(row for row, _ in about), min(col for _, col in about)
    return (
        max(0, min(row - height // 2, puzzle.height - max(1, height))),
        max(0, min(col - width // 2, puzzle.width - max(1, width))),
    )
