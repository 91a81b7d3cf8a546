"""The format that a text is nearest to, if none fits: the error of its reader helps most.

A text has the looks of a puzzle if it has part of a format's signs, or if at least half of its
lines are those of clues or of a picture. Prose, tables, and source code have not.
"""

from __future__ import annotations

import re
from collections import Counter

from nonosat.errors import NonosatError, ParseError, PuzzleError, TooLarge
from nonosat.formats import make_format
from nonosat.formats.base import Record
from nonosat.formats.detect import found
from nonosat.formats.entry import Turn
from nonosat.formats.grid import EMPTY, FILLED

_BLOCK = re.compile(r"[0-9]{1,5}[a-zA-Z]?\Z")
_APART = re.compile(r"[ \t,;]+")
MAX_LETTERS = 12
"""A text with more letters than this is no picture with a mistake in it."""


def nearest(record: Record, suffix_names: list[str]) -> str:
    """The name of the format, or "" if the text does not look like a puzzle.

    Args:
        suffix_names: the formats that the file's suffix stands for, if it says anything.
    """
    for turn in (Turn.PART, Turn.LOOSE_PART):
        for known in found(turn, record.text):
            return known.name
    lines = [line for line in record.text.split("\n") if line.strip()]
    clues = _looks_like_clues(lines)
    if clues and suffix_names:
        return suffix_names[0]
    if _looks_like_picture(lines):
        return next((known.name for known in found(Turn.CELLS, record.text)), "")
    bare = [known for known in found(Turn.CLUES, record.text) if clues]
    names = [known.name for known in bare if _is_nearly(known.sign.patterns[-1], record.text)]
    return max(names, key=lambda name: _reach(name, record, len(lines)), default="")


def of_size(text: str) -> str:
    """The name of a format that states its size, if about as many lines follow; else ""."""
    count = sum(bool(line.strip()) for line in text.split("\n"))
    for known in found(Turn.SIZE, text):
        sides = re.search(known.sign.patterns[-1], text)
        if sides and abs(count - 1 - int(sides[1]) - int(sides[2])) < 2:
            return known.name
    return ""


def are_clues(text: str) -> bool:
    """A text of several lines is nothing but block lengths, without a gap between rows and columns."""
    lines = [line for line in text.strip("\n").split("\n") if line.strip(" \t,")]
    if len(lines) < 2 or len(lines) <= text.strip("\n").count("\n"):
        return False
    return all(_BLOCK.match(word) for line in lines for word in _APART.split(line.strip(" \t,")))


def _is_nearly(pattern: str, text: str) -> bool:
    """True if a text has the pattern and, if that states a size, about as many clues as it takes.

    Any list of numbers begins with one. In a puzzle at most one number is larger than its line.
    """
    match = re.search(pattern, text, re.MULTILINE)
    if match is None or not match.groups():
        return match is not None
    sides = [int(side) for side in match.groups()]
    lines = text[match.end() :].rstrip().split("\n")
    filled = sum(bool(line.strip("# \t")) for line in lines)
    slack = max(1, sum(sides) // 10)
    if not filled - slack <= sum(sides) <= len(lines) + slack:
        return False
    large = (int(word) > max(sides) for line in lines for word in re.findall("[0-9]{1,6}", line))
    return sum(large) <= 1


def _looks_like_clues(lines: list[str]) -> bool:
    """True if at least half of the lines are nothing but block lengths."""
    words = [_APART.split(line.strip(" \t,;")) for line in lines]
    count = sum(all(map(_BLOCK.match, line)) for line in words)
    return 2 * count >= len(lines) and sum(map(len, words)) > 1


def _looks_like_picture(lines: list[str]) -> bool:
    """True if at least half of the lines are cells: signs, or letters in lines of one length."""
    if len(lines) < 2:
        return False
    letters = set(filter(str.isalpha, "".join(lines))) - set(FILLED)
    cells = {*EMPTY, *FILLED, "?"}
    drawn = [line.strip() for line in lines if cells.issuperset(line.strip())]
    drawn = [line for line in drawn if len(line) > 1]
    if not letters or 2 * len(drawn) > len(lines):
        digits = set("".join(drawn)) <= set("01 ")
        if digits and (" " in "".join(drawn) or max(map(len, drawn), default=0) < 3):
            return False  # rather clues
        return 2 * len(drawn) >= len(lines)
    if len(letters) > MAX_LETTERS or len(lines) < 3:
        return False
    cells |= letters
    cells.remove(" ")  # prose has words
    colored = [line for line in lines if cells.issuperset(line) and not line.isalpha()]
    common = Counter(map(len, lines)).most_common(1)[0][1]
    return 2 * min(len(colored), common) >= len(lines)


def _reach(name: str, record: Record, last: int) -> int:
    """The line at which a reader gives up; the last if only the clues as a whole are wrong."""
    try:
        make_format(name).read(record)
    except TooLarge:
        return 0
    except ParseError as err:
        whole = isinstance(err.__cause__ or err.__context__, (PuzzleError, ParseError))
        return max(last, err.line) if whole else err.line
    except NonosatError:
        return 0
    return last
