"""Pictures of words in a font of three by five cells."""

from __future__ import annotations

import random

from nonosat.generators.recipe import Recipe
from nonosat.model import Grid

HEIGHT, WIDTH = 5, 3
_ROWS = (
    "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
    ".#. ##. .## ##. ### ### .## #.# ### ..# #.# #.. #.# ##. .#. ##. .#. ##. .## ### #.# #.# #.# #.# #.# ###",
    "#.# #.# #.. #.# #.. #.. #.. #.# .#. ..# #.# #.. ### #.# #.# #.# #.# #.# #.. .#. #.# #.# #.# #.# #.# ..#",
    "### ##. #.. #.# ##. ##. #.# ### .#. ..# ##. #.. ### #.# #.# ##. #.# ##. .#. .#. #.# #.# ### .#. .#. .#.",
    "#.# #.# #.. #.# #.. #.. #.# #.# .#. #.# #.# #.. #.# #.# #.# #.. ##. #.# ..# .#. #.# .#. ### #.# .#. #..",
    "#.# ##. .## ##. ### #.. .## #.# ### .#. #.# ### #.# #.# .#. #.. .## #.# ##. .#. .## .#. #.# #.# .#. ###",
)
FONT = {
    letter: rows
    for letter, *rows in zip(_ROWS[0].split(), *(line.split() for line in _ROWS[1:]), strict=True)
}
"""Letter -> its rows of ``#`` and ``.``."""
_WORDS = (
    "APPLE BADGER CANDLE DAHLIA EMBER FOREST GARDEN HARBOR ISLAND JIGSAW KETTLE LANTERN MEADOW "
    "NEEDLE ORCHID PEBBLE QUARTZ RIVER SADDLE TIMBER UMBRA VIOLET WALNUT XENON YARROW ZEPHYR "
    "AMBER BRICK CLOUD DRUM EAGLE FLUTE GLASS HONEY INK JADE KITE LEMON MAPLE NIGHT OCEAN PEARL "
    "QUILT ROSE STONE TULIP URN VASE WOLF YEW ZINC FOX OWL BEE SKY SUN ICE OAK"
)


def text(recipe: Recipe, rng: random.Random) -> Grid:
    """Random words in lines, in random inks. A grid too narrow for words gets single letters."""
    height, width, inks = recipe.height, recipe.width, recipe.inks()
    cells = bytearray(height * width)
    for top in range(0, max(1, height - HEIGHT + 1), HEIGHT + 1):
        left = 0
        while left + WIDTH <= width:
            fitting = [
                word for word in _WORDS.split() if left + len(word) * (WIDTH + 1) - 1 <= width
            ]
            word = rng.choice(fitting) if fitting else rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            ink = rng.randint(1, inks)
            for letter in word:
                _draw(cells, height, width, top, left, letter, ink)
                left += WIDTH + 1
            left += WIDTH  # the blank between two words
    return Grid(height, width, bytes(cells))


def _draw(
    cells: bytearray, height: int, width: int, top: int, left: int, letter: str, ink: int
) -> None:
    """Draw a letter; parts outside the grid are cut off."""
    for row, line in enumerate(FONT[letter], top):
        for col, mark in enumerate(line, left):
            if mark == "#" and row < height and col < width:
                cells[row * width + col] = ink
