"""Colors and palettes."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

from nonosat.errors import PuzzleError, UsageError, check_kind

MAX_INKS = 255
"""Colors are stored as bytes."""


class Color(NamedTuple):
    """One palette entry: a name for people, ``#rrggbb``, and one character for texts."""

    name: str
    rgb: str
    char: str


_RGB = re.compile(r"#[0-9a-f]{6}\Z")
RESERVED_CHARS = frozenset(".?#|[]/\\,;:\"' \t0123456789")
"""Characters that no ink may have in a text, except ``#`` for the only ink."""
INK_CHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(
    chr(code) for code in range(0x3B1, 0x52F) if chr(code).isalpha()
)
"""Letters for inks without one of their own, in the order of use."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a puzzle; entry 0 is the background, whose character is always ``.``."""

    colors: tuple[Color, ...]

    def __post_init__(self) -> None:
        if type(self.colors) is not tuple or {*map(type, self.colors)} - {Color}:
            raise PuzzleError("a palette is a tuple of colors here; Palette.of takes other values")
        if {*map(type, chain.from_iterable(self.colors))} - {str}:
            raise PuzzleError("the name, the rgb and the character of a color are texts")
        if len(self.colors) < 2:
            raise PuzzleError("a palette needs a background and at least one ink")
        if len(self.colors) > MAX_INKS + 1:
            raise PuzzleError(
                f"the palette has {len(self.colors) - 1} inks, at most {MAX_INKS} are supported"
            )
        for color in self.colors:
            if not _RGB.match(color.rgb):
                raise PuzzleError(f"color {color.name!r} is {color.rgb!r}, not #rrggbb")
        for what, values in (
            ("name", [color.name.casefold() for color in self.colors]),
            ("character", self.chars),
        ):
            if len(set(values)) < len(values):
                twice = next(v for i, v in enumerate(values) if v in values[:i])
                raise PuzzleError(f"two colors have the {what} {twice!r}")

    @classmethod
    def of(cls, colors: Iterable[tuple[str, str, str | None]] | Mapping[str, str]) -> "Palette":
        """Make a palette of ``(name, rgb, preferred character or None)``, background first.

        A mapping of characters to rgb is enough, too; ``.`` is the background, white if it is left out.

        >>> Palette.of({"k": "#000000", "r": "#d00000"}).chars
        ['.', 'k', 'r']

        Preferred characters are assigned first. A color whose character is missing, taken or
        unusable gets the first free letter of its name, else the first free letter of the alphabet.

        Raises:
            UsageError: a value has the wrong type.
            PuzzleError: there are too many colors, or two have the same name.
        """
        if isinstance(colors, Mapping):
            colors = cls._entries(colors)
        try:
            entries = [(name, rgb, char) for name, rgb, char in islice(colors, MAX_INKS + 2)]
        except (TypeError, ValueError):
            raise UsageError("a palette is made of (name, rgb, character or None)") from None
        for name, rgb, char in entries:
            check_kind(name, "the name of a color", str)
            check_kind(rgb, "the rgb of a color", str)
            check_kind(char, "the character of a color", str, type(None))
        if len(entries) > MAX_INKS + 1:
            raise PuzzleError(f"more than {MAX_INKS} inks are not supported")
        chosen: dict[int, str] = {0: "."}
        for preferred in (True, False):
            for index, (name, _, char) in enumerate(entries):
                letters = (c for c in name.lower() if c.isalpha() and c.isascii())
                pool = [char or ""] if preferred else [*letters, *INK_CHARS]
                taken = RESERVED_CHARS.union(chosen.values())
                free = (c for c in pool if len(c) == 1 and c.isprintable() and c not in taken)
                if index not in chosen and (found := next(free, None)):
                    chosen[index] = found
        if len(entries) == 2:
            chosen[1] = "#"
        return cls(
            tuple(Color(name, rgb.lower(), chosen[i]) for i, (name, rgb, _) in enumerate(entries))
        )

    @staticmethod
    def _entries(rgb_of: Mapping[str, str]) -> list[tuple[str, str, str]]:
        """Return the entries for characters with an rgb each; a color without a known name is its rgb."""
        names = {rgb: name for name, rgb, _ in (("white", "#ffffff", "."), *INK_COLORS)}
        colors = {".": "#ffffff"} | {**rgb_of}
        unusable = RESERVED_CHARS - {"."} - ({"#"} if len(colors) == 2 else set())
        entries = list[tuple[str, str, str]]()
        for char, rgb in colors.items():
            if not isinstance(char, str) or len(char) != 1 or char in unusable:
                raise PuzzleError(f"{char!r} cannot be the character of an ink")
            name = names.get(rgb, rgb) if isinstance(rgb, str) else rgb
            taken = [entry[0] for entry in entries]
            entries.append((f"{name} {char}" if name in taken else name, rgb, char))
        return entries

    @property
    def chars(self) -> list[str]:
        """The character of each color."""
        return [color.char for color in self.colors]

    @property
    def inks(self) -> range:
        """The colors that a clue can use: 1 to the number of inks."""
        return range(1, len(self.colors))

    @property
    def look_alikes(self) -> tuple[Color, Color] | None:
        """Two inks of the same color, or None. Drawings need letters to tell them apart."""
        seen: dict[str, Color] = {}
        for color in self.colors[1:]:
            if (other := seen.setdefault(color.rgb, color)) is not color:
                return other, color
        return None

    @property
    def is_black_and_white(self) -> bool:
        """True if there is only one ink; it can have any color."""
        return len(self.colors) == 2


