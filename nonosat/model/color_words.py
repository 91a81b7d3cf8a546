"""Everyday words for colors.

A color gets the word of the nearest color in a table of well-known ones. Distances are measured in
Oklab (B. Ottosson, "A perceptual color space for image processing", 2020), where equal steps look
equal: a dull dark green is nearer to green than to gray.
"""

import re
from functools import cache

_TABLE = """
black 000000 k   black 1c1c1c k   dark gray 303030 e   dark gray 484848 e   dark gray 2a343c e   gray 808080 e   light gray c4c4c4 e
white ffffff w   white f4f4f4 w   cream fdf5d8 w   beige e3d3b0 n   skin f2c6a0 i
red d00000 r   red ff2020 r   red e04848 r   dark red 7a0c0c r   dark red 501010 r
pink ff80b0 i   pink f8b8c8 i   pink e85a9c i   magenta e000c0 m   salmon fa8072 i
orange f08000 o   orange ffa030 o   orange e06020 o
brown 804000 n   brown 6b4a2b n   brown a0522d n   brown 8c6a48 n
dark brown 4a2c12 n   dark brown 332015 n   light brown c08850 n   light brown deb887 n   light brown b89468 n
yellow e8c000 y   yellow ffe840 y   yellow fff48c y   gold c89820 y   olive 808000 v   olive 5a5a20 v
lime 90d000 l   green 00ff00 g   lime b8f040 l
green 008a2e g   green 30b040 g   green 3c6830 g   green 5c8a4c g   green 7a9a6a g
dark green 006400 g   dark green 0c4a1c g   dark green 1e3a1a g   light green 90e090 g   light green a0f0a0 g   light green b8dcb0 g   mint a8f0d0 g
teal 00a0a0 t   teal 007070 t   dark teal 0c4444 t   turquoise 40d8d0 t   cyan 00e8f8 t
blue 0050d0 b   blue 2080f0 b   blue 3030e8 b   blue 4a78b0 b   blue 5a70c8 b
light blue 8cc8f8 b   light blue a8c8e0 b   pale blue d4e8f8 b   gray blue 708498 b
navy 10104c b   navy 000080 b   navy 1e2c50 b   navy 101c38 b   dark blue 101c90 b   dark blue 283c78 b
purple 8000a0 p   purple 9a4cc0 p   purple 7a5a90 p   dark purple 40105c p   dark purple 38264c p
lilac c8a0e0 p   lilac dcc8ec p   violet 6030d8 p   maroon 78123c r
"""
"""Word, ``rrggbb`` and letter for clues; a word for a wide range of colors has several entries."""


def color_words(look: bytes) -> tuple[str, str]:
    """Return the everyday word for a color (red, green, blue), and its letter in clues.

    >>> color_words(bytes.fromhex("3e632e")), color_words(bytes.fromhex("1f2a44"))
    (('green', 'g'), ('navy', 'b'))
    """
    lab = _oklab(look)
    _, word, char = min(
        (sum((a - b) ** 2 for a, b in zip(lab, known, strict=True)), word, char)
        for known, word, char in _known()
    )
    return word, char


@cache
def _known() -> list[tuple[tuple[float, float, float], str, str]]:
    """Return the Oklab values, word and letter of each color in the table."""
    entries = re.findall(r"([a-z]+(?: [a-z]+)?) ([0-9a-f]{6}) ([a-z])", _TABLE)
    return [(_oklab(bytes.fromhex(rgb)), word, char) for word, rgb, char in entries]


def _oklab(look: bytes) -> tuple[float, float, float]:
    """Return the lightness from 0 to 1, the green-red value and the blue-yellow value."""
    r, g, b = (
        (value / 255 + 0.055) ** 2.4 / 1.055**2.4 if value > 10 else value / 255 / 12.92
        for value in look
    )
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )
