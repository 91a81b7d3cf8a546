"""One decoded JSON object -> one sheet: its keys, clues and pictures, read liberally.

Nobody has fixed a form for puzzles in JSON, so keys match without regard to case, ``_`` and ``-``,
and each thing has several names and shapes. Keys that mean nothing here become notes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from nonosat.errors import ParseError, PuzzleError, UnknownFormat
from nonosat.formats.base import Record, declared_size, fitting_goals, make_puzzle, sheet_of_picture
from nonosat.formats.grid import read_picture
from nonosat.formats.json.clues import (
    Fields,
    RawClue,
    clue_lines,
    raw_clues,
    turned,
    without_cell_strings,
)
from nonosat.formats.json.colors import (
    Inks,
    black_inks,
    declared_inks,
    inks_of_list,
    inks_of_tokens,
    numbered_inks,
    shown,
)
from nonosat.formats.layout import ROWS_FIRST
from nonosat.judge import first_violation
from nonosat.model import Clues, Domains, Grid, Palette, Puzzle, Sheet, check_count

_PICTURE = ("goal", "solution", "grid", "matrix")
_CREDITS = {
    "title": ("title", "name"),
    "author": ("author", "by"),
    "copyright": ("copyright",),
    "license": ("license", "licence"),
    "source": ("source",),
    "id": ("id",),
}
_WIDTH = ("width", "columncount", "colcount", "ncols", "ncolumns", "numcols", "numcolumns")
_HEIGHT = ("height", "rowcount", "nrows", "numrows")
_COLORS = ("colors", "colours")


def read_sheet(record: Record, value: dict[str, object], line: int) -> Sheet:
    """Read one puzzle.

    Args:
        line: number of the object's line; 0 if it spans several, as JSON readers give no lines.

    Raises:
        ParseError: there are neither clues nor a picture, or a clue or cell is invalid.
    """
    fields = Fields(value)
    place = Record("", record.source, line)
    try:
        return _read(place, fields, line)
    except ParseError:
        raise
    except PuzzleError as err:
        raise ParseError(str(err), record.source, line) from err


def _read(record: Record, fields: Fields, line: int) -> Sheet:
    inner = fields.inner
    sides = {axis: inner.side(axis) or fields.side(axis) for axis in ("row", "column")}
    pictures = _pictures(fields) or _pictures(inner)
    indexed = None if pictures else _indexed(record, fields)
    if indexed is not None:
        pictures = [indexed[0]]
    content = fields.get_of(list, "content") or inner.get_of(list, "content")
    if not any(sides.values()) and not pictures and content is None:
        # Before all else: rows of results have sizes and colors too, in shapes of their own.
        raise UnknownFormat(_seen(fields), record.source, line)
    size = _size(record, fields) or _size(record, inner)
    if size and sides["column"]:
        sides["column"] = turned(sides["column"], size[1])
    rows, cols = without_cell_strings(*(raw_clues(side, axis) for axis, side in sides.items()))
    if (rows is None) != (cols is None):
        there, missing = ("row", "column") if cols is None else ("column", "row")
        raise PuzzleError(f"there are {there} clues, but no {missing} clues")
    inks = indexed[1] if indexed else None
    inks = inks or _inks(record, fields, [*(rows or []), *(cols or [])], pictures)
    if rows is None or cols is None:
        if content is not None and not pictures:
            pictures = [_content_rows(content, size)]
        grid, palette = _picture(pictures[0], inks)
        puzzle = sheet_of_picture(record, grid, palette).puzzle
        if size is not None:
            check_count(puzzle, *size)
    else:
        known = inks or black_inks()
        palette = known.palette
        row_lines = clue_lines(rows, known, "row", line)
        col_lines = clue_lines(cols, known, "column", line)
        if size is not None:
            row_clues, col_clues = (
                tuple(it.clue for it in them) for them in (row_lines, col_lines)
            )
            check_count(Clues(row_clues, col_clues, palette), *size)
        puzzle = make_puzzle(record, row_lines, col_lines, palette)
    # Letters nobody declared may stand for other colors than the clues' in a second picture.
    final = inks or Inks(palette, {c.char: i for i, c in enumerate(palette.colors)})
    goals = [(_picture(picture, final)[0], line) for picture in pictures]
    if all(isinstance(cell, int) for picture in pictures for row in _rows(picture) for cell in row):
        goals = [(_fitting(puzzle, goal), line) for goal, line in goals]
    givens, saved = (_domains(fields, key, puzzle, final) for key in ("givens", "saved"))
    puzzle = replace(puzzle, givens=givens) if givens else puzzle
    if content is not None and not goals:
        goal, saved = _content(content, puzzle, saved)
        goals += [(goal, line)] if goal else []
    credits: dict[str, Any] = {
        field: _credit(fields.get(*names)) for field, names in _CREDITS.items()
    }
    # Notes come last: they are what nobody asked for.
    fitting, guesses = fitting_goals(record, puzzle, goals)
    if inner.is_lettered and not fitting:
        guesses += (ROWS_FIRST,)
    return Sheet(puzzle, fitting, saved, **credits, notes=_notes(fields), guesses=guesses)


def is_puzzle(value: dict[str, object]) -> bool:
    """True if an object has clues of both sides or a picture, itself or in an object of its own."""
    fields = Fields(value)
    inner = fields.inner
    return inner.has_sides or any(
        one.get(*_PICTURE, "content", "cells", "goals") is not None for one in (fields, inner)
    )


def _seen(fields: Fields) -> str:
    """The message that an object holds no puzzle, with what it holds instead."""
    keys = [key[:20] for key, _ in fields.rest()]
    more = f" and {len(keys) - 5} more" if len(keys) > 5 else ""
    seen = f" (its keys: {', '.join(keys[:5])}{more})" if keys else ""
    return f"there are neither clues nor a picture of a puzzle in this object{seen}"


def _fitting(puzzle: Puzzle, goal: Grid) -> Grid:
    """The goal, or its negative if only that fits: some files have 0 for a filled cell."""
    if len(puzzle.palette.colors) != 2 or first_violation(puzzle, goal) is None:
        return goal
    negative = replace(goal, cells=bytes(1 - cell for cell in goal.cells))
    return goal if first_violation(puzzle, negative) else negative


def _inks(
    record: Record, fields: Fields, clues: list[RawClue], pictures: list[object]
) -> Inks | None:
    """Return the names of the colors; None if only a picture in plain characters can show them."""
    colors = fields.get(*_COLORS)
    if colors is not None:
        return declared_inks(
            record,
            colors,
            fields.get("colornames"),
            fields.get("background", "backgroundcolor"),
            fields.get("solutionchars"),
        )
    words = [word for clue in clues for _, word in clue if word is not None]
    if words:
        bare = any(word is None for clue in clues for _, word in clue)
        return inks_of_tokens(
            ["black", *words] if bare and not {"k", "black"} & set(words) else words
        )
    if clues or not pictures:
        return black_inks()
    cells = [cell for row in _rows(pictures[0]) for cell in row]
    if all(isinstance(cell, str) for cell in cells):
        plain = {str(cell) for cell in cells}
        if all(len(cell) == 1 for cell in plain):
            return None
        return inks_of_tokens(sorted(plain - {"", "."}))
    return numbered_inks(max((c for c in cells if isinstance(c, int) and c < 256), default=1))


def _pictures(fields: Fields) -> list[object]:
    """The pictures of the object, none of them empty."""
    several = fields.get_of(list, "goals")
    if several is None:
        several = [fields.get_of((list, str), *_PICTURE)]
    return [picture for picture in several if picture]


def _indexed(record: Record, fields: Fields) -> tuple[object, Inks] | None:
    """Return a picture whose cells are null or an ink's index in a list, or None if there is none.

    The puzzles of kindle-nonograms have this form.
    """
    inks, cells = fields.get_of(list, "palette"), fields.get_of(list, "cells")
    if inks is None or cells is None:
        return None
    looks = [look for look in inks if isinstance(look, str)]
    if len(looks) != len(inks):
        raise PuzzleError("the palette is not a list of colors such as '#d00000'")
    found = inks_of_list(record, looks)
    return [
        [cell + 1 if isinstance(cell, int) and cell >= 0 else cell for cell in row]
        if isinstance(row, list)
        else row
        for row in cells
    ], found


def _rows(picture: object) -> list[list[object]]:
    """A picture as rows of cells, each what the text says of it."""
    rows = picture.split("\n") if isinstance(picture, str) else picture
    if not isinstance(rows, list):
        raise PuzzleError(f"{shown(picture)} is not a picture")
    cells = []
    for index, row in enumerate(rows):
        if not isinstance(row, (str, list)):
            raise PuzzleError(f"row {index + 1} of the picture is {shown(row)}")
        if not row or len(row) != len(rows[0]):
            raise PuzzleError(
                f"row {index + 1} of the picture has {len(row)} cells, the first has {len(rows[0])}"
            )
        cells.append(list(row))
    return cells


def _picture(picture: object, inks: Inks | None) -> tuple[Grid, Palette]:
    rows = _rows(picture)
    if inks is None:
        try:
            return read_picture(["".join(map(str, row)) for row in rows])
        except PuzzleError:
            raise
        except ValueError as err:
            raise PuzzleError(str(err)) from err
    cells = bytearray()
    for index, row in enumerate(rows):
        try:
            cells += bytes(map(inks.cell, row))
        except PuzzleError as err:
            raise PuzzleError(f"row {index + 1} of the picture: {err}") from err
    return Grid(len(rows), len(rows[0]), bytes(cells)), inks.palette


def _content_rows(content: list[object], size: tuple[int, int] | None) -> list[list[int]]:
    """ThomasR's flat list of -1 (blank) and 1 (filled) as rows; it takes a size to fold it."""
    if size is None:
        raise PuzzleError("content is a flat list: width and height must say how to fold it")
    height, width = size
    if len(content) != width * height or not all(cell in (-1, 1) for cell in content):
        raise PuzzleError(f"content is not {width * height} times -1 or 1")
    flat = [int(cell == 1) for cell in content]
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def _content(
    content: list[object], puzzle: Puzzle, saved: Domains | None
) -> tuple[Grid | None, Domains | None]:
    """A finished picture, or else a game that was begun: 0 is an unknown cell there."""
    height, width = puzzle.height, puzzle.width
    masks = {-1: 1, 0: (1 << len(puzzle.palette.colors)) - 1, 1: 2}
    cells = [c if isinstance(c, int) and not isinstance(c, bool) else 2 for c in content]
    if len(cells) != height * width or not set(cells) <= set(masks):
        raise PuzzleError(f"content is not {height * width} times -1, 0 or 1")
    if 0 not in cells:
        return Grid(height, width, bytes(cell > 0 for cell in cells)), saved
    if any(cells) and saved is None:
        colors = len(puzzle.palette.colors)
        saved = Domains.of_cells(height, width, colors, (masks[cell] for cell in cells))
    return None, saved


