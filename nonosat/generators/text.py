"""Pictures of words in a font of three by five cells."""

import random

from nonosat.errors import UsageError
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
    """Random words in lines, in random inks, or the word of the recipe, as large as it fits in.

    A grid too narrow for words gets single letters.

    Raises:
        UsageError: the word has other signs than letters from A to Z, or needs a wider grid.
    """
    height, width, inks = recipe.height, recipe.width, recipe.inks()
    cells = bytearray(height * width)
    if recipe.name is not None:
        return _word(recipe.name.upper(), height, width, rng.randint(1, inks))
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


def _word(word: str, height: int, width: int, ink: int) -> Grid:
    length = len(word) * (WIDTH + 1) - 1
    if not word or not {*word} <= FONT.keys():
        raise UsageError(f"text draws a word of letters from A to Z, got {word!r}")
    if (scale := min(width // length, height // HEIGHT)) < 1:
        raise UsageError(f"{word} needs {length}x{HEIGHT} cells, got {width}x{height}")
    drawn = bytearray(HEIGHT * length)
    for at, letter in enumerate(word):
        _draw(drawn, HEIGHT, length, 0, at * (WIDTH + 1), letter, ink)
    top, left = (height - scale * HEIGHT) // 2, (width - scale * length) // 2
    rows = [(row - top) // scale for row in range(height)]
    cols = [(col - left) // scale for col in range(width)]
    return Grid(height, width, bytes(
        drawn[row * length + col] if 0 <= row < HEIGHT and 0 <= col < length else 0
        for row in rows for col in cols
    ))  # fmt: skip


def _draw(
    cells: bytearray, height: int, width: int, top: int, left: int, letter: str, ink: int
) -> None:
    """Draw a letter; parts outside the grid are cut off."""
    for row, line in enumerate(FONT[letter], top):
        for col, mark in enumerate(line, left):
            if mark == "#" and row < height and col < width:
                cells[row * width + col] = ink
