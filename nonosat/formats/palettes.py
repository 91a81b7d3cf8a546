"""Palettes as files write them."""

from collections.abc import Mapping, Sequence

from nonosat.formats.base import Record
from nonosat.model import BLACK_AND_WHITE, Palette
from nonosat.model.css_colors import COLOR_NAMES, color_char, free_name


def make_palette(
    record: Record, colors: Sequence[tuple[str, str, str | None]], line: int
) -> Palette:
    """Make a palette of ``(name, rgb, character or None)``, background first.

    Black on white becomes `BLACK_AND_WHITE` under any names, so that puzzles of different formats
    compare equal. If there is no ink, add a contrasting one.
    """
    if len(colors) == 1:
        ink = "black" if colors[0][1] != "#000000" else "white"
        name = ink if ink != colors[0][0].casefold() else "ink"
        colors = [*colors, (name, COLOR_NAMES[ink], None)]
    if [rgb for _, rgb, _ in colors] == [color.rgb for color in BLACK_AND_WHITE.colors]:
        return BLACK_AND_WHITE
    with record.errors_at(line):
        return Palette.of(colors)


def palette_of_letters(
    record: Record,
    declared: Mapping[str, tuple[str, str]],
    is_bare: bool,
    line: int,
    paper: tuple[str, str] = ("white", "#ffffff"),
) -> tuple[Palette, dict[str, int]]:
    """Make a palette of inks that have letters or names behind the lengths in clues.

    Args:
        declared: letter, or "" for none -> name and rgb.
        is_bare: whether some lengths have no letter; they are black.
        paper: name and rgb of the background.

    Returns:
        The palette, and letter -> color.
    """
    black = next((letter for letter, (_, rgb) in declared.items() if rgb == "#000000"), None)
    if black is None and (is_bare or not declared):
        declared = {"": ("black", "#000000"), **declared}
    colors: list[tuple[str, str, str | None]] = [(*paper, None)]
    taken = {paper[0].casefold()}
    for letter, (name, rgb) in declared.items():
        char = letter if len(letter) == 1 else color_char(rgb)
        colors.append((free_name(taken, name, letter or "ink"), rgb, char))
    inks = {letter: color for color, letter in enumerate(declared, 1)}
    if is_bare and black is not None:
        inks[""] = inks[black]
    return make_palette(record, colors, line), inks