def _domains(fields: Fields, key: str, puzzle: Puzzle, inks: Inks) -> Domains | None:
    """Per cell the colors possible, as rows of words."""
    value = fields.get_of(list, key)
    if value is None:
        return None
    colors = len(puzzle.palette.colors)

    def mask(cell: object) -> int:
        if cell == "?":
            return (1 << colors) - 1
        found = 0
        for char in cell if isinstance(cell, str) else [cell]:
            found |= 1 << inks.cell(char)
        return found

    rows = _rows(value)
    if len(rows) != puzzle.height or len(rows[0]) != puzzle.width:
        raise PuzzleError(f"{key} are not {puzzle.width}x{puzzle.height} cells")
    cells = (mask(cell) for row in rows for cell in row)
    return Domains.of_cells(puzzle.height, puzzle.width, colors, cells)


def _size(record: Record, fields: Fields) -> tuple[int, int] | None:
    """The stated height and width, if both are."""
    width, height = fields.get(*_WIDTH), fields.get(*_HEIGHT)
    size = fields.get("size", "dimensions")
    if width is None and height is None:
        if isinstance(size, dict):
            inner = Fields(size)
            width, height = inner.get(*_WIDTH), inner.get(*_HEIGHT)
        elif isinstance(size, list) and len(size) == 2:
            width, height = size
        elif isinstance(size, int):
            width = height = size
    if width is None or height is None:
        return None
    sides = []
    for side in (width, height):
        if isinstance(side, bool) or not isinstance(side, int):
            raise PuzzleError(f"the size says {shown(side)}, which is not a number of cells")
        sides.append(side)
    declared_size(sides[1], sides[0], record, record.line)
    return sides[1], sides[0]


def _notes(fields: Fields) -> tuple[tuple[str, str], ...]:
    notes = fields.get("notes", "note")
    pairs: list[tuple[str, str]] = []
    if isinstance(notes, dict):
        pairs += [(plain(key), _credit(text)) for key, text in notes.items()]
    elif isinstance(notes, list):
        for note in notes:
            pair = note if isinstance(note, list) and len(note) == 2 else ["note", note]
            pairs.append((_credit(pair[0]), _credit(pair[1])))
    elif notes is not None:
        pairs.append(("note", _credit(notes)))
    if fields.get_of(str, "format") == "nonogram":
        fields.get("version")
    return (*pairs, *((plain(key), _credit(value)) for key, value in fields.rest()))


def _credit(value: object) -> str:
    """A credit or note as text; what is not a text is kept as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return plain(value)
    return plain(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def plain(text: str) -> str:
    """The text without lone surrogates, which JSON can spell but no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def depth_exceeds(value: object, cap: int) -> bool:
    """True if lists and objects are nested deeper than `cap`."""
    if not isinstance(value, (list, dict)):
        return False
    inner: Iterable[object] = value.values() if isinstance(value, dict) else value
    return cap == 0 or any(depth_exceeds(item, cap - 1) for item in inner)
