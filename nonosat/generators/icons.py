"""The family of pictures of things: silhouettes of an icon font, each with its name.

``icons.txt`` lists the things that are known at sight in 15 to 25 cells: a name a line, and the font's
name behind ``=`` where it is another one.
"""

import random
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from nonosat.errors import UsageError
from nonosat.generators.recipe import Recipe
from nonosat.model import Grid, Puzzle, Sheet
from nonosat.registry import require

FINE = 8
"""A cell is as dark as the mean of this many pixels a side."""
MOST = 200
"""Cells a side of the largest drawing."""
SOURCE = "Material Design Icons, https://pictogrammers.com"


@cache
def things() -> dict[str, str]:
    """Return the font's name of each thing of the list, by the name that people read."""
    lines = (files(__package__) / "icons.txt").read_text("utf-8").splitlines()
    pairs = [line.partition(" = ") for line in lines]
    return {name: icon or name.replace(" ", "_") for name, _, icon in pairs}


def icon(recipe: Recipe, rng: random.Random) -> Sheet:
    """Draw the thing that the recipe names, or one of the list: each comes once before one returns, smaller.

    Raises:
        MissingExtra: the packages of the extra ``icons`` are not installed.
        UsageError: the font has no such thing, or the drawing would be larger than `MOST`.
    """
    if max(recipe.height, recipe.width) > MOST:
        raise UsageError(f"an icon has at most {MOST}x{MOST} cells")
    name, smaller = recipe.name, 0
    if name is None:
        names = list(things())
        random.Random(f"icon {recipe.seed}").shuffle(names)
        smaller, at = divmod(recipe.index + recipe.attempt, len(names))
        name = names[at]
    grid = drawn(
        name, recipe.height, recipe.width, smaller % (min(recipe.height, recipe.width) // 2 + 1)
    )
    text = f"{name.casefold().replace(' ', '-')}-{grid.width}x{grid.height}"
    return Sheet(
        Puzzle.of_grid(grid),
        goals=(grid,),
        title=name[:1].upper() + name[1:],
        id=text,
        copyright="Pictogrammers",
        license="Apache 2.0",
        source=SOURCE,
    )


def drawn(name: str, height: int, width: int, smaller: int = 0) -> Grid:
    """Draw a thing, as large as it fits in, or `smaller` by this many cells a side."""
    with require("icons need a font and Pillow", "nonosat[icons]", "fonticon_mdi7", "PIL"):
        from fonticon_mdi7 import MDI7
        from PIL import Image, ImageDraw, ImageFont
    listed = {known.casefold(): its for known, its in things().items()}
    wanted = name.strip().casefold()
    symbol = listed.get(wanted, wanted.replace(" ", "_").replace("-", "_"))
    symbols = {key: text for key, text in vars(MDI7).items() if not key.startswith("_")}
    if symbol not in symbols:
        near = get_close_matches(wanted, {**listed, **symbols}, 3)
        raise UsageError(f"no icon {name!r}" + (f"; there is {', '.join(near)}" if near else ""))
    side = FINE * max(height, width, 1)
    font = ImageFont.truetype(MDI7.__font_file__, side)
    fine = Image.new("L", (2 * side, 2 * side))
    ImageDraw.Draw(fine).text((side // 2, side // 2), symbols[symbol], font=font, fill=255)
    fine = fine.crop(fine.getbbox())
    scale = min((width - smaller) / fine.width, (height - smaller) / fine.height)
    size = [max(1, round(length * scale)) for length in fine.size]
    cells = Image.new("L", (width, height))
    cells.paste(
        fine.resize(size, Image.Resampling.BOX), ((width - size[0]) // 2, (height - size[1]) // 2)
    )
    return Grid(height, width, bytes(shade >= 128 for shade in cells.tobytes()))
