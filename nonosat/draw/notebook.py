"""Puzzles, grids, sheets and results in notebooks such as Jupyter: their pictures, or else words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model import Cell, Grid, Puzzle, Sheet, default_palette
from nonosat.solving.result import Result
from nonosat.words import how_many_vary, plural

if TYPE_CHECKING:
    from nonosat.draw.svg import Picture

SIDE = 24
MOST = 720
"""Pixels: the side of a cell, and the longer side of a drawing, which makes its cells smaller."""


def html_of(value: object) -> str:
    """Return a value as HTML: its drawing, or else what `str` says."""
    if isinstance(value, Puzzle):
        return _drawn(value)
    if isinstance(value, Grid):
        return _grid(value)
    if isinstance(value, Sheet):
        return _sheet(value)
    if isinstance(value, Result):
        return _result(value)
    return f"<p>{_escaped(str(value))}</p>".replace("\n", "<br/>")


def _grid(grid: Grid) -> str:
    """Return the picture in its own colors, or in default ones where it has none."""
    palette = grid.palette or default_palette(max(1, max(grid.cells, default=1)))
    return _drawn(Puzzle.of_grid(grid, palette), grid, clues=False)


def _sheet(sheet: Sheet) -> str:
    """Return the puzzle with its given cells or its saved game; the credits above it."""
    svg = _drawn(sheet.puzzle, sheet.shown)
    words = [_escaped(text) for text in (sheet.author, sheet.copyright) if text]
    if sheet.title:
        words.insert(0, f"<b>{_escaped(sheet.title)}</b>")
    return f"<p>{', '.join(words)}</p>{svg}" if words else svg


def _escaped(words: str) -> str:
    from html import escape  # which is not needed at the start

    return escape(words)


def _result(result: Result) -> str:
    """Return the verdict, and the first two solutions; cells that vary have frames."""
    words = result.verdict.value
    if len(result.solutions) > 2:
        words += f", {plural(len(result.solutions), 'solution')} found"
    if result.varies:
        words += f", {how_many_vary(len(result.varies), result.all_varying)}"
    if result.error:
        words += f": {result.error}"
    parts = [f"<p>{_escaped(words)}, {result.seconds:.3f} s</p>"]
    for picture in result.solutions[:2] or [None]:
        parts.append(_drawn(result.puzzle, picture, result.varies))
    return "\n".join(parts)


def _drawn(
    puzzle: Puzzle,
    picture: Picture | None = None,
    differs: list[Cell] | None = None,
    clues: bool = True,
) -> str:
    from nonosat.draw.svg import drawing, layout

    unit = layout(puzzle, cell=1, clues=clues)
    cell = min(SIDE, MOST / max(unit.width, unit.height))
    return drawing(puzzle, picture, cell=cell, marks=differs or (), clues=clues)
