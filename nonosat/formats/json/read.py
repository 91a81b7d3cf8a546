"""One decoded JSON object -> one sheet: its keys, clues and pictures, read liberally.

There is no standard for puzzles in JSON, so keys match without regard to case, ``_`` and ``-``,
and each thing has several names and shapes. Keys that mean nothing here become notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from nonosat.errors import PuzzleError, UnknownFormat
from nonosat.formats.base import Record
from nonosat.formats.fits import Fits
from nonosat.formats.json.clues import (
    Fields,
    RawClue,
    clue_lines,
    fields_of,
    plain_lengths,
    raw_clues,
    turned,
    without_cell_strings,
)
from nonosat.formats.json.colors import (
    BLACK,
    Inks,
    declared_inks,
    inks_of_list,
    inks_of_tokens,
    shown,
)
from nonosat.formats.text.grid import read_picture
from nonosat.model import (
    MAX_SIDE,
    ROWS_FIRST,
    Clues,
    Domains,
    Grid,
    Palette,
    Puzzle,
    Sheet,
    check_count,
    default_palette,
)

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
_SIZE = re.compile("([0-9]{1,6}) ?[x*,] ?([0-9]{1,6})")
MAX_DEPTH = 16


def read_sheet(record: Record, value: dict[str, object], line: int) -> Sheet:
    """Read one puzzle.

    Args:
        line: number of the object's line; 0 if it spans several, as JSON readers give no lines.
    """
    with record.errors_at(line):
        return _read(record.at(line), fields_of(value))


def _read(record: Record, fields: Fields) -> Sheet:
    line = record.line
    rows, cols = fields.side("row"), fields.side("column")
    pictures = _pictures(fields)
    indexed = None if pictures else _indexed(record, fields)
    if indexed is not None:
        pictures = [indexed[0]]
    content: list[object] | None = fields.get("content", kind=list)
    if not (rows or cols or pictures) and content is None:
        # Before all else: rows of results have sizes and colors too, in shapes of their own.
        record.fail(_seen(fields), line, UnknownFormat)
    height, width = stated = _size(record, fields)
    size = None if height is None or width is None else (height, width)
    crossed: tuple[str, ...] = ()
    if size and rows and cols and size != size[::-1] and size[::-1] == (len(rows), len(cols)):
        what = f"{width}x{height} is stated (width x height), but the clues are {height}x{width}"
        crossed = (f"{what}: rows and columns are read as they are named",)
        size, stated = None, (None, None)
    if (rows is None) != (cols is None):
        there, missing = ("row", "column") if cols is None else ("column", "row")
        raise PuzzleError(f"there are {there} clues, but no {missing} clues")
    inks = indexed[1] if indexed else None
    if inks is None and (colors := fields.get("colors", "colours")) is not None:
        names, chars = fields.get("colornames"), fields.get("solutionchars")
        paper = fields.get("background", "backgroundcolor")
        inks = declared_inks(record, colors, names, paper, chars)
    begun = None
    if content is not None and not pictures:
        folded = _content(content, (len(rows), len(cols)) if rows and cols else size, bool(rows))
        if any(0 in row for row in folded):
            begun = [cell for row in folded for cell in row]
        else:
            pictures = [[[int(cell > 0) for cell in row] for row in folded]]
    if rows is None or cols is None:
        grid, palette = _picture(pictures[0], inks or _inks_of_picture(pictures[0]))
        puzzle = record.picture(grid, palette).puzzle
        if size is not None:
            check_count(puzzle, *size)
        # Letters without a declaration may mean other colors in a second picture.
        inks = inks or Inks(palette, {c.char: i for i, c in enumerate(palette.colors)})
    else:
        puzzle, inks = _clued(record, rows, cols, size, inks)
    if size is None and stated != (None, None):
        check_count(puzzle, height or puzzle.height, width or puzzle.width)
    if match := _SIZE.fullmatch(fields.get("size", "dimensions", kind=str) or ""):
        record.check_stated([*map(int, match.groups())], puzzle)
    goals = [(_picture(picture, inks)[0], line) for picture in pictures]
    if all(map(_is_numeric, pictures)):
        goals = [(_fitting(puzzle, goal), line) for goal, line in goals]
    givens, saved = (_domains(fields, key, puzzle, inks) for key in ("givens", "saved"))
    puzzle = replace(puzzle, givens=givens) if givens else puzzle
    if begun and any(begun) and saved is None:
        colors = len(puzzle.palette.colors)
        masks = (1 << colors) - 1, 0b10, 0b01
        cells = (masks[cell] for cell in begun)
        saved = Domains.of_cells(puzzle.height, puzzle.width, colors, cells)
    credits: dict[str, Any] = {
        field: _credit(fields.get(*names)) for field, names in _CREDITS.items()
    }
    # Notes come last: they are all entries that were not asked for.
    fitting, guesses = record.fitting_goals(puzzle, goals)
    if fields.is_in_doubt and fields.has_sides and not fitting:
        guesses += (ROWS_FIRST,)
    guesses += crossed
    return Sheet(puzzle, fitting, saved, **credits, notes=_notes(fields), guesses=guesses)


def _clued(
    record: Record,
    rows: list[object],
    cols: list[object],
    size: tuple[int, int] | None,
    inks: Inks | None,
) -> tuple[Puzzle, Inks]:
    if size:
        cols = turned(cols, size[1])
    lengths = [plain_lengths(side) for side in (rows, cols)]
    if lengths[0] and lengths[1] and not inks:
        puzzle: Puzzle | None
        try:
            puzzle = Puzzle.of_lengths(lengths[0], lengths[1])
        except PuzzleError:  # there is a mistake, zeros fill the lines, or the numbers are cells
            fits = Fits(record.line, None, is_nameless=False)
            fits.add(lengths[0], lengths[1], [], ("plain", "cells"), 0)
            if len(fits.readings) != 1 or max(len(rows), len(cols)) > MAX_SIDE:
                puzzle = None
            else:
                (made,) = fits.readings
                puzzle = Puzzle.of_lengths(*made)  # type: ignore[arg-type]  # all are int
        if puzzle is not None:
            if size is not None:
                check_count(puzzle, *size)
            return puzzle, BLACK
    raw = without_cell_strings(raw_clues(rows, "row"), raw_clues(cols, "column"))
    known = inks or _inks_of_clues([*raw[0], *raw[1]])
    sides = [
        clue_lines(side, known, axis, record.line)
        for axis, side in zip(("row", "column"), raw, strict=True)
    ]
    if size is not None:
        row_clues, col_clues = (tuple(line.clue for line in side) for side in sides)
        check_count(Clues(row_clues, col_clues, known.palette), *size)
    return record.puzzle(sides[0], sides[1], known.palette), known


def is_puzzle(value: dict[str, object]) -> bool:
    """True if an object has clues of both sides or a picture, itself or in an object of its own."""
    fields = fields_of(value)
    return fields.has_sides or fields.get(*_PICTURE, "content", "cells", "goals") is not None


def _seen(fields: Fields) -> str:
    """The message that an object holds no puzzle, with what it holds instead."""
    if any(depth_exceeds(value, MAX_DEPTH) for _, value in fields.rest()):
        return f"nested deeper than {MAX_DEPTH}"
    keys = [key[:20] for key, _ in fields.rest()]
    more = f" and {len(keys) - 5} more" if len(keys) > 5 else ""
    seen = f" (its keys: {', '.join(keys[:5])}{more})" if keys else ""
    return f"there are neither clues nor a picture of a puzzle in this object{seen}"


def _fitting(puzzle: Puzzle, goal: Grid) -> Grid:
    """The goal, or its negative if only that fits: some files have 0 for a filled cell."""
    if len(puzzle.palette.colors) != 2 or puzzle.accepts(goal):
        return goal
    negative = replace(goal, cells=bytes(1 - cell for cell in goal.cells))
    return goal if puzzle.violation(negative) else negative


def _inks_of_clues(clues: list[RawClue]) -> Inks:
    words = [word for clue in clues for _, word in clue if word is not None]
    bare = any(word is None for clue in clues for _, word in clue)
    if words and bare and not {"k", "black"} & set(words):
        words = ["black", *words]
    return inks_of_tokens(words)


def _inks_of_picture(picture: object) -> Inks | None:
    """Return the names of the colors; None if a picture is in plain characters, which show them."""
    cells = [cell for row in _rows(picture) for cell in row]
    if all(isinstance(cell, str) for cell in cells):
        plain = {str(cell) for cell in cells}
        return None if {*map(len, plain)} == {1} else inks_of_tokens(sorted(plain - {"", "."}))
    highest = max((c for c in cells if isinstance(c, int) and c < 256), default=1)
    if highest > 1:
        raise PuzzleError(f"{highest} is a cell of the picture, and no color is declared for it")
    return Inks(default_palette(max(1, highest)), {})


def _pictures(fields: Fields) -> list[object]:
    """The pictures of the object, none of them empty."""
    several = fields.get("goals", kind=list)
    if several is None:
        several = [fields.get(*_PICTURE, kind=(list, str))]
    return [picture for picture in several if picture]


def _indexed(record: Record, fields: Fields) -> tuple[object, Inks] | None:
    """Return a picture whose cells are null or an ink's index in a list, or None if there is none.

    The puzzles of kindle-nonograms have this form.
    """
    inks, cells = fields.get("palette", kind=list), fields.get("cells", kind=list)
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


def _rows(picture: object) -> Sequence[Sequence[object]]:
    """A picture as rows of cells, each what the text says of it."""
    rows = picture.split("\n") if isinstance(picture, str) else picture
    if not isinstance(rows, list):
        raise PuzzleError(f"{shown(picture)} is not a picture")
    if not rows:
        raise PuzzleError("the picture has no rows")
    if {*map(type, rows)} <= {str, list} and {*map(len, rows)} == {len(rows[0]) or -1}:
        return rows
    for index, row in enumerate(rows):
        if not isinstance(row, (str, list)):
            raise PuzzleError(f"row {index + 1} of the picture is {shown(row)}")
        if not row or len(row) != len(rows[0]):
            raise PuzzleError(
                f"row {index + 1} of the picture has {len(row)} cells, the first has {len(rows[0])}"
            )
    return rows


def _is_numeric(picture: object) -> bool:
    return isinstance(picture, list) and all(
        isinstance(row, list) and all(isinstance(cell, int) for cell in row) for row in picture
    )


def _picture(picture: object, inks: Inks | None) -> tuple[Grid, Palette]:
    rows = _rows(picture)
    if inks is None:
        return read_picture(["".join(map(str, row)) for row in rows])
    if {*map(type, rows)} == {str}:
        text = "".join(rows)  # type: ignore[arg-type]  # checked just before
        try:
            drawn = text.translate({ord(char): chr(inks.cell(char)) for char in {*text}})
            return Grid(len(rows), len(rows[0]), drawn.encode("latin-1")), inks.palette
        except PuzzleError:
            pass  # row by row, to name the row
    cells = bytearray()
    for index, row in enumerate(rows):
        try:
            cells += bytes(map(inks.cell, row))
        except PuzzleError as err:
            raise PuzzleError(f"row {index + 1} of the picture: {err}") from err
    return Grid(len(rows), len(rows[0]), bytes(cells)), inks.palette


def _content(
    content: list[object], size: tuple[int, int] | None, is_clued: bool
) -> list[list[int]]:
    """ThomasR's flat list of -1 (blank), 1 (filled) and, beside clues, 0 (unknown), as rows."""
    if size is None:
        raise PuzzleError("content is one flat list: it needs width and height to be cut into rows")
    height, width = size
    known = (-1, 0, 1) if is_clued else (-1, 1)
    flat = [cell for cell in content if type(cell) is int and cell in known]
    if len(flat) != len(content) or len(flat) != height * width:
        cells = "-1, 0 or 1" if is_clued else "-1 or 1"
        raise PuzzleError(f"content is not {height * width} times {cells}")
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def _domains(fields: Fields, key: str, puzzle: Puzzle, inks: Inks) -> Domains | None:
    """Per cell the colors possible, as rows of words."""
    value = fields.get(key, kind=list)
    if not value:
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


