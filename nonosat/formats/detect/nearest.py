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
from nonosat.formats.detect.signs import SIGNS, signs_in
from nonosat.formats.entry import SignPriority
from nonosat.formats.text.grid import EMPTY, FILLED

_BLOCK = re.compile(r"[0-9]{1,5}[a-zA-Z]?\Z")
_APART = re.compile(r"[ \t,;]+")
MAX_LETTERS = 12
"""A text with more letters than this is not a picture with a mistake in it."""


def nearest(record: Record, suffix_names: list[str]) -> str:
    """The name of the format, or "" if the text does not look like a puzzle."""
    lines = [line for line in record.text.split("\n") if line.strip()]
    clues = _looks_like_clues(lines)
    bare = [kind for kind in signs_in(SignPriority.CLUES, record.text) if clues]
    for kind in SIGNS[SignPriority.CLUES]:  # tables of numbers have the suffixes of other formats
        if kind.name in suffix_names and (kind in bare or _clue_lines(lines) == len(lines)):
            return kind.name
    if _looks_like_picture(lines):
        return "grid"
    names = [kind.name for kind in bare if _is_nearly(kind.sign.patterns[-1], record.text)]
    return max(names, key=lambda name: _reach(name, record, len(lines)), default="")


def are_clues(text: str) -> bool:
    """A text of several lines is nothing but block lengths, without a gap between rows and columns."""
    lines = text.strip("\n").split("\n")
    return 1 < len(lines) == _clue_lines(lines)


def _is_nearly(pattern: str, text: str) -> bool:
    """True if a text has the pattern and, if that states a size, about as many clues as it takes.

    Any list of numbers begins with one. In a puzzle at most one number is larger than its line, and no
    line is longer than there are numbers, since each clue has one.
    """
    match = re.search(pattern, text, re.MULTILINE)
    if match is None:
        return False
    if not match.groups():
        words = re.findall("[0-9]+", text)
        lines = [line for line in text.split("\n") if line.strip()]
        odd = len(lines) - _clue_lines(lines)
        large = sum(len(word) > 6 or int(word) > len(words) for word in words)
        return large <= 1 and odd <= 1 + len(lines) // 10
    sides = [int(side) for side in match.groups()]
    lines = text[match.end() :].rstrip().split("\n")
    filled = sum(bool(line.strip("# \t")) for line in lines)
    slack = max(1, sum(sides) // 10)
    if not filled - slack <= sum(sides) <= len(lines) + slack:
        return False
    words = [word for line in lines for word in re.findall("[0-9]{1,6}", line)]
    return sum(int(word) > max(sides) for word in words) <= 1


def _looks_like_clues(lines: list[str]) -> bool:
    """True if at least half of the lines are nothing but block lengths."""
    return (
        2 * _clue_lines(lines) >= len(lines)
        and len(_APART.split(" ".join(lines).strip(" \t,;"))) > 1
    )


def _clue_lines(lines: list[str]) -> int:
    """The number of lines that are nothing but block lengths."""
    return sum(all(map(_BLOCK.match, _APART.split(line.strip(" \t,;")))) for line in lines)


def _looks_like_picture(lines: list[str]) -> bool:
    """True if at least half of the lines are cells: signs, or letters in lines of one length."""
    if len(lines) < 2:
        return False
    letters = set(filter(str.isalpha, "".join(lines))) - set(FILLED)
    cells = {*EMPTY, *FILLED, "?"}
    drawn = [line.strip() for line in lines if cells.issuperset(line.strip())]
    drawn = [line for line in drawn if len(line) > 1]
    if not letters or 2 * len(drawn) > len(lines):
        mixed = [line for line in drawn if len(set(line)) > 1]
        if not mixed:  # the rules of a banner, unless there is nothing else
            return len(drawn) == len(lines) > 1 and set("".join(drawn)) == {"#"}
        digits = set("".join(mixed)) <= set("01 ")
        if digits and (" " in "".join(mixed) or max(map(len, mixed), default=0) < 3):
            return False  # rather clues
        return 2 * len(drawn) >= len(lines)
    if len(letters) > MAX_LETTERS or len(lines) < 3:
        return False
    cells |= letters
    cells.remove(" ")  # prose has words
    colored = [line for line in lines if len(line) > 1 and cells.issuperset(line)]
    colored = [line for line in colored if not line.isalpha()]
    common = Counter(map(len, lines)).most_common(1)[0][1]
    return 2 * min(len(colored), common) >= len(lines)


def _reach(name: str, record: Record, last: int) -> int:
    """Return the line where a reader fails; the last if only the clues as a whole are wrong."""
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
