"""Links: a puzzle in the address of a page that plays it, one link a line.

The part of an address behind its ``#``, which browsers do not send to any server, is::

    puzzle=1.DATA

1 is the version. DATA is base64url (RFC 4648, section 5) without padding, of raw deflate (RFC
1951), of UTF-8, of one object in nonosat's own JSON form (see `json.formats`), with its ``"format":
"nonogram"``. A link is for solving, so it must not reveal the solution: it has no goals, no saved
game, and no notes. Given cells and credits stay.

Readers accept at most `MAX_FRAGMENT` characters and inflate at most `MAX_INFLATED` bytes. They
ignore the address before the ``#``, and never fetch anything.
"""

import base64
import re
import zlib
from collections.abc import Sequence

from nonosat.errors import CannotHold, ParseError, TooLarge, UnknownFormat, Unsupported, UsageError
from nonosat.formats.base import CREDITS, Holds, Record, stream_format
from nonosat.formats.data.formats import decoded, read_value, write_lines
from nonosat.formats.entry import LINK_MARK
from nonosat.model import Grid, Puzzle, Sheet

VERSION = 1
MAX_FRAGMENT = 60_000
"""Characters behind the ``#``: what browsers, mail programs and chats still carry."""
MAX_INFLATED = 2_000_000
"""Bytes of JSON in a link."""

_LINK = re.compile(r"[^\s#]*#puzzle=(\S*)")
_FRAGMENT = re.compile(r"([0-9]{1,9})\.(.*)", re.DOTALL)
_BASE64 = re.compile(r"[A-Za-z0-9_-]+\Z")
_RAW = -zlib.MAX_WBITS
"""For `zlib`: deflate without a header."""


def link_of(puzzle: Puzzle | Sheet, page: str = "") -> str:
    """The link to a puzzle.

    >>> link_of(Puzzle.of([1], [1]), "https://example.org/play/")[:36]
    'https://example.org/play/#puzzle=1.q'

    Args:
        page: the address of the page that plays it.

    Raises:
        UsageError: an address that has a ``#`` or blanks, or something that is not a puzzle.
        CannotHold: the puzzle is too large for a link.
    """
    if re.search(r"[\s#]", page):
        raise UsageError(
            f"{page[:60]!r} is not an address of a page: it has blanks, or a # already"
        )
    return page + LINK_MARK + text_of(puzzle)


def text_of(puzzle: Puzzle | Sheet) -> str:
    """Return the part of a link that holds the puzzle: the version, a point and data."""
    plain = write_lines([unsolved(Sheet.of(puzzle))]).strip().encode(errors="replace")
    if len(plain) > MAX_INFLATED:
        raise CannotHold(f"a link holds {MAX_INFLATED} bytes of JSON, and this has {len(plain)}")
    deflate = zlib.compressobj(9, wbits=_RAW)
    packed = deflate.compress(plain) + deflate.flush()
    text = f"{VERSION}." + base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if (size := len(LINK_MARK) - 1 + len(text)) > MAX_FRAGMENT:
        raise CannotHold(
            f"the puzzle is too large for a link: {size} characters, and {MAX_FRAGMENT} are the most"
        )
    return text


def puzzle_of_text(text: str) -> Puzzle:
    """Return the puzzle of a text of `text_of`, or of a link."""
    link = text.strip()
    if LINK_MARK not in link:
        if not _FRAGMENT.fullmatch(link):
            raise UsageError(
                f"the column clues are missing, and {text!r:.60} is not a whole puzzle"
            )
        link = LINK_MARK + link
    return _read_one(Record(link, "<string>")).puzzle


def unsolved(sheet: Sheet, goal: Grid | None = None) -> Sheet:
    """Return a sheet without anything that may reveal its solution, but a goal that is given here."""
    goals = (goal,) if goal else ()
    return Sheet(sheet.puzzle, goals, **{name: getattr(sheet, name) for name in CREDITS})


def write(sheets: Sequence[Sheet]) -> str:
    """Write the ends of links, without the address of a page."""
    return "".join(f"{link_of(sheet)}\n" for sheet in sheets)


def _read_one(record: Record) -> Sheet:
    match = _LINK.fullmatch(record.text.strip())
    if match is None:
        record.fail("no link to a puzzle: it has #puzzle= and no blanks")
    text = _inflated(record, _data(record, match[1]))
    inner = Record(text, record.source, record.line)
    try:
        value = decoded(inner)
        if not isinstance(value, dict) or value.get("format") != "nonogram" or "puzzles" in value:
            raise UnknownFormat("it has another form than one puzzle of nonosat")
        (sheet,) = read_value(inner, value)
    except ParseError as err:
        what = f"what the link holds is not a puzzle: {err.what}"
        raise type(err)(what, record.source, record.line) from err
    if not {"rows", "columns"} <= value.keys():
        record.fail("the link has a picture without clues, which shows the solution")
    return unsolved(sheet)


def _data(record: Record, fragment: str) -> bytes:
    if len(LINK_MARK) - 1 + len(fragment) > MAX_FRAGMENT:
        record.fail(f"a link of more than {MAX_FRAGMENT} characters behind its #", kind=TooLarge)
    match = _FRAGMENT.fullmatch(fragment)
    if match is None:
        record.fail("expected a version, a point and data after #puzzle=")
    if int(match[1]) != VERSION:
        newer = int(match[1]) > VERSION
        what = "was made by a newer nonosat" if newer else "has a version that never was"
        record.fail(
            f"the link {what}: version {int(match[1])}, and this nonosat reads {VERSION}",
            kind=Unsupported,
        )
    data = match[2]
    if not _BASE64.match(data) or len(data) % 4 == 1:
        record.fail("the data of the link are damaged or cut off: no base64url")
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))


def _inflated(record: Record, packed: bytes) -> str:
    """Inflate packed bytes to text, without ever producing more than the maximum."""
    inflate = zlib.decompressobj(_RAW)
    try:
        plain = inflate.decompress(packed, MAX_INFLATED + 1)
    except zlib.error:
        record.fail("the data of the link are damaged: no deflate")
    if len(plain) > MAX_INFLATED:
        record.fail(f"the link unpacks to more than {MAX_INFLATED} bytes", kind=TooLarge)
    if not inflate.eof or inflate.unused_data:
        what = "cut off" if not inflate.eof else "followed by something else"
        record.fail(f"the data of the link are {what}")
    try:
        return plain.decode()
    except UnicodeDecodeError:
        record.fail("what the link holds is not text in UTF-8")


_LOST = Holds.GOAL | Holds.GOALS | Holds.SAVED | Holds.NOTES | Holds.BLOTS
LINK = stream_format(~_LOST, _read_one, write)
