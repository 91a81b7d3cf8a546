"""Palettes as files write them."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import ParseError, PuzzleError
from nonosat.formats.base import Record
from nonosat.model import BLACK_AND_WHITE, Palette
from nonosat.model.css_colors import COLOR_NAMES


def make_palette(
    record: Record, colors: Sequence[tuple[str, str, str | None]], line: int
) -> Palette:
    """Make a palette of ``(name, rgb, character or None)``, background first.

    Black on white becomes `BLACK_AND_WHITE` under any names, so that puzzles of different formats
    compare equal. If there is no ink, add a contrasting one.

    Raises:
        ParseError: there are too many inks, or two have the same name.
    """
    if len(colors) == 1:
        ink = "black" if colors[0][1] != "#000000" else "white"
        name = ink if ink != colors[0][0].casefold() else "ink"
        colors = [*colors, (name, COLOR_NAMES[ink], None)]
    if [rgb for _, rgb, _ in colors] == [color.rgb for color in BLACK_AND_WHITE.colors]:
        return BLACK_AND_WHITE
    try:
        return Palette.of(colors)
    except PuzzleError as err:
        raise ParseError(str(err), record.source, line) from err