def _size(record: Record, fields: Fields) -> tuple[int | None, int | None]:
    """The height and the width, each None if it is not stated."""
    width, height = _sides(fields)
    size = fields.get("size", "dimensions")
    if width is None and height is None:
        if isinstance(size, dict):
            width, height = _sides(Fields(size))
        elif isinstance(size, list) and len(size) == 2:
            width, height = size
        elif isinstance(size, int):
            width = height = size
    for side in (width, height):
        if side is not None and (isinstance(side, bool) or not isinstance(side, int)):
            raise PuzzleError(f"the size says {shown(side)}, which is not a number of cells")
    record.check_size(height or 1, width or 1)
    return height, width


def _sides(fields: Fields) -> list[Any]:
    """The width and the height among the entries; a number of rows or of columns may be one."""
    return [
        value if (value := fields.get(*names)) is not None else fields.get(*counts, kind=int)
        for names, counts in ((_WIDTH, ("columns", "cols")), (_HEIGHT, ("rows",)))
    ]


def _notes(fields: Fields) -> tuple[tuple[str, str], ...]:
    notes = fields.get("notes", "note")
    pairs: list[tuple[str, object]] = []
    if isinstance(notes, dict):
        pairs += notes.items()
    elif isinstance(notes, list):
        for note in notes:
            is_pair = isinstance(note, list) and len(note) == 2
            pairs.append((_credit(note[0]), note[1]) if is_pair else ("note", note))
    elif notes is not None:
        pairs.append(("note", notes))
    if fields.get("format") == "nonogram":
        fields.get("version")
    pairs += fields.rest()
    return tuple((plain(key), _credit(value)) for key, value in pairs)


def _credit(value: object) -> str:
    """A credit or note as text; what is not a text is kept as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return plain(value)
    if depth_exceeds(value, MAX_DEPTH):
        raise PuzzleError(f"nested deeper than {MAX_DEPTH}")
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
