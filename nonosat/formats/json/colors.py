"""The colors of a puzzle in JSON: their declarations, and their names in clues and pictures.

``colors`` has two shapes. nonosat writes character -> hex, with optional names in
``color_names``. Collections of puzzles use name -> hex: ``background`` is separate, an empty hex
takes the next default color, and ``solution_chars`` has the characters of the picture. Without
``colors``, the inks are those in the clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonosat.errors import PuzzleError
from nonosat.formats.base import Record
from nonosat.formats.palettes import make_palette
from nonosat.formats.text.grid import EMPTY, FILLED, palette_of_tokens
from nonosat.model import BLACK_AND_WHITE, INK_COLORS, MAX_INKS, Palette, default_palette
from nonosat.model.css_colors import color_char, color_name, free_name, parse_color

_PAPER = frozenset(("background", "bg", "empty", "blank", "paper", "off"))
"""Names of the background among declared colors."""


class Inks:
    """A palette, and the words for its colors in a JSON text."""

    def __init__(
        self, palette: Palette, first: Mapping[str, int], second: Mapping[str, int] | None = None
    ) -> None:
        """Words of `first` win over words of `second`, and both over the palette's own names."""
        self.palette = palette
        own = {color.name.casefold(): index for index, color in enumerate(palette.colors)}
        self._words = own | dict(second or {}) | dict(first)

    def find(self, word: str) -> int | None:
        """The color that a word means; None if it means none."""
        if word in self._words:
            return self._words[word]
        return self._words.get(word.casefold())

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
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**9 else "a huge number"
    return repr(value[:20] if isinstance(value, str) else value)


BLACK = Inks(BLACK_AND_WHITE, {".": 0, "#": 1, "k": 1})


def inks_of_tokens(tokens: Iterable[str]) -> Inks:
    """The inks of a puzzle that declares none, from the words in its clues."""
    names = {char: name for name, _, char in INK_COLORS}
    # k and black are one ink.
    meant = {word: names.get(word, word.casefold() if len(word) > 1 else word) for word in tokens}
    if not meant:
        return BLACK
    palette, index = palette_of_tokens(meant.values())
    words = {".": 0} | {word: index[name] for word, name in meant.items()}
    return Inks(palette, words, {c.char: at for at, c in enumerate(palette.colors)})


def inks_of_list(record: Record, looks: Sequence[str]) -> Inks:
    """Return inks for a list of colors; the background is white and not in the list."""
    taken: set[str] = set()
    entries = [
        (free_name(taken, color_name(rgb), f"color {index}"), rgb, color_char(rgb))
        for index, rgb in enumerate(_looks(["#ffffff", *looks]))
    ]
    return Inks(make_palette(record, entries, 0), {})


def declared_inks(
    record: Record, colors: object, names: object, background: object, chars: object
) -> Inks:
    """The inks that a text declares.

    Args:
        colors: ``{character: hex}`` or ``{name: hex}``.
        names: ``{character: name}``, for the first shape.
        background: its name, for the second shape; or its character.
        chars: ``{character: name}``, for the second shape.
    """
    table = _texts("colors", colors)
    named = _texts("color_names", names)
    letters = _texts("solution_chars", chars)
    if background is None and chars is None:
        background = next((name for name in table if name.casefold() in _PAPER), None)
    if background is not None and not isinstance(background, str):
        raise PuzzleError(f"background is {shown(background)}, not a color's name")
    if (
        all(len(key) == 1 for key in table)
        and chars is None
        and (not background or background in table)
    ):
        return _by_char(record, table, named, background or ".")
    return _by_name(record, table, background or "white", letters)


def _by_char(record: Record, table: dict[str, str], names: dict[str, str], blank: str) -> Inks:
    keys = [blank, *(key for key in table if key != blank)]
    entries: list[tuple[str, str, str | None]] = []
    taken = {name.casefold() for name in names.values()}
    for key, rgb in zip(keys, _looks([table.get(key, "") for key in keys]), strict=True):
        name = names.get(key) or free_name(taken, color_name(rgb), key)
        entries.append((name, rgb, key))
    return Inks(_palette(record, entries), {key: index for index, key in enumerate(keys)})


def _by_name(record: Record, table: dict[str, str], blank: str, letters: dict[str, str]) -> Inks:
    keys = [key for key in table if key.casefold() != blank.casefold()]
    given = next((table[key] for key in table if key not in keys), "")
    given = given or (blank if parse_color(blank, bare_hex=True) else "")
    index = {key: color for color, key in enumerate([blank, *keys])}
    meant = {}
    for char, name in letters.items():
        found = index.get(name, 0 if name.casefold() == blank.casefold() else None)
        if found is None:
            raise PuzzleError(
                f"solution_chars has {char!r} for {name[:20]!r}, which is not a color"
            )
        meant[char] = found
    char_of = {color: char for char, color in meant.items()}
    looks = _looks([given, *(table[key] for key in keys)])
    entries = [
        (key, rgb, char_of.get(color))
        for color, (key, rgb) in enumerate(zip([blank, *keys], looks, strict=True))
    ]
    return Inks(_palette(record, entries), index, meant)


def _palette(record: Record, entries: list[tuple[str, str, str | None]]) -> Palette:
    """The colors with the names they have here; if there is no ink, one is added."""
    return Palette.of(entries) if len(entries) > 1 else make_palette(record, entries, 0)


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
