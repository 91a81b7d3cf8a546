"""The fixed words of a book, which another language can replace."""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter

from nonosat.errors import ParseError, UsageError
from nonosat.files.raw import read_bytes

WORDS = {
    "puzzle": "{number}",
    "solutions": "Solutions",
    "by": "by {author}",
    "one_puzzle": "1 puzzle",
    "puzzles": "{count} puzzles",
    "sizes": "from {least} to {most}",
    "all_colored": "with colors",
    "some_colored": "{count} with colors",
    "colors": "{count} colors",
    "numbers": "No. {numbers}",
    "how_to": "How to solve",
    "rule_1": "Each puzzle hides a picture. Fill the right cells, and you will see it.",
    "rule_2": "The numbers beside a row, or above a column, are its clue. Each number is the length of "
    "a block of filled cells. The blocks of a line come in the order of their numbers, and there is "
    "at least one blank cell between two blocks. A 0 means that the whole line stays blank.",
    "rule_3": "Begin with the lines whose clues need most of their cells. Mark cells that must stay "
    "blank with a dot. What you find in a row helps in the columns that cross it, and the other way "
    "round.",
    "step_1": "The puzzle.",
    "step_2": "Rows 2 and 3 need 5 cells each: all of them.",
    "step_3": "Columns 1 and 5 have their 2 cells, so the rest is blank.",
    "step_4": "Rows 1 and 4 have only one way left, and then columns 2 to 4.",
    "colored": "Puzzles with colors",
    "colored_rule": "Each number has the color of its block. Blocks of different colors may touch. Two "
    "blocks of the same color have at least one blank cell between them. The colors are named below "
    "each puzzle.",
    "letters": "In this gray print, the letter behind a number names its color.",
    "hidden": "A ? is a block of unknown length: you have to find out how long it is.",
    "given": "Some puzzles begin with cells that are filled or have a dot. They are right, and you "
    "need them to solve the puzzle.",
    "proved": "Every puzzle in this book is proved to have exactly one solution.",
    "stars": "One star is easy, five stars are very hard. A large puzzle takes longer, but that does "
    "not make it harder.",
    "where": "The solutions begin on page {page}.",
}
"""Key -> text. Names in braces are filled in."""


def read_words(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read words of a language such as ``de``, or from a TOML file.

    The file has a line such as ``solutions = "Lösungen"`` for each key of `WORDS`.

    Raises:
        UsageError: there is no such language.
        ParseError: it is not such a file; keys may be missing, but not unknown.
    """
    name = os.fspath(path)
    if "." not in name and not os.path.exists(name):
        languages = files(__package__) / "languages"
        names = sorted(item.name[:2] for item in languages.iterdir() if item.name[2:] == ".toml")
        if name not in names:
            known = ", ".join(names)
            raise UsageError(f"no words in {name!r}; there are: {known}; or give a file, FILE.toml")
        return tomllib.loads((languages / f"{name}.toml").read_text("utf-8")) | color_names(name)
    data, source = read_bytes(path)
    try:
        words = tomllib.loads(data.decode())
        check_words(words)
    except (ValueError, UsageError) as err:  # UsageError is a ValueError, too
        raise ParseError(f"{err}", source) from err
    return words


@cache
def color_names(language: str = "") -> dict[str, str]:
    """Return the names of colors in a language by their English names; without one, in English.

    >>> color_names("de")["dark red"]
    'dunkelrot'
    """
    text = (files(__package__) / "languages" / "colors.txt").read_text("utf-8")
    pairs = [line.split(" = ") for line in text.splitlines()]
    at = ("de", "es", "fr", "it").index(language) if language else -1
    return {name: name if at < 0 else words.split(", ")[at] for name, words in pairs}


def check_words(words: Mapping[str, object]) -> None:
    """Refuse unknown keys, and texts that are not filled in as those of `WORDS`.

    Raises:
        UsageError: names the key.
    """
    for key, text in words.items():
        if (known := WORDS | color_names()).get(key) is None:
            raise UsageError(f"unknown key {key!r}; there are: {', '.join(known)}")
        try:
            fields = _fields(text) if isinstance(text, str) else {""}
        except ValueError:
            fields = {""}
        if not fields <= _fields(known[key]):
            braces = " ".join(f"{{{field}}}" for field in _fields(known[key])) or "no braces"
            raise UsageError(f"{key}: expected a text with {braces}, got {text!r}")


def _fields(text: str) -> set[str]:
    """Return what is in braces in a text."""
    parts = [*Formatter().parse(text)]
    if any(spec or kind for _, _, spec, kind in parts):
        return {""}
    return {field for _, field, _, _ in parts if field is not None}
