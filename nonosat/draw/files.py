"""Shows puzzles, pictures and results as text, or draws them into a file."""

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import overload

from nonosat.draw.books.page_builder import Page
from nonosat.draw.books.style import Style
from nonosat.draw.drawings import DOCUMENTS, DRAWINGS, check_drawable, drawing_file, kind_of_file
from nonosat.draw.svg import thumbnail
from nonosat.draw.terminal import Cells, plain_lines, with_open
from nonosat.errors import UsageError, check_kind, check_number, named_path
from nonosat.files.write import write_bytes
from nonosat.formats.picture.drawn import marked_text, with_game, with_puzzles
from nonosat.model import (
    INK_CHARS,
    Cell,
    Color,
    Domains,
    Grid,
    Palette,
    Puzzle,
    Sheet,
    finished_picture,
)
from nonosat.solving.result import Result
from nonosat.words import known_of

_OPEN, _SIDE, _LONGEST = "#b0b0b0", 16, 2000
"""The look of an open cell in the picture of a game; pixels of a cell, and of the picture, at most."""


@overload
def show(
    value: Puzzle | Sheet | Grid | Result, path: None = None, *, solution: bool = False
) -> str: ...
@overload
def show(
    value: Puzzle | Sheet | Grid | Result,
    path: str | os.PathLike[str],
    *,
    cell: float | None = None,
    solution: bool = False,
) -> None: ...
def show(
    value: Puzzle | Sheet | Grid | Result,
    path: str | os.PathLike[str] | None = None,
    *,
    cell: float | None = None,
    solution: bool = False,
) -> str | None:
    """Show a puzzle and its known cells: return text, or draw it into a file.

    A sheet shows its saved game, if it has one; a result shows its solution. Cells known to vary
    are ``?`` in a text and framed in a drawing.

    >>> print(show(Grid.of(["##", "#."])))
       2 1
     2 # #
     1 # .

    Args:
        path: file to draw, ``.svg`` or ``.png``; None returns text.
        cell: size of a cell in the drawing, in pixels; None means a suitable size.
        solution: show the finished picture of a sheet.

    Raises:
        UsageError: the type of `value` or the suffix is wrong, or there is no finished picture.
        CannotHold: the drawing would be too large, or its clues too small to read.
        OutputError: the file cannot be written.
        MissingExtra: a PNG needs packages that are not installed.
    """
    if path is None:
        if cell is not None:
            raise UsageError("cell is the size in a drawing: give a path, too")
        sheet, picture, varying = _view(value, solution)
        cells: Cells = [*picture] if isinstance(picture, Grid) else known_of(picture)
        if varying and isinstance(picture, Grid):
            cells = with_open(picture, varying)
        return "\n".join(plain_lines(sheet.puzzle, cells))
    name = Path(named_path(path)).name
    kind = kind_of_file(name)
    if kind not in DRAWINGS:
        kinds = " or ".join(f".{kind}" for kind in DRAWINGS)
        raise UsageError(f"{name}: the name of a drawing must end in {kinds}")
    write_bytes(path, drawn_bytes(value, kind, cell=cell, solution=solution, name=name))
    return None


def drawn_bytes(
    value: object,
    kind: str,
    *,
    cell: float | None = None,
    solution: bool = False,
    name: str = "nonogram",
) -> bytes:
    """Draw a value as ``svg`` or ``png``, with its puzzle inside; see `show`."""
    if cell is not None:
        check_number(cell, "cell", 1000)
    sheet, picture, varying = _view(value, solution)
    check_drawable(sheet, name)
    shown = sheet.title if isinstance(picture, Grid) else ""  # a title gives a picture away
    return drawing_file(kind, sheet, shown, picture, Style(cell=cell), varying)


def game_bytes(sheet: Sheet, kind: str) -> bytes:
    """Draw the cells of a saved game as ``svg`` or ``png``, open ones in gray, with the game inside."""
    assert sheet.saved is not None, "there is a game"
    palette = sheet.puzzle.palette
    char = next(char for char in INK_CHARS if char not in palette.chars)
    palette = Palette((*palette.colors, Color("open", _OPEN, char)))
    opened = len(palette.colors) - 1
    cells = (opened if color < 0 else color for row in known_of(sheet.saved) for color in row)
    grid = Grid(sheet.puzzle.height, sheet.puzzle.width, bytes(cells), palette)
    side = max(1, min(_SIDE, _LONGEST // max(grid.shape)))
    if kind == "svg":
        return with_game(thumbnail(palette, grid, cell=side).encode(), kind, sheet)
    file = io.BytesIO()
    grid.to_image(side).save(file, "PNG")
    return with_game(file.getvalue(), kind, sheet)


def drawn_document(
    kind: str,
    pages: Sequence[Page],
    title: str,
    sheets: Sequence[Sheet],
    solutions: Sequence[object] = (),
    author: str = "",
) -> tuple[bytes, str]:
    """Write pages as a document with their puzzles inside; see `DOCUMENTS` and `marked_text`."""
    data, missing = DOCUMENTS[kind](pages, title, author, marked_text(sheets, solutions))
    return (data if kind == "pdf" else with_puzzles(data, kind, sheets, solutions)), missing


def _view(value: object, solution: bool) -> tuple[Sheet, Grid | Domains, tuple[Cell, ...]]:
    """Return a puzzle, the picture to show in it, and the cells that vary."""
    check_kind(solution, "solution", bool)
    if isinstance(value, Grid):
        return Sheet(Puzzle.from_picture(value)), value, ()
    if isinstance(value, Result):
        found = value.solutions[0] if value.solutions else value.puzzle.start(None)
        return Sheet(value.puzzle, goals=value.solutions[:2]), found, tuple(value.varies)
    if not isinstance(value, Puzzle | Sheet):
        kind = type(value).__name__
        raise UsageError(f"expected a Puzzle, Sheet, Grid or Result, got {kind}")
    sheet = Sheet.of(value)
    if solution:
        return sheet, finished_picture(value), ()
    return sheet, sheet.shown or sheet.puzzle.start(None), ()
