"""Pictures of puzzles, grids, sheets and results in notebooks such as Jupyter.

The model draws nothing, so `register` gives its classes the methods that notebooks ask for. Drawing
is loaded when one of them is called. What is too large to be drawn is shown as its text, as usual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model import Cell, Grid, Puzzle, Sheet, default_palette
from nonosat.render.words import plural
from nonosat.result import Result

if TYPE_CHECKING:
    from nonosat.render.svg import Picture

MAX_CELLS = 40_000
"""A drawing of more cells makes the notebook slow."""
SIDE = 24
MOST = 720
"""Pixels: the side of a cell, and the longer side of a drawing, which makes its cells smaller."""


def register() -> None:
    """Let notebooks show the classes of the model as pictures."""
    for kind, name, method in (
        (Puzzle, "_repr_svg_", _drawn),
        (Grid, "_repr_svg_", _grid),
        (Sheet, "_repr_html_", _sheet),
        (Result, "_repr_html_", _result),
    ):
        setattr(kind, name, method)


def _grid(grid: Grid) -> str | None:
    """Return the picture in its own colors, or in default ones where it has none."""
    palette = grid.palette or default_palette(max(1, max(grid.cells, default=1)))
    return _drawn(Puzzle.of_grid(grid, palette), grid, clues=False)


def _sheet(sheet: Sheet) -> str | None:
    """Return the puzzle with its given cells or its saved game; the credits above it."""
    svg = _drawn(sheet.puzzle, sheet.shown)
    words = [_escaped(text) for text in (sheet.author, sheet.copyright) if text]
    if sheet.title:
        words.insert(0, f"<b>{_escaped(sheet.title)}</b>")
    return svg and f"<p>{', '.join(words)}</p>{svg}" if words else svg


def _escaped(words: str) -> str:
    from html import escape  # which is not needed at the start

    return escape(words)


def _result(result: Result) -> str | None:
    """Return the verdict, and the first two solutions; what differs has frames."""
    words = result.verdict.value
    if len(result.solutions) > 2:
        words += f", {plural(len(result.solutions), 'solution')} found"
    if result.error:
        words += f": {result.error}"
    parts = [f"<p>{_escaped(words)}, {result.seconds:.3f} s</p>"]
    for picture in result.solutions[:2] or [None]:
        svg = _drawn(result.puzzle, picture, result.differs)
        if svg is None:
            return None
        parts.append(svg)
    return "\n".join(parts)


def _drawn(
    puzzle: Puzzle,
    picture: Picture | None = None,
    differs: list[Cell] | None = None,
    clues: bool = True,
) -> str | None:
    if puzzle.height * puzzle.width > MAX_CELLS:
        return None
    from nonosat.render.svg import drawing, layout

    unit = layout(puzzle, cell=1, clues=clues)
    cell = min(SIDE, MOST / max(unit.width, unit.height))
    return drawing(puzzle, picture, cell=cell, marks=differs or (), clues=clues)
