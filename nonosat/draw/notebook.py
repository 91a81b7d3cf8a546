"""Puzzles, grids, sheets and results in notebooks such as Jupyter: their pictures, or else words."""

from __future__ import annotations

from html import escape

from nonosat.draw.svg import Picture, drawing, layout
from nonosat.model import Cell, Grid, Puzzle, Sheet, default_palette
from nonosat.solving.result import Result
from nonosat.words import how_many_vary, plural

SIDE = 24
MOST = 720
"""Pixels: the side of a cell, and the longer side of a drawing, which makes its cells smaller."""


def html_of(value: object) -> str:
    """Return a value as HTML: its drawing, or else what `str` says."""
    if isinstance(value, Puzzle):
        return _drawn(value)
    if isinstance(value, Grid):
        palette = value.palette or default_palette(max(1, max(value.cells, default=1)))
        return _drawn(Puzzle.of_grid(value, palette), value, clues=False)
    if isinstance(value, Sheet):
        return _sheet(value)
    if isinstance(value, Result):
        return _result(value)
    return f"<p>{escape(str(value))}</p>".replace("\n", "<br/>")


def _sheet(sheet: Sheet) -> str:
    """Return the puzzle with its given cells or its saved game; the credits above it."""
    svg = _drawn(sheet.puzzle, sheet.shown)
    words = [escape(text) for text in (sheet.author, sheet.copyright) if text]
    if sheet.title:
        words.insert(0, f"<b>{escape(sheet.title)}</b>")
    return f"<p>{', '.join(words)}</p>{svg}" if words else svg


def _result(result: Result) -> str:
    """Return the verdict, and the first two solutions; cells that vary have frames."""
    words = result.verdict.value
    if len(result.solutions) > 2:
        words += f", {plural(len(result.solutions), 'solution')} found"
    if result.varies:
        words += f", {how_many_vary(len(result.varies), result.most_varying)}"
    if result.error:
        words += f": {result.error}"
    parts = [f"<p>{escape(words)}, {result.seconds:.3f} s</p>"]
    for picture in result.solutions[:2] or [None]:
        parts.append(_drawn(result.puzzle, picture, result.varies))
    return "\n".join(parts)


def _drawn(
    puzzle: Puzzle,
    picture: Picture | None = None,
    differs: list[Cell] | None = None,
    clues: bool = True,
) -> str:
    unit = layout(puzzle, cell=1, clues=clues)
    cell = min(SIDE, MOST / max(unit.width, unit.height))
    return drawing(puzzle, picture, cell=cell, marks=differs or (), clues=clues)
