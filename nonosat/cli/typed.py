"""One line that people type, for ``nonosat line``."""

from __future__ import annotations

from nonosat.backends.one_line import LinePuzzle
from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.typed import typed_clue, typed_inks
from nonosat.model import MAX_SIDE, Palette, room_of


def typed_line(clue: str, cells: str) -> tuple[LinePuzzle, Palette]:
    """Make one line of its typed clue and its length, or what is known of its cells.

    Args:
        cells: a number, or one character per cell: ``#`` or an ink's letter, ``.`` blank, ``?`` unknown.

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    palette, inks = typed_inks(clue)
    if ";" in clue:
        raise ParseError("one line has one clue, without ;", "clue")
    blocks = typed_clue("clue", clue, inks)
    full = (1 << len(palette.colors)) - 1
    if cells.isascii() and cells.isdigit():
        length = int(cells) if len(cells) < 10 else MAX_SIDE + 1
    else:
        length = len(cells)
    if not 0 < length <= MAX_SIDE:
        raise PuzzleError(f"a line has from 1 to {MAX_SIDE} cells")
    if cells.isdigit():
        masks = [full] * length
    else:
        index = {color.char: 1 << number for number, color in enumerate(palette.colors)}
        index |= {letter: 1 << number for letter, number in (inks or {}).items()} | {"?": full}
        for number, char in enumerate(cells, 1):
            if char not in index:
                raise ParseError(
                    f"cell {number} is {char!r}, not one of {' '.join(index)}", "cells"
                )
        masks = [index[char] for char in cells]
    need = room_of(blocks)
    if need > length:
        raise PuzzleError(f"the clue needs {need} cells, the line has {length}")
    return LinePuzzle.of(blocks, masks, len(palette.colors)), palette
