"""One clue as people write it, and lists of clues in brackets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.advice import Advice
from nonosat.formats.base import words
from nonosat.formats.lines import Inked, TextBlock, TextClue

EMPTY = words("0 - empty none")
"""An empty line of a puzzle; so are empty brackets, and nothing at all behind a label."""
_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_WRAPPED = re.compile(r"\[.*\]|\(.*\)|\"[^\"]*\"|'[^']*'|`[^`]*`|\{\s*\}")
_TEXT = r"\"[^\"\n]*\"|'[^'\n]*'"
_DIGITS = str.maketrans("lI|oO", "11100")
"""Signs that look like digits."""
_BLOCK = re.compile(r"(\d{1,6}|\?)([a-zA-Z]?)")


class SaidClue(NamedTuple):
    """A clue, and its line."""

    blocks: TextClue
    line: int
    sign: str = ""
    """The text of an empty line."""


@dataclass(eq=False)
class Odd(Exception):
    """A text is not in the grammar of what is sure: the first line that is not, and why."""

    what: str
    line: int
    is_named: bool = False
    """A side has a name, so that a puzzle is meant."""


@dataclass(eq=False)
class Wrong(Exception):
    """A text is in the grammar, but contradicts itself."""

    what: str
    line: int
    sides: tuple[Sequence[SaidClue], Sequence[SaidClue]] | None = None
    size: tuple[int, int] | None = None
    """The height and width that the clues of `sides` contradict."""
    advice: Advice | None = None


def text_clue(text: str, line: int) -> SaidClue:
    """A clue: numbers with blanks or commas between them, in brackets or quotation marks or not."""
    bare = text.strip()
    if _WRAPPED.fullmatch(bare):
        bare = bare[1:-1].strip()
    if not bare or bare.lower() in EMPTY:
        return SaidClue((), line, text.strip().lower())
    if "," in bare and re.search(r"\d\s+\d", bare):
        raise Odd(f"{bare[:20]!r} has blanks and commas", line)
    found: list[TextBlock] = []
    for piece in re.split(r"\s*,\s*|\s+", bare.removesuffix(",").rstrip()):
        match = _BLOCK.fullmatch(piece)
        if match is None:
            meant = piece.translate(_DIGITS)
            hint = f" ({meant}?)" if meant != piece and meant.isdigit() else ""
            raise Odd(f"{piece[:20]!r} is not a number{hint}", line)
        if match[1][0] == "0":
            raise Odd(
                f"{piece!r} {'has a 0 in front' if int(match[1]) else 'is among blocks'}", line
            )
        length = None if match[1] == "?" else int(match[1])
        found.append(Inked(length, match[2]) if match[2] or length is None else length)
    return SaidClue(tuple(found), line)


def lengths(blocks: Sequence[TextBlock]) -> list[int]:
    """Blocks without inks as numbers; [] if one has an ink."""
    numbers = [one for one in blocks if isinstance(one, int)]
    return numbers if len(numbers) == len(blocks) else []


def open_brackets(text: str) -> int:
    """The brackets that a text leaves open; negative if it closes more than it opens."""
    bare = re.sub(_TEXT, "", text)
    return sum(map(bare.count, _BRACKETS)) - sum(map(bare.count, _BRACKETS.values()))


def listed(text: str, line: int) -> list[SaidClue]:
    """The clues of a list in one kind of bracket: of lists of numbers, or of texts and numbers."""
    opens, closes = text[:1], text[-1:]
    if _BRACKETS.get(opens) != closes or len({*re.sub(_TEXT, "", text)} & {*_BRACKETS}) > 1:
        raise Odd("brackets of several kinds", line)
    inner = text[1:-1]
    piece = rf"\{opens}[\d\s,]*\{closes}|{_TEXT}|\d+"
    if not re.fullmatch(rf"\s*(?:(?:{piece})\s*,\s*)*(?:(?:{piece})\s*,?)?\s*", inner):
        raise Odd("this is not a list of clues", line)
    found = []
    kinds = set()
    for match in re.finditer(piece, inner):
        at = line + inner.count("\n", 0, match.start())
        kinds.add(match[0][0] == opens)
        if match[0][0] == opens and re.search(r"\d\s+\d", match[0]):
            raise Odd("a comma is missing", at)
        found.append(text_clue(match[0].replace("\n", " "), at))
    if len(kinds) > 1:
        raise Odd("lists and other clues in one list", line)
    return found


def lists_in(text: str, line: int) -> list[list[SaidClue]]:
    """The lists of clues of ``[[..]], [[..]]``."""
    found, level, start = [], 0, 0
    for at, char in enumerate(text):
        if char in _BRACKETS:
            start = at if level == 0 else start
            level += 1
        elif char in _BRACKETS.values():
            level -= 1
            if level == 0:
                found.append(listed(text[start : at + 1], line + text.count("\n", 0, start)))
        elif level == 0 and char not in " ,\n":
            raise Odd("something between two lists", line)
    return found
