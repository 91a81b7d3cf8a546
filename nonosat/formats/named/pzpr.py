"""pzpr: links of puzz.link, pzv and other sites with pzpr.js, one per line.

``https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h``: width, height, and the places for
numbers around the field, those above it first, each column from the field outwards, then those left
of it. A place holds a hexadecimal digit, or ``-`` and two of them; ``g`` to ``z`` skip 1 to 20 places. There are
half as many places, rounded up, as a line has cells. Nothing is ever fetched. Source: pzpr.js as of
puzz.link.
"""

import re
from collections.abc import Sequence

from nonosat.errors import CannotHold, Unsupported
from nonosat.formats.base import ClueLine, Holds, Record, stream_format
from nonosat.model import Block, Clue, Sheet

_LINK = re.compile(r"\S*?[?/](\w+?)(?:_edit)?/(?:v:[^/]*/|[a-z]*/)?([0-9]+)/([0-9]+)/(\S*)")
_PLACE = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])")
_SITE = "https://puzz.link/p?nonogram"
_MOST = 255


def _read_one(record: Record) -> Sheet:
    link = record.text.strip().partition("#")[0]
    match = _LINK.match(link)
    if match is None or len(link.split()) > 1:
        record.fail("no link such as https://puzz.link/p?nonogram/WIDTH/HEIGHT/...")
    if match[1] != "nonogram":
        what = f"a puzzle of the kind {match[1][:20]!r}, not a nonogram"
        record.fail(what, kind=Unsupported)
    width, height = (record.number(match[at]) for at in (2, 3))
    record.check_packed_size(height, width)
    places = _places(record, match[4], _deep(height) * width + _deep(width) * height)
    cols = _clues(record, places, 0, width, _deep(height))
    rows = _clues(record, places, width * _deep(height), height, _deep(width))
    zeros = "a clue is a lone 0, and puzz.link never calls such a puzzle complete"
    return Sheet(record.puzzle(rows, cols), guesses=(zeros,) * (0 in places.values()))


def _deep(length: int) -> int:
    """The number of places for the numbers of a line."""
    return (length + 1) // 2


def _places(record: Record, text: str, count: int) -> dict[int, int]:
    """Place -> the number in it."""
    found: dict[int, int] = {}
    place = at = 0
    while at < len(text):
        match = _PLACE.match(text, at)
        if text[at] == ".":
            what = f"the number at place {place + 1} is unknown, and puzz.link never calls such a puzzle complete"
            record.fail(what)
        if match is None:
            record.fail(f"{text[at : at + 20]!r} cannot be in the link")
        if match[3]:
            place += ord(match[3]) - ord("f")
        else:
            found[place] = int(match[1] or match[2], 16)
            place += 1
        at = match.end()
        if place > count:
            record.fail(f"the link has more than the {count} places around the field")
    return found


def _clues(
    record: Record, places: dict[int, int], start: int, count: int, deep: int
) -> list[ClueLine]:
    """The clues of one side, whose places begin at `start`."""
    clues = []
    for at in range(start, start + count * deep, deep):
        lengths = [places[place] for place in range(at + deep - 1, at - 1, -1) if place in places]
        if 0 in lengths and len(lengths) > 1:
            record.fail("a 0 is among the numbers of a line")
        clues.append(ClueLine(Clue(Block(n) for n in lengths if n), record.line))
    return clues


def write(sheets: Sequence[Sheet]) -> str:
    return "".join(f"{_SITE}/{_written(sheet)}\n" for sheet in sheets)


def _written(sheet: Sheet) -> str:
    puzzle = sheet.puzzle
    places: list[int | None] = []
    for clues, length in ((puzzle.cols, puzzle.height), (puzzle.rows, puzzle.width)):
        for clue in clues:
            numbers: list[int | None] = [block.length for block in reversed(clue)]
            places += numbers + [None] * (_deep(length) - len(numbers))
    parts = []
    skipped = 0
    for place in [*places, None]:
        if place is None:
            skipped += 1
            continue
        if place > _MOST:
            raise CannotHold(f"pzpr has no blocks longer than {_MOST}")
        parts.append(_skip(skipped) + (f"{place:x}" if place < 16 else f"-{place:x}"))
        skipped = 0
    return f"{puzzle.width}/{puzzle.height}/{''.join(parts)}{_skip(skipped - 1)}"


def _skip(count: int) -> str:
    """Return the letters that skip `count` places."""
    whole, rest = divmod(count, 20)
    return "z" * whole + (chr(ord("f") + rest) if rest else "")


PZPR = stream_format(Holds.CLUES | Holds.OBLONG, _read_one, write)
