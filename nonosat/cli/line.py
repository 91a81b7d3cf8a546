"""``nonosat line``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any

import typer

from nonosat.ask.all_solutions.counting import digits, roughly
from nonosat.cli import options
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import say, say_json
from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.text.typed import typed_clue, typed_inks
from nonosat.model import MAX_SIDE, Grid, Palette
from nonosat.solving.backends.one_line import LinePuzzle
from nonosat.solving.result import Verdict
from nonosat.words import plural, ranges

FEW = "5"
MANY = 1000
"""The output suggests `-n all` for fewer further placements than this."""


def line(
    clue: Annotated[
        str,
        typer.Argument(
            metavar="CLUE", help='Its blocks, as in "5 2 2" or "2k 1r"; ? is a hidden number.'
        ),
    ],
    cells: Annotated[
        str,
        typer.Argument(
            metavar="LENGTH-OR-CELLS",
            help="How many cells, or one character per cell: # filled (or an ink's letter), . blank, "
            "? unknown.",
        ),
    ],
    count: options.Count = FEW,
    as_json: options.Json = False,
) -> list[int]:
    """Look at one line: how many placements its clue has, and what they all share.

    Examples:

      nonosat line "4 3" 10

      nonosat line "5 2 2" "??##?##???#?#??"

      nonosat line "2k 1r" "?????.?" -n all
    """
    at_most = options.number_of(count)
    parsed, palette = read_line(clue, cells)
    if as_json:
        say_json(_facts(parsed, palette, at_most))
    else:
        _print_line(parsed, palette, at_most)
    return [0 if parsed.cells() else code_of(Verdict.NONE)]


def read_line(clue: str, cells: str) -> tuple[LinePuzzle, Palette]:
    """Make one line of its typed clue and its length, or what is known of its cells.

    Args:
        clue: may have a ``?`` for a number that is not known.
        cells: a number, or one character per cell: ``#`` or an ink's letter, ``.`` blank, ``?`` unknown.
    """
    palette, inks = typed_inks(clue)
    if ";" in clue:
        raise ParseError("expected one clue, without ;", "clue")
    blocks = typed_clue("clue", clue, inks)
    if cells.isascii() and cells.isdigit():
        cells = "?" * min(int(cells[:9]), MAX_SIDE + 1)
    if not 0 < len(cells) <= MAX_SIDE:
        raise PuzzleError(f"a line has 1 to {MAX_SIDE} cells")
    masks = {color.char: 1 << number for number, color in enumerate(palette.colors)}
    masks |= {letter: 1 << number for letter, number in (inks or {}).items()}
    masks["?"] = (1 << len(palette.colors)) - 1
    for number, char in enumerate(cells, 1):
        if char not in masks:
            raise ParseError(f"cell {number} is {char!r}, not one of {' '.join(masks)}", "cells")
    if blocks.room > len(cells):
        raise PuzzleError(f"the clue needs {blocks.room} cells, the line has {len(cells)}")
    return LinePuzzle.of(blocks, [masks[char] for char in cells], len(palette.colors)), palette


def _print_line(parsed: LinePuzzle, palette: Palette, at_most: int | None) -> None:
    number, shared, known = parsed.count(), parsed.cells(), parsed.known()
    noun = "placement" if number == 1 else "placements"
    say(f"{parsed.clue.text(palette)} in {plural(parsed.length, 'cell')}: {roughly(number)} {noun}")
    if any(mask & (mask - 1) == 0 for mask in known):
        say(f"   given  {_cell_text(palette, known)}")
    width = len(digits(number if at_most is None else min(at_most, number)))
    shown = 0
    for shown, cells in enumerate(islice(parsed.placements(), at_most), 1):
        say(f"{shown:>{max(8, width)}}  {Grid(1, len(cells), cells).drawn(palette.chars)[0]}")
    if shown < number:
        say(
            f"     ...  {roughly(number - shown)} more; -n {'all' if number < MANY else 'COUNT'} shows them"
        )
    if shared is not None:
        say(f"  forced  {_cell_text(palette, shared)}")
        for name, places in _find_forced(shared, palette).items():
            say(f"{name:>8}  {ranges(places) or 'none'}")


def _facts(parsed: LinePuzzle, palette: Palette, at_most: int | None) -> dict[str, Any]:
    """The object of ``--json``; cells are numbered from 1, the number of placements is a string."""
    shared = parsed.cells()
    found = islice(parsed.placements(), at_most)
    return {
        "clue": parsed.clue.text(palette),
        "cells": _cell_text(palette, parsed.known()),
        "placements": digits(parsed.count()),
        "first": [Grid(1, len(cells), cells).drawn(palette.chars)[0] for cells in found],
        "forced": None if shared is None else _cell_text(palette, shared),
        **(_find_forced(shared, palette) if shared is not None else {}),
    }


def _cell_text(palette: Palette, cells: Sequence[int]) -> str:
    """``?`` for a cell with several colors left."""
    chars = {1 << number: color.char for number, color in enumerate(palette.colors)}
    return "".join(chars.get(mask, "?") for mask in cells)


def _find_forced(cells: Sequence[int], palette: Palette) -> dict[str, list[int]]:
    """The cells that can have only one color, by its name; their numbers count from 1."""
    inks = ["filled"] if palette.is_black_and_white else [ink.name for ink in palette.colors[1:]]
    return {
        name: [number for number, mask in enumerate(cells, 1) if mask == 1 << color]
        for color, name in [*enumerate(inks, 1), (0, "blank")]
    }