def luma(rgb: str) -> float:
    """Return the brightness of a color by ITU-R BT.601, from 0 to 255.

    >>> luma("#000000"), luma("#ff0000")
    (0.0, 76.245)
    """
    red, green, blue = bytes.fromhex(rgb[1:])
    return (299 * red + 587 * green + 114 * blue) / 1000


def readable_on(rgb: str) -> str:
    """Return the one of black and white that is easier to read on this color.

    >>> readable_on("#ffff00"), readable_on("#0000ff")
    ('#000000', '#ffffff')
    """
    return "#000000" if luma(rgb) > 128 else "#ffffff"


def mix(rgb: str, other: str, share: float) -> str:
    """Return a color between two others; `share` is that of the second one."""
    pairs = zip(bytes.fromhex(rgb[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


BLACK_AND_WHITE = Palette((Color("white", "#ffffff", "."), Color("black", "#000000", "#")))


INK_COLORS = (
    ("black", "#000000", "k"),
    ("red", "#d00000", "r"),
    ("blue", "#0050d0", "b"),
    ("green", "#008a2e", "g"),
    ("yellow", "#e8c000", "y"),
    ("orange", "#f08000", "o"),
    ("purple", "#8000a0", "p"),
    ("brown", "#804000", "n"),
    ("teal", "#00a0a0", "t"),
    ("pink", "#ff80b0", "i"),
    ("gray", "#808080", "e"),
    ("lime", "#90d000", "l"),
)
"""Inks for files that do not name their own, as ``(name, rgb, character)``."""


@lru_cache(maxsize=64)
def default_palette(inks: int) -> Palette:
    """Return white and `inks` distinct colors, black first."""
    if inks == 1:
        return BLACK_AND_WHITE
    if inks > MAX_INKS:
        raise PuzzleError(f"{inks} inks are too many, at most {MAX_INKS} are supported")
    named: list[tuple[str, str, str | None]] = [("white", "#ffffff", "."), *INK_COLORS[:inks]]
    for number in range(len(INK_COLORS), inks):
        # Steps through the color cube by a number coprime to its size: all different.
        rgb = (number * 0x3C6EF5 + 0x123457) % 0x1000000
        named.append((f"ink{number + 1}", f"#{rgb:06x}", None))
    return Palette.of(named)
