"""The colors of a puzzle in JSON: their declarations, and their names in clues and pictures.

``colors`` has two shapes. nonosat writes character -> hex, with optional names in
``color_names``. Collections of puzzles use name -> hex: ``background`` is separate, an empty hex
takes the next default color, and ``solution_chars`` has the characters of the picture. Besides, it
may be a list of inks, or one. Without ``colors``, the inks are those in the clues.
"""

import json
from collections.abc import Iterable, Mapping

from nonosat.errors import PuzzleError
from nonosat.formats.base import words
from nonosat.formats.said.grid import EMPTY, FILLED, palette_of_tokens
from nonosat.model import BLACK_AND_WHITE, INK_COLORS, MAX_INKS, Palette, default_palette
from nonosat.model.css_colors import color_name, free_name, parse_color

_PAPER = words("background bg empty blank paper off")
"""Names of the background among declared colors."""


class Inks:
    """A palette, and the words for its colors in a JSON text."""

    def __init__(self, palette: Palette, words: Mapping[str, int]) -> None:
        """`words` win over the palette's own names."""
        self.palette: Palette = palette
        own = {color.name.casefold(): index for index, color in enumerate(palette.colors)}
        self._words = {**own, **words}

    def find(self, word: str) -> int | None:
        """The color that a word means; None if it means none."""
        return self._words.get(word, self._words.get(word.casefold()))

    def cell(self, value: object) -> int:
        """The color of one cell of a picture: a truth value, a color's number, or a word."""
        if value is None or value is False or value == "":
            return 0
        if isinstance(value, str):
            found = self.find(value)
            if found is not None:
                return found
            if value in EMPTY:
                return 0
            if value in FILLED and self.palette.is_black_and_white:
                return 1
            if value == "?":
                raise PuzzleError("'?' is an unknown cell, and a finished picture has none")
        elif value is True:
            if self.palette.is_black_and_white:
                return 1
        elif isinstance(value, int) and 0 <= value < len(self.palette.colors):
            return value
        raise PuzzleError(f"{shown(value)} is not a color of a cell")


def shown(value: object) -> str:
    """Return a short text for any JSON value, for messages."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return repr(value[:20]) if isinstance(value, str) else json.dumps(value)[:20]


BLACK = Inks(BLACK_AND_WHITE, {".": 0, "#": 1, "k": 1})


def inks_of_tokens(tokens: Iterable[str]) -> Inks:
    """The inks of a puzzle that declares none, from the words in its clues."""
    names = {char: name for name, _, char in INK_COLORS}
    # k and black are one ink.
    meant = {word: names.get(word, word.casefold() if len(word) > 1 else word) for word in tokens}
    if not meant:
        return BLACK
    palette, index = palette_of_tokens(meant.values())
    chars = {color.char: at for at, color in enumerate(palette.colors)}
    return Inks(palette, chars | {".": 0} | {word: index[name] for word, name in meant.items()})


def declared_inks(colors: object, names: object, background: object, chars: object) -> Inks:
    """The inks that a text declares.

    Args:
        colors: ``{character: hex}`` or ``{name: hex}``, a list of inks, or one.
        names: ``{character: name}``, for the first shape.
        background: its name, for the second shape; or its character.
        chars: ``{character: name}``, for the second shape.
    """
    table = _listed(colors) if isinstance(colors, (list, str)) else _texts("colors", colors)
    named, letters = _texts("color_names", names), _texts("solution_chars", chars)
    if background is None and chars is None:
        background = next((name for name in table if name.casefold() in _PAPER), None)
    if background is not None and not isinstance(background, str):
        raise PuzzleError(f"background is {shown(background)}, not a color's name")
    is_lettered = (
        all(len(key) == 1 for key in table)
        and chars is None
        and (not background or background in table)
    )
    paper = background or ("." if is_lettered else "white")
    fold = str if is_lettered else str.casefold
    inks = [key for key in table if fold(key) != fold(paper)]
    look = next((table[key] for key in table if key not in inks), "")
    if not look and not is_lettered and parse_color(paper, bare_hex=True):
        look = paper
    keys = [paper, *inks]
    looks = _looks([look, *(table[key] for key in inks)])
    index = {key: color for color, key in enumerate(keys)}
    if is_lettered:
        letters = {key: key for key in keys}
    meant = {}
    for char, name in letters.items():
        if name not in index and fold(name) != fold(paper):
            what = f"solution_chars has {char!r} for {name[:20]!r}, which is not a color"
            raise PuzzleError(what)
        meant[char] = index.get(name, 0)
    char_of = {color: char for char, color in meant.items()}
    taken = {name.casefold() for name in named.values()}
    entries = []
    for color, (key, rgb) in enumerate(zip(keys, looks, strict=True)):
        name = named.get(key) or (free_name(taken, color_name(rgb), key) if is_lettered else key)
        entries.append((name, rgb, char_of.get(color)))
    if not inks:  # there is nothing but the background
        entries.append(("ink", "#000000" if looks[0] != "#000000" else "#ffffff", None))
    return Inks(Palette.of(entries), meant | index)


def _listed(colors: list[object] | str) -> dict[str, str]:
    """The inks of a list, by name; the background is white and not among them."""
    taken = {"white"}
    table = {}
    for number, color in enumerate(colors if isinstance(colors, list) else [colors], 1):
        rgb = parse_color(color, bare_hex=True) if isinstance(color, str) else ""
        if not rgb:
            raise PuzzleError(f"{shown(color)} is not a color such as '#d00000'")
        table[free_name(taken, color_name(rgb), f"color {number}")] = rgb
    return table


def _looks(values: list[str]) -> list[str]:
    """``#rrggbb`` for each, the background first; an empty one takes the next default color."""
    if len(values) > MAX_INKS + 1:
        raise PuzzleError(f"{len(values) - 1} inks are too many, at most {MAX_INKS} are supported")
    default = default_palette(max(2, len(values) - 1)).colors
    looks = []
    for index, value in enumerate(values):
        look = parse_color(value, bare_hex=True) if value else default[index].rgb
        if not look:
            raise PuzzleError(f"{value[:20]!r} is not a color such as '#d00000'")
        looks.append(look)
    return looks


def _texts(what: str, value: object) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise PuzzleError(f"{what} is {shown(value)}, not an object")
    for key, text in value.items():
        if not isinstance(text, str):
            raise PuzzleError(f"{what} has {shown(text)} for {key[:20]!r}, not a text")
    return value
