"""Clues that people type, on the command line or as answers to questions."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.backends.one_line import LinePuzzle
from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import Record
from nonosat.formats.clue_lines import parse_clue
from nonosat.formats.grid import palette_of_tokens
from nonosat.model import BLACK_AND_WHITE, MAX_SIDE, Clue, Palette, Puzzle, room_of

MAX_TYPED = 1_000_000


def typed_puzzle(rows: str, cols: str) -> Puzzle:
    """Make a puzzle of typed clues: lines between ``;``, blocks between blanks or commas.

    Colored blocks carry a letter: ``2k 1r``. An empty line is ``0``.

    >>> typed_puzzle("2;1", "2;1").height
    2

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    row_clues, col_clues, palette = typed_sides(rows.split(";"), cols.split(";"))
    return Puzzle(row_clues, col_clues, palette)


def typed_sides(
    rows: Sequence[str], cols: Sequence[str]
) -> tuple[tuple[Clue, ...], tuple[Clue, ...], Palette]:
    """Read the clues of some rows and columns, which need not make a puzzle yet.

    Raises:
        ParseError, PuzzleError: with the line and what is wrong with it.
    """
    palette, inks = _inks("\n".join([*rows, *cols]))
    return _clues("row", rows, inks), _clues("column", cols, inks), palette


def typed_line(clue: str, cells: str) -> tuple[LinePuzzle, Palette]:
    """Make one line of its typed clue and its length, or what is known of its cells.

    Args:
        cells: a number, or one character per cell: ``#`` or an ink's letter, ``.`` blank, ``?`` unknown.

    Raises:
        ParseError, PuzzleError: with what is wrong.
    """
    palette, inks = _inks(clue)
    if ";" in clue:
        raise ParseError("one line has one clue, without ;", "clue")
    blocks = _clue("clue", clue, inks)
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


def _clues(axis: str, lines: Sequence[str], inks: dict[str, int] | None) -> tuple[Clue, ...]:
    return tuple(_clue(f"{axis} {number}", line, inks) for number, line in enumerate(lines, 1))


def _clue(what: str, text: str, inks: dict[str, int] | None) -> Clue:
    """Read one clue; `what` is for messages."""
    if not text.strip():
        raise ParseError("an empty line is written 0", what)
    return parse_clue(text, Record(text, what), 0, inks=inks)


def _inks(text: str) -> tuple[Palette, dict[str, int] | None]:
    """The palette, and letter -> color; None where no letter is used."""
    if len(text) > MAX_TYPED:
        raise PuzzleError("too many clues to type; put them into a file")
    letters = sorted({char for char in text if char.isalpha()})
    return palette_of_tokens(letters) if letters else (BLACK_AND_WHITE, None)
