"""Example files and pictures that the tests of the formats share."""

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

from nonosat.files import dumps
from nonosat.formats.base import Format, Record
from nonosat.model import BLACK_AND_WHITE, Grid, Palette, Puzzle, Sheet

FOLDER = Path(__file__).parent / "data" / "formats"
PICTURES: dict[str, list[str]] = json.loads((FOLDER / "pictures.json").read_text())


COLORS = Palette.of([("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")])
"""Of the colored pictures."""


def examples(folder: str) -> list[Path]:
    """The example files of one format; the stem is the name of the picture."""
    found = sorted((FOLDER / folder).iterdir())
    assert found
    return found


def picture(name: str) -> Grid:
    """One of the black-and-white pictures."""
    return Grid.of(PICTURES[name])


def drawn(*rows: str, palette: Palette = BLACK_AND_WHITE, **more: Any) -> Sheet:
    """A picture as a puzzle with its goal."""
    grid = Grid.of(rows, palette)
    return Sheet(Puzzle.of_grid(grid, palette), (grid,), **more)


def puzzle(*rows: str) -> Puzzle:
    """The clues of a picture."""
    return Puzzle.of_grid(Grid.of(rows))


HOOK = drawn("##.", "#.#", title="Hook é")
NON = dumps([HOOK], "non")
"""The same as the text of a file."""
RECORD = '{"rows":[[1]],"columns":[[1]]}\n'
"""One of JSON lines."""


def read(form: Format, content: str | bytes) -> list[Sheet]:
    """Read a text, or bytes of a binary format, as a file named ``f``."""
    return form.read(Record(content, "f"))


PICTURED = {
    "1x1 full": drawn("#"),
    "1x1 empty": drawn("."),
    "row": drawn("##.#."),
    "empty row": drawn("...."),
    "column": drawn(".", "#", "#", "."),
    "empty column": drawn(".", "."),
    "A": drawn(*PICTURES["A"]),
    "B": drawn(*PICTURES["B"]),
    "full": drawn("##", "##"),
    "empty": drawn("...", "...", "..."),
    "hollow": drawn("....", ".#.#", "....", "...."),
    "last empty": drawn("#..", "...", "..."),
    "first empty": drawn("...", "...", ".##"),
    "long": drawn("#" * 123 + ".#"),
}
"""Black-and-white pictures to write and read back, by name."""
SHAPES = {name: sheet.puzzle for name, sheet in PICTURED.items()}
SQUARES = {name: made for name, made in SHAPES.items() if made.height == made.width}

fuzzing = settings(
    max_examples=30, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
"""Settings for reading random data: fast, and leaving no files behind."""
