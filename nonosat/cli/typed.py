"""One line that people type, for ``nonosat line``."""

from __future__ import annotations

from nonosat.backends.one_line import LinePuzzle
from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.typed import typed_clue, typed_inks
from nonosat.model import MAX_SIDE, Palette


def typed_line(clue: str, cells: str) -> tuple[LinePuzzle, Palette]:
    """Make one line of its typed clue and its length, or what is known of its cells.

    Args:
        clue: may have a ``?`` for a number that is not known.
        cells: a number, or one character per cell: ``#`` or an ink's letter, ``.`` blank, ``?`` unknown.

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    palette, inks = typed_inks(clue)
    if ";" in clue:
        raise ParseError("one line has one clue, without ;", "clue")
    blocks = typed_clue("clue", clue, inks)
    if cells.isascii() and cells.isdigit():
        cells = "?" * min(int(cells[:9]), MAX_SIDE + 1)
    if not 0 < len(cells) <= MAX_SIDE:
        raise PuzzleError(f"a line has from 1 to {MAX_SIDE} cells")
    masks = {color.char: 1 << number for number, color in enumerate(palette.colors)}
    masks |= {letter: 1 << number for letter, number in (inks or {}).items()}
    masks["?"] = (1 << len(palette.colors)) - 1
    for number, char in enumerate(cells, 1):
        if char not in masks:
            raise ParseError(f"cell {number} is {char!r}, not one of {' '.join(masks)}", "cells")
    need = blocks.room
    if need > len(cells):
        raise PuzzleError(f"the clue needs {need} cells, the line has {len(cells)}")
    return LinePuzzle.of(blocks, [masks[char] for char in cells], len(palette.colors)), palette
